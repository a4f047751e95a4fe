//! Numbered lists of an answer in short: the head of each item, in one unit.

use super::sentence_score::ScoredSentence;
use ctx_capture::event_words::shorten_to_line;

/// Shorter lists are told like other sentences.
const FEWEST: usize = 4;
/// Units without a number that may stand between two items: the rest of the one above.
const BETWEEN: usize = 8;
/// The head of an item.
const HEAD: usize = 72;
/// A head ends at one of these marks, but not before so many bytes.
const ENDS: &[&str] = &[" - ", " — ", " – ", ": ", ". ", " ("];
const SHORTEST: usize = 16;

/// The units with each numbered list as one; none where there is no list that is long enough.
pub fn condense_numbered_lists(units: &[ScoredSentence]) -> Option<Vec<ScoredSentence>> {
    let mut condensed: Vec<ScoredSentence> = Vec::new();
    let (mut at, mut found) = (0, false);
    while let Some(unit) = units.get(at) {
        match find_list_at(&units[at..]) {
            Some((heads, length)) => {
                let of_list = &units[at..at + length];
                let score = of_list.iter().map(|unit| unit.score).max().unwrap_or_default();
                let text = heads.join("; ");
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

/// The heads of the items of a list that begins here, and how many units it has.
fn find_list_at(units: &[ScoredSentence]) -> Option<(Vec<String>, usize)> {
    let (mut heads, mut length): (Vec<String>, usize) = (Vec::new(), 0);
    for (at, unit) in units.iter().enumerate() {
        let numbered = [&unit.text, &unit.lead].into_iter().find_map(|text| Some((parse_number(text)?, text)));
        match numbered {
            Some((number, text)) if number == heads.len() + 1 => {
                heads.push(head_of_item(text));
                length = at + 1;
            }
            Some((number, _)) if number == heads.len() && number > 0 => length = at + 1,
            None if at < length + BETWEEN && at > 0 => {}
            _ => break,
        }
    }
    (heads.len() >= FEWEST).then_some((heads, length))
}

/// `3. What it says`, `3) What it says`
fn parse_number(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let behind = text.get(digits..)?;
    let is_item = digits > 0 && digits < 3 && (behind.starts_with(". ") || behind.starts_with(") "));
    text.get(..digits).filter(|_| is_item)?.parse().ok()
}

fn head_of_item(text: &str) -> String {
    let text = text.trim_end_matches([':', '.', ' ']);
    let end = ENDS.iter().filter_map(|mark| text.get(SHORTEST..)?.find(mark).map(|at| at + SHORTEST)).min();
    shorten_to_line(&text[..end.unwrap_or(text.len())], HEAD)
}

#[cfg(test)]
mod tests {
    use super::super::sentence_score::split_into_scored_units;
    use super::*;

    #[test]
    fn a_numbered_list_is_told_by_the_heads_of_its_items() {
        let list = "Here are the findings.\n\n1. **Active session protection**: sessions may be seen as orphaned.\n\
            2. Hash length mismatch - 40 characters against 7. It always fails.\n\
            3. Symlinks\n   - `copyMetadataDir` follows them\n   - a link may leak a file\n4. Limits are magic numbers\n\n\
            Which one first?";
        let told = condense_numbered_lists(&split_into_scored_units(list)).expect("a list");
        let texts: Vec<&str> = told.iter().map(|unit| &*unit.text).collect();
        let heads = "1. Active session protection; 2. Hash length mismatch; 3. Symlinks; 4. Limits are magic numbers";
        assert_eq!(texts, ["Here are the findings.", heads, "Which one first?"]);
        assert!(condense_numbered_lists(&split_into_scored_units("1. One\n2. Two\n3. Three")).is_none());
        assert!(condense_numbered_lists(&split_into_scored_units("Took 4. Then 5. Then 6. Then 7. Done.")).is_none());
    }
}
