//! The source that a tool prints around a failure: numbered lines with a bar (`212|`, `> 12 |`), and the statement that
//! pytest marks with `>`. It is what gets edited next, so a frame is shown whole or not at all.

use std::collections::HashSet;
use std::ops::Range;

use super::reading::FindingBlock;
use super::render::ReportPage;

/// Of the code above the statement that failed, so many lines belong to its frame.
const ABOVE: usize = 8;
/// A longer run of numbered lines is a listing.
const LONGEST: usize = 24;

impl ReportPage<'_> {
    /// Buys the frames of these findings, in their order, and the code above them if wanted; the same source under two
    /// findings is shown once.
    pub fn add_source_frames(&mut self, members: impl Iterator<Item = usize>, above: bool, cap: usize) {
        let mut seen: HashSet<String> = HashSet::new();
        for member in members {
            for frame in find_source_frames(self, &self.digest.reading.blocks[member], above) {
                let source: String = frame.clone().map(|at| self.text.line(at)).collect();
                if seen.insert(source) {
                    self.add_frame_if_it_fits(frame, cap);
                }
            }
        }
    }

    fn add_frame_if_it_fits(&mut self, frame: Range<usize>, cap: usize) {
        let shown = |at: &usize| self.pieces.contains_key(&(*at, 1, 0));
        let cost: usize = frame.clone().filter(|at| !shown(at)).map(|at| self.text.line(at).len() + 1).sum();
        if self.spent + cost <= cap {
            frame.for_each(|at| {
                self.add_line_if_it_fits(at, cap, usize::MAX, "frame");
            });
        }
    }
}

/// The frames inside a block of a finding that is shown.
fn find_source_frames(page: &ReportPage<'_>, block: &FindingBlock, above: bool) -> Vec<Range<usize>> {
    let end = (block.last + 1).min(page.text.len());
    let line = |at: usize| page.text.line(at);
    let mut found = Vec::new();
    let mut at = block.first;
    while at < end {
        let from = at;
        if is_frame_line(line(at)) {
            at += (at..end).take_while(|&at| is_frame_line(line(at))).count();
            if (2..=LONGEST).contains(&(at - from)) && (from..at).any(|at| is_numbered_line(line(at))) {
                found.push(from..at);
            }
        } else if is_pytest_marked_line(line(at)) {
            let reach = if above && found.is_empty() { ABOVE } else { 0 };
            let first = (block.first..at)
                .rev()
                .take(reach)
                .take_while(|&at| is_indented_or_blank(line(at)))
                .last()
                .unwrap_or(at);
            at += 1
                + (at + 1..end).take_while(|&at| is_indented_or_blank(line(at)) && !line(at).trim().is_empty()).count();
            found.push(first..at);
        } else {
            at += 1;
        }
    }
    found
}

/// `212| code`, `> 12 | code`, and the line of carets below them: `   |   ^`.
fn is_frame_line(line: &str) -> bool {
    let rest = line.trim_start().trim_start_matches(['>', '❯', '→']).trim_start();
    rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().starts_with(['|', '│'])
}

fn is_numbered_line(line: &str) -> bool {
    line.trim_start().trim_start_matches(['>', '❯', '→']).trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// pytest's mark: `>       assert t.pformat() == [`.
fn is_pytest_marked_line(line: &str) -> bool {
    line.strip_prefix('>').is_some_and(|rest| rest.starts_with("   ") && !rest.trim().is_empty())
}

/// The source of a function stands indented in pytest's report.
fn is_indented_or_blank(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with("    ")
}

#[cfg(test)]
mod tests {
    use crate::test::render_failed_command_page;

    #[test]
    fn a_statement_of_several_lines_is_whole() {
        let mut raw = String::from("=== test session starts ===\ncollected 40 items\n\n");
        raw.push_str(&"tests/test_a.py::test_some PASSED\n".repeat(60));
        raw.push_str("=== FAILURES ===\n___ test_rows ___\n\n    def test_rows():\n        table = read()\n");
        raw.push_str(">       assert table.rows() == ['first',\n                               'second']\n");
        raw.push_str(
            "E       AssertionError: assert ['first'] == ['first', 'second']\n\ntests/test_a.py:7: AssertionError\n",
        );
        raw.push_str(
            "=== short test summary info ===\nFAILED tests/test_a.py::test_rows\n=== 1 failed, 39 passed in 0.2s ===\n",
        );
        let page = render_failed_command_page("pytest", &raw);
        assert!(page.contains("table = read()\n>       assert table.rows() == ['first',\n"), "{page}");
        assert!(page.contains("                               'second']\nE  "), "{page}");
    }

    #[test]
    fn a_numbered_frame_is_whole_and_stands_once() {
        let failure = |name: &str| {
            format!(
                " FAIL  a.test.ts > group > {name}\nError: user {name} is blocked.\n ❯ create src/room.ts:213:11\n    \
                 211|   const blocked = await check(id);\n    212|   if (blocked) {{\n    213|     throw new Error(id);\n       |           ^\n    \
                 214|   }}\n ❯ a.test.ts:221:22\n\n⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯\n\n"
            )
        };
        let passed = " ✓ b.test.ts (30 tests) 9ms\n".repeat(100);
        let raw = format!("{passed}{}{}\n Test Files  1 failed | 100 passed (101)\n", failure("ann"), failure("bob"));
        let page = render_failed_command_page("npx vitest run", &raw);
        assert!(page.contains("    212|   if (blocked) {\n    213|     throw new Error(id);\n"), "{page}");
        assert_eq!(page.matches("212|").count(), 1, "{page}");
    }
}
