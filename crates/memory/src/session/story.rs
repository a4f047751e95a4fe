//! From the store to the report: the sessions of a stretch of work, by request, and the events beside them.

use super::brief::BriefLine;
use super::error_lifetime::ErrorLifetimes;
use super::gather::{keep_open_errors, select_requests, user_decisions};
use super::reflect::{self, StorySession, WorkStory};
use super::session_state;
use super::turns::{self, ReadDepth, SessionTurns};
use ctx_capture::brief::shorten_to_line;
use ctx_capture::command::quote_command;
use ctx_model::error::Result;
use ctx_model::{Category, StoredEvent};
use ctx_secrets::Masker;
use ctx_shell::attempt;
use ctx_store::{EventScope, Store};

/// Failures with their solutions that a story tells.
const SOLVED: usize = 6;
/// Command lines that are looked through for checks, and those that a whole report lists.
const LINES: usize = 1000;
const ATTEMPTS: usize = 20;
/// Bytes of remarks on the way.
const REMARKS: usize = 1500;
/// Sessions that a story tells one by one.
const SESSIONS: u32 = 40;

/// The sessions of a story, oldest first: the one asked for, else those with work in that time.
fn story_sessions(
    store: &Store,
    within: &EventScope,
    masker: &Masker,
    (errors, max_bytes): (&[StoredEvent], usize),
) -> Result<Vec<StorySession>> {
    let mut rows = match &within.session {
        Some(session) => store.session(session)?.into_iter().collect(),
        None => {
            let mut rows = store.sessions(within.project.as_deref(), 200)?;
            let (since, until) = (within.since.unwrap_or(i64::MIN), within.until.unwrap_or(i64::MAX));
            rows.retain(|row| row.parent.is_none() && row.last_at >= since && row.first_at < until && row.entries > 1);
            rows.truncate(SESSIONS as usize);
            rows
        }
    };
    rows.reverse();
    let several = rows.len() > 1;
    let each = max_bytes / rows.len().max(1);
    let mut parts = Vec::new();
    for row in rows {
        let inside = EventScope { session: Some(row.name.clone()), ..within.clone() };
        let mut thread = turns::read_session_turns(store, &row.name, &inside, masker, ReadDepth::Whole)?;
        thread.drop_settled_totals(errors);
        let project = row.project.as_deref().map(|project| project.rsplit('/').next().unwrap_or(project));
        let heading = match (several && within.project.is_none(), &row.title) {
            (true, Some(title)) => Some(format!("{} · {title}", project.unwrap_or("no project"))),
            (true, None) => Some(format!("{} · {}", project.unwrap_or("no project"), row.name)),
            (false, Some(title)) => Some(title.clone()),
            (false, None) => Some(row.name.clone()),
        };
        let turns = session_state::build_request_reports(store, &thread, masker, each)?;
        if turns.is_empty() && several {
            continue;
        }
        let mut stands = session_state::evidence_lines(&thread.standing);
        if let Some((recap, reference)) = &thread.standing.recap {
            let text = format!("recap: {}", shorten_to_line(recap, 300));
            stands.insert(0, BriefLine { text, reference: Some(reference.clone()), at: None });
        }
        let SessionTurns { goal, longer_goal, .. } = thread;
        let remarks = match several {
            true => Vec::new(),
            false => session_state::remark_lines(store, &row.name, masker, REMARKS)?,
        };
        parts.push(StorySession { session: row.name, heading, goal, longer_goal, standing: stands, turns, remarks });
    }
    Ok(parts)
}

/// Title, time and size of a story.
pub struct StoryOptions {
    pub title: String,
    pub now: i64,
    /// The model's words are cut so that all of it takes about so many bytes.
    pub max_bytes: usize,
}

/// The story of a stretch of work.
pub fn build_story(store: &Store, within: &EventScope, options: StoryOptions, masker: &Masker) -> Result<WorkStory> {
    let StoryOptions { title, now, max_bytes } = options;
    const MANY: u32 = 2000;
    let activity = store.activity_counts(within)?;
    let decisions = user_decisions(store, within, MANY)?;
    let mut edits = store.newest_events(within, Category::Edit, false, MANY)?;
    edits.extend(store.newest_events(within, Category::Write, false, MANY)?);
    edits.sort_by(|a, b| b.at.cmp(&a.at).then_with(|| a.key.cmp(&b.key)));
    let edits = session_state::merge_same_files(edits);
    let mut lives = ErrorLifetimes::new(store, masker);
    let mut errors = store.newest_events(within, Category::Error, false, MANY)?;
    lives.resolve_settled_errors(&mut errors)?;
    let solved = session_state::solved_error_lines(&mut lives, &errors, SOLVED)?;
    let parts = story_sessions(store, within, masker, (&errors, max_bytes))?;
    let mut errors = keep_open_errors(store, errors, now)?;
    lives.add_model_excuses(&mut errors)?;
    errors.extend(store.newest_events(within, Category::Bug, false, MANY)?);
    let mut helpers = Vec::new();
    for category in [Category::Subagent, Category::Skill, Category::Mcp, Category::Environment] {
        helpers.extend(store.newest_events(within, category, false, MANY)?);
    }
    let attempts = store.commands_by_runs(within, LINES)?;
    Ok(WorkStory {
        title,
        first_at: activity.first_at,
        last_at: activity.last_at,
        entries: activity.entries,
        commands: activity.commands,
        calls: activity.calls,
        failed: activity.failed,
        parts,
        prompts: select_requests(store.newest_events(within, Category::Prompt, false, MANY)?, &decisions),
        decisions,
        errors,
        solved,
        tasks: lives.keep_open_tasks(store.newest_events(within, Category::Task, true, MANY)?)?,
        edits,
        git: store.newest_events(within, Category::Git, false, MANY)?,
        choices: store.newest_events(within, Category::Choice, true, MANY)?,
        notes: store.newest_events(within, Category::Note, true, MANY)?,
        summaries: store.newest_events(within, Category::Summary, false, MANY)?,
        reports: store.newest_events(within, Category::Report, false, MANY)?,
        helpers,
        checks: check_commands(&attempts),
        attempts: attempts.into_iter().take(ATTEMPTS).collect(),
        now,
        ..WorkStory::default()
    })
}

/// How to build and test: the checks, and what else was typed again and again.
fn check_commands(attempts: &[(String, u64, u64)]) -> Vec<String> {
    let lines = attempts.iter().map(|(line, runs, failures)| (line.as_str(), failures < runs));
    let checks = reflect::select_checks(lines).into_iter().map(|(check, _)| shorten_to_line(&check.text, 110));
    let is_habit = |(line, runs, _): &&(String, u64, u64)| {
        *runs > 1
            && !line.contains(['{', '\n', ';'])
            && !line.contains("git ")
            && !attempt::is_check_line(line)
            && !attempt::is_read_only_line(line)
    };
    checks.chain(attempts.iter().filter(is_habit).map(|(line, ..)| reflect::short_command(line))).collect()
}

/// Masks every word of a story.
pub fn mask_story(story: &mut WorkStory, masker: &Masker) {
    let lists = [
        &mut story.prompts,
        &mut story.decisions,
        &mut story.choices,
        &mut story.errors,
        &mut story.tasks,
        &mut story.edits,
        &mut story.git,
        &mut story.notes,
        &mut story.summaries,
        &mut story.reports,
        &mut story.helpers,
    ];
    for record in lists.into_iter().flatten() {
        if record.text.is_empty() {
            record.text = record.key.clone();
        }
        record.text = masker.without_state().mask_line(&record.text).into_owned();
    }
    for line in &mut story.solved {
        line.text = masker.without_state().mask_line(&line.text).into_owned();
    }
    for (command, _, _) in &mut story.attempts {
        *command = masker.without_state().mask_line(&quote_command(command, 200)).into_owned();
    }
    for check in &mut story.checks {
        *check = masker.without_state().mask_line(check).into_owned();
    }
}
