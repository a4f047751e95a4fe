//! `ctx search --grep`: the text itself, scanned for a regular expression.

use regex::bytes::Regex;
use serde_json::{Value, json};

use super::hit_text::{SearchCaller, describe_entry, remaining_matches_line};
use super::{Args, BUDGET, WIDEST};
use crate::error::code;
use crate::record::report::quote_forged_line;
use crate::record::view::EntryView;
use crate::search::{describe_source, grep_prefilter, scan};
use crate::ui::{ColourMeaning, cut_middle};
use crate::{ExitStatus, Result};
use ctx_store::{Entry, SearchFilter, Store, VerbUse};

impl Args {
    pub(super) fn scan_and_print_matches(
        &self,
        caller: &SearchCaller<'_>,
        store: &mut Store,
        within: &SearchFilter,
        pattern: &str,
    ) -> Result<ExitStatus> {
        let SearchCaller { context, scope, masker, now } = caller;
        let regex = scan::compile_grep_pattern(pattern)?;
        let entries = grep_prefilter::entries_that_may_match(store, within, pattern)?;
        let blobs: Vec<i64> = entries.iter().map(|(_, blob)| *blob).collect();
        let matches = scan::grep_blobs(store, masker, &regex, &blobs)?;
        let limit = self.limit.unwrap_or(usize::MAX);
        let lines: Vec<&scan::GrepMatch> = matches.lines.iter().skip(self.offset).take(limit).collect();
        let mut rows: Vec<Entry> = Vec::new();
        let mut page = String::new();
        let mut shown = 0;
        let mut last = None;
        let mut hits: Vec<Value> = Vec::new();
        // The last line printed of the entry, where lines around are.
        let mut reached = 0;
        for (at, line) in lines.iter().enumerate() {
            let fresh = last.replace(line.entry) != Some(line.entry);
            if fresh {
                rows.push(store.entry_at_row(entries[line.entry].0)?);
            }
            let Some(entry) = rows.last() else { break };
            if self.json {
                hits.push(json!({
                    "ref": entry.id.as_str(), "kind": entry.kind.name(), "source": describe_source(entry, masker), "start": line.line,
                    "end": line.line, "score": 1.0, "layer": "grep", "snippet": line.text,
                }));
                shown += 1;
                continue;
            }
            let head = if fresh {
                let reference = context.ui.colour_text(ColourMeaning::Faint, &entry.id.reference());
                format!("{reference} {}\n", describe_entry(&context.ui, entry, masker, *now, scope))
            } else {
                String::new()
            };
            if fresh {
                reached = 0;
            } else if line.line <= reached {
                shown += 1;
                continue;
            }
            let of_entry = lines[at..].iter().take_while(|hit| hit.entry == line.entry).copied();
            let view = EntryView { store, entry, masker };
            let text = head + &self.render_match_with_context(caller, &view, &regex, of_entry, &mut reached)?;
            if shown > 0 && page.len() + text.len() > self.budget.unwrap_or(BUDGET) {
                break;
            }
            page.push_str(&text);
            shown += 1;
        }
        let used: Vec<(i64, u64)> =
            rows.iter().map(|entry| (entry.row, page.len() as u64 / rows.len().max(1) as u64)).collect();
        if self.json {
            let more = matches.total.saturating_sub((self.offset + shown) as u64);
            context.ui.print_json(&json!({ "query": pattern, "hits": hits, "corrected": {}, "more": more }));
        } else {
            page.push_str(&remaining_matches_line(&matches, self.offset + shown, pattern));
            context.ui.print(&page);
        }
        store.record_verb_use(&VerbUse {
            at: *now,
            session: &scope.session,
            verb: "search",
            entries: &used,
            bytes: page.len() as u64,
            ..VerbUse::default()
        });
        Ok(if matches.total == 0 { ExitStatus::Code(code::ABSENT) } else { ExitStatus::OK })
    }

    /// The first of these lines, all of one entry, with those around it that were not shown yet.
    fn render_match_with_context<'a>(
        &self,
        caller: &SearchCaller<'_>,
        view: &EntryView<'_>,
        regex: &Regex,
        mut hits: impl Iterator<Item = &'a scan::GrepMatch> + Clone,
        reached: &mut u64,
    ) -> Result<String> {
        let ui = &caller.context.ui;
        let mut text = String::new();
        let mut add = |number: u64, line: &str, is_hit: bool| {
            let quoted = quote_forged_line(line);
            let places = regex.find_iter(quoted.as_bytes()).map(|found| found.range());
            let marked = ui.mark_matches(&quoted, places.filter(|_| is_hit));
            let sign = if is_hit { ':' } else { '-' };
            text.push_str(&format!("{}{sign}{marked}\n", ui.colour_text(ColourMeaning::Place, &number.to_string())));
        };
        let all = hits.clone();
        let Some(first) = hits.next() else { return Ok(text) };
        if self.around == 0 {
            add(first.line, &first.text, true);
        } else {
            let from = first.line.saturating_sub(self.around).max(*reached + 1);
            *reached = first.line.saturating_add(self.around);
            view.for_each_line(from, *reached, |number, line| {
                add(number, &cut_middle(line, WIDEST), all.clone().any(|hit| hit.line == number));
                true
            })?;
        }
        Ok(text)
    }
}
