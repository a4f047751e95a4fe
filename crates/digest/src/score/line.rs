//! The features of one line by itself (its length, words, severity and so on), as small numbers for the model.

use super::signs::{CLASSES, share_in_32nds, size_in_half_octaves, word_classes};
use crate::part::{has_no_letters_or_digits, indentation_width};
use crate::{Severity, place, severity, totals, trace};

/// The longest part of a line that is looked at.
const LONGEST: usize = 600;

/// The features of a line by itself come first, in this order.
#[rustfmt::skip]
pub const OWN: &[&str] = &[
    "length", "indent", "words", "digits", "capitals", "punctuation", "begins with", "path", "place", "numbers", "quoted",
    "colon at the end", "full stop", "drawn", "caret", "time", "measure", "exception", "name and value", "address", "frame",
    "heading", "arrow", "words in capitals", "words of the command", "file of the command", "not ASCII", "camel case",
    "commas", "equals signs", "braces", "severity", "weight", "counts", "verdict", "passing", "logged", "blank",
    "error", "fatal", "fail", "warning", "success", "hint", "chatter", "summary", "negation", "expectation", "progress",
    "ending", "reason",
];
pub const OWN_LEN: usize = 38 + CLASSES;
pub const BLANK: usize = 37;
pub const INDENT: usize = 1;
const SEVERITY: usize = 31;

/// Features that a line has of its neighbours, too: of the next ones more.
pub const NEAR: &[usize] = &[0, INDENT, 6, 8, 11, 13, 14, 21, SEVERITY, 32, 33, BLANK, 38, 39, 40, 41, 45, 46, 47];
pub const FAR: &[usize] = &[INDENT, 8, 13, SEVERITY, BLANK, 38, 40, 41];

/// The command's words, as far as an output may repeat them.
pub struct CommandWords {
    pub words: Vec<String>,
    pub files: Vec<String>,
}

impl CommandWords {
    pub fn new(argv: &[String]) -> CommandWords {
        let apart = |c: char| c.is_whitespace() || "'\"=;|&<>()".contains(c);
        let pieces: Vec<&str> = argv.iter().flat_map(|word| word.split(apart)).filter(|word| word.len() > 2).collect();
        let mut words: Vec<String> = pieces
            .iter()
            .flat_map(|piece| letter_words(piece))
            .filter(|word| word.len() > 2)
            .map(str::to_lowercase)
            .collect();
        words.sort_unstable();
        words.dedup();
        let named = pieces.iter().filter(|piece| piece.len() > 3 && piece.contains(['/', '.']));
        let files = named.map(|piece| piece.rsplit('/').next().unwrap_or(piece)).filter(|name| name.len() > 3);
        CommandWords { words, files: files.map(str::to_owned).collect() }
    }
}

/// Words of letters, at least two of them.
pub fn letter_words(line: &str) -> impl Iterator<Item = &str> {
    let is_inner = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &line.as_bytes()[at..];
            let start = at + rest.iter().position(is_inner)?;
            let len = line.as_bytes()[start..].iter().take_while(|byte| is_inner(byte)).count();
            at = start + len;
            if len > 1 && line.as_bytes()[start] != b'_' {
                return Some(&line[start..at]);
            }
        }
    })
}

fn first_char_class(first: char) -> u8 {
    match first {
        c if c.is_ascii_digit() => 1,
        c if c.is_uppercase() => 2,
        c if c.is_alphabetic() => 3,
        '[' | '(' | '<' | '{' => 4,
        '-' | '*' | '•' | '·' => 5,
        '+' | '>' => 6,
        '|' | '│' => 7,
        '#' | '=' => 8,
        c if c.is_ascii() => 9,
        _ => 10,
    }
}

/// How often each byte occurs.
struct ByteCounts([u16; 256]);

impl ByteCounts {
    fn new(bytes: &[u8]) -> ByteCounts {
        let mut counts = [0; 256];
        bytes.iter().for_each(|&byte| counts[usize::from(byte)] += 1);
        ByteCounts(counts)
    }

    fn count_of(&self, byte: u8) -> usize {
        usize::from(self.0[usize::from(byte)])
    }

    fn count_in_range(&self, bytes: std::ops::RangeInclusive<u8>) -> usize {
        bytes.map(|byte| self.count_of(byte)).sum()
    }

    fn contains(&self, byte: u8) -> bool {
        self.count_of(byte) > 0
    }
}

/// The features of one line, in the order of `OWN`.
pub fn line_features(line: &str, asked: &CommandWords) -> [u8; OWN_LEN] {
    let mut row = [0; OWN_LEN];
    let line = &line[..ctx_text::floor_boundary(line, LONGEST.min(line.len()))];
    let text = line.trim();
    let Some(first) = text.chars().next() else {
        row[BLANK] = 1;
        return row;
    };
    let (len, bytes) = (text.len(), text.as_bytes());
    let many = |count: usize| count.min(40) as u8;
    let counts = ByteCounts::new(bytes);
    let (digits, capitals) = (counts.count_in_range(b'0'..=b'9'), counts.count_in_range(b'A'..=b'Z'));
    let punctuation = counts.count_in_range(b'!'..=b'/')
        + counts.count_in_range(b':'..=b'@')
        + counts.count_in_range(b'['..=b'`')
        + counts.count_in_range(b'{'..=b'~');
    let pairs = |wanted: fn(u8, u8) -> bool| bytes.windows(2).filter(|two| wanted(two[0], two[1])).count();
    let numbers = usize::from(bytes[0].is_ascii_digit()) + pairs(|a, b| !a.is_ascii_digit() && b.is_ascii_digit());
    let words = WordCounts::new(text, asked);
    let has = |needle: &str| text.contains(needle);
    let not_ascii = !text.is_ascii();
    let signal = severity::severity_of_line(line);
    let values = [
        size_in_half_octaves(len),
        many(indentation_width(line)),
        many(words.all),
        share_in_32nds(digits, len),
        share_in_32nds(capitals, len),
        share_in_32nds(punctuation, len),
        first_char_class(first),
        u8::from(counts.contains(b'/') && text.split_whitespace().any(|word| word.contains('/') && word.len() > 3)),
        u8::from(place::position_of_the_word_line(text).is_some() || place::find_place(line).is_some()),
        many(numbers),
        u8::from(
            counts.contains(b'\'')
                || counts.contains(b'"')
                || counts.contains(b'`')
                || (not_ascii && text.contains(['‘', '“'])),
        ),
        u8::from(text.ends_with(':')),
        u8::from(text.ends_with('.')),
        u8::from(has_no_letters_or_digits(line)),
        u8::from(counts.contains(b'^') || (counts.count_of(b'~') > 1 && has("~~"))),
        u8::from(digits > 2 && contains_time(bytes)),
        u8::from(digits > 0 && contains_measure(bytes)),
        u8::from(words.exception),
        u8::from(is_name_value_pair(text)),
        u8::from(counts.contains(b':') && counts.count_of(b'/') > 1 && has("://")),
        u8::from(trace::is_stack_frame(line) || text.starts_with("at ") || text.starts_with("from ")),
        u8::from(is_heading_line(text)),
        u8::from((counts.contains(b'>') && (has("->") || has("=>"))) || (not_ascii && has("→"))),
        many(words.capitals),
        many(words.asked.len()),
        u8::from(asked.files.iter().any(|file| has(file))),
        u8::from(not_ascii),
        many(if capitals == 0 { 0 } else { pairs(|a, b| a.is_ascii_lowercase() && b.is_ascii_uppercase()) }),
        many(counts.count_of(b',')),
        many(counts.count_of(b'=')),
        many(counts.count_of(b'{') + counts.count_of(b'}')),
        signal.map_or(0, |signal| match signal.severity {
            Severity::Error => 3,
            Severity::Warning => 2,
            Severity::Info => 1,
        }),
        signal.map_or(0, |signal| signal.weight),
        many(totals::number_of_counts(line)),
        u8::from(totals::is_verdict_line(line))
            + 2 * u8::from(totals::is_closing_line_with_number(line))
            + 4 * u8::from(totals::is_unmistakable_verdict(line)),
        u8::from(severity::is_success_line(line)),
        u8::from(severity::is_log_line(line)),
        0,
    ];
    row[..values.len()].copy_from_slice(&values);
    row[values.len()..].copy_from_slice(&word_classes(text));
    row
}

/// What the words of a line are.
struct WordCounts {
    all: usize,
    capitals: usize,
    exception: bool,
    /// Places among the command's words.
    asked: Vec<usize>,
}

impl WordCounts {
    fn new(text: &str, asked: &CommandWords) -> WordCounts {
        let mut found = WordCounts { all: 0, capitals: 0, exception: false, asked: Vec::new() };
        for word in letter_words(text) {
            found.all += 1;
            found.exception |= is_exception_name(word);
            found.capitals += usize::from(word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_uppercase()));
            let order = |held: &String| held.bytes().cmp(word.bytes().map(|byte| byte.to_ascii_lowercase()));
            if let Ok(at) = asked.words.binary_search_by(order)
                && !found.asked.contains(&at)
            {
                found.asked.push(at);
            }
        }
        found
    }
}

fn contains_time(bytes: &[u8]) -> bool {
    bytes.windows(5).any(|five| {
        let digit = |at: usize| five[at].is_ascii_digit();
        (digit(0) && digit(1) && five[2] == b':' && digit(3) && digit(4))
            || (five[0] == b'-' && digit(1) && digit(2) && five[3] == b'-' && digit(4))
    })
}

/// `12 ms`, `3.4s`, `80%`, `5 MB`.
fn contains_measure(bytes: &[u8]) -> bool {
    const UNITS: &[&[u8]] =
        &[b"%", b"ms", b"s", b"sec", b"seconds", b"min", b"MB", b"KB", b"GB", b"MiB", b"KiB", b"kB"];
    (1..bytes.len()).any(|at| {
        let rest = if bytes[at] == b' ' { &bytes[at + 1..] } else { &bytes[at..] };
        bytes[at - 1].is_ascii_digit()
            && rest.first().is_some_and(|byte| b"%msMKGk".contains(byte))
            && UNITS.iter().any(|unit| {
                rest.starts_with(unit) && !rest.get(unit.len()).is_some_and(|byte| byte.is_ascii_alphanumeric())
            })
    })
}

fn is_exception_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase())
        && ["Error", "Exception", "Warning", "Fault", "Failure"].iter().any(|end| word.ends_with(end))
}

/// `Requests per second: 98`, `size = 3`.
fn is_name_value_pair(text: &str) -> bool {
    text.find([':', '=']).is_some_and(|at| {
        (1..=40).contains(&at)
            && text[..at].chars().all(|c| c.is_alphanumeric() || " .-/_".contains(c))
            && !text[at + 1..].trim().is_empty()
    })
}

fn is_heading_line(text: &str) -> bool {
    let drawn = text.trim_start_matches(['#', '=', '-', '*', '─', '━', '_', '~']);
    let led = text.len() - drawn.len() >= 2 && drawn.trim_start().starts_with(|c: char| c.is_alphanumeric());
    let shouted = text.len() > 4 && text.bytes().all(|byte| byte.is_ascii_uppercase() || b" _-:".contains(&byte));
    led || shouted || text.starts_with(['▶', '●', '#'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_name() {
        assert_eq!(OWN.len(), OWN_LEN);
        assert_eq!((OWN[BLANK], OWN[SEVERITY], OWN[INDENT]), ("blank", "severity", "indent"));
        assert_eq!(OWN[BLANK + 1], "error");
    }

    #[test]
    fn a_line_is_told_by_its_marks() {
        let asked = CommandWords::new(&["check --all src/main.c".into()]);
        let row = line_features("src/main.c:12: error: 'x' is not declared", &asked);
        let value = |name: &str| row[OWN.iter().position(|held| *held == name).unwrap()];
        assert_eq!((value("place"), value("quoted"), value("error"), value("severity")), (1, 1, 1, 3));
        assert_eq!((value("file of the command"), value("negation"), value("blank")), (1, 1, 0));
        assert_eq!(line_features("  \t", &asked)[BLANK], 1);
    }
}
