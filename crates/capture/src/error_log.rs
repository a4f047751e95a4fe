//! The last failures of ctx itself, a line each beside the store, for `ctx doctor`. Best effort: a failure to note a
//! failure is nobody's concern.

use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use ctx_model::env::{Env, unix_time_ms};
use ctx_model::error::{Error, code};
use ctx_secrets::Masker;

pub const FILE: &str = "errors.log";
/// Lines that are kept.
const MOST: usize = 50;
/// The file is cut down to those once it is larger than this.
const LARGE: u64 = 32 << 10;
const LONGEST: usize = 400;

/// Remembers a failure of ctx itself, where there is a store to remember it in.
pub fn log_ctx_failure(env: &Env, error: &Error) {
    let Some(dir) = env.store_dir.as_deref().filter(|dir| error.exit_code() == code::FAILED && dir.is_dir()) else {
        return;
    };
    let masker =
        Masker::with_store_and_rules(env.secret_variable_values(), env.store_dir.as_deref(), Default::default());
    let line: String = error.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST).collect();
    let at = jiff::Timestamp::from_millisecond(unix_time_ms()).unwrap_or_default();
    let _ = append_to_bounded_log(&dir.join(FILE), &format!("{at} {}\n", masker.without_state().mask_line(&line)));
}

/// Adds a line to a log, which stays small.
pub fn append_to_bounded_log(file: &Path, line: &str) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).mode(0o600).custom_flags(libc::O_NOFOLLOW);
    options.append(true).open(file)?.write_all(line.as_bytes())?;
    if std::fs::metadata(file)?.len() > LARGE {
        let text = std::fs::read_to_string(file)?;
        let lines: Vec<&str> = text.lines().collect();
        let kept = lines[lines.len().saturating_sub(MOST)..].join("\n");
        std::fs::write(file, format!("{kept}\n"))?;
    }
    Ok(())
}

/// The last lines of a log in the store's directory, the newest last: when, and what.
pub fn read_last_log_lines(file: &Path, most: usize) -> Vec<(Option<i64>, String)> {
    let Ok(bytes) = std::fs::read(file) else { return Vec::new() };
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let newest = &lines[lines.len().saturating_sub(most)..];
    let split = |line: &&str| match line.split_once(' ').map(|(at, what)| (at.parse::<jiff::Timestamp>(), what)) {
        Some((Ok(at), what)) => (Some(at.as_millisecond()), what.to_owned()),
        _ => (None, (*line).to_owned()),
    };
    newest.iter().map(split).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_stays_small() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join(FILE);
        for number in 0..2000 {
            let at = jiff::Timestamp::from_millisecond(number).unwrap();
            append_to_bounded_log(&file, &format!("{at} {}\n", "failed ".repeat(10))).unwrap();
        }
        assert!(std::fs::metadata(&file).unwrap().len() <= LARGE);
        let newest = read_last_log_lines(&file, 3);
        assert_eq!(newest.iter().map(|(at, _)| at.unwrap()).collect::<Vec<_>>(), [1997, 1998, 1999]);
        std::fs::write(&file, "no time here\n\n").unwrap();
        assert_eq!(read_last_log_lines(&file, 3), [(None, "no time here".to_owned())]);
    }
}
