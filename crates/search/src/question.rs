//! The distinct words of a question; of a very long one, the most telling.

use std::collections::HashMap;

use rust_stemmers::Stemmer;

use super::query::idf;
use super::section_preparer::stem_word;
use ctx_model::error::Result;
use ctx_store::Store;

/// At most this many words of a question are looked for: in a longer one, the most telling.
pub(super) const MOST: usize = 64;
/// Words of a question that are corrected, or taken for pieces of others: each is compared with the whole vocabulary.
const MOST_WRONG: usize = 12;

/// A word of the question, and how often it is there.
pub(super) struct QuestionWord {
    pub word: String,
    pub natural: bool,
    pub stem: String,
    pub times: u32,
}

/// The words in the order in which they are first said.
pub(super) fn distinct_words_with_counts(stemmer: &Stemmer, words: Vec<(String, bool)>) -> Vec<QuestionWord> {
    let mut all: Vec<QuestionWord> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (word, natural) in words {
        let stem = stem_word(stemmer, &word);
        match places.get(&stem) {
            Some(&at) => all[at].times += 1,
            None => {
                places.insert(stem.clone(), all.len());
                all.push(QuestionWord { word, natural, stem, times: 1 });
            }
        }
    }
    all
}

/// The most telling words of a very long question, still in order.
pub(super) fn keep_rarest_words(store: &Store, said: Vec<QuestionWord>, total: u64) -> Result<Vec<QuestionWord>> {
    if said.len() <= MOST_WRONG {
        return Ok(said);
    }
    let (mut worth, mut wrong) = (Vec::with_capacity(said.len()), 0);
    for (at, word) in said.iter().enumerate() {
        match store.count_sections_ever_with_stem(&word.stem)? {
            0 if wrong == MOST_WRONG => {}
            0 => {
                wrong += 1;
                worth.push((f32::INFINITY, at));
            }
            seen => worth.push((idf(seen, total) * word.times as f32, at)),
        }
    }
    worth.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    worth.truncate(MOST);
    let mut kept: Vec<usize> = worth.into_iter().map(|(_, at)| at).collect();
    kept.sort_unstable();
    let mut kept = kept.into_iter().peekable();
    Ok(said.into_iter().enumerate().filter(|(at, _)| kept.next_if_eq(at).is_some()).map(|(_, said)| said).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_stemmers::Algorithm;

    #[test]
    fn words_are_counted_once_each() {
        let words = ["flow", "flows", "plate", "flow"].map(|word| (word.to_owned(), true));
        let said = distinct_words_with_counts(&Stemmer::create(Algorithm::English), words.to_vec());
        let said: Vec<(&str, u32)> = said.iter().map(|said| (said.stem.as_str(), said.times)).collect();
        assert_eq!(said, [("flow", 3), ("plate", 1)]);
    }
}
