//! A thread that does all of the proxy's writing to the store, so that no request waits for a lock or a disk.

use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ctx_fold::{CallHalf, ConversationItem, ToolAct};
use ctx_model::CommandEndStatus;
use ctx_model::env::Env;
use ctx_model::error::Result;
use ctx_model::id::EntryId;
use ctx_store::{EntryKind, FoldRuleCount, FoldedRequest, ImportedEntry, Store};

/// Work that waits; more than this is not taken on.
const QUEUE: usize = 4096;
/// Texts that are written in one transaction.
const MANY: usize = 200;
/// How long a request waits for a text that it would show as a digest, and how long none waits after one that waited in vain.
const PATIENCE: Duration = Duration::from_millis(250);
/// The store may have to be made, or brought up to date, before the first text.
const FIRST: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_secs(1);
/// How long the end of the proxy waits for what is still to be written.
const LAST: Duration = Duration::from_secs(3);

/// A text to store.
pub struct TextToStore {
    pub reference: String,
    bytes: Vec<u8>,
    /// What it was: `call` or `result`.
    role: &'static str,
    command: Option<String>,
    title: String,
    failed: bool,
}

impl TextToStore {
    pub fn from_item(item: &ConversationItem<'_>, act: &ToolAct) -> TextToStore {
        let role = if item.call_half() == Some(CallHalf::Input) { "call" } else { "result" };
        // What a reader finds it by.
        let (about, command) = match act {
            ToolAct::Read { path, .. } => (path.clone(), None),
            ToolAct::Change { paths, .. } => (paths.join(" "), None),
            ToolAct::Run { command, .. } => (command.clone(), Some(command.clone()).filter(|_| role == "result")),
            ToolAct::Look { about } => (about.clone(), None),
            _ => (String::new(), None),
        };
        TextToStore {
            reference: content_reference(item.text.as_bytes()),
            bytes: item.text.as_bytes().to_vec(),
            role,
            command,
            title: format!("{} {about}", item.tool).trim_end().to_owned(),
            failed: item.failed,
        }
    }
}

/// The id of a text by its bytes, so that it is the same in every replay. Longer than a random one, because it cannot be
/// drawn again.
pub fn content_reference(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstvwxyz0123456789";
    let letter = |(at, &byte): (usize, &u8)| {
        // The first is a letter.
        let choice = if at == 0 { &ALPHABET[..22] } else { &ALPHABET[..] };
        char::from(choice[usize::from(byte) % choice.len()])
    };
    blake3::hash(bytes).as_bytes()[..9].iter().enumerate().map(letter).collect()
}

/// Whose texts these are, where they come from, and when.
#[derive(Clone, Debug, Default)]
pub struct SessionOrigin {
    pub agent: Option<String>,
    pub cwd: Option<String>,
    pub project: String,
    pub branch: Option<String>,
    pub session: String,
    pub at: i64,
}

enum StoreJob {
    Text(TextToStore, Option<SyncSender<()>>),
    Request(Box<FoldedRequest>, Vec<FoldRuleCount>),
    /// Everything before it is done when this is answered.
    Mark(SyncSender<()>),
}

impl StoreJob {
    /// Lets whoever waits for it go on.
    fn notify_waiter(self) {
        if let StoreJob::Text(_, Some(done)) | StoreJob::Mark(done) = self {
            let _ = done.send(());
        }
    }
}

/// What became of texts.
#[derive(Default)]
struct TextStorageStates {
    /// Stored, or not to be stored under their reference.
    known: HashMap<String, bool>,
    /// On their way.
    asked: HashSet<String>,
    /// The store has taken something.
    is_open: bool,
}

type SharedTextStorageStates = Arc<Mutex<TextStorageStates>>;

fn lock_text_storage_states(fates: &SharedTextStorageStates) -> MutexGuard<'_, TextStorageStates> {
    fates.lock().unwrap_or_else(PoisonError::into_inner)
}

pub struct StoreThread {
    jobs: SyncSender<StoreJob>,
    fates: SharedTextStorageStates,
    /// When a request waited in vain.
    late: Option<Instant>,
}

impl StoreThread {
    /// `origin` is asked before each transaction: the branch and the day may change.
    pub fn start(env: &Env, origin: impl Fn() -> SessionOrigin + Send + 'static) -> StoreThread {
        let (jobs, waiting) = sync_channel(QUEUE);
        let fates = SharedTextStorageStates::default();
        let writer = StoreWriter { env: env.clone(), origin: Box::new(origin), fates: fates.clone(), store: None };
        // Without it nothing is ever stored, and so nothing folded.
        let _ = std::thread::Builder::new().spawn(move || writer.write_jobs(&waiting));
        StoreThread { jobs, fates, late: None }
    }

    /// Whether a text is stored; none if that is not known.
    pub fn is_text_stored(&self, reference: &str) -> Option<bool> {
        lock_text_storage_states(&self.fates).known.get(reference).copied()
    }

    /// Begins to store a text.
    pub fn queue_text_if_unknown(&self, text: TextToStore) {
        let mut fates = lock_text_storage_states(&self.fates);
        if fates.known.contains_key(&text.reference) || fates.asked.contains(&text.reference) {
            return;
        }
        let reference = text.reference.clone();
        if self.jobs.try_send(StoreJob::Text(text, None)).is_ok() {
            fates.asked.insert(reference);
        }
    }

    /// Stores a text and waits a moment for it; whether it is there.
    pub fn store_and_wait_briefly(&mut self, text: TextToStore) -> bool {
        let reference = text.reference.clone();
        let (done, answer) = sync_channel(1);
        let patience = {
            let mut fates = lock_text_storage_states(&self.fates);
            if let Some(known) = fates.known.get(&reference) {
                return *known;
            }
            let job = match fates.asked.insert(reference.clone()) {
                true => StoreJob::Text(text, Some(done)),
                false => StoreJob::Mark(done),
            };
            if self.jobs.try_send(job).is_err() {
                fates.asked.remove(&reference);
                return false;
            }
            if fates.is_open { PATIENCE } else { FIRST }
        };
        if self.late.is_some_and(|late| late.elapsed() < PAUSE) {
            return false;
        }
        if answer.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
            self.late = Some(Instant::now());
        }
        self.is_text_stored(&reference) == Some(true)
    }

    /// Notes a request that was answered.
    pub fn queue_request_record(&self, request: FoldedRequest, rules: Vec<FoldRuleCount>) {
        let _ = self.jobs.try_send(StoreJob::Request(Box::new(request), rules));
    }

    /// Waits until everything is written, but not for ever.
    pub fn wait_briefly_until_written(&self) {
        let (done, answer) = sync_channel(1);
        if self.jobs.try_send(StoreJob::Mark(done)).is_ok() {
            let _ = answer.recv_timeout(LAST);
        }
    }
}

/// The thread's own side.
struct StoreWriter {
    env: Env,
    origin: Box<dyn Fn() -> SessionOrigin + Send>,
    fates: SharedTextStorageStates,
    store: Option<Store>,
}

impl StoreWriter {
    fn write_jobs(mut self, jobs: &Receiver<StoreJob>) {
        while let Ok(first) = jobs.recv() {
            // What waits by now is written together.
            let waiting: Vec<StoreJob> = std::iter::once(first).chain(jobs.try_iter().take(MANY)).collect();
            let texts = waiting.iter().filter_map(|job| match job {
                StoreJob::Text(text, _) => Some(text),
                _ => None,
            });
            let texts: Vec<&TextToStore> = texts.collect();
            let stored = self.write_texts(&texts);
            let stored = self.log_error_and_drop_store(stored);
            let mut fates = lock_text_storage_states(&self.fates);
            for (at, text) in texts.iter().enumerate() {
                fates.asked.remove(&text.reference);
                // What failed may be tried again.
                if let Some(stored) = &stored {
                    fates.known.insert(text.reference.clone(), stored[at]);
                    fates.is_open = true;
                }
            }
            drop(fates);
            for job in &waiting {
                if let StoreJob::Request(request, rules) = job {
                    let noted = self.open_store().and_then(|store| Ok(store.record_folded_request(request, rules)?));
                    self.log_error_and_drop_store(noted);
                }
            }
            waiting.into_iter().for_each(StoreJob::notify_waiter);
        }
    }

    fn open_store(&mut self) -> Result<&mut Store> {
        match &mut self.store {
            Some(store) => Ok(store),
            none => Ok(none.insert(Store::open_for_user(&self.env)?)),
        }
    }

    /// A failure is noted, and the next job tries a fresh connection.
    fn log_error_and_drop_store<T>(&mut self, done: Result<T>) -> Option<T> {
        match done {
            Ok(done) => Some(done),
            Err(error) => {
                self.store = None;
                ctx_capture::error_log::log_ctx_failure(&self.env, &error);
                None
            }
        }
    }

    fn write_texts(&mut self, texts: &[&TextToStore]) -> Result<Vec<bool>> {
        let origin = (self.origin)();
        if texts.is_empty() { Ok(Vec::new()) } else { store_texts(self.open_store()?, texts, &origin) }
    }
}

/// Writes texts in one transaction; whether each of them is stored under its reference.
pub fn store_texts(store: &mut Store, texts: &[&TextToStore], origin: &SessionOrigin) -> Result<Vec<bool>> {
    let stored = texts.iter().map(|text| import_text_if_new(store, text, origin)).collect::<Result<Vec<_>>>()?;
    store.commit_import()?;
    Ok(stored)
}

/// Whether the text will be stored under its reference when the batch is committed.
fn import_text_if_new(store: &mut Store, text: &TextToStore, origin: &SessionOrigin) -> Result<bool> {
    let id = EntryId::from_stored(text.reference.clone());
    if let Some(entry) = store.entry_with_ref(id.as_str())? {
        // Bytes that retention has deleted are gone: what would lead to them is not folded.
        return match entry.blob.filter(|_| !entry.expired) {
            Some(blob) => Ok(store.blob_hash(blob)? == Some(*blake3::hash(&text.bytes).as_bytes())),
            None => Ok(false),
        };
    }
    let new = ImportedEntry {
        kind: EntryKind::Import,
        agent: origin.agent.as_deref(),
        role: Some(text.role),
        reference: Some(id.as_str()),
        command: text.command.as_deref(),
        title: text.command.is_none().then_some(text.title.as_str()),
        cwd: origin.cwd.as_deref(),
        project: Some(&origin.project),
        branch: origin.branch.as_deref(),
        session: Some(&origin.session),
        status: if text.failed { CommandEndStatus::Exit(1) } else { CommandEndStatus::Unknown },
        started_at: origin.at,
        ..ImportedEntry::default()
    };
    let row = store.run_import_batch(|batch| batch.import_entry(&new, &text.bytes))?;
    // Somebody else may have taken the reference in this very moment.
    Ok(store.entry_at_row(row)?.id == id)
}
