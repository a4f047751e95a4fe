//! How a project is built, tested and started, by the commands that ran.

use std::cmp::Reverse;

use super::brief::BriefLine;
use super::check_totals::find_totals_lines;
use super::file_names::is_in_agent_or_temporary_folder;
use super::phrase_list::PhraseList;
use super::session_account::SessionAccount;
use ctx_capture::event_words::shorten_to_line;
use ctx_model::CommandEndStatus;
use ctx_model::error::Result;
use ctx_shell::attempt::{self, CheckCommand};
use ctx_shell::lines::{ProgramPipeline, split_into_pipelines};
use ctx_store::{HistoryFilter, SessionEventFilter, Store};
use ctx_text::truncate_at_char_boundary;

/// Commands from the end that are looked through for checks.
const COMMANDS: u32 = 200;

/// A command line: what it runs, and the checks among that.
struct ParsedLine {
    pipelines: Vec<ProgramPipeline>,
    checks: Vec<CheckCommand>,
}

impl ParsedLine {
    fn parse(line: &str) -> ParsedLine {
        let pipelines = split_into_pipelines(line);
        let checks = attempt::find_checks_in_pipelines(&pipelines);
        ParsedLine { pipelines, checks }
    }
}

/// How to build, test and start it: one way to run each check, the widest that passed, and how it ended; and the commands
/// that started the program. What the outcome or the last answer tells of a check is not told again.
pub(super) fn build_test_and_start_lines(
    store: &Store,
    within: &SessionEventFilter,
    limit: usize,
    told: Option<&SessionAccount>,
) -> Result<Vec<BriefLine>> {
    let filter = HistoryFilter {
        project: within.project.clone().filter(|_| within.session.is_none()),
        session: within.session.clone(),
        since: within.since,
        until: within.until,
        commands: true,
        limit: Some(COMMANDS),
        ..HistoryFilter::default()
    };
    let entries = store.list_history_entries(&filter)?;
    let is_told = |check: &str| {
        let name = truncate_at_char_boundary(check, 60);
        let is_total_of = |line: &BriefLine| {
            let rest = line.text.strip_prefix("last ").or(line.text.strip_prefix("earlier "));
            rest.is_some_and(|rest| rest.contains(name))
        };
        let last_answer = told.and_then(|told| told.turns.last()?.said.last());
        told.is_some_and(|told| told.standing.iter().any(is_total_of))
            || last_answer.is_some_and(|answer| answer.contains(check))
    };
    let line = |at: usize, text: String| {
        let reference = Some(entries[at].id.as_str().to_owned());
        BriefLine { reference, at: Some(entries[at].started_at), ..BriefLine::without_source(text) }
    };
    let parsed: Vec<ParsedLine> = entries.iter().map(|entry| ParsedLine::parse(entry.name())).collect();
    // What the user refused, or a rule, never ran.
    let never_ran = told.map_or(&[][..], |told| &told.never_ran);
    let ran = |at: &usize| !never_ran.iter().any(|reference| reference == entries[*at].id.as_str());
    let passed = entries.iter().map(|entry| matches!(entry.status, CommandEndStatus::Exit(0)));
    let checks = select_widest_checks(parsed.iter().zip(passed))
        .into_iter()
        .filter(|(check, at)| ran(at) && !is_told(&check.text));
    let mut lines: Vec<BriefLine> = checks
        .map(|(check, at)| {
            let command = entries[at].name();
            // Of a chain or a pipe, the status is not that of the check.
            let is_its_own = parsed[at].checks.len() == 1 && !attempt::is_check_status_hidden(command);
            // In a chain, problems are counted by a linter and tests by tests.
            let fits = |words: &String| {
                let counts_problems = words.contains(" issue") || words.contains(" problem");
                parsed[at].checks.len() == 1 || check.is_test != counts_problems && (check.is_test || counts_problems)
            };
            let totals = || entries[at].summary.as_deref().and_then(find_totals_lines).filter(fits);
            let status = match entries[at].status {
                CommandEndStatus::Exit(0) if is_its_own && only_compiles(&check.text) => {
                    " · compiled, not run".to_owned()
                }
                CommandEndStatus::Exit(0) if is_its_own => " · passed".to_owned(),
                status if is_its_own && status != CommandEndStatus::Unknown => format!(" · {status}"),
                _ => totals().map(|words| format!(" · {}", shorten_to_line(&words, TOTALS))).unwrap_or_default(),
            };
            let edited_at = told.and_then(|told| told.last_edit_at);
            let is_stale = !status.is_empty() && edited_at.is_some_and(|edited| entries[at].started_at < edited);
            let stale = if is_stale { " (before the last changes)" } else { "" };
            line(at, format!("{}{status}{stale}", shorten_to_line(&check.text, COMMAND)))
        })
        .collect();
    // A check of a scratch file is none of the project.
    lines.retain(|line| !line.text.starts_with("test -") && !is_in_agent_or_temporary_folder(&line.text));
    let starts = parsed.iter().enumerate().filter_map(|(at, line)| Some((at, find_start_command(line)?)));
    // One that serves comes before one that only runs.
    let serves =
        |start: &str| ["serve", "dev", "start", "up"].iter().any(|word| start.split(' ').any(|own| own == *word));
    if let Some((at, start)) = starts.max_by_key(|(at, start)| (serves(start), Reverse(*at))) {
        lines.insert(lines.len().min(limit.saturating_sub(1)), line(at, shorten_to_line(&start, COMMAND)));
    }
    Ok(lines)
}

/// `go test -c`, `cargo test --no-run`: tests are built and none of them runs.
fn only_compiles(check: &str) -> bool {
    let has = |word: &str| check.split(' ').any(|own| own == word);
    has("--no-run") || has("--collect-only") || check.contains("go test") && has("-c")
}

/// Bytes of a command: its arguments may be what was hard to find.
const COMMAND: usize = 200;
/// Bytes of the totals of a check whose status is not known.
const TOTALS: usize = 80;
/// How programs are started.
static STARTS: PhraseList = PhraseList::new("gather.starts");

/// The command of a line that starts the program itself: `cargo run -- serve`, `npm run dev`.
fn find_start_command(line: &ParsedLine) -> Option<String> {
    let mut words = line.pipelines.iter().filter_map(|pipeline| Some(pipeline.first()?.words.join(" ")));
    words.find(|words| {
        STARTS
            .iter()
            .any(|start| words.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
    })
}

/// One way to run each check, of lines and whether they passed: the widest run that passed, and the place of its line.
fn select_widest_checks<'l>(lines: impl Iterator<Item = (&'l ParsedLine, bool)>) -> Vec<(CheckCommand, usize)> {
    let mut chosen: Vec<(CheckCommand, usize, (bool, u8))> = Vec::new();
    for (at, (line, passed)) in lines.enumerate() {
        for check in line.checks.iter().cloned() {
            if check.text.ends_with(" --version") || check.text.ends_with(" --help") {
                continue;
            }
            let rank = (!passed, check.narrowness);
            match chosen.iter_mut().find(|(known, ..)| known.target == check.target) {
                Some(known) if rank < known.2 => *known = (check, at, rank),
                Some(_) => {}
                None => chosen.push((check, at, rank)),
            }
        }
    }
    chosen.into_iter().map(|(check, at, _)| (check, at)).collect()
}
