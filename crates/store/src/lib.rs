//! The only SQL: entries and their raw bytes, in one SQLite file that several processes share.
//!
//! ```
//! use ctx_store::Store;
//!
//! let store = Store::open_in_memory()?;
//! assert_eq!(store.store_totals()?.0, 0, "a store in memory begins without entries");
//! # Ok::<(), ctx_store::Error>(())
//! ```

#![warn(clippy::too_many_lines)]

mod blob_reader;
mod blobs;
mod chunks;
mod command_directory;
mod days_of_use;
mod documents;
mod entries;
mod entry_life;
mod error;
mod events;
mod fetched_pages;
mod files;
mod findings;
mod folded;
pub mod folder;
mod forget;
mod hub;
mod import;
mod index;
mod index_merge;
mod index_queue;
pub mod inspect;
mod literal_filter;
mod lock_holder;
mod locks;
mod lookup;
mod masks;
mod memory_store;
mod migrate;
mod news;
mod open;
mod open_errors;
pub mod opencode_database;
mod orphans;
mod outbox;
mod outlines;
mod overview;
mod pack;
mod rank;
mod resolve;
mod retention;
mod scratch;
mod section_score;
mod session_steps;
mod session_summary_cache;
mod sessions;
mod settle;
mod spool;
mod spool_import;
mod sql;
mod stats;
mod store_presence;
mod usage;
mod verify;
mod work_stats;
mod writer_process;

use std::cell::RefCell;

use rusqlite::Connection;

pub use blob_reader::{BlobPiece, BlobReader, DamagedRange};
pub use blobs::BlobWriter;
pub use documents::{DocumentOutcome, FileStamp, NewDocument};
pub use entries::{Entry, EntryKind, EntryOutcome, HistoryFilter, NewEntry};
pub use events::SessionEventFilter;
pub use fetched_pages::{NewWebPage, StoredWebPage};
pub use files::{Blake3Hash, FileUse, NewFileChange, StoredFileChange, TrackedFile};
pub use findings::PreviousRun;
pub use folded::{FoldRuleCount, FoldedRequest, SessionFoldTotals};
pub use hub::{ChangedEntryOrEvent, HubIdentityAndLastAttempts, OutboxChange};
pub use import::{AnswerTokens, ImportBatch, ImportedEntry, RecordedRun, TranscriptReadProgress};
pub use index::{IndexBatch, NewSection, SectionOwner, WordSectionCount};
pub use index_queue::{PendingEntry, PendingTotals};
pub use locks::StoreLock;
pub use lookup::{FullTextQuery, ScoredSection, SearchFilter, SectionRow, VocabularyWord};
pub use memory_store::HubEntry;
pub use news::HubNewsItem;
pub use open::sync_write_ahead_log;
pub use outlines::OutlineCache;
pub use overview::PeriodCount;
pub use pack::{DocumentPacker, StoredBlob};
pub use rank::{ALL_TOGETHER, PhraseSpec, RankedRow, SURE};
pub use retention::{PruneResult, RetentionLimits};
pub use scratch::ScratchStore;
pub use section_score::{message_or_output_score_factor, prose_score_factor, whole_text_score};
pub use session_steps::SessionStep;
pub use sessions::{ActivityCounts, SavedBrief, SessionRow};
pub use spool::{PreparedSpoolFile, SpoolWriter};
pub use stats::{IMPORTED, OUTPUTS, OutputUsageRow, StatsScope};
pub use store_presence::StoreFileIdentity;
pub use usage::VerbUse;
pub use verify::{DamagedBlob, VerifyResult};
pub use work_stats::{CallTotalsRow, FileUseRow, TokenUsageRow};

use error::Context;
pub use error::{Error, Result};
use sql::{ReadQueries, WriteQueries};

/// An open store. All writes are BEGIN IMMEDIATE: a deferred one that turns into a write under
/// parallel writers fails without waiting.
pub struct Store {
    db: Connection,
    path: std::path::PathBuf,
    /// Why it can only be read (a newer schema), if so.
    read_only: Option<String>,
    /// Something the user should know about how it was opened.
    notice: Option<String>,
    packer: pack::Compressor,
    unpacker: RefCell<chunks::ChunkUnpacker>,
    /// Changes to send to a hub.
    changes: outbox::UnrecordedRowChanges,
    /// A transaction of an import is open.
    importing: bool,
    /// How it waits for other writers.
    handler: open::BusyHandler,
}

impl Store {
    pub fn database_path(&self) -> &std::path::Path {
        &self.path
    }

    /// A corrupt file was moved aside, or the like.
    pub fn take_open_notice(&mut self) -> Option<String> {
        self.notice.take()
    }

    /// Runs `work` in one write transaction.
    fn write_transaction<T>(&mut self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        let changes = self.changes.clone();
        self.write_without_outbox(|db| {
            let value = work(db)?;
            changes.write_to_outbox(db)?;
            Ok(value)
        })
    }

    /// The same for what no hub is told about.
    fn write_without_outbox<T>(&mut self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        if let Some(why) = &self.read_only {
            return Err(Error::ReadOnly(why.clone()));
        }
        let write = || -> rusqlite::Result<T> {
            let transaction = self.db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            let value = work(&transaction)?;
            transaction.commit()?;
            self.changes.discard_all();
            Ok(value)
        };
        write().map_err(|error| {
            self.changes.discard_all();
            Error::from_database_error(self.describe_for_errors(), &error)
        })
    }

    /// How errors name it.
    fn describe_for_errors(&self) -> String {
        format!("store {}", self.path.display())
    }

    /// One change in a transaction of its own.
    fn execute_in_transaction(&mut self, sql: &str, values: impl rusqlite::Params) -> Result<usize> {
        self.write_transaction(|db| db.run(sql, values))
    }

    fn with_unpacker<T>(
        &self,
        work: impl FnOnce(&Connection, &mut chunks::ChunkUnpacker) -> rusqlite::Result<T>,
    ) -> Result<T> {
        self.with_connection(|db| work(db, &mut self.unpacker.borrow_mut()))
    }
}

impl ReadQueries for Store {
    type Error = Error;

    fn with_connection<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        work(&self.db).context(self.describe_for_errors())
    }
}
