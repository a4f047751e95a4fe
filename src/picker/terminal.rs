//! The terminal in raw mode and on its alternate screen; restored however the process goes on or ends.

use std::fs::File;
use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::os::fd::{FromRawFd, RawFd};
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

use super::layout::ScreenSize;

const ENTER: &[u8] = b"\x1b[?1049h\x1b[2J";
const LEAVE: &[u8] = b"\x1b[0m\x1b[?25h\x1b[?1049l";

/// Signals that end the process: the terminal is restored first.
const FATAL: [i32; 4] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT];

/// The mode to restore; null if there is nothing to restore. Never freed: a handler may be reading it.
static BEFORE: AtomicPtr<libc::termios> = AtomicPtr::new(std::ptr::null_mut());

/// The descriptor that is drawn on.
static SCREEN: AtomicI32 = AtomicI32::new(libc::STDOUT_FILENO);

pub enum TerminalInput {
    Bytes(Vec<u8>),
    /// The screen may have another size now.
    Resized,
    /// Nothing came in time.
    Quiet,
    /// The terminal is gone.
    End,
}

pub struct Terminal {
    handlers: Vec<(i32, libc::sigaction)>,
}

impl Terminal {
    /// Draws on `screen`: stdout, or stderr where stdout is for the answer.
    pub fn enter_raw_mode(screen: RawFd) -> io::Result<Terminal> {
        SCREEN.store(screen, Ordering::SeqCst);
        // SAFETY: plain calls on this process's own stdin with structs that live here.
        let before = unsafe {
            let mut before: libc::termios = std::mem::zeroed();
            if libc::tcgetattr(libc::STDIN_FILENO, &mut before) != 0 {
                return Err(io::Error::last_os_error());
            }
            before
        };
        BEFORE.store(Box::into_raw(Box::new(before)), Ordering::SeqCst);
        // From here on, dropping restores everything, also changes made only in part.
        let mut terminal = Terminal { handlers: Vec::new() };
        for signal in FATAL {
            terminal.install_handler_unless_ignored(signal, on_fatal);
        }
        terminal.install_handler_unless_ignored(libc::SIGWINCH, on_resize);
        // The message of a panic would be lost with the alternate screen.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            restore_terminal();
            hook(info);
        }));
        let mut raw = before;
        // SAFETY: as above.
        let set = unsafe {
            libc::cfmakeraw(&mut raw);
            libc::tcsetattr(libc::STDIN_FILENO, libc::TCSADRAIN, &raw)
        };
        if set != 0 {
            return Err(io::Error::last_os_error());
        }
        terminal.write(ENTER)?;
        Ok(terminal)
    }

    fn install_handler_unless_ignored(&mut self, signal: i32, handler: extern "C" fn(i32)) {
        // SAFETY: both handlers only make async-signal-safe calls; the structs live here.
        unsafe {
            let mut before: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, std::ptr::null(), &mut before);
            if before.sa_sigaction == libc::SIG_IGN {
                return;
            }
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handler as *const () as libc::sighandler_t;
            if libc::sigaction(signal, &action, std::ptr::null_mut()) == 0 {
                self.handlers.push((signal, before));
            }
        }
    }

    pub fn size(&self) -> ScreenSize {
        // SAFETY: the call fills the struct.
        let window = unsafe {
            let mut window: libc::winsize = std::mem::zeroed();
            libc::ioctl(SCREEN.load(Ordering::SeqCst), libc::TIOCGWINSZ, &mut window);
            window
        };
        let or = |value: u16, otherwise: usize| if value == 0 { otherwise } else { usize::from(value) };
        ScreenSize { columns: or(window.ws_col, 80), rows: or(window.ws_row, 24) }
    }

    /// Writes to the screen and not through `ui`: the drawing is gone when the picker ends.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        // SAFETY: the descriptor is open, and stays so: the file is never dropped.
        let screen = unsafe { ManuallyDrop::new(File::from_raw_fd(SCREEN.load(Ordering::SeqCst))) };
        (&*screen).write_all(bytes)
    }

    /// The typed bytes; waits `patience_ms` for them, or for ever if that is negative.
    pub fn read_input(&mut self, patience_ms: i32) -> io::Result<TerminalInput> {
        let mut ready = libc::pollfd { fd: libc::STDIN_FILENO, events: libc::POLLIN, revents: 0 };
        let mut buffer = [0u8; 1024];
        // SAFETY: pointers and lengths describe `ready` and `buffer`.
        let got = unsafe {
            match libc::poll(&mut ready, 1, patience_ms) {
                0 => return Ok(TerminalInput::Quiet),
                1.. => libc::read(libc::STDIN_FILENO, buffer.as_mut_ptr().cast(), buffer.len()),
                _ => -1,
            }
        };
        match usize::try_from(got) {
            Ok(0) => Ok(TerminalInput::End),
            Ok(got) => Ok(TerminalInput::Bytes(buffer[..got].to_vec())),
            Err(_) => match io::Error::last_os_error() {
                error if error.kind() == io::ErrorKind::Interrupted => Ok(TerminalInput::Resized),
                error if error.raw_os_error() == Some(libc::EIO) => Ok(TerminalInput::End),
                error => Err(error),
            },
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore_terminal();
        for (signal, before) in &self.handlers {
            // SAFETY: the action is the one that was in place before.
            unsafe { libc::sigaction(*signal, before, std::ptr::null_mut()) };
        }
    }
}

/// Restores the terminal, once. Async-signal-safe.
fn restore_terminal() {
    let before = BEFORE.swap(std::ptr::null_mut(), Ordering::SeqCst);
    if before.is_null() {
        return;
    }
    // SAFETY: the box is never freed; write and tcsetattr are async-signal-safe. Nothing is left to be done where they fail.
    unsafe {
        libc::write(SCREEN.load(Ordering::SeqCst), LEAVE.as_ptr().cast(), LEAVE.len());
        libc::tcsetattr(libc::STDIN_FILENO, libc::TCSADRAIN, before);
    }
}

extern "C" fn on_fatal(signal: i32) {
    restore_terminal();
    // SAFETY: both are async-signal-safe; the signal is held back until this handler returns, and then ends the process.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}

/// Does nothing but interrupt the wait for a key.
extern "C" fn on_resize(_signal: i32) {}
