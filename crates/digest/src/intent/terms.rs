//! Words of a question and of a line: stemmed, identifiers and paths split.

use std::collections::HashSet;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use rust_stemmers::{Algorithm, Stemmer};

use super::concepts;
use ctx_text::floor_boundary;

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

/// Words that carry no question by themselves.
const STOP: &[&str] = &[
    "a", "an", "the", "of", "to", "in", "on", "is", "are", "was", "were", "be", "been", "which", "what", "where",
    "when", "who", "does", "do", "did", "has", "have", "had", "for", "from", "by", "with", "at", "as", "it", "its",
    "this", "that", "there", "any", "all", "and", "or", "not", "show", "me", "list", "give", "find", "get", "use",
    "used", "uses", "come", "comes", "their", "than", "then", "they", "into", "will", "would", "should", "could",
    "about", "called", "many", "much", "line", "lines", "name", "names",
];

/// Stems of words for failures, and for the things that fail.
const FAILURES: &[&str] = &["fail", "failur", "broken", "break", "broke", "error", "crash", "wrong", "problem", "red"];
const THINGS: &[&str] = &[
    "test", "case", "spec", "suit", "build", "check", "step", "job", "task", "modul", "packag", "file", "run", "whi",
    "why", "how", "first", "last", "exampl", "assert", "scenario", "target",
];

/// At most this many different words of a question are looked for, the first ones.
const MOST: usize = 64;

pub fn is_stop_word(word: &str) -> bool {
    STOP.contains(&word)
}

pub struct QueryTerm {
    stem: String,
    /// How much a match counts: a concept's word counts less than the word asked for.
    weight: f32,
    /// Terms that stand for the same word of the question.
    pub group: usize,
    literal: bool,
}

pub struct Query {
    pub asked: String,
    pub terms: Vec<QueryTerm>,
    pub groups: usize,
    /// The question is which of the things a tool does have failed, and nothing more.
    pub asks_for_failures: bool,
    /// Finds lines worth splitting into words.
    filter: Option<AhoCorasick>,
    /// The question's words side by side, as they may stand in a line.
    phrases: Vec<String>,
}

impl Query {
    pub fn new(asked: &str) -> Query {
        let lower = asked.to_lowercase();
        let mut kept = distinct_words(split_words(&lower).filter(|word| !is_stop_word(word)));
        if kept.is_empty() {
            kept = distinct_words(split_words(&lower));
        }
        let mut terms: Vec<QueryTerm> = Vec::new();
        let mut groups = 0;
        for word in &kept {
            let stem = stem(word);
            if terms.iter().any(|term| term.stem == stem) {
                continue;
            }
            terms.push(QueryTerm { stem: stem.clone(), weight: 1.0, group: groups, literal: false });
            for other in concepts::related_words(&stem) {
                let literal = !other.bytes().all(|byte| byte.is_ascii_alphanumeric());
                let other = if literal { (*other).to_owned() } else { self::stem(other) };
                if !terms.iter().any(|term| term.stem == other) {
                    terms.push(QueryTerm { stem: other, weight: 0.45, group: groups, literal });
                }
            }
            groups += 1;
        }
        // A name with its punctuation, as it stands: `src/sanitize.rs`, `--exact`, `crossbeam-epoch`.
        let mut phrases: Vec<String> = lower
            .split_whitespace()
            .map(|word| word.trim_matches(|c: char| matches!(c, '?' | ',' | '.' | '"' | '\'' | '!')).to_owned())
            .filter(|word| word.len() > 3 && word.bytes().any(|byte| !byte.is_ascii_alphanumeric()))
            .take(MOST)
            .collect();
        phrases.extend(kept.windows(2).flat_map(|pair| {
            [format!("{} {}", pair[0], pair[1]), format!("{}-{}", pair[0], pair[1]), format!("{}_{}", pair[0], pair[1])]
        }));
        let needles: Vec<&str> = terms.iter().map(|term| common_stem_prefix(&term.stem)).collect();
        let filter =
            AhoCorasick::builder().ascii_case_insensitive(true).build(&needles).ok().filter(|_| !needles.is_empty());
        // It is printed again where nothing matches.
        let asked = asked.trim().chars().filter(|c| !c.is_control()).take(200).collect();
        let stems: Vec<String> = kept.iter().map(|word| stem(word)).collect();
        let any = |words: &[&str]| stems.iter().any(|stem| words.contains(&stem.as_str()));
        let asks_for_failures = any(FAILURES)
            && stems.iter().all(|stem| FAILURES.contains(&stem.as_str()) || THINGS.contains(&stem.as_str()));
        Query { asked, terms, groups, asks_for_failures, filter, phrases }
    }

    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The terms that occur in a line with the weight each has there.
    pub fn matching_terms(&self, line: &str) -> Vec<(usize, f32)> {
        let mut found: Vec<(usize, f32)> = Vec::new();
        if !self.filter.as_ref().is_some_and(|filter| filter.is_match(line)) {
            return found;
        }
        let end = floor_boundary(line, 4000);
        let lower = line[..end].to_lowercase();
        let mut add = |index: usize, weight: f32| match found.iter_mut().find(|(term, _)| *term == index) {
            Some((_, held)) => *held = (*held + weight * 0.2).min(weight * 1.4),
            None => found.push((index, weight)),
        };
        let mut judge = |word: &str| {
            // Stemming is expensive: only words that begin like a term are stemmed.
            let begins = |term: &QueryTerm| !term.literal && word.starts_with(common_stem_prefix(&term.stem));
            if !self.terms.iter().any(begins) {
                return;
            }
            let stem = stem(word);
            for (index, term) in self.terms.iter().enumerate().filter(|(_, term)| begins(term)) {
                if term.stem == stem {
                    add(index, term.weight);
                } else if term.stem.len() >= 4 && stem.starts_with(&term.stem) {
                    add(index, term.weight * 0.6);
                }
            }
        };
        split_words(&lower).for_each(&mut judge);
        split_camel_case(&line[..end]).for_each(|hump| judge(&hump));
        for (index, term) in self.terms.iter().enumerate().filter(|(_, term)| term.literal) {
            if lower.contains(&term.stem) {
                add(index, term.weight);
            }
        }
        found
    }

    /// A factor for lines in which the question's words stand side by side.
    pub fn adjacency_factor(&self, line: &str) -> f32 {
        if self.phrases.is_empty() {
            return 1.0;
        }
        let lower = line[..floor_boundary(line, 4000)].to_lowercase();
        if self.phrases.iter().any(|phrase| lower.contains(phrase)) { 1.4 } else { 1.0 }
    }

    /// Where in a long line most of the question stands close together.
    pub fn best_match_offset(&self, line: &str, window: usize) -> usize {
        let Some(filter) = &self.filter else { return 0 };
        let hits: Vec<(usize, usize)> = filter
            .find_iter(line)
            .take(4000)
            .map(|hit| (hit.start(), self.terms[hit.pattern().as_usize()].group))
            .collect();
        let mut count = vec![0f32; self.groups];
        hits.iter().for_each(|(_, group)| count[*group] += 1.0);
        let worth = |from: usize| -> f32 {
            let mut seen = vec![false; self.groups];
            let near = hits[from..].iter().take_while(|(at, _)| *at < hits[from].0 + window);
            near.map(|(_, group)| if std::mem::replace(&mut seen[*group], true) { 0.0 } else { 1.0 / count[*group] })
                .sum()
        };
        let best = (0..hits.len())
            .map(|from| (from, worth(from)))
            .fold((0, 0.0), |best, next| if next.1 > best.1 { next } else { best });
        hits.get(best.0).map_or(0, |(at, _)| *at)
    }

    pub fn has_word(&self, word: &str) -> bool {
        let stem = stem(word);
        self.terms.iter().any(|term| term.stem == stem)
    }
}

fn distinct_words<'a>(words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut known = HashSet::new();
    words.filter(|word| known.insert(*word)).take(MOST).collect()
}

pub fn stem(word: &str) -> String {
    STEMMER.stem(word).into_owned()
}

/// The common beginning of all forms of a stem: Porter turns a final y into i.
fn common_stem_prefix(stem: &str) -> &str {
    match stem.len() {
        0..=3 => stem,
        _ => stem.strip_suffix(['i', 'e', 'y']).unwrap_or(stem),
    }
}

/// Runs of letters and digits.
pub fn split_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// The parts of words written in camel case.
fn split_camel_case(line: &str) -> impl Iterator<Item = String> {
    let rises = |word: &str| {
        let bytes = word.as_bytes();
        (1..bytes.len())
            .filter(|&at| bytes[at].is_ascii_uppercase() && bytes[at - 1].is_ascii_lowercase())
            .collect::<Vec<_>>()
    };
    split_words(line).flat_map(move |word| {
        let rises = rises(word);
        let ends = rises.iter().copied().chain(std::iter::once(word.len()));
        let starts = std::iter::once(0).chain(rises.iter().copied());
        let parts: Vec<String> = match rises.is_empty() {
            true => Vec::new(),
            false => starts.zip(ends).map(|(start, end)| word[start..end].to_lowercase()).collect(),
        };
        parts
    })
}
