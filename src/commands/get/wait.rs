//! `ctx get --wait`: until a running command ends, or prints something.

use std::time::{Duration, Instant};

use regex::Regex;
use serde_json::json;

use super::super::{compose_stored_report, parse_duration};
use super::exact::read_output_from;
use crate::{Context, ExitStatus, Result};
use ctx_digest::CommandEndStatus;
use ctx_model::id::EntryReference;
use ctx_store::{Entry, Store};

/// Between two looks at the store: short at first, then longer.
const FIRST: Duration = Duration::from_millis(40);
const LONGEST: Duration = Duration::from_millis(500);
/// A line without an end is compared as far as this.
const LINE: usize = 64 << 10;
/// The time was over: the status that timeout(1) ends with.
const STILL_RUNNING: u8 = 124;
/// It ended, but not well.
const NOT_WELL: u8 = 1;

/// What else can be asked for; none of it goes with waiting.
const OTHER_VIEWS: [&str; 9] = ["lines", "head", "tail", "grep", "raw", "follow", "findings", "intent", "rest"];

#[derive(clap::Args, Default)]
pub struct WaitArgs {
    /// Wait until the command ends, then print what matters; exit status 0 if it ended well, else 1
    #[arg(long, conflicts_with_all = OTHER_VIEWS)]
    pub wait: bool,
    /// With --wait: until a line matches this regular expression
    #[arg(long, value_name = "RE", requires = "wait", conflicts_with_all = OTHER_VIEWS)]
    until: Option<Regex>,
    /// With --wait: at most this long (90s, 10m); exit status 124 if it still runs then
    #[arg(long, value_name = "TIME", value_parser = parse_duration, requires = "wait", conflicts_with_all = OTHER_VIEWS)]
    timeout: Option<Duration>,
}

/// How the waiting ended.
#[derive(Clone, Debug, PartialEq, Eq)]
enum WaitEnd {
    /// A line matched.
    Matched(String),
    Ended,
    TimeOver,
}

impl WaitArgs {
    pub fn run(&self, context: &Context, reference: &EntryReference, json: bool) -> Result<ExitStatus> {
        let store = context.open_store()?;
        let entry = store.resolve_reference(reference, &context.current_command_scope())?;
        let (end, entry) = self.wait_for_end_or_match(&store, entry)?;
        let masker = context.new_masker();
        let report = compose_stored_report(context, &store, &entry, context.config.show, None)?;
        let matched = match &end {
            WaitEnd::Matched(line) => Some(masker.without_state().mask_line(line).into_owned()),
            _ => None,
        };
        if json {
            context.ui.print_json(&json!({
                "ref": entry.id.as_str(), "status": entry.status.to_string(), "running": entry.status == CommandEndStatus::Running, "matched": matched,
                "timed_out": end == WaitEnd::TimeOver, "text": report,
            }));
        } else {
            if let Some(line) = &matched {
                context.ui.print(&format!("matched: {}\n", crate::ui::cut_middle(line.trim(), 300)));
            }
            if end == WaitEnd::TimeOver {
                context.ui.warn(format_args!("{} still runs", entry.id.reference()));
            }
            context.ui.print(&report);
        }
        Ok(self.exit_status(&end, entry.status))
    }

    fn exit_status(&self, end: &WaitEnd, status: CommandEndStatus) -> ExitStatus {
        match (end, status) {
            (WaitEnd::Matched(_), _) => ExitStatus::OK,
            (WaitEnd::TimeOver, _) => ExitStatus::Code(STILL_RUNNING),
            (WaitEnd::Ended, CommandEndStatus::Exit(0) | CommandEndStatus::Unknown) if self.until.is_none() => {
                ExitStatus::OK
            }
            (WaitEnd::Ended, _) => ExitStatus::Code(NOT_WELL),
        }
    }

    /// Looks at the entry until there is an end of it, a match, or no more time; and the entry as it is then.
    fn wait_for_end_or_match(&self, store: &Store, entry: Entry) -> Result<(WaitEnd, Entry)> {
        let until = self.timeout.map(|timeout| Instant::now() + timeout);
        let mut seen = OutputMatcher::default();
        let mut pause = FIRST;
        let mut entry = entry;
        loop {
            // The status is read before the output: what is printed at the very end is not missed.
            entry = store.entry_at_row(entry.row)?;
            if let Some(pattern) = &self.until
                && let Some(line) = seen.find_match_in_new_output(store, &entry, pattern)?
            {
                return Ok((WaitEnd::Matched(line), entry));
            }
            if entry.status != CommandEndStatus::Running {
                return Ok((WaitEnd::Ended, entry));
            }
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return Ok((WaitEnd::TimeOver, entry));
            }
            std::thread::sleep(left.map_or(pause, |left| left.min(pause)));
            pause = (pause * 3 / 2).min(LONGEST);
        }
    }
}

/// What of an output has been compared.
#[derive(Default)]
struct OutputMatcher {
    offset: u64,
    /// The line that has no end yet.
    open: Vec<u8>,
}

impl OutputMatcher {
    /// The first line that matches among those that came since the last look; a line without an end counts as it is.
    fn find_match_in_new_output(&mut self, store: &Store, entry: &Entry, pattern: &Regex) -> Result<Option<String>> {
        let fresh = read_output_from(store, entry, self.offset)?;
        self.offset += fresh.len() as u64;
        Ok(self.match_new_bytes(&fresh, pattern))
    }

    fn match_new_bytes(&mut self, fresh: &[u8], pattern: &Regex) -> Option<String> {
        let mut clean = String::new();
        for piece in fresh.split_inclusive(|byte| *byte == b'\n') {
            self.open.extend_from_slice(&piece[..piece.len().min(LINE.saturating_sub(self.open.len()))]);
            let ends = piece.ends_with(b"\n");
            if ends || self.open.len() < LINE {
                ctx_text::clean::try_strip_escapes(self.open.trim_ascii_end(), &mut clean);
                if pattern.is_match(&clean) {
                    return Some(clean);
                }
            }
            if ends {
                self.open.clear();
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_matches_whole_in_pieces_and_without_an_end() {
        let pattern = Regex::new("ready in [0-9]+").unwrap();
        let mut seen = OutputMatcher::default();
        assert_eq!(seen.match_new_bytes(b"start\nrea", &pattern), None);
        assert_eq!(seen.match_new_bytes(b"dy in \x1b[1m7", &pattern).as_deref(), Some("ready in 7"));
        let mut seen = OutputMatcher::default();
        assert_eq!(seen.match_new_bytes(b"ready\nin 7\n", &pattern), None);
        assert_eq!(seen.match_new_bytes(&vec![b'x'; 3 * LINE], &pattern), None);
        assert_eq!(seen.match_new_bytes(b"\nready in 9\n", &pattern).as_deref(), Some("ready in 9"));
    }
}
