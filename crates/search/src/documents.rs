//! Documents from disk, many at once: read, cut and packed on all cores, written in the order in which they are found.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use super::section_preparer::{SectionPreparer, add_word_count};
use super::sections;
use ctx_capture::record::MaskedText;
use ctx_model::error::Result;
use ctx_secrets::{Masker, TextKind};
use ctx_store::{
    DocumentOutcome, DocumentPacker, FileStamp, NewDocument, NewEntry, SectionOwner, Store, WordSectionCount,
};
use ctx_text::text::Text;

/// Text that one thread takes at a time.
const JOB: u64 = 256 << 10;
/// Jobs that wait for a thread, and results that wait to be written.
const WAITING: usize = 2;
/// Text in one transaction.
const BATCH: u64 = 2 << 20;
/// Larger files are data, not documents.
const LARGEST: u64 = 64 << 20;
/// Files larger than this are cut piece by piece, later.
const WHOLE: u64 = 4 << 20;
const SNIFFED: usize = 8 << 10;
/// The write-ahead log grows no larger than this meanwhile.
const LOG: u64 = 32 << 20;
/// Pages of the index that are merged after much new text, so that searches read fewer pieces.
const MERGED: u32 = 12_000;

/// A file that is to be read.
pub struct FileToRead {
    pub path: PathBuf,
    pub stamp: FileStamp,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DocumentCounts {
    pub new: u64,
    pub changed: u64,
    pub unchanged: u64,
    pub skipped: u64,
    pub bytes: u64,
}

impl DocumentCounts {
    pub fn add_counts(&mut self, other: DocumentCounts) {
        self.new += other.new;
        self.changed += other.changed;
        self.unchanged += other.unchanged;
        self.skipped += other.skipped;
        self.bytes += other.bytes;
    }
}

/// The outcome for one file.
enum ReadOutcome {
    Document(Box<NewDocument>),
    /// No text, or too large.
    Skipped,
    Failed(String),
}

/// A thread's result.
enum WorkerResult {
    Job(usize, PreparedJob),
    /// The numbers of words that are left when there are no more jobs.
    Rest(HashMap<String, WordSectionCount>),
}

#[derive(Default)]
struct PreparedJob {
    files: Vec<ReadOutcome>,
    words: HashMap<String, WordSectionCount>,
    bytes: u64,
}

/// Reads files and makes them searchable. `told` is given the bytes that are done; `failed` what went wrong with a file,
/// which is then left out. The index has to be up to date.
pub fn read_and_index_documents(
    store: &mut Store,
    masker: &Masker,
    new: &NewEntry,
    found: impl Iterator<Item = FileToRead> + Send,
    told: &mut dyn FnMut(u64),
    failed: &mut dyn FnMut(String),
) -> Result<DocumentCounts> {
    let _lock = store.take_index_lock(true);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    let mut tally = DocumentCounts::default();
    std::thread::scope(|scope| {
        let (jobs, waiting) = sync_channel::<(usize, Vec<FileToRead>)>(WAITING);
        let (results, prepared) = sync_channel::<WorkerResult>(WAITING);
        let waiting = std::sync::Arc::new(Mutex::new(waiting));
        scope.spawn(move || send_files_in_jobs(found, &jobs));
        for _ in 0..threads {
            let (waiting, results) = (waiting.clone(), results.clone());
            scope.spawn(move || DocumentWorker::new(masker.without_state()).process_jobs(&waiting, &results));
        }
        drop(results);
        write_prepared_documents(store, new, &prepared, &mut tally, told, failed)
    })?;
    if tally.bytes > BATCH {
        store.merge_index(MERGED)?;
    }
    Ok(tally)
}

/// Hands out files in order, enough at a time to be worth a thread. Nobody listens any more when writing failed.
fn send_files_in_jobs(found: impl Iterator<Item = FileToRead>, jobs: &SyncSender<(usize, Vec<FileToRead>)>) {
    let (mut job, mut bytes, mut number) = (Vec::new(), 0, 0);
    for file in found {
        bytes += file.stamp.size;
        job.push(file);
        if bytes >= JOB || job.len() >= 256 {
            if jobs.send((number, std::mem::take(&mut job))).is_err() {
                return;
            }
            (bytes, number) = (0, number + 1);
        }
    }
    let _ = jobs.send((number, job));
}

struct DocumentWorker {
    masker: Masker,
    preparer: SectionPreparer,
    packer: DocumentPacker,
}

impl DocumentWorker {
    fn new(masker: Masker) -> DocumentWorker {
        DocumentWorker { masker, preparer: SectionPreparer::default(), packer: DocumentPacker::default() }
    }

    fn process_jobs(mut self, jobs: &Mutex<Receiver<(usize, Vec<FileToRead>)>>, results: &SyncSender<WorkerResult>) {
        loop {
            let job = jobs.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).recv();
            let Ok((number, files)) = job else { break };
            let mut prepared = PreparedJob::default();
            for file in files {
                prepared.bytes += file.stamp.size;
                prepared.files.push(self.read_and_prepare_document(file));
            }
            self.preparer.take_words(&mut prepared.words, false);
            if results.send(WorkerResult::Job(number, prepared)).is_err() {
                return;
            }
        }
        let mut rest = HashMap::new();
        self.preparer.take_words(&mut rest, true);
        let _ = results.send(WorkerResult::Rest(rest));
    }

    fn read_and_prepare_document(&mut self, file: FileToRead) -> ReadOutcome {
        if file.stamp.size > LARGEST {
            return ReadOutcome::Skipped;
        }
        let bytes = match std::fs::read(&file.path) {
            Ok(bytes) => bytes,
            Err(error) => return ReadOutcome::Failed(format!("{}: {error}", file.path.display())),
        };
        if Text::from_bytes(&bytes[..bytes.len().min(SNIFFED)]).binary().is_some() {
            return ReadOutcome::Skipped;
        }
        let path = file.path.to_string_lossy().into_owned();
        let sections = (bytes.len() as u64 <= WHOLE).then(|| {
            let (text, _) = MaskedText::mask_bytes(&bytes, TextKind::of_path(&path), &self.masker);
            let cuts = sections::split_document_into_sections(&text, &path);
            // The blob has no number yet; the writer of the sections sets it.
            self.preparer.add_text_sections(SectionOwner::Blob(0), &text, &cuts);
            self.preparer.take_sections()
        });
        let packed = self.packer.pack(&bytes);
        ReadOutcome::Document(Box::new(NewDocument { path, stamp: file.stamp, packed, sections }))
    }
}

/// Writes prepared documents in order, in batches.
fn write_prepared_documents(
    store: &mut Store,
    new: &NewEntry,
    prepared: &Receiver<WorkerResult>,
    tally: &mut DocumentCounts,
    told: &mut dyn FnMut(u64),
    failed: &mut dyn FnMut(String),
) -> Result<()> {
    let mut early: BTreeMap<usize, PreparedJob> = BTreeMap::new();
    let (mut next, mut logged) = (0, 0);
    let mut batch = DocumentBatch::default();
    for done in prepared {
        match done {
            WorkerResult::Job(number, job) => drop(early.insert(number, job)),
            WorkerResult::Rest(words) => batch.add_words(words),
        }
        while let Some(job) = early.remove(&next) {
            next += 1;
            for file in job.files {
                match file {
                    ReadOutcome::Document(document) => batch.documents.push(*document),
                    ReadOutcome::Skipped => tally.skipped += 1,
                    ReadOutcome::Failed(why) => {
                        tally.skipped += 1;
                        failed(why);
                    }
                }
            }
            batch.add_words(job.words);
            batch.bytes += job.bytes;
            if batch.bytes >= BATCH {
                logged += batch.bytes;
                std::mem::take(&mut batch).write_to_store(store, new, tally)?;
                told(tally.bytes);
                if logged >= LOG {
                    store.checkpoint_wal_above_size(1 << 20);
                    logged = 0;
                }
            }
        }
    }
    batch.write_to_store(store, new, tally)?;
    told(tally.bytes);
    Ok(())
}

#[derive(Default)]
struct DocumentBatch {
    documents: Vec<NewDocument>,
    words: HashMap<String, WordSectionCount>,
    bytes: u64,
}

impl DocumentBatch {
    fn add_words(&mut self, words: HashMap<String, WordSectionCount>) {
        words.into_iter().for_each(|(word, count)| add_word_count(&mut self.words, word, count));
    }

    fn write_to_store(self, store: &mut Store, new: &NewEntry, tally: &mut DocumentCounts) -> Result<()> {
        for (put, document) in
            store.store_documents_with_sections(new, &self.documents, &self.words)?.into_iter().zip(&self.documents)
        {
            tally.bytes += document.stamp.size;
            match put {
                DocumentOutcome::New => tally.new += 1,
                DocumentOutcome::Changed => tally.changed += 1,
                DocumentOutcome::Same => tally.unchanged += 1,
            }
        }
        Ok(())
    }
}
