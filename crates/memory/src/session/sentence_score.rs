//! The sentences, list items and commands of a text, and how telling each is by its own words and by its place.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use super::answer_units::{AnswerSplitter, AnswerUnit};
use super::phrase_list::{PhraseList, contains_any};
use ctx_capture::event_words::shorten_to_line;

/// One sentence, or one line of a list, and how telling it is.
#[derive(Clone)]
pub struct ScoredSentence {
    pub text: String,
    /// The heading or line that leads in to it, and to the units behind it with the same one.
    pub lead: String,
    /// The heading above it.
    pub heading: String,
    pub score: i32,
    /// It stands below a heading that says that this binds the work …
    pub binds: bool,
    /// … or that something is proposed or decided.
    pub proposes: bool,
    pub is_heading: bool,
    /// Among the units of its text: what stands between two that are told is left out.
    pub place: usize,
}

/// Words that tell what is not done yet, or what must be done by somebody.
pub static LEFT: PhraseList = PhraseList::new("key_sentences.left");

/// Words that tell why something was so.
pub static CAUSE: PhraseList = PhraseList::new("key_sentences.cause");

/// Words that tell how it ended.
pub static RESULT: PhraseList = PhraseList::new("key_sentences.result");

/// Offers and pleasantries.
pub static IDLE: PhraseList = PhraseList::new("key_sentences.idle");

/// Headings below which stands why something was so, or how it was mended.
pub static CAUSE_HEADINGS: PhraseList = PhraseList::new("key_sentences.cause_headings");

/// Headings below which stands what is left.
pub static LEFT_HEADINGS: PhraseList = PhraseList::new("key_sentences.left_headings");

/// Headings below which stands what binds the work.
pub static BOUND_HEADINGS: PhraseList = PhraseList::new("key_sentences.bound_headings");

/// Words with which a model proposes and chooses.
pub static PROPOSED: PhraseList = PhraseList::new("key_sentences.proposed");

/// Which of these lists have a word in a sentence.
#[derive(Clone, Copy, Default)]
pub struct SentenceSigns {
    pub left: bool,
    pub cause: bool,
    pub result: bool,
    pub idle: bool,
}

impl SentenceSigns {
    /// All lists in one pass over a sentence in small letters.
    pub fn find_in_sentence(lower: &str) -> SentenceSigns {
        static WORDS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
            let words = [LEFT.iter(), CAUSE.iter(), RESULT.iter(), IDLE.iter()].into_iter().flatten();
            AhoCorasick::new(words).ok()
        });
        let mut signs = SentenceSigns::default();
        let found = WORDS.iter().flat_map(|words| words.find_overlapping_iter(lower));
        for word in found.map(|found| found.pattern().as_usize()) {
            match word {
                word if word < LEFT.len() => signs.left = true,
                word if word < LEFT.len() + CAUSE.len() => signs.cause = true,
                word if word < LEFT.len() + CAUSE.len() + RESULT.len() => signs.result = true,
                _ => signs.idle = true,
            }
        }
        signs
    }
}

/// The words that name something in code: `snake_case`, `CamelCase`, a path, a call, a number of an issue.
pub fn find_code_names(text: &str) -> Vec<&str> {
    let words = text.split_whitespace().filter_map(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && !"()#_/".contains(c));
        let inner = bare.char_indices().skip(1).any(|(_, c)| c.is_uppercase()) && bare.chars().any(char::is_lowercase);
        // `model/view` are two words.
        let is_path = bare.contains('/') && (bare.contains('.') || bare.matches('/').count() > 1);
        let is_name = inner || bare.len() > 3 && (bare.contains(['_', '#', '.']) || is_path) || bare.contains("()");
        is_name.then(|| bare.trim_end_matches("()"))
    });
    words.collect()
}

/// Four plain words or more: what has fewer is a name, a type or a line of code.
pub fn has_four_plain_words(text: &str) -> bool {
    let plain = |word: &&str| {
        let bare = word.trim_matches(|c: char| c.is_ascii_punctuation());
        bare.len() > 1 && bare.chars().skip(1).all(|c| c.is_lowercase() || c == '-' || c == '\'')
    };
    text.split(' ').filter(plain).count() >= 4
}

/// The sentences, list items and commands of an answer, each with what leads in to it.
pub fn split_into_scored_units(answer: &str) -> Vec<ScoredSentence> {
    add_scores_of_place(split_and_score_units_by_words(answer, LONGEST))
}

pub fn add_scores_of_place(mut units: Vec<ScoredSentence>) -> Vec<ScoredSentence> {
    // What comes first sums up, what comes last says how it goes on.
    let count = units.len();
    let first = units.iter().position(|unit| unit.text.len() > 24 && unit.text.contains(' ')).unwrap_or(0);
    for (at, unit) in units.iter_mut().enumerate() {
        unit.score += match at {
            at if at == first => 10,
            at if at == first + 1 => 3,
            at if at + 2 >= count => 2,
            _ => 0,
        };
    }
    units
}

/// The same by their own words alone, wherever they stand.
pub fn split_and_score_units_by_words(answer: &str, longest: usize) -> Vec<ScoredSentence> {
    let score = |unit| score_unit(unit, longest);
    let mut units: Vec<ScoredSentence> = AnswerSplitter::split(answer).into_iter().map(score).collect();
    units.iter_mut().enumerate().for_each(|(place, unit)| unit.place = place);
    let skip = units.len().saturating_sub(MOST_UNITS);
    let start = units.len().min(FIRST_UNITS);
    units.drain(start..start + skip);
    units
}

/// How telling a unit is: by its own words, and by those of a line that leads in to it.
pub fn score_unit(unit: AnswerUnit, longest: usize) -> ScoredSentence {
    let heading = if unit.heading.is_empty() { &unit.lead } else { &unit.heading }.to_lowercase();
    let below = if contains_any(&heading, &LEFT_HEADINGS) {
        4
    } else if contains_any(&heading, &CAUSE_HEADINGS) {
        3
    } else {
        0
    };
    let is_former = [&unit.lead.to_lowercase(), &heading].iter().any(|lead| lead.starts_with("before"));
    let signs = SentenceSigns::find_in_sentence(&unit.lead.to_lowercase());
    let led = 2 * i32::from(signs.left) + 2 * i32::from(signs.cause) + i32::from(signs.result);
    let own = match &unit {
        unit if unit.is_command => COMMAND,
        // It shows what the words say.
        unit if unit.is_code_block => i32::from(!unit.text.ends_with("…`")),
        unit => score_sentence(&unit.text, !unit.lead.is_empty(), unit.has_code),
    };
    ScoredSentence {
        score: own + below + led - FORMER * i32::from(is_former),
        binds: contains_any(&heading, &BOUND_HEADINGS),
        proposes: contains_any(&heading, &PROPOSED),
        is_heading: unit.is_heading,
        place: 0,
        text: if unit.is_command { unit.text } else { shorten_to_line(&unit.text, longest) },
        lead: unit.lead,
        heading: unit.heading,
    }
}

/// How much less worth is what was so before.
const FORMER: i32 = 5;
/// What a command is worth: it is seldom told in other words.
const COMMAND: i32 = 4;

pub fn score_sentence(sentence: &str, is_led: bool, has_code: bool) -> i32 {
    let lower = sentence.to_lowercase().replace('’', "'");
    let mut score = 0;
    let signs = SentenceSigns::find_in_sentence(&lower);
    score += i32::from(signs.left) * 4 + i32::from(signs.cause) * 4 + i32::from(signs.result) * 2;
    let digits = sentence.bytes().any(|byte| byte.is_ascii_digit());
    score += i32::from(digits && signs.result) * 2;
    let figures = sentence.split(' ').filter(|word| word.bytes().any(|byte| byte.is_ascii_digit())).count();
    score += i32::from(figures > 1) + 3 * i32::from(sentence.contains('%') && digits);
    score += i32::from(has_commit_hash(sentence)) * 3;
    score += i32::from(lower.contains("branch") || lower.contains("pull request") || lower.contains("/pull/")) * 2;
    score += i32::from(has_code);
    score -= i32::from(signs.idle) * 5;
    if sentence.ends_with('?') {
        score -= 1;
    }
    // A path or a name alone says nothing without the line that leads in to it.
    if !sentence.contains(' ') && sentence.is_ascii() && !is_led {
        score -= 6;
    }
    score - i32::from(sentence.len() > 240) - i32::from(sentence.len() < 24 && !is_led) * 2
}

/// A word of hexadecimal digits that may name a commit.
pub fn has_commit_hash(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| {
        (7..=40).contains(&word.len())
            && word.bytes().all(|byte| byte.is_ascii_hexdigit())
            && word.bytes().any(|byte| byte.is_ascii_digit())
            && word.bytes().any(|byte| byte.is_ascii_alphabetic())
    })
}

/// Sentences longer than this are cut.
pub const LONGEST: usize = 320;

/// More units than this are not looked at: of the rest, the first ones and those at the end are.
const MOST_UNITS: usize = 400;

const FIRST_UNITS: usize = 100;
