//! Files that are read once: what of them was handed out in a session, and changes that are exact or not made at all.
//!
//! ```
//! let patch = b"@@ -1,2 +1,2 @@\n one\n-two\n+three\n";
//! let edited = ctx_files::patch::apply_patch(b"one\ntwo\n", patch).unwrap();
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
pub mod patch;
pub mod read;
pub mod report;
pub mod shown;
pub mod status;
pub mod workspace;

pub use error::FileError;
pub use workspace::Workspace;
