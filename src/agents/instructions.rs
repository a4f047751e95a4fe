//! The few lines that teach an agent ctx, for CLAUDE.md, AGENTS.md, GEMINI.md. They are in the context of every
//! session: each byte is paid for every time.

/// The most that the block may have, marks included.
pub const LIMIT: usize = 900;

pub const TEXT: &str = include_str!("instructions.md");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::install::marked;

    #[test]
    fn the_block_is_small_and_names_what_exists() {
        let block = marked::block(marked::MARKDOWN, TEXT, "\n");
        assert!(block.len() <= LIMIT, "{} bytes", block.len());
        for word in [
            "ctx run -- ",
            "--intent",
            "ctx store",
            "ctx get",
            "--lines",
            "--grep",
            "ctx search",
            "ctx peek",
            "ctx note",
        ] {
            assert!(TEXT.contains(word), "{word}");
        }
        for bypass in ["CTX_OFF=1", "# ctx:off"] {
            assert!(TEXT.contains(bypass), "{bypass}");
        }
    }
}
