//! The chosen pieces of a report in the order of the output: equal lines folded, what is left out marked.

use super::Body;
use super::page;
use super::printed::format_printed_line;
use super::render::ReportPage;
use ctx_text::text::Text;

impl ReportPage<'_> {
    pub fn to_body(&self, text: &Text) -> Body {
        let mut body = Body { whole: text.thinned_lines() == 0, ..Body::default() };
        // The first line that is not accounted for yet.
        let mut next = 0;
        for ((at, _, _), piece) in &self.pieces {
            if piece.is_line && *at < next {
                continue;
            }
            if piece.is_line {
                self.mark_or_fill_gap(next, *at, &mut body);
                let times = self.count_equal_lines(*at);
                if times > 2 {
                    next = at + times;
                    body.shown += times as u64;
                    body.folded = true;
                    body.push(&format!("{} ×{times}", piece.text));
                    continue;
                }
                next = at + 1;
                body.shown += 1;
                if piece.text != format_printed_line(text.line(*at), usize::MAX) {
                    body.note_left_out_lines(text.raw_line_number(*at), text.raw_line_number(*at));
                }
                body.whole &= piece.text == text.line(*at);
                body.push(&piece.text);
            } else {
                body.push_ctx_line(&piece.text);
            }
        }
        self.mark_or_fill_gap(next, text.len(), &mut body);
        body
    }

    /// How many equal lines follow each other from this one on, all of them bought and printed in full.
    fn count_equal_lines(&self, at: usize) -> usize {
        let line = self.text.line(at);
        if line.trim().is_empty()
            || page::fold::parse_folded_repeat(line).is_some()
            || format_printed_line(line, usize::MAX) != line
        {
            return 1;
        }
        let bought = |next: usize| self.pieces.get(&(next, 1, 0)).is_some_and(|piece| piece.text == line);
        let noted = |next: usize| self.pieces.range((next, 0, 0)..(next, 1, 0)).next().is_some();
        let same =
            |next: &usize| *next < self.text.len() && self.text.line(*next) == line && bought(*next) && !noted(*next);
        if !bought(at) { 1 } else { 1 + (at + 1..).take_while(same).count() }
    }

    /// Marks the lines `from..to` that are not shown.
    fn mark_or_fill_gap(&self, from: usize, to: usize, body: &mut Body) {
        if from >= to {
            return;
        }
        let lines = page::count_gap_lines(self.text, from, to - 1);
        let count = match (body.marked, lines) {
            // The first mark says what the others count.
            (false, 1) => "… 1 line".to_owned(),
            (false, lines) => format!("… {lines} lines"),
            (true, lines) => format!("… {lines}"),
        };
        let cost: usize = (from..to).map(|at| self.text.line(at).len() + 1).sum();
        if lines == (to - from) as u64 && cost <= count.len() + 1 {
            // Lines that take no more room than their mark are shown.
            for at in from..to {
                body.push(&format_printed_line(self.text.line(at), usize::MAX));
                body.shown += 1;
            }
            return;
        }
        body.note_left_out_lines(self.text.raw_line_number(from), self.text.raw_line_number(to - 1));
        body.marked = true;
        body.push_ctx_line(&count);
    }
}
