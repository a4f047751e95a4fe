//! A thread that does all of the proxy's writing to the store, so that no request waits for a lock or a disk.

use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ctx_model::env::{Env, now_ms};
use ctx_model::error::Result;
use ctx_model::id::EntryId;
use ctx_model::{Scope, Status};
use ctx_store::{EntryKind, FoldedRequest, ImportedEntry, RuleCount, Store};

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
    pub hash: [u8; 32],
    pub bytes: Vec<u8>,
    /// What it was: `call` or `result`.
    pub role: &'static str,
    pub command: Option<String>,
    pub title: String,
    pub failed: bool,
}

enum Job {
    Text(TextToStore, Option<SyncSender<()>>),
    Request(Box<FoldedRequest>, Vec<RuleCount>),
    /// Everything before it is done when this is answered.
    Mark(SyncSender<()>),
}

impl Job {
    fn text(&self) -> Option<&TextToStore> {
        match self {
            Job::Text(text, _) => Some(text),
            _ => None,
        }
    }

    /// Lets whoever waits for it go on.
    fn answer(self) {
        if let Job::Text(_, Some(done)) | Job::Mark(done) = self {
            let _ = done.send(());
        }
    }
}

/// What became of texts.
#[derive(Default)]
struct Fates {
    /// Stored, or not to be stored under their reference.
    known: HashMap<String, bool>,
    /// On their way.
    asked: HashSet<String>,
    /// The store has taken something.
    is_open: bool,
}

type Shared = Arc<Mutex<Fates>>;

fn lock(fates: &Shared) -> MutexGuard<'_, Fates> {
    fates.lock().unwrap_or_else(PoisonError::into_inner)
}

pub struct StoreThread {
    jobs: SyncSender<Job>,
    fates: Shared,
    /// When a request waited in vain.
    late: Option<Instant>,
}

impl StoreThread {
    pub fn start_thread(env: &Env, agent: &str) -> StoreThread {
        let (jobs, waiting) = sync_channel(QUEUE);
        let fates = Shared::default();
        let desk = Desk { env: env.clone(), agent: agent.to_owned(), fates: fates.clone(), store: None };
        // Without it nothing is ever stored, and so nothing folded.
        let _ = std::thread::Builder::new().spawn(move || desk.work(&waiting));
        StoreThread { jobs, fates, late: None }
    }

    /// Whether a text is stored; none if that is not known.
    pub fn is_text_stored(&self, reference: &str) -> Option<bool> {
        lock(&self.fates).known.get(reference).copied()
    }

    /// Begins to store a text.
    pub fn begin_storing(&self, text: TextToStore) {
        let mut fates = lock(&self.fates);
        if fates.known.contains_key(&text.reference) || fates.asked.contains(&text.reference) {
            return;
        }
        let reference = text.reference.clone();
        if self.jobs.try_send(Job::Text(text, None)).is_ok() {
            fates.asked.insert(reference);
        }
    }

    /// Stores a text and waits a moment for it; whether it is there.
    pub fn store_and_wait(&mut self, text: TextToStore) -> bool {
        let reference = text.reference.clone();
        let (done, answer) = sync_channel(1);
        let patience = {
            let mut fates = lock(&self.fates);
            if let Some(known) = fates.known.get(&reference) {
                return *known;
            }
            let job = match fates.asked.insert(reference.clone()) {
                true => Job::Text(text, Some(done)),
                false => Job::Mark(done),
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
    pub fn note_request(&self, request: FoldedRequest, rules: Vec<RuleCount>) {
        let _ = self.jobs.try_send(Job::Request(Box::new(request), rules));
    }

    /// Waits until everything is written, but not for ever.
    pub fn wait_until_written(&self) {
        let (done, answer) = sync_channel(1);
        if self.jobs.try_send(Job::Mark(done)).is_ok() {
            let _ = answer.recv_timeout(LAST);
        }
    }
}

/// The thread's own side.
struct Desk {
    env: Env,
    agent: String,
    fates: Shared,
    store: Option<Store>,
}

impl Desk {
    fn work(mut self, jobs: &Receiver<Job>) {
        while let Ok(first) = jobs.recv() {
            // What waits by now is written together.
            let waiting: Vec<Job> = std::iter::once(first).chain(jobs.try_iter().take(MANY)).collect();
            let texts: Vec<&TextToStore> = waiting.iter().filter_map(Job::text).collect();
            let stored = self.texts(&texts);
            let stored = self.kept(stored);
            let mut fates = lock(&self.fates);
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
                if let Job::Request(request, rules) = job {
                    let noted = self.open().and_then(|store| Ok(store.note_folded(request, rules)?));
                    self.kept(noted);
                }
            }
            waiting.into_iter().for_each(Job::answer);
        }
    }

    fn open(&mut self) -> Result<&mut Store> {
        match &mut self.store {
            Some(store) => Ok(store),
            none => Ok(none.insert(Store::open_for_user(&self.env)?)),
        }
    }

    /// A failure is noted, and the next job tries a fresh connection.
    fn kept<T>(&mut self, done: Result<T>) -> Option<T> {
        match done {
            Ok(done) => Some(done),
            Err(error) => {
                self.store = None;
                ctx_capture::error_log::log_error(&self.env, &error);
                None
            }
        }
    }

    /// Whether each of the texts is stored under its reference.
    fn texts(&mut self, texts: &[&TextToStore]) -> Result<Vec<bool>> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let (env, agent) = (self.env.clone(), self.agent.clone());
        let scope = Scope::from_env(&env, now_ms());
        let store = self.open()?;
        let stored = texts.iter().map(|text| put(store, text, &env, &scope, &agent)).collect::<Result<Vec<_>>>()?;
        store.commit_import()?;
        Ok(stored)
    }
}

/// Whether the text will be stored under its reference when the batch is committed.
fn put(store: &mut Store, text: &TextToStore, env: &Env, scope: &Scope, agent: &str) -> Result<bool> {
    let (project, cwd) = (scope.project.to_string_lossy().into_owned(), env.cwd.to_string_lossy().into_owned());
    let id = EntryId::from_stored(text.reference.clone());
    if let Some(entry) = store.entry_with_ref(id.as_str())? {
        // Bytes that retention has deleted are gone: what would lead to them is not folded.
        return match entry.blob.filter(|_| !entry.expired) {
            Some(blob) => Ok(store.blob_hash(blob)? == Some(text.hash)),
            None => Ok(false),
        };
    }
    let new = ImportedEntry {
        kind: EntryKind::Import,
        agent: Some(agent),
        role: Some(text.role),
        reference: Some(id.as_str()),
        command: text.command.as_deref(),
        title: text.command.is_none().then_some(text.title.as_str()),
        cwd: Some(&cwd),
        project: Some(&project),
        branch: scope.branch.as_deref(),
        session: Some(&scope.session),
        status: if text.failed { Status::Exit(1) } else { Status::Unknown },
        started_at: now_ms(),
        ..ImportedEntry::default()
    };
    let row = store.batch(|batch| batch.import_entry(&new, &text.bytes))?;
    // Somebody else may have taken the reference in this very moment.
    Ok(store.entry_at_row(row)?.id == id)
}
