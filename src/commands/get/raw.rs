//! `ctx get --raw`: the exact bytes of an entry, or of one of its streams.

use super::Args;
use crate::capture::streams::{self, Stream};
use crate::context::Ending;
use crate::error::{Error, Result};
use crate::ui::write_raw;
use ctx_store::{BlobReader, Entry, Lost, Piece, Store};

impl Args {
    pub(super) fn raw(&self, store: &Store, entry: &Entry) -> Result<Ending> {
        let wanted = self.stream.as_deref().map(|name| if name == "err" { Stream::Err } else { Stream::Out });
        let map = match (wanted, &entry.streams) {
            (Some(_), None) => {
                return Err(Error::absent(format_args!("{} keeps both streams as one", entry.id.reference()))
                    .hint("run the command with --split to keep them apart"));
            }
            (_, map) => map.as_deref().unwrap_or_default(),
        };
        let Some(blob) = entry.blob else { return Ok(Ending::OK) };
        let mut reader = BlobReader::new(store, blob);
        let mut lost: Vec<Lost> = Vec::new();
        let mut hasher = blake3::Hasher::new();
        while let Some(piece) = reader.next_piece()? {
            let (raw_start, bytes) = match piece {
                Piece::Bytes { raw_start, bytes } => (raw_start, bytes),
                Piece::Lost(range) => {
                    lost.push(range);
                    continue;
                }
            };
            hasher.update(&bytes);
            let open = match wanted {
                Some(stream) => write_raw(&streams::only(map, stream, raw_start, &bytes)),
                None => write_raw(&bytes),
            };
            if !open {
                return Ok(Ending::OK);
            }
        }
        let whole = store.blob_hash(blob)?.is_none_or(|hash| hash == *hasher.finalize().as_bytes());
        if lost.is_empty() && whole {
            return Ok(Ending::OK);
        }
        let reference = entry.id.reference();
        Err(match lost.as_slice() {
            [] => Error::damaged(format_args!("{reference} is damaged: its bytes are not those that were stored")),
            [first, rest @ ..] => Error::damaged(format_args!(
                "{reference} is damaged: {first}{} are lost and left out here",
                match rest.len() {
                    0 => String::new(),
                    more => format!(" and {more} more ranges"),
                }
            )),
        }
        .hint("ctx doctor --deep says what else is damaged"))
    }
}
