//! `ctx search --grep`: the text itself, scanned for a regular expression.

use serde_json::{Value, json};

use super::shown::{SearchCaller, describe_entry, remaining_matches_line};
use super::{Args, BUDGET};
use crate::error::{Result, code};
use crate::exit_status::ExitStatus;
use crate::record::report::quote_forged_line;
use crate::search::{describe_source, narrow, scan};
use crate::ui::Tone;
use ctx_store::{Entry, SearchFilter, Store, VerbUse};

impl Args {
    pub(super) fn scan_with_regex(
        &self,
        caller: &SearchCaller<'_>,
        store: &mut Store,
        within: &SearchFilter,
        pattern: &str,
    ) -> Result<ExitStatus> {
        let SearchCaller { context, scope, masker, now } = caller;
        let regex = scan::compile_pattern(pattern)?;
        let entries = narrow::entries_that_may_match(store, within, pattern)?;
        let blobs: Vec<i64> = entries.iter().map(|(_, blob)| *blob).collect();
        let matches = scan::grep(store, masker, &regex, &blobs)?;
        let limit = self.limit.unwrap_or(usize::MAX);
        let lines: Vec<&scan::GrepMatch> = matches.lines.iter().skip(self.offset).take(limit).collect();
        let mut rows: Vec<Entry> = Vec::new();
        let mut page = String::new();
        let mut shown = 0;
        let mut last = None;
        let mut hits: Vec<Value> = Vec::new();
        for line in &lines {
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
                format!(
                    "{} {}\n",
                    context.ui.colour_text(Tone::Faint, &entry.id.reference()),
                    describe_entry(&context.ui, entry, masker, *now, scope)
                )
            } else {
                String::new()
            };
            let quoted = quote_forged_line(&line.text);
            let marked =
                context.ui.mark_matches(&quoted, regex.find_iter(quoted.as_bytes()).map(|found| found.range()));
            let text = format!("{head}{}:{marked}\n", context.ui.colour_text(Tone::Place, &line.line.to_string()));
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
}
