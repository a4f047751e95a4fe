//! The text of an event before it leaves this machine: masked, without the local path of the project, and without pieces
//! of secrets that were cut in two before masking.

use ctx_secrets::Masker;

/// The mark of a cut in what ctx shortened.
const CUT: char = '…';
/// Shorter pieces say nothing.
const PIECE: usize = 4;

/// `command` is what the event is about, whole: what is secret in it is known there.
pub fn mask_event_text(masker: &Masker, local: &str, command: Option<&str>, text: &str) -> String {
    let mut text = text.replace(&format!("{local}/"), "").replace('\0', "\u{fffd}");
    if let Some(command) = command {
        let masked = masker.without_state().mask_text(command).into_owned();
        for value in masked_values(command, &masked) {
            text = text.replace(value, "[masked:cut]");
            text = mask_cut_pieces(&text, value);
        }
    }
    masker.without_state().mask_text(&text).into_owned()
}

/// The values that stand in `raw` where `masked` has a mark.
fn masked_values<'r>(raw: &'r str, masked: &str) -> Vec<&'r str> {
    let mut values = Vec::new();
    let mut rest = raw;
    let mut parts = masked.split("[masked:");
    let Some(before) = parts.next() else { return values };
    let Some(after) = rest.strip_prefix(before) else { return values };
    rest = after;
    for part in parts {
        let Some((_, plain)) = part.split_once(']') else { return values };
        let end = if plain.is_empty() { Some(rest.len()) } else { rest.find(plain) };
        let Some(end) = end else { return values };
        if end >= PIECE {
            values.push(&rest[..end]);
        }
        rest = &rest[end + plain.len()..];
    }
    values
}

/// Takes out what a cut left of the value: its beginning before the cut, its end after it.
fn mask_cut_pieces(text: &str, value: &str) -> String {
    let mut out = String::new();
    for (at, part) in text.split(CUT).enumerate() {
        let mut part = part;
        if at > 0 {
            out.push(CUT);
            let ends = value.char_indices().map(|(from, _)| &value[from..]);
            if let Some(end) = ends.filter(|end| end.len() >= PIECE).find(|end| part.starts_with(*end)) {
                out.push_str("[masked:cut]");
                part = &part[end.len()..];
            }
        }
        out.push_str(part);
        let begins = value.char_indices().rev().map(|(to, _)| &value[..to]);
        if let Some(begin) = begins.filter(|begin| begin.len() >= PIECE).find(|begin| out.ends_with(*begin)) {
            out.truncate(out.len() - begin.len());
            out.push_str("[masked:cut]");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_a_secret_that_was_cut_do_not_leave() {
        let command = "sh -c 'echo export DB_PASSWORD=hunter2-Zx81-correct-horse; echo visible words'";
        let hide = |text: &str| mask_event_text(&Masker::default(), "/home/me/shop", Some(command), text);
        for text in [
            "sh -c 'echo export DB_PASSWORD=hunter2-Zx81-corr…sible words'",
            "sh -c 'echo export DB_PASSWORD=hunt…horse; echo visible words'",
            "it said hunter2-Zx81-correct-horse",
        ] {
            let shown = hide(text);
            assert!(!shown.contains("hunt") && !shown.contains("horse") && shown.contains("[masked:"), "{shown}");
        }
        assert_eq!(hide("edited /home/me/shop/src/a.rs"), "edited src/a.rs");
    }
}
