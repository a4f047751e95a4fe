//! The beginning and the end of a conversation, and its compaction: the brief, the snapshot, the session's name.

use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use super::errors;
use super::runner::{HookCallContext, HookRunner, LOG_AT_REST};
use ctx_agents::hooks::{HookAnswer, HookCall, host};
use ctx_capture::ui::truncate_at_char_boundary;
use ctx_memory::session::brief::{BriefFormat, BriefOptions, render_brief};
use ctx_memory::session::gather::{self, BriefQuery, SectionLimits};
use ctx_memory::session::reflect::format_utc_minute;
use ctx_model::error::Context;
use ctx_model::{Result, conversation, unix_time_ms};
use ctx_store::{SavedBrief, SessionEventFilter, Store};

/// The largest text that a conversation gets at its beginning.
const MOST: usize = 2048;
/// A conversation is not compacted twice within this time.
const OFTEN: i64 = 300_000;
/// The part of that for events since the snapshot.
const SINCE: usize = 700;
const KNOWN: &str =
    "From earlier work in this project, as ctx recorded it (`ctx get REF` prints what a reference stands for):\n";
const RESUMED: &str =
    "From this conversation, as ctx recorded it (`ctx get REF` prints what a reference stands for):\n";

pub fn answer_session_start(hook: &HookRunner<'_>, call: &HookCall<'_>) -> Result<HookAnswer> {
    let session = call.session.as_deref().filter(|session| host::is_safe_session_name(session));
    if let (Some(file), Some(session)) = (&hook.caller.session_file, session)
        && let Err(problem) = append_session_to_env_file(file, session)
    {
        // The brief is useful without it.
        errors::log_hook_problem(&hook.context.env, call.agent.name(), "session-start", &problem.to_string());
    }
    let source = call.source.as_deref();
    // The conversation is there, with its first brief. A subagent gets what it needs from its caller.
    let is_informed = matches!(source, Some("resume" | "continue" | "fork")) || call.agent_id.is_some();
    if is_informed || !Store::user_store_exists(&hook.context.env) {
        return Ok(HookAnswer::Context { text: String::new() });
    }
    let (store, here) = (hook.open_store()?, hook.hook_call_context(call));
    let resumed = if source == Some("compact") { render_resumed_brief(hook, &store, &here)? } else { None };
    let text = resumed.map_or_else(|| render_project_brief(hook, &store, &here), Ok)?;
    Ok(HookAnswer::Context { text })
}

/// Keeps the brief of the conversation for the time after its compaction.
pub fn keep_brief_before_compaction(hook: &HookRunner<'_>, call: &HookCall<'_>) -> Result<HookAnswer> {
    if call.agent.row().hooks.compacts_often
        && call.source.as_deref() == Some("auto")
        && Store::user_store_exists(&hook.context.env)
    {
        let here = hook.hook_call_context(call);
        let last = hook.open_store()?.last_saved_brief(Some(&here.scope.session), &here.project)?;
        if last.is_some_and(|last| here.at - last.at < OFTEN) {
            return Ok(HookAnswer::Nothing);
        }
    }
    let text = save_session_snapshot(hook, call)?;
    if call.agent.row().hooks.brief_later && !text.is_empty() {
        let here = hook.hook_call_context(call);
        here.event_context().record_compaction(&mut hook.open_store()?)?;
    }
    Ok(HookAnswer::Context { text })
}

/// The answer with the brief of a conversation that was compacted since the last one, if the agent has to get it this way.
pub fn add_brief_after_compaction(
    hook: &HookRunner<'_>,
    call: &HookCall<'_>,
    answer: HookAnswer,
) -> Result<HookAnswer> {
    // A subagent has a conversation of its own.
    if !call.agent.row().hooks.brief_later || call.agent_id.is_some() || !Store::user_store_exists(&hook.context.env) {
        return Ok(answer);
    }
    let mut store = hook.open_store()?;
    let here = hook.hook_call_context(call);
    if !here.event_context().was_compacted_since_last_asked(&mut store)? {
        return Ok(answer);
    }
    let Some(context) = render_resumed_brief(hook, &store, &here)? else { return Ok(answer) };
    Ok(match answer {
        HookAnswer::Replace { text } => HookAnswer::ReplaceAndTell { text, context },
        _ => HookAnswer::Context { text: context },
    })
}

/// Notes the conversation's name for the agent's shells, if the agent does not tell it to them.
pub fn note_conversation_name_if_needed(hook: &HookRunner<'_>, call: &HookCall<'_>) {
    let session = call.session.as_deref().filter(|session| host::is_safe_session_name(session));
    if let (true, Some(session), Some(store_dir)) =
        (call.agent.row().hooks.shells_unnamed, session, &hook.context.env.store_dir)
        && let Err(problem) = conversation::save_conversation_name(store_dir, session)
    {
        errors::log_hook_problem(&hook.context.env, call.agent.name(), "conversation", &problem.to_string());
    }
}

pub fn answer_session_end(hook: &HookRunner<'_>, call: &HookCall<'_>) -> Result<HookAnswer> {
    save_session_snapshot(hook, call)?;
    if Store::user_store_exists(&hook.context.env) {
        // The session's additions go to the hub, in a process of its own: the agent does not wait for it.
        ctx_hub::background_sync::start_sync_process_if_due(&hook.context.env, &hook.open_store()?);
    }
    Ok(HookAnswer::Nothing)
}

fn save_session_snapshot(hook: &HookRunner<'_>, call: &HookCall<'_>) -> Result<String> {
    if !Store::user_store_exists(&hook.context.env) {
        return Ok(String::new());
    }
    let mut store = hook.open_store()?;
    let here = hook.hook_call_context(call);
    // What happens until it is printed gets its room, too.
    let room = MOST - RESUMED.len() - SINCE;
    let text = render_scope_brief(hook, &store, &session_event_scope(&here), Some(&here.scope.project), room)?;
    if !text.is_empty() {
        let snapshot = SavedBrief { at: unix_time_ms(), session: Some(here.scope.session.clone()), text: text.clone() };
        store.save_brief(&snapshot, &here.project)?;
    }
    store.checkpoint_wal_above_size(LOG_AT_REST);
    Ok(text)
}

fn session_event_scope(here: &HookCallContext<'_>) -> SessionEventFilter {
    SessionEventFilter { session: Some(here.scope.session.clone()), ..SessionEventFilter::default() }
}

fn render_scope_brief(
    hook: &HookRunner<'_>,
    store: &Store,
    within: &SessionEventFilter,
    here: Option<&Path>,
    most: usize,
) -> Result<String> {
    let now = unix_time_ms();
    let query = BriefQuery { within, limits: &SectionLimits::default(), here, now, by_session: false };
    let sections = gather::gather_sections(store, &query, &hook.context.new_masker())?;
    // The state of the repository alone tells nothing about the work.
    if sections.iter().all(|section| section.name == "git" || section.lines.is_empty()) {
        return Ok(String::new());
    }
    let more = match &within.session {
        Some(session) => format!("ctx reflect --session {session} --full"),
        None => "ctx reflect --project --full, ctx history".to_owned(),
    };
    Ok(render_brief(
        &sections,
        BriefOptions { format: BriefFormat::Text, max_bytes: most, compact: false, now, more: &more },
    ))
}

/// The stored knowledge about the project.
fn render_project_brief(hook: &HookRunner<'_>, store: &Store, here: &HookCallContext<'_>) -> Result<String> {
    let within = SessionEventFilter { project: Some(here.project.clone()), ..SessionEventFilter::default() };
    let text = render_scope_brief(hook, store, &within, Some(&here.scope.project), MOST - KNOWN.len())?;
    Ok(if text.is_empty() { text } else { format!("{KNOWN}{text}") })
}

/// The snapshot of this conversation and the events since; its brief if there is no snapshot.
fn render_resumed_brief(hook: &HookRunner<'_>, store: &Store, here: &HookCallContext<'_>) -> Result<Option<String>> {
    let room = MOST - RESUMED.len();
    let Some(last) = store.last_saved_brief(Some(&here.scope.session), &here.project)? else {
        let text = render_scope_brief(hook, store, &session_event_scope(here), Some(&here.scope.project), room)?;
        return Ok((!text.is_empty()).then(|| format!("{RESUMED}{text}")));
    };
    let since = SessionEventFilter { since: Some(last.at + 1), ..session_event_scope(here) };
    let news = render_scope_brief(hook, store, &since, None, SINCE)?;
    let news = if news.is_empty() { news } else { format!("since {}:\n{news}", format_utc_minute(last.at)) };
    let kept = cut_to_whole_lines(&last.text, room - news.len());
    Ok(Some(format!("{RESUMED}{kept}{news}")))
}

/// As many lines as fit.
fn cut_to_whole_lines(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let cut = truncate_at_char_boundary(text, most);
    &cut[..cut.rfind('\n').map_or(0, |end| end + 1)]
}

/// Tells the agent's shells the session, so that their commands through ctx belong to it.
fn append_session_to_env_file(file: &Path, session: &str) -> Result<()> {
    let line = format!("export CTX_SESSION='{session}'\n");
    let doing = || format!("the agent's environment file {}", file.display());
    let mut script = OpenOptions::new()
        .create(true)
        .read(true)
        .append(true)
        .mode(0o600)
        .custom_flags(libc::O_NONBLOCK)
        .open(file)
        .context(doing())?;
    let mut before = String::new();
    script.read_to_string(&mut before).context(doing())?;
    let last = before.lines().rfind(|line| line.starts_with("export CTX_SESSION="));
    if last == Some(line.trim_end()) {
        return Ok(());
    }
    let gap = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
    script.write_all(format!("{gap}{line}").as_bytes()).context(doing())
}
