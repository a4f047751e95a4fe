//! How a reply lists options and questions, line by line: `A) this one`, `[C] Continue`, `1. Which port?`.

use ctx_capture::event_words::shorten_to_line;

/// `**[C]** Continue — save it`.
pub fn parse_bracketed_option(line: &str) -> Option<(char, &str)> {
    let rest = line.trim_start_matches(['-', '*', ' ']).strip_prefix('[')?;
    let (label, words) = rest.split_once(']')?;
    let label = label.chars().next().filter(|_| label.chars().count() == 1)?;
    Some((label, words.trim_start_matches(['*', ' ', ':', '-'])))
}

/// A mark that ends a sentence: `?debug=true` asks nothing.
pub fn contains_question(line: &str) -> bool {
    let ends = |(at, _): (usize, &str)| line[at + 1..].chars().next().is_none_or(|next| " *_)\"'”".contains(next));
    line.match_indices('?').any(ends)
}

/// A line that only says how to go on: `[C] Continue`, `**Select:** [A] …`.
pub fn is_menu_line(line: &str) -> bool {
    let bare = line.trim().trim_start_matches(['-', '*', '_', ' ']);
    bare.starts_with('[') || bare.starts_with("Select")
}

/// Questions that are numbered from 1, each by its first line: below it, up to the next number, something is asked.
pub fn find_numbered_questions(lines: &[&str]) -> Vec<(String, String)> {
    let mut found: Vec<(String, String, bool)> = Vec::new();
    for line in lines {
        let is_number = line.trim_start_matches('*').starts_with(|c: char| c.is_ascii_digit());
        let item = parse_option_line(line).filter(|(_, text)| is_number && !text.is_empty());
        match item.map(|(label, text)| (label.parse(), label, text)) {
            Some((Ok(1), label, text)) => found = vec![(label, text, false)],
            Some((Ok(number), label, text)) if number == found.len() + 1 => found.push((label, text, false)),
            _ => {}
        }
        if let Some(last) = found.last_mut() {
            last.2 |= line.contains('?');
        }
    }
    found.into_iter().filter(|(.., asks)| *asks).map(|(label, text, _)| (label, text)).collect()
}

/// The last question of a line.
pub fn last_question(line: &str) -> &str {
    let end = line.rfind('?').map_or(line.len(), |at| at + 1);
    let line = &line[..end];
    let start = line[..end.saturating_sub(1)]
        .rfind(['.', '!', '?'])
        .filter(|at| line[*at..].starts_with(". ") || line[*at..].starts_with("? "));
    match start {
        // `Shall I do this now? Or leave it?`: the second half says nothing alone.
        Some(at) if line[at + 1..].trim_start().to_lowercase().starts_with("or ") && line[at..].starts_with('?') => {
            &line[at + 1 - last_question(&line[..=at]).len()..]
        }
        Some(at) => line[at + 1..].trim_start(),
        None => line,
    }
}

pub fn strip_markdown_marks(text: &str) -> String {
    text.replace("**", "").replace('`', "").trim_start_matches(['#', '-', '>', ' ']).to_owned()
}

/// The label `n` places after `A`, `0` or `1`, which begin a list.
pub fn nth_option_label(n: usize, first: &str) -> String {
    match first.parse::<usize>() {
        Ok(first) => (first + n).to_string(),
        Err(_) => char::from(b'a' + n as u8).to_string(),
    }
}

/// `A. text`, `- **B)** text`, `**Option 1: text**`, `2. text`.
pub fn parse_option_line(line: &str) -> Option<(String, String)> {
    let text = line.trim().trim_start_matches(['-', '*', '#', '>', '(', ' ']);
    let text = ["Option ", "option ", "Approach "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
    let mut chars = text.char_indices();
    let (_, label) = chars.next()?;
    let (at, mark) = chars.next()?;
    let is_label = label.is_ascii_digit() || matches!(label.to_ascii_lowercase(), 'a'..='i');
    if !is_label {
        return None;
    }
    let rest = &text[at..];
    let rest = rest.trim_start_matches('*');
    let bold = rest.len() < text.len() - at;
    let marked = rest.strip_prefix(['.', ')', ':']).or_else(|| rest.trim_start().strip_prefix(['—', '–']));
    let rest = match (marked, bold) {
        (Some(rest), _) => rest,
        (None, true) => rest,
        (None, false) => return None,
    };
    if mark.is_alphanumeric() || !(rest.is_empty() || rest.starts_with([' ', '*', '—', '–'])) {
        return None;
    }
    let text = strip_markdown_marks(rest.trim_start_matches(['*', ' ', '—', '–', ':']));
    Some((label.to_ascii_lowercase().to_string(), shorten_to_line(&text, 110)))
}

/// The parts of a message that are numbered from 1, each with its number: `1) this 2) that`.
pub fn numbered_parts(message: &str) -> Vec<(String, &str)> {
    let mut starts: Vec<(usize, usize)> = Vec::new();
    for (at, mark) in message.match_indices([')', '.']) {
        let number = (starts.len() + 1).to_string();
        let Some(begin) = at.checked_sub(number.len()).filter(|begin| message[*begin..].starts_with(&number)) else {
            continue;
        };
        let before = message[..begin].chars().next_back();
        if before.is_none_or(char::is_whitespace) {
            starts.push((begin, at + mark.len()));
        }
    }
    let end = |nth: usize| starts.get(nth + 1).map_or(message.len(), |(begin, _)| *begin);
    let part = |(nth, (_, from)): (usize, &(usize, usize))| ((nth + 1).to_string(), message[*from..end(nth)].trim());
    starts.iter().enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_question_is_whole() {
        assert_eq!(
            last_question("Done. Should I log \"end\" now? Or leave that?"),
            "Should I log \"end\" now? Or leave that?"
        );
        assert_eq!(last_question("Is it right? Which one?"), "Which one?");
    }
}
