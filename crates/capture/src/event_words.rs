//! The words of events: one short masked line of a text, and the hash by which it is recognised again.

use ctx_model::EventCategory;
use ctx_secrets::Masker;
use ctx_text::{floor_boundary, truncate_at_char_boundary};

/// A secret that begins before the cut ends at most this much after it.
const BEHIND: usize = 4000;

/// A word this long is left out whole where it does not fit.
const LONG_NAME: usize = 24;

/// An event found in a text: its category, the key by which it is recognised again, its words.
pub type EventFoundInText = (EventCategory, String, String);

/// One line of at most `most` bytes, blanks folded, cut on a character.
/// Text is masked before it is cut: half a secret is not recognised any more.
pub fn shorten_to_line(text: &str, most: usize) -> String {
    if text.len() <= most {
        return fold_blanks_and_cut(text, most);
    }
    fold_blanks_and_cut(&Masker::default().mask_text(&text[..floor_boundary(text, most + BEHIND)]), most)
}

fn fold_blanks_and_cut(text: &str, most: usize) -> String {
    let is_plain = |bytes: &[u8]| {
        !bytes.starts_with(b" ") && !bytes.ends_with(b" ") && memchr::memmem::find(bytes, b"  ").is_none()
    };
    if text.len() <= most && text.bytes().all(|byte| (b' '..0x7f).contains(&byte)) && is_plain(text.as_bytes()) {
        return text.to_owned();
    }
    let mut line = String::with_capacity(text.len().min(most + 4));
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        // Most words are plain: they need no look at each character.
        match word.bytes().all(|byte| byte.is_ascii_graphic()) {
            true => line.push_str(word),
            false => line.extend(word.chars().filter(|c| !c.is_control())),
        }
        if line.len() > most {
            line.truncate(truncate_at_char_boundary(&line, most.saturating_sub('…'.len_utf8())).len());
            // A piece of a long name says nothing, and looks like a piece of a secret.
            if word.len() >= LONG_NAME
                && let Some(before) = line.rfind(' ').filter(|before| *before > most / 2)
            {
                line.truncate(before + 1);
            }
            line.push('…');
            break;
        }
    }
    line
}

pub fn hash_of_normalised_text(text: &str) -> String {
    let folded: String = text.to_lowercase().split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    blake3::hash(folded.as_bytes()).to_hex()[..16].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn briefs_are_one_line_and_end_on_a_character() {
        assert_eq!(shorten_to_line(" a\n\tb  c ", 20), "a b c");
        let secret = "use ghp_16C7e42F292c6912E7710c838347Ae178B4a for the deploy, please, and nothing else";
        for most in 6..60 {
            assert!(!shorten_to_line(secret, most).contains("16C7"), "{}", shorten_to_line(secret, most));
        }
        assert_eq!(
            shorten_to_line("tests fail in test_reconcile_revokes_the_authority", 40),
            "tests fail in test_reconcile_revokes_…"
        );
        assert_eq!(
            shorten_to_line("the tests fail now in test_reconcile_revokes_the_authority", 40),
            "the tests fail now in …"
        );
        for most in 4..30 {
            assert!(shorten_to_line("ünïcödé täxt thät ïs löng ënöügh", most).len() <= most);
        }
    }
}
