//! The page that answers a question: hits with the lines that they need, in the order of the output.

use std::collections::{BTreeMap, HashMap};

use super::line_hits::{LineHit, group_by_shape};
use super::terms::{Query, is_stop_word, split_words};
use crate::part::{has_no_letters_or_digits, indentation_width, is_blank};
use crate::printed::{cut_window_around, format_printed_line};
use crate::reading::LineRank;
use crate::{Body, Digest, Severity, totals};
use ctx_text::floor_boundary;
use ctx_text::text::Text;

/// At most this many hits that differ only in numbers are printed.
const PER_SHAPE: usize = 4;
const WIDEST: usize = 200;
/// A tool sums up in so many last lines.
const LAST: usize = 12;
/// A word of the question that stands in at most this many lines is what the question is about.
const RARE: usize = 5;

pub struct AnswerPage<'a> {
    text: &'a Text,
    digest: &'a Digest,
    query: &'a Query,
    lines: BTreeMap<usize, String>,
    spent: usize,
    /// With the numbers of the output's lines.
    pub numbered: bool,
}

impl<'a> AnswerPage<'a> {
    pub fn new(text: &'a Text, digest: &'a Digest, query: &'a Query) -> AnswerPage<'a> {
        AnswerPage { text, digest, query, lines: BTreeMap::new(), spent: 0, numbered: true }
    }

    pub fn fill_page(&mut self, hits: &[LineHit], budget: usize) {
        self.add_worst_error(budget);
        let best = hits[0].score;
        let mut order = Vec::new();
        for group in group_by_shape(self.text, hits) {
            let score = group[0].score;
            if score < best * 0.3 && !order.is_empty() {
                break;
            }
            // Among hits that read alike, the first in the output are as good as any.
            let mut members: Vec<usize> =
                group.iter().filter(|hit| hit.score >= score * 0.6).map(|hit| hit.line).collect();
            members.sort_unstable();
            order.extend(members.into_iter().take(PER_SHAPE));
        }
        // A rare word of the question gets its line, even where the others stand together elsewhere.
        for group in 0..self.query.groups.min(64) {
            let own: Vec<usize> = hits.iter().filter(|hit| hit.asked >> group & 1 == 1).map(|hit| hit.line).collect();
            // A word that is rare here brings all of its lines, the shortest of them first among equals.
            let mut wanted: Vec<usize> = own.iter().copied().take(if own.len() <= RARE { RARE } else { 1 }).collect();
            wanted.sort_by_key(|line| self.text.line(*line).len());
            for line in wanted.into_iter().rev() {
                if !order.iter().take(4).any(|taken| *taken == line) {
                    order.insert(order.len().min(2), line);
                }
            }
        }
        // The tool's own total is the answer to a question about numbers.
        let last = |line: usize| line + LAST >= self.text.len() && totals::number_of_counts(self.text.line(line)) > 0;
        let is_total = |line: usize| self.digest.reading.totals.contains(&line) || last(line);
        let mut totals: Vec<usize> = hits.iter().map(|hit| hit.line).filter(|&line| is_total(line)).collect();
        totals.sort_unstable_by_key(|line| std::cmp::Reverse(*line));
        for line in
            totals.into_iter().take(2).filter(|line| !order.iter().take(2).any(|held| held == line)).collect::<Vec<_>>()
        {
            order.insert(order.len().min(2), line);
        }
        // The best hits, then the lines around them, which are most often the answer, then the other hits.
        self.add_lines_until_full(&order, budget * 45 / 100);
        for &line in order.iter().take(3) {
            self.add_finding_around(line, budget * 7 / 10);
            self.add_lines_around(line, budget * 7 / 10);
        }
        self.add_lines_until_full(&order, budget * 85 / 100);
        for &line in order.iter().take(8) {
            self.add_finding_around(line, budget * 85 / 100);
            self.add_lines_around(line, budget * 85 / 100);
        }
    }

    fn add_lines_until_full(&mut self, order: &[usize], cap: usize) {
        for &line in order {
            if !self.add_line(line, cap) {
                break;
            }
        }
    }

    /// The finding around a hit: its headline, its place, its text.
    fn add_finding_around(&mut self, hit: usize, cap: usize) {
        let Some(block) = self.digest.reading.blocks.iter().find(|block| block.first <= hit && hit <= block.last)
        else {
            return;
        };
        for (line, _) in block.marks.iter().filter(|(_, rank)| *rank <= LineRank::Detail).take(8) {
            self.add_line(*line, cap);
        }
    }

    /// The heading above a hit, and the lines after it.
    fn add_lines_around(&mut self, hit: usize, cap: usize) {
        let base = indentation_width(self.text.line(hit));
        if base > 0 {
            let above = (hit.saturating_sub(12)..hit)
                .rev()
                .find(|&line| !is_blank(self.text.line(line)) && indentation_width(self.text.line(line)) < base);
            if let Some(above) = above {
                self.add_line(above, cap);
            }
        }
        let mut taken = 0;
        for line in hit + 1..self.text.len().min(hit + 12) {
            let content = self.text.line(line);
            if has_no_letters_or_digits(content) && !is_blank(content) {
                continue;
            }
            if is_blank(content) {
                if taken > 0 || line > hit + 1 {
                    break;
                }
                continue;
            }
            let wanted = taken < 2
                || (taken < 8
                    && (indentation_width(content) > base
                        || self.text.line(hit).trim_end().ends_with([':', '{', '['])));
            if !wanted || !self.add_line(line, cap) {
                break;
            }
            taken += 1;
        }
    }

    /// Errors of a failed command stay visible whatever is asked.
    fn add_worst_error(&mut self, budget: usize) {
        if !self.digest.call.status.has_failed() {
            return;
        }
        let blocks = &self.digest.reading.blocks;
        let worst = blocks
            .iter()
            .filter(|block| block.severity == Severity::Error)
            .max_by_key(|block| (block.weight, std::cmp::Reverse(block.first)));
        let line = match worst.and_then(|block| block.marks.first()) {
            Some((line, _)) => Some(*line),
            None => self.digest.reading.tail.first().copied(),
        };
        if let Some(line) = line {
            self.add_line(line, budget / 3);
        }
    }

    fn add_line(&mut self, line: usize, cap: usize) -> bool {
        if self.lines.contains_key(&line) || is_blank(self.text.line(line)) {
            return true;
        }
        let content = self.text.line(line).trim_end();
        let widest = if self.text.len() < 4 { 2 * WIDEST } else { WIDEST };
        let content = match content.len() > widest {
            true => cut_window_around(content, widest, self.query.best_match_offset(content, widest * 2 / 3)),
            false => content.to_owned(),
        };
        let mut printed = format_printed_line(&content, usize::MAX);
        if self.numbered {
            printed = format!("{}: {printed}", self.text.raw_line_number(line));
        }
        if self.spent + printed.len() + 1 > cap {
            return false;
        }
        self.spent += printed.len() + 1;
        self.lines.insert(line, printed);
        true
    }

    pub fn into_body(self, budget: usize) -> Body {
        let mut body = Body { shown: self.lines.len() as u64, ..Body::default() };
        for line in self.lines.values() {
            body.text.push_str(line);
            body.text.push('\n');
        }
        let words = distinctive_words(self.text, self.query);
        if !words.is_empty() && body.text.len() + 100 < budget {
            body.push_ctx_line(&format!("frequent words in this output: {}", words.join(", ")));
        }
        body.text.truncate(floor_boundary(&body.text, self.text.raw_len() as usize + 1));
        body
    }
}

/// Words of this output that are neither everywhere nor once only, and not asked for already.
fn distinctive_words(text: &Text, query: &Query) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let step = (text.len() / 1500).max(1);
    let mut lines = 0;
    for line in (0..text.len()).step_by(step) {
        lines += 1;
        let mut here: Vec<&str> = split_words(text.line(line))
            .filter(|word| word.len() >= 5 && word.len() <= 20 && word.bytes().all(|byte| byte.is_ascii_lowercase()))
            .take(30)
            .collect();
        here.sort_unstable();
        here.dedup();
        for word in here {
            *seen.entry(word.to_owned()).or_insert(0) += 1;
        }
    }
    let mut ranked: Vec<(String, f32)> = seen
        .into_iter()
        .filter(|(word, count)| {
            *count >= 2 && *count * 5 <= lines.max(10) && !query.has_word(word) && !is_stop_word(word)
        })
        .map(|(word, count)| (word, (count as f32).ln_1p() * (lines as f32 / count as f32).ln()))
        .collect();
    ranked.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
    ranked.into_iter().take(7).map(|(word, _)| word).collect()
}
