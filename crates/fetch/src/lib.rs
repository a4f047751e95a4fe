//! A web page: one GET with limits on everything, each hop's address checked after its name was resolved.
//!
//! ```
//! let page = ctx_fetch::Url::parse("https://example.com/docs/a?b=1")?;
//! assert_eq!(page.join("../c")?.to_string(), "https://example.com/c");
//! assert!(ctx_fetch::Url::parse("ftp://example.com").is_err());
//! # Ok::<(), ctx_fetch::Error>(())
//! ```

pub mod address;
mod charset;
mod client;
mod error;
mod markdown;
mod url;

use std::time::{Duration, Instant};

pub use charset::DecodedText;
pub use error::{Error, Result};
pub use markdown::html_to_markdown;
pub use url::Url;

use ctx_text::text::Text;

/// Redirects followed at most.
const HOPS: usize = 10;
/// This much of a body decides its kind.
const SNIFFED: usize = 8 << 10;

pub struct FetchLimits {
    /// The limit for everything, from the first name to the last byte.
    pub time: Duration,
    /// The limit for the body, decompressed.
    pub bytes: u64,
    /// The requested host may be this machine or in its networks.
    pub private: bool,
}

/// The validators of an earlier answer, to ask whether it is still current.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CacheValidators {
    pub etag: Option<String>,
    pub last_modified: Option<String>,
}

pub enum FetchAnswer {
    Fetched(FetchedPage),
    /// The known answer is still current.
    Unchanged,
}

pub struct FetchedPage {
    /// The last address, after all redirects.
    pub url: Url,
    pub content_type: Option<String>,
    pub validators: CacheValidators,
    /// The body as it was sent, decompressed.
    pub bytes: Vec<u8>,
}

/// Fetches a page. `permit` is asked before each hop.
pub fn fetch_page(
    start: &Url,
    limits: &FetchLimits,
    known: &CacheValidators,
    permit: &dyn Fn(&Url) -> ctx_model::error::Result<()>,
) -> Result<FetchAnswer> {
    let deadline = Instant::now() + limits.time;
    let asked = client::RequestedHostAddresses::default();
    let mut url = start.clone();
    for _ in 0..=HOPS {
        permit(&url).map_err(Error::NotPermitted)?;
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Error::TimedOut { url, time: limits.time });
        }
        match client::send_get(&url, limits, left, known, &asked)? {
            client::HttpReply::Redirect(location) => {
                let next = url.join(&location)?;
                if url.is_secure() && !next.is_secure() {
                    return Err(Error::Unencrypted { from: url, to: next });
                }
                url = next;
            }
            client::HttpReply::Answer(answer) => return Ok(answer),
        }
    }
    Err(Error::TooManyRedirects { start: start.clone(), hops: HOPS, last: url })
}

/// How the body is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    Html,
    Text,
    Binary,
}

impl FetchedPage {
    /// By the server's header, and by the bytes if that says nothing or too little.
    pub fn page_content_kind(&self) -> BodyKind {
        let essence = self.media_type();
        let start = &self.bytes[..self.bytes.len().min(SNIFFED)];
        let wide = charset::is_declared_utf16(start, self.content_type.as_deref());
        let looks_binary = || !wide && Text::from_bytes(start).binary().is_some();
        match essence.as_str() {
            "text/html" | "application/xhtml+xml" => BodyKind::Html,
            "" | "application/octet-stream" | "text/plain" if looks_binary() => BodyKind::Binary,
            "" if looks_like_html(start) => BodyKind::Html,
            "" => BodyKind::Text,
            _ if is_text_media_type(&essence) => BodyKind::Text,
            _ => BodyKind::Binary,
        }
    }

    /// `text/html`, without its parameters.
    pub fn media_type(&self) -> String {
        let whole = self.content_type.as_deref().unwrap_or_default();
        whole.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }

    /// The body as text, and a warning if parts of it cannot be read.
    pub fn decoded_text(&self) -> DecodedText {
        charset::decode_page_bytes(
            &self.bytes,
            self.content_type.as_deref(),
            self.page_content_kind() == BodyKind::Html,
        )
    }
}

fn is_text_media_type(essence: &str) -> bool {
    const KNOWN: &str = "json xml javascript ecmascript yaml x-yaml toml x-sh sql graphql x-ndjson rtf";
    let Some((group, kind)) = essence.split_once('/') else { return false };
    group == "text"
        || kind.ends_with("+json")
        || kind.ends_with("+xml") && group != "image"
        || group == "application" && KNOWN.split(' ').any(|known| known == kind)
}

fn looks_like_html(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let beginning: String = text.chars().take(14).collect::<String>().to_ascii_lowercase();
    beginning.starts_with("<!doctype html") || beginning.starts_with("<html")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(content_type: Option<&str>, bytes: &[u8]) -> BodyKind {
        let page = FetchedPage {
            url: Url::parse("http://a.example/").unwrap(),
            content_type: content_type.map(str::to_owned),
            validators: CacheValidators::default(),
            bytes: bytes.to_vec(),
        };
        page.page_content_kind()
    }

    #[test]
    fn the_form_of_a_body_is_recognised() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01";
        for (content_type, bytes, expected) in [
            (Some("text/html; charset=utf-8"), &b"<p>"[..], BodyKind::Html),
            (Some("TEXT/HTML"), b"", BodyKind::Html),
            (Some("application/json"), b"{}", BodyKind::Text),
            (Some("application/vnd.api+json"), b"{}", BodyKind::Text),
            (Some("text/markdown"), b"# a", BodyKind::Text),
            (None, b"<!DOCTYPE html><p>", BodyKind::Html),
            (None, b"plain", BodyKind::Text),
            (None, png, BodyKind::Binary),
            (Some("text/plain"), png, BodyKind::Binary),
            (Some("image/png"), png, BodyKind::Binary),
            (Some("image/svg+xml"), b"<svg/>", BodyKind::Binary),
            (Some("application/pdf"), b"%PDF-1.7", BodyKind::Binary),
            (Some("application/octet-stream"), b"words", BodyKind::Binary),
        ] {
            assert_eq!(form(content_type, bytes), expected, "{content_type:?}");
        }
    }
}
