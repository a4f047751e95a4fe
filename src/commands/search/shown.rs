//! A hit as it is printed.

use crate::context::Context;
use crate::record::report::quote_line;
use crate::search::scan::Matches;
use crate::search::{Hit, source};
use crate::ui::{Tone, Ui, ago, count, cut_middle, highlight};
use ctx_model::Scope;
use ctx_secrets::Masker;
use ctx_store::{Entry, EntryKind};

/// Who asks, and when.
pub(super) struct Caller<'a> {
    pub(super) context: &'a Context,
    pub(super) scope: Scope,
    pub(super) masker: Masker,
    pub(super) now: i64,
}

pub(super) fn is_local(hit: &Hit) -> bool {
    !hit.entry.id.as_str().contains('/')
}

pub(super) fn rest(matches: &Matches, shown: usize, pattern: &str) -> String {
    if matches.total == 0 {
        return format!("no line matches {}\n", cut_middle(pattern, 100));
    }
    match matches.total.saturating_sub(shown as u64) {
        0 => String::new(),
        left => format!(
            "{left} more, {} in {}: --offset {shown} | --budget BYTES\n",
            count(matches.total, "line"),
            count(matches.entries as u64, "entry")
        ),
    }
}

pub(super) fn range(hit: &Hit) -> String {
    match hit.lines {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}-{last}"),
    }
}

pub(super) fn reference(hit: &Hit) -> String {
    format!("{}:{}", hit.entry.id, range(hit))
}

/// `npm test · exit 1 · 4m ago`; of another project also its name.
pub(super) fn about(ui: &Ui, entry: &Entry, masker: &Masker, now: i64, scope: &Scope) -> String {
    let status = match (entry.kind, entry.role.as_deref()) {
        (EntryKind::Run, _) => {
            let tone = if entry.status.failed() { Tone::Bad } else { Tone::Good };
            format!(" · {}", ui.tone(tone, &entry.status.to_string()))
        }
        (EntryKind::Store, _) => String::new(),
        // The speaker, or the part of the conversation.
        (EntryKind::Import, Some("prompt")) => " · the user".to_owned(),
        (EntryKind::Import, Some("brief")) => " · a program's prompt".to_owned(),
        (EntryKind::Import, Some("reply")) => format!(" · {}", entry.agent.as_deref().unwrap_or("the agent")),
        (EntryKind::Import, Some(role)) => format!(" · {role}"),
        (kind, _) => format!(" · {}", kind.name()),
    };
    let elsewhere = entry.project.as_deref().filter(|project| Some(*project) != scope.project.to_str());
    let project =
        elsewhere.map(|project| format!(" · in {}", quote_line(project.rsplit('/').next().unwrap_or(project))));
    format!(
        "{}{status}{} · {}",
        ui.tone(Tone::Strong, &quote_line(&cut_middle(&source(entry, masker), 72))),
        project.unwrap_or_default(),
        ago(now.saturating_sub(entry.started_at))
    )
}

/// The words that matched, marked on a terminal.
pub(super) struct Marks<'a> {
    pub(super) ui: &'a Ui,
    pub(super) words: &'a [String],
}

impl Marks<'_> {
    fn on(&self, line: &str) -> String {
        if self.ui.colours() { highlight(line, self.words) } else { line.to_owned() }
    }
}

pub(super) fn hit_text(hit: &Hit, caller: &Caller<'_>, alike: usize, marks: &Marks<'_>) -> String {
    let Caller { scope, masker, now, .. } = caller;
    let place = format!("[ctx:{}]:{}", hit.entry.id, range(hit));
    let mut text =
        format!("{} {}", marks.ui.tone(Tone::Faint, &place), about(marks.ui, &hit.entry, masker, *now, scope));
    if alike > 1 {
        text.push_str(&format!(" · ×{alike} alike"));
    }
    if hit.older > 0 {
        text.push_str(&format!(" · +{} older", hit.older));
    }
    if let Some(newer) = &hit.entry.superseded_by {
        text.push_str(&format!(" · superseded by {}", newer.reference()));
    }
    text.push('\n');
    let heading = hit.title.as_ref().filter(|title| !hit.snippet.iter().any(|line| line.contains(title.as_str())));
    if let Some(heading) = heading.filter(|heading| heading.as_str() != source(&hit.entry, masker)) {
        text.push_str(&format!("{} …\n", marks.on(&quote_line(&cut_middle(heading, 120)))));
    }
    for line in &hit.snippet {
        text.push_str(&marks.on(&quote_line(line)));
        text.push('\n');
    }
    text
}
