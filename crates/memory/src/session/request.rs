//! Tells requests from messages that ask for nothing of their own.

use super::classify::{asks_for_work, split_into_short_sentences};
use super::phrase_list::PhraseList;
use ctx_agents::transcripts::is_host_notice;
use ctx_capture::event_words::shorten_to_line;

/// A message of only these words asks for nothing: agreement, thanks, and "go on".
static NODS: PhraseList = PhraseList::new("request.nods");

/// Commands of the program itself: the words after them are meant for it, not for the agent.
static BUILT_IN: PhraseList = PhraseList::new("request.built_in");

/// A command of the program itself with more words than this gives a task: `/plan move the login …`.
const TASK: usize = 60;

/// Beginnings of messages that a program or a hook sends in the user's name, beside the notices in transcripts.
static NOT_TYPED: PhraseList = PhraseList::new("request.not_typed");

/// False for a message that asks for nothing: a nod, a command of the program, a hook's words, a picture alone.
pub fn is_request(text: &str) -> bool {
    let text = strip_picture_markers(text);
    let lower = text.to_lowercase();
    if lower.is_empty()
        || is_host_notice(text)
        || NOT_TYPED.iter().any(|begin| lower.starts_with(begin))
        || is_wrapped_in_tag(&lower)
    {
        return false;
    }
    if let Some((command, words)) = parse_slash_command(text) {
        // A command of the user's own is a request, with words or without.
        let is_task = words.len() > TASK && command != "compact";
        let is_setting = words.split_whitespace().count() == 1 && !words.contains(['/', '#', '.', ':']);
        return is_task || !BUILT_IN.contains(&command) && (!is_setting || command.contains(':'));
    }
    !is_agreement_only(&lower)
}

/// The program's words for a user who wants to talk first.
pub const CLARIFYING: &str = "The user wants to clarify";

/// What the user said when he refused a call: without words that is only a halt, and a question that is about to be asked
/// again was not refused.
pub fn find_words_of_refusal(result: &str) -> Option<&str> {
    let (_, said) = result.split_once("the user said:")?;
    Some(said.trim()).filter(|said| !said.is_empty() && !said.starts_with(CLARIFYING))
}

/// A call as a refusal names it: of a full path only its end.
pub fn shorten_call_title(title: &str, most: usize) -> String {
    let (verb, path) = title.split_once(' ').unwrap_or(("", title));
    match path.rsplit_once('/').filter(|_| path.starts_with('/') && !path.contains(' ')) {
        Some((_, name)) => shorten_to_line(&format!("{verb} {name}"), most),
        None => shorten_to_line(title, most),
    }
}

/// Beginnings of short answers that add nothing.
static DECLINES: PhraseList = PhraseList::new("request.declines");

/// Only words that agree, thank or say "go on".
pub fn is_agreement_only(text: &str) -> bool {
    let lower = text.to_lowercase();
    if lower.len() < 40 && DECLINES.iter().any(|begin| lower.starts_with(begin)) {
        return true;
    }
    let mut words =
        lower.split(|c: char| c.is_whitespace() || ".,!:;()\"`*—–-".contains(c)).filter(|word| !word.is_empty());
    lower.len() < 80 && words.all(|word| NODS.contains(&word) || !word.chars().any(char::is_alphanumeric))
}

/// A message that answers so many questions of the model, and asks for nothing of its own: that is told with the questions.
pub fn is_answer_only(text: &str, answered: usize) -> bool {
    let first = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    let agrees = matches!(first.as_str(), "yes" | "no" | "sure" | "ok" | "okay");
    answered > 1 || answered > 0 && is_short_answer(text) && (agrees || !asks_for_work(text))
}

/// Few enough words for an answer: a longer message asks for something of its own.
pub fn is_short_answer(text: &str) -> bool {
    text.split_whitespace().nth(16).is_none()
}

/// `/name words`: a command, not a path.
fn parse_slash_command(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix('/')?;
    let (name, words) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_:".contains(&byte));
    is_name.then_some((name, words.trim()))
}

/// All of it stands in one element: `<task-notification>…</task-notification>`.
fn is_wrapped_in_tag(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('<') else { return false };
    let name = rest.split(|c: char| !(c.is_ascii_alphanumeric() || "-_:".contains(c))).next().unwrap_or_default();
    // The words of an event are cut: the end may be missing.
    !name.is_empty()
        && name.contains(['-', '_', ':'])
        && (text.ends_with('…') || text.trim_end().ends_with(&format!("</{name}>")))
}

/// The words of a message without the markers of pictures before them.
pub fn strip_picture_markers(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(rest) = text.strip_prefix('[') {
        let Some((marker, behind)) = rest.split_once(']') else { break };
        let lower = marker.to_lowercase();
        if !["image", "screenshot", "pasted image", "media attached", "pasted text"]
            .iter()
            .any(|kind| lower.starts_with(kind))
        {
            break;
        }
        text = behind.trim_start();
    }
    text
}

/// Headings below which a program puts what the user asked for.
const ASKED_BELOW: &str =
    "user request|user's request|user query|user message|user prompt|user task|user input|your task";

/// The task itself in a message that a program wrapped for another agent: what follows its last line `Task:`, or a heading that
/// says that the user's words stand below it.
pub fn strip_delegation_wrapper(text: &str) -> &str {
    // A skill is put before the words that it was called with.
    let called = text.trim_start().strip_prefix("<skill ").and_then(|skill| skill.split_once("</skill>"));
    if let Some((_, words)) = called.filter(|(_, words)| !words.trim().is_empty()) {
        return words.trim();
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        start += line.len();
        let bare = line.trim().trim_matches(['#', '*', ':', ' ', '<', '>', '=']).to_lowercase();
        let is_heading = line.starts_with(['#', '*', '<', '=']) && ASKED_BELOW.split('|').any(|name| name == bare);
        if is_heading && text[start..].trim().len() > 20 {
            return text[start..].trim();
        }
    }
    let wraps = |before: &str| ["agent", "delegat", "worker"].iter().any(|word| before.to_lowercase().contains(word));
    let marks = ["\nTask:\n", "\n## Task\n", "\n# Task\n", "\nYour task:\n"];
    let found = marks.iter().filter_map(|mark| Some((text.find(mark)?, mark.len()))).max();
    match found.filter(|(at, _)| wraps(&text[..*at])) {
        Some((at, length)) if text.len() > at + length + 40 => text[at + length..].trim_start(),
        _ => text,
    }
}

/// A message of a few words that only has the work committed or sent: what came before it says what the work is.
pub fn is_commit_or_push_request(text: &str) -> bool {
    const WORDS: &str = "commit push it this the changes all and please pls now to main ok okay yes everything them";
    let folded = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    let mut words = folded.split([' ', ',']).filter(|word| !word.is_empty());
    folded.len() < 40
        && (folded.contains("commit") || folded.contains("push"))
        && words.all(|word| ctx_shell::is_word_in_list(WORDS, word))
}

/// A message that begins like a question or ends like one, and asks for no work.
pub fn asks_a_question(text: &str) -> bool {
    const BEGINS: &str = "why what how which who when where do does did is are was will would should";
    let words = || text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase);
    let mut begin = words().skip_while(|word| ctx_shell::is_word_in_list("ok okay so and but hi hey", word));
    let begins = begin.next().is_some_and(|word| ctx_shell::is_word_in_list(BEGINS, &word));
    (begins || text.trim_end().ends_with('?')) && !asks_for_work(text)
}

/// The folded words of a request: two requests with the same ones are the same.
pub fn normalise_request(text: &str) -> String {
    let text = strip_picture_markers(text);
    let words = text.to_lowercase();
    let words = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let folded = words.collect::<Vec<_>>().join(" ");
    // A polite word at the beginning asks for nothing else.
    let mut rest = folded.as_str();
    while !rest.is_empty() {
        let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
        if !matches!(word, "ok" | "okay" | "please" | "also" | "and" | "yes") {
            break;
        }
        rest = behind;
    }
    rest.to_owned()
}

/// The message is one statement and nothing else.
pub fn has_at_most_one_sentence(text: &str) -> bool {
    split_into_short_sentences(text).len() <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_recognised() {
        for text in [
            "fix the login",
            "commit and continue",
            "commit",
            "how do I test this?",
            "[Image #1] what is wrong here?",
            "/superpowers:brainstorming how can I design a skill",
            "/review",
            "/workflows:review https://github.com/x/y/pull/2",
            "/review-pr #12",
            "/src/main.rs does not compile",
            "/plan move the login into the header and let the profile page have the logout",
            "Start",
            "test prompt",
            "<T> is not inferred here, why?",
            "Step 1",
        ] {
            assert!(is_request(text), "{text}");
        }
    }

    #[test]
    fn other_messages_are_no_requests() {
        for text in [
            "",
            "yes",
            "Yes please!",
            "ok, do it",
            "continue",
            "Continue.",
            "thanks",
            "work for me",
            "I dont have anything to add",
            "p",
            "a",
            "A and B",
            "1",
            "[Image #1]",
            "[Image: source: /tmp/x.png]",
            "/clear",
            "/model opus 4",
            "/fast on",
            "/plugin marketplace add someone/skills",
            "[Request interrupted by user for tool use]",
            "Stop hook feedback:\n[x]: run the tests first",
            "<task-notification><task-id>a</task-id></task-notification>",
            "<task-notification> <task-id>a…",
            "This session is being continued from a previous conversation that ran out of context.",
        ] {
            assert!(!is_request(text), "{text}");
        }
    }

    #[test]
    fn a_wrapped_task_and_a_chore_are_seen_through() {
        let task = "Task: [Read from: plan.md]\n\nYou are a delegated subagent. Do not answer prior messages.\n\nTask:\n\
            Implement gate 2 of the plan and run the focused tests.";
        assert_eq!(strip_delegation_wrapper(task), "Implement gate 2 of the plan and run the focused tests.");
        let wrapped = "You are Dori, an agent.\n\n## Rules\n- never nest\n\n# User Request\n\nStart phase 01, all of it must work.";
        assert_eq!(strip_delegation_wrapper(wrapped), "Start phase 01, all of it must work.");
        let plan = "Do these:\n\nTask:\nwrite the parser and all of its tests before lunch";
        assert_eq!(strip_delegation_wrapper(plan), plan, "nobody delegated it");
        assert!(
            is_commit_or_push_request("commit")
                && is_commit_or_push_request("Commit and push, please.")
                && is_commit_or_push_request("push it to main")
        );
        assert!(
            !is_commit_or_push_request("commit and continue")
                && !is_commit_or_push_request("push the login fix to staging")
                && !is_commit_or_push_request("yes")
        );
    }

    #[test]
    fn preparations_and_questions_are_told_from_work() {
        assert!(asks_a_question("why is it bad that it includes local paths") && asks_a_question("okay, done?"));
        assert!(!asks_a_question("what of the login? fix it") && !asks_a_question("public is fine"));
    }

    #[test]
    fn an_answer_asks_for_nothing_of_its_own() {
        assert!(is_answer_only("only me", 1) && is_answer_only("yes, make it responsive", 1));
        assert!(!is_answer_only("only me", 0) && !is_answer_only("do the stack, fix it", 1));
        assert!(is_answer_only(
            "1) a long answer that also says to add something to the page, and more 2) no 3) all",
            3
        ));
    }

    #[test]
    fn the_same_again() {
        assert_eq!(normalise_request("Okay, commit and continue"), normalise_request("commit and continue."));
        assert_eq!(
            (normalise_request("Yes, please"), normalise_request("also Über-Große")),
            (String::new(), "über große".to_owned())
        );
        assert!(has_at_most_one_sentence("don't touch the schema"));
        assert!(!has_at_most_one_sentence("don't touch the schema. add a test"));
    }
}
