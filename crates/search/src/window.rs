//! The lines of a section that answer the question, with as much around them as there is room for.

use std::collections::{BTreeSet, HashMap};

use rust_stemmers::{Algorithm, Stemmer};

use super::query::{OTHER_WORD, Query};
use super::section_preparer::stem_word;
use super::sections::is_log_or_listing_line;
use super::terms::{TermSink, TermSplitter};
use ctx_text::{ceil_boundary, floor_boundary};

/// A line with its number, masked.
pub type NumberedLine = (u64, String);

/// More windows than this out of one section say the same.
const WINDOWS: usize = 10;
/// A shown line is cut to this, around the match in it.
const WIDE: usize = 320;
/// Lines that a hit shows at most.
pub const MOST_LINES: usize = 12;
/// Words of a question that a long line is cut around.
const WORDS: usize = 64;

/// Positions of lines in the section, and their worth compared with its best lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnippetWindow {
    pub first: usize,
    pub last: usize,
    /// A factor of the section's score.
    pub worth: f64,
    /// A line that stands for itself.
    pub alone: bool,
}

/// Tells how well a line answers.
pub struct LineMatcher<'q> {
    query: &'q Query,
    stems: QuestionStems<'q>,
    terms: TermSplitter,
}

/// The stems of a question with their slots and weights.
struct QuestionStems<'q> {
    slots: HashMap<&'q str, (usize, f32)>,
    /// First bytes of all stems.
    starts: [bool; 256],
    stemmer: Stemmer,
}

#[derive(Clone, Copy, Default)]
struct LineWorth {
    slots: u64,
    sum: f32,
    words: u32,
}

impl LineWorth {
    /// How well a line answers when it stands for itself: all of the question, and little else.
    fn standalone_fit(self, total: f32) -> f64 {
        let coverage = f64::from((self.sum / total.max(0.001)).min(1.0));
        let others = self.words.saturating_sub((self.slots & PLAIN).count_ones());
        (0.3 + 0.7 * coverage * coverage) / (1.0 + 0.03 * f64::from(others))
    }
}

/// Slots that are words.
const PLAIN: u64 = (1 << 40) - 1;

struct LineWeigher<'a, 'q> {
    stems: &'a QuestionStems<'q>,
    worth: LineWorth,
}

impl TermSink for LineWeigher<'_, '_> {
    fn add_word(&mut self, word: &str, _: bool) {
        self.worth.words += 1;
        // A stem begins as its word does: most words need no stemming to be told apart.
        if !self.stems.starts[usize::from(word.as_bytes()[0])] {
            return;
        }
        let slots = &self.stems.slots;
        let found = slots.get(word).or_else(|| slots.get(stem_word(&self.stems.stemmer, word).as_str()));
        if let Some(&(slot, value)) = found
            && self.worth.slots & (1 << slot.min(39)) == 0
        {
            self.worth.slots |= 1 << slot.min(39);
            self.worth.sum += value;
        }
    }

    fn add_code(&mut self, _: u32) {}
}

impl<'q> LineMatcher<'q> {
    pub fn new(query: &'q Query) -> LineMatcher<'q> {
        let mut slots = HashMap::new();
        for (slot, wanted) in query.slots.iter().enumerate() {
            for (ways, weight) in &wanted.ways {
                for stem in ways {
                    slots.entry(stem.as_str()).or_insert((slot, wanted.idf * weight));
                }
            }
            for stem in &wanted.others {
                slots.entry(stem.as_str()).or_insert((slot, wanted.idf * OTHER_WORD));
            }
        }
        let mut starts = [false; 256];
        for stem in slots.keys() {
            starts[usize::from(stem.as_bytes().first().copied().unwrap_or_default())] = true;
        }
        let stems = QuestionStems { slots, starts, stemmer: Stemmer::create(Algorithm::English) };
        LineMatcher { query, stems, terms: TermSplitter::default() }
    }

    fn line_worth(&mut self, line: &str) -> LineWorth {
        let mut found = LineWeigher { stems: &self.stems, worth: LineWorth::default() };
        self.terms.for_each_term(line, &mut found);
        let mut worth = found.worth;
        let exact = || self.query.exact.iter().chain(&self.query.literal);
        if exact().next().is_some() {
            let lower = line.to_lowercase();
            for (place, _) in exact().enumerate().filter(|(_, text)| lower.contains(text.as_str())) {
                worth.sum += 4.0;
                worth.slots |= 1 << (63 - place.min(20));
            }
        }
        worth
    }

    /// The words of the question that stand in a line, a bit for each of the first forty.
    pub fn find_slots_in_line(&mut self, line: &str) -> u64 {
        self.line_worth(line).slots & PLAIN
    }

    /// True when the lines hold everything that must be there literally, and `also`.
    pub fn holds_required_text(&self, lines: &[NumberedLine], also: &[&str]) -> bool {
        let wanted = self.query.literal.iter().map(String::as_str).chain(also.iter().copied());
        let mut page: Option<String> = None;
        for wanted in wanted {
            let page = page.get_or_insert_with(|| {
                lines.iter().map(|(_, line)| line.to_lowercase()).collect::<Vec<_>>().join("\n")
            });
            let broken = || page.split_whitespace().collect::<Vec<_>>().join(" ").contains(wanted);
            if !page.contains(wanted) && !broken() {
                return false;
            }
        }
        true
    }

    /// True when a line holds the whole question of three words or more as it was written.
    pub fn has_question_verbatim(&self, lines: &[NumberedLine]) -> bool {
        let question = self.query.text.trim().to_lowercase();
        question.split_whitespace().nth(2).is_some()
            && lines.iter().any(|(_, line)| line.len() >= question.len() && line.to_lowercase().contains(&question))
    }

    /// How many of the parts that have signs or digits in them some line holds as they were written.
    pub fn exact_parts_share(&self, lines: &[NumberedLine]) -> f64 {
        let exact = &self.query.exact;
        if exact.is_empty() {
            return 0.0;
        }
        let best = lines.iter().map(|(_, line)| {
            let lower = line.to_lowercase();
            exact.iter().filter(|part| lower.contains(part.as_str())).count()
        });
        best.max().unwrap_or(0) as f64 / exact.len() as f64
    }

    /// The windows of a section, best first: one, or several where each line of a log answers for itself.
    pub fn find_snippet_windows(&mut self, lines: &[NumberedLine], room: usize) -> Vec<SnippetWindow> {
        let worths: Vec<LineWorth> = lines.iter().map(|(_, line)| self.line_worth(line)).collect();
        let Some(best) = (0..lines.len()).reduce(|a, b| if worths[b].sum > worths[a].sum { b } else { a }) else {
            return Vec::new();
        };
        let top = worths[best];
        if top.sum == 0.0 {
            return vec![grow_window(lines, 0, 0, room, &worths)];
        }
        if !is_log_or_listing_line(&lines[best].1) {
            let (first, last) = self.line_range_answering_most(lines, &worths, best, room);
            return vec![grow_window(lines, first, last, room, &worths)];
        }
        let total: f32 = self.query.slots.iter().map(|slot| slot.idf).sum();
        let window =
            |at: usize| SnippetWindow { first: at, last: at, worth: worths[at].standalone_fit(total), alone: true };
        let mut windows: Vec<SnippetWindow> =
            (0..lines.len()).filter(|&at| worths[at].sum >= top.sum * 0.9).map(window).collect();
        windows.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        windows.truncate(WINDOWS);
        windows
    }

    /// The lines that hold most of the question and fit; the best one of them where several do equally well.
    fn line_range_answering_most(
        &self,
        lines: &[NumberedLine],
        worths: &[LineWorth],
        best: usize,
        room: usize,
    ) -> (usize, usize) {
        let mut fullest = (best, best);
        let mut most = self.slots_value(worths[best].slots);
        for first in (0..lines.len()).filter(|&at| worths[at].sum > 0.0) {
            let (mut held, mut spent) = (0, 0);
            for last in first..lines.len().min(first + MOST_LINES) {
                spent += lines[last].1.len().min(WIDE) + 1;
                if spent > room && last > first {
                    break;
                }
                held |= worths[last].slots;
                let value = self.slots_value(held);
                if value > most + 0.001 {
                    (most, fullest) = (value, (first, last));
                }
            }
        }
        fullest
    }

    /// The value of these slots together.
    fn slots_value(&self, slots: u64) -> f32 {
        let words = self.query.slots.iter().take(40).enumerate();
        let words: f32 = words.filter(|(slot, _)| slots >> slot & 1 == 1).map(|(_, slot)| slot.idf).sum();
        words + 4.0 * (slots & !PLAIN).count_ones() as f32
    }

    /// The line that answers best.
    pub fn best_line<'l>(&mut self, lines: &'l [NumberedLine]) -> Option<&'l str> {
        let worths: Vec<f32> = lines.iter().map(|(_, line)| self.line_worth(line).sum).collect();
        let best = (0..lines.len()).reduce(|a, b| if worths[b] > worths[a] { b } else { a })?;
        Some(&lines[best].1)
    }

    /// Where the words of the question stand in a line in small letters, each with its slot; signs and quotes come last.
    fn find_word_places(&self, lower: &str) -> Vec<(usize, usize)> {
        const EACH: usize = 8;
        let mut places = Vec::new();
        let mut note = |word: &str, slot: usize| {
            if word.len() > 1 {
                places.extend(lower.match_indices(word).take(EACH).map(|(place, _)| (place, slot)));
            }
        };
        for (slot, wanted) in self.query.slots.iter().take(WORDS).enumerate() {
            wanted.ways.iter().flat_map(|(stems, _)| stems).for_each(|stem| note(stem, slot));
        }
        let behind = self.query.slots.len();
        for (at, exact) in self.query.exact.iter().chain(&self.query.literal).enumerate() {
            note(exact, behind + at);
        }
        places.sort_unstable();
        places
    }

    /// The line as it is shown: whole, or the part of it that matters.
    pub fn shorten_line(&self, line: &str) -> String {
        if line.len() <= WIDE {
            return line.to_owned();
        }
        let lower = line.to_lowercase();
        let places = self.find_word_places(&lower);
        // The piece that holds most of the question.
        let best = places.iter().map(|&(place, _)| {
            let inside = places.iter().filter(|(other, _)| (place..place + WIDE * 2 / 3).contains(other));
            let held: BTreeSet<usize> = inside.map(|&(_, slot)| slot).collect();
            (held.iter().map(|&slot| self.query.slots.get(slot).map_or(4.0, |slot| slot.idf)).sum::<f32>(), place)
        });
        let best = best.fold((0.0, 0), |best: (f32, usize), next| if next.0 > best.0 { next } else { best });
        cut_around_place(line, best.1)
    }
}

/// Takes lines on both sides, those that answer first, as long as there is room.
fn grow_window(
    lines: &[NumberedLine],
    mut first: usize,
    mut last: usize,
    room: usize,
    worths: &[LineWorth],
) -> SnippetWindow {
    let cost = |at: usize| lines[at].1.len().min(WIDE) + 1;
    let blank = |at: usize| lines[at].1.trim().is_empty();
    let mut spent: usize = (first..=last).map(cost).sum();
    while last + 1 - first < MOST_LINES {
        let above = first.checked_sub(1);
        let below = Some(last + 1).filter(|&at| at < lines.len());
        let worth = |at: Option<usize>| at.map_or(-1.0, |at| worths[at].sum);
        let Some(next) = (if worth(above) > worth(below) { above } else { below }).or(above) else { break };
        // The line below explains a line more often than the line above, unless a blank line parts them.
        let next = match (above, below) {
            (Some(above), Some(below)) if worths[below].sum == 0.0 && worths[above].sum == 0.0 && blank(below) => above,
            _ => next,
        };
        if spent + cost(next) > room {
            break;
        }
        spent += cost(next);
        (first, last) = (first.min(next), last.max(next));
    }
    while first < last && blank(first) {
        first += 1;
    }
    while last > first && blank(last) {
        last -= 1;
    }
    SnippetWindow { first, last, worth: 1.0, alone: false }
}

/// A piece of a long line with the byte at `place` in it.
fn cut_around_place(line: &str, place: usize) -> String {
    let mut start = place.saturating_sub(WIDE / 3).min(line.len());
    let end = (start + WIDE).min(line.len());
    start = floor_boundary(line, start.min(end.saturating_sub(WIDE)));
    let end = ceil_boundary(line, end);
    let before = if start > 0 { "… " } else { "" };
    let after = if end < line.len() { " …" } else { "" };
    format!("{before}{}{after}", &line[start..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::QueryTermAlternatives;

    fn query(stems: &[&str]) -> Query {
        let slot = |stem: &&str| QueryTermAlternatives {
            ways: vec![(vec![(*stem).to_owned()], 1.0)],
            others: Vec::new(),
            idf: 2.0,
            sections: 1,
            weight: 1.0,
            required: false,
            corrected: false,
        };
        Query { text: stems.join(" "), slots: stems.iter().map(slot).collect(), ..Query::default() }
    }

    fn lines(text: &str) -> Vec<NumberedLine> {
        text.lines().enumerate().map(|(at, line)| (at as u64 + 1, line.to_owned())).collect()
    }

    #[test]
    fn the_window_is_around_the_match() {
        let query = query(&["refus"]);
        let text: String = (0..30)
            .map(|n| if n == 20 { "connection refused\n".into() } else { format!("word {n} of text\n") })
            .collect();
        let found = LineMatcher::new(&query).find_snippet_windows(&lines(&text), 100);
        assert_eq!(found.len(), 1);
        assert!(found[0].first <= 20 && found[0].last >= 20 && found[0].last - found[0].first < 8);
    }

    #[test]
    fn each_line_of_a_log_answers_for_itself() {
        let query = query(&["password", "root"]);
        let log = "Dec 10 06:55:46 sshd: Failed password for root\nDec 10 06:55:47 sshd: closed\nDec 10 06:55:48 sshd: Failed password for root\nDec 10 06:55:49 password\n";
        let found = LineMatcher::new(&query).find_snippet_windows(&lines(log), 400);
        assert_eq!(found.iter().map(|w| (w.first, w.last)).collect::<Vec<_>>(), [(0, 0), (2, 2)]);
    }

    #[test]
    fn a_line_that_is_the_question_is_recognised() {
        let query = Query { text: "Pages has been enabled".into(), ..Query::default() };
        let verbatim = |text: &str| LineMatcher::new(&query).has_question_verbatim(&lines(text));
        assert!(verbatim("Error: ensure that GitHub pages has been Enabled: https://x"));
        assert!(!verbatim("pages are enabled") && !verbatim("pages has been\nenabled") && !verbatim(""));
        let short = Query { text: "a b".into(), ..Query::default() };
        assert!(!LineMatcher::new(&short).has_question_verbatim(&lines("a b")), "two words are no message");
    }

    #[test]
    fn a_long_line_is_cut_around_what_was_found() {
        let query = query(&["needl"]);
        let line = format!("{}needle{}", "x".repeat(5000), "é".repeat(3000));
        let shown = LineMatcher::new(&query).shorten_line(&line);
        assert!(shown.contains("needle") && shown.len() < 400 && shown.starts_with('…') && shown.ends_with('…'));
    }

    #[test]
    fn lower_case_that_grows_does_not_shift_the_cut() {
        let query = query(&["needl"]);
        let line = format!("{} needle", "İ".repeat(2000));
        LineMatcher::new(&query).shorten_line(&line);
    }
}
