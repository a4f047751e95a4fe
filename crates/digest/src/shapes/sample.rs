//! Helpers of the shapes: which programs ran, how many lines look alike, counts by key.

use crate::part::{ReaderInput, is_blank};
use crate::reading::ReaderFindings;
use ctx_text::truncate_at_char_boundary;

/// True when one of the commands is one of these programs.
pub(super) fn runs_any_of(programs: &[Vec<String>], names: &[&str]) -> bool {
    programs.iter().any(|program| program.first().is_some_and(|name| names.contains(&name.as_str())))
}

/// The share in percent of lines that `is` accepts, judged by a sample spread over the output.
pub fn sampled_percent(part: &ReaderInput, is: impl Fn(&str) -> bool) -> usize {
    const SAMPLE: usize = 200;
    let step = (part.len() / SAMPLE).max(1);
    let lines = (0..part.len()).step_by(step).map(|at| part.line_at(at)).filter(|line| !is_blank(line));
    let (seen, held) = lines.fold((0, 0), |(seen, held), line| (seen + 1, held + usize::from(is(line))));
    (held * 100).checked_div(seen).unwrap_or(0)
}

/// These rows are understood; the first shows what they are.
pub(super) fn rows_by_example(rows: &[usize]) -> ReaderFindings {
    let mut reading = ReaderFindings::default();
    reading.lead.extend(rows.first());
    rows.iter().for_each(|&at| reading.mark_lines_as_understood(at..at + 1));
    reading
}

/// Counts by key, the most frequent first, in order of appearance among equals.
pub(super) fn count_by_key<K: std::hash::Hash + Eq + Clone>(keys: impl Iterator<Item = K>) -> Vec<(K, usize)> {
    let mut order: Vec<K> = Vec::new();
    let mut counts: std::collections::HashMap<K, usize> = std::collections::HashMap::new();
    for key in keys {
        let count = counts.entry(key.clone()).or_insert(0);
        if *count == 0 {
            order.push(key);
        }
        *count += 1;
    }
    let mut tally: Vec<(K, usize)> = order.into_iter().map(|key| (key.clone(), counts[&key])).collect();
    tally.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    tally
}

/// `text` within `widest` bytes, the cut marked.
pub(super) fn clip_with_mark(text: &str, widest: usize) -> String {
    if text.len() <= widest {
        return text.to_owned();
    }
    format!("{}…", truncate_at_char_boundary(text, widest))
}
