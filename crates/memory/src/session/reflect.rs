//! A report on a stretch of work: Markdown within a budget, each line with its reference.

use std::cmp::Reverse;

use super::brief::{BriefLine, BriefOptions, BriefSection, Format, SPARE, render_brief};
use super::{answer, contradict, session_state};
use ctx_capture::brief::shorten_to_line;
use ctx_capture::command::quote_command;
use ctx_model::StoredEvent;
use ctx_shell::attempt::{self, LineCheck};
use ctx_text::clip;

/// Everything a report is made of.
#[derive(Clone, Debug, Default)]
pub struct WorkStory {
    pub title: String,
    pub first_at: i64,
    pub last_at: i64,
    pub entries: u64,
    pub commands: u64,
    pub calls: u64,
    /// Calls that failed.
    pub failed: u64,
    /// The work by session and request, the newest session last.
    pub parts: Vec<StorySession>,
    pub prompts: Vec<StoredEvent>,
    pub decisions: Vec<StoredEvent>,
    /// Choices of the model with their reasons.
    pub choices: Vec<StoredEvent>,
    pub errors: Vec<StoredEvent>,
    /// What failed and passed later, with the model's words about it.
    pub solved: Vec<BriefLine>,
    pub tasks: Vec<StoredEvent>,
    pub edits: Vec<StoredEvent>,
    pub git: Vec<StoredEvent>,
    pub notes: Vec<StoredEvent>,
    pub summaries: Vec<StoredEvent>,
    pub reports: Vec<StoredEvent>,
    /// Subagents, skills, MCP tools, installations.
    pub helpers: Vec<StoredEvent>,
    /// Commands by how often they ran: command, runs, failures.
    pub attempts: Vec<(String, u64, u64)>,
    /// How to build and test.
    pub checks: Vec<String>,
    /// The time from which ages are counted.
    pub now: i64,
    /// The command that prints all of it, with the given flags.
    pub more: String,
}

/// One session of a story.
#[derive(Clone, Debug, Default)]
pub struct StorySession {
    pub session: String,
    /// Its title, and its project where the story has several.
    pub heading: Option<String>,
    /// What it is about and what binds it, where its first request is long.
    pub goal: Option<BriefLine>,
    /// The same at greater length.
    pub longer_goal: Vec<String>,
    /// Where it stands, by the evidence.
    pub standing: Vec<BriefLine>,
    pub turns: Vec<RequestReport>,
    /// What the model remarked on the way.
    pub remarks: Vec<BriefLine>,
}

/// A request, what the model said at its end, and what the evidence shows.
#[derive(Clone, Debug, Default)]
pub struct RequestReport {
    pub asked: String,
    pub by_program: bool,
    /// How often the same was asked in a row.
    pub times: u32,
    pub reference: Option<String>,
    pub at: i64,
    /// The model's words at its end, at the greatest length …
    pub longest: Option<BriefLine>,
    /// … and in fewer words, the fewest first.
    pub shorter: Vec<String>,
    pub done: String,
}

/// At most this many decisions are shown.
const DECISIONS: usize = 300;
/// Bytes of the line that names the changed files.
const FILES: usize = 420;
/// Commands that show how to build and test.
const COMMANDS: usize = 5;
/// How a line begins that names all edited files.
pub(super) const UNCOMMITTED: &str = "uncommitted (edited";
/// The tier of what only a whole report shows.
const WHOLE: u8 = 9;

impl WorkStory {
    /// The user's decisions without those that a later one overtook, and the model's choices; oldest first.
    pub(super) fn decisions_in_force(&self) -> Vec<StoredEvent> {
        let (mut kept, _) =
            contradict::drop_superseded_statements(self.decisions.clone(), DECISIONS, |record| record.text.as_str());
        kept.reverse();
        kept.extend(self.choices.iter().rev().cloned());
        kept.sort_by_key(|record| record.at);
        kept
    }

    /// Errors and tasks that nothing settled.
    fn unsettled_lines(&self) -> Vec<BriefLine> {
        let named = |records: &[StoredEvent], name: &str| -> Vec<BriefLine> {
            let open = records.iter().filter(|record| record.closed_at.is_none());
            open.map(|record| event_line(record, format!("{name}: {}", shorten_to_line(&record.text, 300)))).collect()
        };
        let mut lines = named(&self.errors, "error");
        lines.extend(named(&self.tasks, "task"));
        lines
    }

    fn changed_file_lines(&self) -> Vec<BriefLine> {
        let mut text = String::new();
        let mut named = 0;
        let files = &self.edits;
        let paths: Vec<&str> = files.iter().map(|edit| edit.text.as_str()).collect();
        for (edit, path) in files.iter().zip(session_state::short_file_names(&paths)) {
            let times = if edit.count > 1 { format!(" ×{}", edit.count) } else { String::new() };
            let name = format!("{}{path}{times}", if named > 0 { ", " } else { "" });
            if text.len() + name.len() > FILES {
                break;
            }
            text.push_str(&name);
            named += 1;
        }
        if text.is_empty() {
            return Vec::new();
        }
        let more = if files.len() > named { format!(" and {} more", files.len() - named) } else { String::new() };
        vec![BriefLine { text: text + &more, reference: None, at: None }]
    }

    /// How to build and test; all commands in a whole report.
    fn command_lines(&self, is_whole: bool) -> Vec<BriefLine> {
        let line = |text: String| BriefLine { text, reference: None, at: None };
        if !is_whole {
            let shown = self.checks[..self.checks.len().min(COMMANDS)].join(" · ");
            return Some(shown).filter(|shown| !shown.is_empty()).map(line).into_iter().collect();
        }
        let lines = self.attempts.iter().map(|(command, runs, failures)| {
            let failed = if *failures > 0 { format!(", {failures} failed") } else { String::new() };
            line(format!("{} ×{runs}{failed}", short_command(command)))
        });
        lines.collect()
    }

    /// The sections of a report, in the order in which they are read.
    fn report_sections(&self, is_whole: bool) -> Vec<BriefSection> {
        let plain = |record: &StoredEvent| event_line(record, shorten_to_line(&record.text, 160));
        let newest_first = |records: &[StoredEvent]| records.iter().map(plain).collect::<Vec<_>>();
        let decided = |record: &StoredEvent| {
            event_line(record, format!("{}: {}", record.speaker_name(), answer::shorten_decision(&record.text)))
        };
        let helper = |record: &StoredEvent| {
            let times = if record.count > 1 { format!(" ×{}", record.count) } else { String::new() };
            event_line(record, format!("{}: {}{times}", record.category.name(), shorten_to_line(&record.text, 100)))
        };
        let section = |name: &str, tier: u8, lines: Vec<BriefLine>| BriefSection {
            name: name.to_owned().into(),
            tier,
            lines,
            ..BriefSection::default()
        };
        let in_time = |name: &str, tier: u8, lines| BriefSection { in_time: true, ..section(name, tier, lines) };
        let mut sections = Vec::new();
        let several = self.parts.len() > 1;
        let unsettled = section("Not known to be done", 1, self.unsettled_lines());
        for part in &self.parts {
            let named = |name: &str| match &part.heading {
                Some(heading) if several => format!("{heading}: {}", name.to_lowercase()),
                _ => name.to_owned(),
            };
            let turns: Vec<BriefLine> =
                part.turns.iter().rev().map(|turn| request_report_lines(turn).remove(0)).collect();
            // A request that changed something says more than one that only asked.
            let weight = |turn: &RequestReport| match (turn.done.is_empty(), turn.longest.is_some()) {
                (false, _) => 100,
                (true, true) => 70,
                (true, false) => 30,
            };
            let weights: Vec<u32> = part.turns.iter().rev().map(weight).collect();
            let longer = part.turns.iter().rev().map(|turn| request_report_lines(turn).split_off(1));
            let longer = longer.map(|lines| lines.into_iter().map(|line| line.text).collect()).enumerate().collect();
            if !several {
                let goal = section("Goal", 0, part.goal.iter().cloned().collect());
                sections.push(BriefSection { longer: vec![(0, part.longer_goal.clone())], ..goal });
                sections.push(section("Where it stands", 0, part.standing.clone()));
                sections.push(unsettled.clone());
                sections.push(BriefSection { longer, weights, ..in_time("Asked and done", 0, turns) });
            } else {
                sections.push(BriefSection { longer, weights, ..in_time(&named("Asked and done"), 0, turns) });
                sections.push(section(&named("Where it stands"), 1, part.standing.clone()));
            }
        }
        if several || self.parts.is_empty() {
            sections.push(unsettled);
        }
        // Commits and pushes are told where it stands.
        let has_commits =
            self.parts.iter().flat_map(|part| &part.standing).any(|line| line.text.starts_with("committed"));
        let is_told = |record: &&StoredEvent| has_commits && !is_whole && record.text.starts_with("git ");
        let git: Vec<StoredEvent> = self.git.iter().filter(|record| !is_told(record)).cloned().collect();
        let goals: Vec<&BriefLine> = self.parts.iter().filter_map(|part| part.goal.as_ref()).collect();
        let is_new = |record: &&StoredEvent| !goals.iter().any(|goal| goal_tells(goal, record));
        let mut decisions: Vec<BriefLine> = self.decisions_in_force().iter().filter(is_new).map(decided).collect();
        decisions.reverse();
        sections.push(in_time("Decided", 1, decisions));
        sections.push(section("Failed, then solved", 2, self.solved.clone()));
        sections.push(section("Build and test", 2, self.command_lines(is_whole)));
        // Where nothing was committed, the uncommitted files are those that were changed.
        let standing = || self.parts.iter().flat_map(|part| &part.standing);
        let are_told =
            !is_whole && !several && !has_commits && standing().any(|line| line.text.starts_with(UNCOMMITTED));
        sections.push(section("Files changed", 2, if are_told { Vec::new() } else { self.changed_file_lines() }));
        sections.push(in_time("Noted", 2, newest_first(&self.notes)));
        // What the model answered after a report holds what mattered of it.
        let turns = || self.parts.iter().flat_map(|part| &part.turns);
        let answered_at = turns().filter_map(|turn| turn.longest.as_ref()?.at).max().unwrap_or(i64::MIN);
        let reports = self.reports.iter().filter(|record| is_whole || record.at > answered_at);
        let reports = reports.map(|record| event_line(record, shorten_to_line(&record.text, 200)));
        sections.push(in_time("Reported", 3, reports.collect()));
        let remarks = self.parts.iter().filter(|_| !several).flat_map(|part| part.remarks.clone());
        sections.push(in_time("Remarks on the way", SPARE, remarks.collect()));
        sections.push(in_time("Git", 4, newest_first(&git)));
        sections.push(section("Helped by", WHOLE, self.helpers.iter().map(helper).collect()));
        sections.push(in_time("Compacted", WHOLE, newest_first(&self.summaries)));
        sections.retain(|section| is_whole || section.tier < WHOLE);
        sections
    }

    fn opening_lines(&self) -> String {
        let many = |count: u64, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
        format!(
            "# {}\n{} to {} ({}): {} ({}), {} failed; {} changed; {}\n",
            self.title,
            format_utc_minute(self.first_at),
            format_utc_minute(self.last_at),
            format_time_span(self.last_at - self.first_at),
            many(self.calls.max(self.commands), "call"),
            many(self.commands, "command"),
            self.failed,
            many(self.edits.len() as u64, "file"),
            many(self.prompts.len() as u64, "request"),
        )
    }

    /// Markdown of at most `max_bytes`; omitted lines are counted.
    pub fn to_markdown(&self, max_bytes: usize) -> String {
        let opening = self.opening_lines();
        let options = BriefOptions {
            format: Format::Markdown,
            max_bytes: max_bytes.saturating_sub(opening.len()),
            compact: false,
            now: self.now,
            more: &self.more,
        };
        let text = opening + &render_brief(&self.report_sections(max_bytes == usize::MAX), options);
        clip(&text, max_bytes).to_owned()
    }
}

/// A sentence of the request that the goal tells already.
pub(super) fn goal_tells(goal: &BriefLine, record: &StoredEvent) -> bool {
    record.reference.is_some()
        && record.reference == goal.reference
        && goal.text.contains(record.text.trim_end_matches(['.', '…']))
}

/// One request: asked, said, done; the shortest first.
fn request_report_lines(told: &RequestReport) -> Vec<BriefLine> {
    let by = if told.by_program { "(by a program) " } else { "" };
    let times = if told.times > 1 { format!(" ×{}", told.times) } else { String::new() };
    let asked = if told.asked.is_empty() { "(before the first request)" } else { &told.asked };
    let of = |said: Option<&str>| {
        let mut text = format!("{by}{asked}{times}");
        if let Some(said) = said {
            let reference = told.longest.as_ref().and_then(|line| line.reference.as_ref());
            let entry = reference.map(|reference| format!(" [ctx:{reference}]")).unwrap_or_default();
            text.push_str(&format!("\nsaid: {said}{entry}"));
        }
        if !told.done.is_empty() {
            text.push_str(&format!("\ndid: {}", told.done));
        }
        BriefLine { text, reference: told.reference.clone(), at: Some(told.at) }
    };
    let shorter = told.shorter.iter().map(|said| of(Some(said)));
    shorter.chain([of(told.longest.as_ref().map(|line| line.text.as_str()))]).collect()
}

fn event_line(record: &StoredEvent, text: String) -> BriefLine {
    BriefLine { text, reference: record.reference.clone(), at: Some(record.at) }
}

/// One way to run each check, of lines and whether they passed: the widest run that passed, and the place of its line.
pub(super) fn select_checks<'l>(lines: impl Iterator<Item = (&'l str, bool)>) -> Vec<(LineCheck, usize)> {
    type CheckRank = (bool, u8, Reverse<usize>);
    let mut chosen: Vec<(LineCheck, usize, CheckRank)> = Vec::new();
    for (at, (line, passed)) in lines.enumerate() {
        for check in attempt::split_into_checks(line) {
            // Of those that name files, the one that names most of them.
            let names = if check.narrowness == 1 { check.text.len() } else { 0 };
            let rank = (!passed, check.narrowness, Reverse(names));
            match chosen.iter_mut().find(|(known, ..)| known.target == check.target) {
                Some(known) if rank < known.2 => *known = (check, at, rank),
                Some(_) => {}
                None => chosen.push((check, at, rank)),
            }
        }
    }
    chosen.into_iter().map(|(check, at, _)| (check, at)).collect()
}

/// A command as one would type it again: without the directory before it and the filters after it.
pub(super) fn short_command(command: &str) -> String {
    let bare = command.trim();
    let rest = match bare.strip_prefix("cd ").and_then(|rest| rest.split_once("&& ")) {
        Some((place, rest)) if !place.contains('\n') => rest,
        _ => bare,
    };
    let rest = rest.split(" 2>&1").next().unwrap_or(rest);
    shorten_to_line(&quote_command(if rest.trim().is_empty() { bare } else { rest.trim() }, 400), 100)
}

/// `2026-11-15 05:10`, in UTC, so that it reads the same everywhere.
pub fn format_utc_minute(ms: i64) -> String {
    let stamp = jiff::Timestamp::from_millisecond(ms).unwrap_or_default().to_string();
    stamp.get(..16).unwrap_or_default().replace('T', " ")
}

/// `52m`, `2h05m`, `3d`.
pub fn format_time_span(ms: i64) -> String {
    let minutes = ms.max(0) / 60_000;
    match minutes {
        0 => format!("{}s", ms.max(0) / 1000),
        1..60 => format!("{minutes}m"),
        60..2880 => format!("{}h{:02}m", minutes / 60, minutes % 60),
        _ => format!("{}d", minutes / 1440),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ctx_model::Category;

    fn record(category: Category, text: &str, at: i64, closed: Option<i64>) -> StoredEvent {
        StoredEvent {
            category,
            key: text.into(),
            text: text.into(),
            at,
            first_at: at,
            count: 1,
            session: "s".into(),
            project: None,
            branch: None,
            reference: Some("k7f2qa".into()),
            closed_at: closed,
            closed_by: closed.map(|_| "h2m9xd".into()),
            pinned: false,
            role: None,
        }
    }

    #[test]
    fn a_story_within_every_budget() {
        let minute = 60_000;
        let story = WorkStory {
            title: "shop".into(),
            last_at: 52 * minute,
            commands: 14,
            failed: 3,
            calls: 20,
            prompts: vec![record(Category::Prompt, "fix the login", 0, None)],
            parts: vec![StorySession {
                standing: vec![BriefLine { text: "branch main".into(), reference: None, at: None }],
                turns: vec![RequestReport {
                    asked: "fix the login".into(),
                    done: "commit x".into(),
                    ..RequestReport::default()
                }],
                ..StorySession::default()
            }],
            decisions: vec![
                record(Category::Decision, "retries are capped at 4", 9, None),
                record(Category::Decision, "retries are capped at 3", 5, None),
            ],
            errors: vec![
                record(Category::Error, "npm test: expected 200", 0, Some(4 * minute)),
                record(Category::Error, "make: no rule", 7, None),
            ],
            solved: vec![BriefLine {
                text: "npm test: expected 200 → passed".into(),
                reference: Some("k7f2qa".into()),
                at: Some(0),
            }],
            now: 60 * minute,
            more: "ctx reflect --since 1d --full".into(),
            edits: (0..40).map(|n| record(Category::Edit, &format!("src/file{n}.rs"), n, None)).collect(),
            ..WorkStory::default()
        };
        let text = story.to_markdown(1300);
        assert!(text.starts_with("# shop\n1970-01-01 00:00 to 1970-01-01 00:52 (52m): 20 calls (14 commands), 3 failed; 40 files changed; 1 request\n"), "{text}");
        for part in [
            "## Where it stands\n- branch main\n",
            "## Not known to be done\n- error: make: no rule [ctx:k7f2qa] 59m\n",
            "- fix the login 1h\n  did: commit x\n",
            "## Failed, then solved\n- npm test: expected 200 → passed [ctx:k7f2qa] 1h\n",
            "retries are capped at 4",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains("capped at 3"));
        assert!(story.to_markdown(400).ends_with("more: ctx reflect --since 1d --full\n"));
        for budget in (0..3000).step_by(61) {
            assert!(story.to_markdown(budget).len() <= budget);
        }
    }

    #[test]
    fn a_command_is_named_as_one_would_type_it() {
        assert_eq!(short_command("cd /a/b && PYTHONPATH=src pytest -q 2>&1 | tail -5"), "PYTHONPATH=src pytest -q");
        assert_eq!(short_command("cd /a"), "cd /a");
        assert_eq!(short_command("make test"), "make test");
    }
}
