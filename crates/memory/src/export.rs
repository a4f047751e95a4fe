//! Entries and events as lines that `import` reads back, or as Markdown for people.

use ctx_agents::transcripts::exported::{ExportedEntry, ExportedEvent};
use ctx_capture::record::report::quote_forged_line;
use ctx_capture::record::stored_masks::BlobMasks;
use ctx_model::error::Result;
use ctx_model::{CommandEndStatus, StatusColumns, StoredEvent};
use ctx_secrets::Masker;
use ctx_store::{BlobPiece, BlobReader, Entry, HubEntry, Store};
use ctx_text::{collapse_name_to_line, format_duration, format_size, truncate_at_char_boundary, visible_char};

/// In Markdown, an output longer than this is shown by its first lines and its reference.
const SHOWN: usize = 2000;

/// The readable bytes, under their masks unless all is wanted; damaged stretches are noted in `lacking`.
pub fn read_entry_bytes_for_export(
    store: &Store,
    entry: &Entry,
    masker: Option<&Masker>,
    lacking: &mut Vec<String>,
) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let masks = masker.map(|masker| BlobMasks::for_entry(store, entry, masker, 1)).transpose()?;
    if let Some(blob) = entry.blob {
        let mut reader = BlobReader::new(store, blob);
        while let Some(piece) = reader.next_piece()? {
            match piece {
                BlobPiece::Bytes { raw_start, bytes: whole } => match &masks {
                    Some(masks) => bytes.extend_from_slice(&masks.mask_bytes(raw_start, &whole)),
                    None => bytes.extend_from_slice(&whole),
                },
                BlobPiece::Lost(lost) => lacking.push(format!("{}: {lost}", entry.id.reference())),
            }
        }
    }
    Ok(bytes)
}

fn mask_if_wanted(text: &str, masker: Option<&Masker>) -> String {
    masker.map_or_else(|| text.to_owned(), |masker| masker.without_state().mask_text(text).into_owned())
}

/// The same for text that stands under its masks, what was cut out of it or is not text at all, and for names and paths.
fn mask_again_if_wanted(text: &str, masker: Option<&Masker>) -> String {
    masker.map_or_else(|| text.to_owned(), |masker| masker.for_masked_text().mask_text(text).into_owned())
}

pub fn export_entry_json_line(entry: &Entry, bytes: Vec<u8>, masker: Option<&Masker>) -> String {
    let hide = |text: &Option<String>| text.as_deref().map(|text| mask_if_wanted(text, masker));
    let net = |text: &Option<String>| text.as_deref().map(|text| mask_again_if_wanted(text, masker));
    let StatusColumns { exit_code, signal, timed_out } = entry.status.to_columns();
    let mut line = ExportedEntry {
        ctx: "entry".to_owned(),
        reference: entry.id.as_str().to_owned(),
        kind: entry.kind.name().to_owned(),
        agent: entry.agent.clone(),
        role: entry.role.clone(),
        command: hide(&entry.command),
        argv: entry.argv.iter().map(|word| mask_if_wanted(word, masker)).collect(),
        label: hide(&entry.label),
        title: hide(&entry.title),
        cwd: net(&entry.cwd),
        project: net(&entry.project),
        branch: net(&entry.branch),
        session: net(&entry.session),
        exit_code,
        signal,
        timed_out,
        started_at_ms: entry.started_at,
        duration_ms: entry.duration_ms,
        pinned: entry.pinned,
        summary: hide(&entry.summary),
        ..ExportedEntry::default()
    };
    match masker {
        // Binary bytes are masked as the text they would be shown as.
        Some(_) => line.text = Some(mask_again_if_wanted(&String::from_utf8_lossy(&bytes), masker)),
        None => line.set_output_bytes(bytes),
    }
    format!("{}\n", line.to_json())
}

pub fn export_event_json_line(event: &StoredEvent, masker: Option<&Masker>) -> String {
    let line = ExportedEvent {
        ctx: "event".to_owned(),
        category: event.category.name().to_owned(),
        key: mask_if_wanted(&event.key, masker),
        text: mask_if_wanted(&event.text, masker),
        session: mask_again_if_wanted(&event.session, masker),
        project: event.project.as_deref().map(|project| mask_again_if_wanted(project, masker)),
        branch: event.branch.as_deref().map(|branch| mask_again_if_wanted(branch, masker)),
        at_ms: event.at,
        first_at_ms: event.first_at,
        count: event.count,
        closed_at_ms: event.closed_at,
        closed_by: event.closed_by.clone(),
        reference: event.reference.clone(),
    };
    format!("{}\n", serde_json::to_string(&line).unwrap_or_default())
}

pub fn export_entry_markdown(entry: &Entry, bytes: &[u8], masker: Option<&Masker>) -> String {
    // A page is looked at in a terminal: nothing in it steers one.
    let name = collapse_name_to_line(&mask_if_wanted(&entry.name().replace(['\n', '`'], " "), masker));
    let stamp = jiff::Timestamp::from_millisecond(entry.started_at).unwrap_or_default();
    let mut facts = vec![stamp.to_string()];
    facts.extend(entry.role.as_deref().map(collapse_name_to_line));
    if entry.status != CommandEndStatus::Unknown {
        facts.push(entry.status.to_string());
    }
    facts.extend(entry.duration_ms.map(format_duration));
    let text = mask_again_if_wanted(&String::from_utf8_lossy(bytes), masker);
    let shown = truncate_at_char_boundary(&text, SHOWN);
    let more = match text.len() > shown.len() {
        true => format!(
            "\n_{} of {}: ctx get {}_\n",
            format_size(shown.len() as u64),
            format_size(text.len() as u64),
            entry.id
        ),
        false => String::new(),
    };
    let fence = if shown.contains("```") { "~~~~" } else { "```" };
    let plain = |line: &str| line.chars().filter_map(visible_char).collect::<String>();
    let body: String = shown.lines().map(|line| format!("{}\n", quote_forged_line(&plain(line)))).collect();
    format!("## {} {name}\n{}\n\n{fence}\n{body}{fence}\n{more}\n", entry.id.reference(), facts.join(" · "))
}

/// An entry of a hub in the same form; its machine becomes its label.
pub fn hub_entry_to_exported(entry: &HubEntry) -> ExportedEntry {
    let (origin, own) = entry.reference.rsplit_once('/').unwrap_or(("", &entry.reference));
    ExportedEntry {
        ctx: "entry".to_owned(),
        reference: own.to_owned(),
        kind: entry.kind.clone(),
        agent: entry.agent.clone(),
        role: entry.role.clone(),
        command: entry.command.clone(),
        argv: entry.argv.as_deref().and_then(|argv| serde_json::from_str(argv).ok()).unwrap_or_default(),
        label: entry.label.clone().or_else(|| Some(origin.to_owned()).filter(|origin| !origin.is_empty())),
        title: entry.title.clone(),
        cwd: entry.cwd.clone(),
        project: Some(entry.project.clone()),
        branch: entry.branch.clone(),
        session: entry.session.clone(),
        exit_code: entry.status.exit_code,
        signal: entry.status.signal,
        timed_out: entry.status.timed_out,
        started_at_ms: entry.started_at,
        duration_ms: entry.duration_ms,
        pinned: entry.pinned,
        summary: entry.summary.clone(),
        text: Some(String::from_utf8_lossy(entry.text.as_deref().unwrap_or_default()).into_owned()),
        ..ExportedEntry::default()
    }
}
