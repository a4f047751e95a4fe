//! A prefix that most lines share, as runners put it there: `INTERNALERROR> `, `web-1  | `, `packages/qs test: `. Without
//! it the rest reads as if it stood alone; the page shows the lines as they are.

use std::collections::HashMap;

use super::part::is_blank;
use super::shape::is_clock_time;
use ctx_shell::is_word_in_list;
use ctx_text::text::Text;

/// Fewer lines than this share nothing that is worth a second look.
const FEWEST: usize = 8;
/// A prefix that fewer lines share is part of what they say.
const SHARED: usize = 3;
/// More speakers than this are not speakers.
const SPEAKERS: usize = 8;
/// So many lines of a long text are looked at before all of them.
const SAMPLE: usize = 1000;
/// A prefix ends this early.
const LONGEST: usize = 48;

/// The text without the prefixes of its lines, line by line; none where most lines have none.
pub fn strip_line_prefixes(text: &Text) -> Option<Text> {
    let written = text.lines().filter(|line| !is_blank(line)).count();
    if written < FEWEST || text.thinned_lines() > 0 {
        return None;
    }
    if has_time_prefixes(text, written) {
        return remove_prefix_of_each_line(text, time_prefix);
    }
    // Most texts have none: their first lines show it.
    let first = text.lines().filter(|line| !is_blank(line)).take(SAMPLE);
    if written > SAMPLE && first.filter(|line| find_name_prefix(line).is_some()).count() * 2 < SAMPLE {
        return None;
    }
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for prefix in text.lines().filter_map(find_name_prefix) {
        *seen.entry(prefix).or_default() += 1;
    }
    seen.retain(|_, count| *count >= SHARED);
    let shared: usize = seen.values().sum();
    if seen.is_empty() || seen.len() > SPEAKERS || shared * 5 < written * 4 {
        return None;
    }
    remove_prefix_of_each_line(text, |line| {
        let prefix = find_name_prefix(line).filter(|prefix| seen.contains_key(prefix))?;
        Some(&line[..prefix.len() + usize::from(line[prefix.len()..].starts_with(' '))])
    })
}

/// The text without what `prefix` finds at the beginning of its lines.
fn remove_prefix_of_each_line<'a>(text: &'a Text, prefix: impl Fn(&'a str) -> Option<&'a str>) -> Option<Text> {
    let mut inner = String::with_capacity(text.clean_len());
    for line in text.lines() {
        inner.push_str(&line[prefix(line).map_or(0, str::len)..]);
        inner.push('\n');
    }
    let inner = Text::from_bytes(inner.as_bytes());
    (inner.len() == text.len()).then_some(inner)
}

/// True where most lines begin with the time of day and go on in their own form: without a level, and some of them
/// indented.
fn has_time_prefixes(text: &Text, written: usize) -> bool {
    let rest = || text.lines().filter_map(|line| Some(&line[time_prefix(line)?.len()..]));
    let level = |word: &str| !word.bytes().any(|byte| byte.is_ascii_lowercase()) && is_severity_label_word(word);
    let leveled = |rest: &&str| rest.split(' ').next().is_some_and(|word| level(word.trim_matches(['[', ']', ':'])));
    rest().count() * 5 >= written * 4
        && rest().filter(leveled).count() * 10 < written
        && rest().any(|rest| rest.starts_with(' '))
}

/// `04:03:49  `, `[04:03:49] `: the time and the blanks that all lines have after it.
fn time_prefix(line: &str) -> Option<&str> {
    let open = usize::from(line.starts_with('['));
    line.as_bytes().get(open..open + 8).filter(|bytes| is_clock_time(bytes))?;
    let rest = &line[open + 8..];
    let end = if open == 1 { rest.strip_prefix(']')? } else { rest };
    let blanks = end.bytes().take(2).take_while(|byte| *byte == b' ').count();
    (blanks > 0 || end.is_empty()).then(|| &line[..line.len() - end.len() + blanks])
}

/// The name of a speaker at the beginning of a line, with the sign that ends it.
fn find_name_prefix(line: &str) -> Option<&str> {
    let head = &line[..ctx_text::floor_boundary(line, line.len().min(LONGEST))];
    if !head.bytes().any(|byte| matches!(byte, b'>' | b'|' | b':' | b']')) {
        return None;
    }
    let ends =
        ["> ", " | ", "| ", ": ", "] "].iter().filter_map(|sign| head.find(sign).map(|at| at + sign.trim_end().len()));
    let closed = head.ends_with(['>', '|', ':']).then_some(head.len());
    let end = ends.min().or(closed)?;
    let prefix = &head[..end];
    let name = prefix.trim_end_matches(['>', '|', ':', ']']).trim_start_matches('[').trim_end();
    let plain = |c: char| c.is_alphanumeric() || "-_./@ ~+".contains(c);
    let speaks = !name.is_empty()
        && !name.starts_with(' ')
        && name.split(' ').filter(|word| !word.is_empty()).count() <= 2
        && name.chars().all(plain)
        && name.chars().any(char::is_alphabetic)
        && !name.split(' ').any(is_severity_label_word);
    speaks.then_some(prefix)
}

/// Words that say how severe the rest is, or what it gives: they belong to it.
fn is_severity_label_word(word: &str) -> bool {
    const LABELS: &str = "error errors err warning warn fatal fail failed failure info note notice debug trace hint help panic \
        critical exception caused expected actual received pass ok e w i";
    is_word_in_list(LABELS, &word.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inner(raw: &str) -> Option<Vec<String>> {
        strip_line_prefixes(&Text::from_bytes(raw.as_bytes())).map(|text| text.lines().map(str::to_owned).collect())
    }

    #[test]
    fn what_every_line_begins_with_is_taken_off() {
        let raw: String = (0..9).map(|n| format!("INTERNALERROR>   step {n}\n")).collect();
        assert_eq!(
            inner(&format!("start\n{raw}INTERNALERROR>\n")).map(|lines| lines[1].clone()).as_deref(),
            Some("  step 0")
        );
        let two: String = (0..9)
            .map(|n| format!("{} test: ok {n}\n", if n % 2 == 0 { "packages/a" } else { "packages/b" }))
            .collect();
        assert_eq!(inner(&two).map(|lines| lines[8].clone()).as_deref(), Some("ok 8"));
        let compose: String = (0..9).map(|n| format!("web-1  | GET /{n}\n")).collect();
        assert_eq!(inner(&compose).map(|lines| lines[3].clone()).as_deref(), Some("GET /3"));
    }

    #[test]
    fn labels_places_and_keys_stay() {
        for line in ["error: bad", "src/a.c:12: no", "12:30:15 done: x", "{\"a\": 1, \"b\": 2}", "  indented: x"] {
            assert_eq!(inner(&format!("{line}\n").repeat(12)), None, "{line}");
        }
        let keys: String = (0..20).map(|n| format!("key_{n}: value\n")).collect();
        assert_eq!(inner(&keys), None);
    }

    #[test]
    fn the_time_of_day_is_no_part_of_what_a_line_says() {
        let raw = "04:03:49  Failure in test unique_id\n04:03:49    Got 3 results\n".repeat(6);
        let inner = strip_line_prefixes(&Text::from_bytes(raw.as_bytes())).expect("every line begins with the time");
        assert_eq!((inner.line(0), inner.line(1)), ("Failure in test unique_id", "  Got 3 results"));
        // A log names the level of each line: it is read as a log.
        let log = "04:03:49 INFO  loaded\n04:03:49 ERROR  lost\n".repeat(6);
        assert!(strip_line_prefixes(&Text::from_bytes(log.as_bytes())).is_none());
        assert!(strip_line_prefixes(&Text::from_bytes("[04:03:é9] x\n".repeat(9).as_bytes())).is_none());
    }
}
