//! The few lines that teach an agent ctx, for CLAUDE.md, AGENTS.md, GEMINI.md. They are in the context of every
//! session: each byte is paid for every time.

/// The largest size of a block, marks included.
pub const LIMIT: usize = 700;

/// For agents whose shell is ctx: commands are written as usual.
pub const TEXT: &str = include_str!("instructions.md");

/// For other agents: commands are prefixed, or piped into `ctx store`.
pub const PREFIX: &str = include_str!("instructions-prefix.md");

/// The text for an agent; `has_seam` if its commands pass through ctx anyway.
pub fn instructions_text(has_seam: bool) -> &'static str {
    if has_seam { TEXT } else { PREFIX }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::install::marked;

    #[test]
    fn each_block_is_small_and_names_what_exists() {
        let both = ["ctx get", "--lines", "--grep", "--findings", "ctx search", "ctx peek", "ctx note", "ctx context"];
        let own = [(true, &["# ctx: ", "# ctx:off"][..]), (false, &["ctx run -- ", "--intent", "| ctx store"][..])];
        for (has_seam, words) in own {
            let text = instructions_text(has_seam);
            let block = marked::render_block(marked::MARKDOWN, text, "\n");
            assert!(block.len() <= LIMIT, "{} bytes", block.len());
            for word in both.iter().chain(words) {
                assert!(text.contains(word), "{word}");
            }
        }
        // If ctx is the shell, nothing is to be put before a command.
        assert!(!TEXT.contains("ctx run"));
    }
}
