//! The text of a step of a session, masked as a whole before anything is cut from it.

use ctx_model::error::Result;
use ctx_secrets::{Masker, SecretSpans};
use ctx_store::{SessionStep, Store};

/// The end of an answer that is looked at.
const TAIL: u64 = 24 << 10;

/// The end of a step's text, masked as a whole before anything is cut from it.
pub fn masked_end_of_step(store: &Store, step: &SessionStep, masker: &Masker) -> Result<String> {
    masked_last_bytes_of_step(store, step, masker, TAIL)
}

/// A step's text; of a long one its beginning and its end, where its writer's own words stand before and after what was
/// pasted.
pub fn masked_ends_of_step(store: &Store, step: &SessionStep, masker: &Masker) -> Result<String> {
    if step.bytes <= TAIL {
        return masked_end_of_step(store, step, masker);
    }
    let start = mask_bytes_at(store, step, masker, 0, &store.head_of_step_output(step, (TAIL / 2) as usize)?)?;
    Ok(format!("{start}\n\n{}", masked_last_bytes_of_step(store, step, masker, TAIL / 2)?))
}

pub fn masked_last_bytes_of_step(store: &Store, step: &SessionStep, masker: &Masker, most: u64) -> Result<String> {
    let (offset, bytes) = store.tail_of_step_output(step, most)?;
    mask_bytes_at(store, step, masker, offset, &bytes)
}

/// A part of a step's bytes, masked as the whole was.
fn mask_bytes_at(store: &Store, step: &SessionStep, masker: &Masker, offset: u64, bytes: &[u8]) -> Result<String> {
    let kept = match step.blob {
        Some(blob) => store.mask_spans(blob, masker.rules_version())?.and_then(|kept| SecretSpans::decode(&kept)),
        None => None,
    };
    Ok(match kept {
        Some(spans) => {
            String::from_utf8_lossy(&spans.apply(offset, bytes, |rule| masker.name_of_rule(rule))).into_owned()
        }
        None => masker.without_state().mask_text(&String::from_utf8_lossy(bytes)).into_owned(),
    })
}

/// An output without colours and other escapes.
pub fn strip_output_escapes(output: String) -> String {
    if !output.contains('\x1b') {
        return output;
    }
    let (mut plain, mut clean) = (String::with_capacity(output.len()), String::new());
    for line in output.lines() {
        ctx_text::clean::try_strip_escapes(line.as_bytes(), &mut clean);
        plain.push_str(&clean);
        plain.push('\n');
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_is_read_without_its_colours() {
        let coloured = "\u{1b}[2m Tests \u{1b}[22m \u{1b}[1m\u{1b}[32m148 passed\u{1b}[39m\u{1b}[22m (148)";
        assert_eq!(strip_output_escapes(coloured.to_owned()).trim(), "Tests  148 passed (148)");
    }
}
