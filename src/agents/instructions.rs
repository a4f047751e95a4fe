//! The few lines that teach an agent ctx, for CLAUDE.md, AGENTS.md, GEMINI.md. They are in the context of every
//! session: each byte is paid for every time.

/// The most that a block may have, marks included.
pub const LIMIT: usize = 700;

/// For agents whose shell is ctx's: commands are written as ever.
pub const TEXT: &str = include_str!("instructions.md");

/// For agents without that: commands are prefixed, or piped into `ctx store`.
pub const PREFIX: &str = include_str!("instructions-prefix.md");

/// The text for an agent by whether its commands pass through ctx anyway.
pub fn text(has_seam: bool) -> &'static str {
    if has_seam { TEXT } else { PREFIX }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::install::marked;

    #[test]
    fn each_block_is_small_and_names_what_exists() {
        let both = ["ctx get", "--lines", "--grep", "--findings", "ctx search", "ctx peek", "ctx note", "ctx context"];
        let own = [(true, &["# ctx: ", "# ctx:off"][..]), (false, &["ctx run -- ", "--intent", "| ctx store"][..])];
        for (has_seam, words) in own {
            let text = text(has_seam);
            let block = marked::block(marked::MARKDOWN, text, "\n");
            assert!(block.len() <= LIMIT, "{} bytes", block.len());
            for word in both.iter().chain(words) {
                assert!(text.contains(word), "{word}");
            }
        }
        // Where the shell is ctx's, nothing is to be put before a command.
        assert!(!TEXT.contains("ctx run"));
    }
}
