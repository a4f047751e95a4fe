//! Where hundreds of diagnostics are: the files with most of them, counted.

use std::collections::HashMap;

use crate::digest::Severity;
use crate::digest::reading::Reading;

/// Fewer findings than this are listed well enough by themselves.
const MANY: usize = 60;
const SHOWN: usize = 5;

/// Adds a note before line `at` when the findings are many and spread over many files.
pub fn note(reading: &mut Reading, at: usize) {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let findings = reading.blocks.iter().filter(|block| block.severity < Severity::Info);
    let mut all = 0;
    for location in findings.filter_map(|block| block.location.as_deref()) {
        let path = location.split_once(':').map_or(location, |(path, _)| path);
        *counts.entry(path).or_default() += 1;
        all += 1;
    }
    if all < MANY || counts.len() <= SHOWN {
        return;
    }
    let mut files: Vec<(&str, usize)> = counts.into_iter().collect();
    files.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let listed: Vec<String> = files.iter().take(SHOWN).map(|(path, count)| format!("{path} ×{count}")).collect();
    reading.note(at, format!("{}, … {} files", listed.join(", "), files.len()));
}
