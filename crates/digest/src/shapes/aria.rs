//! Accessibility snapshots of pages (`- button "Place order" [disabled]`): title, headings, alerts, states.

use crate::part::Part;
use crate::reading::Reading;

const ROLES: &[&str] = &[
    "button",
    "link",
    "textbox",
    "heading",
    "list",
    "listitem",
    "table",
    "row",
    "cell",
    "img",
    "navigation",
    "main",
    "banner",
    "checkbox",
    "radio",
    "combobox",
    "alert",
    "dialog",
    "paragraph",
    "text",
    "generic",
    "rowgroup",
    "form",
];

fn role(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("- ")?;
    let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    ROLES.contains(&&rest[..end]).then_some(&rest[..end])
}

pub fn read(part: &Part, _programs: &[Vec<String>]) -> Option<Reading> {
    if super::sample::share(part, |line| role(line).is_some()) < 25 {
        return None;
    }
    let roles = part.lines().filter(|(_, line)| role(line).is_some()).count();
    if roles < 8 || roles * 3 < part.len() {
        return None;
    }
    let mut reading = Reading::default();
    let mut rest = Vec::new();
    for (at, line) in part.lines() {
        let text = line.trim_start();
        match role(line) {
            _ if text.starts_with("- Page ") => reading.total(at),
            Some("alert" | "dialog" | "alertdialog") => {
                reading.error(at, text.trim_start_matches("- "));
            }
            _ if text.starts_with("- status") => {
                reading.warning(at, text.trim_start_matches("- "));
            }
            _ if ["[disabled]", "[invalid]", "[active]"].iter().any(|state| text.contains(state)) => {
                reading.warning(at, text.trim_start_matches("- ")).rule(text.split('"').next().unwrap_or_default());
            }
            Some("heading") => {
                reading.info(at, text.trim_start_matches("- "));
            }
            Some("button" | "textbox" | "combobox" | "checkbox") => rest.push(at),
            _ => {}
        }
    }
    reading.lead = rest;
    reading.cover(0..part.len());
    Some(reading)
}
