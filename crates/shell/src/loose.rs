//! Splits texts that the parser refuses at unquoted separators: to recognise programs, never to judge them.

/// Words of the shell that may stand before a command.
const BEFORE: &str = "if then do else elif while until ! { time";
/// Words that begin or end a construct and run nothing.
const ALONE: &str = "fi done esac for case select function in }";

/// A command's words, and its source text.
pub(super) type LooseCommand<'a> = (Vec<String>, &'a str);

/// The commands of a text by pipeline.
pub(super) fn split_pipelines_loosely(text: &str) -> Vec<Vec<LooseCommand<'_>>> {
    let (mut pipelines, mut pipeline) = (Vec::new(), Vec::new());
    let mut start = 0;
    let mut quote = None;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at <= bytes.len() {
        let byte = bytes.get(at).copied();
        match (quote, byte) {
            (Some(_), Some(b'\\')) | (None, Some(b'\\')) if quote != Some(b'\'') => at += 1,
            (Some(open), Some(byte)) if byte == open => quote = None,
            (Some(_), Some(_)) => {}
            (None, Some(byte @ (b'\'' | b'"'))) => quote = Some(byte),
            (None, Some(b'&')) if at > 0 && matches!(bytes[at - 1], b'>' | b'<') => {}
            (_, None) | (None, Some(b';' | b'|' | b'&' | b'\n' | b'(' | b')')) => {
                pipeline.extend(parse_loose_command(text.get(start..at.min(text.len())).unwrap_or_default().trim()));
                let pipes = byte == Some(b'|') && bytes.get(at + 1) != Some(&b'|');
                if !pipes && !pipeline.is_empty() {
                    pipelines.push(std::mem::take(&mut pipeline));
                }
                at += usize::from(byte == Some(b'|') && !pipes);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    pipelines
}

fn parse_loose_command(text: &str) -> Option<LooseCommand<'_>> {
    let words: Vec<String> = split_words_loosely(text).into_iter().filter(|word| !is_redirection(word)).collect();
    let skip = words.iter().take_while(|word| super::is_word_in_list(BEFORE, word)).count();
    let words = words[skip..].to_vec();
    let runs = words.first().is_some_and(|word| !super::is_word_in_list(ALONE, word));
    runs.then_some((words, text))
}

/// Words of a text, split at unquoted blanks.
pub(super) fn split_words_loosely(text: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    let mut quote = None;
    let mut in_word = false;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('"') | None, '\\') => word.extend(chars.next()),
            (Some(_), c) => word.push(c),
            (None, '\'' | '"') => (quote, in_word) = (Some(c), true),
            (None, c) if c.is_whitespace() => {
                if in_word || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                in_word = false;
            }
            (None, c) => word.push(c),
        }
    }
    if in_word || !word.is_empty() {
        words.push(word);
    }
    words
}

fn is_redirection(word: &str) -> bool {
    word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '&').starts_with(['>', '<'])
}
