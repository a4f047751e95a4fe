//! The user's own words in a message: what was pasted into it is somebody else's.

use std::borrow::Cow;

use super::phrase_list::PhraseList;
use ctx_text::truncate_at_char_boundary;

const FENCE: &str = "```";
const QUOTES: &str = "\"\"\"";

/// The words that the user typed into a message: without pasted blocks of code, data, logs and quotations. Where nothing
/// else is left, the message as it is.
pub fn strip_pasted_text(text: &str) -> Cow<'_, str> {
    match split_own_and_pasted(text) {
        None => Cow::Borrowed(text),
        Some(paragraphs) if !paragraphs.iter().any(|(is_own, _)| *is_own) => Cow::Borrowed(text),
        Some(paragraphs) => {
            let own = paragraphs.into_iter().filter(|(is_own, _)| *is_own).map(|(_, paragraph)| paragraph);
            Cow::Owned(own.collect::<Vec<_>>().join("\n\n"))
        }
    }
}

/// Nothing in a message of several lines is its writer's own.
pub fn is_all_pasted(text: &str) -> bool {
    let is_failure = |line: &str| line.trim_start().starts_with("--- FAIL") || line.trim() == "FAIL";
    split_own_and_pasted(text).is_some_and(|paragraphs| {
        paragraphs.iter().all(|(is_own, _)| !is_own) && text.lines().any(|line| is_failure(line) || has_place(line))
    })
}

/// `agent_test.go:650: …`: a program's line about a place.
fn has_place(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default().trim_end_matches(':');
    let number = word.rsplit_once(':').filter(|(file, _)| file.contains('.')).map(|(_, number)| number);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The same as it is shown to a reader: each pasted block by its beginning, in quotation marks.
pub fn shorten_pasted_text(text: &str, most: usize) -> Cow<'_, str> {
    let Some(paragraphs) = split_own_and_pasted(text) else { return Cow::Borrowed(text) };
    let mut shown = String::new();
    let mut blocks = paragraphs.chunk_by(|a, b| a.0 == b.0);
    blocks.by_ref().for_each(|block| {
        let whole = block.iter().map(|(_, paragraph)| paragraph.as_str()).collect::<Vec<_>>().join("\n\n");
        if !shown.is_empty() {
            shown.push_str("\n\n");
        }
        match block[0].0 {
            true => shown.push_str(&whole),
            false => {
                let pasted = whole.trim_matches(['`', '\n', ' ']);
                let cut = if pasted.len() > most { " …" } else { "" };
                shown.push_str(&format!("“{}{cut}”", truncate_at_char_boundary(pasted, most).trim_end()));
            }
        }
    });
    Cow::Owned(shown)
}

/// The paragraphs of a message, each with whether they are its writer's own; none where all are.
fn split_own_and_pasted(text: &str) -> Option<Vec<(bool, String)>> {
    if !text.contains('\n') {
        return None;
    }
    let text = set_blocks_apart(text);
    let paragraphs: Vec<&str> = text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()).collect();
    let mut in_code = false;
    let mut is_pasted: Vec<bool> = Vec::new();
    for paragraph in &paragraphs {
        let fences = paragraph.lines().filter(|line| line.trim_start().starts_with(FENCE)).count();
        let is_code = in_code || paragraph.starts_with(FENCE);
        in_code ^= fences % 2 == 1;
        let lines = paragraph.lines().filter(|line| !line.trim().is_empty()).count();
        let data = paragraph.lines().filter(|line| is_code_or_data_line(line)).count();
        is_pasted.push(is_code || data > 0 && data * 2 >= lines);
    }
    // Between pasted blocks, lines without an end are their headings.
    let is_own = |at: usize| {
        let between = at > 0 && is_pasted[at - 1] && is_pasted.get(at + 1) == Some(&true);
        !(is_pasted[at] || between && paragraphs[at].lines().all(is_short_fragment))
    };
    let own: Vec<bool> = (0..paragraphs.len()).map(is_own).collect();
    own.contains(&false).then(|| own.into_iter().zip(paragraphs.into_iter().map(str::to_owned)).collect())
}

/// A line of code, data, a log, a table or a quotation.
fn is_code_or_data_line(line: &str) -> bool {
    let line = line.trim();
    let digits = line.bytes().take(10).filter(u8::is_ascii_digit).count();
    // A message may be quoted as a whole.
    let is_quoted = line.starts_with('"') && (line.contains("\":") || line.ends_with(['"', ',', '{', '[']));
    is_quoted
        || line.starts_with(['{', '}', '[', ']', '<', '>', '|', '$', '❯', '“', '│', '+', '@'])
        || line.ends_with(['{', '}', ';', '\\', '|'])
        || line.contains(" · ")
        || line.contains("\\n")
        || (digits >= 6 && line.contains(':'))
        || has_place(line)
        || DATA.iter().any(|begin| line.starts_with(begin))
}

/// Beginnings of lines that programs print.
static DATA: PhraseList = PhraseList::new("request.data");

/// A few words that are not sentence.
fn is_short_fragment(line: &str) -> bool {
    !line.trim_end().ends_with(['.', '?', '!', ':']) && line.split_whitespace().count() <= 5
}

/// A block of several lines between fences, or between three quotation marks, is a paragraph of its own, wherever in a line
/// it begins and ends: one that is cut in its middle would turn all others inside out.
fn set_blocks_apart(text: &str) -> Cow<'_, str> {
    let are_pairs = text.matches(QUOTES).count().is_multiple_of(2);
    let text =
        if are_pairs && text.contains(QUOTES) { text.replace(QUOTES, FENCE).into() } else { Cow::Borrowed(text) };
    if !text.contains(FENCE) {
        return text;
    }
    let part = |(at, part): (usize, &str)| match at % 2 == 1 {
        true if part.contains('\n') => format!("\n\n{FENCE}{}\n{FENCE}\n\n", part.trim_end()),
        true => format!("{FENCE}{part}{FENCE}"),
        false => part.to_owned(),
    };
    Cow::Owned(text.split(FENCE).enumerate().map(part).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_below_a_line_is_pasted_as_a_whole() {
        let plan = "Do this:\n  ```go\n  // BEFORE\n  a := 1\n\n  // AFTER\n  a := 2\n  ```\n- and this:\n  ```go\n  b := 1\n  ```\nThen test it.";
        assert_eq!(strip_pasted_text(plan), "Do this:\n\n- and this:\n\nThen test it.");
    }

    #[test]
    fn the_output_of_a_test_is_nobodys_words() {
        let failed =
            "--- FAIL: TestInstall (0.04s)\n    agent_test.go:650: hooks should use 'go run', but do not\nFAIL";
        assert!(is_all_pasted(failed) && !is_all_pasted(&format!("fix this:\n\n{failed}")));
        assert!(!is_all_pasted("{\"a\":1}\n\n{\"b\":2}"));
    }

    #[test]
    fn pasted_blocks_are_not_the_users_words() {
        let pasted = "Evidence created\nprovider_created · passed\n\n{\n  \"provider\": \"simulated\",\n}\ndeployment done\n\n\
            Deployed URL present\n\n{ \"url\": 1 }\n\nJust hide it from the UI for now, maybe we can use this later";
        assert_eq!(strip_pasted_text(pasted), "Just hide it from the UI for now, maybe we can use this later");
        let log =
            "this fails:\n\n2026-01-02T10:00:01 INFO start\nTraceback (most recent call last):\n\nuse the old port";
        assert_eq!(strip_pasted_text(log), "this fails:\n\nuse the old port");
        assert_eq!(strip_pasted_text("```\nuse x;\n\nlet y;\n```\n\nwhy?"), "why?");
        let within =
            "Given this: ```an old chat\n\nUse existing patterns.\n\nWould you like more?``` do you agree with it?";
        assert_eq!(strip_pasted_text(within), "Given this:\n\ndo you agree with it?");
        let quoted = "evaluate this:\n\"\"\"\nIt lacks a default.\n\nUse one.\n\"\"\"\nand tell me";
        assert_eq!(strip_pasted_text(quoted), "evaluate this:\n\nand tell me");
        assert_eq!(shorten_pasted_text(quoted, 9), "evaluate this:\n\n“It lacks …”\n\nand tell me");
        assert_eq!(shorten_pasted_text("{\"a\":1}\n\n{\"b\":2}", 9), "“{\"a\":1} …”");
        let plan = "Do this:\n\n1. one\n2. two\n\n- three";
        assert_eq!(strip_pasted_text(plan), plan);
        assert_eq!(strip_pasted_text("{\"a\":1}\n\n{\"b\":2}"), "{\"a\":1}\n\n{\"b\":2}");
    }
}
