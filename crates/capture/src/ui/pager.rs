//! A page that is longer than the screen goes through a pager, as git's does.

use std::io::Write;
use std::process::{Command, Stdio};

use super::paint::count_columns;

/// Rows that a text takes on a screen of this width, escapes aside.
pub fn count_screen_rows(text: &str, columns: usize) -> usize {
    text.lines().map(|line| count_columns(line).div_ceil(columns.max(1)).max(1)).sum()
}

/// Shows a text in the pager. False when that could not be started: then nothing was shown.
pub fn show_in_pager(text: &str, pager: &str) -> bool {
    let mut command = Command::new("sh");
    command.args(["-c", pager]).stdin(Stdio::piped());
    // As git sets them where the user has not: short pages stay on the screen, colours are kept.
    for (name, value) in [("LESS", "FRX"), ("LV", "-c")] {
        if ctx_model::env::text_variable(name).is_none() {
            command.env(name, value);
        }
    }
    let Ok(mut child) = command.spawn() else { return false };
    // ctrl-c is the pager's key; set after it was started, so that it does not inherit this.
    // SAFETY: sets a disposition of this process, which does nothing but wait from here on.
    let before = unsafe { libc::signal(libc::SIGINT, libc::SIG_IGN) };
    if let Some(mut stdin) = child.stdin.take() {
        // A reader that leaves early has seen enough.
        let _ = stdin.write_all(text.as_bytes());
    }
    let ended = child.wait();
    // SAFETY: restores what was there before.
    unsafe { libc::signal(libc::SIGINT, before) };
    // 126 and 127: the shell found no such program.
    !matches!(ended.map(|status| status.code()), Ok(Some(126 | 127)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_count_columns_and_not_bytes() {
        assert_eq!(count_screen_rows("a\n\nb\n", 10), 3);
        assert_eq!(count_screen_rows("0123456789\n", 10), 1);
        assert_eq!(count_screen_rows("01234567890\n", 10), 2);
        assert_eq!(count_screen_rows("\x1b[31m0123456789\x1b[0m\n", 10), 1);
        assert_eq!(count_screen_rows("\x1b]8;;file://h/a\x1b\\012345678\x1b]8;;\x1b\\\n", 10), 1);
        assert_eq!(count_screen_rows("日本語日本語\n", 10), 2);
    }
}
