//! Where the lines that were shown of an output stand in its text.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::request::Query;
use crate::store_pool::StorePool;
use ctx_model::Result;

/// Findings whose lines are looked at, and lines of one of them.
const FINDINGS: usize = 60;
const LINES: u64 = 60;
/// Lines at either end of the text that are looked at.
const ENDS: u64 = 400;
/// Text up to this size is looked at as a whole.
const WHOLE: u64 = 512 << 10;

/// For each line of the summary its number in the text, or nothing where that is not certain.
pub fn summary_line_numbers_json(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    pool.with_entry_view(query.required("ref")?, |view| {
        let entry = view.entry;
        let Some(summary) = entry.summary.as_deref().filter(|_| !entry.expired) else {
            return Ok(json!({ "ref": entry.id.as_str(), "places": [] }));
        };
        let extent = view.stored_size_and_line_count()?;
        let mut known: HashMap<String, Vec<u64>> = HashMap::new();
        let mut look = |from: u64, to: u64| {
            view.for_each_line(from, to, |number, line| {
                known.entry(line.trim().to_owned()).or_default().push(number);
                true
            })
        };
        if extent.raw_len <= WHOLE {
            look(1, u64::MAX)?;
        } else {
            look(1, ENDS)?;
            for finding in view.store.findings(entry.row)?.iter().take(FINDINGS) {
                look(finding.lines.0, finding.lines.1.min(finding.lines.0 + LINES))?;
            }
            look(extent.lines.saturating_sub(ENDS).max(ENDS + 1), extent.lines)?;
        }
        for numbers in known.values_mut() {
            numbers.sort_unstable();
            numbers.dedup();
        }
        let places = match_line_numbers(summary.lines().skip(1), &known);
        Ok(json!({ "ref": entry.id.as_str(), "places": places }))
    })
}

/// Each line at the first place after the line before it; one that stands in several places and before all of them is
/// not certain.
fn match_line_numbers<'l>(shown: impl Iterator<Item = &'l str>, known: &HashMap<String, Vec<u64>>) -> Vec<Option<u64>> {
    let mut after = 0;
    shown
        .map(|line| {
            // `12: text` is how an answer to a question writes its lines.
            let numbered = line.split_once(": ").and_then(|(number, rest)| Some((number.parse::<u64>().ok()?, rest)));
            if let Some((number, rest)) = numbered
                && known.get(rest.trim()).is_some_and(|numbers| numbers.contains(&number))
            {
                after = number;
                return Some(number);
            }
            let line = line.trim();
            let numbers = known.get(line).filter(|_| !line.is_empty() && !line.starts_with('…'))?;
            let only = if let [only] = numbers.as_slice() { Some(*only) } else { None };
            let next = numbers.iter().copied().find(|number| *number > after).or(only)?;
            after = next;
            Some(next)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_in_their_order() {
        let text = ["a", "b", "a", "c", "b", "end"];
        let mut known: HashMap<String, Vec<u64>> = HashMap::new();
        for (at, line) in text.iter().enumerate() {
            known.entry((*line).to_owned()).or_default().push(at as u64 + 1);
        }
        let places = |shown: &[&str]| match_line_numbers(shown.iter().copied(), &known);
        assert_eq!(
            places(&["b", "  a", "… 1 line", "b", "gone", "", "end"]),
            [Some(2), Some(3), None, Some(5), None, None, Some(6)]
        );
        assert_eq!(places(&["5: b", "2: b", "9: b"]), [Some(5), Some(2), None]);
        assert_eq!(places(&["end", "a", "c"]), [Some(6), None, Some(4)]);
    }
}
