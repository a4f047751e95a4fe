//! `ctx export`: entries and events as lines that `ctx import` reads back, or as Markdown for people.

use serde_json::json;

use super::{project_at, session_of};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::exit_status::ExitStatus;
use crate::record::report::quote_line;
use crate::record::stored_masks::Masks;
use crate::ui::{clip, duration, one_line, size, visible, write_raw};
use ctx_agents::transcripts::own::{Exported, ExportedEvent, HEADER};
use ctx_model::{Columns, Record, Status};
use ctx_secrets::Masker;
use ctx_store::{BlobReader, Entry, Piece, Store};

/// Rows read at a time.
const PAGE: u32 = 200;
/// In Markdown, an output longer than this is shown by its first lines and its reference.
const SHOWN: usize = 2000;

/// Export entries and events, masked unless --raw
#[derive(clap::Args)]
#[command(after_help = "ctx import turns the output of --raw --format jsonl back into the same entries.\n\n\
    Examples:\n  ctx export --raw > everything.jsonl\n  ctx export --session 0a1b2c3d --format md > session.md")]
pub struct Args {
    /// Only this session: its name or the beginning of it
    #[arg(long, value_name = "S")]
    session: Option<String>,
    /// Only this project, or the one at this path
    #[arg(short, long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = "", conflicts_with = "all_projects")]
    project: Option<String>,
    /// Everything in the store (the default)
    #[arg(long)]
    all_projects: bool,
    /// Lines of JSON, or Markdown
    #[arg(long, value_name = "FORMAT", default_value = "jsonl", value_parser = ["jsonl", "md"])]
    format: String,
    /// The exact bytes, secrets included
    #[arg(long)]
    raw: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let store = context.open_store()?;
        let session = self.session.as_deref().map(|name| session_of(&store, name)).transpose()?;
        let project = self.project.as_deref().map(|given| project_at(context, given));
        let masker = (!self.raw).then(|| context.masker());
        let lines = self.format == "jsonl";
        if lines {
            context.ui.json(&json!({ "ctx": HEADER, "version": 1, "masked": !self.raw }));
        }
        let mut lacking = Vec::new();
        let mut after = 0;
        loop {
            let page = store.page(after, session.as_deref(), project.as_deref(), PAGE)?;
            let Some(last) = page.last() else { break };
            after = last.row;
            for entry in &page {
                let bytes = bytes_of(&store, entry, masker.as_ref(), &mut lacking)?;
                let open = match lines {
                    true => write_raw(as_line(entry, bytes, masker.as_ref()).as_bytes()),
                    false => write_raw(as_markdown(entry, &bytes, masker.as_ref()).as_bytes()),
                };
                if !open {
                    return Ok(ExitStatus::OK);
                }
            }
        }
        if lines {
            let mut after = 0;
            loop {
                let page = store.event_page(after, session.as_deref(), project.as_deref(), PAGE)?;
                let Some((last, _)) = page.last() else { break };
                after = *last;
                let lines: String = page.iter().map(|(_, event)| event_line(event, masker.as_ref())).collect();
                if !write_raw(lines.as_bytes()) {
                    break;
                }
            }
        }
        match lacking.first() {
            None => Ok(ExitStatus::OK),
            Some(first) => Err(Error::damaged(format_args!(
                "damaged in the store and left out: {first}{}",
                if lacking.len() > 1 { format!(" and {} more", lacking.len() - 1) } else { String::new() }
            ))
            .hint("ctx doctor --deep names all of it")),
        }
    }
}

/// The readable bytes, under their masks unless all is wanted; damaged stretches are noted in `lacking`.
fn bytes_of(store: &Store, entry: &Entry, masker: Option<&Masker>, lacking: &mut Vec<String>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let masks = masker.map(|masker| Masks::of(store, entry, masker, 1)).transpose()?;
    if let Some(blob) = entry.blob {
        let mut reader = BlobReader::new(store, blob);
        while let Some(piece) = reader.next_piece()? {
            match piece {
                Piece::Bytes { raw_start, bytes: whole } => match &masks {
                    Some(masks) => bytes.extend_from_slice(&masks.apply(raw_start, &whole)),
                    None => bytes.extend_from_slice(&whole),
                },
                Piece::Lost(lost) => lacking.push(format!("{}: {lost}", entry.id.reference())),
            }
        }
    }
    Ok(bytes)
}

fn masked(text: &str, masker: Option<&Masker>) -> String {
    masker.map_or_else(|| text.to_owned(), |masker| masker.fresh().text(text).into_owned())
}

/// The same for text that stands under its masks, what was cut out of it or is not text at all, and for names and paths.
fn netted(text: &str, masker: Option<&Masker>) -> String {
    masker.map_or_else(|| text.to_owned(), |masker| masker.net().text(text).into_owned())
}

fn as_line(entry: &Entry, bytes: Vec<u8>, masker: Option<&Masker>) -> String {
    let hide = |text: &Option<String>| text.as_deref().map(|text| masked(text, masker));
    let net = |text: &Option<String>| text.as_deref().map(|text| netted(text, masker));
    let Columns { exit_code, signal, timed_out } = entry.status.columns();
    let mut line = Exported {
        ctx: "entry".to_owned(),
        reference: entry.id.as_str().to_owned(),
        kind: entry.kind.name().to_owned(),
        agent: entry.agent.clone(),
        role: entry.role.clone(),
        command: hide(&entry.command),
        argv: entry.argv.iter().map(|word| masked(word, masker)).collect(),
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
        ..Exported::default()
    };
    match masker {
        // Binary bytes are masked as the text they would be shown as.
        Some(_) => line.text = Some(netted(&String::from_utf8_lossy(&bytes), masker)),
        None => line.set_bytes(bytes),
    }
    format!("{}\n", serde_json::to_string(&line).unwrap_or_default())
}

fn event_line(event: &Record, masker: Option<&Masker>) -> String {
    let line = ExportedEvent {
        ctx: "event".to_owned(),
        category: event.category.name().to_owned(),
        key: masked(&event.key, masker),
        text: masked(&event.text, masker),
        session: netted(&event.session, masker),
        project: event.project.as_deref().map(|project| netted(project, masker)),
        branch: event.branch.as_deref().map(|branch| netted(branch, masker)),
        at_ms: event.at,
        first_at_ms: event.first_at,
        count: event.count,
        closed_at_ms: event.closed_at,
        closed_by: event.closed_by.clone(),
        reference: event.reference.clone(),
    };
    format!("{}\n", serde_json::to_string(&line).unwrap_or_default())
}

fn as_markdown(entry: &Entry, bytes: &[u8], masker: Option<&Masker>) -> String {
    // A page is looked at in a terminal: nothing in it steers one.
    let name = one_line(&masked(&entry.name().replace(['\n', '`'], " "), masker));
    let stamp = jiff::Timestamp::from_millisecond(entry.started_at).unwrap_or_default();
    let mut facts = vec![stamp.to_string()];
    facts.extend(entry.role.as_deref().map(one_line));
    if entry.status != Status::Unknown {
        facts.push(entry.status.to_string());
    }
    facts.extend(entry.duration_ms.map(duration));
    let text = netted(&String::from_utf8_lossy(bytes), masker);
    let shown = clip(&text, SHOWN);
    let more = match text.len() > shown.len() {
        true => format!("\n_{} of {}: ctx get {}_\n", size(shown.len() as u64), size(text.len() as u64), entry.id),
        false => String::new(),
    };
    let fence = if shown.contains("```") { "~~~~" } else { "```" };
    let plain = |line: &str| line.chars().filter_map(visible).collect::<String>();
    let body: String = shown.lines().map(|line| format!("{}\n", quote_line(&plain(line)))).collect();
    format!("## {} {name}\n{}\n\n{fence}\n{body}{fence}\n{more}\n", entry.id.reference(), facts.join(" · "))
}
