//! Cuts texts to a number of bytes, never inside a character.

use std::borrow::Cow;
use std::ops::Range;

/// The last place up to this one where a character begins or the text ends.
pub fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The first place from this one on where a character begins or the text ends.
pub fn ceil_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// The first `most` bytes at most, ending on a character.
pub fn truncate_at_char_boundary(text: &str, most: usize) -> &str {
    &text[..floor_boundary(text, most)]
}

/// At most `most` bytes, cut in the middle with the cut marked.
pub fn cut_middle(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let keep = most.saturating_sub('…'.len_utf8());
    let head = floor_boundary(text, keep * 2 / 3);
    let tail = ceil_boundary(text, text.len() - (keep - keep * 2 / 3));
    Cow::Owned(format!("{}…{}", &text[..head], &text[tail..]))
}

/// A long line around the places that matter, with the bytes that are left out counted: its beginning, a piece around each
/// place as long as there is room, and its end.
pub fn cut_around(text: &str, most: usize, places: impl Iterator<Item = Range<usize>>) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let edge = most / 8;
    let mut kept: Vec<Range<usize>> = std::iter::once(0..floor_boundary(text, edge)).collect();
    let mut room = most - 2 * edge;
    for place in places {
        // A place that is itself too long is shown from its beginning.
        let end = place.end.min(place.start + room);
        let around = (edge / 2).min((room - (end - place.start)) / 2);
        let (start, end) =
            (floor_boundary(text, place.start.saturating_sub(around)), ceil_boundary(text, end + around));
        let last = kept.last_mut().expect("the beginning is there");
        let more = end.saturating_sub(start.max(last.end));
        if more > room {
            break;
        }
        room -= more;
        match start <= last.end {
            true => last.end = last.end.max(end),
            false => kept.push(start..end),
        }
        if room < edge {
            break;
        }
    }
    let tail = ceil_boundary(text, text.len() - edge);
    match kept.last_mut() {
        Some(last) if tail <= last.end => last.end = text.len(),
        _ => kept.push(tail..text.len()),
    }
    let mut out = String::with_capacity(most + 80);
    let mut at = 0;
    for piece in kept {
        if piece.start > at {
            out.push_str(&format!(" … {} bytes … ", piece.start - at));
        }
        out.push_str(&text[piece.clone()]);
        at = piece.end;
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::single_range_in_vec_init, reason = "one place")]
    fn places_that_matter_are_shown_and_the_rest_is_counted() {
        let text = format!("{}NEEDLE{}", "ä".repeat(10_000), "ö".repeat(10_000));
        for (most, place) in [(2000, 20_000..20_006), (2000, 0..4), (2000, 39_999..40_006), (300, 20_000..20_006)] {
            let cut = cut_around(&text, most, [place].into_iter());
            assert!(cut.len() <= most + 80, "{most}: {}", cut.len());
            let counted: usize =
                cut.split(" … ").filter_map(|part| part.strip_suffix(" bytes")?.parse::<usize>().ok()).sum();
            let shown: usize = cut.split(" … ").filter(|part| !part.ends_with(" bytes")).map(str::len).sum();
            assert_eq!(shown + counted, text.len());
        }
        assert!(cut_around(&text, 2000, [20_000..20_006].into_iter()).contains("äNEEDLEö"));
        let all = cut_around(&text, 2000, (0..400).map(|n| n * 100..n * 100 + 50));
        assert!(all.len() < 2300, "{}", all.len());
        assert_eq!(cut_around("short", 10, std::iter::empty()), "short");
    }

    #[test]
    fn cuts_respect_characters() {
        assert_eq!(cut_middle("short", 10), "short");
        assert_eq!(
            [
                truncate_at_char_boundary("häl", 2),
                truncate_at_char_boundary("häl", 3),
                truncate_at_char_boundary("häl", 9),
                truncate_at_char_boundary("", 1)
            ],
            ["h", "hä", "häl", ""]
        );
        for most in 3..40 {
            let cut = cut_middle("ünïcödé täxt thät ïs löng ënöügh tö cüt", most).into_owned();
            assert!(cut.len() <= most.max(3), "{most}: {cut}");
        }
    }
}
