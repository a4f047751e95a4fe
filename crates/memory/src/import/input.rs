//! A transcript on disk: its bytes, unpacked where it is compressed, and what its place says about it.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::time::UNIX_EPOCH;

use crate::error::MemoryError;
use ctx_model::error::Result;

/// The file's bytes, unpacked where it is compressed.
pub fn open_transcript(path: &Path) -> Result<Box<dyn TranscriptInput>> {
    let absent = |source| MemoryError::Unreadable { path: path.display().to_string(), source };
    let file = File::open(path).map_err(absent)?;
    if path.extension().is_some_and(|end| end == "zst") {
        return Ok(Box::new(ZstdInput(zstd::stream::read::Decoder::new(file).map_err(absent)?)));
    }
    Ok(Box::new(file))
}

pub trait TranscriptInput: Read {
    /// Skips `bytes`; false when there are fewer.
    fn skip_bytes(&mut self, bytes: u64) -> bool;
}

impl TranscriptInput for File {
    fn skip_bytes(&mut self, bytes: u64) -> bool {
        let length = self.metadata().map_or(0, |meta| meta.len());
        self.seek(SeekFrom::Current(bytes as i64)).is_ok_and(|at| at <= length)
    }
}

struct ZstdInput<'a>(zstd::stream::read::Decoder<'a, std::io::BufReader<File>>);

impl Read for ZstdInput<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(into)
    }
}

impl TranscriptInput for ZstdInput<'_> {
    fn skip_bytes(&mut self, bytes: u64) -> bool {
        std::io::copy(&mut self.0.by_ref().take(bytes), &mut std::io::sink()).is_ok_and(|passed| passed == bytes)
    }
}

pub fn is_database_file(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "db")
}

pub fn modified_ms(meta: &std::fs::Metadata) -> i64 {
    let since = meta.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |since| since.as_millis() as i64)
}

/// The session a file is named after, until one of its lines says better.
pub fn session_from_file_name(path: &Path) -> String {
    let stem = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = stem.trim_end_matches(".zst").trim_end_matches(".jsonl").trim_end_matches(".json");
    let general = matches!(stem, "events" | "transcript" | "chat_history" | "messages" | "session");
    // `chats/CONVERSATION/SUB-AGENT.jsonl`
    let below = path.ancestors().nth(2).and_then(Path::file_name).is_some_and(|folder| folder == "chats");
    match path.parent().and_then(Path::file_name).filter(|_| general || below) {
        Some(parent) => parent.to_string_lossy().into_owned(),
        None => stem.to_owned(),
    }
}

/// The project's directory, where the agent notes it beside its sessions.
pub fn project_dir_beside_transcript(path: &Path) -> Option<String> {
    let notes = path.ancestors().skip(2).take(2).map(|folder| folder.join(".project_root"));
    let text = notes.into_iter().find_map(|note| std::fs::read_to_string(note).ok())?;
    Some(text.trim().to_owned()).filter(|text| text.starts_with('/'))
}
