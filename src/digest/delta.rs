//! Two runs compared by their findings: what was fixed, what is new, what stayed. Line numbers, times and
//! addresses do not matter, so a finding that moved is the same one.

use std::collections::HashMap;

use super::{Finding, shape};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Delta<'a> {
    /// Findings of the old run that the new one lacks.
    pub fixed: Vec<&'a Finding>,
    /// Findings of the new run that the old one lacked.
    pub new: Vec<&'a Finding>,
    /// Findings of the new run that the old one had.
    pub same: Vec<&'a Finding>,
}

pub fn delta<'a>(old: &'a [Finding], new: &'a [Finding]) -> Delta<'a> {
    let mut known: HashMap<String, Vec<&Finding>> = HashMap::new();
    for finding in old {
        known.entry(key(finding)).or_default().push(finding);
    }
    let mut delta = Delta::default();
    for finding in new {
        // The same message twice in one file is two findings: each is matched once.
        match known.get_mut(&key(finding)).and_then(Vec::pop) {
            Some(_) => delta.same.push(finding),
            None => delta.new.push(finding),
        }
    }
    let mut left: Vec<&Finding> = known.into_values().flatten().collect();
    left.sort_by_key(|finding| finding.lines);
    delta.fixed = left;
    delta
}

/// What a finding is, apart from where in its file it stands and when it was seen.
pub fn key(finding: &Finding) -> String {
    let path = finding
        .location
        .as_deref()
        .map_or("", |location| location.trim_end_matches(|c: char| c.is_ascii_digit() || c == ':'));
    format!("{:?}\u{1f}{path}\u{1f}{}", finding.severity, unnumbered(&finding.message))
}

/// The message with places, times and addresses masked but its values kept: `expected 3` is not `expected 4`.
fn unnumbered(message: &str) -> String {
    message
        .split_whitespace()
        .map(|word| match super::place::find(word) {
            Some(place) => place.path.to_owned(),
            None if is_volatile(word) => "#".to_owned(),
            None => word.to_owned(),
        })
        .collect::<Vec<_>>()
        .join(" ")
}

fn is_volatile(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let digits = bare.bytes().filter(u8::is_ascii_digit).count();
    let clock = digits >= 3
        && bare.contains(':')
        && bare.bytes().all(|byte| byte.is_ascii_digit() || b":.,TZ-+".contains(&byte));
    let lasted = ["ms", "s", "µs", "us", "ns", "min"].iter().any(|unit| {
        bare.strip_suffix(unit).is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit() || b == b'.'))
    });
    let hex = bare.starts_with("0x")
        || (bare.len() >= 7 && digits > 0 && bare.bytes().all(|byte| byte.is_ascii_hexdigit()) && digits < bare.len());
    let dated = digits >= 6 && bare.matches('-').count() == 2 && shape::mask(bare).starts_with('#');
    clock || lasted || hex || dated
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Severity;

    fn finding(location: &str, message: &str) -> Finding {
        Finding { severity: Severity::Error, location: Some(location.into()), message: message.into(), lines: (1, 1) }
    }

    #[test]
    fn a_moved_finding_is_the_same() {
        let old = [
            finding("a.rs:3:5", "mismatched types"),
            finding("b.rs:9", "unused x"),
            finding("b.rs:10", "took 12ms at 0xdeadbeef"),
        ];
        let new = [
            finding("a.rs:30:1", "mismatched types"),
            finding("c.rs:9", "unused x"),
            finding("b.rs:11", "took 9ms at 0x00ff00aa"),
        ];
        let delta = delta(&old, &new);
        assert_eq!((delta.fixed.len(), delta.new.len(), delta.same.len()), (1, 1, 2));
        assert_eq!(delta.fixed[0].location.as_deref(), Some("b.rs:9"));
    }

    #[test]
    fn values_count_and_so_do_repetitions() {
        let old = [finding("a.py:1", "assert 3 == 4"), finding("a.py:2", "same")];
        let new = [finding("a.py:1", "assert 3 == 5"), finding("a.py:2", "same"), finding("a.py:7", "same")];
        let delta = delta(&old, &new);
        assert_eq!((delta.fixed.len(), delta.new.len(), delta.same.len()), (1, 2, 1));
    }
}
