//! Findings of one rule in one place: the first stands for all, the others are counted with their places.

use std::collections::{HashMap, HashSet};

use super::reading::FindingBlock;
use super::{Severity, shape};

/// Indices into the blocks, the representative first.
pub struct FindingGroup {
    pub members: Vec<usize>,
}

impl FindingGroup {
    pub fn count_findings(&self, blocks: &[FindingBlock]) -> usize {
        self.members.iter().map(|&member| 1 + blocks[member].repeats as usize).sum()
    }
}

/// Groups, the heaviest first, otherwise in the order of the output. Two reports about one place are one finding (a
/// test that was retried); with `fold`, so are many findings of one rule, or of one shape where there is no rule.
pub fn group_findings(blocks: &[FindingBlock], severity: Severity, fold: bool) -> Vec<FindingGroup> {
    let mut groups: Vec<FindingGroup> = Vec::new();
    let mut again: HashMap<(&str, &str), usize> = HashMap::new();
    for (index, block) in blocks.iter().enumerate().filter(|(_, block)| block.severity == severity) {
        let place = block.location.as_deref().unwrap_or_default();
        let known = (!place.is_empty()).then(|| again.get(&(place, block.message.as_str()))).flatten();
        match known {
            Some(&group) => groups[group].members.push(index),
            None => {
                again.insert((place, &block.message), groups.len());
                groups.push(FindingGroup { members: vec![index] });
            }
        }
    }
    if fold {
        groups = fold_alike_groups(blocks, groups);
    }
    groups.sort_by_cached_key(|group| {
        // The most frequent warnings come first; errors keep their order.
        let crowd = if severity == Severity::Error { 0 } else { group.count_findings(blocks) };
        let first = &blocks[group.members[0]];
        std::cmp::Reverse((!first.is_in_library(), first.weight, crowd))
    });
    groups
}

/// Findings that are equal but for their numbers and places are one group.
fn fold_alike_groups(blocks: &[FindingBlock], groups: Vec<FindingGroup>) -> Vec<FindingGroup> {
    let mut out: Vec<FindingGroup> = Vec::new();
    let mut known: HashMap<(Option<&str>, String), usize> = HashMap::new();
    for group in groups {
        let block = &blocks[group.members[0]];
        let next = out.len();
        let same = *known.entry((block.rule.as_deref(), shape::mask_numbers(&block.message))).or_insert(next);
        match out.get_mut(same) {
            Some(held) => held.members.extend(group.members),
            None => out.push(group),
        }
    }
    // A pair is not a group: both are shown.
    let pairs = out.into_iter().flat_map(|group| match group.members.len() {
        2 => group.members.into_iter().map(|member| FindingGroup { members: vec![member] }).collect(),
        _ => vec![group],
    });
    pairs.collect()
}

/// `×23: src/a.rs:3:1, src/b.rs:9:4 …`, at most `room` bytes.
pub fn format_places(blocks: &[FindingBlock], group: &FindingGroup, room: usize) -> String {
    let shared = shared_folder(blocks, group);
    let mut text = format!("  ×{}", group.count_findings(blocks));
    if !shared.is_empty() {
        text.push_str(&format!(" in {shared}"));
    }
    let mut last_path = "";
    let first = &blocks[group.members[0]];
    let mut seen: HashSet<&str> = first.location.as_deref().into_iter().collect();
    let mut named: HashSet<&str> = HashSet::new();
    let known: Vec<&str> = first.message.split_whitespace().collect();
    for &member in group.members.iter().skip(1) {
        let location = blocks[member].location.as_deref();
        let Some(location) = location.filter(|location| seen.insert(location)) else {
            // Another finding in the same place, or in none, is told by its own word.
            if let Some(name) = distinguishing_word(&known, &blocks[member].message).filter(|name| named.insert(name)) {
                let piece = format!("{}{name}", if text.contains(": ") { "; " } else { ": " });
                if text.len() + piece.len() + 4 > room {
                    text.push_str(" …");
                    // The last one is often where it went wrong.
                    let last =
                        group.members.last().and_then(|&last| distinguishing_word(&known, &blocks[last].message));
                    last.into_iter().for_each(|last| text.push_str(&format!(" {last}")));
                    break;
                }
                text.push_str(&piece);
                last_path = "\0";
            }
            continue;
        };
        let (path, number) = split_location_into_path_and_numbers(location);
        let below = location.strip_prefix(shared).unwrap_or(location);
        let piece = match path == last_path {
            true => format!(",{number}"),
            false => format!("{}{below}", if last_path.is_empty() { ": " } else { "; " }),
        };
        // A file without a line is a finding of its own, not one more place of the same.
        if text.len() + piece.len() + 4 > if number.is_empty() { room * 4 } else { room } {
            text.push_str(" …");
            break;
        }
        text.push_str(&piece);
        last_path = path;
    }
    text
}

/// The word of a message that is none of the known ones, which the first message of its group has.
fn distinguishing_word<'a>(known: &[&str], message: &'a str) -> Option<&'a str> {
    const LONGEST: usize = 60;
    let mut words = message.split_whitespace().filter(|word| !known.contains(word));
    let word = words.next()?.trim_matches(|c: char| ",;:()[]".contains(c));
    let names = word.len() > 2 && word.len() <= LONGEST && word.bytes().any(|byte| byte.is_ascii_alphabetic());
    (names && words.count() <= 1).then_some(word)
}

/// The folders above the last one that the places of at least three files share, where naming them once pays.
fn shared_folder<'a>(blocks: &'a [FindingBlock], group: &FindingGroup) -> &'a str {
    const FILES: usize = 3;
    const LEAST: usize = 8;
    let mut paths: Vec<&str> = group
        .members
        .iter()
        .skip(1)
        .filter_map(|&member| Some(split_location_into_path_and_numbers(blocks[member].location.as_deref()?).0))
        .collect();
    paths.dedup();
    let Some((first, rest)) = paths.split_first().filter(|(_, rest)| rest.len() + 1 >= FILES) else { return "" };
    let common = rest.iter().fold(first.len(), |len, path| {
        first.bytes().zip(path.bytes()).take(len).take_while(|(one, other)| one == other).count()
    });
    // The last folder stays beside the name: it is how people call the file.
    let folders = first.as_bytes()[..common].iter().rposition(|byte| *byte == b'/').unwrap_or(0);
    let above = first.as_bytes()[..folders].iter().rposition(|byte| *byte == b'/').map_or(0, |at| at + 1);
    if above >= LEAST { &first[..above] } else { "" }
}

/// The path and the numbers of a location.
pub fn split_location_into_path_and_numbers(location: &str) -> (&str, &str) {
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
        assert_eq!(split_location_into_path_and_numbers("src/a.rs:3:5"), ("src/a.rs", "3:5"));
        assert_eq!(split_location_into_path_and_numbers("C:\\a.cs:3"), ("C:\\a.cs", "3"));
        assert_eq!(split_location_into_path_and_numbers("a.rs"), ("a.rs", ""));
    }

    fn listed(findings: &[(&str, &str)]) -> String {
        let mut reading = crate::reading::ReaderFindings::default();
        for (at, (location, message)) in findings.iter().enumerate() {
            reading.add_error(at, *message).location = Some((*location).to_owned()).filter(|place| !place.is_empty());
        }
        format_places(&reading.blocks, &FindingGroup { members: (0..findings.len()).collect() }, 180)
    }

    #[test]
    fn only_findings_that_are_equal_but_for_their_place_are_one_group() {
        let mut reading = crate::reading::ReaderFindings::default();
        let types = ["str", "int", "bytes", "None", "list"].map(|name| format!("\"{name}\" has no attribute \"x\""));
        for (at, message) in types.iter().chain([&types[0], &types[0]]).enumerate() {
            reading.add_error(at, message.as_str()).set_location(format!("a.py:{at}")).set_rule("attr-defined");
        }
        let groups = group_findings(&reading.blocks, Severity::Error, true);
        let sizes: Vec<usize> = groups.iter().map(|group| group.members.len()).collect();
        assert_eq!(sizes, [3, 1, 1, 1, 1]);
    }

    #[test]
    fn a_group_names_shared_folders_once() {
        let found = listed(&[
            ("/home/dev/shop/api/a.py:1", "x"),
            ("/home/dev/shop/api/b.py:2", "x"),
            ("/home/dev/shop/web/c.py:3", "x"),
            ("/home/dev/shop/web/d.py:4", "x"),
        ]);
        assert_eq!(found, "  ×4 in /home/dev/: shop/api/b.py:2; shop/web/c.py:3; shop/web/d.py:4");
    }

    #[test]
    fn findings_without_a_place_of_their_own_are_told_by_their_word() {
        let unused = |name: &str| format!("'{name}' is not used");
        let names = ["flask", "pandas", "rich"].map(unused);
        let found: Vec<(&str, &str)> = names.iter().map(|name| ("pyproject.toml", name.as_str())).collect();
        assert_eq!(listed(&found), "  ×3: 'pandas'; 'rich'");
    }
}
