//! A recorder that opens the store when it is needed, or when the command leaves time for it. An output that is over and
//! short before that waits in a file beside the store.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::recorder::{BackgroundWorkStarter, Recorder};
use crate::config::Config;
use crate::pump::RawOutputWriter;
use ctx_model::env::Env;
use ctx_model::id::EntryId;
use ctx_secrets::KnownValueHashes;
use ctx_store::{EntryOutcome, NewEntry, PreparedSpoolFile, SpoolWriter, Store};
use ctx_text::text::Text;

/// At most this many outputs wait beside the store; then the next one stores them all.
const WAITING: usize = 64;

/// What the recorder tells others while the command runs.
#[derive(Clone, Default)]
pub struct SharedStoreState {
    /// The store failed: its bytes must be shown.
    pub failed: Arc<AtomicBool>,
    /// The entry, once it has begun.
    pub id: Arc<OnceLock<EntryId>>,
    /// Why nothing of the output is or will be stored.
    pub lost: Arc<OnceLock<String>>,
}

/// How a lazy recorder behaves once it has opened the store.
#[derive(Clone, Copy)]
pub struct LazyRecorderOptions {
    /// Work to do while the command keeps ctx waiting.
    pub idle: BackgroundWorkStarter,
    /// Somebody else shows the bytes: a failing store does not print them.
    pub silent: bool,
    /// Called when the entry has begun, or could not.
    pub on_begun: fn(&Env, &mut Recorder, &SharedStoreState),
}

pub struct LazyRecorder {
    pub env: Env,
    pub new: NewEntry,
    config: Config,
    recorder: Option<Recorder>,
    /// The file in which a short output will wait.
    ahead: Option<PreparedSpoolFile>,
    state: SharedStoreState,
    options: LazyRecorderOptions,
}

impl LazyRecorder {
    /// `waiting_id`: of the entry, if its output waits beside the store; none if it must not.
    pub fn new(
        (env, config): (Env, Config),
        new: NewEntry,
        waiting_id: Option<EntryId>,
        state: SharedStoreState,
        options: LazyRecorderOptions,
    ) -> LazyRecorder {
        let dir = env.store_dir.as_deref().filter(|_| Store::user_store_exists(&env));
        let room = |dir: &&Path| SpoolWriter::count_waiting(dir) < WAITING;
        let ahead =
            waiting_id.zip(dir.filter(room)).and_then(|(id, dir)| SpoolWriter::prepare_file_ahead(dir, &new, &id).ok());
        LazyRecorder { env, config, new, recorder: None, ahead, state, options }
    }

    /// One that keeps nothing.
    pub fn without_store((env, config): (Env, Config), new: NewEntry, options: LazyRecorderOptions) -> LazyRecorder {
        let recorder = Some(Recorder::without_store());
        LazyRecorder { env, config, new, recorder, ahead: None, state: SharedStoreState::default(), options }
    }

    /// The recorder, after it has begun the entry.
    fn open_recorder(&mut self) -> &mut Recorder {
        if self.recorder.is_none() {
            self.ahead = None;
            let mut recorder = Recorder::begin_after_importing_spool(&self.env, &self.config, &self.new)
                .with_idle_work(self.options.idle);
            if self.options.silent {
                recorder = recorder.never_printing();
            }
            (self.options.on_begun)(&self.env, &mut recorder, &self.state);
            match recorder.recorded_entry_id() {
                Some(id) => drop(self.state.id.set(id.clone())),
                None => self.state.failed.store(true, Ordering::Relaxed),
            }
            self.recorder = Some(recorder);
        }
        self.recorder.as_mut().expect("it was made above")
    }

    /// The id under which the output will be found, as long as it may wait.
    pub fn waiting_id(&self) -> Option<&EntryId> {
        self.ahead.as_ref().map(PreparedSpoolFile::id)
    }

    pub fn take_recorder(&mut self) -> Recorder {
        self.open_recorder();
        self.recorder.take().expect("it was made above")
    }

    /// Leaves an output beside the store for the next process that opens it, if the command ended before there was time
    /// for that and its output is so short that it is shown whole; the id under which it will be found. None if it must be
    /// kept like any other.
    pub fn try_to_spool_short_output(
        &mut self,
        bytes: &[u8],
        text: &Text,
        finished: &mut EntryOutcome,
    ) -> Option<EntryId> {
        let small = bytes.len() <= self.config.show.size_always_shown_whole() && text.binary().is_none();
        let dir = self.env.store_dir.as_deref().filter(|_| small && !finished.still_open)?;
        let ahead = self.ahead.take()?;
        finished.printed.get_or_insert(bytes.len());
        let values = self.env.secret_variable_values();
        // Otherwise the values are known only as long as the variables are set.
        let known = values.is_empty() || KnownValueHashes::save(dir, &values).is_ok();
        let id = ahead.id().clone();
        (known && ahead.fill_in_output(bytes, finished).is_ok()).then_some(id)
    }
}

impl RawOutputWriter for LazyRecorder {
    fn keep_block(&mut self, block: &[u8]) {
        let recorder = self.open_recorder();
        recorder.keep_block(block);
        if recorder.is_output_unstored() {
            self.state.failed.store(true, Ordering::Relaxed);
        }
    }

    fn prepare(&mut self) {
        self.open_recorder();
    }

    fn on_idle(&mut self) {
        self.open_recorder().on_idle();
    }
}
