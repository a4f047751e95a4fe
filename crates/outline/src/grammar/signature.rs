//! Signatures: the author's own words from the start of an item to its body, on one line.

use std::ops::Range;

use super::captures::CapturedItem;
use super::language_rules::LanguageRules;
use ctx_text::floor_boundary;

/// A value longer than this says little about an interface.
const LONGEST_VALUE: usize = 60;
/// Nobody writes a longer head by hand; a generated one is cut.
const LONGEST: usize = 1000;

pub fn build_signature(item: &CapturedItem, comments: &[Range<usize>], rule: &LanguageRules, text: &str) -> String {
    let start = item_start_after_annotations(item, text);
    let mut end = item.body.unwrap_or(item.range.end).clamp(start, item.range.end.max(start));
    // A value that has a body of its own is a function or a type.
    let value = item.value.as_ref().filter(|value| item.body.is_none_or(|body| !value.contains(&body)));
    let shortened = value.and_then(|value| shorten_long_value(&text[value.clone()]));
    if let (Some(value), Some(_)) = (value, &shortened) {
        end = end.min(value.start).max(start);
    }
    let mut line = String::new();
    if let Some(keyword) = &item.keyword {
        append_on_one_line(&mut line, &text[keyword.clone()]);
        line.push(' ');
    }
    let first = comments.partition_point(|comment| comment.end <= start);
    let inside = comments[first..].iter().take_while(|comment| comment.start < end);
    let mut left_out: Vec<&Range<usize>> = inside.chain(&item.notes).filter(|range| range.start >= start).collect();
    left_out.sort_by_key(|range| range.start);
    let mut at = start;
    for range in left_out {
        if range.start >= at && range.start < end {
            append_on_one_line(&mut line, &text[at..range.start]);
            at = range.end.min(end);
        }
    }
    append_on_one_line(&mut line, &text[at..end]);
    if let Some(value) = shortened {
        line.push_str(&value);
    } else if value.is_some() {
        line.truncate(line.trim_end_matches([' ', ';', ',']).len());
    } else {
        line.truncate(trim_signature_end(&line, rule).len());
        // `typedef struct { … } Name`
        if item.body.is_some_and(|body| body < item.name_start) {
            line.push(' ');
            line.push_str(&item.name);
        }
    }
    if line.len() > LONGEST {
        line.truncate(floor_boundary(&line, LONGEST));
        line.push_str(" …");
    }
    line
}

/// A short form of a long value: `{…}`, `forwardRef(…)`; none for one that fits.
fn shorten_long_value(value: &str) -> Option<String> {
    if value.len() <= LONGEST_VALUE && !value.contains('\n') {
        return None;
    }
    let head = value.lines().next().unwrap_or_default();
    let Some(open) = head.find(['(', '{', '[']).filter(|at| *at <= LONGEST_VALUE) else {
        return Some("…".to_owned());
    };
    let close = match head.as_bytes()[open] {
        b'(' => ')',
        b'{' => '}',
        _ => ']',
    };
    Some(format!("{}…{close}", &head[..=open]))
}

/// The start of the item itself: after the annotations at its beginning.
pub fn item_start_after_annotations(item: &CapturedItem, text: &str) -> usize {
    let mut start = item.range.start;
    let mut notes: Vec<&Range<usize>> = item.notes.iter().collect();
    notes.sort_by_key(|note| note.start);
    for note in notes {
        if note.start >= start && text[start..note.start].trim().is_empty() {
            start = note.end;
        }
    }
    let rest = &text[start..item.range.end.max(start)];
    start + (rest.len() - rest.trim_start().len())
}

/// Appends on one line, without the blanks and the comma that only a list over several lines needs.
fn append_on_one_line(line: &mut String, text: &str) {
    if text.starts_with(char::is_whitespace) && !line.is_empty() && !line.ends_with(' ') {
        line.push(' ');
    }
    for (at, part) in text.lines().enumerate() {
        let mut words = part.split_whitespace().peekable();
        if at > 0 && words.peek().is_some_and(|word| word.starts_with([')', ']', '>'])) {
            let kept = line.trim_end().trim_end_matches(',').len();
            line.truncate(kept);
        } else if at > 0 && !line.is_empty() && !line.ends_with([' ', '(', '[', '<']) {
            line.push(' ');
        }
        while let Some(word) = words.next() {
            line.push_str(word);
            if words.peek().is_some() {
                line.push(' ');
            }
        }
    }
    if text.ends_with(char::is_whitespace) && !line.is_empty() && !line.ends_with(' ') {
        line.push(' ');
    }
}

fn trim_signature_end<'a>(line: &'a str, rule: &LanguageRules) -> &'a str {
    let mut line = line.trim_end();
    loop {
        let before = line.len();
        for tail in ["{}", "{ }", "{", ";", ",", ":", "=>", "="] {
            line = line.strip_suffix(tail).unwrap_or(line).trim_end();
        }
        for word in rule.tail {
            if let Some(rest) = line.strip_suffix(word)
                && rest.ends_with([' ', ')', ';', ':'])
            {
                line = rest.trim_end();
            }
        }
        if line.len() == before {
            return line;
        }
    }
}
