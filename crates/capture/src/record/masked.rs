//! The point that a text passes before anything of it is shown: only a text under its masks can be composed into a report.

use std::borrow::Cow;
use std::ops::Deref;

use crate::reading::MaskedTextBuilder;
use ctx_secrets::{Masker, SecretSpans, TextKind};
use ctx_text::text::Text;

/// A text under its masks.
#[derive(Debug, Default)]
pub struct MaskedText {
    text: Text,
    /// Secrets that are masked in it.
    hidden: usize,
}

impl MaskedText {
    /// A whole text, read for its secrets here; and where they are in its bytes, unless these are not text.
    pub fn mask_bytes(bytes: &[u8], source: TextKind, masker: &Masker) -> (MaskedText, Option<SecretSpans>) {
        let mut reading = MaskedTextBuilder::new(masker.masking_stream_for_text(source));
        reading.push(bytes);
        let (text, spans) = reading.finish();
        let hidden = spans.as_ref().map_or(0, SecretSpans::len);
        (MaskedText { text, hidden }, spans)
    }

    /// A text that was built under its masks. Values of secret variables that were not known then are masked now.
    pub fn from_masked_text(mut text: Text, hidden: usize, masker: &Masker) -> MaskedText {
        if text.joined_lines_satisfy(|all| matches!(masker.mask_known_values(all), Cow::Owned(_))) {
            text.edit_lines(|line| match masker.mask_known_values(line) {
                Cow::Borrowed(_) => None,
                Cow::Owned(masked) => Some(masked),
            });
        }
        MaskedText { text, hidden }
    }

    /// How many secrets are masked in it: where it is shown whole, a reader must learn that.
    pub fn masked_secret_count(&self) -> usize {
        self.hidden
    }

    /// Without the lines before this one.
    pub fn skip_lines_before(self, line: u64) -> MaskedText {
        MaskedText { text: self.text.starting_from(line), ..self }
    }
}

impl Deref for MaskedText {
    type Target = Text;

    fn deref(&self) -> &Text {
        &self.text
    }
}
