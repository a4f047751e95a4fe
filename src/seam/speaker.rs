//! Passes on the output of a command: at its end, byte for byte if all of it is shown, or as a digest. A command that runs
//! long, and one whose reader may look before it ends, goes on live and byte for byte. What went out stays as it is: a
//! digest stands only for what was not passed on.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::fd::RawFd;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::held::Held;
use super::page::Page;
use super::sink::{Sink, masked};
use crate::agents::row::Reads;
use crate::capture::pump::Listener;
use crate::capture::streams::Stream;
use crate::capture::text::Text;
use crate::id::EntryId;
use crate::record::report::{Report, quote_line};
use crate::secrets::Masker;

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
/// Part of a line that is masked by itself because its end does not come.
const LONGEST_LINE: usize = 64 << 10;
/// Lines that are named where something was masked.
const NAMED: usize = 5;

/// State that the speaker and the store's side share.
#[derive(Clone, Default)]
pub struct Pact {
    /// The store failed: its bytes must be shown.
    pub failed: Arc<AtomicBool>,
    /// The entry, once it has begun.
    pub id: Arc<OnceLock<EntryId>>,
}

/// The way in which a host takes the output of a command.
pub struct Host {
    pub reads: Reads,
    /// The file that exists once the command is in the background.
    pub background: Option<PathBuf>,
    /// The file that it reads, if it does not read a pipe.
    pub page: Option<Page>,
}

/// The last part of an output.
pub enum Ending {
    /// All bytes that are still held.
    Bytes,
    /// A text in place of the bytes that are still held.
    Text(String),
    /// A text in place of everything.
    Instead(String),
}

pub struct Speaker {
    sinks: [Sink; 2],
    maskers: [Masker; 2],
    host: Host,
    pact: Pact,
    /// An output up to this size is shown whole.
    budget: u64,
    held: Held,
    /// When the first of the held bytes came.
    held_since: Option<Instant>,
    began: Instant,
    live: bool,
    live_at: Option<Instant>,
    looked: Instant,
    out: Passed,
}

/// What went out.
#[derive(Default)]
struct Passed {
    raw: u64,
    printed: u64,
    lines: u64,
    /// The lines themselves, while they are few: a digest does not repeat them.
    keys: HashSet<u64>,
    /// Numbers of lines in which something was masked.
    masked: Vec<u64>,
    last: Option<Stream>,
    waited: Duration,
    ends_line: bool,
    carry: Vec<u8>,
}

impl Speaker {
    pub fn new(sinks: [Sink; 2], host: Host, masker: &Masker, pact: Pact, budget: usize) -> Speaker {
        let now = Instant::now();
        Speaker {
            sinks,
            maskers: [masker.fresh(), masker.fresh()],
            live: host.page.is_some(),
            host,
            pact,
            budget: budget as u64,
            held: Held::default(),
            held_since: None,
            began: now,
            live_at: None,
            looked: now,
            out: Passed { ends_line: true, ..Passed::default() },
        }
    }

    fn store_failed(&self) -> bool {
        self.pact.failed.load(Ordering::Relaxed)
    }

    /// Passes on all held bytes unchanged; an unfinished last line stays, unless it is wanted too.
    fn pass_on(&mut self, unfinished_too: bool) {
        let mut held = std::mem::take(&mut self.held);
        let done = held.drain(unfinished_too, &mut |stream, bytes| self.emit(stream, bytes));
        self.flush();
        if let Err(error) = done {
            let id = self.pact.id.get().map(|id| format!(": ctx get {id} --raw")).unwrap_or_default();
            self.say(&format!("ctx: the rest of this output could not be passed on ({error}){id}\n"));
        }
        self.held_since = self.held_since.filter(|_| !held.is_empty());
        self.held = held;
    }

    /// Passes bytes of a stream on, in whole lines as far as possible: secrets are recognised in these.
    fn emit(&mut self, stream: Stream, bytes: &[u8]) {
        if self.out.last != Some(stream) {
            self.flush();
            if let Some(last) = self.out.last.replace(stream) {
                let left = TURNS.saturating_sub(self.out.waited);
                self.out.waited += self.sinks[last as usize].wait_until_read(TURN.min(left));
            }
        }
        self.out.carry.extend_from_slice(bytes);
        let whole = memchr::memrchr(b'\n', &self.out.carry).map_or(0, |end| end + 1);
        let rest = self.out.carry.split_off(whole);
        let lines = std::mem::replace(&mut self.out.carry, rest);
        self.write(stream, &lines);
        if self.out.carry.len() > LONGEST_LINE {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let rest = std::mem::take(&mut self.out.carry);
        if let Some(stream) = self.out.last {
            self.write(stream, &rest);
        }
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        if self.out.raw <= self.budget {
            self.out.keys.extend(String::from_utf8_lossy(bytes).lines().filter_map(key));
        }
        let (shown, touched) = masked(&mut self.maskers[stream as usize], bytes);
        self.out.masked.extend(touched.into_iter().map(|line| self.out.lines + line));
        self.out.raw += bytes.len() as u64;
        self.out.lines += memchr::memchr_iter(b'\n', bytes).count() as u64;
        self.out.ends_line = bytes.ends_with(b"\n");
        if self.sinks[stream as usize].write(&shown) {
            self.out.printed += shown.len() as u64;
        }
    }

    fn say(&mut self, text: &str) {
        if let Some(Stream::Err) = self.out.last.replace(Stream::Out) {
            self.sinks[Stream::Err as usize].wait_until_read(TURN);
        }
        let gap = if self.out.ends_line { "" } else { "\n" };
        if self.sinks[Stream::Out as usize].write(format!("{gap}{text}").as_bytes()) {
            self.out.printed += text.len() as u64;
            self.out.ends_line = text.ends_with('\n');
        }
    }

    /// Whether masking changes the output: then a line says so, and needs a reference.
    pub fn masks(&self, text: &[u8]) -> bool {
        !masked(&mut self.maskers[0].fresh(), text).1.is_empty()
    }

    /// What becomes of the output now that the command has ended and the store has all of it. `text` is masked.
    pub fn ending(&mut self, report: &Report, text: &Text) -> Ending {
        let plain = report.plain();
        let raw = self.out.raw + self.held.len();
        // A binary output that is shorter than its description is passed on as well.
        if raw <= plain.len() as u64 || is_whole(report, text) {
            return Ending::Bytes;
        }
        if let Some(page) = &mut self.host.page {
            let unseen = page.is_unseen(Instant::now());
            return if unseen { Ending::Instead(plain) } else { Ending::Bytes };
        }
        if self.out.raw == 0 {
            return Ending::Text(plain);
        }
        if self.held.is_empty() {
            return Ending::Bytes;
        }
        let mut page = format!("{}\n", report.headline);
        let is_new = |line: &&str| key(line).is_none_or(|key| !self.out.keys.contains(&key));
        let body = report.body.lines().filter(is_new);
        for line in body.chain([&report.since, &report.footer].into_iter().flatten().map(String::as_str)) {
            page.push_str(line);
            page.push('\n');
        }
        if page.len() as u64 >= self.held.len() { Ending::Bytes } else { Ending::Text(page) }
    }

    /// All bytes that will have gone out with this ending.
    pub fn will_have_printed(&self, ending: &Ending) -> u64 {
        match ending {
            Ending::Bytes => self.out.printed + self.held.len(),
            Ending::Text(text) => self.out.printed + text.len() as u64,
            Ending::Instead(text) => text.len() as u64,
        }
    }

    /// The command has ended.
    pub fn finish(&mut self, ending: &Ending) {
        match ending {
            Ending::Text(text) if !self.store_failed() => return self.say(text),
            Ending::Instead(text)
                if !self.store_failed() && self.host.page.as_ref().is_some_and(|page| page.rewrite(text)) =>
            {
                return;
            }
            _ => {}
        }
        self.pass_on(true);
        self.tell_of_masks();
    }

    /// A text that will be edited must match its file: a line says where it does not.
    fn tell_of_masks(&mut self) {
        let Some(id) = self.pact.id.get().filter(|_| !self.out.masked.is_empty()).cloned() else { return };
        let count = self.out.masked.len();
        let named: Vec<String> = self.out.masked.iter().take(NAMED).map(u64::to_string).collect();
        let more = if count > NAMED { ", …" } else { "" };
        let (lines, what) = if count == 1 { ("line", "a secret is") } else { ("lines", "secrets are") };
        self.say(&format!(
            "[ctx:{id}] {what} masked above, on {lines} {}{more}; the original differs there\n",
            named.join(", ")
        ));
    }

    /// The time at which held bytes are to be passed on.
    fn due(&self) -> Option<Instant> {
        let since = self.held_since?;
        if self.live {
            return Some(since + UNFINISHED);
        }
        let total = self.out.raw + self.held.len();
        let long = self.began + LONG;
        match self.host.reads {
            Reads::Meanwhile if total <= FIRST_LINES => Some((since + SOON).min(long.max(since))),
            Reads::Meanwhile => Some(long),
            // Little output is shown whole at the end anyway.
            Reads::AtEnd => (total <= self.budget).then(|| long.max(since + UNFINISHED)),
        }
    }

    fn is_in_background(&self) -> bool {
        self.host.background.as_ref().is_some_and(|file| file.exists())
    }
}

/// A hash that identifies a line; none for a line without letters and digits.
fn key(line: &str) -> Option<u64> {
    let line = line.trim();
    (line.chars().any(char::is_alphanumeric)).then(|| {
        let mut hasher = DefaultHasher::new();
        line.hash(&mut hasher);
        hasher.finish()
    })
}

/// Whether a report shows every line as it was printed: nothing left out, nothing folded.
fn is_whole(report: &Report, text: &Text) -> bool {
    text.thinned() == 0
        && text.binary().is_none()
        && report.body.lines().count() == text.len()
        && report.body.lines().zip(text.lines()).all(|(shown, line)| shown == line || shown == quote_line(line))
}

impl Listener for Speaker {
    fn hear(&mut self, stream: Stream, bytes: &[u8], now: Instant) {
        if bytes.is_empty() {
            return;
        }
        self.held_since = self.held_since.or(Some(now));
        let fits = self.held.push(stream, bytes);
        if self.store_failed() || !fits {
            self.live = true;
            self.pass_on(true);
        } else if self.live {
            self.pass_on(false);
        }
    }

    fn wake(&self) -> Option<Instant> {
        // Bytes held for a store that has failed are passed on at once.
        if self.store_failed() && !self.held.is_empty() {
            return Some(self.began);
        }
        let look = self.host.background.as_ref().filter(|_| !self.live).map(|_| self.looked + LOOK);
        let page = self.host.page.as_ref().and_then(Page::next_look);
        [self.due(), look, page, self.live_at].into_iter().flatten().min()
    }

    fn woken(&mut self, now: Instant) {
        if let Some(page) = &mut self.host.page
            && page.next_look().is_some_and(|at| now >= at)
        {
            page.look(now);
        }
        if !self.live && self.host.background.is_some() && now >= self.looked + LOOK {
            self.looked = now;
            self.live |= self.is_in_background();
        }
        let long = now >= self.began + LONG && self.host.reads == Reads::Meanwhile;
        let last_chance = self.live_at.is_some_and(|at| now >= at);
        if last_chance {
            self.live_at = None;
        }
        self.live |= long || last_chance || self.store_failed();
        if self.live || self.due().is_some_and(|at| now >= at) {
            let waited = self.held_since.is_some_and(|since| now >= since + UNFINISHED);
            self.pass_on(waited || self.store_failed() || last_chance);
        }
    }

    fn signalled(&mut self, now: Instant) {
        if !self.live {
            self.live_at = self.live_at.or(Some(now + LAST_CHANCE));
        }
    }

    fn sinks(&self) -> [Option<RawFd>; 2] {
        [self.sinks[0].watched(), self.sinks[1].watched()]
    }
}
