//! Which entries a regular expression can match at all, by the letters that every match holds and the words of the index.
//!
//! Letters that stand side by side in a line are part of some word of its section, unless the section is marked as one that
//! hides some (`terms`, `section_preparer`). So entries none of whose words holds the letters need not be read; those that are not
//! indexed, or marked, are always read.

use std::collections::HashSet;

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind};

use super::section_preparer::HIDDEN;
use ctx_model::error::Result;
use ctx_store::{SearchFilter, Store};

/// The index knows parts of words from this length on.
const SHORTEST: usize = 3;
/// Letters that are in more words than this say little.
const MOST_WORDS: u32 = 400;
/// Sets of entries that are small enough are not made smaller.
const FEW: usize = 64;
/// Words in so many times more sections cost more to look up than the entries that they would rule out.
const FREQUENT: u64 = 8;

/// Letters, lower-case, that a line must hold to match.
#[derive(Debug, PartialEq)]
enum RequiredLetters {
    Part(String),
    All(Vec<RequiredLetters>),
    Any(Vec<RequiredLetters>),
}

/// The entries within which lines may match the expression, newest first, each with its bytes.
pub fn entries_that_may_match(store: &Store, within: &SearchFilter, pattern: &str) -> Result<Vec<(i64, i64)>> {
    let need = parse_regex(pattern).and_then(|hir| required_letters(&hir));
    let words = need.map(|need| RequiredWords::with_letters(store, &need)).transpose()?.flatten();
    let Some(words) = words else { return Ok(store.newest_entry_per_blob(within)?) };
    let mut blobs = words.blobs(store)?;
    blobs.extend(store.blobs_not_covered_by_words(HIDDEN)?);
    Ok(store.newest_entry_per_blob_among(within, &blobs)?)
}

/// Whether a letter is told from those of addresses, which are in no word.
pub(super) fn is_letter_not_in_hex_address(letter: u8) -> bool {
    matches!(letter, b'g'..=b'w' | b'y' | b'z')
}

fn parse_regex(pattern: &str) -> Option<Hir> {
    ParserBuilder::new().multi_line(true).crlf(true).utf8(false).build().parse(pattern).ok()
}

/// Words of the index one of which a section must hold, and in about how many sections they are.
enum RequiredWords {
    One {
        stems: HashSet<String>,
        sections: u64,
    },
    /// Those in the fewest sections first.
    All(Vec<RequiredWords>),
    Any(Vec<RequiredWords>),
}

impl RequiredWords {
    /// The words with these letters; none where they are in too many words to say much.
    fn with_letters(store: &Store, letters: &RequiredLetters) -> Result<Option<RequiredWords>> {
        let each = |letters: &[RequiredLetters]| {
            letters.iter().map(|one| RequiredWords::with_letters(store, one)).collect::<Result<Vec<_>>>()
        };
        Ok(match letters {
            RequiredLetters::Part(part) => {
                let words = store.words_with_part(part, MOST_WORDS)?;
                let sections = words.iter().map(|word| word.sections).sum();
                let few = words.len() < MOST_WORDS as usize;
                let stems = words.into_iter().map(|word| word.stem).collect();
                few.then_some(RequiredWords::One { stems, sections })
            }
            RequiredLetters::All(letters) => {
                let mut all: Vec<RequiredWords> = each(letters)?.into_iter().flatten().collect();
                all.sort_by_key(RequiredWords::sections);
                (!all.is_empty()).then_some(RequiredWords::All(all))
            }
            RequiredLetters::Any(letters) => {
                each(letters)?.into_iter().collect::<Option<Vec<_>>>().map(RequiredWords::Any)
            }
        })
    }

    fn sections(&self) -> u64 {
        match self {
            RequiredWords::One { sections, .. } => *sections,
            RequiredWords::All(all) => all.first().map_or(0, RequiredWords::sections),
            RequiredWords::Any(any) => any.iter().map(RequiredWords::sections).sum(),
        }
    }

    fn blobs(&self, store: &Store) -> Result<HashSet<i64>> {
        match self {
            RequiredWords::One { stems, .. } => Ok(store.blobs_with_stems(stems)?),
            RequiredWords::All(all) => {
                let mut found: Option<HashSet<i64>> = None;
                for one in all {
                    let Some(so_far) = &mut found else {
                        found = Some(one.blobs(store)?);
                        continue;
                    };
                    if so_far.len() <= FEW || one.sections() > FREQUENT * so_far.len() as u64 {
                        break;
                    }
                    let own = one.blobs(store)?;
                    so_far.retain(|blob| own.contains(blob));
                }
                Ok(found.unwrap_or_default())
            }
            RequiredWords::Any(any) => {
                let mut found = HashSet::new();
                for one in any {
                    found.extend(one.blobs(store)?);
                }
                Ok(found)
            }
        }
    }
}

fn required_letters(hir: &Hir) -> Option<RequiredLetters> {
    let mut letters = LetterCollector::default();
    letters.visit_regex(hir);
    letters.finish_letter_run();
    // The longest part is in the fewest words.
    letters.needs.sort_by_key(|need| match need {
        RequiredLetters::Part(part) => std::cmp::Reverse(part.len()),
        _ => std::cmp::Reverse(0),
    });
    match letters.needs.len() {
        0 => None,
        1 => letters.needs.pop(),
        _ => Some(RequiredLetters::All(letters.needs)),
    }
}

/// Collects the letters that follow each other in every match.
#[derive(Default)]
struct LetterCollector {
    part: String,
    needs: Vec<RequiredLetters>,
}

impl LetterCollector {
    fn visit_regex(&mut self, hir: &Hir) {
        match hir.kind() {
            // Of no width: what stands before and after it stands side by side.
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => literal.0.iter().for_each(|&byte| self.extend_or_end_letter_run(byte)),
            HirKind::Class(class) => match case_insensitive_letter(class) {
                Some(letter) => self.extend_or_end_letter_run(letter),
                None => self.finish_letter_run(),
            },
            HirKind::Capture(capture) => self.visit_regex(&capture.sub),
            HirKind::Concat(all) => all.iter().for_each(|one| self.visit_regex(one)),
            HirKind::Repetition(repeated) => {
                self.finish_letter_run();
                if repeated.min > 0 {
                    self.needs.extend(required_letters(&repeated.sub));
                }
            }
            HirKind::Alternation(branches) => {
                self.finish_letter_run();
                self.needs.extend(
                    branches.iter().map(required_letters).collect::<Option<Vec<_>>>().map(RequiredLetters::Any),
                );
            }
        }
    }

    fn extend_or_end_letter_run(&mut self, byte: u8) {
        match byte.is_ascii_alphabetic() {
            true => self.part.push(char::from(byte.to_ascii_lowercase())),
            false => self.finish_letter_run(),
        }
    }

    fn finish_letter_run(&mut self) {
        let part = std::mem::take(&mut self.part);
        if part.len() >= SHORTEST && part.bytes().any(is_letter_not_in_hex_address) {
            self.needs.push(RequiredLetters::Part(part));
        }
    }
}

/// The letter, where a class is one in both cases, as of a pattern that ignores case.
fn case_insensitive_letter(class: &Class) -> Option<u8> {
    let class = match class {
        Class::Unicode(class) => class.clone(),
        Class::Bytes(class) => class.to_unicode_class()?,
    };
    let mut letters = HashSet::new();
    for range in class.iter() {
        if range.end() as u32 - range.start() as u32 > 1 {
            return None;
        }
        // The long s and the sign for kelvin are folded by the index, too.
        letters.extend((range.start()..=range.end()).map(|c| match c {
            '\u{17f}' => 's',
            '\u{212a}' => 'k',
            c => c.to_ascii_lowercase(),
        }));
    }
    let only = letters.iter().next().copied().filter(|only| letters.len() == 1 && only.is_ascii_alphabetic())?;
    u8::try_from(only).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn need(pattern: &str) -> String {
        required_letters(&parse_regex(pattern).unwrap()).map_or_else(|| "-".to_owned(), |need| shown(&need))
    }

    fn shown(need: &RequiredLetters) -> String {
        let list = |needs: &[RequiredLetters], sign: &str| needs.iter().map(shown).collect::<Vec<_>>().join(sign);
        match need {
            RequiredLetters::Part(part) => part.clone(),
            RequiredLetters::All(needs) => format!("({})", list(needs, " & ")),
            RequiredLetters::Any(needs) => format!("({})", list(needs, " | ")),
        }
    }

    #[test]
    fn letters_that_every_match_holds() {
        for (pattern, wanted) in [
            ("linker", "linker"),
            ("(?i)LiNKers", "linkers"),
            ("module_31[0-9]: undefined.*symbol_ab", "(undefined & module & symbol)"),
            ("^error(s)? in", "error"),
            ("timed out|refused", "((timed & out) | refused)"),
            ("timed out|[0-9]+", "-"),
            ("(foo)+bar", "(foo & bar)"),
            ("(foo)*bar", "bar"),
            ("x*", "-"),
            ("dead.*beef", "-"),
            (r"\bstack\b overflow", "(overflow & stack)"),
            ("ab[xy]cd", "-"),
            ("E[0-9]{4}", "-"),
            ("naïve worker", "worker"),
        ] {
            assert_eq!(need(pattern), wanted, "{pattern}");
        }
    }
}
