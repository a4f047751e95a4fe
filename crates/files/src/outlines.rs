//! Outlines as text, made once for each source and way of asking.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use ctx_model::env::own_executable_fingerprint;
use ctx_outline::render::{self, OutlineOptions};
use ctx_outline::{self, Language};
use ctx_secrets::Masker;
use ctx_store::{Blake3Hash, OutlineCache};
use ctx_text::{format_count, format_size};

/// How an outline is asked for.
pub struct OutlineRequest<'a> {
    pub path: &'a Path,
    /// The path as line 1 has it.
    pub title: &'a str,
    pub language: Option<&'static Language>,
    pub options: OutlineOptions,
}

impl OutlineRequest<'_> {
    /// Another program may outline otherwise: its answers are not this one's.
    fn cache_variant_key(&self) -> String {
        let language = self.language.map_or("", |language| language.name);
        format!("{} {language} {:?} {}", own_executable_fingerprint(), self.options, self.title)
    }

    /// The masked outline, and whether it was kept from before. One that cannot be kept is made again next time.
    pub fn cached_or_new_outline(
        &self,
        outlines: Option<&OutlineCache>,
        hash: &Blake3Hash,
        bytes: &[u8],
        masker: &Masker,
    ) -> (String, bool) {
        let Some(outlines) = outlines else { return (self.make_outline(bytes, masker), false) };
        let variant = self.cache_variant_key();
        if let Some(kept) = outlines.get(hash, &variant) {
            return (masker.mask_known_values(&kept).into_owned(), true);
        }
        let made = self.make_outline(bytes, masker);
        let _ = outlines.put(hash, &variant, &made);
        (made, false)
    }

    /// The masked outline, made anew.
    fn make_outline(&self, bytes: &[u8], masker: &Masker) -> String {
        // An outliner that panics must not cost the user the file.
        let text = catch_unwind(AssertUnwindSafe(|| {
            let outline = ctx_outline::outline(self.path, bytes, self.language);
            render::render_outline_text(self.title, &outline, &self.options)
        }));
        text.map_or_else(|_| self.headline_only(bytes), |text| masker.for_masked_text().mask_text(&text).into_owned())
    }

    /// Line 1 alone.
    pub fn headline_only(&self, bytes: &[u8]) -> String {
        let lines = ctx_text::count_newlines(bytes);
        format!("{} · {} · {}\n", self.title, format_count(lines, "line"), format_size(bytes.len() as u64))
    }
}
