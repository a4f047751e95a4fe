//! Whether letters can be read: how usual each pair of them is in words of English and of source code.

/// Bits of surprise at the second letter after the first, counted over identifiers and comments of a large source tree.
/// Rows are first letters, columns second ones.
const PAIRS: &[u8; 26 * 27] = include_bytes!("../data/pairs.txt");

/// The mean surprise of the pairs of a run of letters, in tenths of a bit.
fn mean_pair_surprise(letters: &[u8]) -> usize {
    let place = |byte: u8| usize::from(byte.to_ascii_lowercase() - b'a');
    let of_pair = |pair: &[u8]| usize::from(PAIRS[place(pair[0]) * 27 + place(pair[1])] - b'0');
    letters.windows(2).map(of_pair).sum::<usize>() * 10 / (letters.len() - 1).max(1)
}

/// A run of ASCII letters that a person may have written as a word: of a hundred words of programs, one is not.
pub fn is_readable_word(letters: &str) -> bool {
    match letters.len() {
        0..=3 => true,
        4..=8 => mean_pair_surprise(letters.as_bytes()) <= 58,
        9..=11 => mean_pair_surprise(letters.as_bytes()) <= 52,
        _ => mean_pair_surprise(letters.as_bytes()) <= 47,
    }
}

/// Some long run of letters in the value is not a word, in whatever case its letters are.
pub fn has_gibberish(value: &str) -> bool {
    let long = |run: &&[u8]| run.len() >= 10;
    let mut runs = value.as_bytes().split(|byte| !byte.is_ascii_alphabetic()).filter(long);
    runs.any(|run| {
        // Where words meet, pairs of letters are unusual: only a run of one case may be one word.
        let one_case = run.iter().all(u8::is_ascii_lowercase);
        mean_pair_surprise(run)
            > match run.len() {
                12.. if one_case => 47,
                16.. => 53,
                _ => 55,
            }
    })
}

#[cfg(test)]
#[path = "../tests/unit/letters.rs"]
mod tests;
