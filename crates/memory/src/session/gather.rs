//! The one composer of briefs and reports: from the store to sections of lines.

use std::collections::HashSet;
use std::path::Path;
use std::sync::LazyLock;

use super::brief::{BriefLine, BriefSection};
use super::file_names::{is_in_agent_or_temporary_folder, join_file_names, merge_events_of_same_file};
use super::lifetimes::ErrorAndTaskLifetimes;
use super::session_account::SessionAccount;
use super::session_state::{EDITED, UNCOMMITTED};
use super::{contradict, offer, project_commands};
use ctx_capture::event_words::shorten_to_line;
use ctx_model::error::Result;
use ctx_model::scope::git_head_description;
use ctx_model::{EventCategory, StoredEvent};
use ctx_secrets::Masker;
use ctx_store::{SessionEventFilter, SessionRow, Store};

/// A kind of lines, as `--sections` names it.
pub struct SectionDefinition {
    pub name: &'static str,
    tier: u8,
    /// Lines by default.
    limit: u32,
    /// What it is called in text.
    heading: &'static str,
    /// Why it is shown, in the words of its rule.
    pub why: &'static str,
}

/// The sections in the order in which they are read.
pub static SECTIONS: LazyLock<Vec<SectionDefinition>> = LazyLock::new(|| {
    let rows = include_str!("sections.tsv").lines().filter(|row| !row.starts_with('#'));
    let section = |row: &'static str| {
        let mut columns = row.split('\t');
        let mut next = || columns.next().unwrap_or_default();
        let (name, tier, limit) = (next(), next().parse().unwrap_or_default(), next().parse().unwrap_or_default());
        SectionDefinition { name, tier, limit, heading: next(), why: next() }
    };
    rows.map(section).collect()
});

/// How many lines of each section are wanted: 0 the default, more than that a cap, less none.
#[derive(Clone, Debug, Default)]
pub struct SectionLimits {
    pub each: i64,
    /// Sections named by the user; when one of them is wanted at all, the others are not.
    pub named: Vec<(String, i64)>,
}

impl SectionLimits {
    fn limit_for_section(&self, row: &SectionDefinition) -> usize {
        let is_choosing = self.named.iter().any(|(_, limit)| *limit >= 0);
        let wish = match self.named.iter().find(|(named, _)| named == row.name) {
            Some((_, 0)) => self.each,
            Some((_, limit)) => *limit,
            None if is_choosing => -1,
            None => self.each,
        };
        match wish {
            0 => row.limit as usize,
            ..0 => 0,
            cap => usize::try_from(cap).unwrap_or(usize::MAX),
        }
    }
}

/// Records that are looked through for those that still hold.
const LOOKED_AT: u32 = 200;
/// Choices of the model in a brief.
const CHOICES: usize = 6;
/// News from other machines takes at most this many bytes of a brief, including this much around each line.
const ELSEWHERE: usize = 370;
const BESIDES: usize = 26;
/// Sessions among which the newest one is looked for, and those that are looked at for requests where it has too few.
const NEWEST: usize = 8;
const FEW: usize = 3;
/// Sessions that a report tells one by one.
const SESSIONS: usize = 40;

/// What a brief is about.
pub struct BriefQuery<'a> {
    pub within: &'a SessionEventFilter,
    pub limits: &'a SectionLimits,
    /// The project's directory, where its git state may be looked up.
    pub here: Option<&'a Path>,
    pub now: i64,
    /// Tell each session of that time, not only the newest one.
    pub by_session: bool,
}

/// A session that is told, and what it is called among others.
struct TitledSessionAccount {
    heading: String,
    told: SessionAccount,
}

/// What sections are made of, beside the sessions.
struct BriefComposer<'a> {
    store: &'a Store,
    masker: &'a Masker,
    query: &'a BriefQuery<'a>,
    /// The newest session first.
    sessions: Vec<TitledSessionAccount>,
}

/// Lines of a section, and how many it leaves out.
type SectionContent = (Vec<BriefLine>, u64);

/// The sections of a brief, masked.
pub fn gather_sections(store: &Store, query: &BriefQuery<'_>, masker: &Masker) -> Result<Vec<BriefSection>> {
    let mut composer = BriefComposer { store, masker, query, sessions: Vec::new() };
    composer.sessions = composer.load_session_accounts()?;
    let mut sections = Vec::new();
    for row in SECTIONS.iter() {
        let limit = query.limits.limit_for_section(row);
        if limit == 0 {
            continue;
        }
        let section = BriefSection {
            name: row.name.into(),
            heading: row.heading.into(),
            tier: row.tier,
            in_time: row.name == "request",
            ..BriefSection::default()
        };
        if query.by_session && composer.sessions.len() > 1 && matches!(row.name, "request" | "outcome") {
            sections.extend(composer.sessions.iter().rev().map(|session| {
                let heading = format!("{}: {}", session.heading, row.name).into();
                let (lines, more) = session.section_content(row.name, limit);
                BriefSection { heading, lines, more, ..section.clone() }
            }));
            continue;
        }
        let (lines, more) = composer.section_content(row.name, limit)?;
        sections.push(BriefSection { lines, more, ..section });
    }
    let mask = |text: &mut String| *text = masker.without_state().mask_text(text).into_owned();
    for line in sections.iter_mut().flat_map(|section| &mut section.lines) {
        mask(&mut line.text);
        line.longer.iter_mut().for_each(mask);
    }
    Ok(sections)
}

/// As many lines as are wanted, and the number of the others.
fn truncate_and_count_rest(mut lines: Vec<BriefLine>, limit: usize) -> SectionContent {
    let more = lines.len().saturating_sub(limit);
    lines.truncate(limit);
    (lines, more as u64)
}

impl TitledSessionAccount {
    fn section_content(&self, name: &str, limit: usize) -> SectionContent {
        match name {
            "outcome" => truncate_and_count_rest(self.told.standing.clone(), limit),
            _ => truncate_requests_keeping_first(self.told.request_lines(false), limit),
        }
    }
}

/// The newest requests and the one that it all began with: it says what the work is about, however many came after it.
fn truncate_requests_keeping_first(mut lines: Vec<BriefLine>, limit: usize) -> SectionContent {
    let more = lines.len().saturating_sub(limit);
    if more > 0 && limit > 2 {
        lines.drain(limit - 1..lines.len() - 1);
    }
    lines.truncate(limit);
    (lines, more as u64)
}

impl BriefComposer<'_> {
    /// The sessions to be told, the newest first: the one asked for, the project's newest one, or all of that time.
    fn load_session_accounts(&self) -> Result<Vec<TitledSessionAccount>> {
        let within = self.query.within;
        let load = |name: &str, heading: String| -> Result<TitledSessionAccount> {
            let told = SessionAccount::load_or_compose(self.store, name, within, self.masker)?;
            Ok(TitledSessionAccount { heading, told })
        };
        if let Some(session) = &within.session {
            return Ok(vec![load(session, session.clone())?]);
        }
        if self.query.by_session {
            let rows = find_sessions_in_scope(self.store, within)?;
            let sessions =
                rows.iter().map(|row| load(&row.name, session_title_and_project(row, within.project.is_none())));
            return sessions.collect();
        }
        let Some(project) = &within.project else { return Ok(Vec::new()) };
        // Where only one thing is known, that is the newest session.
        let newest = match self.store.newest_main_session(project, NEWEST)? {
            None => self.store.list_newest_sessions(Some(project), 1)?.into_iter().next().map(|row| row.name),
            newest => newest,
        };
        let Some(newest) = newest else { return Ok(Vec::new()) };
        let mut sessions = vec![load(&newest, newest.clone())?];
        if sessions[0].told.turns.len() < FEW && within.since.is_none() {
            let names = self.store.recent_main_sessions(project, FEW)?;
            for name in names.into_iter().filter(|name| *name != newest).take(FEW - 1) {
                sessions.push(load(&name, name.clone())?);
            }
        }
        Ok(sessions)
    }

    fn account_of_newest_session(&self) -> Option<&SessionAccount> {
        self.sessions.first().map(|session| &session.told)
    }

    fn section_content(&self, name: &str, limit: usize) -> Result<SectionContent> {
        let of_newest = |lines: fn(&SessionAccount) -> Vec<BriefLine>| {
            truncate_and_count_rest(self.account_of_newest_session().map(lines).unwrap_or_default(), limit)
        };
        // Only one session has a goal of its own.
        let is_one = !self.query.by_session || self.sessions.len() == 1;
        Ok(match name {
            "goal" if is_one => of_newest(|told| told.goal_line().into_iter().collect()),
            "summary" if is_one => of_newest(|told| told.summary.iter().cloned().collect()),
            "plan" if is_one => of_newest(|told| told.plan.iter().cloned().collect()),
            "goal" | "summary" | "plan" => (Vec::new(), 0),
            "request" => {
                let has_goal = is_one && self.shows_goal();
                let lines = self.sessions.iter().enumerate();
                let lines = lines.flat_map(|(at, session)| session.told.request_lines(has_goal && at == 0));
                truncate_requests_keeping_first(lines.collect(), limit)
            }
            "outcome" => of_newest(|told| told.standing.clone()),
            "solved" if is_one => of_newest(|told| told.solved.clone()),
            "solved" => truncate_and_count_rest(
                self.sessions.iter().flat_map(|session| session.told.solved.clone()).collect(),
                limit,
            ),
            "errors" => self.open_error_lines(limit)?,
            "tasks" => {
                let tasks = self.newest_events(EventCategory::Task, true)?;
                let tasks = ErrorAndTaskLifetimes::new(self.store, self.masker).keep_open_tasks(tasks)?;
                truncate_and_count_rest(tasks.iter().map(event_to_brief_line).collect(), limit)
            }
            "decisions" => self.decision_lines(limit)?,
            "notes" => {
                let (notes, more) = self.keep_current_statements(
                    self.newest_events(EventCategory::Note, true)?,
                    limit,
                    &[EventCategory::Note],
                )?;
                (notes.iter().map(event_to_brief_line).collect(), more)
            }
            "files" => self.changed_file_lines(limit)?,
            "elsewhere" => (self.hub_news_lines(limit)?, 0),
            "runs" => {
                let told = self.account_of_newest_session().filter(|_| !self.has_named_sections());
                truncate_and_count_rest(
                    project_commands::build_test_and_start_lines(self.store, self.query.within, limit, told)?,
                    limit,
                )
            }
            "reports" => {
                let answered_at =
                    self.account_of_newest_session().and_then(|told| Some(told.turns.last()?.at)).unwrap_or(i64::MIN);
                let mut reports = self.newest_events(EventCategory::Report, false)?;
                reports.retain(|report| report.at > answered_at);
                truncate_and_count_rest(reports.iter().map(event_to_brief_line).collect(), limit)
            }
            _ => {
                (self.query.here.and_then(git_head_description).map(BriefLine::without_source).into_iter().collect(), 0)
            }
        })
    }

    fn newest_events(&self, category: EventCategory, open: bool) -> Result<Vec<StoredEvent>> {
        Ok(self.store.newest_events(self.query.within, category, open, LOOKED_AT)?)
    }

    /// Failed checks that nothing settled, each once: the same attempt fails in one session after the other, and in the
    /// same words. Beside them, what somebody noted as a bug.
    fn open_error_lines(&self, limit: usize) -> Result<SectionContent> {
        let mut lives = ErrorAndTaskLifetimes::new(self.store, self.masker);
        let errors =
            lives.keep_open_errors(self.newest_events(EventCategory::Error, true)?, limit.saturating_mul(4))?;
        let (mut attempts, mut words) = (HashSet::new(), HashSet::new());
        let mut lines = Vec::new();
        for error in &errors {
            // The error without its command.
            let said = error.text.split_once(": ").map_or(&*error.text, |(_, said)| said);
            if attempts.insert(error.key.as_str()) && words.insert(said) {
                lines.push(event_to_brief_line(error));
            }
        }
        lines.extend(self.newest_events(EventCategory::Bug, true)?.iter().map(event_to_brief_line));
        Ok(truncate_and_count_rest(lines, limit))
    }

    /// Statements that still hold, pinned ones first, and how many of these categories are not told for want of room.
    fn keep_current_statements(
        &self,
        newest_first: Vec<StoredEvent>,
        limit: usize,
        categories: &[EventCategory],
    ) -> Result<(Vec<StoredEvent>, u64)> {
        let mut all = 0;
        for category in categories {
            all += self.store.count_events_up_to_cap(self.query.within, *category, true)?;
        }
        let (mut kept, overtaken) = contradict::drop_superseded_statements(newest_first, limit, |record| &record.text);
        kept.sort_by_key(|record| !record.pinned);
        let more = all.saturating_sub((kept.len() + overtaken) as u64);
        Ok((kept, more))
    }

    fn decision_lines(&self, limit: usize) -> Result<SectionContent> {
        let mut records = user_decisions_and_corrections(self.store, self.query.within, LOOKED_AT)?;
        let found = records.len();
        let prompts = self.newest_events(EventCategory::Prompt, false)?;
        records.retain(|record| {
            let mut later = prompts.iter().filter(|prompt| prompt.at > record.at && prompt.session == record.session);
            record.pinned || !later.any(|prompt| contradict::is_changed_by_request(&record.text, &prompt.text))
        });
        let told = (found - records.len()) as u64;
        let (mut standing, more) =
            self.keep_current_statements(records, limit, &[EventCategory::Decision, EventCategory::Correction])?;
        // What the model chose comes after what the user decided, and never overtakes it.
        let room = limit.saturating_sub(standing.len()).min(CHOICES) as u32;
        standing.extend(self.store.newest_events(self.query.within, EventCategory::Choice, true, room)?);
        let lines = standing.iter().map(|record| {
            let line = |text: String| match text.split_once(" → ") {
                Some((question, answer)) if record.speaker_name() == "user" && question.ends_with('?') => {
                    format!("asked: {question} → user: {answer}")
                }
                _ => format!("{}: {text}", record.speaker_name()),
            };
            let (short, whole) = (offer::shorten_decision(&record.text), shorten_to_line(&record.text, 600));
            let longer = if whole == short { Vec::new() } else { vec![line(whole)] };
            BriefLine { longer, ..BriefLine::of_event(record, line(short)) }
        });
        Ok((lines.collect(), more.saturating_sub(told)))
    }

    /// Files written or edited, newest first, in one line; files only read if there are no others. What the outcome names as
    /// uncommitted needs no second line.
    fn changed_file_lines(&self, limit: usize) -> Result<SectionContent> {
        let is_named = |told: &SessionAccount| {
            let names_files = |line: &BriefLine| line.text.starts_with(UNCOMMITTED) || line.text.starts_with(EDITED);
            told.standing.iter().any(names_files)
        };
        if !self.has_named_sections() && self.account_of_newest_session().is_some_and(is_named) {
            return Ok((Vec::new(), 0));
        }
        let mut changed = changed_file_events(self.store, self.query.within, LOOKED_AT)?;
        if changed.is_empty() {
            changed = self.newest_events(EventCategory::Read, false)?;
            changed.retain(|record| !is_in_agent_or_temporary_folder(&record.text));
        }
        let Some(newest) = changed.first() else { return Ok((Vec::new(), 0)) };
        let oldest_first: Vec<String> = changed.iter().rev().map(|record| record.text.clone()).collect();
        let names = join_file_names(&oldest_first, limit);
        Ok((vec![BriefLine { reference: None, ..BriefLine::of_event(newest, names) }], 0))
    }

    /// News of the project from other machines, as of the last look at the hub: a few lines, each with its author.
    fn hub_news_lines(&self, limit: usize) -> Result<Vec<BriefLine>> {
        let within = self.query.within;
        let (Some(project), None) = (&within.project, &within.session) else { return Ok(Vec::new()) };
        let news = self.store.trusted_hub_news(project)?;
        let head = if news.is_empty() { None } else { self.query.here.and_then(git_head_description) };
        let branch = head.and_then(|head| Some(head.split(' ').nth(1)?.to_owned()));
        let mut room = ELSEWHERE;
        let mut lines = Vec::new();
        for one in news {
            // Work on another branch is not news here.
            let works = one.text.strip_prefix("works on ");
            if works.is_some_and(|works| branch.as_ref().is_some_and(|own| !works.starts_with(&format!("{own} (")))) {
                continue;
            }
            let text = format!("\"{}\" {}", one.name, shorten_to_line(&one.text, offer::CHOICE));
            let cost = text.len() + one.reference.as_ref().map_or(0, String::len) + BESIDES;
            if cost <= room && lines.len() < limit {
                room -= cost;
                lines.push(BriefLine { reference: one.reference, at: Some(one.at), ..BriefLine::without_source(text) });
            }
        }
        Ok(lines)
    }

    /// The goal is a section of this brief.
    fn shows_goal(&self) -> bool {
        let row = SECTIONS.iter().find(|row| row.name == "goal");
        row.is_some_and(|row| self.query.limits.limit_for_section(row) > 0)
    }

    fn has_named_sections(&self) -> bool {
        !self.query.limits.named.is_empty()
    }
}

/// Sessions with work in that time, the newest first.
pub(super) fn find_sessions_in_scope(store: &Store, within: &SessionEventFilter) -> Result<Vec<SessionRow>> {
    let mut rows = store.list_newest_sessions(within.project.as_deref(), LOOKED_AT)?;
    let (since, until) = (within.since.unwrap_or(i64::MIN), within.until.unwrap_or(i64::MAX));
    rows.retain(|row| row.parent.is_none() && row.last_at >= since && row.first_at < until && row.entries > 1);
    rows.truncate(SESSIONS);
    Ok(rows)
}

/// What a session is called among others: its title, and its project where there are several.
fn session_title_and_project(row: &SessionRow, names_project: bool) -> String {
    let title = row.title.as_deref().unwrap_or(&row.name);
    let project = row.project.as_deref().map(|project| project.rsplit('/').next().unwrap_or(project));
    match names_project {
        true => format!("{} · {title}", project.unwrap_or("no project")),
        false => title.to_owned(),
    }
}

fn event_to_brief_line(record: &StoredEvent) -> BriefLine {
    let text = if record.text.is_empty() { &record.key } else { &record.text };
    BriefLine::of_event(record, shorten_to_line(text, 300))
}

/// The user's decisions and corrections, newest first.
pub(super) fn user_decisions_and_corrections(
    store: &Store,
    within: &SessionEventFilter,
    most: u32,
) -> Result<Vec<StoredEvent>> {
    let mut records = store.newest_events(within, EventCategory::Decision, true, most)?;
    records.extend(store.newest_events(within, EventCategory::Correction, true, most)?);
    records.sort_by(|a, b| b.at.cmp(&a.at).then_with(|| a.key.cmp(&b.key)));
    Ok(records)
}

/// Files written or edited, newest first, each once.
pub(super) fn changed_file_events(store: &Store, within: &SessionEventFilter, most: u32) -> Result<Vec<StoredEvent>> {
    let mut records = store.newest_events(within, EventCategory::Edit, false, most)?;
    records.extend(store.newest_events(within, EventCategory::Write, false, most)?);
    records.retain(|record| !is_in_agent_or_temporary_folder(&record.text));
    records.sort_by(|a, b| b.at.cmp(&a.at).then_with(|| a.key.cmp(&b.key)));
    Ok(merge_events_of_same_file(records))
}
