//! Answers a question about one output: ranks its lines by the question and prints them in order with their numbers.

mod answer_page;
mod concepts;
mod line_hits;
mod terms;

use self::answer_page::AnswerPage;
use self::line_hits::{LineHit, rank_lines};
use self::terms::Query;
use super::render::render;
use super::{Body, Budgets, Digest};
use ctx_text::text::Text;

/// Bytes an answer may take by default.
pub const BUDGET: usize = 900;
/// Output this short is printed whole: it is its own answer.
const SHORT: usize = 1024;
/// A longer line was written for a machine.
const LEGIBLE: usize = 600;

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
            let mut page = AnswerPage::new(&told, &plain, &query);
            page.numbered = false;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CommandAndStatus, CommandEndStatus, digest};

    fn ask(raw: &str, exit: i32, query: &str) -> String {
        let text = Text::from_bytes(raw.as_bytes());
        let call = CommandAndStatus { status: CommandEndStatus::Exit(exit), ..CommandAndStatus::default() };
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
