//! `ctx reflect`: a report on past work.

use std::time::Duration;

use super::{HistoryScope, parse_age, parse_byte_size, resolve_project, time_before_now};
use crate::hub::HubConnection;
use crate::hub::HubEntryFilter;
use crate::session::reflect::{ReportQuery, WorkReport, work_report_json};
use crate::ui::paint_brief;
use crate::{Context, Error, ExitStatus, Result};
use ctx_model::unix_time_ms;
use ctx_store::SessionEventFilter;

/// The newest entries and events of the hub that a report is made of.
const FROM_HUB: i64 = 20_000;

/// Summarise what happened: requests, decisions, failures, files
#[derive(clap::Args)]
#[command(after_help = include_str!("help/reflect.txt"))]
pub struct Args {
    /// This session: its name or the beginning of it
    #[arg(long, value_name = "S", conflicts_with_all = ["branch", "project"])]
    session: Option<String>,
    /// Only work within this time (2h, 1d)
    #[arg(long, value_name = "TIME", value_parser = parse_age)]
    since: Option<Duration>,
    /// Only work before this time ago (1d: until yesterday at this hour)
    #[arg(long, value_name = "TIME", value_parser = parse_age)]
    until: Option<Duration>,
    /// Work in all projects
    #[arg(long, conflicts_with_all = ["session", "project", "hub"])]
    all_projects: bool,
    /// Only work on this branch
    #[arg(long, value_name = "B")]
    branch: Option<String>,
    /// Everything in this project, or in the one at this path
    #[arg(short, long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    project: Option<String>,
    /// Work on all machines, from the hub
    #[arg(long)]
    hub: bool,
    /// At most this many bytes
    #[arg(long, value_name = "BYTES", default_value = "12288", value_parser = parse_byte_size)]
    budget: usize,
    /// No limit on how much is printed
    #[arg(long)]
    full: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    /// The command that prints all of it, with the given flags.
    fn full_report_command(&self) -> String {
        let valued = |flag: &str, value: &Option<String>| value.as_ref().map(|value| format!(" {flag} {value}"));
        let timed = |flag: &str, ago: Option<Duration>| ago.map(|ago| format!(" {flag} {}s", ago.as_secs()));
        let project = self.project.as_deref().map(|path| match path {
            "" => " --project".to_owned(),
            path => format!(" --project={path}"),
        });
        let flags = [
            valued("--session", &self.session),
            valued("--branch", &self.branch),
            timed("--since", self.since),
            timed("--until", self.until),
            project,
            self.hub.then(|| " --hub".to_owned()),
            self.all_projects.then(|| " --all-projects".to_owned()),
        ];
        format!("ctx reflect{} --full", flags.into_iter().flatten().collect::<String>())
    }

    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let again = self.full_report_command();
        let mut store = context.open_store()?;
        let now = unix_time_ms();
        let (since, until) = (time_before_now(now, self.since), time_before_now(now, self.until));
        if self.hub {
            let mut hub = HubConnection::open(context, &mut store)?;
            let wanted =
                HubEntryFilter { branch: self.branch.clone(), session: self.session.clone(), since, limit: FROM_HUB };
            store = hub.fetch_project_entries(&wanted)?;
        }
        let mut here = HistoryScope::resolve_scope(context, &store, self.session.as_deref())?;
        if let Some(given) = &self.project {
            here.project = resolve_project(context, given);
            here.within.project = Some(here.project.clone());
        }
        let everything = self.hub && self.session.is_none()
            || self.project.is_some()
            || self.branch.is_some()
            || since.is_some()
            || until.is_some()
            || self.all_projects;
        let mut within = SessionEventFilter { since, until, branch: self.branch.clone(), ..here.within };
        if self.all_projects {
            within.project = None;
        }
        if within.session.is_none() && !everything {
            let own = context.current_command_scope().session;
            let known = store.sessions_with_prefix(&own)?.contains(&own);
            let newest =
                store.list_newest_sessions(Some(&here.project), 1)?.into_iter().next().map(|session| session.name);
            within.session = known.then_some(own).or(newest);
            if within.session.is_none() {
                return Err(Error::not_found("nothing recorded in this project yet").with_hint(
                    "ctx history --sessions --all-projects lists all sessions; ctx store --import reads earlier agent sessions",
                ));
            }
        }
        let name = match (&within.session, &self.branch) {
            (Some(session), _) => session.clone(),
            (None, Some(branch)) => format!("{} · {branch}", here.project),
            (None, None) if self.all_projects => "all projects".to_owned(),
            (None, None) => here.project.clone(),
        };
        let query = ReportQuery { within: &within, title: &name, now, is_whole: self.full };
        let masker = context.new_masker();
        let report = WorkReport::compose(&store, &query, &masker)?;
        if report.is_empty {
            return Err(
                Error::not_found("nothing recorded there").with_hint("ctx history --sessions lists what there is")
            );
        }
        if self.json {
            context.ui.print_json(&work_report_json(&store, &query, &masker)?);
            return Ok(ExitStatus::OK);
        }
        let most = if self.full { usize::MAX } else { self.budget };
        context.ui.print_wrapped(&context.ui.colour_page(&report.to_markdown(most, &again), paint_brief));
        Ok(ExitStatus::OK)
    }
}
