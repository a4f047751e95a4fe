//! A hit as it is printed.

use crate::Context;
use crate::record::report::quote_forged_line;
use crate::search::scan::GrepResult;
use crate::search::{SearchHit, describe_source};
use crate::ui::{ColourMeaning, Ui, cut_middle, format_age, format_count, highlight_words};
use ctx_digest::CommandEndStatus;
use ctx_model::Scope;
use ctx_secrets::Masker;
use ctx_store::{Entry, EntryKind};

/// Who asks, and when.
pub(super) struct SearchCaller<'a> {
    pub(super) context: &'a Context,
    pub(super) scope: Scope,
    pub(super) masker: Masker,
    pub(super) now: i64,
}

pub(super) fn is_local_hit(hit: &SearchHit) -> bool {
    !hit.entry.id.as_str().contains('/')
}

pub(super) fn remaining_matches_line(matches: &GrepResult, shown: usize, pattern: &str) -> String {
    if matches.total == 0 {
        return format!("no line matches {}\n", cut_middle(pattern, 100));
    }
    match matches.total.saturating_sub(shown as u64) {
        0 => String::new(),
        left => {
            let (lines, entries) = (format_count(matches.total, "line"), format_count(matches.entries as u64, "entry"));
            format!("{left} more, {lines} in {entries}: --offset {shown} | --budget BYTES\n")
        }
    }
}

pub(super) fn format_hit_line_range(hit: &SearchHit) -> String {
    match hit.lines {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}-{last}"),
    }
}

pub(super) fn hit_reference(hit: &SearchHit) -> String {
    format!("{}:{}", hit.entry.id, format_hit_line_range(hit))
}

/// `npm test · exit 1 · 4m ago`; of another project also its name.
pub(super) fn describe_entry(ui: &Ui, entry: &Entry, masker: &Masker, now: i64, scope: &Scope) -> String {
    let status = match (entry.kind, entry.role.as_deref()) {
        // What came through a pipe, and nobody said how it ended.
        (EntryKind::Store, _) if entry.status == CommandEndStatus::Unknown => String::new(),
        (EntryKind::Run | EntryKind::Store, _) => {
            let tone = if entry.status.has_failed() { ColourMeaning::Bad } else { ColourMeaning::Good };
            format!(" · {}", ui.colour_text(tone, &entry.status.to_string()))
        }
        // The speaker, or the part of the conversation.
        (EntryKind::Import, Some("prompt")) => " · the user".to_owned(),
        (EntryKind::Import, Some("brief")) => " · a program's prompt".to_owned(),
        (EntryKind::Import, Some("reply")) => format!(" · {}", entry.agent.as_deref().unwrap_or("the agent")),
        (EntryKind::Import, Some(role)) => format!(" · {role}"),
        (kind, _) => format!(" · {}", kind.name()),
    };
    let elsewhere = entry.project.as_deref().filter(|project| Some(*project) != scope.project.to_str());
    let project =
        elsewhere.map(|project| format!(" · in {}", quote_forged_line(project.rsplit('/').next().unwrap_or(project))));
    let name = quote_forged_line(&cut_middle(&describe_source(entry, masker), 72)).into_owned();
    let (name, age) = (ui.colour_text(ColourMeaning::Strong, &name), format_age(now.saturating_sub(entry.started_at)));
    format!("{name}{status}{} · {age}", project.unwrap_or_default())
}

/// The hit with the words that matched marked on a terminal; `alike` hits say the same.
pub(super) fn render_hit(hit: &SearchHit, caller: &SearchCaller<'_>, alike: usize, words: &[String]) -> String {
    let SearchCaller { context, scope, masker, now } = caller;
    let ui = &context.ui;
    let highlight = |line: &str| if ui.uses_colours() { highlight_words(line, words) } else { line.to_owned() };
    let place = format!("[ctx:{}]:{}", hit.entry.id, format_hit_line_range(hit));
    let mut text = format!(
        "{} {}",
        ui.colour_text(ColourMeaning::Faint, &place),
        describe_entry(ui, &hit.entry, masker, *now, scope)
    );
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
    let heading = hit.title().filter(|title| !hit.snippet.iter().any(|line| line.contains(title)));
    if let Some(heading) = heading.filter(|heading| *heading != describe_source(&hit.entry, masker)) {
        text.push_str(&format!("{} …\n", highlight(&quote_forged_line(&cut_middle(heading, 120)))));
    }
    for line in &hit.snippet {
        text.push_str(&highlight(&quote_forged_line(line)));
        text.push('\n');
    }
    text
}
