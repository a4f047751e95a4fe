//! What a command made: the lines that name a file, a package or an address that is there now.

use ctx_shell::is_word_in_list;

/// Words before the name of a file, a package or an address that a run has made.
const MADE: &str = "created creating wrote written writing generated generating built building saved saving packaged \
    packaging installed uploaded published pushed exported output deployed listening";

/// A line that says what was made and where: `Wrote: dist/shop-1.2.tar.gz`, `Published to https://…`.
pub fn names_created_artifact(line: &str) -> bool {
    if line.len() > 240 || !line.contains(['/', '.']) {
        return false;
    }
    let mut words =
        line.split([' ', '\t', '(', ')', '\'', '"', '`', '=']).map(|word| word.trim_end_matches([':', ',', '.']));
    let made = |word: &str| is_word_in_list(MADE, &word.to_ascii_lowercase());
    words.by_ref().take(8).any(made) && words.any(is_artifact)
}

/// `https://…`, `dist/app.js`, `shop_1.0_amd64.deb`.
fn is_artifact(word: &str) -> bool {
    let ends = word.rsplit_once('.').is_some_and(|(stem, end)| {
        stem.len() > 1
            && (2..=6).contains(&end.len())
            && end.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && end.bytes().any(|byte| byte.is_ascii_alphabetic())
    });
    word.contains("://") || ends
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_product_is_named_with_its_file_or_address() {
        for line in [
            "Wrote: dist/shop-1.2.tar.gz",
            "dpkg-deb: building package 'x' in '../x_1.0_amd64.deb'.",
            "Successfully published shop@1.2.3 to https://registry.example.org/",
            "[build] created out/index.html (12 kB)",
        ] {
            assert!(super::names_created_artifact(line), "{line}");
        }
        for line in
            ["processing part 7 of module m7", "building the index", "created 12 tables", "see docs/output for more"]
        {
            assert!(!super::names_created_artifact(line), "{line}");
        }
    }
}
