//! Spends a byte budget on the lines of a digest by importance and prints the chosen lines in the output's own order.

use std::collections::{BTreeMap, HashSet};

use super::model_choice::ModelInfluence;
use super::part::{has_no_letters_or_digits, indentation_width, is_blank};
use super::printed::format_printed_line;
use super::score;
use super::{Body, Budgets, Digest, OutputKind, Severity, body, cause, place, severity, states, trace};
use ctx_text::text::Text;

/// The lines worth showing, within about the budget of their kind and never more than the raw output has.
pub fn render(digest: &Digest, text: &Text, show: &Budgets) -> Body {
    let body = render_chosen_lines(digest, text, show);
    // Marks and notes must not cost more than the lines they replace.
    if text.binary().is_none() && text.thinned_lines() == 0 && body.text.len() > text.clean_len() {
        body::show_every_line(text)
    } else {
        body
    }
}

fn render_chosen_lines(digest: &Digest, text: &Text, show: &Budgets) -> Body {
    if let Some(kind) = text.binary() {
        let text = format!("{}, {} bytes\n", kind.0, text.raw_len());
        return Body { text, ..Body::default() };
    }
    let verdict = &digest.verdict;
    if verdict.kind != OutputKind::Report {
        return body::render_body(digest, text, show.budget_for_verdict(verdict, text));
    }
    let budget = show.budget_for_report(digest, text);
    if text.thinned_lines() == 0 && text.clean_len() <= show.largest_report_shown_whole(digest) {
        return body::show_every_line(text);
    }
    build_report_page(digest, text, (budget, show.largest_report_shown_whole(digest))).to_body(text)
}

/// As `render`, but choosing even where the whole output is short.
#[cfg(test)]
pub fn render_even_if_short(digest: &Digest, text: &Text, budget: usize) -> Body {
    build_report_page(digest, text, (budget, 0)).to_body(text)
}

/// The lines of a report that ctx itself wrote.
#[cfg(test)]
pub fn report_lines_written_by_ctx(digest: &Digest, text: &Text, show: &Budgets) -> std::collections::HashSet<String> {
    let budget = show.budget_for_report(digest, text);
    let page = build_report_page(digest, text, (budget, show.largest_report_shown_whole(digest)));
    page.pieces.into_values().filter(|piece| !piece.is_line).map(|piece| piece.text).collect()
}

/// Each printed line's number with the reader and rank that chose it.
pub fn explain_printed_lines(digest: &Digest, text: &Text, show: &Budgets) -> Vec<(u64, String)> {
    if text.binary().is_some() {
        return Vec::new();
    }
    if digest.verdict.kind != OutputKind::Report {
        return body::explain_body_lines(digest, text, show.budget_for_verdict(&digest.verdict, text));
    }
    let page = build_report_page(
        digest,
        text,
        (show.budget_for_report(digest, text), show.largest_report_shown_whole(digest)),
    );
    page.pieces
        .iter()
        .filter(|(_, piece)| piece.is_line)
        .map(|((at, _, _), piece)| (text.raw_line_number(*at), piece.why.clone()))
        .collect()
}

/// Data is shown by example: a part of the budget is enough for it.
fn budget_for_data(budget: usize) -> usize {
    budget * 29 / 100
}

/// Percent of the budget up to which cut lines are printed in full, and the longest of them.
const WIDENED: usize = 60;
const LONGEST: usize = 900;

/// Of an output up to this size nothing is left out unless that saves a third.
const SHORT: usize = 6000;
const A_THIRD: usize = 67;

pub(super) struct PagePiece {
    pub text: String,
    pub is_line: bool,
    pub why: String,
}

pub(super) struct ReportPage<'a> {
    pub text: &'a Text,
    pub digest: &'a Digest,
    /// By line index; notes come before (0) or after (2) the line itself (1), several in their own order.
    pub pieces: BTreeMap<(usize, u8, u32), PagePiece>,
    pub spent: usize,
}

/// Fills a budget; an output up to `short` bytes is shown whole.
fn build_report_page<'a>(digest: &'a Digest, text: &'a Text, (budget, short): (usize, usize)) -> ReportPage<'a> {
    let mut page = ReportPage { text, digest, pieces: BTreeMap::new(), spent: 0 };
    if text.thinned_lines() == 0 && text.clean_len() <= short && text.clean_len() as u64 <= text.raw_len() + 1 {
        page.add_all_lines();
        return page;
    }
    let reading = &digest.reading;
    page.add_totals(budget);
    page.add_notes(budget);
    let groups = page.choose_findings(budget);
    page.add_data_lines(budget);
    if reading.fill.unsure {
        let frame = |at: &usize| has_no_letters_or_digits(text.line(*at)) || trace::is_library_frame(text.line(*at));
        for at in states::find_rare_state_rows(text.lines()).into_iter().filter(|at| !frame(at)) {
            page.add_line_if_it_fits(at, budget * 9 / 10, 200, "state");
        }
    }
    let failed = digest.call.status.has_failed();
    let weight = |severity: Severity| {
        reading.blocks.iter().filter(|block| block.severity == severity).map(|block| block.weight).max()
    };
    let (cap, lines) = match (failed, weight(Severity::Error), weight(Severity::Warning)) {
        // No reason was found: the last lines are the best there is.
        (true, None, _) => ((budget / 2).max(page.spent + budget / 4), reading.tail.len()),
        (true, Some(weight), _) if weight < severity::SURE => (page.spent + budget / 6, 4),
        (_, None, None) if page.pieces.is_empty() => (budget / 8, reading.tail.len()),
        (false, None, None) => (0, 0),
        (false, None, _) => (page.spent + 160, 2),
        // The reader's findings and the tool's totals say how it went.
        (true, ..)
            if !reading.fill.unsure && !reading.totals.is_empty() && !last_unread_line_complains(digest, text) =>
        {
            (0, 0)
        }
        _ => (page.spent + 160, 1),
    };
    for &line in reading.tail.iter().take(lines) {
        page.add_line_if_it_fits(line, cap.min(budget), 200, "tail");
    }
    let unsure = reading.fill.unsure;
    if !failed && reading.blocks.is_empty() {
        // A run that passed names its tests.
        let cap = page.spent.max(budget * 3 / 20);
        for at in (0..text.len()).filter(|&at| is_passed_test_line(text.line(at))) {
            if !page.add_line_if_it_fits(at, cap, 120, "passed") {
                break;
            }
        }
    }
    // A failure that is told in one line of many may have its reason in the others.
    let terse = failed && page.spent * 8 < budget && reading.notes.is_empty();
    let say = match () {
        () if unsure => ModelInfluence::Choose(budget * if failed || reading.has_error() { 90 } else { 40 } / 100),
        () if digest.verdict.roomy => ModelInfluence::Fill(budget),
        () if failed && reading.fill.stranger => ModelInfluence::Fill(budget * 4 / 5),
        () if terse => ModelInfluence::Fill(budget / 2),
        () => ModelInfluence::Add,
    };
    page.choose_lines_by_model(score::built_in_line_relevance_model(), say);
    page.add_lines_below_colon();
    if unsure {
        page.fill_one_line_gaps_below_errors();
    }
    page.account_for_hidden_findings(&groups, budget);
    page.restore_cut_lines_that_fit(budget * WIDENED / 100);
    // Nearly everything was worth it: then the rest is too.
    if text.thinned_lines() == 0
        && text.clean_len() as u64 <= text.raw_len()
        && short > 0
        && page.spent * 100 >= text.clean_len() * if text.clean_len() <= SHORT { A_THIRD } else { 90 }
    {
        page.add_all_lines();
    }
    page
}

/// True where the last line that no reader knows complains, and not only about the failure of another program.
fn last_unread_line_complains(digest: &Digest, text: &Text) -> bool {
    let last = digest.reading.tail.first().filter(|&&at| at < text.len()).map(|&at| text.line(at));
    last.is_some_and(|line| severity::severity_of_line(line).is_some() && !cause::is_consequence_line(line))
}

/// True for a line that says of one test that it passed.
fn is_passed_test_line(line: &str) -> bool {
    let start = line.trim_start();
    severity::is_success_line(line)
        && !["=== ", "[ RUN", "ok  \t", "ok\t", "PASS"].iter().any(|lead| start.starts_with(lead))
        && start.len() > 4
}

impl ReportPage<'_> {
    fn add_all_lines(&mut self) {
        self.pieces.clear();
        for at in 0..self.text.len() {
            let text = format_printed_line(self.text.line(at), usize::MAX);
            self.spent += text.len() + 1;
            self.pieces.insert((at, 1, 0), PagePiece { text, is_line: true, why: "all".into() });
        }
    }

    /// Buys a line if it fits below `cap`; a line already bought is free.
    pub fn add_line_if_it_fits(&mut self, at: usize, cap: usize, widest: usize, why: &str) -> bool {
        if at >= self.text.len() {
            return false;
        }
        if self.pieces.contains_key(&(at, 1, 0)) {
            return true;
        }
        let text = format_printed_line(self.text.line(at), widest);
        if text.trim().is_empty() {
            return true;
        }
        // A line that repeats the one above it is printed as a number.
        let again = at > 0
            && self.text.line(at) == self.text.line(at - 1)
            && self.pieces.get(&(at - 1, 1, 0)).is_some_and(|above| above.text == text);
        let cost = if again { 0 } else { text.len() + 1 };
        if self.spent + cost > cap {
            return false;
        }
        self.spent += cost;
        self.pieces.insert((at, 1, 0), PagePiece { text, is_line: true, why: why.into() });
        true
    }

    /// A line that ends with a colon announces something: what it announces is shown with it.
    fn add_lines_below_colon(&mut self) {
        const HEADINGS: usize = 8;
        const EACH: usize = 3;
        const BYTES: usize = 200;
        let text = self.text;
        let announces =
            |at: &usize| text.line(*at).trim_end().ends_with(':') && place::find_place(text.line(*at)).is_none();
        let shown: Vec<usize> = self.pieces.iter().filter(|(_, piece)| piece.is_line).map(|(key, _)| key.0).collect();
        // The last headings are those of the verdict.
        for heading in shown.into_iter().rev().filter(announces).take(HEADINGS) {
            let base = indentation_width(text.line(heading));
            let below = (heading + 1..text.len()).skip_while(|&at| is_blank(text.line(at)) && at < heading + 2);
            let below: Vec<usize> = below
                .take_while(|&at| indentation_width(text.line(at)) > base && !is_blank(text.line(at)))
                .take(EACH)
                .collect();
            let Some(first) = below.first().filter(|at| !self.pieces.contains_key(&(**at, 1, 0))) else { continue };
            let cap = self.spent + BYTES;
            if self.add_line_if_it_fits(*first, cap, BYTES, "announced") {
                below[1..].iter().for_each(|&at| {
                    self.add_line_if_it_fits(at, cap, BYTES, "announced");
                });
            }
        }
    }

    /// One line that is left out right below an error costs more than it saves: the others there do not make sense alone.
    fn fill_one_line_gaps_below_errors(&mut self) {
        const BELOW: usize = 5;
        const WIDEST: usize = 160;
        let text = self.text;
        let failed = |at: usize| {
            severity::severity_of_line(text.line(at)).is_some_and(|signal| signal.severity == Severity::Error)
        };
        let shown: Vec<usize> = self.pieces.iter().filter(|(_, piece)| piece.is_line).map(|(key, _)| key.0).collect();
        for pair in shown.windows(2).filter(|pair| pair[0] + 2 == pair[1]) {
            let near =
                (pair[0].saturating_sub(BELOW)..=pair[0]).any(|at| self.pieces.contains_key(&(at, 1, 0)) && failed(at));
            let between = text.line(pair[0] + 1);
            if near && !failed(pair[1]) && !has_no_letters_or_digits(between) && !trace::is_library_frame(between) {
                self.add_line_if_it_fits(pair[0] + 1, self.spent + WIDEST, WIDEST, "below an error");
            }
        }
    }

    /// Prints lines that were cut in full where the page has room for them: the end of a log record says how it went.
    fn restore_cut_lines_that_fit(&mut self, cap: usize) {
        for (&(at, _, _), piece) in self.pieces.iter_mut().filter(|(_, piece)| piece.is_line) {
            let whole = format_printed_line(self.text.line(at), usize::MAX);
            let more = whole.len().saturating_sub(piece.text.len());
            if more > 0 && whole.len() <= LONGEST && self.spent + more <= cap {
                self.spent += more;
                piece.text = whole;
            }
        }
    }

    pub fn add_note_if_it_fits(&mut self, at: (usize, u8, u32), text: String, cap: usize) -> bool {
        if self.spent + text.len() + 1 > cap {
            return false;
        }
        self.spent += text.len() + 1;
        self.pieces.insert(at, PagePiece { text, is_line: false, why: "note".into() });
        true
    }

    fn add_totals(&mut self, budget: usize) {
        // The last totals sum up all before them; of equal ones the last is enough.
        let mut seen = HashSet::new();
        for &line in self.digest.reading.totals.iter().rev().filter(|&&line| line < self.text.len()) {
            if seen.insert(self.text.line(line)) {
                self.add_line_if_it_fits(line, budget / 3, 240, "totals");
            }
        }
    }

    fn add_notes(&mut self, budget: usize) {
        let mut notes: Vec<_> = self.digest.reading.notes.iter().collect();
        notes.sort_by_key(|note| note.order);
        let cap = budget_for_data(budget);
        for (nth, note) in notes.iter().enumerate() {
            let text = format_printed_line(&note.text, 400);
            if !self.add_note_if_it_fits((note.at, 0, note.order), text, cap) {
                let last = notes.iter().map(|note| note.at).max().unwrap_or(0);
                self.add_note_if_it_fits((last, 0, u32::MAX), format!("… {} more", notes.len() - nth), budget);
                break;
            }
        }
    }

    fn add_data_lines(&mut self, budget: usize) {
        let cap = budget_for_data(budget);
        for &line in &self.digest.reading.lead {
            if !self.add_line_if_it_fits(line, cap, 200, "data") {
                break;
            }
        }
    }
}
