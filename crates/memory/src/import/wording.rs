//! The words of events: answers to questions, and what an error was.

use crate::session::classify;
use crate::session::phrase_list::PhraseList;
use ctx_capture::command;
use ctx_digest::{Finding, Severity};

static MISDIRECTED: PhraseList = PhraseList::new("wording.misdirected");
static EXIT_NOTICES: PhraseList = PhraseList::new("wording.exit_notices");
static EXIT_CODES: PhraseList = PhraseList::new("wording.exit_codes");

/// Questions and answers: each answer follows the question it repeats, `"…?"="this one"`; or it stands under the question's id,
/// as Codex writes it, `{"answers":{"where":{"answers":["here"]}}}`; else all is one answer in plain words.
pub(super) fn parse_questions_and_answers(asked: &str, ids: &[String], text: &str) -> Vec<(String, String)> {
    let mut found = find_answers_of_known_questions(asked, text);
    if !found.is_empty() {
        return found;
    }
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("\"=\"") {
        let question = before.rsplit_once('"').map_or(before, |(_, question)| question);
        let (answer, after) = behind.split_once('"').unwrap_or((behind, ""));
        found.push((question.to_owned(), answer.to_owned()));
        rest = after;
    }
    // `User selected: this one`, as pi writes it.
    let text = ["User selected: ", "User wrote: "].iter().find_map(|lead| text.strip_prefix(lead)).unwrap_or(text);
    if found.is_empty() && !text.contains("is unavailable in") && !text.starts_with("User cancelled") {
        found = parse_answers_json(asked, ids, text).unwrap_or_else(|| vec![(asked.to_owned(), text.to_owned())]);
    }
    found
}

/// The answers in `"question"="answer", …` by the questions that were asked: both may hold quotation marks. Nothing where one
/// of the questions is not there.
fn find_answers_of_known_questions(asked: &str, text: &str) -> Vec<(String, String)> {
    let place = |question: &str| {
        let mark = format!("\"{question}\"=\"");
        text.find(&mark).map(|at| (at, at + mark.len(), question.to_owned()))
    };
    let Some(mut places) = asked.lines().map(place).collect::<Option<Vec<_>>>() else { return Vec::new() };
    places.sort();
    let ends = places.iter().skip(1).map(|(at, ..)| *at).chain([text.len()]).collect::<Vec<_>>();
    let answer = |((_, from, question), end): (&(usize, usize, String), usize)| {
        let rest = &text[*from..end];
        let beside = ["\" selected preview:", "\" user notes:"].iter().filter_map(|mark| rest.find(mark)).min();
        let end = beside.or_else(|| rest.rfind('"')).unwrap_or(rest.len());
        let notes = rest.split_once("\" user notes:").map(|(_, notes)| notes.trim().trim_end_matches([',', '"', '.']));
        let notes = notes.map(|notes| format!(" ({})", notes.lines().next().unwrap_or_default())).unwrap_or_default();
        (question.clone(), format!("{}{notes}", &rest[..end]))
    };
    places.iter().zip(ends).map(answer).collect()
}

fn parse_answers_json(asked: &str, ids: &[String], text: &str) -> Option<Vec<(String, String)>> {
    let value: serde_json::Value = serde_json::from_str(text.trim()).ok()?;
    let answers = value.get("answers")?.as_object()?;
    let words = |answer: &serde_json::Value| -> String {
        let said = answer.get("answers").and_then(|said| said.as_array()).into_iter().flatten();
        said.filter_map(|said| said.as_str()).collect::<Vec<_>>().join("; ")
    };
    let questions: Vec<&str> = asked.lines().collect();
    if ids.len() == questions.len() && answers.keys().all(|id| ids.contains(id)) {
        let pairs =
            questions.iter().zip(ids).filter_map(|(one, id)| Some(((*one).to_owned(), words(answers.get(id)?))));
        return Some(pairs.collect());
    }
    let all: Vec<String> = answers.values().map(words).collect();
    Some(vec![(asked.to_owned(), all.join("; "))])
}

/// The words of an error: the command, and the first thing that was found wrong.
pub(super) fn describe_error(command: &str, findings: &[Finding], text: &str) -> String {
    let found =
        findings.iter().find(|finding| finding.severity == Severity::Error && !is_exit_notice(&finding.message));
    let message = found.map_or_else(
        || first_informative_line(text).to_owned(),
        |finding| match &finding.location {
            Some(place) => format!("{place} {}", finding.message),
            None => finding.message.clone(),
        },
    );
    // Where it ran is not what it was.
    let moved = command.strip_prefix("cd ").and_then(|rest| rest.split_once("&& "));
    let name = moved.map_or(command, |(_, rest)| rest);
    classify::shorten_to_line(&format!("{}: {message}", command::shorten_command_to_line(name, 80)), 240)
}

/// The command ran in the wrong directory, or asked for a script that is not there: that says nothing about the project.
pub(super) fn is_misdirected_call(text: &str) -> bool {
    let head = ctx_text::truncate_at_char_boundary(text, 2000);
    let failed_cd = head.lines().take(4).any(|line| line.contains("cd: ") && line.contains("o such file"));
    failed_cd || MISDIRECTED.iter().any(|sign| head.contains(*sign))
}

/// The first line that says more than how the command ended; where none does, the sentence that says that.
pub(super) fn first_informative_line(text: &str) -> &str {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let telling = lines().find(|line| !is_exit_notice(line));
    let first = telling.or_else(|| lines().find(|line| line.starts_with("Command "))).unwrap_or_default();
    first.strip_prefix("Output: ").unwrap_or(first)
}

/// The code of a failure in the last line of an output: `Command exited with code 2`, `Command failed with exit code 2.`
pub(super) fn parse_nonzero_exit_code(text: &str) -> Option<i32> {
    let last = text.trim_end().lines().next_back().unwrap_or_default();
    let (_, code) = EXIT_CODES.iter().find_map(|end| last.split_once(*end)).filter(|_| last.len() < 100)?;
    let code: i32 = code.trim_end_matches([' ', '.', ')', '>']).parse().ok()?;
    (code != 0).then_some(code)
}

/// A line that an agent puts before an output: it says how the command ended.
fn is_exit_notice(line: &str) -> bool {
    line == "Output:" || EXIT_NOTICES.iter().any(|head| line.starts_with(head))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_told_by_the_last_line() {
        assert_eq!(
            parse_nonzero_exit_code("a.ts(3,5): error TS1005\n ELIFECYCLE  Command failed with exit code 2.\n"),
            Some(2)
        );
        assert_eq!(parse_nonzero_exit_code("1 error\n\n\nCommand exited with code 4"), Some(4));
        assert_eq!(
            parse_nonzero_exit_code(" ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL  test: `vitest run`\nExit status 1\n"),
            Some(1)
        );
        for text in ["Command exited with code 0", "Command exited with code 4\nbut it was retried", "12 passed"] {
            assert_eq!(parse_nonzero_exit_code(text), None, "{text}");
        }
    }

    #[test]
    fn the_end_is_told_where_nothing_else_is() {
        assert_eq!(first_informative_line("Command failed with exit code 1\n2 errors\n"), "2 errors");
        assert_eq!(first_informative_line("Command failed with exit code 1"), "Command failed with exit code 1");
        assert_eq!(first_informative_line("Exit code 1\n"), "");
    }

    #[test]
    fn answers_follow_their_questions() {
        let pair = |asked: &str, answer: &str| (asked.to_owned(), answer.to_owned());
        let parse = |asked: &str, text: &str| parse_questions_and_answers(asked, &[], text);
        assert_eq!(parse("", "\"Where?\"=\"here\""), [pair("Where?", "here")]);
        let quoted = "The user answered: \"The tab \"Past\", for whom?\"=\"only \"mine\"\", \"Which parts?\"=\"Tabs, \
            \"See more\"\" user notes: and the counts. Read the answers carefully.";
        let told = parse("Which parts?\nThe tab \"Past\", for whom?", quoted);
        assert_eq!(told[0], pair("The tab \"Past\", for whom?", "only \"mine\""));
        assert_eq!(told[1].1.split(" (").next(), Some("Tabs, \"See more\""));
        let codex = r#"{"answers":{"how":{"answers":["Inline"]},"where":{"answers":["Editor Panel"]}}}"#;
        let ids = ["where".to_owned(), "how".to_owned()];
        let told = parse_questions_and_answers("Where does it appear?\nHow is it shown?", &ids, codex);
        assert_eq!(told, [pair("Where does it appear?", "Editor Panel"), pair("How is it shown?", "Inline")]);
        assert_eq!(parse("Where?\nHow?", codex), [pair("Where?\nHow?", "Inline; Editor Panel")], "nothing pairs them");
        assert_eq!(parse("Which?", "User selected: Audit only"), [pair("Which?", "Audit only")]);
        assert!(parse("Which?", "User cancelled the selection").is_empty());
        assert!(parse("Which?", "request_user_input is unavailable in Default mode").is_empty());
    }
}
