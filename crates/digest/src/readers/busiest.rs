//! Where hundreds of diagnostics are: the files with most of them, counted.

use std::collections::HashMap;

use crate::Severity;
use crate::reading::{FindingBlock, ReaderFindings};

/// Fewer findings than this are listed well enough by themselves.
const MANY: usize = 60;
const SHOWN: usize = 5;

/// Counts the findings of one run at a time: each total speaks of the findings since the one before.
#[derive(Default)]
pub struct BusiestFilesNoter {
    counted: usize,
}

impl BusiestFilesNoter {
    /// Adds a note before line `at` when the findings are many and spread over many files.
    pub fn add_busiest_files_note(&mut self, reading: &mut ReaderFindings, at: usize) {
        if let Some(text) = busiest_files_note(reading.blocks.get(self.counted..).unwrap_or_default()) {
            reading.add_note(at, text);
        }
        self.counted = reading.blocks.len();
    }
}

fn busiest_files_note(blocks: &[FindingBlock]) -> Option<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let findings = blocks.iter().filter(|block| block.severity < Severity::Info);
    let mut all = 0;
    for location in findings.filter_map(|block| block.location.as_deref()) {
        let path = location.split_once(':').map_or(location, |(path, _)| path);
        *counts.entry(path).or_default() += 1;
        all += 1;
    }
    if all < MANY || counts.len() <= SHOWN {
        return None;
    }
    let mut files: Vec<(&str, usize)> = counts.into_iter().collect();
    files.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let listed: Vec<String> = files.iter().take(SHOWN).map(|(path, count)| format!("{path} ×{count}")).collect();
    Some(format!("{}, … {} files", listed.join(", "), files.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A total that counted all runs before it would make many runs in one output quadratic.
    #[test]
    fn each_total_counts_its_own_run() {
        let (mut reading, mut busiest) = (ReaderFindings::default(), BusiestFilesNoter::default());
        for (folder, files) in [("a", 10), ("b", 10), ("c", 3)] {
            for at in 0..MANY {
                reading.add_error(at, "x").set_location(format!("{folder}/{}.py:1", at % files));
            }
            busiest.add_busiest_files_note(&mut reading, 0);
        }
        let notes: Vec<&str> = reading.notes.iter().map(|note| note.text.as_str()).collect();
        assert!(notes.len() == 2 && notes[1].starts_with("b/0.py ×6") && !notes[1].contains("a/"), "{notes:?}");
    }
}
