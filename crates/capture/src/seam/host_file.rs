//! The file into which a host lets its shell write, and reads at the end. Everything goes there as it comes. At the end a
//! digest may take its place, unless somebody else than the waiting host has read it.

use std::os::fd::RawFd;
use std::time::{Duration, Instant};

use super::sink::{OutputSink, is_regular_file};

/// A host that waits for a command looks at its file for the first time after this long …
const FIRST_LOOK: Duration = Duration::from_millis(2500);
/// … and has looked by then, …
#[cfg(target_os = "linux")]
const LOOKS_BY: Duration = Duration::from_millis(4500);
/// … and goes on about once a second. One that has put the command into the background does not.
#[cfg(target_os = "linux")]
const LOOKS_AGAIN: Duration = Duration::from_millis(1900);
/// Time between two looks at who reads.
const INTERVAL: Duration = Duration::from_millis(400);

pub struct HostOutputFile {
    fd: RawFd,
    start: libc::off_t,
    began: Instant,
    readers: Option<FileReaders>,
}

impl HostOutputFile {
    /// None if the descriptor is not a file, or nobody can say where ctx's part of it begins.
    pub fn from_descriptor(fd: RawFd, began: Instant) -> Option<HostOutputFile> {
        if !is_regular_file(fd) {
            return None;
        }
        // SAFETY: plain queries about an open descriptor.
        let start = unsafe {
            let end = if is_in_append_mode(fd) { libc::SEEK_END } else { libc::SEEK_CUR };
            libc::lseek(fd, 0, end)
        };
        (start >= 0).then(|| HostOutputFile { fd, start, began, readers: FileReaders::watch_file(fd) })
    }

    /// When to look at the readers again.
    pub fn next_check_time(&self) -> Option<Instant> {
        let readers = self.readers.as_ref()?;
        (!readers.strangers).then(|| (self.began + FIRST_LOOK).max(readers.looked + INTERVAL))
    }

    pub fn note_who_has_read(&mut self, now: Instant) {
        if let Some(readers) = &mut self.readers {
            readers.read_access_reports(now, now.duration_since(self.began));
        }
    }

    /// Whether nobody has seen anything of it but a host that still waits for the end.
    pub fn is_unread_by_others(&mut self, now: Instant) -> bool {
        self.note_who_has_read(now);
        match &self.readers {
            Some(readers) => readers.open <= 0 && (!readers.have_read || !readers.strangers),
            None => now.duration_since(self.began) < FIRST_LOOK,
        }
    }

    /// Replaces all that was written by this text. False if the file cannot be cut.
    pub fn rewrite_content(&self, text: &str) -> bool {
        // SAFETY: cuts a file that was opened for this process to write.
        let cut = unsafe { libc::ftruncate(self.fd, self.start) == 0 };
        if cut && !is_in_append_mode(self.fd) {
            // SAFETY: moves the place of the next write.
            unsafe { libc::lseek(self.fd, self.start, libc::SEEK_SET) };
        }
        cut && OutputSink::new(self.fd).write(text.as_bytes())
    }
}

fn is_in_append_mode(fd: RawFd) -> bool {
    // SAFETY: a plain query.
    unsafe { libc::fcntl(fd, libc::F_GETFL) & libc::O_APPEND != 0 }
}

/// The readers of a file, as far as the system reports them; elsewhere than on Linux it does not.
struct FileReaders {
    #[cfg(target_os = "linux")]
    reports: std::os::fd::OwnedFd,
    looked: Instant,
    /// How many have it open.
    open: i64,
    have_read: bool,
    #[cfg(target_os = "linux")]
    last_opened: Option<Instant>,
    /// It is not, or not only, a host that waits.
    strangers: bool,
}

#[cfg(target_os = "linux")]
impl FileReaders {
    fn watch_file(fd: RawFd) -> Option<FileReaders> {
        use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
        let path = std::ffi::CString::new(format!("/proc/self/fd/{fd}")).ok()?;
        // SAFETY: a new descriptor, which is ours alone; the path is a C string.
        unsafe {
            let reports = libc::inotify_init1(libc::IN_NONBLOCK | libc::IN_CLOEXEC);
            if reports < 0 {
                return None;
            }
            let reports = OwnedFd::from_raw_fd(reports);
            let wanted = libc::IN_ACCESS | libc::IN_OPEN | libc::IN_CLOSE_NOWRITE;
            if libc::inotify_add_watch(reports.as_raw_fd(), path.as_ptr(), wanted) < 0 {
                return None;
            }
            let looked = Instant::now();
            Some(FileReaders { reports, looked, open: 0, have_read: false, last_opened: None, strangers: false })
        }
    }

    fn read_access_reports(&mut self, now: Instant, elapsed: Duration) {
        use std::os::fd::AsRawFd;
        const HEAD: usize = size_of::<libc::inotify_event>();
        self.looked = now;
        let mut buffer = [0u8; 64 * HEAD];
        loop {
            // SAFETY: reads into `buffer`, at most its length.
            let got = unsafe { libc::read(self.reports.as_raw_fd(), buffer.as_mut_ptr().cast(), buffer.len()) };
            let Some(got) = usize::try_from(got).ok().filter(|got| *got > 0) else { break };
            // A watched file has no names in its reports, so all of them have the same size.
            for report in buffer[..got].chunks_exact(HEAD) {
                let mask = u32::from_ne_bytes([report[4], report[5], report[6], report[7]]);
                self.note_access_report(mask, now, elapsed);
            }
        }
        if elapsed >= LOOKS_BY && self.last_opened.is_none_or(|at| now.duration_since(at) > LOOKS_AGAIN) {
            self.strangers = true;
        }
    }

    fn note_access_report(&mut self, mask: u32, now: Instant, elapsed: Duration) {
        if mask & libc::IN_OPEN != 0 {
            self.open += 1;
            self.last_opened = Some(now);
        }
        if mask & libc::IN_CLOSE_NOWRITE != 0 {
            self.open -= 1;
        }
        if mask & libc::IN_ACCESS != 0 {
            self.have_read = true;
            self.strangers |= elapsed < FIRST_LOOK;
        }
        if mask & libc::IN_Q_OVERFLOW != 0 {
            (self.have_read, self.strangers) = (true, true);
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl FileReaders {
    fn watch_file(_: RawFd) -> Option<FileReaders> {
        None
    }

    fn read_access_reports(&mut self, _: Instant, _: Duration) {}
}
