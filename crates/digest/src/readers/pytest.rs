//! pytest: sessions drawn with `=== … ===` titles, `___ test ___` sections with `E` lines, the short summary.

use std::collections::{HashMap, VecDeque};

use super::pytest_trace;
use super::python::strip_digits;
use crate::part::ReaderInput;
use crate::place;
use crate::reading::{LineRank, ReaderFindings};

/// The part of the output that a `=== title ===` opens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OutputSection {
    Outside,
    /// Progress, live logs.
    Running,
    Failures,
    Warnings,
    Passes,
    Summary,
    Other,
}

/// The kind of failure in a section.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FailureKind {
    Test,
    Fixture,
    Collection,
}

struct PytestSession {
    reading: ReaderFindings,
    chapter: OutputSection,
    /// First line of the session, or of lines that look like one.
    start: Option<usize>,
    /// The section under way: its heading and name.
    section: Option<(usize, String)>,
    /// Blocks by test name, for the summary.
    named: HashMap<String, (usize, FailureKind)>,
    /// Blocks of `--tb=line`; the summary names them later.
    unnamed: VecDeque<usize>,
    /// `path::test FAILED` lines, needed only where nothing else reports them.
    verbose: Vec<usize>,
}

pub fn read(part: &ReaderInput) -> ReaderFindings {
    let mut session = PytestSession {
        reading: ReaderFindings::default(),
        chapter: OutputSection::Outside,
        start: None,
        section: None,
        named: HashMap::new(),
        unnamed: VecDeque::new(),
        verbose: Vec::new(),
    };
    for (at, line) in part.lines() {
        session.read_line(part, at, line);
    }
    session.finish_failure_section(part, part.len());
    let required = part.lines().rev().take(60).find(|(_, line)| line.starts_with("FAIL Required test coverage"));
    if let Some((at, line)) = required {
        session.reading.add_error(at, line.trim());
    }
    if session.start.is_some() && session.chapter != OutputSection::Outside {
        session.cover_unfinished_session(part);
    }
    session.reading
}

impl PytestSession {
    fn read_line(&mut self, part: &ReaderInput, at: usize, line: &str) {
        if let Some(title) = title_of_rule_line(line, '=') {
            self.read_title(part, at, title);
            return;
        }
        if is_totals_line(line) {
            self.finish_session(part, at);
            return;
        }
        if title_of_rule_line(line, '!').is_some() && self.chapter != OutputSection::Outside {
            self.finish_failure_section(part, at);
            self.reading.add_total_line(at);
            return;
        }
        match self.chapter {
            OutputSection::Failures => self.read_failure_line(part, at, line),
            OutputSection::Summary => self.read_summary_line(at, line),
            OutputSection::Warnings => self.read_warning_line(part, at, line),
            OutputSection::Running | OutputSection::Outside => self.read_running_line(part, at, line),
            OutputSection::Other => self.read_complaint(at, line),
            OutputSection::Passes => {}
        }
    }

    fn read_title(&mut self, part: &ReaderInput, at: usize, title: &str) {
        self.finish_failure_section(part, at);
        if is_totals_line(title) {
            self.finish_session(part, at);
            return;
        }
        self.chapter = match title {
            "test session starts" => {
                self.start = None;
                OutputSection::Running
            }
            "FAILURES" | "ERRORS" => OutputSection::Failures,
            "PASSES" | "XFAILURES" | "XPASSES" => OutputSection::Passes,
            "short test summary info" => OutputSection::Summary,
            _ if title.starts_with("warnings summary") => OutputSection::Warnings,
            _ if self.chapter == OutputSection::Outside => return,
            _ => OutputSection::Other,
        };
        self.start.get_or_insert(at);
    }

    fn finish_session(&mut self, part: &ReaderInput, at: usize) {
        self.finish_failure_section(part, at);
        self.reading.add_total_line(at);
        let line = part.line_at(at);
        if !self.reading.has_error() && (line.contains(" failed") || line.contains(" error")) {
            for &line in &self.verbose {
                let name = part.line_at(line).split_whitespace().next().unwrap_or_default();
                self.reading.add_error(line, name).set_location(name.split("::").next().unwrap_or(name));
            }
        }
        if let Some(start) = self.start.take() {
            self.reading.mark_lines_as_understood(start..at + 1);
        }
        self.verbose.clear();
        self.chapter = OutputSection::Outside;
    }

    /// The session has no totals: it crashed, was killed or was cut. Only understood lines are covered.
    fn cover_unfinished_session(&mut self, part: &ReaderInput) {
        let Some(start) = self.start else { return };
        for at in start..part.len() {
            let line = part.line_at(at);
            if is_verbose_result(line) || is_preamble_line(line) || title_of_rule_line(line, '=').is_some() {
                self.reading.mark_lines_as_understood(at..at + 1);
            }
        }
    }

    fn read_running_line(&mut self, part: &ReaderInput, at: usize, line: &str) {
        if line.starts_with("ImportError while loading conftest") {
            let last = part.last_line_before_blank(at, 60);
            let block = self.reading.add_error(at, line);
            pytest_trace::mark_traceback(part, block, at + 1, last + 1);
            return;
        }
        if line.starts_with("INTERNALERROR>") {
            let ends = !part.line_at(at + 1).starts_with("INTERNALERROR>");
            if ends && let Some((_, said)) = line.split_once("> ") {
                self.reading.add_error(at, said.trim());
            }
            self.reading.mark_lines_as_understood(at..at + 1);
            return;
        }
        if line.starts_with("collected ") && line.contains(" error") || line.starts_with("pytest: error: ") {
            self.start.get_or_insert(at);
        }
        if is_verbose_result(line) {
            self.start.get_or_insert(at);
            let words: Vec<&str> = line.split_whitespace().collect();
            if words.iter().any(|word| matches!(*word, "FAILED" | "ERROR")) {
                self.verbose.push(at);
            }
        } else if is_progress_line(line) {
            self.start.get_or_insert(at);
        }
        if self.chapter == OutputSection::Running || part.named {
            self.read_complaint(at, line);
        }
    }

    /// Lines with which pytest or a plugin complains about the run itself.
    fn read_complaint(&mut self, at: usize, line: &str) {
        let own = ["ERROR: ", "pytest: error: ", "FAIL Required test coverage", "Required test coverage of "];
        if line.starts_with("ERROR: usage: ") {
            self.reading.mark_lines_as_understood(at..at + 1);
        } else if own[..3].iter().any(|start| line.starts_with(start)) {
            self.reading.add_error(at, line);
        } else if line.starts_with("TOTAL ") || line.starts_with(own[3]) {
            self.reading.add_total_line(at);
        }
    }

    fn read_failure_line(&mut self, part: &ReaderInput, at: usize, line: &str) {
        if let Some(name) = title_of_rule_line(line, '_') {
            self.finish_failure_section(part, at);
            self.section = Some((at, name.to_owned()));
        } else if self.section.is_none() {
            // `--tb=line`: nothing but the place and the message.
            if let Some(place) = place::find_place(line).filter(|place| place.range.start == 0) {
                let message = line[place.range.end..].trim_start_matches([':', ' ']);
                let location = place.to_path_and_line(line);
                let rule = format!("{location} {}", strip_digits(message));
                self.reading.add_error(at, message).set_location(location).set_rule(rule);
                self.unnamed.push_back(self.reading.blocks.len() - 1);
            }
        }
    }

    fn finish_failure_section(&mut self, part: &ReaderInput, end: usize) {
        let Some((at, title)) = self.section.take() else { return };
        let name = ["ERROR at setup of ", "ERROR at teardown of ", "ERROR collecting ", "[doctest] "]
            .iter()
            .find_map(|start| title.strip_prefix(start))
            .unwrap_or(&title);
        let block = self.reading.add_error(at, title.as_str());
        let said = pytest_trace::mark_traceback(part, block, at + 1, end);
        let place = block.location.clone().unwrap_or_default();
        // Modules that all fail to import the same thing are one failure.
        match title.starts_with("ERROR collecting ") {
            true => block.set_rule(strip_digits(&said)),
            false => block.set_rule(format!("{place} {}", strip_digits(&said))),
        };
        block.message = if said.is_empty() { title.clone() } else { format!("{name}: {said}") };
        block.extend_to(end.saturating_sub(1).max(at));
        let index = self.reading.blocks.len() - 1;
        let kind = match title.strip_prefix("ERROR ") {
            Some(rest) if rest.starts_with("collecting ") => FailureKind::Collection,
            Some(_) => FailureKind::Fixture,
            None => FailureKind::Test,
        };
        self.named.insert(name.to_owned(), (index, kind));
    }

    fn read_summary_line(&mut self, at: usize, line: &str) {
        let Some(rest) =
            ["FAILED ", "ERROR ", "SUBFAILED", "SUBFAIL "].iter().find_map(|start| line.strip_prefix(start))
        else {
            return;
        };
        // A parameter may hold ` - ` itself: the message is looked for only after the test's name.
        let (node, said) = rest.split_once(" - ").unwrap_or((rest, ""));
        let (path, test) = node.split_once("::").unwrap_or((node, node));
        let test = test.replace("::", ".");
        match self.named.remove(test.trim()) {
            Some((index, kind)) => {
                let alone = self.reading.blocks.len() == 1 && kind == FailureKind::Test;
                let block = &mut self.reading.blocks[index];
                let heading = block.first;
                if let Some(mark) = block.marks.iter_mut().find(|(line, _)| alone && *line == heading) {
                    mark.1 = LineRank::Context;
                }
                let rank = match kind {
                    _ if alone => LineRank::Head,
                    // The heading has said everything.
                    FailureKind::Collection => LineRank::Context,
                    FailureKind::Test | FailureKind::Fixture => LineRank::Detail,
                };
                // The summary stands far below: the finding's own lines end with its section.
                block.marks.push((at, rank));
                if block.location.is_none() {
                    block.location = Some(path.to_owned());
                }
            }
            None => {
                // `--tb=line` lists places in the same order, without names.
                let unnamed = self.unnamed.pop_front().filter(|&index| {
                    self.reading.blocks[index].location.as_deref().is_some_and(|location| location.contains(path))
                });
                if let Some(index) = unnamed {
                    let block = &mut self.reading.blocks[index];
                    block.message = format!("{test}: {}", block.message);
                    block.marks.push((at, LineRank::Place));
                    return;
                }
                let block = self.reading.add_error(at, format!("{test}: {said}"));
                block.set_location(path);
                if !said.is_empty() {
                    block.set_rule(format!("{path} {}", strip_digits(said)));
                }
            }
        }
    }

    fn read_warning_line(&mut self, part: &ReaderInput, at: usize, line: &str) {
        if part.call.status.has_failed() || !line.starts_with("  ") || line.starts_with("    ") {
            return;
        }
        let Some((category, said)) = line.split_once("Warning: ") else { return };
        let category = category.rsplit(' ').next().unwrap_or(category);
        let block = self.reading.add_warning(at, format!("{category}Warning: {said}"));
        block.set_rule(format!("{category} {said}"));
        block.location = place::find_path_and_line(line);
    }
}

/// The title of a line drawn across the terminal: `==== title ====`.
pub fn title_of_rule_line(line: &str, rule: char) -> Option<&str> {
    let inner = line.strip_prefix(rule)?.trim_start_matches(rule).strip_prefix(' ')?;
    let inner = inner.trim_end().strip_suffix(rule)?.trim_end_matches(rule).strip_suffix(' ')?;
    inner.contains(char::is_alphanumeric).then_some(inner.trim())
}

/// `2 failed, 3 passed in 0.12s`, bare under `-q` or as a title.
fn is_totals_line(line: &str) -> bool {
    let line = line.trim_matches(['=', ' ']);
    let Some((counts, time)) = line.rsplit_once(" in ") else { return false };
    let time = time.split(' ').next().unwrap_or(time);
    let timed = time.strip_suffix('s').is_some_and(|seconds| seconds.parse::<f64>().is_ok());
    let known = ["passed", "failed", "error", "skipped", "deselected", "warning", "rerun", "collected"];
    timed
        && (counts == "no tests ran"
            || counts.split(", ").all(|count| {
                count.starts_with(|c: char| c.is_ascii_digit()) && known.iter().any(|word| count.contains(word))
            }))
}

fn is_verbose_result(line: &str) -> bool {
    line.contains("::")
        && [" PASSED", " FAILED", " ERROR", " SKIPPED", " XFAIL", " XPASS", " RERUN"]
            .iter()
            .any(|result| line.contains(result))
}

/// `tests/test_a.py ..F.` or, under `-q`, the dots alone.
fn is_progress_line(line: &str) -> bool {
    let Some((dots, percent)) = line.rsplit_once('[') else { return false };
    percent.ends_with("%]") && dots.trim_end().ends_with(['.', 'F', 'E', 's', 'x', 'X', 'R'])
}

fn is_preamble_line(line: &str) -> bool {
    ["platform ", "rootdir: ", "configfile: ", "plugins: ", "cachedir: ", "collected ", "collecting ", "asyncio: "]
        .iter()
        .any(|start| line.starts_with(start))
}
