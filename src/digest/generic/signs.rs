//! Headlines that use no severe word: a complaint with its place, a number in a list of failures.

use super::block::is_drawn;
use crate::digest::part::{Part, is_blank, leading_number};
use crate::digest::severity::{self, Signal};
use crate::digest::{Severity, place};

/// `path:3:5: count declared but not used`: compilers that save the word error.
pub fn complaint(line: &str) -> Option<Signal> {
    // Most lines are no complaint: their first word alone tells.
    let first = line.trim_start().split(' ').next().unwrap_or_default();
    if !first
        .bytes()
        .zip(first.bytes().skip(1))
        .any(|(mark, digit)| matches!(mark, b':' | b'(') && digit.is_ascii_digit())
    {
        return None;
    }
    let place = place::find(line)?;
    let said = line[place.range.end..].trim_start_matches([':', ' ', '-']);
    let leads = line[..place.range.start].bytes().all(|byte| byte.is_ascii_whitespace());
    let separated = line[place.range.end..].starts_with(": ") || line[place.range.end..].starts_with(" - ");
    let aside = ["note", "info", "In function", "In instantiation", "required from", "0x"]
        .iter()
        .any(|word| said.starts_with(word));
    (leads && separated && said.len() > 3 && !aside).then_some(Signal { severity: Severity::Error, weight: 56 })
}

/// A headline whose next line points into the source: `F401 …` above `--> app.py:1:8`.
pub fn pointed(part: &Part, at: usize) -> Option<Signal> {
    let next = part.line(at + 1).trim_start();
    let points = ["--> ", "╭─[", "┌─ ", ",-["].iter().any(|arrow| next.starts_with(arrow));
    let line = part.line(at);
    (points && !is_blank(line) && !is_drawn(line)).then(|| {
        let lower = line.trim_start().get(..7).unwrap_or_default().to_ascii_lowercase();
        let mild = lower.starts_with("warning") || lower.starts_with("help") || lower.starts_with("note");
        Signal { severity: if mild { Severity::Warning } else { Severity::Error }, weight: 76 }
    })
}

/// `  2) reads the whole file`: a failed test in the list at the end of a run.
pub fn numbered(line: &str) -> Option<Signal> {
    let (number, rest) = leading_number(line.trim_start())?;
    (number < 1000 && rest.starts_with(") ") && rest.len() > 4)
        .then_some(Signal { severity: Severity::Error, weight: 57 })
}

/// The name of the check at the end of a line, else its shape: `[attr-defined]`, `[-Wunused]`, `(E501)`.
pub fn rule_of(line: &str, mask: String) -> String {
    let line = line.trim_end();
    let named = line
        .strip_suffix(']')
        .and_then(|rest| rest.rsplit_once('['))
        .or_else(|| line.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')));
    match named {
        Some((_, name))
            if (3..40).contains(&name.len())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_/.".contains(&byte))
                && !name.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            name.to_owned()
        }
        _ if severity::listed(line.trim_start()).is_some() => line.rsplit(' ').next().unwrap_or(line).to_owned(),
        _ => mask,
    }
}
