//! From items to entries and events: calls joined with their results, each thing once.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::{Tally, agent_name};
use crate::agents::transcripts::own::{Exported, ExportedEvent};
use crate::agents::transcripts::{Action, Body, Call, Format, Item, Outcome, State, TaskState};
use crate::capture::text::Text;
use crate::digest::readers::flat::Flat;
use crate::digest::{Finding, Severity, Status};
use crate::error::Result;
use crate::id::EntryId;
use crate::report::{self, Subject, Wishes, shell_split};
use crate::secrets::Masker;
use crate::session::{Category, Event, classify, scope};
use crate::store::{Batch, Imported, Kind, Store};

/// Calls without a result that are remembered; an agent has a handful open at most.
const OPEN_CALLS: usize = 1000;
/// What an event says of a prompt.
const PROMPT_WORDS: usize = 400;
/// Outputs kept beside a transcript that are larger than this are left where they are.
const LARGEST_OUTPUT: u64 = 256 << 20;

/// What the program says for a user who wants to talk first.
const CLARIFYING: &str = "The user wants to clarify";

/// Where items go.
pub enum Sink<'b, 'c> {
    Write(&'c mut Batch<'b>),
    /// A dry run: only what would be new is counted.
    Count {
        store: &'c Store,
        seen: &'c mut HashSet<[u8; 16]>,
    },
}

/// How the output of a command is summed up.
pub struct Summariser<'a> {
    pub masker: &'a Masker,
    pub readers: &'a [Flat],
    pub budget: usize,
}

/// One transcript on its way.
#[derive(Default)]
pub struct Thread {
    pub state: State,
    pub calls: HashMap<String, Call>,
    pub directory: PathBuf,
    /// The time of lines that tell none.
    pub fallback_at: i64,
}

/// What is remembered from file to file.
#[derive(Default)]
pub struct Weave {
    /// Git roots of directories on this machine.
    roots: HashMap<String, Option<String>>,
    known_sessions: HashSet<(String, Option<String>)>,
    pub sessions: HashSet<String>,
    pub projects: HashSet<String>,
}

/// Where and when an item happened, and how it is told from others.
struct Place<'a> {
    agent: &'static str,
    session: String,
    cwd: Option<&'a str>,
    project: Option<String>,
    branch: Option<&'a str>,
    at: i64,
    key: [u8; 16],
    /// In a side conversation the agent asks, not the user.
    is_side: bool,
}

impl Place<'_> {
    fn event(&self, category: Category, key: impl Into<String>, text: impl Into<String>) -> Event {
        Event {
            category,
            key: key.into(),
            text: text.into(),
            at: self.at,
            session: self.session.clone(),
            project: self.project.clone(),
            branch: self.branch.map(str::to_owned),
            entry: None,
            closed_at: None,
        }
    }

    fn entry<'e>(&'e self, role: &'e str) -> Imported<'e> {
        Imported {
            kind: Kind::Import,
            agent: Some(self.agent),
            role: Some(role),
            cwd: self.cwd,
            project: self.project.as_deref(),
            branch: self.branch,
            session: Some(&self.session),
            started_at: self.at,
            ..Imported::default()
        }
    }

    fn id(&self) -> String {
        self.key.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// A path as the project sees it.
    fn relative<'p>(&self, path: &'p str) -> &'p str {
        let inside = self.project.as_deref().and_then(|project| path.strip_prefix(project)?.strip_prefix('/'));
        inside.unwrap_or(path)
    }
}

/// What makes an item the same when it is met again: its id and its content.
fn key_of(agent: &str, id: &str, kind: u8, content: &[u8]) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    for part in [agent.as_bytes(), id.as_bytes(), &[kind]] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.update(content);
    let mut key = [0; 16];
    key.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    key
}

impl Weave {
    pub fn item(
        &mut self,
        item: Item<'_>,
        format: Format,
        thread: &mut Thread,
        sink: &mut Sink<'_, '_>,
        tally: &mut Tally,
        summariser: Option<&Summariser<'_>>,
    ) -> Result<()> {
        let (kind, content): (u8, &[u8]) = match &item.body {
            Body::Prompt(text) => (1, text.as_bytes()),
            Body::Reply(text) => (2, text.as_bytes()),
            Body::Summary(text) => (3, text.as_bytes()),
            Body::Outcome(outcome) => (4, outcome.text.as_bytes()),
            Body::Title(text) => (5, text.as_bytes()),
            Body::Rule { path, .. } => (6, path.as_bytes()),
            Body::Boundary => (7, b""),
            Body::Entry(entry) => (8, entry.session.as_deref().unwrap_or_default().as_bytes()),
            Body::Event(event) => (9, event.session.as_bytes()),
            Body::Call(_) => (0, b""),
        };
        if let Body::Call(call) = item.body {
            if thread.calls.len() < OPEN_CALLS {
                thread.calls.insert(call.id.clone(), call);
            }
            return Ok(());
        }
        let agent = agent_name(format);
        let key = key_of(agent, &item.id, kind, content);
        let at = item.at.or(thread.state.last_at).unwrap_or(thread.fallback_at);
        thread.state.last_at = Some(at);
        match &item.body {
            Body::Prompt(_) => tally.prompts += 1,
            Body::Outcome(_) => tally.tool_results += 1,
            Body::Summary(_) => tally.compact_summaries += 1,
            _ => {}
        }
        let batch = match sink {
            Sink::Write(batch) => batch,
            Sink::Count { store, seen } => {
                let new = seen.insert(key) && !store.is_imported(&key)?;
                let stored = !matches!(item.body, Body::Title(_) | Body::Rule { .. } | Body::Boundary | Body::Event(_));
                tally.entries += u64::from(new && stored);
                tally.skipped += u64::from(!new);
                return Ok(());
            }
        };
        if !batch.claim(&key)? {
            if let Body::Outcome(outcome) = &item.body {
                thread.calls.remove(&*outcome.call);
            }
            tally.skipped += 1;
            return Ok(());
        }
        let parent = item.session.to_string();
        let session = match &item.sidechain {
            Some(side) => format!("{parent}/{side}"),
            None => parent.clone(),
        };
        let project = item.cwd.as_deref().map(|cwd| self.project_of(cwd, &mut thread.state));
        let branch = item.branch.as_deref();
        let place = Place {
            agent,
            session,
            cwd: item.cwd.as_deref(),
            project,
            branch,
            at,
            key,
            is_side: item.sidechain.is_some(),
        };
        if !matches!(item.body, Body::Entry(_) | Body::Event(_)) {
            self.know(batch, &place, item.sidechain.is_some().then_some(&*parent))?;
        }
        let mut writer = Writer { batch, tally, place: &place };
        match item.body {
            Body::Prompt(text) => writer.prompt(&text),
            Body::Reply(text) => writer.reply(&text),
            Body::Summary(text) => writer.summary(&text),
            Body::Boundary => writer.event(place.event(Category::Summary, place.id(), "conversation compacted")),
            Body::Title(text) => writer.batch.session_title(&place.session, &classify::brief(&text, 200)),
            Body::Rule { path, text } => writer.rule(&path, text.as_deref()),
            Body::Outcome(outcome) => {
                let call = thread.calls.remove(&*outcome.call);
                writer.outcome(&outcome, call.as_ref(), &thread.directory, &parent, summariser)
            }
            Body::Entry(entry) => self.own_entry(&mut writer, &entry),
            Body::Event(event) => self.own_event(&mut writer, &event),
            Body::Call(_) => Ok(()),
        }
    }

    /// Sessions are written again where they are met next.
    pub fn forget_sessions(&mut self) {
        self.known_sessions.clear();
    }

    /// The git root on this machine, else the directory where the conversation began, else the directory itself.
    fn project_of(&mut self, cwd: &str, state: &mut State) -> String {
        let root = self
            .roots
            .entry(cwd.to_owned())
            .or_insert_with(|| scope::git_root(Path::new(cwd)).map(|root| root.to_string_lossy().into_owned()));
        let began = state.project.get_or_insert_with(|| root.clone().unwrap_or_else(|| cwd.to_owned()));
        match root {
            Some(root) => root.clone(),
            None if cwd.strip_prefix(&**began).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) => {
                began.clone()
            }
            None => cwd.to_owned(),
        }
    }

    fn know(&mut self, batch: &mut Batch<'_>, place: &Place<'_>, parent: Option<&str>) -> Result<()> {
        if self.known_sessions.insert((place.session.clone(), place.branch.map(str::to_owned))) {
            batch.session(&place.session, place.agent, (place.project.as_deref(), place.branch), parent)?;
            self.sessions.insert(place.session.clone());
        }
        if let Some(project) = place.project.as_ref().filter(|project| !self.projects.contains(*project)) {
            self.projects.insert(project.clone());
        }
        Ok(())
    }

    fn own_entry(&mut self, writer: &mut Writer<'_, '_>, entry: &Exported) -> Result<()> {
        if writer.batch.has_entry(&entry.reference, entry.started_at_ms)?.is_some() {
            writer.tally.skipped += 1;
            return Ok(());
        }
        let status = match (entry.exit_code, entry.signal, entry.timed_out) {
            (_, _, true) => Status::TimedOut,
            (_, Some(signal), _) => Status::Signal(signal),
            (Some(code), _, _) => Status::Exit(code),
            _ => Status::Unknown,
        };
        let clean = |name: &Option<String>| name.as_deref().map(|name| printable(name).into_owned());
        let (cwd, project, branch) = (clean(&entry.cwd), clean(&entry.project), clean(&entry.branch));
        let (session, agent, role, label) =
            (clean(&entry.session), clean(&entry.agent), clean(&entry.role), clean(&entry.label));
        let new = Imported {
            kind: Kind::named(&entry.kind),
            agent: agent.as_deref(),
            role: role.as_deref(),
            reference: Some(&*entry.reference).filter(|reference| EntryId::is_valid(reference)),
            command: entry.command.as_deref(),
            argv: &entry.argv,
            label: label.as_deref(),
            title: entry.title.as_deref(),
            cwd: cwd.as_deref(),
            project: project.as_deref(),
            branch: branch.as_deref(),
            session: session.as_deref(),
            status,
            started_at: entry.started_at_ms,
            duration_ms: entry.duration_ms,
            pinned: entry.pinned,
            summary: entry.summary.as_deref(),
            ..Imported::default()
        };
        writer.write(&new, &entry.bytes())?;
        if let (Some(session), Some(agent)) = (&session, &agent) {
            writer.batch.session(session, agent, (project.as_deref(), branch.as_deref()), None)?;
        }
        Ok(())
    }

    fn own_event(&mut self, writer: &mut Writer<'_, '_>, event: &ExportedEvent) -> Result<()> {
        let Some(category) = Category::named(&event.category) else { return Ok(()) };
        let row = |reference: &Option<String>| match reference {
            Some(reference) => writer.batch.row_of(reference),
            None => Ok(None),
        };
        let (entry, closed_by) = (row(&event.reference)?, row(&event.closed_by)?);
        let restored = Event {
            category,
            key: event.key.clone(),
            text: event.text.clone(),
            at: event.at_ms,
            session: printable(&event.session).into_owned(),
            project: event.project.as_deref().map(|project| printable(project).into_owned()),
            branch: event.branch.as_deref().map(|branch| printable(branch).into_owned()),
            entry,
            closed_at: event.closed_at_ms,
        };
        let count = event.count.max(1);
        writer.tally.events += u64::from(writer.batch.restore(&restored, event.first_at_ms, count, closed_by)?);
        Ok(())
    }
}

/// Writes what one item comes to.
struct Writer<'w, 'b> {
    batch: &'w mut Batch<'b>,
    tally: &'w mut Tally,
    place: &'w Place<'w>,
}

impl Writer<'_, '_> {
    fn write(&mut self, new: &Imported<'_>, bytes: &[u8]) -> Result<i64> {
        self.tally.entries += 1;
        self.batch.entry(new, bytes)
    }

    fn event(&mut self, event: Event) -> Result<()> {
        self.tally.events += u64::from(self.batch.event(&event)?);
        Ok(())
    }

    fn noticed(&mut self, noticed: Vec<classify::Noticed>, entry: i64) -> Result<()> {
        for (category, key, text) in noticed {
            self.event(Event { entry: Some(entry), ..self.place.event(category, key, text) })?;
        }
        Ok(())
    }

    fn said(&mut self, role: &str, text: &str) -> Result<i64> {
        let title = classify::brief(text, 100);
        self.write(&Imported { title: Some(&title), ..self.place.entry(role) }, text.as_bytes())
    }

    fn prompt(&mut self, text: &str) -> Result<()> {
        let entry = self.said("prompt", text)?;
        let words = classify::brief(text, PROMPT_WORDS);
        let event = Event { entry: Some(entry), ..self.place.event(Category::Prompt, self.place.id(), words) };
        if self.place.is_side {
            // It is that conversation's last request, never the project's.
            return self.event(Event { project: None, ..event });
        }
        self.event(event)?;
        self.noticed(classify::prompt(text), entry)
    }

    fn reply(&mut self, text: &str) -> Result<()> {
        let entry = self.said("reply", text)?;
        self.noticed(classify::reply(text), entry)
    }

    fn summary(&mut self, text: &str) -> Result<()> {
        let entry = self.said("summary", text)?;
        let words = classify::brief(text, 200);
        self.event(Event { entry: Some(entry), ..self.place.event(Category::Summary, self.place.id(), words) })?;
        self.noticed(classify::summary(text), entry)
    }

    fn rule(&mut self, path: &str, text: Option<&str>) -> Result<()> {
        let shown = self.place.relative(path);
        let words = match text {
            Some(text) => format!("{shown} ({})", &blake3::hash(text.as_bytes()).to_hex()[..8]),
            None => shown.to_owned(),
        };
        self.event(self.place.event(Category::Rule, shown, words))
    }

    fn outcome(
        &mut self,
        outcome: &Outcome<'_>,
        call: Option<&Call>,
        directory: &Path,
        session: &str,
        summariser: Option<&Summariser<'_>>,
    ) -> Result<()> {
        let shell = call.and_then(|call| match &call.action {
            Action::Shell { command, cwd } => Some((command.as_str(), cwd.as_deref())),
            _ => None,
        });
        let title = match (call, shell) {
            (Some(call), None) => Some(classify::brief(&call.title(), 200)),
            (None, _) => Some("tool result".to_owned()),
            _ => None,
        };
        let status = match (outcome.exit, outcome.failed) {
            (Some(code), _) => Status::Exit(code),
            (None, Some(false)) if shell.is_some() => Status::Exit(0),
            _ => Status::Unknown,
        };
        let bytes: Cow<'_, [u8]> = match (outcome.text.is_empty(), outcome.named.is_empty()) {
            (true, false) => Cow::Owned(format!("[{}]\n", outcome.named.join("]\n[")).into_bytes()),
            _ => Cow::Borrowed(outcome.text.as_bytes()),
        };
        let argv = match shell {
            Some((command, _)) => ["sh", "-c", command].map(str::to_owned).to_vec(),
            None => Vec::new(),
        };
        // A failure is summed up now, because its error is an event; the rest when somebody asks.
        let failed = outcome.failed == Some(true) && !outcome.refused;
        let summed = shell
            .filter(|_| failed)
            .and_then(|(command, _)| summariser?.sum_up(command, &bytes, status, outcome.duration_ms));
        let mut new = Imported {
            command: shell.map(|(command, _)| command),
            argv: &argv,
            title: title.as_deref(),
            status,
            duration_ms: outcome.duration_ms,
            summary: summed.as_ref().map(|summed| summed.text.as_str()),
            reader: summed.as_ref().map(|summed| summed.reader.as_str()),
            findings: summed.as_ref().map_or(&[], |summed| &summed.findings),
            ..self.place.entry("result")
        };
        if let Some((_, Some(cwd))) = shell {
            new.cwd = Some(cwd);
        }
        let entry = self.write(&new, &bytes)?;
        if let Some(whole) = outcome.persisted.as_deref().and_then(|path| persisted(path, directory, session)) {
            self.write(&Imported { role: Some("output"), summary: None, findings: &[], ..new }, &whole)?;
        }
        if outcome.refused {
            return self.refused(outcome, call, entry);
        }
        if outcome.failed == Some(true) {
            let findings = summed.as_ref().map_or(&[][..], |summed| &summed.findings);
            return self.failed(outcome, shell.map(|(command, _)| command), title.as_deref(), findings, entry);
        }
        match call {
            Some(call) => self.done(call, outcome, entry),
            None => Ok(()),
        }
    }

    /// The person at the keyboard said no.
    fn refused(&mut self, outcome: &Outcome<'_>, call: Option<&Call>, entry: i64) -> Result<()> {
        let about = call.map(|call| classify::brief(&call.title(), 80)).unwrap_or_default();
        let said = outcome.text.split_once("the user said:").map(|(_, said)| classify::brief(said, 200));
        let text = match said.filter(|said| !said.is_empty()) {
            // The question is about to be asked in other words.
            Some(said) if said.starts_with(CLARIFYING) => return Ok(()),
            Some(said) => said,
            None => format!("refused: {about}"),
        };
        self.event(Event { entry: Some(entry), ..self.place.event(Category::Correction, self.place.id(), text) })
    }

    fn failed(
        &mut self,
        outcome: &Outcome<'_>,
        command: Option<&str>,
        title: Option<&str>,
        findings: &[Finding],
        entry: i64,
    ) -> Result<()> {
        let Some(command) = command else {
            // The agent sees such an answer and corrects its call; it is no open question.
            let text = format!("{}: {}", title.unwrap_or("tool"), first_words(&outcome.text));
            let event = self.place.event(Category::Error, title.unwrap_or("tool"), classify::brief(&text, 240));
            return self.event(Event { entry: Some(entry), closed_at: Some(self.place.at), ..event });
        };
        if classify::is_answer(command, outcome.exit) {
            return Ok(());
        }
        let key = classify::command_key(command);
        self.event(Event {
            entry: Some(entry),
            ..self.place.event(Category::Error, key.clone(), error_words(&key, findings, &outcome.text))
        })
    }

    /// A call that did what it was asked to.
    fn done(&mut self, call: &Call, outcome: &Outcome<'_>, entry: i64) -> Result<()> {
        let with = |event: Event| Event { entry: Some(entry), ..event };
        let place = self.place;
        match &call.action {
            Action::Shell { command, .. } => self.noticed(classify::command(command), entry),
            Action::Read { path } => {
                if classify::is_rules(path) {
                    self.rule(path, None)?;
                }
                let shown = place.relative(path);
                self.event(with(place.event(Category::Read, shown, shown)))
            }
            Action::Edit { path, text } => self.edited(Category::Edit, std::slice::from_ref(path), text),
            Action::Write { path, text } => self.edited(Category::Write, std::slice::from_ref(path), text),
            Action::Patch { paths, text } => self.edited(Category::Edit, paths, text),
            Action::Tasks(tasks) => {
                for task in tasks {
                    let words = classify::brief(&task.text, 200);
                    let closed_at = matches!(task.state, TaskState::Done | TaskState::Gone).then_some(place.at);
                    let event = place.event(Category::Task, format!("list:{words}"), words);
                    self.event(Event { closed_at, ..with(event) })?;
                }
                self.batch.close_older_tasks(&place.session, place.at)
            }
            Action::TaskCreate { subject } => {
                let number = outcome
                    .text
                    .split_once('#')
                    .map(|(_, rest)| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
                let words = classify::brief(subject, 200);
                let key = number.filter(|number| !number.is_empty()).map_or_else(|| words.clone(), |n| format!("#{n}"));
                self.event(with(place.event(Category::Task, key, words)))
            }
            Action::TaskUpdate { id, state, subject } => {
                let closed_at = matches!(state, TaskState::Done | TaskState::Gone).then_some(place.at);
                let words = subject.as_deref().map(|subject| classify::brief(subject, 200)).unwrap_or_default();
                self.event(Event { closed_at, ..place.event(Category::Task, format!("#{id}"), words) })
            }
            Action::Subagent { title } => {
                let words = classify::brief(title, 160);
                self.event(with(place.event(Category::Subagent, words.clone(), words)))
            }
            Action::Skill { name } => self.event(with(place.event(Category::Skill, name, name))),
            Action::Mcp { server, tool } => {
                let words = format!("{server} {tool}");
                self.event(with(place.event(Category::Mcp, words.clone(), words)))
            }
            Action::Plan { text } => {
                let heading =
                    text.lines().map(|line| line.trim_start_matches(['#', ' '])).find(|line| !line.is_empty());
                let words = classify::brief(heading.unwrap_or_default(), 200);
                self.event(with(place.event(Category::Decision, place.id(), format!("plan agreed: {words}"))))
            }
            Action::Question { .. } if outcome.text.starts_with(CLARIFYING) => Ok(()),
            Action::Question { text } => {
                // The answer stands behind the question it repeats: `"…?"="this one"`.
                let answer = outcome
                    .text
                    .split_once("\"=\"")
                    .map_or(&*outcome.text, |(_, answer)| answer.split_once('"').map_or(answer, |(answer, _)| answer));
                let words = format!("{} → {}", classify::brief(text, 120), classify::brief(answer, 150));
                self.event(with(place.event(Category::Decision, place.id(), words)))
            }
            Action::Other { .. } => Ok(()),
        }
    }

    fn edited(&mut self, category: Category, paths: &[String], text: &str) -> Result<()> {
        let place = self.place;
        let shown: Vec<&str> = paths.iter().map(|path| place.relative(path)).collect();
        let title = format!("{} {}", category.name(), shown.join(" "));
        let new = Imported { title: Some(&title), ..place.entry("edit") };
        let entry = self.write(&new, text.as_bytes())?;
        for path in shown {
            if classify::is_rules(path) {
                self.rule(path, None)?;
            }
            self.event(Event { entry: Some(entry), ..place.event(category, path, path) })?;
        }
        Ok(())
    }
}

/// A name from a transcript without what would act on a terminal; it is printed as it is later.
fn printable(name: &str) -> Cow<'_, str> {
    match name.chars().any(char::is_control) {
        true => Cow::Owned(name.chars().filter(|c| !c.is_control()).collect()),
        false => Cow::Borrowed(name),
    }
}

/// The words of an error: the command, and the first thing that was found wrong.
fn error_words(command: &str, findings: &[Finding], text: &str) -> String {
    let found = findings.iter().find(|finding| finding.severity == Severity::Error && !is_ending(&finding.message));
    let message = found.map_or_else(
        || first_words(text).to_owned(),
        |finding| match &finding.location {
            Some(place) => format!("{place} {}", finding.message),
            None => finding.message.clone(),
        },
    );
    classify::brief(&format!("{}: {message}", classify::brief(command, 80)), 240)
}

/// The first line that says something beyond how it ended.
fn first_words(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| !line.is_empty() && !is_ending(line)).unwrap_or_default()
}

/// A line that an agent puts before an output: how the command ended, not what it said.
fn is_ending(line: &str) -> bool {
    const HEADS: &[&str] = &[
        "Exit code",
        "Chunk ID",
        "Wall time",
        "Process exited",
        "Original token",
        "Total output",
        "Output:",
        "{",
        "Error: Exit code",
    ];
    HEADS.iter().any(|head| line.starts_with(head))
}

/// The whole output, where the transcript names a file for it that is still there. Only files in the folder that the agent
/// keeps beside the transcript are read, whatever path the transcript names.
fn persisted(path: &str, directory: &Path, session: &str) -> Option<Vec<u8>> {
    let name = Path::new(path).file_name()?;
    let session = Path::new(session).file_name()?;
    let places = [directory.join(session).join("tool-results").join(name), directory.join("tool-results").join(name)];
    places.into_iter().find_map(|place| {
        let meta = std::fs::symlink_metadata(&place).ok()?;
        (meta.is_file() && meta.len() <= LARGEST_OUTPUT).then(|| std::fs::read(&place).ok())?
    })
}

/// What is kept of a report.
struct Summed {
    text: String,
    reader: String,
    findings: Vec<Finding>,
}

impl Summariser<'_> {
    fn sum_up(&self, command: &str, bytes: &[u8], status: Status, duration_ms: Option<i64>) -> Option<Summed> {
        if bytes.is_empty() {
            return None;
        }
        let mut text = Text::from_bytes(bytes);
        report::mask(&mut text, self.masker);
        let call = crate::digest::Call { argv: shell_split(command), status, project: None };
        let subject = Subject { id: None, name: command, call: &call, duration_ms, still_open: false };
        let wishes = Wishes { budget: self.budget, readers: self.readers, ..Wishes::default() };
        let report = report::compose(&subject, &text, &wishes, self.masker);
        Some(Summed { text: report.body, reader: report.digest.reader, findings: report.digest.findings })
    }
}
