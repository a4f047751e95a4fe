//! Matching of a rule's pattern and a text: `*` anywhere, ` *` and `:*` at the end with a word boundary; domains.

/// True when the pattern of a `Bash(…)` rule means this command.
pub(super) fn matches_command(pattern: &str, command: &str) -> bool {
    let prefix = pattern.strip_suffix(":*").or_else(|| pattern.strip_suffix(" *"));
    match prefix {
        Some(prefix) => {
            matches_wildcards(prefix, command)
                || matches_wildcards(&format!("{prefix} *"), command)
                || matches_wildcards(&format!("{prefix}\t*"), command)
        }
        None => matches_wildcards(pattern, command),
    }
}

/// `*` stands for any text, also none.
pub(super) fn matches_wildcards(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut pieces: Vec<&str> = pieces.collect();
    let Some(last) = pieces.pop() else { return rest.is_empty() };
    for piece in pieces {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// The host of an address, as rules name it.
pub(super) fn host_of_url(url: &str) -> Option<String> {
    let (scheme, rest) = url.trim().split_once("://")?;
    if !scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    let host = authority.rsplit('@').next()?;
    let host = match host.strip_prefix('[') {
        Some(address) => address.split(']').next()?,
        None => host.split(':').next()?,
    };
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    (!host.is_empty()).then_some(host)
}

/// `domain:example.com`; with `below`, its subdomains match as well.
pub(super) fn matches_host(spec: &str, host: &str, below: bool) -> bool {
    let Some(domain) = spec.strip_prefix("domain:") else { return spec == "*" };
    let domain = domain.trim().trim_end_matches('.').to_ascii_lowercase();
    matches_wildcards(&domain, host)
        || (below && host.strip_suffix(domain.as_str()).is_some_and(|before| before.ends_with('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_where_the_rule_says() {
        let rows: &[(&str, &str, bool)] = &[
            ("ls *", "ls", true),
            ("ls *", "ls -la", true),
            ("ls *", "lsof", false),
            ("ls*", "lsof", true),
            ("npm run test:*", "npm run test", true),
            ("npm run test:*", "npm run test -- -u", true),
            ("npm run test:*", "npm run tests", false),
            ("npm test", "npm test", true),
            ("npm test", "npm test x", false),
            ("git * main", "git push origin main", true),
            ("git * main", "git push origin maint", false),
            ("* --version", "node --version", true),
            ("*", "anything at all", true),
            ("a*b*c", "abc", true),
            ("a*b*c", "acb", false),
            ("a*a", "a", false),
        ];
        for (pattern, command, meant) in rows {
            assert_eq!(matches_command(pattern, command), *meant, "{pattern} {command}");
        }
    }

    #[test]
    fn hosts_of_addresses() {
        for (url, found) in [
            ("https://Example.com/x", Some("example.com")),
            ("http://user:pw@evil.com:8080/example.com", Some("evil.com")),
            ("https://example.com.", Some("example.com")),
            ("https://a\\@example.com", Some("a")),
            ("http://[::1]:3/x", Some("::1")),
            ("example.com", None),
        ] {
            assert_eq!(host_of_url(url).as_deref(), found, "{url}");
        }
        assert!(matches_host("domain:example.com", "example.com", false));
        assert!(!matches_host("domain:example.com", "a.example.com", false));
        assert!(matches_host("domain:example.com", "a.example.com", true));
        assert!(!matches_host("domain:example.com", "badexample.com", true));
        assert!(matches_host("domain:*.example.com", "a.example.com", false));
    }
}
