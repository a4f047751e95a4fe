//! Finds the values of a line: each name that means a secret is read by the forms of the tables.

use std::ops::Range;

use super::forms::{self, FORMS, Fit, NEARBY};
use super::judge::Judge;
use super::line::{Strings, gets_something, is_command};
use super::names::Class;
use super::place::Place;
use super::reading::{Asks, Open};

#[derive(Default)]
pub struct Found {
    pub values: Vec<Range<usize>>,
    pub open: Option<(Class, Open)>,
}

/// All values of sensitive names in a line. `places` are those where a stem of such a name stands, in order.
pub fn find(line: &str, places: &[usize], judge: &Judge) -> Found {
    let mut found = Found::default();
    let mut strings = Strings::of(line);
    let (mut done, mut asked) = (0, false);
    for &place in places {
        if place < done || found.values.last().is_some_and(|value: &Range<usize>| value.contains(&place)) {
            continue;
        }
        let Some((place, end)) = Place::at(line, place, &mut strings) else {
            done = done.max(place + 1);
            continue;
        };
        done = end;
        // In nearly all languages a hyphen is no part of a name: this is a header or a setting.
        let header = judge.by_syntax && !place.flag && place.name.contains('-') && !place.name.contains('.');
        let judge = &Judge { code: judge.code && !header, by_syntax: judge.by_syntax && !header };
        let known = read(&place, FORMS.as_slice(), judge, &mut found) || place.is_assigned();
        // `property: password, …`, `use … as password`: a later line may hold the value, or this one does.
        let unsure = matches!(found.open, Some((_, Open::Field | Open::Prompt(_))));
        if !known || unsure {
            read(&place, NEARBY.as_slice(), judge, &mut found);
        }
        asked |= place.asks_a_command();
    }
    let unsure = matches!(found.open, None | Some((_, Open::Prompt(Asks::Mentions | Asks::Leads))));
    if asked && found.values.is_empty() && !judge.code && is_command(line) && (gets_something(line) || unsure) {
        let asks = if gets_something(line) { Asks::Question } else { Asks::Leads };
        found.open = Some((Class::Token, Open::Prompt(asks)));
    }
    found.values.sort_by_key(|value| value.start);
    found
}

/// Reads the value by the forms of a table. True if one of them fits, whether it holds a secret or not.
fn read(place: &Place<'_>, forms: &[forms::Form], judge: &Judge, found: &mut Found) -> bool {
    let forms::Tried { fit, unended, continued } = forms::try_all(forms, place, judge);
    match fit {
        Fit::No if unended.is_none() => return false,
        Fit::No | Fit::Refused => {}
        Fit::Values(values) => found.values.extend(values),
        // A name that is only mentioned ends no wait for a field.
        Fit::Waits(Some(Open::Prompt(_))) if found.open.is_some() => {}
        Fit::Waits(open) => found.open = open.map(|open| (place.class, open)).or(found.open.take()),
    }
    if continued {
        found.open = Some((place.class, Open::Continued));
    } else if let Some(unended) = unended.and_then(|value| Some((value.unended?, value.range)))
        && !judge.code
        && place.class != Class::Weak
        && place.line[unended.1].split_whitespace().count() <= 2
    {
        found.open = Some((place.class, Open::Quoted(unended.0)));
    }
    true
}
