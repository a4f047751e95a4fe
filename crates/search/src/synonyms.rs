//! Other words for the same thing: people ask for a "folder" where a session says "directory".

/// Each line is a group of words that developers use for one another.
const GROUPS: &str = include_str!("../data/synonyms.txt");

/// The words that may stand for this one; `stem` brings both to the same form.
pub fn synonyms_of(stemmed: &str, stem: impl Fn(&str) -> String) -> Vec<String> {
    let mut others: Vec<String> = Vec::new();
    // A stem begins as its words do: most rows need not be stemmed.
    let start = stemmed.get(..2).unwrap_or(stemmed);
    let mut behind = 0;
    for at in memchr::memmem::find_iter(GROUPS.as_bytes(), start) {
        let begins = at == 0 || matches!(GROUPS.as_bytes()[at - 1], b' ' | b'\n');
        if !begins || at < behind {
            continue;
        }
        let first = GROUPS[..at].rfind('\n').map_or(0, |end| end + 1);
        behind = GROUPS[at..].find('\n').map_or(GROUPS.len(), |end| at + end);
        let stems: Vec<String> = GROUPS[first..behind].split(' ').map(&stem).collect();
        if stems.iter().any(|other| other == stemmed) {
            others.extend(stems.into_iter().filter(|other| other != stemmed));
        }
    }
    others.sort();
    others.dedup();
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_work_in_both_directions_and_hold_words_only() {
        let plain = str::to_owned;
        assert!(synonyms_of("folder", plain).contains(&"directory".to_owned()));
        assert!(synonyms_of("directory", plain).contains(&"folder".to_owned()));
        assert!(synonyms_of("zebra", plain).is_empty());
        for group in GROUPS.lines() {
            let words: Vec<&str> = group.split(' ').collect();
            assert!(words.len() > 1, "{group}");
            assert!(words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())), "{group}");
        }
    }
}
