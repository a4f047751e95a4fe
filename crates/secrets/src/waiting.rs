//! Values on a line of their own: what a name at the end of a line waits for, and whether a later line is it.

use std::ops::Range;

use ctx_text::{range_of_part_in_text, truncate_at_char_boundary};

use super::byte_runs::{indent_width, is_identifier_byte, is_value_field_name, strip_string_type};
use super::judge::{SecretPlaceCertainty, SecretValueRules, is_surely_secret};
use super::names::SensitiveNameClass;
use super::passphrase::{is_passphrase_not_name, may_be_passphrase};
use super::placeholder::is_placeholder;
use super::reading::{
    AwaitedValue, ParsedSecretValue, PromptStrength, UnendedString, UnquotedEnd, parse_secret_value_at,
};
use super::text_tables;

/// Lines that a name at the end of a line can wait for its value.
const PATIENCE: u8 = 6;
const PATIENCE_IN_TEXT: u8 = 200;

/// The name that waits, and what is known of the text.
#[derive(Clone, Copy)]
struct WaitingNameJudge<'a> {
    class: SensitiveNameClass,
    judge: &'a SecretValueRules,
}

impl WaitingNameJudge<'_> {
    fn accepts_value(self, value: &str, sure: SecretPlaceCertainty, quoted: bool) -> bool {
        self.judge.is_secret_value(value, self.class, sure, quoted)
    }
}

#[derive(Clone, Default)]
pub struct NameAwaitingSecretValue {
    open: Option<(SensitiveNameClass, AwaitedValue)>,
    patience: u8,
}

impl NameAwaitingSecretValue {
    pub fn is_waiting(&self) -> bool {
        self.open.is_some()
    }

    /// Only a line that looks like a value answers: the line with the name may be something else, such as a header.
    pub fn is_waiting_without_prompt(&self) -> bool {
        self.open.as_ref().is_some_and(|(_, open)| !matches!(open, AwaitedValue::Prompt(_)))
    }

    pub fn begin_waiting_unless_only_mentioned(&mut self, open: Option<(SensitiveNameClass, AwaitedValue)>) {
        // A name that is only mentioned does not end the wait for a field (`type: password`).
        let mentioned = matches!(open, Some((_, AwaitedValue::Prompt(PromptStrength::Mentions))))
            && self.is_waiting_without_prompt();
        if open.is_some() && !mentioned {
            self.open = open;
            self.patience = PATIENCE;
        }
    }

    /// The value that this line holds for a name on a line before.
    pub fn awaited_value_on_line(&mut self, line: &str, judge: &SecretValueRules) -> Option<Range<usize>> {
        let (class, open) = self.open.take()?;
        let text = line.trim();
        self.patience = self.patience.saturating_sub(1);
        let asker = WaitingNameJudge { class, judge };
        let value = match open {
            AwaitedValue::NextLine { indent } => self.value_of_next_line(line, indent, asker),
            AwaitedValue::Block { indent } => self.value_in_block(line, indent, asker),
            AwaitedValue::Field => self.value_while_awaiting_field(line, asker),
            AwaitedValue::Prompt(asks) => self.value_of_answer(text, asks, asker),
            AwaitedValue::Until(mark) => {
                if text == mark {
                    return None;
                }
                self.keep_waiting_while_patient(class, AwaitedValue::Until(mark));
                Some(text).filter(|text| asker.accepts_value(text, SecretPlaceCertainty::Yes, true))
            }
            AwaitedValue::Alone { string } => {
                if text.is_empty() || text.starts_with("Content-") {
                    self.keep_waiting_while_patient(class, AwaitedValue::Alone { string: false });
                    return None;
                }
                // `[2] => value`, `argv[2] = "value"`, `2) "value"`, `- value`, `| value`
                let signed = ["] => ", "] = ", ") "].iter().find_map(|sign| text.split_once(sign));
                let text = signed.map_or(text, |(_, text)| text).trim_start_matches(['|', ' ']);
                let text = text.strip_prefix("- ").unwrap_or(text).trim_end_matches(['\\', ',', '|', ' ']);
                let value = text.trim_matches(['"', '\'', '`']);
                let quoted = text.len() >= value.len() + 2;
                let one = quoted || !string && (may_be_passphrase(value) || !value.contains([' ', '\t']));
                (one && !text.starts_with("--") && asker.accepts_value(value, SecretPlaceCertainty::Environment, true))
                    .then_some(value)
            }
            AwaitedValue::Quoted(unended) => self.value_in_quotes(line, class, unended),
            AwaitedValue::Continued => {
                let word = line.split([' ', '"', '\'', ';']).next()?;
                let part = word.strip_suffix('\\');
                if part.is_some() {
                    self.keep_waiting_while_patient(class, AwaitedValue::Continued);
                }
                part.or(Some(word))
            }
        };
        value.map(|value| range_of_part_in_text(value, line))
    }

    fn keep_waiting_while_patient(&mut self, class: SensitiveNameClass, open: AwaitedValue) {
        if self.patience > 0 {
            self.open = Some((class, open));
        }
    }

    fn value_of_next_line<'a>(&mut self, line: &'a str, indent: usize, asker: WaitingNameJudge<'_>) -> Option<&'a str> {
        let text = line.trim();
        if text.is_empty() {
            self.keep_waiting_while_patient(asker.class, AwaitedValue::NextLine { indent });
            return None;
        }
        // A rule under the name: what follows it is the value.
        if is_ruler_line(text) {
            self.keep_waiting_while_patient(asker.class, AwaitedValue::Alone { string: false });
            return None;
        }
        let indented = line.starts_with([' ', '\t']) || indent_width(line) > indent;
        let deeper = indented || text.ends_with("</") || text.starts_with(": ");
        if deeper && let Some((value, quoted)) = parse_value_field(line) {
            return asker.accepts_value(value, SecretPlaceCertainty::Yes, quoted).then_some(value);
        }
        // Each item of a list.
        let item = text.strip_prefix("- ").filter(|item| deeper && !item.contains(": "));
        let value = item.unwrap_or(text).trim_start_matches(": ").trim_end_matches(',');
        let value = strip_string_type(value).trim_matches(['"', '\'']);
        let holds = |value: &str, sure| asker.accepts_value(value, sure, true);
        let one = !value.contains([' ', '\t']) || may_be_passphrase(value);
        let key = value.ends_with(':')
            || value.contains(": ")
            || value.starts_with(['<', '{', '[', '#', '-']) && !holds(value, SecretPlaceCertainty::Yes);
        if item.is_some() || (deeper && key) {
            self.keep_waiting_while_patient(asker.class, AwaitedValue::NextLine { indent });
        }
        // `passwords:` and a value under each name.
        let child = text.split_once(": ").map(|(_, child)| child.trim_end_matches(',').trim_matches(['"', '\'', ' ']));
        if let Some(child) =
            child.filter(|child| deeper && is_surely_secret(child) && holds(child, SecretPlaceCertainty::Yes))
        {
            return Some(child);
        }
        let sure = if deeper { SecretPlaceCertainty::Yes } else { SecretPlaceCertainty::Prose };
        (one && !key && holds(value, sure)).then_some(value)
    }

    /// The line after a name that ended its line: the value alone, or a string after signs such as `=>` and `[1]`.
    fn value_of_answer<'a>(
        &mut self,
        text: &'a str,
        asks: PromptStrength,
        asker: WaitingNameJudge<'_>,
    ) -> Option<&'a str> {
        if text.is_empty() || is_ruler_line(text) || is_length_line(text) || text.starts_with("VALUE ") {
            // A rule makes the name a heading.
            let headed = is_ruler_line(text) || text.starts_with("VALUE ");
            self.keep_waiting_while_patient(
                asker.class,
                AwaitedValue::Prompt(if headed { PromptStrength::Question } else { asks }),
            );
            return None;
        }
        // `- old`, `+ new`, `± value change` below the path of what changed
        let text = match text.split_once(' ') {
            Some(("-" | "±" | "~", _)) if asks != PromptStrength::Question => {
                self.keep_waiting_while_patient(asker.class, AwaitedValue::Prompt(asks));
                text
            }
            Some(("+", new)) => new.trim_start(),
            _ => text,
        };
        // `New value: …`
        let labelled =
            text.split_once(": ").filter(|(label, _)| label.split(' ').count() <= 2 && label.ends_with("alue"));
        if let Some((_, value)) = labelled {
            let one = !value.contains(' ') && asker.accepts_value(value, SecretPlaceCertainty::Settings, false);
            return (one || is_surely_secret(value)).then_some(value);
        }
        let sure =
            if asks == PromptStrength::Question { SecretPlaceCertainty::Settings } else { SecretPlaceCertainty::Prose };
        // `[info] …`, `String value is: …`
        let text = match asks {
            PromptStrength::Question | PromptStrength::Leads => strip_log_level_and_label(text),
            PromptStrength::Mentions => text,
        };
        let text = text.trim_end_matches([',', ';']);
        let Some(string) = text.strip_suffix(['"', '\'']) else {
            let value = text.strip_prefix("=> ").unwrap_or(text);
            let one = !value.contains([' ', '\t']) || asks == PromptStrength::Question && is_passphrase_not_name(value);
            let alone = one && (asks != PromptStrength::Mentions || is_surely_secret(value));
            return (alone && asker.accepts_value(value, sure, false)).then_some(value);
        };
        let (head, value) = string.split_once(&text[string.len()..])?;
        let head = head.trim_end();
        let marked = ["=>", " =", "]", ")", "└", "):", "]:"].iter().any(|mark| head.ends_with(mark))
            || head
                .rsplit(' ')
                .next()
                .is_some_and(|word| matches!(word, "send" | "--" | "variant" | "string") || word.starts_with("0x"));
        // `msgid "password"`, `msgstr "…"`
        let marked = marked || !head.is_empty() && head.bytes().all(is_identifier_byte) && is_surely_secret(value);
        let sure = if marked { SecretPlaceCertainty::Settings } else { sure };
        ((head.is_empty() || marked) && value.len() >= 6 && asker.accepts_value(value, sure, true)).then_some(value)
    }

    fn value_in_block<'a>(&mut self, line: &'a str, indent: usize, asker: WaitingNameJudge<'_>) -> Option<&'a str> {
        let text = line.trim();
        let inside = text.is_empty() || indent_width(line) > indent;
        if inside {
            self.patience = if self.patience > PATIENCE { self.patience } else { PATIENCE_IN_TEXT };
            self.open = Some((asker.class, AwaitedValue::Block { indent }));
        }
        let prose = text.contains(' ') && !may_be_passphrase(text) && asker.class == SensitiveNameClass::Weak;
        (inside && !prose && !asker.judge.code && text.len() >= 3 && !is_placeholder(text)).then_some(text)
    }

    fn value_while_awaiting_field<'a>(&mut self, line: &'a str, asker: WaitingNameJudge<'_>) -> Option<&'a str> {
        let text = line.trim();
        if ["}", "]", "- name", "---"].iter().any(|end| text.starts_with(end)) {
            return None;
        }
        let Some((value, quoted)) = parse_value_field(line) else {
            // `Secret: shop/password` and the value alone below it.
            let alone = !text.contains([' ', '"', '\'', ',']) && is_surely_secret(text);
            if !alone {
                self.keep_waiting_while_patient(asker.class, AwaitedValue::Field);
            }
            return alone.then_some(text);
        };
        // `<tr><td>1</td>`: the cell of another column.
        let cell = truncate_at_char_boundary(text, 60).to_ascii_lowercase().contains("<td");
        let held = match cell {
            true => text_tables::is_secret_cell(value, asker.class, asker.judge),
            false => asker.accepts_value(value, SecretPlaceCertainty::Environment, quoted),
        };
        if cell && !held {
            self.keep_waiting_while_patient(asker.class, AwaitedValue::Field);
        }
        held.then_some(value)
    }

    fn value_in_quotes<'a>(
        &mut self,
        line: &'a str,
        class: SensitiveNameClass,
        unended: UnendedString,
    ) -> Option<&'a str> {
        let mark = [unended.quote; 3];
        let mark = &mark[..if unended.triple { 3 } else { 1 }];
        let end = memchr::memmem::find(line.as_bytes(), mark);
        if end.is_none() {
            // Prose in quotes is not a secret.
            if line.split_whitespace().count() > 2 {
                return None;
            }
            self.keep_waiting_while_patient(class, AwaitedValue::Quoted(unended));
        }
        Some(line[..end.unwrap_or(line.len())].trim()).filter(|part| part.len() >= 3)
    }
}

/// An answer without the level of a log or the words that lead to it.
fn strip_log_level_and_label(text: &str) -> &str {
    let text = text.strip_prefix('[').and_then(|text| text.split_once("] ")).map_or(text, |(_, text)| text);
    text.rsplit_once(": ")
        .filter(|(label, _)| label.split(' ').count() <= 4 && !label.contains('"'))
        .map_or(text, |(_, text)| text)
}

/// `----`, `====`, `────`
fn is_ruler_line(text: &str) -> bool {
    text.len() >= 3 && text.chars().all(|c| matches!(c, '-' | '=' | '─' | '━'))
}

/// `$16`, `V 16`: the length of what follows, of Redis and of Subversion.
fn is_length_line(text: &str) -> bool {
    text.strip_prefix('$')
        .or_else(|| text.strip_prefix("V "))
        .is_some_and(|count| !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The next `key:` or `key=` from a place on, and the place after its separator.
fn find_next_key(line: &str, from: usize, limit: usize) -> Option<(Range<usize>, usize)> {
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

/// The value of a line that is one field with a name such as `value`, and whether it is quoted.
fn parse_value_field(line: &str) -> Option<(&str, bool)> {
    if let Some(value) = parse_value_element(line) {
        return Some((value, true));
    }
    let (key, after) = find_next_key(line, 0, line.len().min(200))?;
    let head = line[..key.start].trim_matches([' ', '\t', '-', '"', '\'', '+', '{', ',', '>', '<', '|', '│']);
    // `items[0].value: …`
    let path = head.ends_with('.') && head.bytes().all(|byte| is_identifier_byte(byte) || b"[]".contains(&byte));
    // `Parameter Value: …`
    let worded = line[..key.start].ends_with(' ') && head.bytes().all(|byte| byte.is_ascii_alphabetic());
    if !(head.is_empty() || path || worded) || !is_value_field_name(&line[key]) {
        return None;
    }
    let ParsedSecretValue { range, quoted, .. } = parse_secret_value_at(line, after, UnquotedEnd::Line, true)?;
    let text = &line[range];
    Some((if quoted { text } else { text.trim_end_matches(',') }, quoted))
}

/// `<string>value</string>`, `<td>value</td>`: the text of the elements that begin here.
fn parse_value_element(line: &str) -> Option<&str> {
    let (mut rest, mut holds_value) = (line.trim_start(), false);
    while let Some(tag) = rest.strip_prefix('<').filter(|tag| !tag.starts_with('/')) {
        let (tag, after) = tag.split_once('>')?;
        let name = tag.split(' ').next()?.to_ascii_lowercase();
        // `<stringProp name="Argument.value">`
        holds_value |= matches!(&*name, "td" | "dd") || is_value_field_name(&name) || tag.ends_with("alue\"");
        rest = after;
    }
    let value = rest.split_once("</")?.0.trim().trim_matches(['"', '\'']);
    (holds_value && !value.is_empty() && !value.contains('<')).then_some(value)
}
