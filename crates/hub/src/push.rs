//! Sends changes to the hub in batches of one project and one transaction each. A batch that is sent twice changes nothing
//! the second time. One thread reads and masks, one finds the words and packs, one talks to the database.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};

use super::batch::{ProjectAndOrigin, PushBatch, PushBatchFiller};
use super::client::{DbFailure, DbResult};
use super::error::HubError;
use super::open::Hub;
use super::page::PagePacker;
use super::project;
use ctx_model::{Error, Result};
use ctx_search::for_hub::NameTermExtractor;
use ctx_search::word_numbers::WordHasherAndCounter;
use ctx_secrets::Masker;
use ctx_store::{OutboxChange, Store, WordSectionCount};

/// Changes looked at together …
const CHANGES: u32 = 800;
/// … and text sent in one transaction: little at first, so that nobody waits long for the first one.
const FIRST_TEXT: usize = 512 << 10;
const TEXT: usize = 4 << 20;
/// Batches on their way.
const DEPTH: usize = 3;

/// Totals of a push.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PushTotals {
    pub entries: u64,
    pub events: u64,
    pub gone: u64,
    /// Bytes of text that the hub did not have.
    pub bytes: u64,
    /// Projects whose changes the hub did not take, by name, and why. They stay here; the others went.
    pub refused: Vec<(String, String)>,
}

/// A batch that is over.
enum BatchOutcome {
    /// With so many bytes of new text.
    Taken(Box<PushBatch>, u64),
    Refused(Box<PushBatch>, String),
}

/// Orders to the thread that talks to the database.
enum DatabaseTask {
    /// Which of its texts the hub has; the rest of it goes to the packer.
    Ask(Box<PushBatch>),
    Send(Box<PushBatch>),
    /// Words of a project that were seen since they were last sent.
    Count(ProjectAndOrigin, HashMap<String, WordSectionCount>),
    Failed(Error),
    /// Nothing more will be asked.
    End,
}

impl Hub {
    /// Sends what waits until nothing does, or until `stop` says so.
    pub fn push_changes(
        &mut self,
        store: &mut Store,
        masker: &Masker,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<PushTotals> {
        store.queue_resend_if_mask_rules_changed(ctx_secrets::VERSION as i64)?;
        if !store.has_unsent_changes()? {
            return Ok(PushTotals::default());
        }
        if !self.writes {
            let all = store.shared_projects()?.into_iter();
            let refused = all.map(|(_, name)| (name, "this database user only reads".to_owned())).collect();
            return Ok(PushTotals { refused, ..PushTotals::default() });
        }
        let mut names: HashMap<String, (String, String)> = HashMap::new();
        for (local, name) in store.shared_projects()? {
            let key = self.project_key(&name)?;
            names.insert(local, (name, key));
        }
        // A line that is cut again and again still takes something: less is tried after each failure.
        let together = (CHANGES >> self.me.tries.clamp(0, 8)).max(1);
        let (team, origin, seals) = (self.team.clone(), self.own_origin_id(), self.seal.is_some());
        let (work, works) = mpsc::channel();
        let (pack, packs) = mpsc::channel();
        let (done, dones) = mpsc::channel();
        let hub = Mutex::new(self);
        std::thread::scope(|scope| {
            let back = work.clone();
            scope.spawn(move || run_packer(&packs, &back));
            let talker = DatabaseWorker { hub: &hub, works, pack: Some(pack), done, stop };
            scope.spawn(move || talker.run_tasks());
            let mut reader = OutboxBatcher {
                queue: VecDeque::new(),
                after: 0,
                together,
                room: FIRST_TEXT,
                names,
                of_entries: NameTermExtractor::default(),
                carried: HashSet::new(),
                refused: HashSet::new(),
                pushed: PushTotals::default(),
                on_the_way: 0,
            };
            let raw = |store: &Store, batch: &PushBatch| match seals {
                true => hub.lock().unwrap_or_else(PoisonError::into_inner).push_raw_bytes(
                    store,
                    &batch.place.key,
                    batch.entries.iter(),
                ),
                false => Ok(()),
            };
            let mut read = || -> Result<()> {
                while !stop() {
                    let Some(batch) = reader.next_batch(store, masker, &team, &origin, stop)? else {
                        match reader.on_the_way {
                            0 => break,
                            _ => reader.record_next_outcome(store, &dones, &raw)?,
                        }
                        continue;
                    };
                    // A text that goes may be needed again by what comes next: that must find it gone.
                    let alone = !batch.gone.is_empty();
                    if work.send(DatabaseTask::Ask(Box::new(batch))).is_err() {
                        break;
                    }
                    reader.on_the_way += 1;
                    while reader.on_the_way >= if alone { 1 } else { DEPTH } {
                        reader.record_next_outcome(store, &dones, &raw)?;
                    }
                    if alone {
                        reader.carried.clear();
                    }
                }
                let _ = work.send(DatabaseTask::End);
                while reader.on_the_way > 0 {
                    reader.record_next_outcome(store, &dones, &raw)?;
                }
                Ok(())
            };
            let read = read();
            // After a failure as well: nobody waits for more.
            let _ = work.send(DatabaseTask::End);
            drop(work);
            // The last results.
            let rest: Result<()> = dones.iter().try_for_each(|done| done.map(drop));
            read.and(rest).map(|()| reader.pushed)
        })
    }
}

/// The thread that reads: what waits, in batches, and what becomes of them.
struct OutboxBatcher {
    queue: VecDeque<OutboxChange>,
    after: i64,
    together: u32,
    room: usize,
    /// Names and keys of shared projects.
    names: HashMap<String, (String, String)>,
    of_entries: NameTermExtractor,
    carried: HashSet<(String, [u8; 32])>,
    /// Projects of which the hub takes nothing now.
    refused: HashSet<String>,
    pushed: PushTotals,
    on_the_way: usize,
}

impl OutboxBatcher {
    /// Changes of one project; none where nothing waits.
    fn next_batch(
        &mut self,
        store: &mut Store,
        masker: &Masker,
        team: &str,
        origin: &str,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<PushBatch>> {
        loop {
            if self.queue.is_empty() {
                self.queue = store.unsent_changes(self.after, self.together)?.into();
                let Some(last) = self.queue.back() else { return Ok(None) };
                self.after = last.id;
            }
            self.queue.retain(|one| !self.refused.contains(&one.project));
            let Some(first) = self.queue.front() else { continue };
            let local = first.project.clone();
            let (own, others) = std::mem::take(&mut self.queue).into_iter().partition(|one| one.project == local);
            self.queue = others;
            let Some((name, key)) = self.names.get(&local) else {
                // Unshared meanwhile: it does not leave.
                let own: VecDeque<OutboxChange> = own;
                let ids = own.iter().flat_map(|one| one.earlier.iter().copied().chain([one.id]));
                store.mark_changes_sent(&ids.collect::<Vec<_>>())?;
                continue;
            };
            let (key, team, origin) = (key.clone(), team.to_owned(), origin.to_owned());
            let place = ProjectAndOrigin { local, name: name.clone(), key, team, origin };
            let mut batch = PushBatch { place, ..PushBatch::default() };
            let mut own = own;
            let mut taker = PushBatchFiller { store, masker, names: &mut self.of_entries, carried: &mut self.carried };
            while batch.bytes < self.room && !stop() {
                let Some(change) = own.pop_front() else { break };
                taker.add_change_to_batch(&mut batch, change)?;
            }
            self.room = (2 * self.room).min(TEXT);
            own.append(&mut self.queue);
            self.queue = own;
            return Ok(Some(batch));
        }
    }

    /// Waits until one more is there, and notes it.
    fn record_next_outcome(
        &mut self,
        store: &mut Store,
        dones: &Receiver<Result<BatchOutcome>>,
        raw: &dyn Fn(&Store, &PushBatch) -> Result<()>,
    ) -> Result<()> {
        // Nobody waits for an answer any more.
        let Ok(done) = dones.recv() else {
            self.on_the_way = 0;
            return Ok(());
        };
        self.on_the_way -= 1;
        let (batch, bytes) = match done? {
            BatchOutcome::Taken(batch, bytes) => (batch, bytes),
            BatchOutcome::Refused(batch, why) => {
                if self.refused.insert(batch.place.local.clone()) {
                    self.pushed.refused.push((batch.place.name.clone(), why));
                }
                return Ok(());
            }
        };
        raw(store, &batch)?;
        store.mark_changes_sent(&batch.sent)?;
        self.pushed.entries += batch.entries.len() as u64;
        self.pushed.events += batch.events;
        self.pushed.gone += batch.gone.len() as u64;
        self.pushed.bytes += bytes;
        Ok(())
    }
}

/// The thread that finds words and packs.
fn run_packer(packs: &Receiver<Box<PushBatch>>, work: &Sender<DatabaseTask>) {
    let mut packer = match PagePacker::new() {
        Ok(packer) => packer,
        Err(error) => return drop(work.send(DatabaseTask::Failed(error))),
    };
    let mut of: Option<(ProjectAndOrigin, WordHasherAndCounter)> = None;
    for mut batch in packs {
        if let Some((place, mut numbers)) = of.take_if(|(place, _)| place.key != batch.place.key) {
            let _ = work.send(DatabaseTask::Count(place, numbers.take_due_word_counts(true)));
        }
        let (_, numbers) = of.get_or_insert_with(|| {
            (batch.place.clone(), WordHasherAndCounter::new(&project::project_word_prefix(&batch.place.key)))
        });
        let next = match batch.write_pages(numbers, &mut packer) {
            Ok(()) => {
                // Should somebody bring one of these texts at this very moment, its words count twice, and should we be cut
                // off, some count too little: a weight changes by a hair.
                batch.counted = numbers.take_due_word_counts(false);
                DatabaseTask::Send(batch)
            }
            Err(error) => DatabaseTask::Failed(error),
        };
        if work.send(next).is_err() {
            return;
        }
    }
    if let Some((place, mut numbers)) = of {
        let _ = work.send(DatabaseTask::Count(place, numbers.take_due_word_counts(true)));
    }
}

/// The thread that talks to the database.
struct DatabaseWorker<'h, 'm> {
    hub: &'h Mutex<&'m mut Hub>,
    works: Receiver<DatabaseTask>,
    /// To the packer; it ends when nothing more comes.
    pack: Option<Sender<Box<PushBatch>>>,
    done: Sender<Result<BatchOutcome>>,
    stop: &'h (dyn Fn() -> bool + Sync),
}

impl DatabaseWorker<'_, '_> {
    fn run_tasks(mut self) {
        let mut made: HashSet<String> = HashSet::new();
        while let Ok(work) = self.works.recv() {
            if (self.stop)() {
                return;
            }
            let mut hub = self.hub.lock().unwrap_or_else(PoisonError::into_inner);
            let told = match work {
                DatabaseTask::Ask(mut batch) => {
                    let place = &batch.place;
                    let make = match made.insert(place.key.clone()) {
                        true => hub.create_project_if_missing(place, &place.name),
                        false => Ok(()),
                    };
                    match make.and_then(|()| hub.drop_texts_known_to_hub(&mut batch)) {
                        Ok(()) => {
                            let _ = self.pack.as_ref().map(|pack| pack.send(batch));
                            Ok(None)
                        }
                        Err(error) => refused_or_failed(batch, error).map(Some),
                    }
                }
                DatabaseTask::Send(batch) => match hub.send_batch(&batch) {
                    Ok(bytes) => Ok(Some(BatchOutcome::Taken(batch, bytes))),
                    Err(error) => refused_or_failed(batch, error).map(Some),
                },
                // Counts of a project that was refused are refused as well, and are worth nothing without it.
                DatabaseTask::Count(place, counted) => match hub.send_word_counts(&place, &counted) {
                    Err(error) if !error.is_refusal() => Err(error),
                    _ => Ok(None),
                },
                DatabaseTask::Failed(error) => return drop(self.done.send(Err(error))),
                DatabaseTask::End => {
                    self.pack = None;
                    Ok(None)
                }
            };
            drop(hub);
            match told {
                Ok(None) => {}
                Ok(Some(sent)) => drop(self.done.send(Ok(sent))),
                Err(error) => return drop(self.done.send(Err(HubError::Lost(error).into()))),
            }
        }
    }
}

/// What the hub does not permit in one project stops no other; every other failure ends the push.
fn refused_or_failed(batch: Box<PushBatch>, error: DbFailure) -> DbResult<BatchOutcome> {
    if error.is_refusal() { Ok(BatchOutcome::Refused(batch, error.to_string())) } else { Err(error) }
}
