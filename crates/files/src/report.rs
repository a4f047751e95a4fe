//! The printed report on a read or a change: line 1, the text or the changed lines, the way to the rest.

use serde_json::{Value, json};

use super::change::FileChangeResult;
use super::difference::{NumberedDiff, numbered_diff};
use super::printed_text::PrintedText;
use super::read::{ReadAnswer, ReadResult};
use ctx_model::id::EntryId;
use ctx_secrets::{Masker, TextKind};
use ctx_text::{format_age, format_count, format_size};

/// Lines around a change.
const AROUND: u32 = 2;

/// Line 1, the body, and the footer.
#[derive(Default)]
pub struct FileReport {
    pub headline: String,
    pub body: String,
    /// The body is a diff.
    pub is_diff: bool,
    pub footer: Option<String>,
    pub json: Value,
}

impl FileReport {
    pub fn render_text(&self, headline: &str, body: &str) -> String {
        let mut text = format!("{headline}\n{body}");
        if let Some(footer) = &self.footer {
            text.push_str(footer);
            text.push('\n');
        }
        text
    }

    /// Bytes of the page, without colours.
    pub fn printed_length(&self) -> u64 {
        self.render_text(&self.headline, &self.body).len() as u64
    }
}

/// The text of a file follows line 1 unchanged: no footer comes after it, so that it can be copied, and line 1 says how
/// many lines are the file's own. The caller quotes those that could be taken for lines of ctx.
pub fn compose_read_report(name: &str, id: Option<&EntryId>, reading: &ReadResult) -> FileReport {
    let extent = format!("{} ({})", format_count(reading.lines, "line"), format_size(reading.size));
    let mut parts = Vec::new();
    let mut page = FileReport::default();
    let mut json = json!({
        "ref": id.map(EntryId::as_str), "path": name, "lines": reading.lines, "bytes": reading.size, "facts": reading.facts,
    });
    match &reading.answer {
        ReadAnswer::Text(text) => {
            parts.push(if reading.size == 0 { "empty".to_owned() } else { format!("all {extent}") });
            json["state"] = "text".into();
            json["text"] = text.as_str().into();
            page.body = text.clone();
        }
        ReadAnswer::Lines { text, from, to } => {
            parts.push(format!("lines {from}-{to} of {}", reading.lines));
            json["state"] = "lines".into();
            (json["from"], json["to"], json["text"]) = ((*from).into(), (*to).into(), text.as_str().into());
            page.body = text.clone();
        }
        ReadAnswer::Unchanged { since, outline } => {
            let age = format_age(since.age_ms);
            let since = since.id.reference();
            page.headline = format!(
                "unchanged since {since} {age} ({}) · --full prints it again",
                format_count(reading.lines, "line")
            );
            json["state"] = "unchanged".into();
            json["outline"] = outline.as_deref().into();
            page.body = outline.clone().unwrap_or_default();
        }
        ReadAnswer::Changed { since, diff } => {
            parts.push(format!("changed since {} {}", since.id.reference(), format_age(since.age_ms)));
            parts.push(format!("now {extent}"));
            json["state"] = "changed".into();
            (json["since"], json["diff"]) = (since.id.as_str().into(), diff.as_str().into());
            page.body = diff.clone();
            page.is_diff = true;
            page.footer = Some(format!("more: ctx file read {name} --full"));
        }
        ReadAnswer::Outline(outline) => {
            parts.push(format!("outline of {extent}"));
            json["state"] = "outline".into();
            json["outline"] = outline.as_str().into();
            page.body = outline.clone();
            page.footer = Some(format!("more: ctx file read {name} --lines 1:400 | --full"));
        }
        ReadAnswer::Binary(kind) => {
            parts.push(format!("{} ({})", kind.0, format_size(reading.size)));
            json["state"] = "binary".into();
            json["kind"] = kind.0.into();
            page.footer = id.map(|id| format!("more: ctx get {id} --raw"));
        }
    }
    if page.headline.is_empty() {
        parts.extend(reading.facts.iter().cloned());
        let reference = id.map_or_else(|| "[ctx:-]".to_owned(), EntryId::reference);
        page.headline = format!("{reference} {name} · {}", parts.join(" · "));
    }
    FileReport { json, ..page }
}

/// What was done to a file, in words.
pub struct DoneAction<'a> {
    pub name: &'a str,
    pub verb: &'a str,
    pub facts: &'a [String],
}

/// The report on a change of a file: the changed lines with their numbers.
pub fn compose_change_report(
    done: &DoneAction<'_>,
    made: &FileChangeResult,
    masker: &Masker,
    budget: usize,
) -> FileReport {
    let DoneAction { name, verb, facts } = *done;
    let masker = masker.for_text_kind(TextKind::of_path(name));
    let shown = |bytes: &[u8]| PrintedText::from_bytes(bytes, &masker);
    let after = shown(&made.after);
    let (difference, extent) = match (&made.before, &made.text) {
        (Some(before), Some(_)) => (numbered_diff(&shown(before), &after, AROUND, budget), None),
        (_, text) => (
            NumberedDiff::default(),
            text.as_ref().map(|text| format!("{} ({})", format_count(text.lines, "line"), format_size(text.size))),
        ),
    };
    let id = made.text.as_ref().map(|text| &text.id);
    let mut parts = vec![verb.to_owned()];
    if let (None, Some(_)) = (&extent, id) {
        parts.push(format!("+{} -{}", difference.added, difference.removed));
    }
    parts.extend(extent);
    parts.extend(facts.iter().cloned());
    let json = json!({
        "ref": id.map(EntryId::as_str), "path": name, "done": verb, "added": difference.added, "removed": difference.removed,
        "text": difference.text,
    });
    let left = difference.left_out as u64;
    let footer = (left > 0)
        .then(|| format!("more: {} not shown: ctx file read {name} --full", format_count(left, "changed line")));
    let head = id.map(|id| format!("{} ", id.reference())).unwrap_or_default();
    let headline = format!("{head}{name} · {}", parts.join(" · "));
    FileReport { headline, body: difference.text, is_diff: true, footer, json }
}
