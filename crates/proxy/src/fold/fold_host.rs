//! The engine's host: what a tool call did by the table of the agents, the lines of a file by the outline room, those of an
//! output by the digest room, and the bytes in the store.

use std::collections::HashMap;
use std::path::Path;

use ctx_fold::{ConversationItem, EngineHost, ItemKind, ItemSummary, StubLineCandidate, ToolAct, pieces};

use ctx_agents::remark;
use ctx_capture::record::MaskedText;
use ctx_capture::record::report::{ReportOptions, ReportSubject, compose_report};
use ctx_digest::readers::flat::CompiledReader;
use ctx_digest::{self, Budgets, CommandAndStatus, CommandEndStatus, Severity};
use ctx_model::env::Env;
use ctx_model::id::EntryId;
use ctx_outline::{Symbol, find_named_symbols, language};
use ctx_secrets::{Masker, TextKind};
use ctx_text::text::Text;

use super::act::classify_tool_call;
use crate::account::current_session_origin;
use crate::store_thread::{StoreThread, TextToStore, content_reference};

/// Larger texts get no outline: they are data.
const OUTLINED: usize = 200 << 10;
/// Lines longer than this on average say little about how long a text is.
const LONG_LINES: usize = 400;
/// Findings that are marked in an output.
const FINDINGS: usize = 6;

/// Errors that stay in a stub whatever they are worth.
const ERRORS: usize = 3;
/// The rank of a line that always stays.
const VERDICT: u8 = 2;
/// The longest last line of a run that may be its totals.
const TOTALS: usize = 100;
const OTHER_TOTALS: usize = 2;
/// What hosts write where they shortened an output themselves, and in which of its first lines.
const CUT_BY_HOST: &[&str] = &["Output too large", "Total output lines:", "truncated output"];
const HOST_LINES: usize = 10;

pub struct FoldHost<'a> {
    masker: &'a Masker,
    readers: &'a [CompiledReader],
    /// How long digests may be.
    show: Budgets,
    /// None for a replay, which stores nothing.
    storage: Option<StoreThread>,
}

impl<'a> FoldHost<'a> {
    pub fn new(masker: &'a Masker, readers: &'a [CompiledReader]) -> FoldHost<'a> {
        FoldHost { masker, readers, show: Budgets::default(), storage: None }
    }

    /// Digests as long as the user's settings say.
    pub fn with_budgets(self, show: Budgets) -> FoldHost<'a> {
        FoldHost { show, ..self }
    }

    /// What is folded goes to the user's store before.
    pub fn with_storage(self, env: &Env, agent: &str) -> FoldHost<'a> {
        let (of, agent) = (env.clone(), agent.to_owned());
        FoldHost { storage: Some(StoreThread::start(env, move || current_session_origin(&of, &agent))), ..self }
    }

    pub fn store_thread(&self) -> Option<&StoreThread> {
        self.storage.as_ref()
    }

    /// Begins to store what may be folded later; the reference that it will have. Nobody waits for it.
    pub fn begin_storing_and_get_reference(&self, item: &ConversationItem<'_>, act: &ToolAct) -> String {
        let text = TextToStore::from_item(item, act);
        let reference = text.reference.clone();
        if let Some(thread) = &self.storage {
            thread.queue_text_if_unknown(text);
        }
        reference
    }

    /// Whether a text is stored under this reference.
    pub fn is_stored(&self, reference: &str) -> bool {
        self.storage.as_ref().is_none_or(|thread| thread.is_text_stored(reference) == Some(true))
    }
}

impl EngineHost for FoldHost<'_> {
    fn classify_tool_call(&self, tool: &str, input: &str) -> ToolAct {
        classify_tool_call(tool, input)
    }

    fn store_item(&mut self, item: &ConversationItem<'_>, act: &ToolAct) -> Option<String> {
        let reference = content_reference(item.text.as_bytes());
        let is_stored = match &mut self.storage {
            None => true,
            Some(thread) => match thread.is_text_stored(&reference) {
                Some(is_stored) => is_stored,
                None => thread.store_and_wait_briefly(TextToStore::from_item(item, act)),
            },
        };
        is_stored.then_some(reference)
    }

    fn summarize_item(&self, item: &ConversationItem<'_>, act: &ToolAct) -> ItemSummary {
        let head = count_host_header_lines(&item.text);
        let mut within = HashMap::new();
        let ranks = match act {
            ToolAct::Read { path, .. } => signature_ranks_and_enclosing_lines(path, &item.text, &mut within),
            ToolAct::Run { command, .. } => self.finding_line_ranks(command, &item.text),
            ToolAct::Watch => self.finding_line_ranks("", &item.text),
            _ => HashMap::new(),
        };
        let is_cut = |line: &str| CUT_BY_HOST.iter().any(|sign| line.contains(sign));
        let mut lines: Vec<StubLineCandidate> =
            pieces::split_into_stub_candidates(&item.text, &|line| ranks.get(&line).copied().unwrap_or(0));
        lines.retain(|line| line.number > head as u64 || is_cut(&line.text));
        lines.iter_mut().take(HOST_LINES).filter(|line| is_cut(&line.text)).for_each(|line| line.rank = VERDICT);
        // A tool that failed without a status says so first, and so do most tools that are no runs; a run ends with its
        // totals.
        let is_short = |line: &StubLineCandidate| line.text.len() <= TOTALS;
        let says_first = item.failed || matches!(act, ToolAct::Change { .. } | ToolAct::Other);
        let fails = |line: &StubLineCandidate| line.text.trim_start().to_ascii_lowercase().starts_with("error");
        let is_verdict = |line: &&mut StubLineCandidate| fails(line) || says_first && is_short(line);
        lines.first_mut().filter(is_verdict).into_iter().for_each(|line| line.rank = VERDICT);
        let is_run = matches!(act, ToolAct::Watch)
            || matches!(act, ToolAct::Run { command, .. } if !ctx_fold::is_file_printing_command(command));
        let totals = |line: &StubLineCandidate| is_short(line) && line.text.contains(|c: char| c.is_ascii_digit());
        if is_run && lines.last().is_some_and(totals) {
            rank_total_lines(&mut lines);
        }
        lines.iter_mut().for_each(|line| line.within = within.get(&line.line).copied());
        ItemSummary { title: item_title(item, act, &describe_length(&item.text, head)), lines }
    }

    fn digest_output(&self, item: &ConversationItem<'_>, act: &ToolAct, reference: &str) -> Option<String> {
        let command = if let ToolAct::Run { command, .. } = act { command.as_str() } else { "" };
        // Left alone where the command says so, and where cleaning would change characters that an edit must quote.
        if remark::split_off_ctx_comment(command).off || item.text.contains(is_removed_by_cleaning) {
            return None;
        }
        let text = MaskedText::mask_bytes(item.text.as_bytes(), TextKind::of_command(command), self.masker).0;
        let id = EntryId::from_stored(reference.to_owned());
        let call = CommandAndStatus { argv: vec![command.to_owned()], status: CommandEndStatus::Unknown };
        let name = if command.is_empty() { &*item.tool } else { command };
        let subject = ReportSubject { id: Some(&id), name, call: &call, duration_ms: None, still_open: false };
        let wishes = ReportOptions { show: self.show, readers: self.readers, ..ReportOptions::default() };
        Some(compose_report(&subject, &text, &wishes, self.masker).plain_text())
            .filter(|shown| shown.len() < item.text.len())
    }
}

/// Marks of direction and separators of lines that a terminal would obey: cleaning takes them out.
fn is_removed_by_cleaning(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}

impl FoldHost<'_> {
    /// The first lines of an output's findings; the first errors always stay.
    fn finding_line_ranks(&self, command: &str, text: &str) -> HashMap<u64, u8> {
        let call = CommandAndStatus { argv: vec![command.to_owned()], status: CommandEndStatus::Unknown };
        let digest = ctx_digest::digest_with_config_readers(&Text::from_bytes(text.as_bytes()), &call, self.readers);
        let mut errors = 0;
        let rank = |severity: Severity| {
            errors += usize::from(severity == Severity::Error);
            if severity == Severity::Error && errors <= ERRORS { VERDICT } else { 1 }
        };
        let found = digest.findings.iter().take(FINDINGS).map(|finding| (finding.lines.0, finding.severity));
        let (lines, severities): (Vec<u64>, Vec<Severity>) = found.unzip();
        lines.into_iter().zip(severities.into_iter().map(rank)).collect()
    }
}

/// The last line of a run stays, with two others that say the same with other numbers: a run of several parts has a total
/// for each, and the last is often empty.
fn rank_total_lines(lines: &mut [StubLineCandidate]) {
    let shape = |line: &StubLineCandidate| line.text.replace(|c: char| c.is_ascii_digit() || c == '.', "");
    let first_number = |line: &StubLineCandidate| {
        let digits = line.text.split(|c: char| !c.is_ascii_digit()).find(|digits| !digits.is_empty());
        digits.and_then(|digits| digits.parse::<u64>().ok())
    };
    let Some((last, earlier)) = lines.split_last_mut() else { return };
    last.rank = VERDICT;
    let of_last = shape(last);
    let mut others: Vec<&mut StubLineCandidate> =
        earlier.iter_mut().filter(|line| shape(line) == of_last && line.text != last.text).collect();
    others.sort_by_key(|line| std::cmp::Reverse(first_number(line)));
    others.into_iter().take(OTHER_TOTALS).for_each(|line| line.rank = VERDICT);
}

/// Lines that a host puts around the text of a file.
fn is_host_wrapper_line(line: &str) -> bool {
    const SIGNS: &[&str] =
        &["<path>", "<type>", "</content>", "<file>", "</file>", "(End of file", "(File has more", "(Showing"];
    let is_more = line.starts_with('[') && line.contains(" more lines in file");
    is_more || SIGNS.iter().any(|sign| line.starts_with(sign))
}

/// How long a text is, without the lines before `head` and what a host added behind: lines, and bytes where the lines say
/// little.
fn describe_length(text: &str, head: usize) -> String {
    let said = text.find("\n<system-reminder>").map_or(text, |end| &text[..end]);
    let is_wrapping = |line: &&str| line.trim().is_empty() || is_host_wrapper_line(line);
    let end = said.lines().rev().take_while(is_wrapping).count();
    let start = said.lines().skip(head).take_while(|line| is_wrapping(line)).count();
    let (count, size) = (said.lines().count().saturating_sub(head + start + end), said.len());
    let lines = format!("{count} {}", if count == 1 { "line" } else { "lines" });
    if size > LONG_LINES * count.max(1) { format!("{lines}, {}", ctx_text::format_size(size as u64)) } else { lines }
}

/// The lines on which the items of a file begin; and for each line the one that the item around it begins on.
fn signature_ranks_and_enclosing_lines(path: &str, text: &str, within: &mut HashMap<u64, u64>) -> HashMap<u64, u8> {
    fn add_symbol_lines(symbols: &[Symbol], lines: &mut HashMap<u64, u8>, within: &mut HashMap<u64, u64>) {
        for symbol in symbols {
            let (first, last) = (u64::from(symbol.lines.0), u64::from(symbol.lines.1));
            if !matches!(symbol.kind, "field" | "variant" | "key" | "heading") {
                lines.insert(first, 1);
                within.extend((first + 1..=last).map(|line| (line, first)));
            }
            add_symbol_lines(&symbol.children, lines, within);
        }
    }
    let mut lines = HashMap::new();
    if text.len() <= OUTLINED
        && let Some(language) = language::detect_language(Path::new(path), &[])
    {
        let plain: Vec<&str> = text.lines().map(pieces::strip_line_number).collect();
        add_symbol_lines(&find_named_symbols(language, &plain.join("\n")), &mut lines, within);
    }
    lines
}

/// How many lines a host puts before an output: `Chunk ID: …`, `Wall time: …`, `Output:`.
fn count_host_header_lines(text: &str) -> usize {
    const SIGNS: &[&str] = &["Chunk ID:", "Wall time:", "Exit code:", "Process "];
    if !SIGNS.iter().any(|sign| text.starts_with(sign)) {
        return 0;
    }
    text.lines().take(HOST_LINES).position(|line| line.trim_end() == "Output:").map_or(0, |at| at + 1)
}

/// What an item was, in a few words: `Read cart.ts · 412 lines`. The call above the result names the rest, so an output has
/// no part of its command: half a command reads like another one.
fn item_title(item: &ConversationItem<'_>, act: &ToolAct, length: &str) -> String {
    let name = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
    let what = match act {
        _ if item.kind == ItemKind::Input => return length.to_owned(),
        ToolAct::Read { path, lines: Some((from, _)) } => format!("Read {} from line {} on", name(path), from.max(&1)),
        ToolAct::Read { path, lines: None } => format!("Read {}", name(path)),
        ToolAct::Change { paths, .. } => {
            format!("{} {}", item.tool, paths.first().map(|path| name(path)).unwrap_or_default())
        }
        ToolAct::Run { .. } | ToolAct::Watch => "output".to_owned(),
        _ => item.tool.clone().into_owned(),
    };
    if what.is_empty() { length.to_owned() } else { format!("{what} · {length}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_valid_ids() {
        for at in 0..200 {
            let id = content_reference(format!("text {at}").as_bytes());
            assert!(EntryId::is_valid(&id), "{id}");
            assert_eq!(id, content_reference(format!("text {at}").as_bytes()));
        }
    }

    #[test]
    fn a_sketch_counts_the_output_alone_and_keeps_errors_and_cuts() {
        let masker = Masker::new(Vec::new());
        let host = FoldHost::new(&masker, &[]);
        let run = ToolAct::Run { command: "make check --help".to_owned(), folder: None };
        let text = "Chunk ID: 1\nWall time: 1\nProcess exited with code 2\nTotal output lines: 596\nOutput:\n\
                    a.c:3:1: error: unknown type name 'x'\nmake: *** [all] Error 1\n";
        let sketch = host.summarize_item(&ConversationItem::tool_result_item("t", "exec_command", text), &run);
        assert_eq!(sketch.title, "output · 2 lines");
        let ranks: Vec<(&str, u8)> = sketch.lines.iter().map(|line| (line.text.as_str(), line.rank)).collect();
        assert_eq!(ranks[0], ("Total output lines: 596", VERDICT), "the host shortened it");
        assert_eq!(ranks[1], ("a.c:3:1: error: unknown type name 'x'", VERDICT));
        assert!(!ranks.iter().any(|(text, _)| text.contains("Chunk ID") || text.contains("Wall time")), "{ranks:?}");
        let ends = host.summarize_item(
            &ConversationItem::tool_result_item("t", "Bash", "collected\n6 passed, 1 warning in 0.89s\n"),
            &run,
        );
        assert_eq!(ends.lines.last().map(|line| line.rank), Some(VERDICT), "the totals");
        let parts = "test result: ok. 13 passed; 0 failed\ntest result: ok. 0 passed; 0 failed\n";
        let ranks = host.summarize_item(&ConversationItem::tool_result_item("t", "Bash", parts), &run).lines;
        assert!(ranks.iter().all(|line| line.rank == VERDICT), "the last total alone would say that nothing was run");
        let failed = host.summarize_item(
            &ConversationItem::tool_result_item("t", "websearch", "Error: Search error (429)\nmore\n"),
            &ToolAct::Other,
        );
        assert_eq!(failed.lines[0].rank, VERDICT, "it failed, and no status says so");
        let text = "<tool_use_error>String to replace not found in file.\nString: x</tool_use_error>";
        let edit = ToolAct::Change { paths: vec!["src/a.rs".to_owned()], whole: false };
        assert_eq!(
            host.summarize_item(&ConversationItem::tool_result_item("t", "Edit", text), &edit).lines[0].rank,
            VERDICT,
            "a failed edit says so"
        );
        let read = ToolAct::Read { path: "src/a.rs".to_owned(), lines: Some((275, 304)) };
        assert_eq!(
            host.summarize_item(&ConversationItem::tool_result_item("t", "Read", "one\ntwo"), &read).title,
            "Read a.rs from line 275 on · 2 lines"
        );
        let wrapped = [
            "<path>/a.rs</path>\n<type>file</type>\n<content>1: one\n2: two\n\n(End of file - total 2 lines)\n</content>",
            "one\ntwo\n\n[1975 more lines in file. Use offset=3 to continue.]",
        ];
        for text in wrapped {
            let title = host.summarize_item(&ConversationItem::tool_result_item("t", "read", text), &read).title;
            assert_eq!(title, "Read a.rs from line 275 on · 2 lines", "{text}");
        }
    }

    #[test]
    fn what_is_to_be_left_alone_gets_no_digest() {
        let masker = Masker::new(Vec::new());
        let host = FoldHost::new(&masker, &[]);
        let lines: String = (0..400).map(|n| format!("test number_{n} of the suite ... ok\n")).collect();
        let digest = |command: &str, text: &str| {
            let run = ToolAct::Run { command: command.to_owned(), folder: None };
            host.digest_output(&ConversationItem::tool_result_item("t", "Bash", text), &run, "k7f2qa")
        };
        assert!(digest("cargo test", &lines).is_some());
        assert!(digest("cargo test # ctx:off", &lines).is_none());
        for mark in ['\u{202e}', '\u{2066}', '\u{2028}', '\u{200f}'] {
            assert!(digest("cat names.txt", &format!("{lines}a{mark}b\n")).is_none(), "{mark:?}");
        }
    }
}
