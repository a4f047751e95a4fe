//! Edge cases of `forms`.

use super::*;

#[test]
fn every_row_can_be_read() {
    for table in [include_str!("../../data/forms.tsv"), include_str!("../../data/nearby.tsv")] {
        for row in table.lines().filter(|row| !row.is_empty() && !row.starts_with('#')) {
            assert!(SecretAssignmentForm::new(row.split('\t')).is_some(), "{row}");
        }
    }
}

const PIECES: &[&str] = &[
    " ",
    "  ",
    "\t",
    ":",
    "=",
    ">",
    "=>",
    "->",
    "→",
    "::",
    "{",
    "}",
    "\"",
    "'",
    "\\",
    "\\\"",
    "[",
    "]",
    "(",
    ")",
    "<",
    "/>",
    "</b>",
    "<b>",
    "|",
    "||",
    ",",
    ";",
    "-",
    "*",
    "$",
    "&",
    "!!str ",
    "5",
    "value",
    "name",
    "type",
    "key",
    "is",
    "to",
    "or",
    "default",
    "String",
    "string(4) ",
    "--value",
    "base64",
    "[1]",
    "<<<",
    "%s",
    "\r",
    "{{",
    "private",
    "user",
    "kJ8sLq2v",
];

#[test]
fn the_bytes_around_a_name_rule_out_no_form_that_fits() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize % below
    };
    let mut fitting = 0;
    for _ in 0..20_000 {
        let mut side = || (0..next(5)).map(|_| PIECES[next(PIECES.len())]).collect::<String>();
        let (head, tail) = (side(), side());
        let line = format!("{head}password{tail}");
        let Some((place, _)) =
            SensitiveNamePlace::find_at_stem(&line, head.len(), &mut OpenQuoteTracker::for_line(&line))
        else {
            continue;
        };
        for table in [&*FORMS, &*NEARBY] {
            let possible: Vec<*const SecretAssignmentForm> =
                table.possible_forms(&place).map(|form| form as _).collect();
            for form in &table.forms {
                let mut read = |at: usize| Some((at..at, at));
                let fits = form.head.values_at(&line, place.start, &mut read).is_some()
                    && form.tail.values_at(&line, place.behind, &mut read).is_some();
                fitting += usize::from(fits);
                assert!(!fits || possible.contains(&(form as _)), "{line:?}");
            }
        }
    }
    assert!(fitting > 1000, "{fitting}");
}
