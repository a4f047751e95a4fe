//! Whether letters can be read: how usual each pair of them is in words of English and of source code.

/// Bits of surprise at the second letter after the first, counted over identifiers and comments of a large source tree.
/// Rows are first letters, columns second ones.
const PAIRS: [&[u8; 26]; 26] = [
    b"64447759596353959343667769",
    b"34563678377267469446498969",
    b"38473684594467269453578779",
    b"46542668289567469446578769",
    b"47436569799453757334867589",
    b"47553369299467369445598969",
    b"47672654399564459346488879",
    b"36662778399656369454598969",
    b"55454559998442369543959795",
    b"39852898496966368836389999",
    b"47562668398565568635577968",
    b"38752789397387369755579949",
    b"25662889399647439746499989",
    b"48433538496686479733668989",
    b"66457668696442549344455899",
    b"37563775498367349354587969",
    b"68676988697596969555188699",
    b"37552769396656369544578769",
    b"57463774396667548642487959",
    b"38562674299678469345597659",
    b"54465659599443749333999799",
    b"36771687398668577565788899",
    b"28653684397684479346587999",
    b"47463397499767539753678479",
    b"66584667497443529634986866",
    b"35571777395687588968668965",
];

/// The mean surprise of the pairs of a run of letters, in tenths of a bit.
fn surprise(letters: &[u8]) -> usize {
    let place = |byte: u8| usize::from(byte.to_ascii_lowercase() - b'a');
    let of_pair = |pair: &[u8]| usize::from(PAIRS[place(pair[0])][place(pair[1])] - b'0');
    letters.windows(2).map(of_pair).sum::<usize>() * 10 / (letters.len() - 1).max(1)
}

/// A run of ASCII letters that a person may have written as a word: of a hundred words of programs, one is not.
pub fn is_readable(letters: &str) -> bool {
    match letters.len() {
        0..=3 => true,
        4..=8 => surprise(letters.as_bytes()) <= 58,
        9..=11 => surprise(letters.as_bytes()) <= 52,
        _ => surprise(letters.as_bytes()) <= 47,
    }
}

/// Some long run of letters in the value is no word, in whatever case its letters are.
pub fn has_gibberish(value: &str) -> bool {
    let long = |run: &&[u8]| run.len() >= 10;
    let mut runs = value.as_bytes().split(|byte| !byte.is_ascii_alphabetic()).filter(long);
    runs.any(|run| {
        // Where words meet, pairs of letters are unusual: only a run of one case may be one word.
        let one_case = run.iter().all(u8::is_ascii_lowercase);
        surprise(run)
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
