//! Random values that a name showed on some line: they are secret on all lines, and looked for there in one pass.

use std::ops::Range;

use aho_corasick::packed::{Config, MatchKind, Searcher};

/// Values of a text that are looked for on its other lines.
const MOST: usize = 16;

#[derive(Clone, Default)]
pub struct SeenSecretValues {
    values: Vec<String>,
    /// None on a processor that it does not know.
    searcher: Option<Searcher>,
}

impl SeenSecretValues {
    pub fn is_full(&self) -> bool {
        self.values.len() == MOST
    }

    pub fn add(&mut self, value: &str) {
        if !self.is_full() && !self.values.iter().any(|seen| seen == value) {
            self.values.push(value.to_owned());
            self.searcher = Config::new().match_kind(MatchKind::LeftmostFirst).builder().extend(&self.values).build();
        }
    }

    /// Every place of a value in these bytes.
    pub fn for_each_range(&self, bytes: &[u8], mut each: impl FnMut(Range<usize>)) {
        let Some(searcher) = &self.searcher else {
            for value in &self.values {
                memchr::memmem::find_iter(bytes, value.as_bytes()).for_each(|at| each(at..at + value.len()));
            }
            return;
        };
        let mut from = 0;
        while let Some(found) = searcher.find_in(bytes, (from..bytes.len()).into()) {
            // One value may be the beginning of another, or begin inside of it.
            let here = self.values.iter().filter(|value| bytes[found.start()..].starts_with(value.as_bytes()));
            here.for_each(|value| each(found.start()..found.start() + value.len()));
            from = found.start() + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_wherever_they_stand() {
        let mut seen = SeenSecretValues::default();
        assert!(ranges(&seen, "kJ8sLq2v").is_empty());
        ["kJ8sLq2v", "kJ8sLq2vZx9R", "Lq2vZx9RtY", "kJ8sLq2v"].into_iter().for_each(|value| seen.add(value));
        assert_eq!(ranges(&seen, "a kJ8sLq2vZx9RtY kJ8sLq2v\nkJ8s"), [2..10, 2..14, 6..16, 17..25]);
        (0..100).for_each(|n| seen.add(&format!("value{n}of100")));
        let found = ranges(&seen, "value7of100 value99of100 kJ8sLq2v");
        assert!(seen.is_full() && found == [0..11, 25..33], "{found:?}");
    }

    fn ranges(seen: &SeenSecretValues, text: &str) -> Vec<Range<usize>> {
        let mut all = Vec::new();
        seen.for_each_range(text.as_bytes(), |range| all.push(range));
        all.sort_by_key(|range| (range.start, range.end));
        all
    }
}
