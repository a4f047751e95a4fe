//! The engine's host: what a tool call did by the table of the agents, the lines of a file by the outline room, those of an
//! output by the digest room, and the bytes in the store.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use ctx_fold::{ToolAct, Host, Item, ItemKind, StubLine, ItemSketch, pieces};

use ctx_agents::remark;
use ctx_agents::transcripts::{Action, ToolCall, json};
use ctx_capture::record::Masked;
use ctx_capture::record::report::{ReportOptions, ReportSubject, compose};
use ctx_digest::readers::flat::Flat;
use ctx_digest::{self, Call, Severity, Budgets, Status};
use ctx_model::error::{Error, Result};
use ctx_model::id::EntryId;
use ctx_outline::{Symbol, language, named_places};
use ctx_secrets::{Masker, Source};
use ctx_store::{EntryKind, ImportedEntry, Store};
use ctx_text::clip;
use ctx_text::text::Text;

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
/// What hosts write where they shortened an output themselves, and in which of its first lines.
const CUT_BY_HOST: &[&str] = &["Output too large", "Total output lines:", "truncated output"];
const HOST_LINES: usize = 10;

/// Where the bytes go.
pub struct StoreTarget<'a> {
    pub store: &'a mut Store,
    pub agent: Option<&'a str>,
    pub session: Option<&'a str>,
    /// Where and when the session was: its results are not runs of this moment.
    pub cwd: Option<&'a str>,
    pub project: Option<&'a str>,
    pub at: i64,
}

pub struct FoldHost<'a> {
    masker: &'a Masker,
    readers: &'a [Flat],
    /// How long digests may be.
    show: Budgets,
    /// None for a replay, which changes nothing.
    keeping: Option<StoreTarget<'a>>,
    kept: HashSet<String>,
    failure: Option<Error>,
}

impl<'a> FoldHost<'a> {
    pub fn new(masker: &'a Masker, readers: &'a [Flat], keeping: Option<StoreTarget<'a>>) -> FoldHost<'a> {
        FoldHost { masker, readers, show: Budgets::default(), keeping, kept: HashSet::new(), failure: None }
    }

    /// Digests as long as the user's settings say.
    pub fn with_budgets(self, show: Budgets) -> FoldHost<'a> {
        FoldHost { show, ..self }
    }

    /// Makes what was kept lasting. An error means that some of it is not stored: then nothing may be folded.
    pub fn commit(&mut self) -> Result<()> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        match &mut self.keeping {
            Some(keeping) => Ok(keeping.store.commit_import()?),
            None => Ok(()),
        }
    }

    fn store(&mut self, reference: &str, item: &Item<'_>, act: &ToolAct) -> Result<()> {
        let Some(keeping) = &mut self.keeping else { return Ok(()) };
        let role = if item.kind == ItemKind::Input { "call" } else { "result" };
        let command = match act {
            ToolAct::Run { command, .. } if item.kind == ItemKind::Result => Some(command.as_str()),
            _ => None,
        };
        let argv = command.map(|command| ["sh", "-c", command].map(str::to_owned)).unwrap_or_default();
        let title = title(item, act, None);
        let new = ImportedEntry {
            kind: EntryKind::Import,
            agent: keeping.agent,
            role: Some(role),
            reference: Some(reference),
            command,
            argv: if command.is_some() { &argv } else { &[] },
            title: command.is_none().then_some(title.as_str()),
            cwd: keeping.cwd,
            project: keeping.project,
            session: keeping.session,
            status: if item.failed { Status::Exit(1) } else { Status::Unknown },
            started_at: keeping.at,
            ..ImportedEntry::default()
        };
        keeping.store.batch(|batch| match batch.row_of_reference(reference)? {
            Some(_) => Ok::<(), Error>(()),
            None => {
                batch.import_entry(&new, item.bytes_to_store())?;
                Ok(())
            }
        })
    }
}

impl Host for FoldHost<'_> {
    fn act(&self, tool: &str, input: &str) -> ToolAct {
        classify_tool_call(tool, input)
    }

    fn keep(&mut self, item: &Item<'_>, act: &ToolAct) -> Option<String> {
        if self.failure.is_some() {
            return None;
        }
        let reference = content_reference(item.bytes_to_store());
        if self.kept.insert(reference.clone())
            && let Err(error) = self.store(&reference, item, act)
        {
            self.failure = Some(error);
            return None;
        }
        Some(reference)
    }

    fn sketch(&self, item: &Item<'_>, act: &ToolAct) -> ItemSketch {
        let head = heading(&item.text);
        let mut within = HashMap::new();
        let ranks = match act {
            ToolAct::Read { path, .. } => signatures(path, &item.text, &mut within),
            ToolAct::Run { command, .. } => self.findings(command, &item.text),
            ToolAct::Watch => self.findings("", &item.text),
            _ => HashMap::new(),
        };
        let is_cut = |line: &str| CUT_BY_HOST.iter().any(|sign| line.contains(sign));
        let mut lines: Vec<StubLine> = pieces::split_into_stub_lines(&item.text, &|line| ranks.get(&line).copied().unwrap_or(0));
        lines.retain(|line| line.number > head as u64 || is_cut(&line.text));
        lines.iter_mut().take(HOST_LINES).filter(|line| is_cut(&line.text)).for_each(|line| line.rank = VERDICT);
        // A tool that failed without a status says so first; a run ends with its totals.
        let fails = |line: &StubLine| line.text.trim_start().to_ascii_lowercase().starts_with("error");
        lines.first_mut().filter(|line| fails(line)).into_iter().for_each(|line| line.rank = VERDICT);
        let is_run = matches!(act, ToolAct::Watch) || matches!(act, ToolAct::Run { command, .. } if !ctx_fold::prints_files(command));
        let totals = |line: &StubLine| line.text.len() <= TOTALS && line.text.contains(|c: char| c.is_ascii_digit());
        lines.last_mut().filter(|line| is_run && totals(line)).into_iter().for_each(|line| line.rank = VERDICT);
        lines.iter_mut().for_each(|line| line.within = within.get(&line.line).copied());
        ItemSketch { title: title(item, act, Some(length(&item.text, head))), lines }
    }

    fn digest(&self, item: &Item<'_>, act: &ToolAct, reference: &str) -> Option<String> {
        let command = if let ToolAct::Run { command, .. } = act { command.as_str() } else { "" };
        // Left alone where the command says so, and where cleaning would change characters that an edit must quote.
        if remark::split_off_remark(command).off || item.text.contains(is_cleaned) {
            return None;
        }
        let text = Masked::mask_bytes(item.text.as_bytes(), Source::of_command(command), self.masker).0;
        let id = EntryId::from_stored(reference.to_owned());
        let call = Call { argv: vec![command.to_owned()], status: Status::Unknown };
        let name = if command.is_empty() { &*item.tool } else { command };
        let subject = ReportSubject { id: Some(&id), name, call: &call, duration_ms: None, still_open: false };
        let wishes = ReportOptions { show: self.show, readers: self.readers, ..ReportOptions::default() };
        Some(compose(&subject, &text, &wishes, self.masker).plain_text()).filter(|shown| shown.len() < item.text.len())
    }
}

/// Marks of direction and separators of lines that a terminal would obey: cleaning takes them out.
fn is_cleaned(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}

impl FoldHost<'_> {
    /// The first lines of an output's findings; the first errors always stay.
    fn findings(&self, command: &str, text: &str) -> HashMap<u64, u8> {
        let call = Call { argv: vec![command.to_owned()], status: Status::Unknown };
        let digest = ctx_digest::digest_with(&Text::from_bytes(text.as_bytes()), &call, self.readers);
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

/// How long a text is, without the lines before `head` and what a host added after: lines, and bytes where the lines say
/// little.
fn length(text: &str, head: usize) -> String {
    let said = text.find("\n<system-reminder>").map_or(text, |end| &text[..end]);
    let (count, size) = (said.trim_end().lines().count().saturating_sub(head), said.len());
    let lines = format!("{count} {}", if count == 1 { "line" } else { "lines" });
    if size > LONG_LINES * count.max(1) { format!("{lines}, {}", ctx_text::format_size(size as u64)) } else { lines }
}

/// The lines on which the items of a file begin; and for each line the one that the item around it begins on.
fn signatures(path: &str, text: &str, within: &mut HashMap<u64, u64>) -> HashMap<u64, u8> {
    fn add(symbols: &[Symbol], lines: &mut HashMap<u64, u8>, within: &mut HashMap<u64, u64>) {
        for symbol in symbols {
            let (first, last) = (u64::from(symbol.lines.0), u64::from(symbol.lines.1));
            if !matches!(symbol.kind, "field" | "variant" | "key" | "heading") {
                lines.insert(first, 1);
                within.extend((first + 1..=last).map(|line| (line, first)));
            }
            add(&symbol.children, lines, within);
        }
    }
    let mut lines = HashMap::new();
    if text.len() <= OUTLINED
        && let Some(language) = language::detect(Path::new(path), &[])
    {
        let plain: Vec<&str> = text.lines().map(pieces::strip_line_number).collect();
        add(&named_places(language, &plain.join("\n")), &mut lines, within);
    }
    lines
}

/// The id of a text by its bytes, so that it is the same in every replay. Longer than a random one, because it cannot be
/// drawn again.
pub fn content_reference(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstvwxyz0123456789";
    let letter = |(at, &byte): (usize, &u8)| {
        // The first is a letter.
        let choice = if at == 0 { &ALPHABET[..22] } else { &ALPHABET[..] };
        char::from(choice[usize::from(byte) % choice.len()])
    };
    blake3::hash(bytes).as_bytes()[..9].iter().enumerate().map(letter).collect()
}

/// How many lines a host puts before an output: `Chunk ID: …`, `Wall time: …`, `Output:`.
fn heading(text: &str) -> usize {
    const SIGNS: &[&str] = &["Chunk ID:", "Wall time:", "Exit code:", "Process "];
    if !SIGNS.iter().any(|sign| text.starts_with(sign)) {
        return 0;
    }
    text.lines().take(HOST_LINES).position(|line| line.trim_end() == "Output:").map_or(0, |at| at + 1)
}

/// What an item was, in a few words: `Read cart.ts · 412 lines`. The call above the result names the rest, so an output has
/// no part of its command: half a command reads like another one.
fn title(item: &Item<'_>, act: &ToolAct, length: Option<String>) -> String {
    let name = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
    let what = match act {
        _ if item.kind == ItemKind::Input && length.is_some() => String::new(),
        ToolAct::Read { path, lines: Some((from, _)) } => format!("Read {} from line {} on", name(path), from.max(&1)),
        ToolAct::Read { path, lines: None } => format!("Read {}", name(path)),
        ToolAct::Change { paths, .. } => {
            format!("{} {}", item.tool, paths.first().map(|path| name(path)).unwrap_or_default())
        }
        ToolAct::Run { .. } | ToolAct::Watch => "output".to_owned(),
        _ => item.tool.clone().into_owned(),
    };
    [what, length.unwrap_or_default()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// What a tool call did.
pub fn classify_tool_call(tool: &str, input: &str) -> ToolAct {
    let quoted;
    let value = match json::parse_first_value(input) {
        Ok(Some((value, _))) if value.is_object() => value,
        _ => {
            quoted = serde_json::Value::String(input.to_owned()).to_string();
            match json::parse_first_value(&quoted) {
                Ok(Some((value, _))) => value,
                _ => return ToolAct::Other,
            }
        }
    };
    let number =
        |name: &str| value.get(name).and_then(json::Json::as_integer).and_then(|number| u64::try_from(number).ok());
    match ToolCall::new("", tool, value).action {
        Action::Shell { command, cwd } => match fetched(&command) {
            Some(reference) => ToolAct::Fetch { reference },
            None => ToolAct::Run { command, folder: cwd },
        },
        Action::Plan { .. } | Action::Question { .. } | Action::Skill { .. } | Action::TaskCreate { .. } => ToolAct::Words,
        Action::Tasks(_) => ToolAct::Tasks,
        Action::Read { path } => {
            let lines = match (number("offset"), number("limit")) {
                (None, None) => None,
                (from, count) => {
                    let from = from.unwrap_or(0);
                    Some((from, from.saturating_add(count.unwrap_or(2000))))
                }
            };
            ToolAct::Read { path, lines }
        }
        Action::Edit { path, .. } => ToolAct::Change { paths: vec![path], whole: false },
        Action::Write { path, .. } => ToolAct::Change { paths: vec![path], whole: true },
        Action::Patch { paths, .. } => ToolAct::Change { paths, whole: false },
        Action::Mcp { server, tool } if server.contains("ctx") && tool.ends_with("get") => {
            let reference = ["ref", "reference", "id"].iter().find_map(|name| value.str(name));
            reference.map_or(ToolAct::Other, |reference| ToolAct::Fetch { reference: plain_reference(&reference) })
        }
        Action::Other { .. } if input.contains("*** Begin Patch") => {
            ToolAct::Change { paths: patched(input), whole: false }
        }
        Action::Other { about } => {
            let lower = tool.to_ascii_lowercase();
            if ASKS.contains(&&*lower) {
                return ToolAct::Words;
            }
            if WATCHES.contains(&&*lower) {
                return ToolAct::Watch;
            }
            if let Some((command, folder)) = scripted(input) {
                return ToolAct::Run { command, folder };
            }
            let looks = ["grep", "glob", "ls", "find", "list", "search", "fetch"];
            match looks.iter().any(|look| lower.contains(look)) {
                true => ToolAct::Look { about: format!("{tool} {} {input}", clip(&about, 80)) },
                false => ToolAct::Other,
            }
        }
        _ => ToolAct::Other,
    }
}

/// Tools that ask the user, and tools that print more of a running command, in all agents.
const ASKS: &[&str] =
    &["question", "request_user_input", "ask_followup_question", "ask_question", "askuserquestion", "ask_user"];
const WATCHES: &[&str] = &["write_stdin", "wait", "bashoutput", "taskoutput", "bash_output", "read_process"];

/// The only command that a program of Codex runs: `await tools.exec_command({"cmd":"ls"})`.
fn scripted(program: &str) -> Option<(String, Option<String>)> {
    let (_, rest) = program.split_once("tools.exec_command(")?;
    if rest.contains("tools.") {
        return None;
    }
    let (call, _) = json::parse_first_value(rest).ok()??;
    Some((call.str("cmd")?.into_owned(), call.str("workdir").map(std::borrow::Cow::into_owned)))
}

/// The files of a patch that stands inside a program, its line ends written as escapes.
fn patched(input: &str) -> Vec<String> {
    let lines = input.split('\n').flat_map(|line| line.split("\\n"));
    let signs = ["*** Update File: ", "*** Add File: ", "*** Delete File: "];
    lines
        .filter_map(|line| signs.iter().find_map(|sign| line.strip_prefix(sign)))
        .map(|path| path.trim().to_owned())
        .collect()
}

/// `ctx get k7f2qa`, maybe with more after it.
fn fetched(command: &str) -> Option<String> {
    let (_, rest) = command.split_once("ctx get ")?;
    let reference = rest.split_whitespace().find(|word| !word.starts_with('-'))?;
    let reference = plain_reference(reference);
    EntryId::is_valid(&reference).then_some(reference)
}

fn plain_reference(text: &str) -> String {
    let text = text.trim_matches(|c| c == '\'' || c == '"').trim_start_matches('[').trim_start_matches("ctx:");
    text.split([']', ':']).next().unwrap_or_default().to_owned()
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
        let host = FoldHost::new(&masker, &[], None);
        let run = ToolAct::Run { command: "make check --help".to_owned(), folder: None };
        let text = "Chunk ID: 1\nWall time: 1\nProcess exited with code 2\nTotal output lines: 596\nOutput:\n\
                    a.c:3:1: error: unknown type name 'x'\nmake: *** [all] Error 1\n";
        let sketch = host.sketch(&Item::tool_result_item("t", "exec_command", text), &run);
        assert_eq!(sketch.title, "output · 2 lines");
        let ranks: Vec<(&str, u8)> = sketch.lines.iter().map(|line| (line.text.as_str(), line.rank)).collect();
        assert_eq!(ranks[0], ("Total output lines: 596", VERDICT), "the host shortened it");
        assert_eq!(ranks[1], ("a.c:3:1: error: unknown type name 'x'", VERDICT));
        assert!(!ranks.iter().any(|(text, _)| text.contains("Chunk ID") || text.contains("Wall time")), "{ranks:?}");
        let ends = host.sketch(&Item::tool_result_item("t", "Bash", "collected\n6 passed, 1 warning in 0.89s\n"), &run);
        assert_eq!(ends.lines.last().map(|line| line.rank), Some(VERDICT), "the totals");
        let failed = host.sketch(&Item::tool_result_item("t", "websearch", "Error: Search error (429)\nmore\n"), &ToolAct::Other);
        assert_eq!(failed.lines[0].rank, VERDICT, "it failed, and no status says so");
        let read = ToolAct::Read { path: "src/a.rs".to_owned(), lines: Some((275, 304)) };
        assert_eq!(
            host.sketch(&Item::tool_result_item("t", "Read", "one\ntwo"), &read).title,
            "Read a.rs from line 275 on · 2 lines"
        );
    }

    #[test]
    fn what_is_to_be_left_alone_gets_no_digest() {
        let masker = Masker::new(Vec::new());
        let host = FoldHost::new(&masker, &[], None);
        let lines: String = (0..400).map(|n| format!("test number_{n} of the suite ... ok\n")).collect();
        let digest = |command: &str, text: &str| {
            let run = ToolAct::Run { command: command.to_owned(), folder: None };
            host.digest(&Item::tool_result_item("t", "Bash", text), &run, "k7f2qa")
        };
        assert!(digest("cargo test", &lines).is_some());
        assert!(digest("cargo test # ctx:off", &lines).is_none());
        for mark in ['\u{202e}', '\u{2066}', '\u{2028}', '\u{200f}'] {
            assert!(digest("cat names.txt", &format!("{lines}a{mark}b\n")).is_none(), "{mark:?}");
        }
    }

    #[test]
    fn tool_calls_of_every_agent() {
        let read = |lines| ToolAct::Read { path: "a.rs".to_owned(), lines };
        let change = |whole| ToolAct::Change { paths: vec!["a.rs".to_owned()], whole };
        let run = |command: &str| ToolAct::Run { command: command.to_owned(), folder: None };
        let cases = [
            ("Read", r#"{"file_path":"a.rs"}"#, read(None)),
            ("read", r#"{"filePath":"a.rs","offset":10,"limit":5}"#, read(Some((10, 15)))),
            ("Edit", r#"{"file_path":"a.rs","old_string":"x","new_string":"y"}"#, change(false)),
            ("Write", r#"{"file_path":"a.rs","content":"x"}"#, change(true)),
            ("apply_patch", "*** Begin Patch\n*** Update File: a.rs\n", change(false)),
            ("exec", "await tool(\"*** Begin Patch\\n*** Add File: a.rs\\n+x\")", change(false)),
            ("Bash", r#"{"command":"npm test"}"#, run("npm test")),
            ("exec_command", r#"{"cmd":"ls -la"}"#, run("ls -la")),
            ("Bash", r#"{"command":"ctx get k7f2qa --lines 1:40"}"#, ToolAct::Fetch { reference: "k7f2qa".to_owned() }),
            ("TodoWrite", r#"{"todos":[]}"#, ToolAct::Tasks),
            ("AskUserQuestion", r#"{"questions":[{"question":"Which?"}]}"#, ToolAct::Words),
            ("request_user_input", r#"{"questions":[]}"#, ToolAct::Words),
            ("ExitPlanMode", r#"{"plan":"1. look"}"#, ToolAct::Words),
            ("write_stdin", r#"{"session_id":7,"chars":""}"#, ToolAct::Watch),
            ("exec", "const r = await tools.exec_command({\"cmd\":\"ls -la\"});", run("ls -la")),
            ("anything", "not json", ToolAct::Other),
        ];
        for (tool, input, expected) in cases {
            assert_eq!(classify_tool_call(tool, input), expected, "{tool} {input}");
        }
    }
}
