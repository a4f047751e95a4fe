//! One file on a disk: found through its symlinks, read whole, replaced at once or not at all.

use std::fs::{self, File, Metadata, OpenOptions, Permissions, TryLockError};
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use crate::error::FileError;
use ctx_model::error::{Context, Result};
use ctx_model::id::EntryId;

/// The largest file: it still fits into memory twice without harm.
const LARGEST: u64 = 256 << 20;
/// As many links as the kernel follows.
const LINKS: usize = 40;

/// A file as it was found, held against other editors of ctx until dropped.
pub struct LoadedFile {
    pub path: PathBuf,
    pub bytes: Vec<u8>,
    meta: Metadata,
    _lock: Option<File>,
}

/// The given path without `.` and `..`: rules about paths are matched against it and the real path.
pub fn absolute_path(cwd: &Path, given: &Path) -> PathBuf {
    let mut path = PathBuf::new();
    for part in cwd.join(given).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    path
}

/// Where the file really is, or would be: all symlinks followed, also a last one that leads nowhere yet.
pub fn real_path(cwd: &Path, given: &Path) -> Result<PathBuf> {
    let mut path = cwd.join(given);
    for _ in 0..LINKS {
        if let Ok(real) = path.canonicalize() {
            return Ok(real);
        }
        let parent = path.parent().unwrap_or(Path::new("/"));
        let Some(name) = path.file_name() else { return Ok(path) };
        let Ok(parent) = parent.canonicalize() else {
            // The directory is missing, too; the existing part of the path is real, the rest is as given.
            return Ok(absolute_path(cwd, &path));
        };
        let here = parent.join(name);
        match fs::read_link(&here) {
            Ok(target) => path = parent.join(target),
            Err(_) => return Ok(here),
        }
    }
    Err(FileError::TooManyLinks(given.to_owned()).into())
}

impl LoadedFile {
    /// Reads the file; none when there is none.
    pub fn read(path: &Path) -> Result<Option<LoadedFile>> {
        LoadedFile::read_with_optional_lock(path, false)
    }

    /// Reads the file and keeps other editors of ctx away from it.
    pub fn read_and_lock(path: &Path) -> Result<Option<LoadedFile>> {
        LoadedFile::read_with_optional_lock(path, true)
    }

    fn read_with_optional_lock(path: &Path, hold: bool) -> Result<Option<LoadedFile>> {
        let doing = || path.display().to_string();
        loop {
            match fs::metadata(path) {
                Ok(meta) => check_regular_file_and_size(path, &meta)?,
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(error).context(doing()),
            }
            // Between the check and the opening a pipe may have taken its place: never wait for its writer.
            let opened = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(path);
            let mut file = match opened {
                Ok(file) => file,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(error).context(doing()),
            };
            let locked = hold && wait_for_file_lock(&file);
            let meta = file.metadata().context(doing())?;
            check_regular_file_and_size(path, &meta)?;
            let is_current = fs::metadata(path).is_ok_and(|now| is_same_file(&now, &meta));
            if locked && !is_current {
                // The process that held it has replaced it meanwhile.
                continue;
            }
            let mut bytes = Vec::with_capacity(usize::try_from(meta.len()).unwrap_or(0));
            file.read_to_end(&mut bytes).context(doing())?;
            return Ok(Some(LoadedFile { path: path.to_owned(), bytes, meta, _lock: locked.then_some(file) }));
        }
    }

    pub fn mode(&self) -> u32 {
        self.meta.mode() & 0o7777
    }

    /// Names of this file beside this one: they keep the old bytes.
    pub fn count_other_hard_links(&self) -> u64 {
        self.meta.nlink().saturating_sub(1)
    }

    /// Refuses a file that its owner has protected: a rename would not notice.
    pub fn check_writable(&self) -> Result<()> {
        let protected = self.meta.mode() & 0o222 == 0 || !has_write_access(&self.path);
        if protected {
            return Err(FileError::ReadOnly(self.path.clone()).into());
        }
        Ok(())
    }

    /// The file has these bytes from now on, with the mode and, where the system lets us, the owner it had. It is held
    /// against other editors of ctx until the handle is dropped: the session remembers it only later.
    pub fn replace_content(&self, bytes: &[u8]) -> Result<File> {
        self.prepare_replacement(bytes)?.move_into_place()
    }

    /// Bytes that are ready to take this file's place.
    pub fn prepare_replacement(&self, bytes: &[u8]) -> Result<PreparedFile<'_>> {
        let temp = TempFile::create_beside(&self.path, 0o600)?;
        temp.write_and_sync(bytes)?;
        // Before the mode, which may forbid it.
        copy_extended_attributes(&self.path, &temp.file);
        temp.copy_mode_and_owner(&self.meta).context(format_args!("{}: keeping its mode", self.path.display()))?;
        Ok(PreparedFile { temp, path: self.path.clone(), replaces: Some(self) })
    }
}

/// Makes a file that is not there yet; one that came into being meanwhile is not touched.
pub fn create_file(path: &Path, bytes: &[u8], mode: Option<u32>) -> Result<File> {
    prepare_new_file(path, bytes, mode)?.move_into_place()
}

/// Bytes that are ready to become a file that is not there yet.
pub fn prepare_new_file(path: &Path, bytes: &[u8], mode: Option<u32>) -> Result<PreparedFile<'static>> {
    let temp = TempFile::create_beside(path, 0o666)?;
    temp.write_and_sync(bytes)?;
    if let Some(mode) = mode {
        temp.file
            .set_permissions(Permissions::from_mode(mode))
            .context(format_args!("{}: setting its mode", path.display()))?;
    }
    Ok(PreparedFile { temp, path: path.to_owned(), replaces: None })
}

/// Bytes on the disk beside the file that they will be, so that only a rename can still fail; gone unless they are put.
pub struct PreparedFile<'a> {
    temp: TempFile,
    path: PathBuf,
    replaces: Option<&'a LoadedFile>,
}

impl PreparedFile<'_> {
    pub fn move_into_place(self) -> Result<File> {
        match self.replaces {
            Some(found) => self.replace_if_unchanged(found),
            None => self.link_new_file(),
        }
    }

    fn replace_if_unchanged(&self, found: &LoadedFile) -> Result<File> {
        let is_current = fs::metadata(&self.path).is_ok_and(|now| is_same_file(&now, &found.meta));
        // The bytes, not the time stamps: two writes within one tick of the clock look alike.
        if !is_current || !fs::read(&self.path).is_ok_and(|now| now == found.bytes) {
            return Err(FileError::ChangedMeanwhile(self.path.clone()).into());
        }
        self.temp.rename_over(&self.path)
    }

    fn link_new_file(&self) -> Result<File> {
        let path = &self.path;
        let held = self.temp.locked_handle()?;
        match fs::hard_link(&self.temp.path, path) {
            Ok(()) => {
                sync_parent_dir(path);
                Ok(held)
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(FileError::CreatedMeanwhile(path.clone()).into())
            }
            // No hard links on this file system.
            Err(_) if !path.exists() => self.temp.rename_over(path),
            Err(error) => Err(error).context(path.display()),
        }
    }
}

fn check_regular_file_and_size(path: &Path, meta: &Metadata) -> Result<()> {
    let path = path.to_owned();
    if meta.is_dir() {
        return Err(FileError::Directory(path).into());
    }
    if !meta.is_file() {
        return Err(FileError::NotRegular(path).into());
    }
    if meta.len() > LARGEST {
        return Err(FileError::TooLarge { path, bytes: meta.len() }.into());
    }
    Ok(())
}

fn is_same_file(a: &Metadata, b: &Metadata) -> bool {
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// Waits for other editors of ctx; not long for another program's lock, and not at all on a file system without
/// locks: the check before the rename is guard enough against them.
fn wait_for_file_lock(file: &File) -> bool {
    for _ in 0..500 {
        match file.try_lock() {
            Ok(()) => return true,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
            Err(TryLockError::Error(_)) => return false,
        }
    }
    false
}

fn has_write_access(path: &Path) -> bool {
    let Ok(path) = std::ffi::CString::new(path.as_os_str().as_bytes()) else { return false };
    // SAFETY: a string that ends in NUL and lives through the call.
    unsafe { libc::access(path.as_ptr(), libc::W_OK) == 0 }
}

fn sync_parent_dir(path: &Path) {
    // Some file systems cannot; the bytes themselves are safe by now.
    if let Some(Ok(dir)) = path.parent().map(File::open) {
        let _ = dir.sync_all();
    }
}

/// Removes the temporary files of killed commands: nobody holds them any more.
fn remove_stale_temp_files(dir: &Path) {
    const AGE: Duration = Duration::from_secs(60);
    for file in fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = file.file_name();
        let ours = name.to_str().and_then(|name| name.strip_prefix(".ctx-")?.strip_suffix(".tmp")?.split_once('-'));
        let Some(owner) = ours.filter(|(id, _)| EntryId::is_valid(id)).and_then(|(_, owner)| owner.parse().ok()) else {
            continue;
        };
        // One that was just made may not be held yet: its process still runs then, here or in another container.
        let old = !ctx_model::process::process_exists(owner)
            || file.metadata().and_then(|meta| meta.modified()).is_ok_and(|at| at.elapsed().is_ok_and(|age| age > AGE));
        let opened = OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(file.path());
        if old && opened.is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(file.path());
        }
    }
}

/// Takes over the extended attributes of the file that is replaced, as far as the file system permits.
#[cfg(target_os = "linux")]
fn copy_extended_attributes(from: &Path, to: &File) {
    use std::os::fd::AsRawFd;
    let Ok(from) = std::ffi::CString::new(from.as_os_str().as_bytes()) else { return };
    // A null pointer with no length asks for the size, any other for as much as fits.
    let filled = |ask: &dyn Fn(*mut libc::c_void, usize) -> isize| -> Vec<u8> {
        let mut bytes = vec![0u8; usize::try_from(ask(std::ptr::null_mut(), 0)).unwrap_or(0)];
        let got = if bytes.is_empty() { 0 } else { ask(bytes.as_mut_ptr().cast(), bytes.len()) };
        bytes.truncate(usize::try_from(got).unwrap_or(0));
        bytes
    };
    // SAFETY: a string that ends in NUL; pointer and length are those of a buffer.
    let names = filled(&|buffer, size| unsafe { libc::listxattr(from.as_ptr(), buffer.cast(), size) });
    for name in names.split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        let Ok(name) = std::ffi::CString::new(name) else { continue };
        // SAFETY: as above.
        let value = filled(&|buffer, size| unsafe { libc::getxattr(from.as_ptr(), name.as_ptr(), buffer, size) });
        // SAFETY: a descriptor that is open, a string that ends in NUL, and a pointer with its length.
        let _ = unsafe { libc::fsetxattr(to.as_raw_fd(), name.as_ptr(), value.as_ptr().cast(), value.len(), 0) };
    }
}

#[cfg(not(target_os = "linux"))]
fn copy_extended_attributes(_: &Path, _: &File) {}

/// A file beside the one it will become, gone again unless it does.
struct TempFile {
    path: PathBuf,
    file: File,
}

impl TempFile {
    fn create_beside(target: &Path, mode: u32) -> Result<TempFile> {
        let dir = target.parent().unwrap_or(Path::new("/"));
        remove_stale_temp_files(dir);
        let path = dir.join(format!(".ctx-{}-{}.tmp", EntryId::random_id(), std::process::id()));
        let made = OpenOptions::new().write(true).create_new(true).mode(mode).open(&path);
        let file = made.map_err(|source| {
            let dir = dir.to_owned();
            match source.kind() {
                io::ErrorKind::PermissionDenied => FileError::NotWritable { dir, source },
                io::ErrorKind::NotFound => FileError::NoDirectory(dir),
                _ => FileError::Making { dir, source },
            }
        })?;
        // Locked before it has the name by which others find it.
        wait_for_file_lock(&file);
        Ok(TempFile { path, file })
    }

    fn write_and_sync(&self, bytes: &[u8]) -> Result<()> {
        let mut file = &self.file;
        let written = file.write_all(bytes).and_then(|()| file.sync_all());
        Ok(written.map_err(|source| FileError::Writing { path: self.path.clone(), source })?)
    }

    fn copy_mode_and_owner(&self, meta: &Metadata) -> io::Result<()> {
        let own = self.file.metadata()?;
        let mut mode = meta.mode() & 0o7777;
        if (own.uid(), own.gid()) != (meta.uid(), meta.gid()) {
            let given = std::os::unix::fs::fchown(&self.file, Some(meta.uid()), Some(meta.gid()));
            // Only root gives files away. A file of another owner must not run with that one's rights.
            if given.is_err() {
                mode &= 0o777;
            }
        }
        self.file.set_permissions(Permissions::from_mode(mode))
    }

    fn rename_over(&self, target: &Path) -> Result<File> {
        let held = self.locked_handle()?;
        fs::rename(&self.path, target).context(format_args!("replacing {}", target.display()))?;
        sync_parent_dir(target);
        Ok(held)
    }

    fn locked_handle(&self) -> Result<File> {
        self.file.try_clone().context(self.path.display())
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        // After a rename there is nothing left to remove.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests;
