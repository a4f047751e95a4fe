//! The only SQL: entries and their raw bytes, in one SQLite file that several processes share.
//!
//! ```
//! use ctx_store::Store;
//!
//! let store = Store::guest()?;
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
pub use documents::{NewDocument, Put, Stamp};
pub use entries::{Entry, EntryKind, Filter, Finished, NewEntry};
pub use events::Within;
pub use files::{Change, FileUse, Hash, NewChange, Tracked};
pub use findings::Previous;
pub use folded::{FoldedRequest, FoldedSum, RuleCount};
pub use guest::{GuestEntry, GuestWord};
pub use hub::{Changed, HubState, Thing};
pub use import::{Batch, Imported, Recorded, Spent, Transcript};
pub use index::{IndexBatch, NewSection, Of, WordCount};
pub use locks::IndexLock;
pub use lookup::{Among, Scored, SectionRow, Word, WordQuery};
pub use news::News;
pub use open::sync;
pub use outlines::Outlines;
pub use overview::PartCount;
pub use pack::{DocumentPacker, Stored};
pub use pages::{NewPage, StoredPage};
pub use presence::Presence;
pub use rank::{PhraseSpec, Ranked, SURE};
pub use reader::{BlobReader, Lost, Piece};
pub use retention::{Limits, Pruned};
pub use scratch::Scratch;
pub use sessions::{Activity, SessionRow, Snapshot};
pub use spent::{CallRow, FileRow, SpentRow};
pub use spool::{Ahead, Spool};
pub use stats::{IMPORTED, OUTPUTS, Output, Span};
pub use thread::Step;
pub use usage::Use;
pub use verify::{Damaged, Verified};
pub use waiting::{Pending, Waiting};
pub use worth::{captured, prose, whole};

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
    unpacker: RefCell<chunks::Unpacker>,
    /// Changes to send to a hub.
    changes: outbox::Changes,
    /// A transaction of an import is open.
    importing: bool,
    /// How it waits for other writers.
    handler: open::Patience,
}

impl Store {
    pub fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// A corrupt file was moved aside, or the like.
    pub fn take_notice(&mut self) -> Option<String> {
        self.notice.take()
    }

    /// Runs `work` in one write transaction.
    fn write<T>(&mut self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        let changes = self.changes.clone();
        self.write_unnoted(|db| {
            let value = work(db)?;
            changes.note(db)?;
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
            self.changes.forget();
            Ok(value)
        };
        write().map_err(|error| {
            self.changes.forget();
            Error::database(format_args!("store {}", self.path.display()), &error)
        })
    }

    fn read<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        work(&self.db).context(format_args!("store {}", self.path.display()))
    }

    fn unpack<T>(&self, work: impl FnOnce(&Connection, &mut chunks::Unpacker) -> rusqlite::Result<T>) -> Result<T> {
        self.read(|db| work(db, &mut self.unpacker.borrow_mut()))
    }
}
