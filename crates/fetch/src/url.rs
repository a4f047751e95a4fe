//! Addresses of pages: http or https, a host, no credentials; and the target of a redirect.

use std::fmt;

use super::error::{Error, Result};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Url {
    secure: bool,
    /// Host and port as written, in lower case.
    authority: String,
    /// From the first slash on, without the fragment.
    rest: String,
}

impl Url {
    pub fn parse(text: &str) -> Result<Url> {
        let bad = |why: &'static str| Error::NotAUrl { text: text.to_owned(), why };
        let clean = percent_encode(text.trim());
        let (scheme, after) = clean.split_once("://").ok_or_else(|| bad("is not a URL"))?;
        let secure = match scheme.to_ascii_lowercase().as_str() {
            "http" => false,
            "https" => true,
            _ => return Err(bad("is neither http nor https")),
        };
        let after = after.split('#').next().unwrap_or_default();
        let end = after.find(['/', '?']).unwrap_or(after.len());
        let (authority, rest) = after.split_at(end);
        if authority.contains('@') {
            // The address is stored and shown, and the credentials would be with it.
            return Err(bad("holds a user name or a password"));
        }
        let (host, port) = split_port(authority);
        let port_fits = port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0));
        let host_fits = !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._:[]".contains(&b));
        if !host_fits || !port_fits {
            return Err(bad("names no host"));
        }
        let rest = if rest.starts_with('/') { rest.to_owned() } else { format!("/{rest}") };
        Ok(Url { secure, authority: authority.to_ascii_lowercase(), rest })
    }

    pub fn is_secure(&self) -> bool {
        self.secure
    }

    pub fn host(&self) -> &str {
        split_port(&self.authority).0
    }

    /// The port that was written, or the usual one.
    pub fn port(&self) -> u16 {
        let usual = if self.secure { 443 } else { 80 };
        split_port(&self.authority).1.and_then(|port| port.parse().ok()).unwrap_or(usual)
    }

    /// Host and port as written.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// From the first slash on.
    pub fn path_and_query(&self) -> &str {
        &self.rest
    }

    /// The target of `location` from here.
    pub fn join(&self, location: &str) -> Result<Url> {
        let location = location.trim();
        let scheme = if self.secure { "https" } else { "http" };
        let has_scheme = location.split_once(':').is_some_and(|(scheme, _)| {
            !scheme.is_empty() && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
        });
        let path = self.rest.split('?').next().unwrap_or_default();
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let whole = if has_scheme {
            location.to_owned()
        } else if location.starts_with("//") {
            format!("{scheme}:{location}")
        } else {
            let rest = match location.as_bytes().first() {
                None | Some(b'#') => self.rest.clone(),
                Some(b'/') => resolve_dot_segments(location),
                Some(b'?') => format!("{path}{location}"),
                Some(_) => resolve_dot_segments(&format!("{folder}/{location}")),
            };
            format!("{scheme}://{}{rest}", self.authority)
        };
        Url::parse(&whole).map_err(|source| Error::BadRedirect { from: self.clone(), source: Box::new(source) })
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}{}", if self.secure { "https" } else { "http" }, self.authority, self.rest)
    }
}

/// Splits `[::1]:80` and `host:80`.
fn split_port(authority: &str) -> (&str, Option<&str>) {
    let after_host = authority.find(']').map_or(0, |end| end + 1);
    match authority[after_host..].rfind(':') {
        Some(at) => (&authority[..after_host + at], Some(&authority[after_host + at + 1..])),
        None => (authority, None),
    }
}

/// Percent-encodes characters that an address may not hold.
fn percent_encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' | 0..=b' ' | 0x7f.. => {
                encoded.push_str(&format!("%{byte:02X}"))
            }
            _ => encoded.push(byte as char),
        }
    }
    encoded
}

fn resolve_dot_segments(path: &str) -> String {
    let (path, query) = match path.find('?') {
        Some(at) => path.split_at(at),
        None => (path, ""),
    };
    let mut parts: Vec<&str> = Vec::new();
    let mut open = false;
    for part in path.split('/').skip(1) {
        open = matches!(part, "." | "..");
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}{}{query}", parts.join("/"), if open && !parts.is_empty() { "/" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_parsed_or_refused() {
        let shown = |text: &str| Url::parse(text).map(|url| url.to_string()).ok();
        assert_eq!(shown("https://Docs.Example/A?b#c").as_deref(), Some("https://docs.example/A?b"));
        assert_eq!(shown("http://a.example").as_deref(), Some("http://a.example/"));
        assert_eq!(shown("http://a.example?x=1").as_deref(), Some("http://a.example/?x=1"));
        assert_eq!(shown("http://[::1]:8080/a b/ü").as_deref(), Some("http://[::1]:8080/a%20b/%C3%BC"));
        for bad in [
            "a.example",
            "ftp://a.example/",
            "file:///etc/passwd",
            "http://",
            "http:///path",
            "http://me:pw@a.example/",
            "http://a.example:0/",
            "http://a.example:99999/",
            "http://a.example:x/",
            "http://a\r\nb/",
            "javascript:alert(1)",
            "",
        ] {
            assert!(shown(bad).is_none(), "{bad}");
        }
        assert_eq!(Url::parse("http://[::1]:80/").unwrap().host(), "[::1]");
    }

    #[test]
    fn where_a_redirect_leads() {
        let from = Url::parse("https://a.example/docs/guide/index.html?v=1").unwrap();
        for (location, expected) in [
            ("https://b.example/x", "https://b.example/x"),
            ("http://b.example/x", "http://b.example/x"),
            ("//b.example/x", "https://b.example/x"),
            ("/x/../y", "https://a.example/y"),
            ("next.html", "https://a.example/docs/guide/next.html"),
            ("../up?q=../", "https://a.example/docs/up?q=../"),
            ("?v=2", "https://a.example/docs/guide/index.html?v=2"),
            ("./", "https://a.example/docs/guide/"),
            ("../../../..", "https://a.example/"),
            ("#top", "https://a.example/docs/guide/index.html?v=1"),
        ] {
            assert_eq!(from.join(location).unwrap().to_string(), expected, "{location}");
        }
        for location in ["file:///etc/passwd", "javascript:x", "gopher://a.example/", "https://me@a.example/"] {
            assert!(from.join(location).is_err(), "{location}");
        }
    }
}
