//! What the engine remembers of each item, and what later items mean for earlier ones.

use std::collections::HashMap;

use ctx_text::truncate_at_char_boundary;

use crate::chances::{ItemContent, NEVER, reuse_chance_logarithm};
use crate::command::{self, RunOutcome};
use crate::fold::FoldOptions;
use crate::host::{EngineHost, ToolAct};
use crate::ledger::{WordId, WordLedger, hash_text};
use crate::model::{ConversationItem, ItemKind, MessageRole};
use crate::protect::{self, HostReminders};
use crate::worth::{ResultFacts, ResultSource};

/// The newest text of a file stays for so many calls after the file was changed.
const EDITED: usize = 15;
/// Where a patch says that it is one.
const PATCH: &str = "*** Begin Patch";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldState {
    /// Sent as it is.
    Whole,
    /// Sent as the digest of a shell's output.
    Digested,
    /// Sent as a stub since this call.
    Folded(usize),
    /// Sent as the shortest stub.
    Short,
}

/// One item.
#[derive(Clone, Debug)]
pub struct ItemNote {
    pub kind: ItemKind,
    /// What it is for the chance that it is copied from again.
    pub holds: ItemContent,
    /// The hash of its id, and its bytes as the host sends it: whether it is still the same item.
    pub id: u64,
    pub size: usize,
    /// Bytes that are sent for it now.
    pub now: usize,
    /// The first call that sends it. For the first of two equal texts, the call that brought the second.
    pub born: usize,
    pub state: FoldState,
    /// The hard words of what is sent for it.
    pub words: Vec<WordId>,
    /// Its tool call in `ConversationNotes::acts`; none for text and thinking.
    pub act: Option<usize>,
    /// What is true of it since something else came. The stub says it.
    pub since: Option<&'static str>,
    /// An earlier item with the same text.
    pub same: Option<usize>,
    /// The last call at which the model used a word that it had from here.
    pub last_use: Option<usize>,
    /// The calls at which it did.
    pub uses: usize,
    /// Words of it that no newer item holds.
    pub own: usize,
    /// Calls that it could have been folded at.
    pub waited: usize,
    /// A failure that nothing has settled.
    pub is_open: bool,
    /// Stays whatever happens: pinned by the format, the user's words, fetched again after a fold, or not worth a fold.
    pub stays: bool,
}

/// A tool call.
#[derive(Clone, Debug)]
struct NotedCall {
    act: ToolAct,
    /// The files it is about, by the ends of their paths.
    files: Vec<String>,
}

/// The notes on a conversation, with the links between items.
#[derive(Clone, Debug, Default)]
pub struct ConversationNotes {
    pub items: Vec<ItemNote>,
    pub ledger: WordLedger,
    pub reminders: HostReminders,
    acts: Vec<NotedCall>,
    inputs: HashMap<String, usize>,
    texts: HashMap<u64, usize>,
    reads: HashMap<String, Vec<usize>>,
    /// Runs by command and folder; open failures by what settles them.
    runs: HashMap<(String, String), Vec<usize>>,
    failures: HashMap<String, Vec<usize>>,
    folder: String,
    /// The last call that changed a file, and the newest item with its text.
    edited: HashMap<String, usize>,
    newest: HashMap<String, usize>,
    tasks: Option<usize>,
}

/// What an item that just came says about an earlier fold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefetchSign {
    /// The model asked for stored text, by its reference.
    Fetched(String),
    /// The model read the same lines of a file again, which nothing had changed. This is the earlier result.
    ReadAgain(usize),
}

impl ConversationNotes {
    /// Takes in the next item, which is sent for the first time at `call`.
    pub fn add_item(
        &mut self,
        item: &ConversationItem<'_>,
        call: usize,
        options: &FoldOptions,
        host: &dyn EngineHost,
    ) -> Option<RefetchSign> {
        let at = self.items.len();
        let words = if item.kind == ItemKind::Thinking { Vec::new() } else { self.ledger.register_words(&item.text) };
        for holder in self.ledger.record_words_and_find_holders(&words, at, call, item.kind == ItemKind::Input) {
            let Some(note) = self.items.get_mut(holder) else { continue };
            note.own = note.own.saturating_sub(1);
            // The answer was written at the call before.
            let when = Some(call.saturating_sub(1));
            if item.role == MessageRole::Assistant && note.last_use != when {
                note.last_use = when;
                note.uses += 1;
            }
        }
        let act = self.note_tool_call(item, at, host);
        let meaning = act.map_or(&ToolAct::Other, |act| &self.acts[act].act);
        let stays =
            item.pinned || item.media > 0 || item.text.starts_with("[ctx:") || protect::must_never_fold(item, meaning);
        self.items.push(ItemNote {
            kind: item.kind,
            holds: classify_item_content(item, meaning),
            id: hash_text(item.id.as_bytes()),
            size: item.sent_bytes(),
            now: item.sent_bytes(),
            born: call,
            state: FoldState::Whole,
            own: words.len(),
            words,
            act,
            since: None,
            same: None,
            last_use: None,
            uses: 0,
            waited: 0,
            is_open: false,
            stays,
        });
        if item.kind == ItemKind::Result { self.note_result(item, at, call, options) } else { None }
    }

    fn note_tool_call(&mut self, item: &ConversationItem<'_>, at: usize, host: &dyn EngineHost) -> Option<usize> {
        let act = match item.kind {
            ItemKind::Text | ItemKind::Thinking => return None,
            ItemKind::Result => match self.inputs.get(&*item.id) {
                Some(&input) => return self.items[input].act,
                None => ToolAct::Other,
            },
            ItemKind::Input => {
                self.inputs.insert(item.id.clone().into_owned(), at);
                host.classify_tool_call(&item.tool, &item.text)
            }
        };
        if act == ToolAct::Tasks {
            self.tasks = Some(at);
        }
        let files = match &act {
            ToolAct::Run { command, .. } if command::is_file_printing_command(command) => {
                command::short_file_paths_in_command(command).collect()
            }
            act => act.read_or_changed_paths().into_iter().map(command::last_two_path_parts).collect(),
        };
        self.acts.push(NotedCall { act, files });
        Some(self.acts.len() - 1)
    }

    /// The tool call that an item belongs to.
    pub fn tool_act_of(&self, at: usize) -> &ToolAct {
        self.items[at].act.map_or(&ToolAct::Other, |act| &self.acts[act].act)
    }

    fn note_result(
        &mut self,
        item: &ConversationItem<'_>,
        at: usize,
        call: usize,
        options: &FoldOptions,
    ) -> Option<RefetchSign> {
        self.reminders.count_reminders(&item.text);
        if item.text.len() >= options.least && item.media == 0 {
            let earlier = self.texts.insert(hash_text(item.text.as_bytes()), at);
            self.items[at].same = earlier.filter(|&earlier| self.items[earlier].size == item.sent_bytes());
        }
        let outcome = command::run_outcome(item);
        let act = self.tool_act_of(at).clone();
        match act {
            ToolAct::Read { ref path, lines } if outcome == RunOutcome::Passed => {
                self.record_newest_file_text(at, at);
                return self.note_read(at, path, lines);
            }
            ToolAct::Change { ref paths, whole } if outcome == RunOutcome::Passed => {
                self.note_change(at, paths, whole, call)
            }
            ToolAct::Run { ref command, ref folder } => self.note_run(at, command, folder.as_deref(), outcome),
            ToolAct::Fetch { reference } => return Some(RefetchSign::Fetched(reference)),
            _ => {}
        }
        if !matches!(act, ToolAct::Run { .. }) {
            self.update_open_failures(at, outcome, failure_key(&act, &item.tool));
        }
        None
    }

    /// The files of a call have their newest text in this item.
    fn record_newest_file_text(&mut self, at: usize, holder: usize) {
        let files = self.items[at].act.map(|act| self.acts[act].files.clone()).unwrap_or_default();
        for file in files {
            self.newest.insert(file, holder);
        }
    }

    /// An error is open until the same thing succeeds.
    fn update_open_failures(&mut self, at: usize, outcome: RunOutcome, matter: String) {
        match outcome {
            RunOutcome::Failed => {
                self.items[at].is_open = true;
                self.failures.entry(matter).or_default().push(at);
            }
            RunOutcome::Passed => {
                for old in self.failures.remove(&matter).unwrap_or_default() {
                    self.items[old].is_open = false;
                }
            }
            RunOutcome::Open => {}
        }
    }

    fn note_read(&mut self, at: usize, path: &str, lines: Option<(u64, u64)>) -> Option<RefetchSign> {
        let range = |lines: Option<(u64, u64)>| lines.unwrap_or((0, u64::MAX));
        let (from, to) = range(lines);
        let mut sign = None;
        let earlier = self.reads.entry(path.to_owned()).or_default();
        for &old in earlier.iter() {
            let Some(ToolAct::Read { lines, .. }) = self.items[old].act.map(|act| &self.acts[act].act) else {
                continue;
            };
            let (old_from, old_to) = range(*lines);
            let note = &mut self.items[old];
            if from <= old_from && old_to <= to && note.since.is_none() {
                note.since = Some("read again since");
                if matches!(note.state, FoldState::Folded(_) | FoldState::Short) {
                    sign = Some(RefetchSign::ReadAgain(old));
                }
            }
        }
        earlier.push(at);
        sign
    }

    fn note_change(&mut self, at: usize, paths: &[String], whole: bool, call: usize) {
        for path in paths {
            self.edited.insert(command::last_two_path_parts(path), call);
            for &old in self.reads.get(path).into_iter().flatten() {
                self.items[old].since = Some("the file was changed since");
            }
        }
        if whole {
            // The text is in the input, right before its result.
            let act = self.items[at].act;
            let input = (0..at).rev().find(|&input| self.items[input].act == act).unwrap_or(at);
            self.record_newest_file_text(at, input);
        }
    }

    fn note_run(&mut self, at: usize, command: &str, folder: Option<&str>, outcome: RunOutcome) {
        self.folder = command::working_folder_after(command, &self.folder);
        let place = folder.map_or_else(|| self.folder.clone(), str::to_owned);
        let earlier = self.runs.entry((command.to_owned(), place)).or_default();
        for &old in earlier.iter().filter(|_| outcome != RunOutcome::Open) {
            // The newer failure is the open one.
            let note = &mut self.items[old];
            if note.is_open && outcome == RunOutcome::Passed {
                note.since = Some("the same command passed since");
            }
            note.is_open = false;
        }
        earlier.push(at);
        if command::is_file_printing_command(command) && outcome == RunOutcome::Passed {
            self.record_newest_file_text(at, at);
        }
        self.update_open_failures(at, outcome, command::similar_command_key(command));
    }

    /// Whether it is the newest text of a file that was changed a short while ago, or a change after that text.
    fn is_being_edited(&self, at: usize, call: usize) -> bool {
        let Some(act) = self.items[at].act else { return false };
        self.acts[act].files.iter().any(|file| {
            let is_recent = self.edited.get(file).is_some_and(|last| last + EDITED >= call);
            is_recent && self.newest.get(file).is_none_or(|newest| at >= *newest)
        })
    }

    /// Whether something forbids to fold an item now, whatever it would save.
    pub fn is_item_barred_from_folding(&self, at: usize, call: usize) -> bool {
        let note = &self.items[at];
        note.stays || note.is_open || self.tasks == Some(at) || self.is_being_edited(at, call)
    }

    /// How likely an item is copied from again.
    pub fn reuse_chance_logarithm(&self, at: usize, call: usize) -> i32 {
        let note = &self.items[at];
        let idle = note.last_use.map_or(NEVER, |last| call.saturating_sub(last));
        let own = note.own * 100 / note.words.len().max(1);
        reuse_chance_logarithm(note.holds, [call - note.born, idle, note.now, own, note.uses])
    }

    /// Takes the words of an item out of sight.
    pub fn mark_item_words_hidden(&mut self, at: usize) {
        self.ledger.decrement_visible_counts(&self.items[at].words);
    }

    pub fn mark_item_words_visible(&mut self, at: usize) {
        self.ledger.increment_visible_counts(&self.items[at].words);
    }

    /// Puts another text in the place of an item whose words are out of sight already.
    pub fn note_replaced_item_text(&mut self, at: usize, text: &str, state: FoldState) {
        let words = self.ledger.register_words(text);
        self.ledger.increment_visible_counts(&words);
        self.items[at].own = self.ledger.count_words_newest_in(&words, at);
        self.items[at].words = words;
        self.items[at].now = text.len();
        self.items[at].state = state;
    }

    /// What the words of a result are weighed by.
    pub fn result_facts(&self, at: usize, call: usize) -> ResultFacts {
        let note = &self.items[at];
        let source = match self.tool_act_of(at) {
            ToolAct::Read { .. } => ResultSource::Read,
            ToolAct::Run { .. } | ToolAct::Watch => ResultSource::Run,
            ToolAct::Look { .. } => ResultSource::Look,
            _ => ResultSource::Result,
        };
        let used =
            note.words.iter().filter(|&&word| self.ledger.word_entry(word).last_used as usize > note.born).count();
        ResultFacts {
            call,
            source,
            used: used as f32 / note.words.len().max(1) as f32,
            age: call.saturating_sub(note.born) as f32,
            size: note.size as f32,
        }
    }
}

/// What settles a failure of this call, for all calls but runs.
fn failure_key(act: &ToolAct, tool: &str) -> String {
    match act {
        ToolAct::Change { paths, .. } => format!("change {}", paths.first().map(String::as_str).unwrap_or_default()),
        ToolAct::Read { path, .. } => format!("read {path}"),
        _ => format!("tool {tool}"),
    }
}

fn classify_item_content(item: &ConversationItem<'_>, act: &ToolAct) -> ItemContent {
    let is_patch = || truncate_at_char_boundary(&item.text, 400).contains(PATCH);
    match (item.kind, act) {
        (ItemKind::Result, ToolAct::Read { .. }) => ItemContent::Text,
        (ItemKind::Result, ToolAct::Run { command, .. }) if command::is_file_printing_command(command) => {
            ItemContent::Text
        }
        (ItemKind::Result, ToolAct::Run { .. } | ToolAct::Watch) => ItemContent::Output,
        (ItemKind::Result, ToolAct::Look { .. }) => ItemContent::Found,
        (ItemKind::Result, _) => ItemContent::Answer,
        _ if is_patch() => ItemContent::Patch,
        (_, ToolAct::Run { .. }) => ItemContent::Command,
        (_, ToolAct::Change { whole: true, .. }) => ItemContent::Write,
        (_, ToolAct::Change { .. }) => ItemContent::Edit,
        _ => ItemContent::Request,
    }
}
