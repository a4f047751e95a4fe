//! A folded copy of a transcript under a new session id, which the agent can resume. The original is not touched.

use std::io::Write;
use std::path::{Path, PathBuf};

use ctx_fold::transcript::{Format, Transcript};
use ctx_fold::{CallHalf, Engine, Fold, Options, rewrite};

use super::FoldHost;
use crate::ProxyError;
use ctx_model::error::{Context as _, Error, Result};

/// What was made.
pub struct FoldedCopy {
    pub path: PathBuf,
    pub session: String,
    pub format: Format,
    pub folds: usize,
    /// Bytes of the conversation before and after, as the next request sends it.
    pub before: usize,
    pub after: usize,
}

/// A transcript that can be folded.
pub struct Original {
    path: PathBuf,
    text: String,
    transcript: Transcript,
    format: Format,
    session: String,
}

impl Original {
    pub fn read(path: &Path) -> Result<Original> {
        let bytes = std::fs::read(path).map_err(|error| Error::unreadable(path, &error))?;
        let text = String::from_utf8(bytes).map_err(|_| ProxyError::NotText(path.to_owned()))?;
        let mut transcript = Transcript::read(&text);
        let (Some(format), Some(session)) = (transcript.format, transcript.session.take()) else {
            return Err(ProxyError::NotATranscript(path.to_owned()).into());
        };
        if format == Format::Pi {
            return Err(ProxyError::OfPi(path.to_owned()).into());
        }
        Ok(Original { path: path.to_owned(), text, transcript, format, session })
    }

    /// The directory the session began in.
    pub fn session_directory(&self) -> Option<&str> {
        self.transcript.cwd.as_deref()
    }

    /// When it was last written, in milliseconds.
    pub fn last_written_ms(&self) -> Option<i64> {
        let since = std::fs::metadata(&self.path).ok()?.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
        i64::try_from(since.as_millis()).ok()
    }
}

/// Folds everything that may be folded and writes the copy beside the original. All bytes are stored before.
pub fn write_folded_copy(original: &Original, host: &mut FoldHost<'_>, new_id: &str) -> Result<FoldedCopy> {
    let Original { path, text, transcript, format, session } = original;
    let format = *format;
    let mut engine = Engine::new(Options::default());
    engine.fold_everything(&transcript.conversation, host);
    host.commit().context("nothing was folded, because the bytes could not be stored")?;
    let newest = |id: &str, part: CallHalf| -> Option<&Fold> {
        let item = transcript.conversation.items.iter().find(|item| item.id == id && item.call_half() == Some(part))?;
        engine.find_fold(id, part, item.sent_bytes())
    };
    let target = beside(path, format, session, new_id);
    let folded = |id: &str, part: CallHalf| newest(id, part).map(|fold| fold.text.as_str());
    let lines = text.lines().filter(|line| !rewrite::is_request_record(line));
    let copy: Vec<_> = lines.map(|line| rewrite::rewrite_line(line, &folded, Some((session, new_id)))).collect();
    save(&target, &copy)?;
    let start = transcript.conversation.first_item_at_call(transcript.conversation.calls.len());
    let (mut before, mut after, mut folds) = (0, 0, 0);
    for item in &transcript.conversation.items[start..] {
        let fold = item.call_half().and_then(|part| engine.find_fold(&item.id, part, item.sent_bytes()));
        before += item.sent_bytes();
        after += fold.map_or(item.sent_bytes(), |fold| fold.text.len());
        folds += usize::from(fold.is_some());
    }
    Ok(FoldedCopy { path: target, session: new_id.to_owned(), format, folds, before, after })
}

/// Written to a temporary file and renamed, and never over another file.
fn save(target: &Path, lines: &[std::borrow::Cow<'_, str>]) -> Result<()> {
    if target.exists() {
        return Err(ProxyError::Exists(target.to_owned()).into());
    }
    let aside = target.with_extension("jsonl.new");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&aside).context(aside.display())?);
    for line in lines {
        writeln!(file, "{line}").context(aside.display())?;
    }
    file.flush().context(aside.display())?;
    drop(file);
    std::fs::rename(&aside, target).context(target.display())
}

/// The copy's file: Claude Code names it by the session's id, Codex puts the id at the end of the name.
fn beside(path: &Path, format: Format, session: &str, new_id: &str) -> PathBuf {
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let name = match format {
        Format::Codex if name.contains(session) => name.replace(session, new_id),
        Format::Codex => format!("{name}-{new_id}"),
        Format::ClaudeCode | Format::Pi => new_id.to_owned(),
    };
    path.with_file_name(format!("{name}.jsonl"))
}

/// A random UUID (version 4) in its usual form.
pub fn fresh_id() -> Result<String> {
    let mut bytes = [0u8; 16];
    ctx_model::random::fill(&mut bytes)
        .map_err(|source| ProxyError::NoRandom { what: "a new session id", source: Some(source) })?;
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok([&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-"))
}
