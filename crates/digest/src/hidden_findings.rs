//! What a report says of the findings that it does not show: how many they are, and the names of the errors.

use std::collections::HashSet;

use super::choose_findings::GroupedFindings;
use super::group::FindingGroup;
use super::reading::FindingBlock;
use super::render::ReportPage;
use ctx_text::cut_middle;

/// Bytes for the names of errors that did not fit.
const NAMES: usize = 200;
/// Bytes for one of them.
const NAME: usize = 60;

impl ReportPage<'_> {
    /// Counts what the chosen findings stand for, and names those that are not shown.
    pub fn account_for_hidden_findings(&mut self, groups: &GroupedFindings, budget: usize) {
        for group in groups.errors.iter().chain(&groups.warnings).chain(&groups.infos) {
            let after = self.group_note_position(group);
            if !self.is_finding_shown(group.members[0])
                && let Some(note) = self.pieces.remove(&after)
            {
                self.spent -= note.text.len() + 1;
            }
            self.add_count_note(group);
        }
        self.add_names_of_hidden_errors(&groups.errors, &groups.warnings, budget);
    }

    /// The number of findings that one of them stands for is always printed, even where their places did not fit.
    fn add_count_note(&mut self, group: &FindingGroup) {
        let blocks = &self.digest.reading.blocks;
        let (after, count) = (self.group_note_position(group), group.count_findings(blocks));
        if count > 1 && self.is_finding_shown(group.members[0]) && !self.pieces.contains_key(&after) {
            self.add_note_if_it_fits(after, format!("  ×{count}"), usize::MAX);
        }
    }

    /// Names the errors that did not fit: a list of names costs less than one of them in full, and no error is lost.
    fn add_names_of_hidden_errors(&mut self, errors: &[FindingGroup], warnings: &[FindingGroup], budget: usize) {
        let blocks = &self.digest.reading.blocks;
        let is_hidden = |group: &&FindingGroup| !self.is_finding_shown(group.members[0]);
        let count = |groups: &[FindingGroup]| -> usize {
            groups.iter().filter(is_hidden).map(|group| group.count_findings(blocks)).sum()
        };
        let unseen: Vec<&FindingBlock> =
            errors.iter().filter(is_hidden).map(|group| &blocks[group.members[0]]).collect();
        let hidden = count(warnings);
        if unseen.is_empty() && hidden == 0 {
            return;
        }
        let last =
            unseen.last().map_or_else(|| blocks.iter().map(|block| block.last).max().unwrap_or(0), |block| block.last);
        let mut text = String::from("…");
        if !unseen.is_empty() {
            let all = count(errors);
            text.push_str(&format!(" {all} more {}:", if all == 1 { "error" } else { "errors" }));
        }
        let most = NAMES.min(budget / 5);
        let mut named = HashSet::new();
        for (at, block) in unseen.iter().enumerate() {
            let Some(name) = short_finding_name(block, &mut named) else { continue };
            if text.len() + name.len() > most {
                text.push_str(" …");
                break;
            }
            text.push_str(if at == 0 { " " } else { "; " });
            text.push_str(&name);
        }
        if hidden > 0 {
            let and = if unseen.is_empty() { "" } else { "; and" };
            text.push_str(&format!("{and} {hidden} more {}", if hidden == 1 { "warning" } else { "warnings" }));
            text.push_str(&self.hidden_rule_counts(warnings));
        }
        // The number of errors that are not shown is always printed.
        self.add_note_if_it_fits((last, 2, u32::MAX), text, usize::MAX);
    }

    /// The rules of the warnings that are not shown, with their numbers.
    fn hidden_rule_counts(&self, warnings: &[FindingGroup]) -> String {
        const MOST: usize = 6;
        let blocks = &self.digest.reading.blocks;
        let mut rules: Vec<(&str, usize)> = Vec::new();
        for group in warnings.iter().filter(|group| !self.is_finding_shown(group.members[0])) {
            let Some(rule) = blocks[group.members[0]].rule.as_deref().filter(|rule| rule.len() <= NAME / 2) else {
                continue;
            };
            match rules.iter_mut().find(|(name, _)| *name == rule) {
                Some((_, count)) => *count += group.count_findings(blocks),
                None => rules.push((rule, group.count_findings(blocks))),
            }
        }
        rules.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let named: Vec<String> = rules.iter().take(MOST).map(|(rule, count)| format!("{rule} ×{count}")).collect();
        if named.is_empty() { String::new() } else { format!(": {}", named.join(", ")) }
    }
}

/// The name of an error in a list: its rule where it has one, its test or its code, its place where the message is too
/// long. None where the list has that name already.
fn short_finding_name<'a>(block: &'a FindingBlock, named: &mut HashSet<&'a str>) -> Option<std::borrow::Cow<'a, str>> {
    let message = block.message.trim();
    let rule = block.rule.as_deref().filter(|rule| {
        rule.len() > 2 && message.ends_with([']', ')']) && message[..message.len() - 1].ends_with(*rule)
    });
    if let Some(rule) = rule {
        return named.insert(rule).then(|| rule.into());
    }
    // `tests::rounds_up: assertion failed` is named by its first word, unless others begin with it, too.
    let word = message.split_once(": ").map(|(word, _)| word).filter(|word| !word.contains(' ') && word.len() > 5);
    let place = block.location.as_deref().map(|place| place.rsplit('/').next().unwrap_or(place));
    let short = place.filter(|_| message.len() > NAME);
    Some(cut_middle(word.filter(|word| named.insert(*word)).or(short).unwrap_or(message), NAME))
}
