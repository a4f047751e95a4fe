//! Findings of one rule in one place: the first stands for all, the others are counted with their places.

use std::collections::{HashMap, HashSet};

use super::Severity;
use super::reading::Block;

/// Indices into the blocks, the representative first.
pub struct Group {
    pub members: Vec<usize>,
}

/// Groups from this many members on are folded.
const FOLD: usize = 3;

impl Group {
    pub fn count(&self, blocks: &[Block]) -> usize {
        self.members.iter().map(|&member| 1 + blocks[member].repeats as usize).sum()
    }
}

/// Groups, the heaviest first and else in the output's order; blocks without a rule stand alone.
pub fn groups(blocks: &[Block], severity: Severity, fold: bool) -> Vec<Group> {
    let mut by_rule: HashMap<&str, usize> = HashMap::new();
    let mut groups: Vec<Group> = Vec::new();
    for (index, block) in blocks.iter().enumerate().filter(|(_, block)| block.severity == severity) {
        match block.rule.as_deref().filter(|_| fold) {
            None => groups.push(Group { members: vec![index] }),
            Some(rule) => match by_rule.get(rule) {
                Some(&group) => groups[group].members.push(index),
                None => {
                    by_rule.insert(rule, groups.len());
                    groups.push(Group { members: vec![index] });
                }
            },
        }
    }
    if fold {
        // A pair is no crowd: both are shown.
        let mut out: Vec<Group> = Vec::new();
        for group in groups {
            if group.members.len() < FOLD {
                out.extend(group.members.into_iter().map(|member| Group { members: vec![member] }));
            } else {
                out.push(group);
            }
        }
        groups = out;
    }
    groups.sort_by_key(|group| {
        // What is wrong most often is worth knowing first among warnings; errors keep the order they came in.
        let crowd = if severity == Severity::Error { 0 } else { group.count(blocks) };
        std::cmp::Reverse((blocks[group.members[0]].weight, crowd))
    });
    groups
}

/// `×23: src/a.rs:3:1, src/b.rs:9:4 …`, at most `room` bytes.
pub fn places(blocks: &[Block], group: &Group, room: usize) -> String {
    let mut text = format!("  ×{}", group.count(blocks));
    let mut last_path = "";
    let mut seen: HashSet<&str> = blocks[group.members[0]].location.as_deref().into_iter().collect();
    for &member in group.members.iter().skip(1) {
        let Some(location) = blocks[member].location.as_deref() else { continue };
        if !seen.insert(location) {
            continue;
        }
        let (path, number) = split(location);
        let piece = match path == last_path {
            true => format!(",{number}"),
            false => format!("{}{location}", if last_path.is_empty() { ": " } else { "; " }),
        };
        if text.len() + piece.len() + 4 > room {
            text.push_str(" …");
            break;
        }
        text.push_str(&piece);
        last_path = path;
    }
    text
}

fn split(location: &str) -> (&str, &str) {
    let end = location.len();
    let mut cut = end;
    for (at, _) in location.rmatch_indices(':') {
        if location[at + 1..cut].is_empty() || !location[at + 1..cut].bytes().all(|byte| byte.is_ascii_digit()) {
            break;
        }
        cut = at;
    }
    (&location[..cut], location.get(cut + 1..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_split_at_their_numbers() {
        assert_eq!(split("src/a.rs:3:5"), ("src/a.rs", "3:5"));
        assert_eq!(split("C:\\a.cs:3"), ("C:\\a.cs", "3"));
        assert_eq!(split("a.rs"), ("a.rs", ""));
    }
}
