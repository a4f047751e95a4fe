//! The words of the language: what is one of them is not a typo of another word.

/// One word a line, in order; forms that end like those below stand for their base.
const WORDS: &str = include_str!("../data/english.txt");
/// Endings of forms, and what stands in their place at the end of a base.
const ENDINGS: &[(&str, &str)] = &[
    ("s", ""),
    ("es", ""),
    ("ed", ""),
    ("ed", "e"),
    ("ing", ""),
    ("ing", "e"),
    ("d", ""),
    ("ly", ""),
    ("y", ""),
    ("ies", "y"),
];
/// Bases shorter than this have no forms that would be recognised.
const LEAST: usize = 3;

/// A word of the language, in small letters.
pub fn is_english_word(word: &str) -> bool {
    let base = |(ending, end): &(&str, &str)| {
        let base = word.strip_suffix(ending).filter(|base| base.len() >= LEAST)?;
        Some(format!("{base}{end}"))
    };
    is_in_word_list(word) || ENDINGS.iter().filter_map(base).any(|base| is_in_word_list(&base))
}

/// Binary search over the text itself: most questions ask for one word or none.
fn is_in_word_list(word: &str) -> bool {
    let (mut low, mut high) = (0, WORDS.len());
    while low < high {
        let middle = (low + high) / 2;
        let start = WORDS[..middle].rfind('\n').map_or(0, |at| at + 1).max(low);
        let end = WORDS[middle..].find('\n').map_or(WORDS.len(), |at| middle + at);
        match WORDS[start..end.max(start)].cmp(word) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => low = end + 1,
            std::cmp::Ordering::Greater => high = start,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_their_forms_are_known_and_names_are_not() {
        for word in ["late", "unicorn", "chocolate", "kitchens", "penguins", "baked", "baking", "stories", "salty"] {
            assert!(is_english_word(word), "{word}");
        }
        for word in ["uvicorn", "kuberntes", "recieve", "tokio", "qwertz", "", "s"] {
            assert!(!is_english_word(word), "{word}");
        }
    }

    #[test]
    fn every_listed_word_is_found() {
        let words: Vec<&str> = WORDS.lines().collect();
        assert!(words.is_sorted() && words.iter().all(|word| is_in_word_list(word)) && WORDS.len() < 200_000);
        assert!(!is_in_word_list("\n") && !is_in_word_list("zzzzz") && !is_in_word_list("aaaab"));
    }
}
