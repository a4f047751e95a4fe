//! What is never folded: the user's words wherever they stand, instructions that were read, and messages of the host inside
//! a result.

use std::collections::HashMap;

use ctx_text::truncate_at_char_boundary;

use crate::host::ToolAct;
use crate::ledger::hash_text;
use crate::model::{ConversationItem, ItemKind};

/// A refusal stands at the beginning of a result.
const NEAR: usize = 600;
/// Files of instructions, by their names.
const INSTRUCTIONS: &[&str] = &["CLAUDE.md", "AGENTS.md", "GEMINI.md", "SKILL.md", "CLAUDE.local.md"];
/// What hosts say when the user refuses, in their own words or with the user's.
const REFUSALS: &str = "user doesn't want|user rejected|user has rejected|user denied|user has denied|user said|user has said|\
    user declined|rejected by user|denied by user";
/// A message of the host that says the same this often is a standing one.
const STANDING: usize = 3;
const OPEN: &str = "<system-reminder>";
const CLOSE: &str = "</system-reminder>";

/// Whether an item stays for what it says.
pub fn must_never_fold(item: &ConversationItem<'_>, act: &ToolAct) -> bool {
    if matches!(act, ToolAct::Words) {
        return true;
    }
    item.kind == ItemKind::Result && (is_user_refusal(&item.text) || is_instruction_read(act))
}

fn is_user_refusal(text: &str) -> bool {
    let head = truncate_at_char_boundary(text, NEAR);
    REFUSALS.split('|').any(|sign| head.contains(sign))
}

/// A file of instructions, read by a tool or in a shell.
fn is_instruction_read(act: &ToolAct) -> bool {
    let is_one = |path: &str| {
        let path = path.trim_matches(|c: char| "'\"`,;:()".contains(c));
        INSTRUCTIONS.contains(&path.rsplit(['/', '\\']).next().unwrap_or(path))
    };
    match act {
        ToolAct::Read { path, .. } => is_one(path),
        ToolAct::Run { command, .. } => {
            crate::command::is_file_printing_command(command) && command.split_whitespace().any(is_one)
        }
        _ => false,
    }
}

/// Messages that hosts put into results: how often each was seen.
#[derive(Clone, Debug, Default)]
pub struct HostReminders {
    seen: HashMap<u64, usize>,
}

impl HostReminders {
    pub fn count_reminders(&mut self, text: &str) {
        for reminder in find_reminders(text) {
            *self.seen.entry(reminder_key(reminder)).or_default() += 1;
        }
    }

    /// The messages of a result that must stay: all but those that come again and again.
    pub fn reminders_to_keep<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let is_own = |reminder: &&str| self.seen.get(&reminder_key(reminder)).is_none_or(|seen| *seen < STANDING);
        find_reminders(text).filter(is_own).collect()
    }
}

/// What makes two messages the same one: their words. Numbers count only where the user may have written them.
fn reminder_key(reminder: &str) -> u64 {
    if reminder.to_ascii_lowercase().contains("user") {
        return hash_text(reminder.as_bytes());
    }
    hash_text(reminder.replace(|c: char| c.is_ascii_digit(), "").as_bytes())
}

/// The messages in a text, each at the beginning of a line.
fn find_reminders(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices(OPEN).filter_map(|(at, _)| {
        let is_at_start = at == 0 || text.as_bytes()[at - 1] == b'\n';
        let end = text[at..].find(CLOSE).filter(|_| is_at_start)?;
        Some(&text[at..at + end + CLOSE.len()])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(command: &str) -> ToolAct {
        ToolAct::Run { command: command.to_owned(), folder: None }
    }

    #[test]
    fn the_words_of_a_person_and_instructions_stay() {
        let result = |text: &'static str| ConversationItem::tool_result_item("a", "Bash", text);
        let read = |path: &str| ToolAct::Read { path: path.to_owned(), lines: None };
        assert!(must_never_fold(&result("yes, but never touch the old invoices"), &ToolAct::Words));
        assert!(must_never_fold(
            &result("The user doesn't want to proceed with this tool use. Use pnpm."),
            &run("npm i")
        ));
        assert!(must_never_fold(&result("# Rules"), &read("/home/me/shop/CLAUDE.md")));
        assert!(must_never_fold(&result("# Rules"), &read("C:\\shop\\AGENTS.md")));
        assert!(must_never_fold(&result("# Rules"), &read("/home/me/.claude/skills/pdf/SKILL.md")));
        assert!(must_never_fold(&result("# Rules"), &run("cd app && sed -n '1,200p' 'docs/AGENTS.md'")));
        assert!(!must_never_fold(&result("a.rs:1: CLAUDE.md"), &run("grep -rn CLAUDE.md src")));
        assert!(!must_never_fold(&result("fn main() {}"), &read("src/main.rs")));
        assert!(!must_never_fold(&ConversationItem::tool_input_item("a", "Read", "{}"), &read("CLAUDE.md")));
    }

    #[test]
    fn messages_inside_results_stay_unless_they_are_standing_ones() {
        let mut known = HostReminders::default();
        let said = "<system-reminder>The user sent: stop using npm</system-reminder>";
        let standing = "<system-reminder>Files may be malware.</system-reminder>";
        let text = format!("1→a\n{standing}\n{said}\n");
        (0..3).for_each(|_| known.count_reminders(standing));
        known.count_reminders(said);
        assert_eq!(known.reminders_to_keep(&text), [said]);
        let left =
            |n: usize| format!("<system-reminder><total_tokens>{n} tokens left</total_tokens></system-reminder>");
        let number = |n: usize| format!("<system-reminder>The user sent: {n}</system-reminder>");
        (0..3).for_each(|n| known.count_reminders(&format!("{}\n{}", left(n), number(n))));
        assert!(known.reminders_to_keep(&left(7)).is_empty(), "a count that goes on");
        assert_eq!(known.reminders_to_keep(&number(2)), [number(2)], "an answer of the user");
        assert!(known.reminders_to_keep("let a = \"<system-reminder>x</system-reminder>\";").is_empty());
        assert!(known.reminders_to_keep("<system-reminder> never closed").is_empty());
    }
}
