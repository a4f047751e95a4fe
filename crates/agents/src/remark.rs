//! A comment for ctx that an agent writes after its command: `# ctx: which tests fail`, `# ctx:off`. Comments change
//! no permission and no meaning.

/// A command without the remark at its end, and the content of the remark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CommandAndCtxComment<'a> {
    pub command: &'a str,
    /// The question to answer from the output.
    pub intent: Option<&'a str>,
    /// ctx is to leave this command alone.
    pub off: bool,
}

/// Reads the remark of a command. `# ctx:off` counts on any line, an intent on the last one only.
pub fn split_off_ctx_comment(command: &str) -> CommandAndCtxComment<'_> {
    let command = command.trim();
    let off = command.lines().filter_map(find_ctx_comment).any(|(_, text)| text == "off") || sets_ctx_off(command);
    let start = command.rfind('\n').map_or(0, |end| end + 1);
    match find_ctx_comment(&command[start..]) {
        Some((at, text)) => {
            let intent = Some(text).filter(|text| !text.is_empty() && *text != "off");
            CommandAndCtxComment { command: command[..start + at].trim_end(), intent, off }
        }
        None => CommandAndCtxComment { command, intent: None, off },
    }
}

/// Where the comment to ctx in a line begins, and its text.
fn find_ctx_comment(line: &str) -> Option<(usize, &str)> {
    let mut from = line.len();
    while let Some(at) = line[..from].rfind('#') {
        let text = line[at + 1..].trim_start().strip_prefix("ctx:");
        let begins_word = line[..at].chars().next_back().is_none_or(char::is_whitespace);
        // In quotes it is part of the command.
        let is_open = |quote: char| line[..at].matches(quote).count() % 2 == 1;
        if let Some(text) = text.filter(|_| begins_word && !is_open('\'') && !is_open('"')) {
            return Some((at, text.trim()));
        }
        from = at;
    }
    None
}

/// `CTX_OFF=1 npm test`, `export CTX_OFF=1`.
fn sets_ctx_off(command: &str) -> bool {
    let set =
        |word: &str| word.strip_prefix("CTX_OFF=").is_some_and(|value| !matches!(value, "" | "0" | "''" | "\"\""));
    command.contains("CTX_OFF=") && command.split([' ', '\t', '\n', ';', '(', '&', '|']).any(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn intent(command: &str) -> (&str, Option<&str>, bool) {
        let remark = split_off_ctx_comment(command);
        (remark.command, remark.intent, remark.off)
    }

    #[test]
    fn a_comment_at_the_end_is_an_intent() {
        assert_eq!(intent("npm test # ctx: which tests fail"), ("npm test", Some("which tests fail"), false));
        assert_eq!(intent("npm test #ctx:failures \n"), ("npm test", Some("failures"), false));
        assert_eq!(intent("cd a &&\nmake # ctx: errors"), ("cd a &&\nmake", Some("errors"), false));
        assert_eq!(intent("# ctx: x\nmake"), ("# ctx: x\nmake", None, false));
        assert_eq!(intent("make # c # ctx: it's"), ("make # c", Some("it's"), false));
    }

    #[test]
    fn off_is_off_wherever_it_stands() {
        assert_eq!(intent("npm test # ctx:off"), ("npm test", None, true));
        assert_eq!(intent("npm test # ctx: off\nls"), ("npm test # ctx: off\nls", None, true));
        assert!(
            split_off_ctx_comment("CTX_OFF=1 npm test").off
                && split_off_ctx_comment("export CTX_OFF=1; make").off
                && split_off_ctx_comment("(CTX_OFF=1 x)").off
        );
        assert!(
            !split_off_ctx_comment("CTX_OFF=0 npm test").off
                && !split_off_ctx_comment("echo CTX_OFF").off
                && !split_off_ctx_comment("echo MYCTX_OFF=1").off
        );
    }

    #[test]
    fn quotes_and_words_hold_no_remark() {
        for command in ["echo '# ctx: no'", "echo \"a # ctx: no\"", "echo a#ctx:b", "curl x/#ctx:off", "", "# x"] {
            assert_eq!(intent(command), (command, None, false), "{command}");
        }
    }
}
