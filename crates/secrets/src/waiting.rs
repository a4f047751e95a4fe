//! Values on a line of their own: what a name at the end of a line waits for, and whether a later line is it.

use std::ops::Range;

use super::judge::{Certainty, ValueJudge, is_unmistakable};
use super::names::Class;
use super::phrase::{is_phrase, is_spoken_phrase};
use super::placeholder::is_placeholder;
use super::reading::{NameExpectation, OpenValue, UnendedString, UnquotedEnd, read_value};
use super::runs::{indent_of, is_ident, is_value_field_name, strip_string_type};
use super::tables;

/// Lines that a name at the end of a line can wait for its value.
const PATIENCE: u8 = 6;
const PATIENCE_IN_TEXT: u8 = 200;

#[derive(Clone, Default)]
pub struct WaitingName {
    open: Option<(Class, OpenValue)>,
    patience: u8,
}

/// A line and the place of its text without blanks.
struct Line<'a> {
    line: &'a str,
    text: &'a str,
    start: usize,
}

impl Line<'_> {
    fn whole(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// The place of a part of the text.
    fn place(&self, part: &str) -> Range<usize> {
        let start = self.start + self.text.find(part).unwrap_or(0);
        start..start + part.len()
    }
}

impl WaitingName {
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Only a line that looks like a value answers: the line with the name may be something else, such as a header.
    pub fn only_accepts_values(&self) -> bool {
        self.open.as_ref().is_some_and(|(_, open)| !matches!(open, OpenValue::Prompt(_)))
    }

    pub fn begin(&mut self, open: Option<(Class, OpenValue)>) {
        // A name that is only mentioned does not end the wait for a field (`type: password`).
        let mentioned =
            matches!(open, Some((_, OpenValue::Prompt(NameExpectation::Mentions)))) && self.only_accepts_values();
        if open.is_some() && !mentioned {
            self.open = open;
            self.patience = PATIENCE;
        }
    }

    /// The value that this line holds for a name on a line before.
    pub fn value_on_line(&mut self, line: &str, judge: &ValueJudge) -> Option<Range<usize>> {
        let (class, open) = self.open.take()?;
        let line = Line { line, text: line.trim(), start: line.len() - line.trim_start().len() };
        self.patience = self.patience.saturating_sub(1);
        let holds = |value: &str, sure| judge.is_secret_value_quoted(value, class, sure, true);
        match open {
            OpenValue::NextLine { indent } => self.next_line(&line, class, indent, judge),
            OpenValue::Block { indent } => self.block(&line, class, indent, judge),
            OpenValue::Field => self.field(&line, class, judge),
            OpenValue::Prompt(asks) => self.answer(&line, class, asks, judge),
            OpenValue::Until(mark) => {
                if line.text == mark {
                    return None;
                }
                self.wait(class, OpenValue::Until(mark));
                holds(line.text, Certainty::Yes).then(|| line.whole())
            }
            OpenValue::Alone { string } => {
                if line.text.is_empty() || line.text.starts_with("Content-") {
                    self.wait(class, OpenValue::Alone { string: false });
                    return None;
                }
                // `[2] => value`, `argv[2] = "value"`, `2) "value"`, `- value`, `| value`
                let text = ["] => ", "] = ", ") "].iter().find_map(|sign| line.text.split_once(sign));
                let text = text.map_or(line.text, |(_, text)| text).trim_start_matches(['|', ' ']);
                let text = text.strip_prefix("- ").unwrap_or(text).trim_end_matches(['\\', ',', '|', ' ']);
                let value = text.trim_matches(['"', '\'', '`']);
                let quoted = text.len() >= value.len() + 2;
                let one = quoted || !string && (is_phrase(value) || !value.contains([' ', '\t']));
                (one && !text.starts_with("--") && holds(value, Certainty::Environment)).then(|| line.place(value))
            }
            OpenValue::Quoted(unended) => self.quoted(&line, class, unended),
            OpenValue::Continued => {
                let word = line.line.split([' ', '"', '\'', ';']).next().unwrap_or_default();
                if let Some(part) = word.strip_suffix('\\') {
                    self.wait(class, OpenValue::Continued);
                    return Some(0..part.len());
                }
                Some(0..word.len())
            }
        }
    }

    fn wait(&mut self, class: Class, open: OpenValue) {
        if self.patience > 0 {
            self.open = Some((class, open));
        }
    }

    fn next_line(&mut self, line: &Line<'_>, class: Class, indent: usize, judge: &ValueJudge) -> Option<Range<usize>> {
        let text = line.text;
        if text.is_empty() {
            self.wait(class, OpenValue::NextLine { indent });
            return None;
        }
        // A rule under the name: what follows it is the value.
        if is_rule(text) {
            self.wait(class, OpenValue::Alone { string: false });
            return None;
        }
        let deeper = indent_of(line.line) > indent || line.start > 0 || text.ends_with("</") || text.starts_with(": ");
        if deeper && let Some((range, quoted)) = field_value(line.line) {
            return judge
                .is_secret_value_quoted(&line.line[range.clone()], class, Certainty::Yes, quoted)
                .then_some(range);
        }
        // Each item of a list.
        let item = text.strip_prefix("- ").filter(|item| deeper && !item.contains(": "));
        let value = item.unwrap_or(text).trim_start_matches(": ").trim_end_matches(',');
        let value = strip_string_type(value).trim_matches(['"', '\'']);
        let one = !value.contains([' ', '\t']) || is_phrase(value);
        let key = value.ends_with(':')
            || value.contains(": ")
            || value.starts_with(['<', '{', '[', '#', '-'])
                && !judge.is_secret_value_quoted(value, class, Certainty::Yes, true);
        if item.is_some() || (deeper && key) {
            self.wait(class, OpenValue::NextLine { indent });
        }
        // `passwords:` and a value under each name.
        let child = text.split_once(": ").map(|(_, child)| child.trim_end_matches(',').trim_matches(['"', '\'', ' ']));
        if let Some(child) = child
            .filter(|child| deeper && is_unmistakable(child) && judge.is_secret_value(child, class, Certainty::Yes))
        {
            return Some(line.place(child));
        }
        let sure = if deeper { Certainty::Yes } else { Certainty::Prose };
        (one && !key && judge.is_secret_value_quoted(value, class, sure, true)).then(|| line.place(value))
    }

    /// The line after a name that ended its line: the value alone, or a string after signs such as `=>` and `[1]`.
    fn answer(
        &mut self,
        line: &Line<'_>,
        class: Class,
        asks: NameExpectation,
        judge: &ValueJudge,
    ) -> Option<Range<usize>> {
        let text = line.text;
        if text.is_empty() || is_rule(text) || is_count(text) || text.starts_with("VALUE ") {
            // A rule makes the name a heading.
            let headed = is_rule(text) || text.starts_with("VALUE ");
            self.wait(class, OpenValue::Prompt(if headed { NameExpectation::Question } else { asks }));
            return None;
        }
        // `- old`, `+ new`, `± value change` below the path of what changed
        let text = match text.split_once(' ') {
            Some(("-" | "±" | "~", _)) if asks != NameExpectation::Question => {
                self.wait(class, OpenValue::Prompt(asks));
                text
            }
            Some(("+", new)) => new.trim_start(),
            _ => text,
        };
        // `New value: …`
        let labelled =
            text.split_once(": ").filter(|(label, _)| label.split(' ').count() <= 2 && label.ends_with("alue"));
        if let Some((_, value)) = labelled {
            let one = !value.contains(' ');
            return (is_unmistakable(value)
                || one && judge.is_secret_value_quoted(value, class, Certainty::Settings, false))
            .then(|| line.place(value));
        }
        let sure = if asks == NameExpectation::Question { Certainty::Settings } else { Certainty::Prose };
        // `[info] …`, `String value is: …`
        let text = match asks {
            NameExpectation::Question | NameExpectation::Leads => behind_label(text),
            NameExpectation::Mentions => text,
        };
        let text = text.trim_end_matches([',', ';']);
        let Some(quote) = text.chars().last().filter(|c| matches!(c, '"' | '\'')) else {
            let value = text.strip_prefix("=> ").unwrap_or(text);
            let one = !value.contains([' ', '\t']) || asks == NameExpectation::Question && is_spoken_phrase(value);
            let alone = one && (asks != NameExpectation::Mentions || is_unmistakable(value));
            return (alone && judge.is_secret_value_quoted(value, class, sure, false)).then(|| line.place(value));
        };
        let (head, value) = text[..text.len() - 1].split_once(quote)?;
        let head = head.trim_end();
        let marked = ["=>", " =", "]", ")", "└", "):", "]:"].iter().any(|mark| head.ends_with(mark))
            || head
                .rsplit(' ')
                .next()
                .is_some_and(|word| matches!(word, "send" | "--" | "variant" | "string") || word.starts_with("0x"));
        // `msgid "password"`, `msgstr "…"`
        let marked = marked || !head.is_empty() && head.bytes().all(is_ident) && is_unmistakable(value);
        let sure = if marked { Certainty::Settings } else { sure };
        let start = line.place(text).end - 1 - value.len();
        ((head.is_empty() || marked) && value.len() >= 6 && judge.is_secret_value_quoted(value, class, sure, true))
            .then_some(start..start + value.len())
    }

    fn block(&mut self, line: &Line<'_>, class: Class, indent: usize, judge: &ValueJudge) -> Option<Range<usize>> {
        let text = line.text;
        let inside = text.is_empty() || indent_of(line.line) > indent;
        if inside {
            self.patience = if self.patience > PATIENCE { self.patience } else { PATIENCE_IN_TEXT };
            self.open = Some((class, OpenValue::Block { indent }));
        }
        let prose = text.contains(' ') && !is_phrase(text) && class == Class::Weak;
        (inside && !prose && !judge.code && text.len() >= 3 && !is_placeholder(text)).then(|| line.whole())
    }

    fn field(&mut self, line: &Line<'_>, class: Class, judge: &ValueJudge) -> Option<Range<usize>> {
        if line.text.starts_with(['}', ']']) || line.text.starts_with("- name") || line.text.starts_with("---") {
            return None;
        }
        let Some((range, quoted)) = field_value(line.line) else {
            // `Secret: shop/password` and the value alone below it.
            if !line.text.contains([' ', '"', '\'', ',']) && is_unmistakable(line.text) {
                return Some(line.whole());
            }
            self.wait(class, OpenValue::Field);
            return None;
        };
        let value = &line.line[range.clone()];
        // `<tr><td>1</td>`: the cell of another column.
        let cell = line.text.get(..60).unwrap_or(line.text).to_ascii_lowercase().contains("<td");
        let held = if cell {
            tables::is_secret_cell(value, class, judge)
        } else {
            judge.is_secret_value_quoted(value, class, Certainty::Environment, quoted)
        };
        if cell && !held {
            self.wait(class, OpenValue::Field);
        }
        held.then_some(range)
    }

    fn quoted(&mut self, line: &Line<'_>, class: Class, unended: UnendedString) -> Option<Range<usize>> {
        let mark = [unended.quote; 3];
        let mark = &mark[..if unended.triple { 3 } else { 1 }];
        let end = memchr::memmem::find(line.line.as_bytes(), mark);
        if end.is_none() {
            // Prose in quotes is not a secret.
            if line.text.split_whitespace().count() > 2 {
                return None;
            }
            self.wait(class, OpenValue::Quoted(unended));
        }
        let whole = line.whole();
        let part = whole.start..end.unwrap_or(whole.end).min(whole.end).max(whole.start);
        (part.len() >= 3).then_some(part)
    }
}

/// An answer without the level of a log or the words that lead to it.
fn behind_label(text: &str) -> &str {
    let text = text.strip_prefix('[').and_then(|text| text.split_once("] ")).map_or(text, |(_, text)| text);
    text.rsplit_once(": ")
        .filter(|(label, _)| label.split(' ').count() <= 4 && !label.contains('"'))
        .map_or(text, |(_, text)| text)
}

/// `----`, `====`, `────`
fn is_rule(text: &str) -> bool {
    text.len() >= 3 && text.chars().all(|c| matches!(c, '-' | '=' | '─' | '━'))
}

/// `$16`, `V 16`: the length of what follows, of Redis and of Subversion.
fn is_count(text: &str) -> bool {
    text.strip_prefix('$')
        .or_else(|| text.strip_prefix("V "))
        .is_some_and(|count| !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The next `key:` or `key=` from a place on, and the place after its separator.
fn next_key(line: &str, from: usize, limit: usize) -> Option<(Range<usize>, usize)> {
    let bytes = line.as_bytes();
    let mut at = from;
    while at < limit {
        let sep = at + bytes[at..limit].iter().position(|byte| matches!(byte, b':' | b'='))?;
        let head = line[from..sep].trim_end_matches(['"', '\'', ' ', '\\']);
        let start =
            head.bytes().rposition(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_')).map_or(0, |at| at + 1);
        if start < head.len() {
            let mut after = sep + 1;
            while after < bytes.len() && matches!(bytes[after], b' ' | b'\t' | b'>' | b'=') {
                after += 1;
            }
            return Some((from + start..from + head.len(), after));
        }
        at = sep + 1;
    }
    None
}

/// The value of a line that is one field with a name such as `value`.
fn field_value(line: &str) -> Option<(Range<usize>, bool)> {
    if let Some((value, _)) = element_value(line) {
        return Some((value, true));
    }
    let (key, after) = next_key(line, 0, line.len().min(200))?;
    let head = line[..key.start].trim_matches([' ', '\t', '-', '"', '\'', '+', '{', ',', '>', '<', '|', '│']);
    // `items[0].value: …`
    let path = head.ends_with('.') && head.bytes().all(|byte| is_ident(byte) || b"[]".contains(&byte));
    // `Parameter Value: …`
    let worded = line[..key.start].ends_with(' ') && head.bytes().all(|byte| byte.is_ascii_alphabetic());
    if !(head.is_empty() || path || worded) || !is_value_field_name(&line[key]) {
        return None;
    }
    let value = read_value(line, after, UnquotedEnd::Line, true)?;
    let text = &line[value.range.clone()];
    let cut = if value.quoted { text } else { text.trim_end_matches(',') };
    Some((value.range.start..value.range.start + cut.len(), value.quoted))
}

/// `<string>value</string>`, `<td><pre>value</pre></td>`: the text of the element that begins here, and whether it is a cell
/// of something drawn.
fn element_value(line: &str) -> Option<(Range<usize>, bool)> {
    let (mut start, mut value_key, mut cell) = (line.len() - line.trim_start().len(), false, false);
    while let Some(text) = line[start..].strip_prefix('<').filter(|text| !text.starts_with('/')) {
        let name = text.split([' ', '>']).next().unwrap_or_default().to_ascii_lowercase();
        cell |= matches!(name.as_str(), "td" | "dd" | "span" | "code" | "pre" | "samp" | "output");
        // `<stringProp name="Argument.value">`
        let attributes = text.split('>').next().unwrap_or_default();
        value_key |= is_value_field_name(&name) || attributes.ends_with("value\"") || attributes.ends_with("Value\"");
        start += line[start..].find('>')? + 1;
    }
    let end = start + line[start..].find("</")?;
    let text = &line[start..end];
    let value = text.trim().trim_matches(['"', '\'']);
    let start = start + text.find(value).unwrap_or(0);
    let value = start..start + value.len();
    ((cell || value_key) && !value.is_empty() && !line[value.clone()].contains('<'))
        .then_some((value, cell && !value_key))
}
