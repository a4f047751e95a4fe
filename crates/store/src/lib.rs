//! The only SQL: entries and their raw bytes, in one SQLite file that several processes share.
//!
//! ```
//! use ctx_store::Store;
//!
//! let store = Store::in_memory()?;
//! assert_eq!(store.totals()?.0, 0, "a store in memory begins without entries");
//! # Ok::<(), ctx_store::Error>(())
//! ```

#![warn(clippy::too_many_lines)]

mod blobs;
mod chunks;
mod days;
mod documents;
mod entries;
mod error;
mod events;
mod files;
mod findings;
mod folded;
pub mod foreign;
mod forget;
mod guest;
mod holder;
mod hub;
mod import;
mod index;
pub mod inspect;
mod life;
mod locks;
mod lookup;
mod masks;
mod merge;
mod migrate;
mod narrow;
mod news;
mod open;
mod orphans;
mod outbox;
mod outlines;
mod overview;
mod owner;
mod pack;
mod pages;
pub mod place;
mod presence;
mod rank;
mod reader;
mod resolve;
mod retention;
mod scratch;
mod sessions;
mod settle;
mod spent;
mod spool;
mod standing;
mod stats;
mod take_in;
mod thread;
mod usage;
mod vectors;
mod verify;
mod waiting;
mod worth;

use std::cell::RefCell;

use rusqlite::Connection;

pub use blobs::BlobWriter;
pub use documents::{DocumentOutcome, FileStamp, NewDocument};
pub use entries::{Entry, EntryKind, FinishedEntry, HistoryFilter, NewEntry};
pub use events::EventScope;
pub use files::{Change, FileUse, Hash, NewChange, TrackedFile};
pub use findings::PreviousRun;
pub use folded::{FoldedRequest, FoldedSum, RuleCount};
pub use guest::{GuestEntry, GuestWord};
pub use hub::{ChangedThing, HubState, OutboxChange};
pub use import::{AnswerTokens, ImportBatch, ImportedEntry, ReadProgress, RecordedRun};
pub use index::{IndexBatch, NewSection, SectionOwner, WordCount};
pub use locks::IndexLock;
pub use lookup::{ScoredSection, SearchFilter, SectionRow, VocabularyWord, WordQuery};
pub use news::HubEvent;
pub use open::sync;
pub use outlines::Outlines;
pub use overview::PartCount;
pub use pack::{DocumentPacker, StoredBytes};
pub use pages::{NewPage, StoredPage};
pub use presence::StoreFilePresence;
pub use rank::{ALL_TOGETHER, PhraseSpec, RankedRow, SURE};
pub use reader::{BlobPiece, BlobReader, DamagedStretch};
pub use retention::{Limits, Pruned};
pub use scratch::ScratchStore;
pub use sessions::{ActivityCounts, SessionRow, Snapshot};
pub use spent::{FileUseRow, TokenUsageRow, ToolCallRow};
pub use spool::{PreparedSpoolFile, Spool};
pub use stats::{IMPORTED, OUTPUTS, StatsOutput, StatsScope};
pub use thread::SessionStep;
pub use usage::VerbUse;
pub use verify::{Damaged, Verified};
pub use waiting::{Pending, WaitingTotals};
pub use worth::{captured_factor, prose_factor, whole_text_score};

use error::Context;
pub use error::{Error, Result};

/// An open store. All writes are BEGIN IMMEDIATE: a deferred one that turns into a write under
/// parallel writers fails without waiting.
pub struct Store {
    db: Connection,
    path: std::path::PathBuf,
    /// Why it can only be read (a newer schema), if so.
    read_only: Option<String>,
    /// Something the user should know about how it was opened.
    notice: Option<String>,
    packer: pack::Packer,
    unpacker: RefCell<chunks::ChunkUnpacker>,
    /// Changes to send to a hub.
    changes: outbox::WatchedChanges,
    /// A transaction of an import is open.
    importing: bool,
    /// How it waits for other writers.
    handler: open::Patience,
}

impl Store {
    pub fn store_dir(&self) -> &std::path::Path {
        &self.path
    }

    /// A corrupt file was moved aside, or the like.
    pub fn take_open_notice(&mut self) -> Option<String> {
        self.notice.take()
    }

    /// Runs `work` in one write transaction.
    fn write<T>(&mut self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        let changes = self.changes.clone();
        self.write_unnoted(|db| {
            let value = work(db)?;
            changes.note_changes(db)?;
            Ok(value)
        })
    }

    /// The same for what no hub is told about.
    fn write_unnoted<T>(&mut self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        if let Some(why) = &self.read_only {
            return Err(Error::ReadOnly(why.clone()));
        }
        let write = || -> rusqlite::Result<T> {
            let transaction = self.db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            let value = work(&transaction)?;
            transaction.commit()?;
            self.changes.forget_changes();
            Ok(value)
        };
        write().map_err(|error| {
            self.changes.forget_changes();
            Error::from_database_error(format_args!("store {}", self.path.display()), &error)
        })
    }

    fn read<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        work(&self.db).context(format_args!("store {}", self.path.display()))
    }

    fn unpack<T>(
        &self,
        work: impl FnOnce(&Connection, &mut chunks::ChunkUnpacker) -> rusqlite::Result<T>,
    ) -> Result<T> {
        self.read(|db| work(db, &mut self.unpacker.borrow_mut()))
    }
}
