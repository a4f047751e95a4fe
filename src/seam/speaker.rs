//! Passes on the output of a command: at its end, byte for byte if all of it is shown, or the digest; after a while the
//! output so far, so that whoever waits sees it. Nothing goes out twice.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::sink::Sink;
use crate::capture::pump::Listener;
use crate::capture::streams::Stream;
use crate::capture::text::{Text, TextBuilder};
use crate::id::EntryId;
use crate::record::Masked;
use crate::record::report::{Report, quote_line};
use crate::secrets::{Masker, Source, Stream as Masks};

/// A command that has not ended by then has its output passed on for the first time …
const FIRST: Duration = Duration::from_secs(2);
/// … and then no sooner than this after new output, so that it comes together, …
const COLLECT: Duration = Duration::from_millis(300);
/// … and in these intervals: each twice as long as the one before while it goes on printing.
const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(60);
/// A line that is unfinished after this long is one that waits, such as a question.
const UNFINISHED: Duration = Duration::from_secs(1);
/// Bytes of each later report while the command runs.
const PIECE: usize = 600;
/// At most this much is held back; beyond it only the store has the bytes.
const HELD: usize = 1 << 20;

/// Makes a report of the output since the last one: the text, how long the command has run, the budget.
pub type Compose<'a> = &'a dyn Fn(&Masked, Duration, usize) -> Report;

/// State that the speaker and the store's side share.
#[derive(Clone, Default)]
pub struct Pact {
    /// The store failed: its bytes must be shown.
    pub failed: Arc<AtomicBool>,
    /// Bytes were dropped here: if the store fails, it must show them itself.
    pub dropped: Arc<AtomicBool>,
    /// The entry, once it has begun.
    pub id: Arc<OnceLock<EntryId>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Nothing,
    /// All output up to some point, unchanged.
    Whole,
    /// Something was left out.
    Part,
}

pub struct Speaker<'a> {
    sinks: [Sink; 2],
    /// Each stream is read for secrets as it comes; the end of a line or word is waited for.
    masks: [Masks; 2],
    masker: Masker,
    /// Masked bytes that are not passed on yet, in order, and the stream of each run.
    held: Vec<u8>,
    runs: Vec<(Stream, usize)>,
    /// The same as text once it is too much.
    overflow: Option<TextBuilder>,
    /// The number of the line that `held` begins with.
    line: u64,
    pact: Pact,
    compose: Compose<'a>,
    budget: usize,
    began: Instant,
    next: Option<Instant>,
    interval: Duration,
    last_said: Instant,
    last_heard: Instant,
    said: Said,
    /// Lines that went out while the command ran.
    passed: HashSet<u64>,
    printed: u64,
}

impl<'a> Speaker<'a> {
    pub fn new(
        sinks: [Sink; 2],
        (masker, source): (&Masker, Source),
        pact: Pact,
        compose: Compose<'a>,
        budget: usize,
    ) -> Speaker<'a> {
        let now = Instant::now();
        Speaker {
            sinks,
            masks: [masker.stream(source), masker.stream(source)],
            masker: masker.fresh(),
            held: Vec::new(),
            runs: Vec::new(),
            overflow: None,
            line: 1,
            pact,
            compose,
            budget,
            began: now,
            next: None,
            interval: SHORTEST,
            last_said: now,
            last_heard: now,
            said: Said::Nothing,
            passed: HashSet::new(),
            printed: 0,
        }
    }

    fn has_news(&self) -> bool {
        !self.held.is_empty() || self.overflow.is_some() || self.masks.iter().any(Masks::has_words)
    }

    /// Adds what a stream gives out to the bytes that are held.
    fn hold(&mut self, stream: Stream, read: impl FnOnce(&mut Masks, &mut Vec<u8>)) {
        let mut shown = Vec::new();
        read(&mut self.masks[stream as usize], &mut shown);
        if let Some(text) = &mut self.overflow {
            return text.push(&shown);
        }
        if shown.is_empty() {
            return;
        }
        self.held.extend_from_slice(&shown);
        match self.runs.last_mut() {
            Some((last, len)) if *last == stream => *len += shown.len(),
            _ => self.runs.push((stream, shown.len())),
        }
    }

    fn store_failed(&self) -> bool {
        self.pact.failed.load(Ordering::Relaxed)
    }

    /// Passes on all held bytes; of an unfinished line its words, if they are wanted too.
    fn pass_on(&mut self, unfinished_too: bool) {
        if unfinished_too {
            for stream in [Stream::Out, Stream::Err] {
                self.hold(stream, |masks, out| masks.push_words(out));
            }
        }
        let held = std::mem::take(&mut self.held);
        let mut at = 0;
        for (stream, len) in std::mem::take(&mut self.runs) {
            let shown = &held[at..at + len];
            at += len;
            if self.sinks[stream as usize].write(shown) {
                self.printed += shown.len() as u64;
            }
        }
        self.line += memchr::memchr_iter(b'\n', &held).count() as u64;
        if self.said != Said::Nothing || self.began.elapsed() >= FIRST {
            self.remember(&String::from_utf8_lossy(&held));
        }
    }

    /// The end of the output: nothing is waited for any more.
    fn hold_all(&mut self) {
        for stream in [Stream::Out, Stream::Err] {
            self.hold(stream, |masks, out| masks.flush(out));
        }
    }

    fn remember(&mut self, text: &str) {
        self.passed.extend(text.lines().filter_map(key));
    }

    fn say(&mut self, text: &str) {
        if self.sinks[Stream::Out as usize].write(text.as_bytes()) {
            self.printed += text.len() as u64;
        }
    }

    /// Passes on the output since the last time: unchanged if it is short, else as a report.
    fn speak(&mut self, now: Instant) {
        let budget = if self.said == Said::Nothing { self.budget } else { PIECE };
        if self.overflow.is_none() && self.held.len() <= budget {
            self.pass_on(now.duration_since(self.last_heard) >= UNFINISHED);
            if self.said == Said::Nothing {
                self.said = Said::Whole;
            }
        } else {
            let mut builder = self.overflow.take().unwrap_or_else(|| builder_at(self.line));
            builder.push(&std::mem::take(&mut self.held));
            self.runs.clear();
            let text = Masked::under(builder.finish(), 0, &self.masker);
            self.line = text.raw_lines() + 1;
            let report = (self.compose)(&text, now.duration_since(self.began), budget);
            self.remember(&report.body);
            self.say(&format!("{}\n{}", report.headline, report.body));
            self.said = Said::Part;
        }
        let quiet_before = self.last_heard.duration_since(self.last_said) > self.interval * 2;
        self.interval = if quiet_before { SHORTEST } else { (self.interval * 2).min(LONGEST) };
        self.last_said = now;
        // Wait for the line that stayed behind.
        self.next = self.has_news().then(|| now + UNFINISHED);
    }

    /// The last text if the store has everything; none if all held bytes are passed on unchanged. `text` is masked.
    fn last_words(&self, report: &Report, text: &Text) -> Option<String> {
        let held_all = self.overflow.is_none() && self.said != Said::Part;
        let plain = report.plain();
        // A binary output that is shorter than its description is passed on as well.
        let is_less = || self.held.len() + self.masks.iter().map(Masks::held).sum::<usize>() <= plain.len();
        if held_all && (is_less() || is_whole(report, text)) {
            return None;
        }
        if self.said == Said::Nothing {
            return Some(plain);
        }
        let mut page = format!("{}\n", report.headline);
        let is_new = |line: &&str| key(line).is_none_or(|key| !self.passed.contains(&key));
        let body = report.body.lines().filter(is_new);
        for line in body.chain([&report.since, &report.footer].into_iter().flatten().map(String::as_str)) {
            page.push_str(line);
            page.push('\n');
        }
        Some(page)
    }

    /// All bytes that will have gone out when the command's end is reported.
    pub fn will_have_printed(&self, report: &Report, text: &Text) -> u64 {
        self.printed
            + self.last_words(report, text).map_or_else(
                || self.held.len() + self.masks.iter().map(Masks::held).sum::<usize>(),
                |words| words.len(),
            ) as u64
    }

    /// The command has ended; the store has all of its output, or there is no report.
    pub fn finish(&mut self, report: Option<(&Report, &Text)>) {
        self.hold_all();
        match report.filter(|_| !self.store_failed()) {
            Some((report, text)) => match self.last_words(report, text) {
                Some(words) => self.say(&words),
                None => self.pass_on(true),
            },
            None if self.pact.dropped.load(Ordering::Relaxed) => {}
            None => self.pass_on(true),
        }
    }
}

/// Only the beginning of an output shows whether it is text at all.
fn builder_at(line: u64) -> TextBuilder {
    if line > 1 { TextBuilder::starting_at(line) } else { TextBuilder::new() }
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

impl Listener for Speaker<'_> {
    fn hear(&mut self, stream: Stream, bytes: &[u8], now: Instant) {
        if bytes.is_empty() {
            return;
        }
        if self.store_failed() && self.pact.dropped.load(Ordering::Relaxed) {
            // The store's side shows everything, from the first byte on.
            return;
        }
        if !self.has_news() {
            let soon = (now + COLLECT).max(self.last_said + self.interval);
            self.next = Some(if self.said == Said::Nothing { (self.began + FIRST).max(now + COLLECT) } else { soon });
        }
        self.last_heard = now;
        self.hold(stream, |masks, out| masks.push(bytes, out));
        if self.overflow.is_some() {
            return;
        }
        if self.store_failed() {
            return self.pass_on(true);
        }
        if self.held.len() > HELD {
            self.pact.dropped.store(true, Ordering::Relaxed);
            let mut text = builder_at(self.line);
            text.push(&std::mem::take(&mut self.held));
            self.runs.clear();
            self.overflow = Some(text);
        }
    }

    fn wake(&self) -> Option<Instant> {
        // Bytes held for a store that has failed are passed on at once.
        if self.store_failed() && !self.held.is_empty() && !self.pact.dropped.load(Ordering::Relaxed) {
            return Some(self.began);
        }
        self.next
    }

    fn woken(&mut self, now: Instant) {
        self.next = None;
        if self.store_failed() {
            if !self.pact.dropped.load(Ordering::Relaxed) {
                self.pass_on(true);
            }
        } else if self.has_news() {
            self.speak(now);
        }
    }

    fn sinks(&self) -> [Option<RawFd>; 2] {
        [self.sinks[0].watched(), self.sinks[1].watched()]
    }
}
