//! A folded copy of a transcript under a new session id, which the agent can resume. The original is not touched.

use std::path::{Path, PathBuf};

use ctx_fold::transcript::{SessionFileFormat, Transcript};
use ctx_fold::{CallHalf, ConversationItem, EngineHost, FoldEngine, FoldOptions, ItemKind};

use super::FoldHost;
use crate::ProxyError;
use crate::body::splice_into_pieces;
use crate::store_thread::{SessionOrigin, TextToStore, store_texts};
use ctx_model::error::{Context as _, Error, Result};
use ctx_store::Store;

/// What was made.
pub struct FoldedCopy {
    pub path: PathBuf,
    pub format: SessionFileFormat,
    pub folds: usize,
    /// Bytes of the conversation before and after, as the next request sends it.
    pub before: usize,
    pub after: usize,
}

/// The text of a transcript's file.
pub fn read_transcript_file(path: &Path) -> Result<String> {
    let bytes = std::fs::read(path).map_err(|error| Error::unreadable(path, &error))?;
    Ok(String::from_utf8(bytes).map_err(|_| ProxyError::NotText(path.to_owned()))?)
}

/// When a file was last written, in milliseconds.
pub fn last_written_ms(path: &Path) -> Option<i64> {
    let since = std::fs::metadata(path).ok()?.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    i64::try_from(since.as_millis()).ok()
}

/// Folds everything that may be folded and writes the copy beside the original, under the id that `origin` has. All bytes
/// are stored before.
pub fn write_folded_copy(
    path: &Path,
    text: &str,
    host: &mut FoldHost<'_>,
    store: &mut Store,
    origin: &SessionOrigin,
) -> Result<FoldedCopy> {
    let transcript = Transcript::from_file_text(text);
    let (Some(format), Some(session)) = (transcript.format, transcript.session.as_deref()) else {
        return Err(ProxyError::NotATranscript(path.to_owned()).into());
    };
    let conversation = transcript.conversation();
    let mut engine = FoldEngine::new(FoldOptions::default());
    engine.fold_all_foldable_items(conversation, host);
    let fold_of = |item: &ConversationItem<'_>, part: CallHalf| engine.find_fold(&item.id, part, item.sent_bytes());
    let input_of = |item: &ConversationItem<'_>| {
        conversation.items.iter().find(|input| input.kind == ItemKind::Input && input.id == item.id)
    };
    let folded =
        conversation.items.iter().filter(|item| item.call_half().is_some_and(|part| fold_of(item, part).is_some()));
    let texts = folded.map(|item| {
        let act = host.classify_tool_call(&item.tool, input_of(item).map_or("", |input| &input.text));
        TextToStore::from_item(item, &act)
    });
    let texts: Vec<TextToStore> = texts.collect();
    let stored = store_texts(store, &texts.iter().collect::<Vec<_>>(), origin)
        .context("nothing was folded, because the bytes could not be stored")?;
    let is_stored =
        |reference: &str| texts.iter().zip(&stored).any(|(text, is_stored)| text.reference == reference && *is_stored);
    let shown = |item: &ConversationItem<'_>, part: CallHalf| {
        fold_of(item, part).filter(|fold| is_stored(&fold.reference)).map(|fold| fold.text.as_str())
    };
    let target = path_of_copy(path, format, session, &origin.session);
    save_new_file(
        &target,
        &splice_into_pieces(text.as_bytes(), &transcript.splices_for_session_copy(&origin.session, shown)).concat(),
    )?;
    let start = conversation.first_item_at_call(conversation.calls.len());
    let (mut before, mut after, mut folds) = (0, 0, 0);
    for item in &conversation.items[start..] {
        let fold = item.call_half().and_then(|part| shown(item, part));
        before += item.sent_bytes();
        after += fold.map_or(item.sent_bytes(), str::len);
        folds += usize::from(fold.is_some());
    }
    Ok(FoldedCopy { path: target, format, folds, before, after })
}

/// Written to a temporary file and renamed, and never over another file.
fn save_new_file(target: &Path, bytes: &[u8]) -> Result<()> {
    if target.exists() {
        return Err(ProxyError::Exists(target.to_owned()).into());
    }
    let aside = target.with_extension("jsonl.new");
    std::fs::write(&aside, bytes).context(aside.display())?;
    std::fs::rename(&aside, target).context(target.display())
}

/// The copy's file: Claude Code names it by the session's id, Codex puts the id at the end of the name.
fn path_of_copy(path: &Path, format: SessionFileFormat, session: &str, new_id: &str) -> PathBuf {
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let name = match format {
        SessionFileFormat::Codex if name.contains(session) => name.replace(session, new_id),
        SessionFileFormat::Codex => format!("{name}-{new_id}"),
        SessionFileFormat::ClaudeCode => new_id.to_owned(),
    };
    path.with_file_name(format!("{name}.jsonl"))
}

/// A random UUID (version 4) in its usual form.
pub fn random_session_id() -> Result<String> {
    let mut bytes = [0u8; 16];
    ctx_model::random::fill_with_random_bytes(&mut bytes)
        .map_err(|source| ProxyError::NoRandom { what: "a new session id", source: Some(source) })?;
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok([&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-"))
}
