//! The table of forms: where a value stands beside its name, or on a line below it. One matcher reads all of them; a new
//! form is a new row of `data/forms.tsv`.

use std::cell::LazyCell;
use std::ops::Range;
use std::sync::LazyLock;

use ctx_text::{ceil_boundary, range_of_part_in_text, truncate_at_char_boundary};

use super::judge::SecretValueRules;
use super::line::{OpenQuoteTracker, is_printing_command, is_prompt_command};
use super::names::SensitiveNameClass;
use super::place::SensitiveNamePlace;
use super::place_conditions::PlaceCondition;
use super::reading::{AwaitedValue, ParsedSecretValue, PromptStrength, UnquotedEnd, parse_secret_value_at};
use super::template::{self, SecretFormTemplate};
use super::value_checks::{self, ValueCheck};

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

pub struct SecretAssignmentForm {
    head: SecretFormTemplate,
    tail: SecretFormTemplate,
    ends: ValueEnd,
    holds: ValueCheck,
    conditions: Vec<(PlaceCondition, bool)>,
    /// If it fits and holds no secret, the next forms may.
    soft: bool,
    /// What the next lines are then read for; forms without a value have nothing else.
    then: Option<&'static str>,
    has_value: bool,
}

/// The forms on the line of a name, in two parts: those of a syntax, and those near a name that no syntax binds.
static FORMS: LazyLock<FormTable> = LazyLock::new(|| FormTable::parse(include_str!("../data/forms.tsv")));
static NEARBY: LazyLock<FormTable> = LazyLock::new(|| FormTable::parse(include_str!("../data/nearby.tsv")));

/// The forms of a table, and which of them the bytes around a name leave possible: most of a hundred go at once.
struct FormTable {
    forms: Vec<SecretAssignmentForm>,
    /// A bit for each form: by the byte before the name, the one after it, and the next one.
    possible: [[u128; 256]; 3],
}

impl FormTable {
    fn parse(table: &'static str) -> FormTable {
        let rows = table.lines().filter(|row| !row.is_empty() && !row.starts_with('#'));
        let forms: Vec<_> = rows.filter_map(|row| SecretAssignmentForm::new(row.split('\t'))).collect();
        let mut always = [0; 3];
        let mut possible = [[0; 256]; 3];
        for (index, form) in forms.iter().enumerate() {
            let ([before, _], [after, second]) =
                (form.head.possible_nearest_bytes(), form.tail.possible_nearest_bytes());
            for (at, set) in [before, after, second].into_iter().enumerate() {
                // A value before the name that is refused may end the search, whatever follows.
                if set.is_all() || at > 0 && form.head.has_value() && !form.is_quiet() {
                    always[at] |= 1 << index;
                } else {
                    set.bytes().for_each(|byte| possible[at][usize::from(byte)] |= 1 << index);
                }
            }
        }
        possible.iter_mut().zip(always).for_each(|(rows, all)| rows.iter_mut().for_each(|row| *row |= all));
        FormTable { forms, possible }
    }

    fn possible_forms(&self, place: &SensitiveNamePlace<'_>) -> impl Iterator<Item = &SecretAssignmentForm> {
        let (before, after) = (&place.line.as_bytes()[..place.start], &place.line.as_bytes()[place.behind..]);
        let [last, _] = template::two_nearest_bytes(before.iter().rev().copied());
        let [first, second] = template::two_nearest_bytes(after.iter().copied());
        let of = |at: usize, byte: u8| self.possible[at][usize::from(byte)];
        let mut left = of(0, last) & of(1, first) & of(2, second);
        std::iter::from_fn(move || {
            let lowest = self.forms.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(lowest)
        })
    }
}

impl SecretAssignmentForm {
    /// None for a row that cannot be read; a test sees to it that there is none.
    fn new(mut fields: std::str::Split<'static, char>) -> Option<SecretAssignmentForm> {
        let (template, ends, holds) = (fields.next()?, fields.next()?, fields.next()?);
        let (when, then) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
        let (head, tail) = template::compile_template(template, ends == "string")?;
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
            conditions.push((SensitiveNamePlace::parse_condition(word)?, wanted));
        }
        Some(SecretAssignmentForm {
            head,
            tail,
            ends,
            holds: value_checks::find_value_check(holds)?,
            conditions,
            soft: when.split(' ').any(|word| word == "soft"),
            then: Some(then).filter(|then| !then.is_empty()),
            has_value: template.contains("{V}"),
        })
    }

    /// Elsewhere a value that is refused ends the search, also before the text turns out not to fit.
    fn is_quiet(&self) -> bool {
        !self.has_value || self.soft && self.ends != ValueEnd::Auto
    }
}

/// One form at one name.
struct FormReading<'a> {
    place: &'a SensitiveNamePlace<'a>,
    judge: &'a SecretValueRules,
    form: &'a SecretAssignmentForm,
    refused: bool,
    unended: Option<ParsedSecretValue>,
    continued: bool,
}

impl FormReading<'_> {
    /// The values before and after the name, if both sides fit.
    fn read_values(&mut self) -> Option<Vec<Range<usize>>> {
        let (form, place) = (self.form, self.place);
        let mut values = form.head.values_at(place.line, place.start, &mut |at| self.read_secret_value_at(at, true))?;
        values.extend(form.tail.values_at(place.line, place.behind, &mut |at| self.read_secret_value_at(at, false))?);
        Some(values)
    }

    fn read_value_after(&self, form: &SecretAssignmentForm, at: usize) -> Option<ParsedSecretValue> {
        let (line, place) = (self.place.line, self.place);
        match form.ends {
            ValueEnd::Auto => {
                let colon = line[place.behind.min(at)..at].contains(':');
                let end = place.value_end_rule(colon);
                let mut value = parse_secret_value_at(line, at, end, colon && place.is_at_line_start())?;
                let spaced = line[place.end..at].contains([' ', '\t']);
                if !value.quoted && (spaced || colon || end == UnquotedEnd::Blank) {
                    // What ends a statement or a field is none of the value.
                    value.range.end = value.range.start + line[value.range.clone()].trim_end_matches([';', ',']).len();
                }
                Some(value)
            }
            ValueEnd::At(end) => {
                let mut value = parse_secret_value_at(line, at, end, end == UnquotedEnd::Line)?;
                if !value.quoted && end == UnquotedEnd::Blank {
                    value.range.end = value.range.start + line[value.range.clone()].trim_end_matches(';').len();
                }
                Some(value)
            }
            ValueEnd::Framed => {
                let mut value = parse_secret_value_at(line, at, UnquotedEnd::Blank, false)?;
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
                parse_secret_value_at(line, at, UnquotedEnd::Inline, false)
                    .filter(|value| value.quoted && place.quote_opens_string(at))
            }
            ValueEnd::Tag => {
                let rest = truncate_at_char_boundary(&line[at..], 1000);
                let end = if line[..at].ends_with("<![CDATA[") { rest.find("]]>") } else { rest.find("</") }?;
                let text = &rest[..end];
                let value = text.trim().trim_matches(['"', '\'']);
                let range = range_of_part_in_text(value, line);
                (!text.contains(['<', '>'])).then_some(ParsedSecretValue { range, quoted: true, unended: None })
            }
        }
    }

    /// The string or the word that ends before a place.
    fn read_value_before(&self, form: &SecretAssignmentForm, end: usize) -> Option<(ParsedSecretValue, usize)> {
        let head = &self.place.line[..end];
        let quote = head.chars().last()?;
        if matches!(quote, '"' | '\'' | '`') {
            let text = &head[ceil_boundary(head, head.len().saturating_sub(400))..head.len() - 1];
            let open = end - 1 - text.len() + text.rfind(quote)? + 1;
            return Some((ParsedSecretValue { range: open..end - 1, quoted: true, unended: None }, open - 1));
        }
        (form.ends != ValueEnd::String).then_some(())?;
        let from = ceil_boundary(head, head.len().saturating_sub(300));
        let start = from + head[from..].rfind([' ', '\t', '"', '\'']).map_or(0, |at| at + 1);
        let word = head[start..].trim_matches(['(', ')', ',', '.', ';', '[', ']']);
        let from = start + head[start..].find(word)?;
        Some((ParsedSecretValue { range: from..from + word.len(), quoted: false, unended: None }, start))
    }

    /// The value at a place, or before it, and where the line goes on.
    fn read_secret_value_at(&mut self, at: usize, back: bool) -> Option<(Range<usize>, usize)> {
        let form = self.form;
        self.place.line.is_char_boundary(at).then_some(())?;
        let (mut value, next) = if back {
            self.read_value_before(form, at)?
        } else {
            let value = self.read_value_after(form, at)?;
            let next = value.range.end + usize::from(value.quoted && value.unended.is_none());
            (value, next.min(self.place.line.len()))
        };
        if !back && form.ends == ValueEnd::Auto && self.place.secret_continues_on_next_line(&value, self.judge) {
            value.range.end -= 1;
            self.continued = true;
            return Some((value.range, next));
        }
        if value.unended.is_some() && form.ends == ValueEnd::Auto {
            self.unended = Some(ParsedSecretValue { range: value.range.clone(), ..value });
        }
        if value.range.is_empty() || !(form.holds)(self.place, self.judge, &value) {
            self.refused = true;
            return None;
        }
        Some((value.range, next))
    }
}

/// A longer text on a side of a name is not searched for what a form needs.
const REACH: usize = 600;

#[derive(Default)]
pub struct FoundSecretValues {
    pub values: Vec<Range<usize>>,
    pub open: Option<(SensitiveNameClass, AwaitedValue)>,
}

/// All values of sensitive names in a line. `places` are those where a stem of such a name stands, in order.
pub fn find_named_values(line: &str, places: &[usize], judge: &SecretValueRules) -> FoundSecretValues {
    let mut found = FoundSecretValues::default();
    let mut strings = OpenQuoteTracker::for_line(line);
    let (mut done, mut asked) = (0, false);
    for &place in places {
        if place < done || found.values.last().is_some_and(|value: &Range<usize>| value.contains(&place)) {
            continue;
        }
        let Some((place, end)) = SensitiveNamePlace::find_at_stem(line, place, &mut strings) else {
            done = done.max(place + 1);
            continue;
        };
        done = end;
        // In nearly all languages a hyphen is not a part of a name: this is a header or a setting.
        let header = judge.by_syntax && !place.flag && place.name.contains('-') && !place.name.contains('.');
        let judge = &SecretValueRules { code: judge.code && !header, by_syntax: judge.by_syntax && !header };
        let known = read_by_forms(&place, &FORMS, judge, &mut found) || place.is_assigned();
        // `property: password, …`, `use … as password`: a later line may hold the value, or this one does.
        let unsure = matches!(found.open, Some((_, AwaitedValue::Field | AwaitedValue::Prompt(_))));
        if !known || unsure {
            read_by_forms(&place, &NEARBY, judge, &mut found);
        }
        asked |= place.may_be_asked_by_command();
    }
    let unsure =
        matches!(found.open, None | Some((_, AwaitedValue::Prompt(PromptStrength::Mentions | PromptStrength::Leads))));
    if asked
        && found.values.is_empty()
        && !judge.code
        && is_prompt_command(line)
        && (is_printing_command(line) || unsure)
    {
        let asks = if is_printing_command(line) { PromptStrength::Question } else { PromptStrength::Leads };
        found.open = Some((SensitiveNameClass::Token, AwaitedValue::Prompt(asks)));
    }
    found.values.sort_by_key(|value| value.start);
    found
}

/// Reads the value by the first form of a table that fits. True if one does, whether it holds a secret or not.
fn read_by_forms(
    place: &SensitiveNamePlace<'_>,
    table: &FormTable,
    judge: &SecretValueRules,
    found: &mut FoundSecretValues,
) -> bool {
    let (mut fits, mut continued, mut unended) = (false, false, None);
    let holds = |(condition, wanted): &(PlaceCondition, bool)| condition(place, judge) == *wanted;
    let classes = |side: &str| if side.len() > REACH { u128::MAX } else { template::byte_classes(side.bytes()) };
    let before = LazyCell::new(|| classes(&place.line[..place.start]));
    let after = LazyCell::new(|| classes(&place.line[place.behind..]));
    let may_fit = |form: &SecretAssignmentForm| {
        let holds_all = |needs: u128, classes: &dyn Fn() -> u128| needs == 0 || needs & !classes() == 0;
        holds_all(form.head.needs, &|| *before) && holds_all(form.tail.needs, &|| *after) || !form.is_quiet()
    };
    for form in table.possible_forms(place).filter(|form| may_fit(form) && form.conditions.iter().all(holds)) {
        let mut reading = FormReading { place, judge, form, refused: false, unended: None, continued: false };
        let values = reading.read_values();
        unended = reading.unended.or(unended);
        match (values, form.then) {
            (None, _) if !reading.refused || form.soft => continue,
            (None, _) => {}
            (Some(_), Some(word)) if !form.has_value => match place.parse_awaited_value(word) {
                // A name that is only mentioned ends no wait for a field.
                Some(AwaitedValue::Prompt(_)) if found.open.is_some() => {}
                open => found.open = open.map(|open| (place.class, open)).or(found.open.take()),
            },
            (Some(values), _) => found.values.extend(values),
        }
        (fits, continued) = (true, reading.continued);
        break;
    }
    if continued {
        found.open = Some((place.class, AwaitedValue::Continued));
    } else if let Some(ParsedSecretValue { unended: Some(string), range, .. }) = &unended
        && !judge.code
        && place.class != SensitiveNameClass::Weak
        && place.line[range.clone()].split_whitespace().count() <= 2
    {
        found.open = Some((place.class, AwaitedValue::Quoted(*string)));
    }
    fits || unended.is_some()
}

#[cfg(test)]
#[path = "../tests/unit/forms.rs"]
mod tests;
