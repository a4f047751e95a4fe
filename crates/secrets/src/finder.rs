//! Finds the values of a line: each name that means a secret is read by the forms of the tables.

use std::ops::Range;

use super::forms::{self, FORMS, FormFit, NEARBY};
use super::judge::ValueJudge;
use super::line::{OpenStrings, is_printing_command, is_prompt_command};
use super::names::Class;
use super::place::NamePlace;
use super::reading::{NameExpectation, OpenValue};

#[derive(Default)]
pub struct FoundValues {
    pub values: Vec<Range<usize>>,
    pub open: Option<(Class, OpenValue)>,
}

/// All values of sensitive names in a line. `places` are those where a stem of such a name stands, in order.
pub fn find_named_values(line: &str, places: &[usize], judge: &ValueJudge) -> FoundValues {
    let mut found = FoundValues::default();
    let mut strings = OpenStrings::for_line(line);
    let (mut done, mut asked) = (0, false);
    for &place in places {
        if place < done || found.values.last().is_some_and(|value: &Range<usize>| value.contains(&place)) {
            continue;
        }
        let Some((place, end)) = NamePlace::find_at_stem(line, place, &mut strings) else {
            done = done.max(place + 1);
            continue;
        };
        done = end;
        // In nearly all languages a hyphen is not a part of a name: this is a header or a setting.
        let header = judge.by_syntax && !place.flag && place.name.contains('-') && !place.name.contains('.');
        let judge = &ValueJudge { code: judge.code && !header, by_syntax: judge.by_syntax && !header };
        let known = read(&place, FORMS.as_slice(), judge, &mut found) || place.is_assigned();
        // `property: password, …`, `use … as password`: a later line may hold the value, or this one does.
        let unsure = matches!(found.open, Some((_, OpenValue::Field | OpenValue::Prompt(_))));
        if !known || unsure {
            read(&place, NEARBY.as_slice(), judge, &mut found);
        }
        asked |= place.is_asked_by_command();
    }
    let unsure =
        matches!(found.open, None | Some((_, OpenValue::Prompt(NameExpectation::Mentions | NameExpectation::Leads))));
    if asked
        && found.values.is_empty()
        && !judge.code
        && is_prompt_command(line)
        && (is_printing_command(line) || unsure)
    {
        let asks = if is_printing_command(line) { NameExpectation::Question } else { NameExpectation::Leads };
        found.open = Some((Class::Token, OpenValue::Prompt(asks)));
    }
    found.values.sort_by_key(|value| value.start);
    found
}

/// Reads the value by the forms of a table. True if one of them fits, whether it holds a secret or not.
fn read(place: &NamePlace<'_>, forms: &[forms::Form], judge: &ValueJudge, found: &mut FoundValues) -> bool {
    let forms::FormResult { fit, unended, continued } = forms::try_all(forms, place, judge);
    match fit {
        FormFit::No if unended.is_none() => return false,
        FormFit::No | FormFit::Refused => {}
        FormFit::Values(values) => found.values.extend(values),
        // A name that is only mentioned ends no wait for a field.
        FormFit::Waits(Some(OpenValue::Prompt(_))) if found.open.is_some() => {}
        FormFit::Waits(open) => found.open = open.map(|open| (place.class, open)).or(found.open.take()),
    }
    if continued {
        found.open = Some((place.class, OpenValue::Continued));
    } else if let Some(unended) = unended.and_then(|value| Some((value.unended?, value.range)))
        && !judge.code
        && place.class != Class::Weak
        && place.line[unended.1].split_whitespace().count() <= 2
    {
        found.open = Some((place.class, OpenValue::Quoted(unended.0)));
    }
    true
}
