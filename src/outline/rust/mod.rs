//! Rust, through `syn`.

use super::Outline;

pub fn outline(text: &str) -> Outline {
    let broken_at = syn::parse_file(text).err().map(|error| {
        let start = error.span().start();
        (start.line as u32, start.column as u32 + 1)
    });
    Outline { broken_at, ..Outline::default() }
}
