//! Corrects misspelt words of a question: finds the known words that are nearest by edit distance.

use ctx_model::error::Result;
use ctx_store::Store;

/// A word that is one edit away and seen so often beats one at the same distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearWord {
    pub word: String,
    pub distance: usize,
    pub sections: u64,
}

/// How many edits a word of this length forgives.
fn max_edits(length: usize) -> usize {
    match length {
        0..=4 => 1,
        5..=12 => 2,
        _ => 3,
    }
}

/// The words nearest to `wrong`, best first: by edits (a swap of neighbours is one), then those that begin alike or
/// have the very same letters, then by how often they were seen.
pub fn nearest_known_words(store: &Store, wrong: &str, most: usize) -> Result<Vec<NearWord>> {
    let wanted: Vec<char> = wrong.chars().collect();
    let tolerance = max_edits(wanted.len());
    let letters = letter_bits(wrong);
    let mut best: Vec<NearWord> = Vec::new();
    let mut distances = EditDistance::default();
    let lengths = (wanted.len().saturating_sub(tolerance).max(2), wanted.len() + tolerance);
    store.for_each_natural_word_of_length(lengths, |word, sections| {
        // Letters that one has and the other has not: each edit explains two at most.
        let differing = (letters ^ letter_bits(word)).count_ones() as usize;
        if differing > 2 * tolerance {
            return;
        }
        // Nobody types two letters too many at the end: that is another word.
        let is_beginning = wrong.strip_prefix(word).is_some_and(|rest| rest.chars().count() > 1);
        if let Some(distance) = distances.distance_within(&wanted, word, tolerance).filter(|_| !is_beginning) {
            best.push(NearWord { word: word.to_owned(), distance, sections });
        }
    })?;
    let first = wanted.first().copied();
    let in_order = sorted_letters(wrong);
    best.sort_by(|a, b| {
        let alike = |near: &NearWord| near.word.chars().next() == first || sorted_letters(&near.word) == in_order;
        let rank = |near: &NearWord| (near.distance, !alike(near));
        rank(a).cmp(&rank(b)).then(b.sections.cmp(&a.sections)).then_with(|| a.word.cmp(&b.word))
    });
    best.truncate(most);
    Ok(best)
}

fn sorted_letters(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

/// One bit a letter.
fn letter_bits(word: &str) -> u32 {
    let bit = |c: char| if c.is_ascii_lowercase() { c as u32 - u32::from(b'a') } else { 26 + c as u32 % 6 };
    word.chars().fold(0, |bits, c| bits | 1 << bit(c))
}

/// Optimal string alignment, row by row, given up as soon as it cannot stay within the tolerance. The distance of
/// strsim, which computes all of it for each of a hundred thousand words, takes ten times as long.
#[derive(Default)]
struct EditDistance {
    other: Vec<char>,
    rows: [Vec<usize>; 3],
}

impl EditDistance {
    fn distance_within(&mut self, wanted: &[char], other: &str, tolerance: usize) -> Option<usize> {
        self.other.clear();
        self.other.extend(other.chars());
        let width = self.other.len() + 1;
        let [before, last, row] = &mut self.rows;
        for row in [&mut *before, &mut *last, &mut *row] {
            row.clear();
            row.resize(width, 0);
        }
        for (at, cell) in last.iter_mut().enumerate() {
            *cell = at;
        }
        for (i, &a) in wanted.iter().enumerate() {
            row[0] = i + 1;
            let mut least = row[0];
            for (j, &b) in self.other.iter().enumerate() {
                let mut cost = (last[j] + usize::from(a != b)).min(last[j + 1] + 1).min(row[j] + 1);
                if i > 0 && j > 0 && a == self.other[j - 1] && wanted[i - 1] == b {
                    cost = cost.min(before[j - 1] + 1);
                }
                row[j + 1] = cost;
                least = least.min(cost);
            }
            if least > tolerance {
                return None;
            }
            std::mem::swap(before, last);
            std::mem::swap(last, row);
        }
        Some(last[width - 1]).filter(|&distance| distance <= tolerance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn distances() {
        let within = |a: &str, b: &str| EditDistance::default().distance_within(&a.chars().collect::<Vec<_>>(), b, 3);
        assert_eq!(within("kuberntes", "kubernetes"), Some(1));
        assert_eq!(within("recieve", "receive"), Some(1));
        assert_eq!(within("same", "same"), Some(0));
        assert_eq!(within("abcdef", "uvwxyz"), None);
        assert_eq!(within("", "abc"), Some(3));
    }

    proptest! {
        #[test]
        fn as_strsim_has_it(a in "[a-e]{0,9}", b in "[a-e]{0,9}") {
            let known = strsim::osa_distance(&a, &b);
            let ours = EditDistance::default().distance_within(&a.chars().collect::<Vec<_>>(), &b, 4);
            prop_assert_eq!(ours, (known <= 4).then_some(known));
        }

        #[test]
        fn the_signature_never_rejects_what_is_near(a in "[a-zé]{1,9}", b in "[a-zé]{1,9}") {
            let known = strsim::osa_distance(&a, &b);
            prop_assert!((letter_bits(&a) ^ letter_bits(&b)).count_ones() as usize <= 2 * known);
        }
    }
}
