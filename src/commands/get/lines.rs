//! Which lines of an entry `ctx get` prints, and how: ranges, matches, what the digest left out.

use regex::Regex;
use serde_json::json;

use super::super::digest_entry;
use super::{Args, BUDGET, exact};
use crate::record::report::quote_forged_line;
use crate::record::view::{EntryView, LineRange};
use crate::record::{RangeLimit, line_range_json};
use crate::ui::{cut_around, cut_middle, format_count};
use crate::{Context, Error, ExitStatus, Result};
use ctx_digest::{self, Budgets};

/// A line that matches is shown whole up to this many bytes.
const WIDEST: usize = 2000;

impl Args {
    /// The lines that the digest of this output leaves out, or shows only in part.
    pub(super) fn find_omitted_lines(&self, context: &Context, view: &EntryView<'_>) -> Result<Vec<LineRange>> {
        let text = view.masked_text()?;
        let digest = digest_entry(context, view.entry, &text);
        let show = self.budget.map_or(context.config.show, Budgets::same_for_all_kinds);
        let body = ctx_digest::render(&digest, &text, &show);
        Ok(body.gaps.iter().map(|&(from, to)| LineRange { from, to }).collect())
    }

    /// Lines of the range, of the stream that is wanted alone if one is.
    pub(super) fn for_each_line(
        &self,
        view: &EntryView<'_>,
        range: LineRange,
        mut each: impl FnMut(u64, &str) -> bool,
    ) -> Result<()> {
        let Some(stream) = self.wanted_stream() else { return view.for_each_line(range.from, range.to, each) };
        let each = |number, line: &str| number < range.from || number <= range.to && each(number, line);
        exact::stdout_stderr_byte_map(view.entry)?;
        view.for_each_line_of_stream(stream, each)
    }

    /// One range, or the whole text within its limit; true if that was all of it.
    pub(super) fn print_range(
        &self,
        context: &Context,
        view: &EntryView<'_>,
        range: Option<LineRange>,
        total: u64,
    ) -> Result<bool> {
        let limited = (range.is_none() || self.budget.is_some()) && !self.all;
        let limit = if limited { self.byte_limit() } else { usize::MAX };
        let range = range.unwrap_or(LineRange::ALL);
        if self.json {
            let (json, last) = line_range_json(view, range, RangeLimit { bytes: limit, ..RangeLimit::ALL })?;
            context.ui.print_json(&json);
            return Ok(last >= total && range.covers_all_lines(total));
        }
        let mut page = String::new();
        let mut spent = 0;
        let mut next = None;
        let read = self.for_each_line(view, range, |number, line| {
            let line = cut_middle(line, limit / 2);
            if spent + line.len() > limit {
                next = Some(number);
                return false;
            }
            spent += line.len() + 1;
            page.push_str(&quote_forged_line(&line));
            page.push('\n');
            if page.len() > 1 << 16 {
                context.ui.print(&std::mem::take(&mut page));
            }
            true
        });
        if let Err(error) = read {
            context.ui.print(&page);
            return Err(error);
        }
        if let Some(next) = next {
            let id = &view.entry.id;
            let until = (2 * next).saturating_sub(1).min(total);
            let (shown, all) = (next - 1, format_count(total, "line"));
            let more = format!("more: ctx get {id} --lines {next}:{until} | --grep RE | --all ({shown} of {all})\n");
            page.push_str(&more);
        }
        context.ui.print(&page);
        let whole = next.is_none() && range.covers_all_lines(total);
        let hidden = if whole { view.masks_from_line(1)?.count_secrets(0..u64::MAX) } else { 0 };
        if hidden > 0 {
            let secrets = format_count(hidden as u64, "secret");
            context.ui.warn(format_args!("{secrets} masked; ctx get {} --raw gives the exact bytes", view.entry.id));
        }
        Ok(whole)
    }

    /// Several stretches, each under its numbers.
    pub(super) fn print_ranges(
        &self,
        context: &Context,
        view: &EntryView<'_>,
        ranges: &[LineRange],
        before: u64,
    ) -> Result<bool> {
        if self.json {
            let parts: Result<Vec<_>> = ranges
                .iter()
                .map(|range| line_range_json(view, *range, RangeLimit::ALL).map(|(json, _)| json))
                .collect();
            context.ui.print_json(&json!({ "ref": view.entry.id.as_str(), "ranges": parts? }));
            return Ok(false);
        }
        // Ranges that somebody wrote down are printed as they are; what the digest left out comes page by page.
        let limit = if self.rest && !self.all { BUDGET } else { usize::MAX };
        let mut page = String::new();
        for range in ranges {
            let mut next = None;
            page.push_str(&format!("--- {}-{}\n", range.from + before, range.to.saturating_add(before)));
            self.for_each_line(view, *range, |number, line| {
                if page.len() + line.len() > limit && page.len() > limit / 2 {
                    next = Some(number);
                    return false;
                }
                page.push_str(&quote_forged_line(line));
                page.push('\n');
                true
            })?;
            if let Some(next) = next {
                let last = ranges.last().map_or(next, |last| last.to);
                let (from, to) = (next + before, (next + 199).min(last) + before);
                page.push_str(&format!("more: ctx get {} --lines {from}:{to} | --rest --all\n", view.entry.id));
                break;
            }
        }
        context.ui.print(&page);
        Ok(false)
    }

    /// The requested lines; none if no option names any. Of lines that a command chose from a file, the numbers are the
    /// file's, as in the marks of the digest.
    pub(super) fn requested_ranges(&self, total: u64, before: u64) -> Vec<LineRange> {
        if !self.lines.is_empty() {
            let of_file = |range: &LineRange| match range.to > before {
                true => LineRange { from: range.from.saturating_sub(before).max(1), to: range.to - before },
                false => *range,
            };
            // `10,20` as sed takes it.
            if let [LineRange { from, to: a }, LineRange { from: b, to }] = self.lines[..]
                && from == a
                && b == to
                && from < to
            {
                return vec![of_file(&LineRange { from, to })];
            }
            return self.lines.iter().map(of_file).collect();
        }
        let named = self.reference.as_ref().and_then(|reference| reference.lines);
        let head = self.head.map(|n| LineRange { from: 1, to: n });
        let tail = self.tail.map(|n| LineRange { from: total.saturating_sub(n) + 1, to: u64::MAX });
        head.or(tail).or(named.map(|(from, to)| LineRange { from: from.max(1), to })).into_iter().collect()
    }

    pub(super) fn print_matching_lines(
        &self,
        context: &Context,
        view: &EntryView<'_>,
        ranges: &[LineRange],
        pattern: &Regex,
        origin: u64,
    ) -> Result<ExitStatus> {
        let range = match ranges {
            [] => LineRange::ALL,
            [range] => *range,
            _ => return Err(Error::usage("--grep takes one range of lines").with_hint("--lines A:B --grep RE")),
        };
        let mut page = String::new();
        let (mut matches, mut shown) = (0u64, 0u64);
        let mut before = std::collections::VecDeque::new();
        let mut after = 0;
        let mut last = None;
        let mut full = false;
        self.for_each_line(view, range, |number, line| {
            let number = number + origin;
            let hit = pattern.is_match(line);
            matches += u64::from(hit);
            full = full || (!self.all && page.len() > self.byte_limit());
            if full {
                return true;
            }
            if hit {
                if self.around > 0 && last.is_some_and(|last: u64| last + 1 < number - before.len() as u64) {
                    page.push_str("--\n");
                }
                for (number, line) in before.drain(..) {
                    page.push_str(&format!("{number}-{line}\n"));
                }
                shown += 1;
                let places = pattern.find_iter(line).map(|found| found.range());
                let line = if self.all { line.into() } else { cut_around(line, WIDEST, places) };
                let marked = context.ui.mark_matches(&line, pattern.find_iter(&line).map(|found| found.range()));
                page.push_str(&format!("{number}:{marked}\n"));
                after = self.around;
                last = Some(number);
            } else if after > 0 {
                after -= 1;
                page.push_str(&format!("{number}-{}\n", cut_middle(line, if self.all { usize::MAX } else { WIDEST })));
                last = Some(number);
            } else if self.around > 0 {
                before.push_back((number, cut_middle(line, WIDEST).into_owned()));
                if before.len() as u64 > self.around {
                    before.pop_front();
                }
            }
            true
        })?;
        if self.json {
            context.ui.print_json(
                &json!({ "ref": view.entry.id.as_str(), "matches": matches, "shown": shown, "text": page }),
            );
        } else {
            if matches > shown {
                let left = format_count(matches - shown, "match");
                page.push_str(&format!("more: {left} not shown: --all, or --lines A:B with --grep\n"));
            }
            context.ui.print(&page);
        }
        if matches == 0 {
            if !self.json {
                context.ui.warn(format_args!("no line of {} matches", view.entry.id.reference()));
            }
            return Ok(ExitStatus::Code(crate::error::code::ABSENT));
        }
        Ok(ExitStatus::OK)
    }
}
