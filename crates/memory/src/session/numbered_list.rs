//! Numbered lists of an answer in short: the head of each item, in one unit.

use super::sentence_score::ScoredSentence;
use ctx_capture::event_words::shorten_to_line;

/// Shorter lists are told like other sentences.
const FEWEST: usize = 4;
/// Units without a number that may stand between two items: the rest of the one above.
const BETWEEN: usize = 8;
/// The head of an item takes at least so much; all items may take so much of the room, in percent.
const HEAD: usize = 72;
const SHARE: usize = 60;
/// An item that is cut ends at one of these marks, but not before so many bytes, nor in its first half.
const ENDS: &[&str] = &[" - ", " — ", " – ", ": ", ". ", " ("];
const SHORTEST: usize = 16;

/// The units with each numbered list as one, for a text of so many bytes; none where there is no list that is long enough.
pub fn condense_numbered_lists(units: &[ScoredSentence], budget: usize) -> Option<Vec<ScoredSentence>> {
    let mut condensed: Vec<ScoredSentence> = Vec::new();
    let (mut at, mut found) = (0, false);
    while let Some(unit) = units.get(at) {
        match find_list_at(&units[at..]) {
            Some((items, length)) => {
                let of_list = &units[at..at + length];
                let most = (budget * SHARE / 100 / items.len()).max(HEAD);
                let score = of_list.iter().map(|unit| unit.score).max().unwrap_or_default();
                let text = items.iter().map(|item| shorten_item(item, most)).collect::<Vec<_>>().join("; ");
                condensed.push(ScoredSentence { text, lead: String::new(), score, ..unit.clone() });
                // What stands behind the list follows it.
                let place = of_list.last().map_or(unit.place, |last| last.place);
                condensed.iter_mut().last().into_iter().for_each(|list| list.place = place);
                at += length;
                found = true;
            }
            None => {
                condensed.push(unit.clone());
                at += 1;
            }
        }
    }
    found.then_some(condensed)
}

/// The items of a list that begins here, each with what stands below it, and how many units it has.
fn find_list_at(units: &[ScoredSentence]) -> Option<(Vec<String>, usize)> {
    let (mut items, mut length): (Vec<String>, usize) = (Vec::new(), 0);
    // What may belong to the last item, or stand behind the list.
    let mut behind = String::new();
    for (at, unit) in units.iter().enumerate() {
        let numbered = [&unit.text, &unit.lead].into_iter().find_map(|text| Some((parse_number(text)?, text)));
        match numbered {
            Some((number, text)) if number == items.len() + 1 => {
                items.iter_mut().last().into_iter().for_each(|item| item.push_str(&behind));
                let below = if text == &unit.lead { format!(" {}", unit.text) } else { String::new() };
                items.push(format!("{text}{below}"));
            }
            Some((number, _)) if number == items.len() && number > 0 => {
                items.iter_mut().last().into_iter().for_each(|item| item.push_str(&format!("{behind} {}", unit.text)));
            }
            None if at < length + BETWEEN && at > 0 => {
                behind.push_str(&format!(" {}", unit.text));
                continue;
            }
            _ => break,
        }
        length = at + 1;
        behind.clear();
    }
    (items.len() >= FEWEST).then_some((items, length))
}

/// `3. What it says`, `3) What it says`
fn parse_number(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let behind = text.get(digits..)?;
    let is_item = digits > 0 && digits < 3 && (behind.starts_with(". ") || behind.starts_with(") "));
    text.get(..digits).filter(|_| is_item)?.parse().ok()
}

/// An item, or as much of it as there is room for: at least its head.
fn shorten_item(text: &str, most: usize) -> String {
    let text = text.trim_end_matches([':', '.', ' ']);
    if text.len() <= most {
        return text.to_owned();
    }
    let ends = ENDS.iter().flat_map(|mark| text.match_indices(mark).map(|(at, _)| at));
    let end = ends.filter(|at| (SHORTEST.max(most / 2)..=most).contains(at)).max();
    shorten_to_line(&text[..end.unwrap_or(text.len())], most)
}

#[cfg(test)]
mod tests {
    use super::super::sentence_score::split_into_scored_units;
    use super::*;

    #[test]
    fn a_numbered_list_is_told_by_the_heads_of_its_items() {
        let list = "Here are the findings.\n\n1. **Active session protection**: sessions may be seen as orphaned.\n\
            2. Hash length mismatch - 40 characters against 7. It always fails, whatever the branch is called.\n\
            3. Symlinks\n   - `copyMetadataDir` follows them\n   - a link may leak a file\n4. Limits are magic numbers\n\n\
            Which one first?";
        let told = condense_numbered_lists(&split_into_scored_units(list), 200).expect("a list");
        let texts: Vec<&str> = told.iter().map(|unit| &*unit.text).collect();
        let items = "1. Active session protection: sessions may be seen as orphaned; 2. Hash length mismatch - 40 characters \
            against 7; 3. Symlinks: copyMetadataDir follows them a link may leak a file; 4. Limits are magic numbers";
        assert_eq!(texts, ["Here are the findings.", items, "Which one first?"]);
        assert!(condense_numbered_lists(&split_into_scored_units("1. One\n2. Two\n3. Three"), 9).is_none());
        assert!(
            condense_numbered_lists(&split_into_scored_units("Took 4. Then 5. Then 6. Then 7. Done."), 9).is_none()
        );
    }
}
