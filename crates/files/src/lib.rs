//! Files that are read once: what of them was handed out in a session, and changes that are exact or not made at all.
//!
//! ```
//! let replacement = ctx_files::edit::Replacement { old: b"two", new: b"three", all: false };
//! let edited = replacement.apply(b"one\ntwo\n").unwrap();
//! assert_eq!(edited.bytes, b"one\nthree\n");
//! ```

pub mod change;
pub mod difference;
pub mod disk;
pub mod edit;
mod endings;
mod error;
pub mod nearest;
pub mod outlines;
pub mod printed_text;
pub mod read;
pub mod report;
pub mod status;
pub mod workspace;

pub use error::FileError;
pub use workspace::Workspace;
