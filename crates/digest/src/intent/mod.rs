//! Answers a question about one output: ranks its lines by the question and prints them in order with their numbers.

mod concepts;
mod terms;

use std::collections::{BTreeMap, HashMap};

use self::terms::{Query, split_words};
use super::part::{has_no_letters_or_digits, indentation_width, is_blank};
use super::printed::{cut_window_around, format_printed_line};
use super::reading::LineRank;
use super::render::render;
use super::{Body, Budgets, Digest, Severity, shape, totals};
use ctx_text::floor_boundary;
use ctx_text::text::Text;

/// Bytes an answer may take by default.
pub const BUDGET: usize = 900;
/// Output this short is printed whole: it is its own answer.
const SHORT: usize = 1024;
/// A hit is judged together with the lines around it.
const BEFORE: usize = 3;
const AFTER: usize = 6;
/// The weight of a word in the heading above a hit.
const UNDER: f32 = 0.3;
/// At most this many hits that differ only in numbers are printed.
const PER_SHAPE: usize = 4;
const WIDEST: usize = 200;
/// A longer line was written for a machine.
const LEGIBLE: usize = 600;
/// A tool sums up in so many last lines.
const LAST: usize = 12;
/// A word of the question that stands in at most this many lines is what the question is about.
const RARE: usize = 5;

/// The lines of `text` that answer `query`, within about `budget` bytes.
pub fn lines_answering_query(text: &Text, digest: &Digest, query: &str, show: &Budgets) -> Body {
    let query = Query::new(query);
    let budget = show.report;
    if text.binary().is_some() || text.clean_len() <= SHORT || query.is_empty() {
        return render(digest, text, show);
    }
    let told = render_finding_texts(digest);
    let hits = rank_lines(text, &query);
    if (hits.is_empty() && told.is_empty()) || (query.asks_for_failures && has_no_failure(digest)) {
        let mut body = render(digest, text, show);
        let said = format!("no match for: {}\n", query.asked);
        if (body.text.len() + said.len()) as u64 <= text.raw_len() {
            body.put_ctx_lines_first(&said);
        }
        return body;
    }
    // Findings read from a machine format answer better than its raw lines, unless the lines match the question better.
    if !told.is_empty() {
        let told = Text::from_bytes(told.as_bytes());
        let better = rank_lines(&told, &query);
        if !better.is_empty() {
            let budget = budget.min(text.raw_len() as usize);
            let plain = Digest { call: digest.call.clone(), ..Digest::default() };
            let mut page = AnswerPage { numbered: false, ..AnswerPage::new(&told, &plain, &query) };
            page.fill_page(&better, budget * 6 / 10);
            let mut body = page.into_body(0);
            body.shown = 0;
            // The lines themselves, as far as a person can read them.
            let hits: Vec<LineHit> = hits.into_iter().filter(|hit| text.line(hit.line).len() <= LEGIBLE).collect();
            if !hits.is_empty() {
                let mut page = AnswerPage::new(text, &plain, &query);
                page.fill_page(&hits, budget.saturating_sub(body.text.len()));
                let rest = page.into_body(0);
                body.text.push_str(&rest.text);
                body.shown = rest.shown;
            }
            return body;
        }
    }
    if hits.is_empty() {
        return render(digest, text, show);
    }
    let mut page = AnswerPage::new(text, digest, &query);
    page.fill_page(&hits, budget);
    page.into_body(budget)
}

/// True if nothing failed: then lines that merely hold the words of the question are not an answer.
fn has_no_failure(digest: &Digest) -> bool {
    !digest.call.status.has_failed() && !digest.reading.has_error()
}

/// The findings with a text of their own, a line each.
fn render_finding_texts(digest: &Digest) -> String {
    if digest.reading.blocks.iter().all(|block| block.said.is_empty()) {
        return String::new();
    }
    let mut out: String = digest.reading.notes.iter().flat_map(|note| [note.text.as_str(), "\n"]).collect();
    for (line, _) in digest.reading.blocks.iter().flat_map(|block| &block.said) {
        out.push_str(line);
        out.push('\n');
    }
    out
}

struct LineHit {
    line: usize,
    score: f32,
    /// Which words of the question stand in the line itself, a bit each.
    asked: u64,
}

/// Hits, the best first: BM25 over lines, each counted with its neighbours.
fn rank_lines(text: &Text, query: &Query) -> Vec<LineHit> {
    let mut found: Vec<(usize, Vec<(usize, f32)>)> = Vec::new();
    let mut frequency = vec![0usize; query.terms.len()];
    for (line, content) in text.lines().enumerate() {
        let matches = query.matching_terms(content);
        if !matches.is_empty() {
            for (term, _) in &matches {
                frequency[*term] += 1;
            }
            found.push((line, matches));
        }
    }
    let total = text.len() as f32;
    let idf: Vec<f32> =
        frequency.iter().map(|&df| (1.0 + (total - df as f32 + 0.5) / (df as f32 + 0.5)).ln()).collect();
    let own = |matches: &[(usize, f32)]| -> f32 { matches.iter().map(|(term, weight)| idf[*term] * weight).sum() };
    let mut hits = Vec::with_capacity(found.len());
    let headings = find_enclosing_hits(text, &found);
    for (nth, (line, matches)) in found.iter().enumerate() {
        let mut best = vec![0f32; query.groups];
        for (term, weight) in matches {
            let held = &mut best[query.terms[*term].group];
            *held = held.max(idf[*term] * weight);
        }
        let near = found[..nth].iter().rev().take_while(|(other, _)| other + BEFORE >= *line);
        let near = near.chain(found[nth + 1..].iter().take_while(|(other, _)| *other <= line + AFTER));
        for (other, matches) in near {
            let decay = if other.abs_diff(*line) == 1 { 0.55 } else { 0.4 };
            for (term, weight) in matches {
                let held = &mut best[query.terms[*term].group];
                *held = held.max(idf[*term] * weight * decay);
            }
        }
        if let Some(heading) = headings[nth] {
            for (term, weight) in &found[heading].1 {
                let held = &mut best[query.terms[*term].group];
                *held = held.max(idf[*term] * weight * UNDER);
            }
        }
        let covered = best.iter().filter(|score| **score > 0.0).count() as f32 / query.groups.max(1) as f32;
        let length = 1.0 + (text.line(*line).len() as f32 / 400.0).min(2.0);
        let close = query.adjacency_factor(text.line(*line));
        let score = (best.iter().sum::<f32>() + 0.3 * own(matches)) * (0.4 + 0.6 * covered) * close / length.sqrt();
        let asked = matches.iter().fold(0u64, |asked, (term, _)| asked | 1 << (query.terms[*term].group % 64));
        hits.push(LineHit { line: *line, score, asked });
    }
    hits.sort_by(|left, right| right.score.total_cmp(&left.score).then(left.line.cmp(&right.line)));
    hits
}

/// For each of the lines found, which other one it stands under: the nearest above it that is indented less.
fn find_enclosing_hits(text: &Text, found: &[(usize, Vec<(usize, f32)>)]) -> Vec<Option<usize>> {
    let mut above: Vec<(usize, Option<usize>)> = Vec::new();
    let mut out = Vec::with_capacity(found.len());
    for (line, content) in text.lines().enumerate() {
        if is_blank(content) {
            continue;
        }
        let depth = indentation_width(content);
        while above.last().is_some_and(|(held, _)| *held >= depth) {
            above.pop();
        }
        let is_found = found.get(out.len()).is_some_and(|(next, _)| *next == line);
        let here = is_found.then_some(out.len());
        if is_found {
            out.push(above.iter().rev().find_map(|(_, found)| *found));
        }
        above.push((depth, here));
    }
    out
}

/// Hits that differ in numbers only stand together, the best group first.
fn group_by_shape<'a>(text: &Text, hits: &'a [LineHit]) -> Vec<Vec<&'a LineHit>> {
    let mut groups: Vec<Vec<&LineHit>> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for hit in hits.iter().take(3000) {
        let next = groups.len();
        let group = *known.entry(shape::mask_variable_parts(text.line(hit.line))).or_insert(next);
        if group == next {
            groups.push(Vec::new());
        }
        groups[group].push(hit);
    }
    groups
}

struct AnswerPage<'a> {
    text: &'a Text,
    digest: &'a Digest,
    query: &'a Query,
    lines: BTreeMap<usize, String>,
    spent: usize,
    /// With the numbers of the output's lines.
    numbered: bool,
}

impl<'a> AnswerPage<'a> {
    fn new(text: &'a Text, digest: &'a Digest, query: &'a Query) -> AnswerPage<'a> {
        AnswerPage { text, digest, query, lines: BTreeMap::new(), spent: 0, numbered: true }
    }

    fn fill_page(&mut self, hits: &[LineHit], budget: usize) {
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

    fn into_body(self, budget: usize) -> Body {
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
            *count >= 2 && *count * 5 <= lines.max(10) && !query.has_word(word) && !terms::is_stop_word(word)
        })
        .map(|(word, count)| (word, (count as f32).ln_1p() * (lines as f32 / count as f32).ln()))
        .collect();
    ranked.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
    ranked.into_iter().take(7).map(|(word, _)| word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Call, Status, digest};

    fn ask(raw: &str, exit: i32, query: &str) -> String {
        let text = Text::from_bytes(raw.as_bytes());
        let call = Call { status: Status::Exit(exit), ..Call::default() };
        lines_answering_query(&text, &digest(&text, &call), query, &Budgets::same_for_all_kinds(BUDGET)).text
    }

    fn log() -> String {
        let mut raw: String = (0..60).map(|n| format!("step {n} copied module_{n} to the cache\n")).collect();
        raw.push_str("warning: permission denied for /var/cache/x\nregex-automata v0.4.18\nerror: disk full\n");
        raw
    }

    #[test]
    fn concepts_and_parts_of_names_are_found() {
        assert!(ask(&log(), 0, "permissions").contains("61: warning: permission denied"));
        assert!(ask(&log(), 0, "which version of regex automata").contains("62: regex-automata v0.4.18"));
    }

    #[test]
    fn a_line_answers_with_its_heading() {
        let mut raw: String = (0..300).map(|n| format!("DEBUG looked at module_{n}\n")).collect();
        raw.extend((0..12).map(|n| format!("DEBUG skipped numpy-1.{n} and others\n")));
        raw.push_str("Installed 20 packages in 14ms\n");
        raw.extend((0..20).map(|n| format!(" + {}==1.{n}.0\n", if n == 17 { "numpy" } else { "package" })));
        assert!(ask(&raw, 0, "which numpy was installed").contains(" + numpy==1.17.0"));
    }

    #[test]
    fn an_error_stays_visible_and_no_match_is_said() {
        assert!(ask(&log(), 1, "regex-automata").contains("error: disk full"));
        assert!(ask(&log(), 1, "kubernetes").starts_with("no match for: kubernetes\n"));
        assert!(ask(&log(), 1, "kuber\u{1b}[31m\nnetes").starts_with("no match for: kuber[31mnetes\n"));
    }
}
