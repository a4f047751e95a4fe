//! This very program: the file it was started from, its script on PATH, and what tells it from other builds.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::variables::text_variable;

/// Tells this program from every other build of it, by the size and the age of its file.
pub fn own_executable_fingerprint() -> String {
    let meta = std::env::current_exe().and_then(std::fs::metadata).ok();
    let made = meta.as_ref().and_then(|meta| meta.modified().ok()?.duration_since(UNIX_EPOCH).ok());
    format!("{} {:?} {:?}", env!("CARGO_PKG_VERSION"), meta.map(|meta| meta.len()), made)
}

/// This very program, to be started again; also after an upgrade has replaced its file.
pub fn own_executable() -> PathBuf {
    #[cfg(target_os = "linux")]
    {
        let link = PathBuf::from("/proc/self/exe");
        if link.exists() {
            return link;
        }
        // Where `/proc` is closed to this user, the kernel has still passed the path on.
        if let Some(path) = executed_file_path() {
            return path;
        }
    }
    std::env::current_exe().unwrap_or_else(|_| PathBuf::from("ctx"))
}

/// The file that was executed, with all links resolved: one of them may stand for a shell.
#[cfg(target_os = "linux")]
fn executed_file_path() -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    // SAFETY: the kernel's value is 0 or a C string that lives as long as the process.
    let path = unsafe {
        let path = libc::getauxval(libc::AT_EXECFN) as *const libc::c_char;
        if path.is_null() {
            return None;
        }
        std::ffi::CStr::from_ptr(path)
    };
    Path::new(std::ffi::OsStr::from_bytes(path.to_bytes())).canonicalize().ok()
}

/// The script on PATH that starts this program and nothing else, as npm's packages have one; none if there is none.
pub fn launcher_script_from_variable() -> Option<PathBuf> {
    let value = text_variable("CTX_LAUNCHER")?;
    let (script, program) = value.split_once(':')?;
    let real = |path: &Path| path.canonicalize().ok();
    // The variable is inherited: it counts only where it names this very program.
    let me = own_executable();
    (real(Path::new(program)).is_some() && real(Path::new(program)) == real(&me)).then(|| PathBuf::from(script))
}
