//! The directory and file of the store: private from the start under any umask, no symlink, owned by this user.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::error::{Context, Error, Result};
use ctx_model::env::user_id;

pub const FILE: &str = "ctx.db";

/// The path of a file beside the database whose name goes on with this: `-wal`, `-shm`.
pub fn path_with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Makes the directory if it is missing and returns its real path.
pub fn prepare_private_dir(dir: &Path) -> Result<PathBuf> {
    let no_access = |source: io::Error| Error::NoAccess { path: dir.to_owned(), source };
    match fs::symlink_metadata(dir) {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => create_private_dir(dir).map_err(no_access)?,
        Err(error) => return Err(no_access(error)),
    }
    let meta = fs::symlink_metadata(dir).map_err(no_access)?;
    if meta.is_symlink() {
        return Err(Error::Symlink { path: dir.to_owned() });
    }
    if !meta.is_dir() {
        return Err(Error::NotADirectory { path: dir.to_owned() });
    }
    check_owner(&meta, dir)?;
    if meta.mode() & 0o077 != 0 {
        fs::set_permissions(dir, Permissions::from_mode(0o700)).map_err(no_access)?;
    }
    dir.canonicalize().map_err(no_access)
}

/// Why the directory, which is not there, cannot be made; none if it can.
pub fn why_dir_cannot_be_made(dir: &Path) -> Option<String> {
    let parent = dir.ancestors().skip(1).find(|parent| parent.symlink_metadata().is_ok())?;
    let is_dir = parent.metadata().is_ok_and(|meta| meta.is_dir());
    // SAFETY: the path is a C string that lives through the call.
    let writable = std::ffi::CString::new(parent.as_os_str().as_bytes())
        .is_ok_and(|path| unsafe { libc::access(path.as_ptr(), libc::W_OK | libc::X_OK) == 0 });
    match (is_dir, writable) {
        (false, _) => Some(format!("{} is not a directory", parent.display())),
        (true, false) => Some(format!("{} cannot be written", parent.display())),
        (true, true) => None,
    }
}

/// Makes the directory and its missing parents, each usable by its owner whatever the umask takes away.
fn create_private_dir(dir: &Path) -> io::Result<()> {
    if let Some(parent) = dir.parent().filter(|parent| !parent.exists()) {
        create_private_dir(parent)?;
    }
    match DirBuilder::new().mode(0o700).create(dir) {
        // Another first opener may have been faster.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
        Ok(()) => fs::set_permissions(dir, Permissions::from_mode(0o700)),
    }
}

/// Makes the database file if it is missing: SQLite would create it with the umask's idea of private.
pub fn ensure_private_file(path: &Path) -> Result<()> {
    let doing = || format!("store {}", path.display());
    match fs::symlink_metadata(path) {
        Ok(meta) => {
            if !meta.is_file() {
                return Err(Error::NotAFile { path: path.to_owned() });
            }
            check_owner(&meta, path)?;
            if meta.mode() & 0o077 != 0 {
                fs::set_permissions(path, Permissions::from_mode(0o600)).context(doing())?;
            }
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let file = open_private_file(path).context(doing())?;
            // The umask may have taken even the owner's bits.
            file.set_permissions(Permissions::from_mode(0o600)).context(doing())
        }
        Err(error) => Err(error).context(doing()),
    }
}

fn open_private_file(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .custom_flags(libc::O_NOFOLLOW)
        .open(path)
}

fn check_owner(meta: &fs::Metadata, path: &Path) -> Result<()> {
    let me = user_id();
    if meta.uid() == me {
        return Ok(());
    }
    Err(Error::OtherUser { path: path.to_owned(), owner: meta.uid(), me })
}

/// Waits for the only lock on a file, whatever signal arrives meanwhile.
pub fn lock_file(file: &File) -> io::Result<()> {
    loop {
        match file.lock() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

/// Held while the store is created, migrated or moved aside, so that first openers do it once.
pub struct SetupLock {
    _file: File,
}

impl SetupLock {
    pub fn take_setup_lock(dir: &Path) -> Result<SetupLock> {
        let path = dir.join("setup.lock");
        let file = open_private_file(&path).context(path.display())?;
        file.set_permissions(Permissions::from_mode(0o600)).context(path.display())?;
        lock_file(&file).context(path.display())?;
        Ok(SetupLock { _file: file })
    }
}

/// The file system of a directory, as far as it matters to a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileSystemKind {
    Local,
    /// Write-ahead logging needs shared memory, which these do not have.
    Network(&'static str),
    /// Lost with the container.
    Overlay,
    /// Lost at the next start.
    Memory,
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn statfs(dir: &Path) -> Option<libc::statfs> {
    let path = std::ffi::CString::new(dir.as_os_str().as_bytes()).ok()?;
    // SAFETY: statfs fills the zeroed struct; the path is a C string.
    unsafe {
        let mut info: libc::statfs = std::mem::zeroed();
        (libc::statfs(path.as_ptr(), &mut info) == 0).then_some(info)
    }
}

#[cfg(target_os = "linux")]
pub fn file_system_kind(dir: &Path) -> FileSystemKind {
    const KINDS: &[(u32, FileSystemKind)] = &[
        (0x6969, FileSystemKind::Network("NFS")),
        (0x517b, FileSystemKind::Network("SMB")),
        (0xfe53_4d42, FileSystemKind::Network("SMB2")),
        (0xff53_4d42, FileSystemKind::Network("CIFS")),
        (0x5346_414f, FileSystemKind::Network("AFS")),
        (0x00c3_6400, FileSystemKind::Network("Ceph")),
        (0x6573_5546, FileSystemKind::Network("FUSE")),
        (0x0102_1997, FileSystemKind::Network("9P")),
        (0x7375_7245, FileSystemKind::Network("Coda")),
        (0x794c_7630, FileSystemKind::Overlay),
        (0x0102_1994, FileSystemKind::Memory),
    ];
    let kind = statfs(dir).map(|info| info.f_type as u32);
    KINDS.iter().find(|(number, _)| Some(*number) == kind).map_or(FileSystemKind::Local, |(_, disk)| *disk)
}

#[cfg(target_os = "macos")]
pub fn file_system_kind(dir: &Path) -> FileSystemKind {
    let is_local = statfs(dir).is_none_or(|info| info.f_flags & libc::MNT_LOCAL as u32 != 0);
    if is_local { FileSystemKind::Local } else { FileSystemKind::Network("a network volume") }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub fn file_system_kind(_dir: &Path) -> FileSystemKind {
    FileSystemKind::Local
}

pub fn is_on_network_disk(dir: &Path) -> bool {
    matches!(file_system_kind(dir), FileSystemKind::Network(_))
}
