//! After a tool: its action becomes events; its answer, if that is large, complete and need not be exact, becomes a
//! digest and a reference.

use std::borrow::Cow;

use super::runner::{HookCallContext, HookRunner, LOG_AT_WORK};
use ctx_agents::hooks::{HookAnswer, HookCall, response};
use ctx_agents::transcripts::{ToolCall, ToolCallAction, ToolOutcome, is_declined_call_message, parse_exit_code};
use ctx_capture::record::MaskedText;
use ctx_capture::record::report::{self, ReportOptions, ReportSubject};
use ctx_digest::{self, Budgets, CommandEndStatus};
use ctx_memory::import::OutputSummariser;
use ctx_memory::import::hook_reports::{FinishedToolCall, OriginalOfShortenedResult};
use ctx_memory::session::classify::shorten_to_line;
use ctx_model::Result;
use ctx_model::id::EntryId;
use ctx_secrets::TextKind;

/// Tools that are asked for the exact text: their answer stays, however long it is.
const EXACT_TOOLS: &[&str] = &["grep", "glob", "ls", "view", "list", "codesearch", "toolsearch", "notebookread"];
/// The same among the tools of MCP servers, by a part of their names.
const EXACT_MCP: &[&str] = &["read_file", "read_text", "read_multiple", "file_contents", "get_file", "readfile"];
/// Programs that print a file or a change as it is.
const EXACT_PROGRAMS: &[&str] = &[
    "cat", "bat", "head", "tail", "sed", "awk", "less", "more", "nl", "diff", "show", "blame", "xxd", "od", "strings",
    "jq", "yq", "ctx", "base64",
];

pub fn answer_after_tool(hook: &HookRunner<'_>, call: &HookCall<'_>) -> Result<HookAnswer> {
    if call.error.is_some() {
        return answer_after_failed_tool(hook, call);
    }
    let tool = parse_tool_call(call);
    let response = call.tool_response();
    let text = match (&tool.action, response) {
        // The transcript has this as `Task #1 created`, so that both are recognised as the same.
        (ToolCallAction::TaskCreate { .. }, Some(response)) if response.get("task").is_some() => {
            let id = response.get("task").and_then(|task| task.text_field("id")).unwrap_or_default();
            Cow::Owned(format!("Task #{id} created"))
        }
        _ => response.and_then(response::response_text).unwrap_or_default(),
    };
    let is_shell = matches!(tool.action, ToolCallAction::Shell { .. });
    let exit = if is_shell { shell_exit_code(call, &text) } else { None };
    let outcome = ToolOutcome {
        call: Cow::Borrowed(&tool.id),
        text: Cow::Borrowed(&text),
        failed: if is_shell { exit.map(|code| code != 0) } else { Some(false) },
        exit,
        duration_ms: call.duration_ms,
        ..ToolOutcome::default()
    };
    let here = hook.hook_call_context(call);
    let digested = DigestedResult::from_result(hook, &here, &tool, &outcome);
    // Tools of an unknown kind leave no event: then the store need not be opened.
    if digested.is_none() && matches!(tool.action, ToolCallAction::Other { .. }) {
        return Ok(HookAnswer::Nothing);
    }
    let told = store_tool_result(hook, &here, &tool, &outcome, digested.as_ref())?;
    Ok(match digested.filter(|_| told) {
        Some(digested) => HookAnswer::Replace { text: digested.plain },
        None => HookAnswer::Nothing,
    })
}

pub fn answer_after_failed_tool(hook: &HookRunner<'_>, call: &HookCall<'_>) -> Result<HookAnswer> {
    let (tool, error) = (parse_tool_call(call), call.error.as_deref().unwrap_or_default());
    if call.interrupted || tool.tool.is_empty() {
        return Ok(HookAnswer::Nothing);
    }
    let outcome = ToolOutcome {
        call: Cow::Borrowed(&tool.id),
        text: Cow::Borrowed(error),
        failed: Some(true),
        declined: is_declined_call_message(error),
        exit: parse_exit_code(error),
        duration_ms: call.duration_ms,
        ..ToolOutcome::default()
    };
    store_tool_result(hook, &hook.hook_call_context(call), &tool, &outcome, None)?;
    Ok(HookAnswer::Nothing)
}

/// The call as the importer would read it from the transcript.
fn parse_tool_call(call: &HookCall<'_>) -> ToolCall {
    let id = call.call_id.as_deref().unwrap_or_default();
    match call.tool_input() {
        Some(input) => ToolCall::new(id, &call.tool, input),
        None => ToolCall::with_action(id, &call.tool, ToolCallAction::Other { about: String::new() }),
    }
}

/// The exit code of a shell's command; none if it has not ended.
fn shell_exit_code(call: &HookCall<'_>, text: &str) -> Option<i32> {
    let response = call.tool_response();
    let field = |name: &str| response.and_then(|response| response.get(name)).filter(|value| !value.is_null());
    if field("backgroundTaskId").is_some() || field("interrupted").is_some_and(|value| value.as_bool() == Some(true)) {
        return None;
    }
    let told = ["exitCode", "exit_code"].iter().find_map(|name| field(name).and_then(|code| code.as_integer()));
    match told.or(call.exit) {
        Some(code) => i32::try_from(code).ok(),
        None => (call.agent.row().hooks.exit)(text),
    }
}

/// Writes the result into the store; false if it is there already.
fn store_tool_result(
    hook: &HookRunner<'_>,
    here: &HookCallContext<'_>,
    tool: &ToolCall,
    outcome: &ToolOutcome<'_>,
    digested: Option<&DigestedResult>,
) -> Result<bool> {
    let call = here.call;
    let (masker, readers) = (hook.context.new_masker(), hook.context.user_readers());
    let summariser = OutputSummariser { masker: &masker, readers: &readers, show: hook.context.config.show };
    let kept = digested.map(|digested| OriginalOfShortenedResult {
        id: &digested.id,
        name: &digested.name,
        bytes: outcome.text.as_bytes(),
        status: digested.status,
        duration_ms: call.duration_ms,
        summary: &digested.plain,
        reader: &digested.digest.reader,
        findings: &digested.digest.findings,
    });
    // Tells this report from the next one, for an agent whose calls have no id.
    let report = [call.stamp.unwrap_or_default(), &call.tool, call.input.as_deref().unwrap_or_default(), &outcome.text];
    let mut store = hook.open_store()?;
    let report = report.join("\0");
    let ended = FinishedToolCall { call: tool, outcome, report: report.as_bytes(), kept: kept.as_ref() };
    let told = here.event_context().record_tool_result(&mut store, &ended, &summariser)?;
    store.checkpoint_wal_above_size(LOG_AT_WORK);
    Ok(told)
}

/// The digest that replaces a result.
struct DigestedResult {
    id: EntryId,
    name: String,
    plain: String,
    status: CommandEndStatus,
    digest: ctx_digest::Digest,
}

impl DigestedResult {
    /// The digest of a result, if it is large, may be replaced, and gets smaller by that.
    fn from_result(
        hook: &HookRunner<'_>,
        here: &HookCallContext<'_>,
        tool: &ToolCall,
        outcome: &ToolOutcome<'_>,
    ) -> Option<DigestedResult> {
        let (call, text) = (here.call, &*outcome.text);
        let threshold = hook.context.config.hooks.replace_above;
        let is_shell = matches!(tool.action, ToolCallAction::Shell { .. });
        let may_be_replaced = (call.agent.row().hooks.replaces)(&call.tool, is_shell)
            && is_replaceable(tool, text)
            && !response::is_truncated_by_agent(text);
        // A command's output is replaced only if its exit code is known.
        let is_told = !is_shell || outcome.exit.is_some();
        if threshold == 0 || text.len() <= threshold || !may_be_replaced || !is_told {
            return None;
        }
        let (name, argv) = match &tool.action {
            ToolCallAction::Shell { command, .. } => (command.clone(), vec![command.clone()]),
            _ => (call_display_name(call), vec![call.tool.to_string()]),
        };
        let status = match outcome.exit {
            Some(code) => CommandEndStatus::Exit(code),
            None => CommandEndStatus::Unknown,
        };
        let masker = hook.context.new_masker();
        let source = argv.first().map(|command| TextKind::of_command(command)).unwrap_or_default();
        let (clean, _) = MaskedText::mask_bytes(text.as_bytes(), source, &masker);
        let id = EntryId::random_id();
        let said = ctx_digest::CommandAndStatus { argv, status };
        let subject =
            ReportSubject { id: Some(&id), name: &name, call: &said, duration_ms: call.duration_ms, still_open: false };
        let readers = hook.context.user_readers();
        let options = ReportOptions {
            show: Budgets { report: hook.context.config.show.report, ..Budgets::same_for_all_kinds(threshold) },
            readers: &readers,
            now: here.at,
            ..ReportOptions::default()
        };
        let report = report::compose_report(&subject, &clean, &options, &masker);
        let plain = report.plain_text();
        // A digest that saves less than a quarter is not worth a second look at the full output.
        (plain.len() <= text.len() / 4 * 3).then_some(DigestedResult { id, name, plain, status, digest: report.digest })
    }
}

/// `mcp__playwright__browser_snapshot {"url":"…"}`
fn call_display_name(call: &HookCall<'_>) -> String {
    let input = call.input.as_deref().filter(|input| *input != "{}").unwrap_or_default();
    shorten_to_line(&format!("{} {input}", call.tool), 120).trim_end().to_owned()
}

/// False for text that must stay: exact text, another agent's words, ctx's own reports, text the user wants to see.
fn is_replaceable(tool: &ToolCall, text: &str) -> bool {
    if text.trim_start().starts_with("[ctx:") {
        return false;
    }
    let name = tool.tool.to_ascii_lowercase();
    match &tool.action {
        ToolCallAction::Mcp { server, tool } => {
            let tool = tool.to_ascii_lowercase();
            server != "ctx" && !EXACT_MCP.iter().any(|part| tool.contains(part))
        }
        ToolCallAction::Shell { command, .. } => {
            let off = command.contains("CTX_OFF=") || command.contains("ctx:off");
            let words = command.split(|c: char| c.is_whitespace() || "|;&()`'\"".contains(c));
            !off && !words.map(|word| word.rsplit('/').next().unwrap_or(word)).any(|w| EXACT_PROGRAMS.contains(&w))
        }
        // Some agents do not mark the names of a server's tools.
        ToolCallAction::Other { .. } => {
            !EXACT_TOOLS.contains(&name.as_str()) && !EXACT_MCP.iter().any(|part| name.contains(part))
        }
        _ => false,
    }
}
