//! The point that a text passes before anything of it is shown: only a masked one can be composed into a report.

use std::borrow::Cow;
use std::ops::Deref;

use crate::capture::text::Text;
use crate::secrets::Masker;

/// A text in which secrets are masked.
#[derive(Debug, Default)]
pub struct Masked(Text);

impl Masked {
    pub fn of(mut text: Text, masker: &Masker) -> Masked {
        if text.contains(|all| masker.touches(all)) {
            let mut masker = masker.fresh();
            text.edit_lines(|line| match masker.line(line) {
                Cow::Borrowed(same) if same.len() == line.len() => None,
                masked => Some(masked.into_owned()),
            });
        }
        Masked(text)
    }

    /// Without the lines before this one.
    pub fn starting_from(self, line: u64) -> Masked {
        Masked(self.0.starting_from(line))
    }
}

impl Deref for Masked {
    type Target = Text;

    fn deref(&self) -> &Text {
        &self.0
    }
}
