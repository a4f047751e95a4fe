//! The machine behind the rows: which rule a line begins, what belongs to the finding below it, and where that ends.

use std::collections::HashSet;

use regex::Captures;

use super::row::{BlockEnd, CompiledReader, LineBelowAction, LineBelowRule, LineRule, RuleAction};
use crate::Severity;
use crate::part::{ReaderInput, is_blank};
use crate::place;
use crate::readers::busiest::BusiestFilesNoter;
use crate::reading::{FindingBlock, LineRank, ReaderFindings};

/// A heading this near above a finding is shown with it; an error's always is.
const NEAR: usize = 4;

/// The line that names the file of the findings below it.
struct FileHeading {
    at: usize,
    location: String,
    /// A line that is printed anyway, as a total.
    is_total: bool,
}

struct ReaderRun<'a> {
    flat: &'a CompiledReader,
    part: &'a ReaderInput<'a>,
    reading: ReaderFindings,
    heading: Option<FileHeading>,
    busiest: BusiestFilesNoter,
    /// Findings that were named a second time, or first by a line that may name them a second time.
    named_again: HashSet<usize>,
}

impl CompiledReader {
    pub fn read_part(&self, part: &ReaderInput) -> ReaderFindings {
        let needed = self.only_if.as_ref().filter(|_| !part.named);
        if needed.is_some_and(|needed| !part.lines().any(|(_, line)| needed.is_match(line))) {
            return ReaderFindings::default();
        }
        let (reading, heading, busiest) = (ReaderFindings::default(), None, BusiestFilesNoter::default());
        let mut run = ReaderRun { flat: self, part, reading, heading, busiest, named_again: HashSet::new() };
        let mut at = 0;
        while at < part.len() {
            at = run.read_line(at).max(at + 1);
        }
        run.finish()
    }
}

impl ReaderRun<'_> {
    /// Reads the line, and what belongs to it; returns the line to go on with.
    fn read_line(&mut self, at: usize) -> usize {
        let line = self.part.line_at(at);
        let mut is_total = false;
        // Nearly no line of a long output is one of a rule's: that is told without a list of the rules.
        let hits = self.flat.starts.is_match(line).then(|| self.flat.starts.matches(line));
        for index in hits.iter().flatten() {
            let rule = &self.flat.rules[index];
            let applies = (!rule.named || self.part.named)
                && rule.next.as_ref().is_none_or(|next| next.is_match(self.part.line_at(at + 1)));
            let Some(groups) =
                rule.start.captures(line).filter(|_| applies && !(is_total && rule.act != RuleAction::Heading))
            else {
                continue;
            };
            match rule.act {
                RuleAction::Heading => {
                    let location = format_location(&groups).unwrap_or_else(|| line.trim().to_owned());
                    self.heading = Some(FileHeading { at, location, is_total });
                    return at + 1;
                }
                RuleAction::Total => {
                    self.reading.add_total_line(at);
                    if self.flat.busiest {
                        self.busiest.add_busiest_files_note(&mut self.reading, at);
                    }
                    is_total = true;
                }
                RuleAction::Drop => {
                    let end = self.skip_dropped_lines_keeping_totals(rule, at);
                    self.reading.mark_lines_as_understood(at..end);
                    return end;
                }
                RuleAction::Again if self.add_to_named_finding(at, &groups) => return at + 1,
                RuleAction::Finding(_) | RuleAction::Outcome | RuleAction::Again | RuleAction::ByLevel => {
                    if let Some(end) = self.add_finding(rule, at, &groups) {
                        return end;
                    }
                }
            }
        }
        at + 1
    }

    /// `None` if the line only looks like one.
    fn add_finding(&mut self, rule: &LineRule, at: usize, groups: &Captures) -> Option<usize> {
        let line = self.part.line_at(at);
        let found = match groups.name("place") {
            Some(group) => {
                Some(place::find_place(line).filter(|found| found.range.start == group.start())?.to_path_and_line(line))
            }
            None => groups.name("path").and_then(|_| format_location(groups)),
        };
        let failed = self.part.call.status.has_failed();
        let severity = match rule.act {
            RuleAction::Finding(severity) => severity,
            RuleAction::Outcome if !failed => Severity::Warning,
            RuleAction::Outcome | RuleAction::Again => Severity::Error,
            _ => rule.level_severity(groups).unwrap_or(Severity::Error),
        };
        let message = groups.name("message").map_or(line, |group| group.as_str()).trim();
        let block = self.reading.add_finding(severity, at, rule.message.as_deref().unwrap_or(message));
        add_what_is_said(&mut block.message, groups);
        block.rule = rule.rule.clone().or_else(|| group_text(groups, "rule"));
        block.location = found;
        if let Some(heading) = self.heading.as_ref().filter(|_| block.location.is_none()) {
            let position = format_position(groups);
            let near = position.is_some() || at - heading.at < NEAR || severity == Severity::Error;
            if near && !heading.is_total {
                // Several findings share this line: it belongs to none of them alone.
                block.marks.push((heading.at, LineRank::Place));
            }
            block.location = Some(position.map_or(heading.location.clone(), |at| format!("{}:{at}", heading.location)));
        }
        block.location = block.location.take().or_else(|| place::find_path_and_line(line));
        block.source = format!("{} /{}/", self.flat.name, rule.start).into();
        let (end, totals) = add_lines_below(rule, self.part, at, block);
        totals.into_iter().for_each(|at| self.reading.add_total_line(at));
        Some(end)
    }

    /// Makes the line a detail of the finding above that has its name, `a::test` or `a.test`; false where there is none.
    fn add_to_named_finding(&mut self, at: usize, groups: &Captures) -> bool {
        let name = group_text(groups, "message").or_else(|| group_text(groups, "path")).unwrap_or_default();
        let name = name.replace("::", ".");
        let is_named = |block: &FindingBlock| {
            block.message.strip_prefix(&name).is_some_and(|rest| rest.is_empty() || rest.starts_with(": "))
        };
        let open = (0..self.reading.blocks.len())
            .find(|at| !self.named_again.contains(at) && is_named(&self.reading.blocks[*at]));
        if open.is_some() {
            self.reading.mark_lines_as_understood(at..at + 1);
        }
        self.named_again.insert(open.unwrap_or(self.reading.blocks.len()));
        // It may stand far below: the finding's own lines end where they ended.
        open.map(|open| self.reading.blocks[open].marks.push((at, LineRank::Detail))).is_some()
    }

    /// The end of lines that are not shown; the totals among them are.
    fn skip_dropped_lines_keeping_totals(&mut self, rule: &LineRule, at: usize) -> usize {
        let mut unused = ReaderFindings::default();
        let (end, totals) = add_lines_below(rule, self.part, at, unused.add_info(at, ""));
        totals.into_iter().for_each(|at| self.reading.add_total_line(at));
        end
    }

    fn finish(mut self) -> ReaderFindings {
        let last = self.reading.blocks.last().map(|block| block.last);
        if let Some(last) = last.filter(|_| self.flat.busiest) {
            self.busiest.add_busiest_files_note(&mut self.reading, last + 1);
        }
        if self.flat.blame_worst {
            self.reading.raise_worst_to_errors_if_failed(self.part.call.status);
        }
        if self.reading.blocks.len() <= self.flat.few {
            self.reading.blocks.iter_mut().for_each(|block| block.rule = None);
        }
        self.reading
    }
}

impl LineRule {
    /// The severity of the `level` that the tool names, by the row's own table or by common words.
    fn level_severity(&self, groups: &Captures) -> Option<Severity> {
        let level = groups.name("level")?.as_str();
        self.levels.get(level).copied().or_else(|| match level.to_ascii_lowercase().as_str() {
            "error" | "fatal" => Some(Severity::Error),
            "warning" | "warn" => Some(Severity::Warning),
            _ => Some(Severity::Info),
        })
    }

    fn block_end(&self, part: &ReaderInput, at: usize) -> usize {
        let reach = part.len().min(at + 1 + self.reach);
        match &self.until {
            BlockEnd::Unknown => reach,
            BlockEnd::Blank => part.find_line(at + 1, self.reach, is_blank).unwrap_or(reach),
            BlockEnd::Dedent => part.last_line_before_dedent(at, self.reach) + 1,
            BlockEnd::Line(pattern) => {
                part.find_line(at + 1, self.reach, |line| pattern.is_match(line)).unwrap_or(reach)
            }
        }
    }
}

/// Adds the lines below the start to its finding; returns the line after the last of them, and totals among them.
fn add_lines_below(rule: &LineRule, part: &ReaderInput, at: usize, block: &mut FindingBlock) -> (usize, Vec<usize>) {
    let mut totals = Vec::new();
    if rule.below.is_empty() && matches!(rule.until, BlockEnd::Unknown) {
        return (at + 1, totals);
    }
    let end = rule.block_end(part, at);
    let mut shown = vec![0; rule.below.len()];
    let (mut joined, mut is_said, mut innermost) = (true, false, None);
    for line in at + 1..end {
        joined &= !is_blank(part.line_at(line));
        let Some(nth) = rule.below.iter().zip(&shown).position(|(below, &shown)| {
            shown < below.most && (joined || !below.joined) && below.matches_line(part, line)
        }) else {
            if matches!(rule.until, BlockEnd::Unknown) {
                return (line, totals);
            }
            continue;
        };
        shown[nth] += 1;
        let text = part.line_at(line);
        match rule.below[nth].act {
            LineBelowAction::End => return (line, totals),
            LineBelowAction::Total => totals.push(line),
            LineBelowAction::To => drop(block.extend_to(line)),
            LineBelowAction::Show(rank) => {
                block.mark_line(line, rank);
                match rank {
                    LineRank::Place if block.location.is_none() => block.location = place::find_path_and_line(text),
                    LineRank::Frame => innermost = place::find_path_and_line(text).or(innermost),
                    _ => {}
                }
            }
        }
        if let Some(groups) = rule.below[nth].on.captures(text) {
            block.severity = rule.level_severity(&groups).unwrap_or(block.severity);
            block.rule = group_text(&groups, "rule").or(block.rule.take());
            block.message = group_text(&groups, "message").unwrap_or(std::mem::take(&mut block.message));
            is_said = is_said || add_what_is_said(&mut block.message, &groups);
        }
    }
    block.location = block.location.take().or(innermost);
    if !matches!(rule.until, BlockEnd::Unknown) {
        block.extend_to(end - 1);
    }
    (end, totals)
}

impl LineBelowRule {
    fn matches_line(&self, part: &ReaderInput, at: usize) -> bool {
        self.on.is_match(part.line_at(at)) && self.next.as_ref().is_none_or(|next| next.is_match(part.line_at(at + 1)))
    }
}

/// Adds what the group `said` holds to a message; false where there is no such group.
fn add_what_is_said(message: &mut String, groups: &Captures) -> bool {
    let said = groups.name("said").map(|group| group.as_str().trim());
    said.into_iter().for_each(|said| message.push_str(&format!(": {said}")));
    said.is_some()
}

fn group_text(groups: &Captures, name: &str) -> Option<String> {
    groups.name(name).map(|group| group.as_str().to_owned())
}

/// `line:column` of the groups `at`, or `line` and `column`.
fn format_position(groups: &Captures) -> Option<String> {
    let line = group_text(groups, "at").or_else(|| group_text(groups, "line"))?;
    Some(group_text(groups, "column").map_or(line.clone(), |column| format!("{line}:{column}")))
}

/// The path that a match names, with its position if it has one.
fn format_location(groups: &Captures) -> Option<String> {
    let path = group_text(groups, "path")?;
    Some(format_position(groups).map_or(path.clone(), |at| format!("{path}:{at}")))
}
