//! The former content of files that ctx changed, kept in the store's directory, to be restored byte for byte.

use std::fs;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::shell::replace_private_file;
use crate::error::SetupError;
use ctx_model::error::{Context, Result};

/// The place of the records.
pub struct RecordStore {
    dir: PathBuf,
}

/// One file that ctx changed.
pub struct FileRecord {
    /// The hash of the content that ctx wrote.
    pub after: String,
    /// The former content; none if there was no file.
    pub before: Option<Vec<u8>>,
    /// Directories that were made for it, the outermost first.
    pub dirs: Vec<PathBuf>,
}

impl FileRecord {
    pub fn original_text(&self) -> Option<String> {
        self.before.clone().and_then(|bytes| String::from_utf8(bytes).ok())
    }
}

pub fn hash_hex(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

impl RecordStore {
    pub fn in_store_dir(store_dir: Option<&Path>) -> Result<RecordStore> {
        let dir = store_dir.ok_or(SetupError::NoDirectory)?;
        Ok(RecordStore { dir: dir.join("install") })
    }

    /// The path of a file's backup.
    pub fn backup_path(&self, path: &Path) -> PathBuf {
        self.record_file_path(path, "backup")
    }

    fn record_file_path(&self, path: &Path, end: &str) -> PathBuf {
        use std::os::unix::ffi::OsStrExt;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let key = &hash_hex(path.as_os_str().as_bytes())[..12];
        self.dir.join(format!("{key}-{name}.{end}"))
    }

    /// The record of a file; none if it cannot be read.
    pub fn find_record(&self, path: &Path) -> Option<FileRecord> {
        let meta: Json = serde_json::from_slice(&fs::read(self.record_file_path(path, "json")).ok()?).ok()?;
        let before = match meta.get("existed").and_then(Json::as_bool)? {
            true => Some(fs::read(self.record_file_path(path, "before")).ok()?),
            false => None,
        };
        let dirs = meta.get("dirs").and_then(Json::as_array).into_iter().flatten();
        Some(FileRecord {
            after: meta.get("after")?.as_str()?.to_owned(),
            before,
            dirs: dirs.filter_map(Json::as_str).map(PathBuf::from).collect(),
        })
    }

    /// Remembers a file as it was without ctx. A record's directories are kept.
    pub fn save_record(&self, path: &Path, record: &FileRecord) -> Result<()> {
        let known = self.find_record(path).map(|known| known.dirs).unwrap_or_default();
        let dirs: Vec<String> =
            known.iter().chain(&record.dirs).map(|dir| dir.to_string_lossy().into_owned()).collect();
        if let Some(before) = &record.before {
            self.write_private_file(&self.record_file_path(path, "before"), before)?;
        }
        let meta = json!({
            "path": path.to_string_lossy(), "existed": record.before.is_some(), "after": record.after, "dirs": dirs,
            "version": env!("CARGO_PKG_VERSION"),
        });
        self.write_private_file(&self.record_file_path(path, "json"), format!("{meta}\n").as_bytes())
    }

    /// Backs up the bytes that a change replaces, whatever they are.
    pub fn back_up_bytes(&self, path: &Path, bytes: &[u8]) -> Result<()> {
        self.write_private_file(&self.backup_path(path), bytes)
    }

    pub fn remove_record(&self, path: &Path) {
        for end in ["json", "before"] {
            let _ = fs::remove_file(self.record_file_path(path, end));
        }
    }

    /// Settings may hold secrets: their backups are for their owner only.
    fn write_private_file(&self, file: &Path, bytes: &[u8]) -> Result<()> {
        let doing = || format!("keeping a copy as {}", file.display());
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.dir).context(doing())?;
        replace_private_file(file, bytes).context(doing())
    }
}
