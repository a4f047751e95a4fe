//! Passes on the output of a command: at its end, byte for byte if all of it is shown, or as a digest. A command that runs
//! long, and one whose reader may look before it ends, goes on live and byte for byte. What went out stays as it is: a
//! digest stands only for what was not passed on.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::os::fd::RawFd;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::held::HeldOutput;
use super::host_file::HostOutputFile;
use super::sink::OutputSink;
use crate::pump::OutputListener;
use crate::record::lazy_recorder::SharedStoreState;
use crate::record::report::{OutputReport, quote_forged_line};
use crate::streams::OutputStream;
use ctx_agents::row::OutputReadTime;
use ctx_secrets::{Masker, MaskingStream as Masks, TextKind};
use ctx_text::format_count;
use ctx_text::text::Text;

/// A command that runs longer than this is passed on live.
const LONG: Duration = Duration::from_secs(2);
/// A host that may read before the end gets the first lines of an output this soon, …
const SOON: Duration = Duration::from_millis(250);
/// … as long as they are no more than this.
const FIRST_LINES: u64 = 2 << 10;
/// A line that is unfinished after this long is one that waits, such as a question.
const UNFINISHED: Duration = Duration::from_millis(200);
/// Time between two looks whether the host has put the command into the background.
const LOOK: Duration = Duration::from_millis(300);
/// A host that ends a command gets what there is after this long; it may insist soon.
const LAST_CHANCE: Duration = Duration::from_millis(80);
/// How long the reader of one stream is waited for before the other one goes on: each time, and in all.
const TURN: Duration = Duration::from_millis(250);
const TURNS: Duration = Duration::from_secs(1);

/// The way in which a host takes the output of a command.
pub struct HostOutputMode {
    pub reads: OutputReadTime,
    /// The file that exists once the command is in the background.
    pub background: Option<PathBuf>,
    /// The file that it reads, if it does not read a pipe.
    pub file: Option<HostOutputFile>,
}

/// The last part of an output.
pub enum HeldOutputDecision {
    /// All bytes that are still held.
    Bytes,
    /// A text in place of the bytes that are still held.
    Text(String),
    /// A text in place of everything.
    Instead(String),
}

pub struct OutputWriter {
    sinks: [OutputSink; 2],
    /// Each stream is read for secrets as it goes out; the end of a line or word is waited for.
    masks: [Masks; 2],
    host: HostOutputMode,
    pact: SharedStoreState,
    /// An output up to this size is shown whole.
    budget: u64,
    held: HeldOutput,
    /// When the first of the held bytes came.
    held_since: Option<Instant>,
    began: Instant,
    live: bool,
    live_at: Option<Instant>,
    looked: Instant,
    out: PassedOutput,
}

/// What went out.
#[derive(Default)]
struct PassedOutput {
    raw: u64,
    printed: u64,
    /// The lines themselves, while they are few: a digest does not repeat them.
    keys: HashSet<u64>,
    last: Option<OutputStream>,
    waited: Duration,
    ends_line: bool,
}

impl OutputWriter {
    pub fn new(
        sinks: [OutputSink; 2],
        host: HostOutputMode,
        masks: (&Masker, TextKind),
        pact: SharedStoreState,
        budget: usize,
    ) -> OutputWriter {
        let (masker, source) = masks;
        let now = Instant::now();
        OutputWriter {
            sinks,
            masks: [masker.masking_stream_for_text(source), masker.masking_stream_for_text(source)],
            live: host.file.is_some(),
            host,
            pact,
            budget: budget as u64,
            held: HeldOutput::default(),
            held_since: None,
            began: now,
            live_at: None,
            looked: now,
            out: PassedOutput { ends_line: true, ..PassedOutput::default() },
        }
    }

    fn has_store_failed(&self) -> bool {
        self.pact.failed.load(Ordering::Relaxed)
    }

    /// Passes on all held bytes; an unfinished last line stays, unless it is wanted too: then its words go on.
    fn pass_on_held(&mut self, unfinished_too: bool) {
        let mut held = std::mem::take(&mut self.held);
        let done = held.release_bytes(unfinished_too, &mut |stream, bytes| self.write_masked(stream, bytes));
        if unfinished_too {
            self.write_what_masks_release(|masks, out| masks.emit_finished_words(out));
        }
        if let Err(error) = done {
            let id = self.pact.id.get().map(|id| format!(": ctx get {id} --raw")).unwrap_or_default();
            self.write_ctx_text(&format!("ctx: the rest of this output could not be passed on ({error}){id}\n"));
        }
        self.held_since = self.held_since.filter(|_| !held.is_empty());
        self.held = held;
    }

    /// Passes bytes of a stream on, under their masks.
    fn write_masked(&mut self, stream: OutputStream, bytes: &[u8]) {
        if self.out.last != Some(stream) {
            // The order of two streams counts for more than a word that is cut in two by the other one.
            self.write_what_masks_release(|masks, out| masks.flush(out));
            if let Some(last) = self.out.last.replace(stream) {
                let left = TURNS.saturating_sub(self.out.waited);
                self.out.waited += self.sinks[last as usize].wait_until_read(TURN.min(left));
            }
        }
        if self.out.raw <= self.budget {
            self.out.keys.extend(String::from_utf8_lossy(bytes).lines().filter_map(line_hash));
        }
        self.out.raw += bytes.len() as u64;
        self.write_what_masks_release(|masks, out| masks.push(bytes, out));
    }

    /// Writes what the masks of the last stream give out.
    fn write_what_masks_release(&mut self, read: impl FnOnce(&mut Masks, &mut Vec<u8>)) {
        let Some(stream) = self.out.last else { return };
        let mut shown = Vec::new();
        read(&mut self.masks[stream as usize], &mut shown);
        if shown.is_empty() {
            return;
        }
        self.out.ends_line = shown.ends_with(b"\n");
        if self.sinks[stream as usize].write(&shown) {
            self.out.printed += shown.len() as u64;
        }
    }

    /// The output has ended: nothing is waited for any more.
    fn flush_masks(&mut self) {
        let last = self.out.last;
        for stream in [OutputStream::Out, OutputStream::Err] {
            self.out.last = Some(stream);
            self.write_what_masks_release(|masks, out| masks.flush(out));
        }
        self.out.last = last;
    }

    /// Bytes that wait for the end of their line or word.
    fn bytes_waiting_in_masks(&self) -> u64 {
        self.masks.iter().map(|masks| masks.held_len() as u64).sum()
    }

    fn write_ctx_text(&mut self, text: &str) {
        if let Some(OutputStream::Err) = self.out.last.replace(OutputStream::Out) {
            self.sinks[OutputStream::Err as usize].wait_until_read(TURN);
        }
        let gap = if self.out.ends_line { "" } else { "\n" };
        if self.sinks[OutputStream::Out as usize].write(format!("{gap}{text}").as_bytes()) {
            self.out.printed += text.len() as u64;
            self.out.ends_line = text.ends_with('\n');
        }
    }

    /// What becomes of the output now that the command has ended and the store has all of it. `text` is masked.
    pub fn decide_held(&mut self, report: &OutputReport, text: &Text) -> HeldOutputDecision {
        let plain = report.plain_text();
        let raw = self.out.raw + self.held.held_len();
        // A binary output that is shorter than its description is passed on as well.
        if raw <= plain.len() as u64 || shows_whole_output(report, text) {
            return HeldOutputDecision::Bytes;
        }
        if let Some(file) = &mut self.host.file {
            let unseen = file.is_unread_by_others(Instant::now());
            return if unseen { HeldOutputDecision::Instead(plain) } else { HeldOutputDecision::Bytes };
        }
        if self.out.raw == 0 {
            return HeldOutputDecision::Text(plain);
        }
        if self.held.is_empty() {
            return HeldOutputDecision::Bytes;
        }
        let mut shown = format!("{}\n", report.headline);
        let is_new = |line: &&str| line_hash(line).is_none_or(|key| !self.out.keys.contains(&key));
        let body = report.body.lines().filter(is_new);
        for line in body.chain([&report.since, &report.footer].into_iter().flatten().map(String::as_str)) {
            shown.push_str(line);
            shown.push('\n');
        }
        if shown.len() as u64 >= self.held.held_len() {
            HeldOutputDecision::Bytes
        } else {
            HeldOutputDecision::Text(shown)
        }
    }

    /// All bytes that will have gone out with this ending.
    pub fn total_printed_bytes(&self, ending: &HeldOutputDecision) -> u64 {
        match ending {
            HeldOutputDecision::Bytes => self.out.printed + self.held.held_len() + self.bytes_waiting_in_masks(),
            HeldOutputDecision::Text(text) => self.out.printed + text.len() as u64,
            HeldOutputDecision::Instead(text) => text.len() as u64,
        }
    }

    /// The command has ended.
    pub fn write_decided(&mut self, ending: &HeldOutputDecision) {
        match ending {
            HeldOutputDecision::Text(text) if !self.has_store_failed() => {
                self.flush_masks();
                return self.write_ctx_text(text);
            }
            HeldOutputDecision::Instead(text)
                if !self.has_store_failed()
                    && self.host.file.as_ref().is_some_and(|file| file.rewrite_content(text)) =>
            {
                return;
            }
            _ => {}
        }
        self.pass_on_held(true);
        self.flush_masks();
        self.write_mask_notice();
    }

    /// A text that will be edited must match its file: a line says that it does not.
    fn write_mask_notice(&mut self) {
        let masked: usize = self.masks.iter().map(Masks::masked_count).sum();
        let Some(id) = self.pact.id.get().filter(|_| masked > 0).cloned() else { return };
        let secrets = format_count(masked as u64, "secret");
        self.write_ctx_text(&format!(
            "[ctx:{id}] {secrets} masked above; the original differs there: ctx get {id} --raw\n"
        ));
    }

    /// Everything was shown, and nothing of it can be had again: the reader must know.
    pub fn write_loss_notice(&mut self) {
        if let Some(why) = self.pact.lost.get() {
            let gap = if self.out.ends_line { "" } else { "\n" };
            self.sinks[OutputStream::Err as usize].write(format!("{gap}ctx: {why}\n").as_bytes());
        }
    }

    /// The time at which held bytes are to be passed on.
    fn next_pass_time(&self) -> Option<Instant> {
        let since = self.held_since?;
        if self.live {
            return Some(since + UNFINISHED);
        }
        let total = self.out.raw + self.held.held_len();
        let long = self.began + LONG;
        match self.host.reads {
            OutputReadTime::Meanwhile if total <= FIRST_LINES => Some((since + SOON).min(long.max(since))),
            OutputReadTime::Meanwhile => Some(long),
            // Little output is shown whole at the end anyway.
            OutputReadTime::AtEnd => (total <= self.budget).then(|| long.max(since + UNFINISHED)),
        }
    }
}

/// A hash that identifies a line; none for a line without letters and digits.
fn line_hash(line: &str) -> Option<u64> {
    let line = line.trim();
    line.chars().any(char::is_alphanumeric).then(|| BuildHasherDefault::<DefaultHasher>::default().hash_one(line))
}

/// Whether a report shows every line as it was printed: nothing left out, nothing folded.
fn shows_whole_output(report: &OutputReport, text: &Text) -> bool {
    text.thinned_lines() == 0
        && text.binary().is_none()
        && report.body.lines().count() == text.len()
        && report.body.lines().zip(text.lines()).all(|(shown, line)| shown == line || shown == quote_forged_line(line))
}

impl OutputListener for OutputWriter {
    fn on_output(&mut self, stream: OutputStream, bytes: &[u8], now: Instant) {
        if bytes.is_empty() {
            return;
        }
        self.held_since = self.held_since.or(Some(now));
        let fits = self.held.hold_bytes(stream, bytes);
        if self.has_store_failed() || !fits {
            self.live = true;
            self.pass_on_held(true);
        } else if self.live {
            self.pass_on_held(false);
        }
    }

    fn next_wake_time(&self) -> Option<Instant> {
        // Bytes held for a store that has failed are passed on at once.
        if self.has_store_failed() && !self.held.is_empty() {
            return Some(self.began);
        }
        let look = self.host.background.as_ref().filter(|_| !self.live).map(|_| self.looked + LOOK);
        let file_look = self.host.file.as_ref().and_then(HostOutputFile::next_check_time);
        [self.next_pass_time(), look, file_look, self.live_at].into_iter().flatten().min()
    }

    fn on_wake(&mut self, now: Instant) {
        if let Some(file) = &mut self.host.file
            && file.next_check_time().is_some_and(|at| now >= at)
        {
            file.note_who_has_read(now);
        }
        if !self.live && self.host.background.is_some() && now >= self.looked + LOOK {
            self.looked = now;
            self.live |= self.host.background.as_ref().is_some_and(|file| file.exists());
        }
        let long = now >= self.began + LONG && self.host.reads == OutputReadTime::Meanwhile;
        let last_chance = self.live_at.is_some_and(|at| now >= at);
        if last_chance {
            self.live_at = None;
        }
        self.live |= long || last_chance || self.has_store_failed();
        if self.live || self.next_pass_time().is_some_and(|at| now >= at) {
            let waited = self.held_since.is_some_and(|since| now >= since + UNFINISHED);
            self.pass_on_held(waited || self.has_store_failed() || last_chance);
        }
    }

    fn on_signal(&mut self, now: Instant) {
        if !self.live {
            self.live_at = self.live_at.or(Some(now + LAST_CHANCE));
        }
    }

    fn sink_descriptors(&self) -> [Option<RawFd>; 2] {
        [self.sinks[0].descriptor_to_watch(), self.sinks[1].descriptor_to_watch()]
    }
}
