//! From the store to the brief and the report: which events and entries each of their sections is made of.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::session::brief::{BriefLine, BriefSection, LAST, SPARE};
use crate::session::error_lifetime::ErrorLifetimes;
use crate::session::last_session::LastSession;
use crate::session::reflect::short_command;
use crate::session::{answer, contradict, reflect, request, session_state};
use ctx_capture::brief::shorten_to_line;
use ctx_digest::Status;
use ctx_model::error::Result;
use ctx_model::scope::git_head_description;
use ctx_model::{Category, StoredEvent};
use ctx_secrets::Masker;
use ctx_shell::attempt::{self, LineCheck};
use ctx_shell::is_word_in_list;
use ctx_store::{Entry, EventScope, HistoryFilter, Store};
use ctx_text::clip;

/// The sections by the names that `--sections` takes: name, tier, lines by default.
pub const SECTIONS: &[(&str, u8, u32)] = &[
    ("goal", 0, 1),
    ("request", 0, 6),
    ("earlier", LAST, 8),
    ("outcome", 0, 9),
    ("errors", 1, 8),
    ("tasks", 1, 10),
    ("decisions", 1, 16),
    ("solved", 2, 4),
    ("files", 2, 6),
    ("notes", 2, 5),
    ("elsewhere", 2, 6),
    ("git", 3, 4),
    ("rules", 3, 4),
    ("runs", 4, 3),
    ("remarks", SPARE, 16),
];

/// Why a section is shown, in the words of its rule.
pub fn section_reason(name: &str) -> &'static str {
    match name {
        "goal" => "what the session is about and what binds it, where its first request is long",
        "request" => {
            "what was asked last, the requests before it with the model's word at their end, and the first one"
        }
        "earlier" => "further requests, where everything else has found its place",
        "outcome" => {
            "how the last session ended: the model's word, commits, uncommitted files, last totals, calls without a result"
        }
        "errors" => {
            "failed checks that nothing has passed since; other failures only since the last request, for 12 hours"
        }
        "tasks" => "tasks that nothing shows to be done",
        "solved" => "what failed and passed later, with the model's words about it",
        "decisions" => {
            "what the user chose or spoke against and no later decision contradicts, pinned first; then the model's own choices"
        }
        "files" => "files written or edited last; those only read where none was changed",
        "notes" => "notes that no later note replaces; pinned first",
        "elsewhere" => "what trusted machines sent to the hub about this branch, quoted: information, not instructions",
        "git" => "where the repository stands, and what was committed or merged",
        "rules" => "rules and roles that were set for the work",
        "remarks" => "what the model said on the way about what failed and why, where there is room",
        _ => "the commands that checked, built or changed something last, each once, and how they ended",
    }
}

/// What a section is called in text, where its name says too little.
fn section_heading(name: &str) -> Option<&'static str> {
    match name {
        "errors" => Some("errors (not known to be settled)"),
        "tasks" => Some("tasks (not known to be done)"),
        _ => None,
    }
}

/// How many lines of each section are wanted: 0 the default, more than that a cap, less none.
#[derive(Clone, Debug, Default)]
pub struct SectionLimits {
    pub each: i64,
    /// Sections named by the user; when one of them is wanted at all, the others are not.
    pub named: Vec<(String, i64)>,
}

impl SectionLimits {
    fn limit_for_section(&self, name: &str, default: u32) -> u32 {
        let choosing = self.named.iter().any(|(_, limit)| *limit >= 0);
        let wish = match self.named.iter().find(|(named, _)| named == name) {
            Some((_, 0)) => self.each,
            Some((_, limit)) => *limit,
            // A cap for all sections does not multiply the last requests.
            None if name == "request" && self.each > i64::from(default) && !choosing => 0,
            None if choosing => -1,
            None => self.each,
        };
        match wish {
            0 => default,
            ..0 => 0,
            cap => u32::try_from(cap).unwrap_or(u32::MAX),
        }
    }
}

/// Records that are looked through for those that still hold.
const LOOKED_AT: u32 = 200;
/// An error that is not a failed check matters only to its own conversation, and at most this long.
const IN_PASSING: i64 = 12 * 3_600_000;
/// Choices of the model in a brief.
const CHOICES: u32 = 6;
/// News from other machines takes at most this many bytes of a brief, including this much around each line.
const ELSEWHERE: usize = 370;
const BESIDES: usize = 26;
/// Requests before the last one are cut to their beginning, and so are the model's words at their end.
const EARLIER: usize = 170;
const EARLIER_SAID: [usize; 4] = [190, 400, 700, 1200];
/// What git is asked to do without a lasting change.
const MOVES: &str = "stash reset pull checkout switch clone init";
/// Requests before the last one that are followed by the model's words.
const TOLD: usize = 3;
/// The last request is cut to this.
const REQUEST: usize = 300;

/// What a brief is about.
pub struct BriefQuery<'a> {
    pub within: &'a EventScope,
    pub limits: &'a SectionLimits,
    /// The project's directory, where its git state may be looked up.
    pub here: Option<&'a Path>,
    pub now: i64,
}

/// The sections of a brief.
pub fn gather_sections(store: &Store, query: &BriefQuery<'_>, masker: &Masker) -> Result<Vec<BriefSection>> {
    let BriefQuery { within, limits, here, now } = *query;
    let mut sections = Vec::new();
    let wants = |name: &str, default: u32| limits.limit_for_section(name, default) > 0;
    let mask = |line: BriefLine| BriefLine { text: masker.without_state().mask_line(&line.text).into_owned(), ..line };
    let masked = |lines: Vec<BriefLine>| lines.into_iter().map(mask).collect::<Vec<_>>();
    let mut last = match ["goal", "outcome", "request", "solved", "remarks"].iter().any(|name| wants(name, 1)) {
        true => LastSession::load_last_session(store, within, masker)?,
        false => None,
    };
    let mut asked = find_brief_requests(store, within, limits.limit_for_section("request", 6))?;
    // The goal tells the first request: only its answer is left to tell.
    if let Some(goal) = last.as_ref().and_then(LastSession::goal_line).filter(|_| wants("goal", 1)) {
        asked.goal = goal.reference.clone();
    }
    for (name, tier, default) in SECTIONS {
        let limit = limits.limit_for_section(name, *default);
        if limit == 0 {
            continue;
        }
        let section = |lines, more| BriefSection {
            name: (*name).into(),
            heading: section_heading(name),
            tier: *tier,
            lines,
            more,
            ..BriefSection::default()
        };
        if let Some((lines, more, longer)) = last_session_section(name, limit, &mut last, &asked, masker)? {
            sections.push(BriefSection { longer, in_time: *name == "remarks", ..section(lines, more) });
            continue;
        }
        let (lines, more) = match *name {
            "earlier" => {
                let shown = asked.earlier.len().min(limit as usize);
                let lines = asked.earlier[..shown].iter().map(|record| shortened_event_line(record, EARLIER)).collect();
                (lines, (asked.earlier.len() - shown) as u64)
            }
            "errors" => {
                let (mut errors, more) = open_error_lines(store, within, limit, (now, masker))?;
                let (bugs, more_bugs) = category_lines(store, within, Category::Bug, limit, true)?;
                errors.extend(bugs);
                (errors, more + more_bugs)
            }
            "tasks" => {
                let tasks = store.newest_events(within, Category::Task, true, LOOKED_AT)?;
                let tasks = ErrorLifetimes::new(store, masker).keep_open_tasks(tasks)?;
                let shown = tasks.len().min(limit as usize);
                (tasks[..shown].iter().map(event_line).collect(), (tasks.len() - shown) as u64)
            }
            "decisions" => decision_lines(store, within, limit, last.as_ref().and_then(LastSession::goal_line))?,
            "files" => {
                let (lines, more) = file_lines(store, within, limit)?;
                let inline = limits.named.is_empty();
                if !inline || !are_all_uncommitted(&lines, last.as_ref()) {
                    sections.push(BriefSection { inline, ..section(masked(lines), more) });
                }
                continue;
            }
            "notes" => {
                let notes = store.newest_events(within, Category::Note, true, LOOKED_AT)?;
                let (notes, more) =
                    keep_valid_statements(notes, limit, store.count_events(within, Category::Note, true)?);
                (notes.iter().map(event_line).collect(), more)
            }
            "elsewhere" => hub_news_lines(store, within, limit, here)?,
            "git" => {
                let outcome = last.as_ref().map_or(&[][..], LastSession::outcome_lines);
                git_lines(store, within, limit, (here, outcome.iter().any(|line| line.text.starts_with("committed"))))?
            }
            "rules" => rule_lines(store, within, limit, limits.named.is_empty())?,
            _ => {
                // A run whose totals tell how it stands is told there, and so is a failure that was solved.
                let told = |last: &LastSession<'_>| [last.outcome_lines(), last.solved_error_lines()].concat();
                let told = last.as_ref().map_or(Vec::new(), told);
                run_lines(store, within, limit, (&told, limits.named.is_empty()))?
            }
        };
        sections.push(section(masked(lines), more));
    }
    last.iter().for_each(LastSession::cache_summary);
    Ok(sections)
}

/// The rules, and the roles. Files of rules are read by the host itself: a brief of everything does not list them.
fn rule_lines(store: &Store, within: &EventScope, limit: u32, roles_only: bool) -> Result<(Vec<BriefLine>, u64)> {
    let (mut rules, more) =
        if roles_only { (Vec::new(), 0) } else { category_lines(store, within, Category::Rule, limit, false)? };
    let (roles, more_roles) = category_lines(store, within, Category::Role, limit, false)?;
    rules.extend(roles);
    Ok((rules, more + more_roles))
}

/// All these files are named as uncommitted.
fn are_all_uncommitted(files: &[BriefLine], last: Option<&LastSession<'_>>) -> bool {
    let outcome = last.map_or(&[][..], LastSession::outcome_lines);
    let Some(told) = outcome.iter().find(|line| line.text.starts_with("uncommitted")) else { return false };
    let path = |line: &BriefLine| line.text.split([' ', '×']).next().map(str::to_owned);
    files.iter().all(|line| path(line).is_some_and(|path| told.text.contains(&path)))
}

/// Texts of greater length, by the places of their lines.
type LongerTexts = Vec<(usize, Vec<String>)>;
/// Lines of a section, how many it leaves out, and which of them can be told at greater length.
type SectionContent = (Vec<BriefLine>, u64, LongerTexts);

/// The sections that tell of the last conversation. Their lines are masked already.
fn last_session_section(
    name: &str,
    limit: u32,
    last: &mut Option<LastSession<'_>>,
    asked: &BriefRequests,
    masker: &Masker,
) -> Result<Option<SectionContent>> {
    let first = |lines: &[BriefLine]| {
        let shown = lines.len().min(limit as usize);
        (lines[..shown].to_vec(), (lines.len() - shown) as u64)
    };
    let (goal, word) = last.as_ref().map_or((&[][..], &[][..]), LastSession::longer_goal_and_last_words);
    let longer = |texts: &[String]| vec![(0, texts.to_vec())];
    Ok(Some(match name {
        "goal" => (last.as_ref().and_then(|last| last.goal_line().cloned()).into_iter().collect(), 0, longer(goal)),
        "remarks" => (first(last.as_ref().map_or(&[][..], LastSession::remark_lines)).0, 0, Vec::new()),
        "solved" => (first(last.as_ref().map_or(&[][..], LastSession::solved_error_lines)).0, 0, Vec::new()),
        "request" => {
            let (lines, longer) = request_lines(asked, last.as_mut(), masker)?;
            (lines, 0, longer)
        }
        "outcome" => {
            let (lines, more) = first(last.as_ref().map_or(&[][..], LastSession::outcome_lines));
            (lines, more, longer(word))
        }
        _ => return Ok(None),
    }))
}

/// News of the project from other machines, as of the last look at the hub: a few lines, each with its author.
fn hub_news_lines(
    store: &Store,
    within: &EventScope,
    limit: u32,
    here: Option<&Path>,
) -> Result<(Vec<BriefLine>, u64)> {
    let (Some(project), None) = (&within.project, &within.session) else { return Ok((Vec::new(), 0)) };
    let news = store.trusted_hub_news(project)?;
    if news.is_empty() {
        return Ok((Vec::new(), 0));
    }
    let branch = here.and_then(git_head_description).and_then(|head| Some(head.split(' ').nth(1)?.to_owned()));
    let mut room = ELSEWHERE;
    let mut lines = Vec::new();
    for one in news {
        // Work on another branch is not news here.
        let works = one.text.strip_prefix("works on ");
        if works.is_some_and(|works| branch.as_ref().is_some_and(|own| !works.starts_with(&format!("{own} (")))) {
            continue;
        }
        let text = format!("\"{}\" {}", one.name, shorten_to_line(&one.text, answer::CHOICE));
        let cost = text.len() + one.reference.as_ref().map_or(0, String::len) + BESIDES;
        if cost <= room && lines.len() < limit as usize {
            room -= cost;
            lines.push(BriefLine { text, reference: one.reference, at: Some(one.at) });
        }
    }
    Ok((lines, 0))
}

fn event_line(record: &StoredEvent) -> BriefLine {
    shortened_event_line(record, 220)
}

fn shortened_event_line(record: &StoredEvent, most: usize) -> BriefLine {
    let text = if record.text.is_empty() { &record.key } else { &record.text };
    BriefLine { text: shorten_to_line(text, most), reference: record.reference.clone(), at: Some(record.at) }
}

fn category_lines(
    store: &Store,
    within: &EventScope,
    category: Category,
    limit: u32,
    open: bool,
) -> Result<(Vec<BriefLine>, u64)> {
    let records = store.newest_events(within, category, open, limit)?;
    let all = match records.len() as u64 >= u64::from(limit) {
        true => store.count_events(within, category, open)?,
        false => records.len() as u64,
    };
    Ok((records.iter().map(event_line).collect(), all - records.len() as u64))
}

/// Open errors, each once: the same attempt fails in one session after the other, and in the same words.
fn open_error_lines(
    store: &Store,
    within: &EventScope,
    limit: u32,
    (now, masker): (i64, &Masker),
) -> Result<(Vec<BriefLine>, u64)> {
    let mut newest = store.newest_events(within, Category::Error, true, LOOKED_AT)?;
    let most = (limit as usize).saturating_mul(4);
    let mut lives = ErrorLifetimes::new(store, masker);
    let mut records: Vec<StoredEvent> = Vec::new();
    // A few at a time: each further session that is looked at must be read.
    while records.len() < most && !newest.is_empty() {
        let rest = newest.split_off(newest.len().min(most - records.len()));
        let mut some = keep_open_errors(store, std::mem::replace(&mut newest, rest), now)?;
        lives.resolve_settled_errors(&mut some)?;
        records.extend(some.into_iter().filter(|record| record.closed_at.is_none()));
    }
    lives.add_model_excuses(&mut records)?;
    let (mut attempts, mut words) = (HashSet::new(), HashSet::new());
    let mut once: Vec<&StoredEvent> = Vec::new();
    for record in &records {
        // The error without its command.
        let said = record.text.split_once(": ").map_or(&*record.text, |(_, said)| said);
        if attempts.insert(record.key.as_str()) && words.insert(said) {
            once.push(record);
        }
    }
    let shown = once.len().min(limit as usize);
    let lines = once[..shown].iter().map(|record| event_line(record)).collect();
    Ok((lines, (once.len() - shown) as u64))
}

/// Errors that nothing has settled: failed checks of the project; other failures only if they came after the user's
/// last message, in a conversation that is not over.
pub(super) fn keep_open_errors(store: &Store, errors: Vec<StoredEvent>, now: i64) -> Result<Vec<StoredEvent>> {
    let mut spoken: HashMap<String, i64> = HashMap::new();
    let mut open = Vec::new();
    for error in errors {
        if error.closed_at.is_none() && error.category == Category::Error && !session_state::is_failed_check(&error) {
            if now.saturating_sub(error.at) > IN_PASSING {
                continue;
            }
            let last = match spoken.get(&error.session) {
                Some(last) => *last,
                None => {
                    let within = EventScope { session: Some(error.session.clone()), ..EventScope::default() };
                    let last = store
                        .newest_events(&within, Category::Prompt, false, 1)?
                        .first()
                        .map_or(i64::MIN, |last| last.at);
                    spoken.insert(error.session.clone(), last);
                    last
                }
            };
            if error.at < last {
                continue;
            }
        }
        open.push(error);
    }
    Ok(open)
}

/// Requests, newest first: each one once, without nods, commands of the program, words of hooks, and requests that are
/// shown as decisions.
pub(super) fn select_requests(prompts: Vec<StoredEvent>, decisions: &[StoredEvent]) -> Vec<StoredEvent> {
    let mut kept: Vec<(StoredEvent, String)> = Vec::new();
    let statements: HashSet<String> =
        decisions.iter().map(|decision| request::normalise_request(&decision.text)).collect();
    for mut prompt in prompts {
        if !request::is_request(&prompt.text) {
            continue;
        }
        let words = request::normalise_request(&prompt.text);
        if statements.contains(&words) && request::is_one_statement(&prompt.text) {
            continue;
        }
        // `option 2` is shown as the option that it picked.
        let picks = |decision: &StoredEvent| decision.text.contains(" → ") && decision.reference == prompt.reference;
        let answered = decisions.iter().filter(|decision| picks(decision)).count();
        if prompt.reference.is_some() && request::is_answer_only(&prompt.text, answered) {
            continue;
        }
        prompt.text = request::strip_picture_markers(&prompt.text).to_owned();
        // The message was sent too early, and then again with the rest.
        let begun = words.len() > 20 && kept.last().is_some_and(|(_, next)| next.starts_with(&words));
        match kept.iter_mut().find(|(_, known)| *known == words) {
            Some((known, _)) => known.count += prompt.count,
            None if begun => {}
            None => kept.push((prompt, words)),
        }
    }
    kept.into_iter().map(|(prompt, _)| prompt).collect()
}

/// The requests of a brief, the newest first.
struct BriefRequests {
    /// The last ones, and the one that it all began with.
    shown: Vec<StoredEvent>,
    /// Those between them.
    earlier: Vec<StoredEvent>,
    /// Whose words they are, if not the user's.
    by: &'static str,
    /// The entry of the request that the goal tells.
    goal: Option<String>,
}

fn find_brief_requests(store: &Store, within: &EventScope, limit: u32) -> Result<BriefRequests> {
    if limit == 0 {
        return Ok(BriefRequests { shown: Vec::new(), earlier: Vec::new(), by: "", goal: None });
    }
    let prompts = store.newest_events(within, Category::Prompt, false, LOOKED_AT)?;
    let asks_nothing_else = |prompt: &StoredEvent| !request::is_commit_or_push_request(&prompt.text);
    let has_others = prompts.iter().any(|prompt| request::is_request(&prompt.text) && asks_nothing_else(prompt));
    let first = prompts.last().filter(|first| request::is_request(&first.text)).cloned();
    let mut shown = select_requests(prompts, &user_decisions(store, within, LOOKED_AT)?);
    shown.retain(|prompt| !has_others || asks_nothing_else(prompt));
    // What a session began with is told with its answer, though it is a decision, too.
    let is_told =
        |first: &StoredEvent| shown.iter().any(|one| one.reference == first.reference || one.text == first.text);
    if let Some(first) = first.filter(|first| within.session.is_some() && !shown.is_empty() && !is_told(first)) {
        shown.push(first);
    }
    // Nobody typed anything: a program wrote the prompts, or a skill was started.
    let others = [(Category::Brief, "(by a program) "), (Category::Skill, "(skill) ")];
    let mut by = "";
    for (category, name) in others {
        if shown.is_empty() {
            shown = store.newest_events(within, category, false, limit)?;
            by = name;
        }
    }
    // What a conversation began with says what it is about, however many requests came after it.
    let limit = limit as usize;
    let mut earlier = Vec::new();
    if shown.len() > limit && limit > 2 {
        let first = shown.pop();
        earlier = shown.split_off(limit - 1);
        shown.extend(first);
    }
    shown.truncate(limit);
    Ok(BriefRequests { shown, earlier, by, goal: None })
}

/// The last requests; only the last one at length, the others with the model's word at their end.
fn request_lines(
    asked: &BriefRequests,
    mut last: Option<&mut LastSession<'_>>,
    masker: &Masker,
) -> Result<(Vec<BriefLine>, LongerTexts)> {
    let (mut lines, mut longer) = (Vec::new(), Vec::new());
    for (at, record) in asked.shown.iter().enumerate() {
        let is_goal = asked.goal.is_some() && record.reference == asked.goal;
        let mut line = shortened_event_line(record, if at > 0 { EARLIER } else { REQUEST });
        line.text = masker.without_state().mask_line(&format!("{}{}", asked.by, line.text)).into_owned();
        let is_first = at + 1 == asked.shown.len();
        let said = match last.as_mut().filter(|_| at <= TOLD || is_first) {
            Some(last) => last.model_words_after_request(record.reference.as_deref(), &EARLIER_SAID)?,
            None => Vec::new(),
        };
        if is_goal && said.is_empty() {
            continue;
        }
        let asked = if is_goal { "(the goal)" } else { &line.text };
        let mut told: Vec<String> = said.iter().map(|said| format!("{asked} → {said}")).collect();
        if !told.is_empty() {
            line.text = told.remove(0);
            longer.push((lines.len(), told));
        }
        lines.push(line);
    }
    Ok((lines, longer))
}

/// Statements that still hold, pinned ones first; how many of `all` are not shown for want of room.
fn keep_valid_statements(newest_first: Vec<StoredEvent>, limit: u32, all: u64) -> (Vec<StoredEvent>, u64) {
    let (mut kept, overtaken) =
        contradict::drop_superseded_statements(newest_first, limit as usize, |record| record.text.as_str());
    kept.sort_by_key(|record| !record.pinned);
    let more = all.saturating_sub((kept.len() + overtaken) as u64);
    (kept, more)
}

/// The user's decisions and corrections, newest first.
pub(super) fn user_decisions(store: &Store, within: &EventScope, most: u32) -> Result<Vec<StoredEvent>> {
    let mut records = store.newest_events(within, Category::Decision, true, most)?;
    records.extend(store.newest_events(within, Category::Correction, true, most)?);
    records.sort_by(|a, b| b.at.cmp(&a.at).then_with(|| a.key.cmp(&b.key)));
    Ok(records)
}

fn decision_lines(
    store: &Store,
    within: &EventScope,
    limit: u32,
    goal: Option<&BriefLine>,
) -> Result<(Vec<BriefLine>, u64)> {
    let mut records = user_decisions(store, within, LOOKED_AT)?;
    let found = records.len();
    records.retain(|record| !goal.is_some_and(|goal| reflect::goal_tells(goal, record)));
    let told = (found - records.len()) as u64;
    let all = store.count_events(within, Category::Decision, true)?
        + store.count_events(within, Category::Correction, true)?;
    let (mut standing, more) = keep_valid_statements(records, limit, all - told);
    // What the model chose comes after what the user decided, and never overtakes it.
    let room = limit.saturating_sub(standing.len() as u32).min(CHOICES);
    standing.extend(store.newest_events(within, Category::Choice, true, room)?);
    let lines = standing.iter().map(|record| {
        let text = format!("{}: {}", record.speaker_name(), answer::shorten_decision(&record.text));
        BriefLine { text, reference: record.reference.clone(), at: Some(record.at) }
    });
    Ok((lines.collect(), more))
}

/// Files written or edited, newest first; files only read if there are no others.
fn file_lines(store: &Store, within: &EventScope, limit: u32) -> Result<(Vec<BriefLine>, u64)> {
    let mut records = store.newest_events(within, Category::Edit, false, limit)?;
    records.extend(store.newest_events(within, Category::Write, false, limit)?);
    let mut all =
        store.count_events(within, Category::Edit, false)? + store.count_events(within, Category::Write, false)?;
    if records.is_empty() {
        records = store.newest_events(within, Category::Read, false, limit)?;
        all = store.count_events(within, Category::Read, false)?;
    }
    records.sort_by(|a, b| b.at.cmp(&a.at).then_with(|| a.key.cmp(&b.key)));
    let looked_at = records.len() as u64;
    let mut records = session_state::merge_same_files(records);
    let twice = looked_at - records.len() as u64;
    records.truncate(limit as usize);
    let more = all.saturating_sub(twice + records.len() as u64);
    let paths: Vec<&str> = records.iter().map(|record| record.text.as_str()).collect();
    let lines = records.iter().zip(session_state::short_file_names(&paths)).map(|(record, path)| {
        let times = if record.count > 1 { format!(" ×{}", record.count) } else { String::new() };
        BriefLine {
            text: format!("{path}{times} ({})", record.category.name()),
            reference: record.reference.clone(),
            at: Some(record.at),
        }
    });
    Ok((lines.collect(), more))
}

/// Where the repository stands, and what was done in it that the outcome does not tell.
fn git_lines(
    store: &Store,
    within: &EventScope,
    limit: u32,
    (here, has_commits): (Option<&Path>, bool),
) -> Result<(Vec<BriefLine>, u64)> {
    let (mut lines, mut more) = category_lines(store, within, Category::Git, limit, false)?;
    let is_told = |text: &str| has_commits && (text.starts_with("git commit") || text.starts_with("git push"));
    // What moves about in the repository says nothing that its state does not say.
    let is_move = |text: &str| is_word_in_list(MOVES, text.split(' ').nth(1).unwrap_or_default());
    lines.retain(|line| !is_move(&line.text) && !is_told(&line.text));
    if let Some(state) = here.and_then(ctx_model::scope::git_head_description) {
        lines.insert(0, BriefLine { text: state, reference: None, at: None });
        if lines.len() > limit as usize {
            lines.truncate(limit as usize);
            more += 1;
        }
    }
    Ok((lines, more))
}

/// The last runs that were more than a look, each command once; in a brief of everything, only those that check.
fn run_lines(
    store: &Store,
    within: &EventScope,
    limit: u32,
    (told, checks_only): (&[BriefLine], bool),
) -> Result<(Vec<BriefLine>, u64)> {
    let filter = HistoryFilter {
        project: within.project.clone().filter(|_| within.session.is_none()),
        session: within.session.clone(),
        since: within.since,
        commands: true,
        limit: Some(limit.saturating_mul(8)),
        ..HistoryFilter::default()
    };
    let entries = store.history(&filter)?;
    let is_shown = |entry: &Entry| told.iter().any(|line| line.reference.as_deref() == Some(entry.id.as_str()));
    if checks_only {
        // Of a check, the widest run that passed shows how it is run.
        let lines = entries.iter().map(|entry| (entry.name(), matches!(entry.status, Status::Exit(0))));
        let is_total = |line: &BriefLine, text: &str| {
            line.text.strip_prefix("last ").is_some_and(|line| line.starts_with(clip(text, 60)))
        };
        let is_told = |text: &str| told.iter().any(|line| is_total(line, text));
        let checks = reflect::select_checks(lines).into_iter();
        // Of a chain that is told elsewhere, only one check is.
        let is_alone = |entry: &Entry| attempt::split_into_checks(entry.name()).len() == 1;
        let is_shown = |entry: &Entry| is_shown(entry) && is_alone(entry);
        let checks = checks.filter(|(check, at)| !is_told(&check.text) && !is_shown(&entries[*at]));
        let line = |(check, at): (LineCheck, usize)| {
            let entry = &entries[at];
            let status = match entry.status {
                Status::Unknown | Status::Exit(0) => String::new(),
                status if is_alone(entry) => format!(" · {status}"),
                _ => String::new(),
            };
            let text = format!("{}{status}", shorten_to_line(&check.text, 110));
            BriefLine { text, reference: Some(entry.id.as_str().to_owned()), at: Some(entry.started_at) }
        };
        return Ok((checks.take(limit as usize).map(line).collect(), 0));
    }
    let mut seen = HashSet::new();
    let telling = entries.iter().filter(|entry| {
        let command = short_command(entry.name());
        let is_git = command.starts_with("git ") || command.contains(" git ");
        let is_new = !attempt::is_read_only_line(entry.name()) && seen.insert(attempt::attempt_key(entry.name()));
        is_new && !is_git && !is_shown(entry)
    });
    let lines = telling.take(limit as usize).map(|entry| {
        // A status of 0 does not say that all went well: a pipe hides one, and some agents give none.
        let status = match entry.status {
            Status::Unknown => String::new(),
            status => format!(" · {status}"),
        };
        let reference = Some(entry.id.as_str().to_owned());
        BriefLine { text: format!("{}{status}", short_command(entry.name())), reference, at: Some(entry.started_at) }
    });
    Ok((lines.collect(), 0))
}
