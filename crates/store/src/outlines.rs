//! Outlines by the content they were made of: a small file each beside the database, so that a source which was outlined
//! before is answered without parsing it and without opening the database.

use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use super::{Blake3Hash, Store, folder};
use crate::error::{Context, Result};
use ctx_model::env::{Env, user_id};
use ctx_model::id::EntryId;

const DIR: &str = "outlines";

pub struct OutlineCache {
    dir: PathBuf,
}

impl OutlineCache {
    /// The user's outlines; none where there is no place for a store, or a stranger's.
    pub fn for_user(env: &Env) -> Option<OutlineCache> {
        let dir = env.store_dir.as_deref()?;
        let is_mine = match fs::symlink_metadata(dir) {
            Ok(meta) => meta.is_dir() && meta.uid() == user_id(),
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        };
        is_mine.then(|| OutlineCache { dir: dir.join(DIR) })
    }

    /// `variant` is all that decides how the outline of a source looks.
    pub fn get(&self, hash: &Blake3Hash, variant: &str) -> Option<String> {
        fs::read_to_string(self.outline_path(hash, variant)).ok()
    }

    pub fn put(&self, hash: &Blake3Hash, variant: &str, text: &str) -> Result<()> {
        let file = self.outline_path(hash, variant);
        let dir = file.parent().unwrap_or(&self.dir);
        let doing = || format!("keeping the outline {}", file.display());
        if !dir.exists() {
            folder::prepare_private_dir(self.dir.parent().unwrap_or(&self.dir))?;
            DirBuilder::new().recursive(true).mode(0o700).create(dir).context(doing())?;
            fs::set_permissions(dir, Permissions::from_mode(0o700)).context(doing())?;
        }
        let temp = dir.join(format!("{}.tmp", EntryId::random_id()));
        let written = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&temp).and_then(|mut out| {
            out.write_all(text.as_bytes())?;
            fs::rename(&temp, &file)
        });
        if written.is_err() {
            let _ = fs::remove_file(&temp);
        }
        written.context(doing())
    }

    /// Removes all outlines of a source: overwritten, not only unlinked.
    pub(super) fn forget_source(&self, hash: &Blake3Hash) -> Result<()> {
        let name = hash_to_hex(hash);
        for file in list_directory(&self.dir.join(&name[..2])) {
            if file.file_name().is_some_and(|file| file.to_string_lossy().starts_with(&name)) {
                let len = fs::metadata(&file).map_or(0, |meta| meta.len());
                let blank = vec![0; usize::try_from(len).unwrap_or(0)];
                let doing = || format!("forgetting the outline {}", file.display());
                fs::write(&file, blank).context(doing())?;
                fs::remove_file(&file).context(doing())?;
            }
        }
        Ok(())
    }

    /// Removes outlines older than `cutoff`, in milliseconds since the epoch. Failed removals are tried again tomorrow.
    pub(super) fn prune(&self, cutoff: i64) {
        let cutoff = UNIX_EPOCH + Duration::from_millis(u64::try_from(cutoff).unwrap_or(0));
        for file in list_directory(&self.dir).iter().flat_map(|dir| list_directory(dir)) {
            if fs::metadata(&file).and_then(|meta| meta.modified()).is_ok_and(|made| made < cutoff) {
                let _ = fs::remove_file(file);
            }
        }
    }

    fn outline_path(&self, hash: &Blake3Hash, variant: &str) -> PathBuf {
        let name = hash_to_hex(hash);
        let variant = &blake3::hash(variant.as_bytes()).to_hex()[..16];
        self.dir.join(&name[..2]).join(format!("{name}-{variant}"))
    }
}

impl Store {
    pub(super) fn outline_cache(&self) -> OutlineCache {
        OutlineCache { dir: self.path.with_file_name(DIR) }
    }
}

fn hash_to_hex(hash: &Blake3Hash) -> String {
    blake3::Hash::from_bytes(*hash).to_hex().to_string()
}

fn list_directory(dir: &Path) -> Vec<PathBuf> {
    fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_is_found_by_content_and_variant_until_it_is_forgotten() {
        let dir = tempfile::tempdir().unwrap();
        let outlines = OutlineCache { dir: dir.path().join(DIR) };
        outlines.put(&[1; 32], "1 rust", "pub fn a()").unwrap();
        outlines.put(&[1; 32], "1 rust", "pub fn b()").unwrap();
        outlines.put(&[1; 32], "1 rust private", "fn c()").unwrap();
        outlines.put(&[2; 32], "1 rust", "pub fn d()").unwrap();
        assert_eq!(outlines.get(&[1; 32], "1 rust").as_deref(), Some("pub fn b()"));
        assert_eq!(outlines.get(&[1; 32], "2 rust"), None);
        assert_eq!(outlines.get(&[3; 32], "1 rust"), None);
        let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
        assert!(
            list_directory(&outlines.dir)
                .iter()
                .all(|dir| mode(dir) == 0o700 && list_directory(dir).iter().all(|file| mode(file) == 0o600))
        );
        outlines.forget_source(&[1; 32]).unwrap();
        assert_eq!([outlines.get(&[1; 32], "1 rust"), outlines.get(&[1; 32], "1 rust private")], [None, None]);
        assert!(outlines.get(&[2; 32], "1 rust").is_some());
        outlines.prune(ctx_model::env::unix_time_ms() - 60_000);
        assert!(outlines.get(&[2; 32], "1 rust").is_some());
        outlines.prune(ctx_model::env::unix_time_ms() + 60_000);
        assert!(outlines.get(&[2; 32], "1 rust").is_none());
    }
}
