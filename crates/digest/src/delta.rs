//! Compares two runs by their findings: fixed, new and unchanged ones. A finding is the same when its test or its place
//! is, wherever it moved and whatever it says now.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{Finding, shape};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FindingsDelta<'a> {
    /// Findings of the old run that the new one lacks.
    pub fixed: Vec<&'a Finding>,
    /// Findings of the new run that the old one lacked.
    pub new: Vec<&'a Finding>,
    /// Findings of the new run that the old one had.
    pub same: Vec<&'a Finding>,
}

impl FindingsDelta<'_> {
    /// The output of `ctx diff --json` for two entries.
    pub fn to_json(&self, old: &str, new: &str) -> Value {
        let list = |findings: &[&Finding]| Value::Array(findings.iter().map(|finding| finding.to_json()).collect());
        json!({
            "old": old, "new": new, "fixed": list(&self.fixed), "added": list(&self.new), "same": list(&self.same),
        })
    }
}

/// Findings are the same if their text is; else if their test is; else their place; else their file and their text
/// without its numbers. A message that changed is still the same failure.
pub fn compare_findings<'a>(old: &'a [Finding], new: &'a [Finding]) -> FindingsDelta<'a> {
    let mut matched = vec![false; new.len()];
    let mut gone = vec![true; old.len()];
    for identity in [message_key_keeping_values, test_key, place_key, message_key_without_numbers] {
        let mut known: HashMap<String, Vec<usize>> = HashMap::new();
        // The same message twice in one file is two findings: each is matched once, the first with the first.
        for at in (0..old.len()).rev().filter(|&at| gone[at]) {
            if let Some(key) = identity(&old[at]) {
                known.entry(key).or_default().push(at);
            }
        }
        for at in 0..new.len() {
            let open = !matched[at] && !known.is_empty();
            let twin = open.then(|| known.get_mut(&identity(&new[at])?)?.pop()).flatten();
            if let Some(twin) = twin {
                (matched[at], gone[twin]) = (true, false);
            }
        }
    }
    let (same, fresh): (Vec<usize>, Vec<usize>) = (0..new.len()).partition(|&at| matched[at]);
    FindingsDelta {
        fixed: (0..old.len()).filter(|&at| gone[at]).map(|at| &old[at]).collect(),
        new: fresh.into_iter().map(|at| &new[at]).collect(),
        same: same.into_iter().map(|at| &new[at]).collect(),
    }
}

/// A finding's text, without its place in the file and its time.
fn message_key_keeping_values(finding: &Finding) -> Option<String> {
    Some(format!(
        "{:?}\u{1f}{}\u{1f}{}",
        finding.severity,
        finding_path(finding),
        mask_volatile_words(&finding.message)
    ))
}

/// The test it is about: `tests::rounds_up: left …`, `tests/test_a.py::test_b - assert …`, `cart › adds up`.
fn test_key(finding: &Finding) -> Option<String> {
    let message = finding.message.trim();
    let lead = ["FAILED ", "ERROR ", "FAIL ", "--- FAIL: "].iter().find_map(|lead| message.strip_prefix(lead));
    let message = lead.unwrap_or(message);
    let name = [" - ", ": "].iter().find_map(|end| message.split_once(end)).map_or(message, |(name, _)| name);
    let word = !name.contains(' ') && ["::", "/test", "test_", "Test", "#"].iter().any(|sign| name.contains(sign));
    let path = [" > ", " › ", " ▸ "].iter().any(|sign| name.contains(sign));
    (word || path).then(|| format!("{:?}\u{1f}{name}", finding.severity))
}

fn place_key(finding: &Finding) -> Option<String> {
    finding
        .location
        .as_ref()
        .filter(|location| location.contains(':'))
        .map(|at| format!("{:?}\u{1f}{at}", finding.severity))
}

fn message_key_without_numbers(finding: &Finding) -> Option<String> {
    Some(format!(
        "{:?}\u{1f}{}\u{1f}{}",
        finding.severity,
        finding_path(finding),
        shape::mask_numbers(&finding.message)
    ))
}

fn finding_path(finding: &Finding) -> &str {
    let numbered = |c: char| c.is_ascii_digit() || c == ':';
    finding.location.as_deref().map_or("", |location| location.trim_end_matches(numbered))
}

/// The message with places, times and addresses masked but its values kept: `expected 3` is not `expected 4`.
fn mask_volatile_words(message: &str) -> String {
    message
        .split_whitespace()
        .map(|word| match super::place::find_place(word) {
            Some(place) => place.path.to_owned(),
            None if is_volatile_word(word) => "#".to_owned(),
            None => word.to_owned(),
        })
        .collect::<Vec<_>>()
        .join(" ")
}

fn is_volatile_word(word: &str) -> bool {
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
    let dated = digits >= 6 && bare.matches('-').count() == 2 && shape::mask_variable_parts(bare).starts_with('#');
    clock || lasted || hex || dated
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Severity;

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
        let delta = compare_findings(&old, &new);
        assert_eq!((delta.fixed.len(), delta.new.len(), delta.same.len()), (1, 1, 2));
        assert_eq!(delta.fixed[0].location.as_deref(), Some("b.rs:9"));
    }

    #[test]
    fn a_message_that_changed_is_the_same_failure_and_repetitions_count() {
        let old =
            [finding("a.py:1", "assert 3 == 4"), finding("a.py:2", "same"), finding("b.rs:4", "tests::x: left 1")];
        let new = [
            finding("a.py:1", "assert len(rows) == 5"),
            finding("a.py:2", "same"),
            finding("a.py:7", "same"),
            finding("b.rs:9", "tests::x: index out of bounds"),
        ];
        let delta = compare_findings(&old, &new);
        assert_eq!((delta.fixed.len(), delta.new.len(), delta.same.len()), (0, 1, 3));
        assert_eq!(delta.new[0].location.as_deref(), Some("a.py:7"));
    }

    #[test]
    fn another_finding_in_the_same_file_is_another() {
        let old = [finding("a.py:1", "NameError: name \'x\' is not defined")];
        let new = [finding("a.py:9", "assert total == 3")];
        let delta = compare_findings(&old, &new);
        assert_eq!((delta.fixed.len(), delta.new.len(), delta.same.len()), (1, 1, 0));
    }
}
