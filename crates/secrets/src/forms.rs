//! The table of forms: where a value stands beside its name, or on a line below it. One matcher reads all of them; a new
//! form is a new row of `data/forms.tsv`.

use std::ops::Range;
use std::sync::LazyLock;

use super::holds::{self, Holds};
use super::judge::ValueJudge;
use super::place::{Condition, NamePlace};
use super::reading::{OpenValue, ReadValue, UnquotedEnd, read_value};
use super::runs::{self, ceil};
use super::template::{self, Program, TemplateReader};
use super::words;

/// How the value of a form ends.
#[derive(Clone, Copy, PartialEq)]
pub enum ValueEnd {
    /// As the place of the name shows.
    Auto,
    At(UnquotedEnd),
    /// Only a string in quotes is a value.
    String,
    /// The text of an element.
    Tag,
    /// A word of a sentence, without its signs and brackets.
    Framed,
}

pub struct Form {
    head: Program,
    tail: Program,
    ends: ValueEnd,
    holds: Holds,
    conditions: Vec<(Condition, bool)>,
    /// If it fits and holds no secret, the next forms may.
    soft: bool,
    /// What the next lines are then read for; forms without a value have nothing else.
    then: Option<&'static str>,
    has_value: bool,
}

/// The forms on the line of a name, in two parts: those of a syntax, and those near a name that no syntax binds.
pub static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| rows(include_str!("../data/forms.tsv")));
pub static NEARBY: LazyLock<Vec<Form>> = LazyLock::new(|| rows(include_str!("../data/nearby.tsv")));

fn rows(table: &'static str) -> Vec<Form> {
    words::table_rows(table).filter_map(Form::new).collect()
}

impl Form {
    /// None for a row that cannot be read; a test sees to it that there is none.
    fn new(mut fields: std::str::Split<'static, char>) -> Option<Form> {
        let (template, ends, holds) = (fields.next()?, fields.next()?, fields.next()?);
        let (when, then) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
        let (head, tail) = template::compile::<FormReading>(template)?;
        let ends = match ends {
            "auto" => ValueEnd::Auto,
            "string" => ValueEnd::String,
            "tag" => ValueEnd::Tag,
            "framed" => ValueEnd::Framed,
            "word" | "-" => ValueEnd::At(UnquotedEnd::Blank),
            "line" => ValueEnd::At(UnquotedEnd::Line),
            "inline" => ValueEnd::At(UnquotedEnd::Inline),
            _ => return None,
        };
        let mut conditions = Vec::new();
        for word in when.split(' ').filter(|word| !word.is_empty() && *word != "soft") {
            let (word, wanted) = word.strip_prefix('!').map_or((word, true), |word| (word, false));
            conditions.push((NamePlace::parse_condition(word)?, wanted));
        }
        Some(Form {
            head,
            tail,
            ends,
            holds: holds::condition_named(holds)?,
            conditions,
            soft: when.split(' ').any(|word| word == "soft"),
            then: Some(then).filter(|then| !then.is_empty()),
            has_value: template.contains("{V}"),
        })
    }
}

/// What a form found at a name.
pub enum FormFit {
    No,
    /// It fits, and what stands there is no secret.
    Refused,
    Values(Vec<Range<usize>>),
    Waits(Option<OpenValue>),
}

/// What a table of forms found at a name.
pub struct FormResult {
    pub fit: FormFit,
    /// The string of a value that the line does not end.
    pub unended: Option<ReadValue>,
    /// The value goes on in the next line.
    pub continued: bool,
}

/// Tries the forms of a table at a name, one after the other.
pub fn try_all(forms: &[Form], place: &NamePlace<'_>, judge: &ValueJudge) -> FormResult {
    let mut unended = None;
    for form in forms {
        let mut reading =
            FormReading { place, judge, form, values: Vec::new(), refused: false, unended: None, continued: false };
        let fit = reading.fit();
        unended = reading.unended.or(unended);
        if !(matches!(fit, FormFit::No) || matches!(fit, FormFit::Refused) && form.soft) {
            return FormResult { fit, unended, continued: reading.continued };
        }
    }
    FormResult { fit: FormFit::No, unended, continued: false }
}

/// One form at one name.
pub struct FormReading<'a> {
    place: &'a NamePlace<'a>,
    judge: &'a ValueJudge,
    form: &'a Form,
    values: Vec<Range<usize>>,
    refused: bool,
    unended: Option<ReadValue>,
    continued: bool,
}

impl FormReading<'_> {
    fn fit(&mut self) -> FormFit {
        let (form, place) = (self.form, self.place);
        let holds = |(condition, wanted): &(Condition, bool)| condition(place, self.judge) == *wanted;
        if !form.conditions.iter().all(holds) {
            return FormFit::No;
        }
        let fits = form.head.run(place.line, self, place.start, true).is_some()
            && form.tail.run(place.line, self, place.behind, false).is_some();
        match (fits, form.then) {
            (true, Some(word)) if !form.has_value => FormFit::Waits(place.parse_opening(word)),
            (true, _) => FormFit::Values(std::mem::take(&mut self.values)),
            (false, _) if self.refused => FormFit::Refused,
            (false, _) => FormFit::No,
        }
    }

    fn read(&self, form: &Form, at: usize) -> Option<ReadValue> {
        let (line, place) = (self.place.line, self.place);
        match form.ends {
            ValueEnd::Auto => {
                let colon = line[place.behind.min(at)..at].contains(':');
                let end = place.end_of_value(colon);
                let mut value = read_value(line, at, end, colon && place.is_at_line_start())?;
                let spaced = line[place.end..at].contains([' ', '\t']);
                if !value.quoted && (spaced || colon || end == UnquotedEnd::Blank) {
                    // What ends a statement or a field is none of the value.
                    value.range.end = value.range.start + line[value.range.clone()].trim_end_matches([';', ',']).len();
                }
                // `<b>Password:</b> value</li>`
                let tag = line[value.range.clone()].find("</").filter(|_| !value.quoted);
                value.range.end = tag.map_or(value.range.end, |at| value.range.start + at);
                Some(value)
            }
            ValueEnd::At(end) => {
                let mut value = read_value(line, at, end, end == UnquotedEnd::Line)?;
                if !value.quoted && end == UnquotedEnd::Blank {
                    value.range.end = value.range.start + line[value.range.clone()].trim_end_matches(';').len();
                }
                Some(value)
            }
            ValueEnd::Framed => {
                let mut value = read_value(line, at, UnquotedEnd::Blank, false)?;
                let text = &line[value.range.clone()];
                if !value.quoted {
                    let open = line[..at].bytes().next_back().unwrap_or(b' ');
                    let close = [(b'[', ']'), (b'{', '}'), (b'<', '>'), (b'|', '|'), (b'~', '~')];
                    let close = close.iter().find(|(of, _)| *of == open).map_or(')', |(_, close)| *close);
                    let text = text.trim_end_matches([';', ',', '.', ')', '"', '\'', '`', close]);
                    value.range.end = value.range.start + text.len();
                }
                (value.quoted || !text.starts_with(['(', '[', '{', '<', '"', '\'', ')', ']', '}', ',', ';', '=']))
                    .then_some(value)
            }
            ValueEnd::String => {
                // A quote, after a letter such as `b` or a backslash at most.
                let opens = |byte: &u8| matches!(byte, b'"' | b'\'' | b'`');
                line.as_bytes()[at..].iter().take(2).any(opens).then_some(())?;
                read_value(line, at, UnquotedEnd::Inline, false).filter(|value| value.quoted && place.opens_string(at))
            }
            ValueEnd::Tag => {
                let rest = &line[at..];
                let rest = &rest[..runs::floor(rest, 1000)];
                let end = if line[..at].ends_with("<![CDATA[") { rest.find("]]>") } else { rest.find("</") }?;
                let text = &rest[..end];
                let value = text.trim().trim_matches(['"', '\'']);
                let start = at + text.find(value).unwrap_or(0);
                (!text.contains(['<', '>'])).then(|| ReadValue {
                    range: start..start + value.len(),
                    quoted: true,
                    unended: None,
                })
            }
        }
    }

    /// The string or the word that ends before a place.
    fn read_back(&self, form: &Form, end: usize) -> Option<(ReadValue, usize)> {
        let head = &self.place.line[..end];
        let quote = head.chars().last()?;
        if matches!(quote, '"' | '\'' | '`') {
            let text = &head[ceil(head, head.len().saturating_sub(400))..head.len() - 1];
            let open = end - 1 - text.len() + text.rfind(quote)? + 1;
            return Some((ReadValue { range: open..end - 1, quoted: true, unended: None }, open - 1));
        }
        (form.ends != ValueEnd::String).then_some(())?;
        let from = ceil(head, head.len().saturating_sub(300));
        let start = from + head[from..].rfind([' ', '\t', '"', '\'']).map_or(0, |at| at + 1);
        let word = head[start..].trim_matches(['(', ')', ',', '.', ';', '[', ']']);
        let from = start + head[start..].find(word)?;
        Some((ReadValue { range: from..from + word.len(), quoted: false, unended: None }, start))
    }
}

impl TemplateReader for FormReading<'_> {
    fn kind(word: &str) -> Option<usize> {
        runs::run_kind_named(word)
    }

    fn run(&self, kind: usize, at: usize, back: bool) -> Option<usize> {
        runs::run_length(kind, self.place.line, at, back)
    }

    fn value(&mut self, at: usize, back: bool) -> Option<usize> {
        let form = self.form;
        self.place.line.is_char_boundary(at).then_some(())?;
        let (mut value, next) = if back {
            self.read_back(form, at)?
        } else {
            let value = self.read(form, at)?;
            let next = value.range.end + usize::from(value.quoted && value.unended.is_none());
            (value, next.min(self.place.line.len()))
        };
        if !back && form.ends == ValueEnd::Auto && self.place.continues_on_next_line(&value, self.judge) {
            value.range.end -= 1;
            self.values.push(value.range);
            self.continued = true;
            return Some(next);
        }
        if value.unended.is_some() && form.ends == ValueEnd::Auto {
            self.unended = Some(ReadValue { range: value.range.clone(), ..value });
        }
        if value.range.is_empty() || !(form.holds)(self.place, self.judge, &value) {
            self.refused = true;
            return None;
        }
        self.values.push(value.range);
        Some(next)
    }

    fn forget(&mut self, count: usize) {
        self.values.truncate(count);
    }

    fn count(&self) -> usize {
        self.values.len()
    }
}

#[cfg(test)]
#[path = "../tests/unit/forms.rs"]
mod tests;
