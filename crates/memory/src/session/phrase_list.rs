//! The lists of phrases that sessions are read by, from `words.txt`.

use std::ops::Deref;
use std::sync::OnceLock;

const TEXT: &str = include_str!("words.txt");

/// One list of the file, read when it is first used.
pub struct PhraseList {
    name: &'static str,
    phrases: OnceLock<Vec<&'static str>>,
}

impl PhraseList {
    pub const fn new(name: &'static str) -> PhraseList {
        PhraseList { name, phrases: OnceLock::new() }
    }
}

impl Deref for PhraseList {
    type Target = [&'static str];

    fn deref(&self) -> &[&'static str] {
        self.phrases.get_or_init(|| read_phrases(self.name))
    }
}

/// The phrases below a heading, up to the next one.
fn read_phrases(name: &str) -> Vec<&'static str> {
    let below = TEXT.lines().skip_while(|line| parse_list_heading(line) != Some(name)).skip(1);
    let own = below.take_while(|line| parse_list_heading(line).is_none());
    own.filter_map(|line| line.strip_prefix('|')?.strip_suffix('|')).collect()
}

fn parse_list_heading(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.strip_suffix(']')
}

/// One of these stands in it.
pub fn contains_any(sentence: &str, signs: &[&str]) -> bool {
    signs.iter().any(|sign| sentence.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_phrase_a_heading_or_a_comment() {
        let mut names: Vec<&str> = TEXT.lines().filter_map(parse_list_heading).collect();
        for line in TEXT.lines() {
            let is_phrase = line.len() > 2 && line.starts_with('|') && line.ends_with('|');
            assert!(
                line.is_empty() || line.starts_with('#') || parse_list_heading(line).is_some() || is_phrase,
                "{line}"
            );
        }
        let headings = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), headings, "a heading stands once");
        assert!(names.iter().all(|name| !read_phrases(name).is_empty()));
    }
}
