//! The answer to a read: the text the first time, later the changes, or that there are none.

use super::difference::unified_diff;
use super::printed_text::PrintedText;
use super::workspace::{SeenExtent, StoredText, content_hash};
use ctx_model::id::EntryId;
use ctx_secrets::Masker;
use ctx_store::{Blake3Hash, TrackedFile};
use ctx_text::binary::{self, BinarySniffer};

/// After this time, or this many uses of files, the text may have left the reader's memory.
const LONG_AGO_MS: i64 = 30 * 60 * 1000;
const LONG_AGO_USES: u64 = 25;
/// Nobody wants more than this by accident.
const LARGE: usize = 256 << 10;

#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// First and last line, 1-based.
    pub lines: Option<(u64, u64)>,
    /// The text, whatever was handed out before.
    pub full: bool,
    pub now: i64,
}

impl ReadOptions {
    /// No option says how much: the text handed out before decides.
    fn is_unrestricted(&self) -> bool {
        self.lines.is_none() && !self.full
    }
}

#[derive(Debug)]
pub enum ReadAnswer {
    Text(String),
    /// Only these lines of it.
    Lines {
        text: String,
        from: u64,
        to: u64,
    },
    Unchanged {
        since: EarlierTextReference,
        outline: Option<String>,
    },
    Changed {
        since: EarlierTextReference,
        diff: String,
    },
    /// The outline of a text so large that it is printed only on request.
    Outline(String),
    Binary(binary::BinaryKind),
}

/// The text that was handed out before.
#[derive(Debug)]
pub struct EarlierTextReference {
    pub id: EntryId,
    pub age_ms: i64,
}

impl EarlierTextReference {
    fn from_tracked_file(tracked: &TrackedFile, now: i64) -> EarlierTextReference {
        EarlierTextReference { id: tracked.id.clone(), age_ms: now - tracked.kept_at.max(tracked.seen_at) }
    }
}

fn was_seen_long_ago(tracked: &TrackedFile, now: i64) -> bool {
    now - tracked.seen_at > LONG_AGO_MS || tracked.uses_since > LONG_AGO_USES
}

pub struct ReadResult {
    pub answer: ReadAnswer,
    pub lines: u64,
    pub size: u64,
    /// Facts that the text alone does not show.
    pub facts: Vec<String>,
    /// Bytes of the answer if nothing were known from before.
    pub asked: u64,
}

/// A file that this session knows.
pub struct KnownFile<'a> {
    pub tracked: &'a TrackedFile,
    /// The text that was handed out, if it is another one and has not expired.
    pub text: Option<PrintedText>,
}

/// Decides the answer. `outline` makes the outline of the file as it is now, if it can.
pub fn decide_read_answer(
    bytes: &[u8],
    options: ReadOptions,
    known: Option<KnownFile<'_>>,
    masker: &Masker,
    outline: &mut dyn FnMut() -> Option<String>,
) -> ReadResult {
    let now = options.now;
    let size = bytes.len() as u64;
    let mut sniffer = BinarySniffer::default();
    sniffer.push(bytes);
    if let Some(kind) = sniffer.finish() {
        return ReadResult { answer: ReadAnswer::Binary(kind), lines: 0, size, facts: Vec::new(), asked: 0 };
    }
    if let Some(known) = known.as_ref().filter(|known| options.is_unrestricted() && known.tracked.whole)
        && known.tracked.hash == content_hash(bytes)
        && !was_seen_long_ago(known.tracked, now)
    {
        // Nothing of the text is shown, so nothing of it need be looked at.
        let answer =
            ReadAnswer::Unchanged { since: EarlierTextReference::from_tracked_file(known.tracked, now), outline: None };
        return ReadResult { answer, lines: known.tracked.lines, size, facts: Vec::new(), asked: size };
    }
    let shown = PrintedText::from_bytes(bytes, masker);
    let lines = shown.lines;
    let mut asked = shown.text.len() as u64;
    let answer = match (options.lines, known) {
        (Some((from, to)), _) => {
            let text = shown.line_range(from, to);
            asked = text.len() as u64;
            ReadAnswer::Lines { text, from, to: to.min(lines) }
        }
        (None, Some(known)) if options.is_unrestricted() && known.tracked.whole => {
            answer_repeated_read(known, content_hash(bytes), &shown, now, outline)
        }
        (None, _) if shown.text.len() > LARGE && !options.full => {
            outline().map_or_else(|| ReadAnswer::Text(shown.text.clone()), ReadAnswer::Outline)
        }
        _ => ReadAnswer::Text(shown.text.clone()),
    };
    ReadResult { answer, lines, size, facts: shown.facts, asked }
}

/// The answer to somebody who has had all of the text before, but not just now.
fn answer_repeated_read(
    known: KnownFile<'_>,
    hash: Blake3Hash,
    shown: &PrintedText,
    now: i64,
    outline: &mut dyn FnMut() -> Option<String>,
) -> ReadAnswer {
    let since = EarlierTextReference::from_tracked_file(known.tracked, now);
    if known.tracked.hash == hash {
        return match outline() {
            Some(outline) if outline.len() >= shown.text.len() => ReadAnswer::Text(shown.text.clone()),
            outline => ReadAnswer::Unchanged { since, outline },
        };
    }
    let diff = known.text.map(|old| unified_diff(&old.text, &shown.text)).unwrap_or_default();
    // No difference to be seen means line ends, encoding, masked words: the text says it better.
    if !diff.is_empty() && diff.len() < shown.text.len() {
        ReadAnswer::Changed { since, diff }
    } else {
        ReadAnswer::Text(shown.text.clone())
    }
}

impl ReadResult {
    /// How much of the text the user has seen once the answer is printed.
    pub fn seen_after_print(&self, before: Option<&TrackedFile>, text: &StoredText, printed: u64) -> SeenExtent {
        let knew_this = before.is_some_and(|before| before.whole && before.hash == text.hash);
        let (whole, now) = match self.answer {
            ReadAnswer::Text(_) | ReadAnswer::Changed { .. } => (true, true),
            ReadAnswer::Lines { .. } | ReadAnswer::Outline(_) | ReadAnswer::Binary(_) => (knew_this, false),
            ReadAnswer::Unchanged { .. } => (true, false),
        };
        SeenExtent { whole, now, printed, asked: self.asked }
    }
}
