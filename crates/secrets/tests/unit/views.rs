//! Edge cases of `views`.

use super::*;

#[test]
fn characters_that_print_nothing_make_a_line_no_plain_one() {
    for c in '\0'..=char::MAX {
        let hidden = visible_char(c) != Some(c) || !is_not_joiner(&c);
        assert_eq!(text_if_unchanged(format!("é{c}a").as_bytes()).is_some(), !hidden, "{:x}", c as u32);
    }
}

#[test]
fn places_lead_back_to_the_line() {
    let raw = b"a\x1b[31mb\xc2\xadc\x08d\0e";
    let view = LineWithOriginalOffsets::without_terminal_codes(raw, false);
    assert_eq!(view.text, "abde");
    assert_eq!(&raw[view.place_in_line(0..4)], raw);
    assert_eq!(&raw[view.place_in_line(1..2)], b"b");
    assert_eq!(LineWithOriginalOffsets::without_terminal_codes(raw, true).text, "abd\ne");
    let view = LineWithOriginalOffsets::plain_view(r#"x "P=a\"b\nQ" y"#);
    let string = strings_with_escapes(&view.text);
    assert_eq!(string.as_slice(), std::slice::from_ref(&(3..12)));
    let inner = view.with_escapes_resolved(string[0].clone()).unwrap();
    assert_eq!(inner.text, "P=a\"b\nQ");
    assert_eq!(&view.text[inner.place_in_line(2..5)], r#"a\"b"#);
    assert!(view.with_escapes_resolved(0..2).is_none());
}
