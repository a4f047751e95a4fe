//! Who wrote a message that stands in a transcript as the user's: the user, a program, or the host.

use std::borrow::Cow;

use crate::word_lists::phrases_in_list;

/// A message under the user's name, by its writer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageByAuthor<'a> {
    /// The user typed it.
    User(Cow<'a, str>),
    /// A program wrote it for the model: a brief for a sub-agent, a built-in prompt, a message of another agent.
    Program(Cow<'a, str>),
    /// The final report of a sub-agent: its name and its words.
    Report { name: String, text: String },
}

/// What a line of the transcript itself says about the writer of its message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AuthorMarks {
    /// The line names a person as the origin.
    pub human: bool,
    /// The line names something else as the origin, or the conversation belongs to a sub-agent.
    pub program: bool,
}

/// The writer of a message, and its words without what the host put around them; none where only the host speaks.
pub fn author_and_own_words(text: Cow<'_, str>, marks: AuthorMarks) -> Option<MessageByAuthor<'_>> {
    let start = text.trim_start();
    if start.starts_with("<task-notification>") || start.starts_with("<agent-notification>") {
        return parse_subagent_report(start);
    }
    if start.starts_with("<teammate-message") {
        return parse_teammate_messages(start);
    }
    let text = typed_words_without_notices(text)?;
    let start = text.trim_start();
    let is_built_in = || {
        phrases_in_list("built-in prompts")
            .chain(phrases_in_list("wrapped messages"))
            .any(|sign| start.starts_with(sign))
    };
    let by_program =
        !marks.human && (marks.program || is_built_in() || begins_with_html_comment(start) || is_event(start));
    Some(if by_program { MessageByAuthor::Program(text) } else { MessageByAuthor::User(text) })
}

/// All of it stands in elements that tell of an event: `<ci-monitor-event>…</ci-monitor-event>`.
fn is_event(text: &str) -> bool {
    let Some((name, _)) = text.strip_prefix('<').and_then(|rest| rest.split_once(['>', ' '])) else { return false };
    let kind = name.rsplit_once('-').map(|(_, kind)| kind);
    matches!(kind, Some("event" | "notification" | "report" | "alert"))
        && text.trim_end().ends_with(&format!("</{name}>"))
}

/// Nobody types a comment for a program before his own words: the first or second paragraph is one.
fn begins_with_html_comment(text: &str) -> bool {
    text.starts_with(['/', '<'])
        && text.split("\n\n").take(2).any(|part| part.trim().starts_with("<!--") && part.trim().ends_with("-->"))
}

/// The words that the user typed; none where they are somebody else's.
pub fn words_typed_by_user(text: Cow<'_, str>) -> Option<Cow<'_, str>> {
    match author_and_own_words(text, AuthorMarks::default())? {
        MessageByAuthor::User(text) => Some(text),
        MessageByAuthor::Program(_) | MessageByAuthor::Report { .. } => None,
    }
}

/// A message without the notices that the host adds before it.
fn typed_words_without_notices(text: Cow<'_, str>) -> Option<Cow<'_, str>> {
    let start = text.trim_start();
    if let Some((_, rest)) = start.split_once("<command-name>").filter(|_| start.starts_with("<command-")) {
        let name = rest.split_once("</command-name>").map_or("", |(name, _)| name).trim();
        let args = rest.split_once("<command-args>").and_then(|(_, args)| args.split_once("</command-args>"));
        let args = args.map_or("", |(args, _)| args).trim();
        // A command of the program itself is written with its name first: it asks the model for nothing.
        let asks = !args.is_empty() || start.starts_with("<command-message>");
        return asks.then(|| Cow::Owned(format!("{name} {args}").trim_end().to_owned()));
    }
    // Some agents put a reminder, or the context from hooks, before the typed text.
    for (open, close) in [("<system-reminder>", "</system-reminder>"), ("<hook_context>", "</hook_context>")] {
        if start.starts_with(open) {
            let typed = start.rsplit_once(close).map_or("", |(_, typed)| typed).trim();
            return (!typed.is_empty()).then(|| Cow::Owned(typed.to_owned()));
        }
    }
    (!is_host_notice(start)).then_some(text)
}

/// The message is one that the host adds under the user's name.
pub fn is_host_notice(text: &str) -> bool {
    phrases_in_list("notices").any(|notice| text.starts_with(notice))
}

/// The text of an element, up to its end or the end of the message.
fn xml_element_text<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(&format!("<{name}>"))?;
    Some(rest.rsplit_once(&format!("</{name}>")).map_or(rest, |(inner, _)| inner).trim())
}

/// `<task-notification>` or `<agent-notification>` of a sub-agent that has ended; others only say that something did.
fn parse_subagent_report(text: &str) -> Option<MessageByAuthor<'static>> {
    let result = xml_element_text(text, "result").filter(|result| !result.is_empty())?;
    let summary = xml_element_text(text, "summary").unwrap_or_default();
    let name = summary.split('"').nth(1).unwrap_or(summary);
    Some(MessageByAuthor::Report { name: name.to_owned(), text: result.to_owned() })
}

/// Messages of other agents of a team: from its lead they are a brief, to it they are reports.
fn parse_teammate_messages(text: &str) -> Option<MessageByAuthor<'static>> {
    let mut briefs: Vec<&str> = Vec::new();
    let mut reports: Vec<(&str, &str)> = Vec::new();
    for part in text.split("<teammate-message").skip(1) {
        let Some((head, rest)) = part.split_once('>') else { continue };
        let words = rest.split("</teammate-message>").next().unwrap_or_default().trim();
        // A state that a program reports: idle, shut down, a task that was given.
        if words.is_empty() || words.starts_with('{') {
            continue;
        }
        let name = head.split_once("teammate_id=\"").and_then(|(_, rest)| rest.split('"').next()).unwrap_or_default();
        if name == "team-lead" { briefs.push(words) } else { reports.push((name, words)) }
    }
    if !briefs.is_empty() {
        return Some(MessageByAuthor::Program(Cow::Owned(briefs.join("\n\n"))));
    }
    let (first, _) = *reports.first()?;
    let name = if reports.iter().all(|(name, _)| *name == first) { first } else { "teammates" };
    let said = |(of, words): &(&str, &str)| if *of == name { (*words).to_owned() } else { format!("{of}: {words}") };
    let text = reports.iter().map(said).collect::<Vec<_>>().join("\n\n");
    Some(MessageByAuthor::Report { name: name.to_owned(), text })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Option<MessageByAuthor<'_>> {
        author_and_own_words(Cow::Borrowed(text), AuthorMarks::default())
    }

    #[test]
    fn only_typed_words_are_the_users() {
        for text in ["fix the login", "Implement the following plan:\n\n# Plan", "<T> is not inferred here, why?"] {
            assert_eq!(said(text), Some(MessageByAuthor::User(Cow::Borrowed(text))), "{text}");
        }
        for text in
            ["<environment_context>x</environment_context>", "Stop hook feedback:\nx", "<bash-input>ls</bash-input>"]
        {
            assert_eq!(said(text), None, "{text}");
        }
        for text in [
            "Review the code changes against the base branch 'main'. Run `git diff`.",
            "<ci-monitor-event>1 new comment</ci-monitor-event>\n<ci-monitor-event>2 new</ci-monitor-event>",
            "<teammate-message teammate_id=\"team-lead\">\nRun all checks.\n</teammate-message>",
        ] {
            assert!(matches!(said(text), Some(MessageByAuthor::Program(_))), "{text}");
        }
        let human = AuthorMarks { human: true, program: false };
        let review = "Review the code changes introduced by commit abc";
        assert!(matches!(author_and_own_words(Cow::Borrowed(review), human), Some(MessageByAuthor::User(_))));
    }

    #[test]
    fn reports_of_other_agents() {
        let ended = "<task-notification>\n<status>completed</status>\n<summary>Agent \"Look at X\" finished</summary>\n<result>X is fine.</result>\n</task-notification>";
        let expected = MessageByAuthor::Report { name: "Look at X".into(), text: "X is fine.".into() };
        assert_eq!(said(ended), Some(expected));
        assert_eq!(said("<task-notification><task-id>a</task-id></task-notification>"), None);
        let mates = "<teammate-message teammate_id=\"r1\" summary=\"s\">\nPASS\n</teammate-message>\n\n<teammate-message teammate_id=\"r1\">\n{\"type\":\"idle_notification\"}\n</teammate-message>";
        assert_eq!(said(mates), Some(MessageByAuthor::Report { name: "r1".into(), text: "PASS".into() }));
        let idle = "<teammate-message teammate_id=\"r1\">\n{\"type\":\"idle_notification\"}\n</teammate-message>";
        assert_eq!(said(idle), None);
    }
}
