//! Sentences in which somebody chooses: the user's decisions and corrections, and the model's choices with their reasons.

use super::classify::{
    EventFoundInText, LONGEST_SENTENCE, begins_with_any, hash_of_normalised_text, is_question_or_lead_in,
    shorten_to_line, split_into_short_sentences, split_prose_into_paragraphs,
};
use super::phrase_list::{PhraseList, contains_any};
use ctx_model::EventCategory;

/// Choices taken from one answer of the model.
const CHOSEN: usize = 3;
/// How a model begins to state a choice.
static STARTS: PhraseList = PhraseList::new("chosen.starts");
/// How a model marks one.
const MARK: &str = "decision:";
/// Words that give its reason.
const REASONS: &[&str] = &[" because ", " since ", " instead of ", " rather than ", " so that ", " to avoid "];
/// Words before the ones that matter.
static LEADS: PhraseList = PhraseList::new("chosen.leads");
static AGAINST: PhraseList = PhraseList::new("chosen.against");
/// … and such beginnings that choose nothing.
static IDLE: PhraseList = PhraseList::new("chosen.idle");
static FOR: PhraseList = PhraseList::new("chosen.for");
static INSIDE: PhraseList = PhraseList::new("chosen.inside");
/// Words that say how the thing should be; about the work itself (`should work now`) they only report.
static NORMS: PhraseList = PhraseList::new("chosen.norms");
static UNSURE: PhraseList = PhraseList::new("chosen.unsure");
static QUESTIONS: PhraseList = PhraseList::new("chosen.questions");
static REJECTS: PhraseList = PhraseList::new("chosen.rejects");
static REPORTS: PhraseList = PhraseList::new("chosen.reports");
/// A decision is a short sentence: longer ones tell and explain.
const SHORT: usize = 220;

/// A sentence in which the user chooses something, or rejects it. One that only asks, wonders or reports is not a choice.
pub(super) fn classify_user_choice(lower: &str) -> Option<EventCategory> {
    let mut rest = lower;
    while let Some(behind) = LEADS.iter().find_map(|lead| rest.strip_prefix(lead)) {
        rest = behind.trim_start();
    }
    // `maybe we don't need X` says so politely; everything else that is unsure decides nothing.
    let firm = rest
        .strip_prefix("maybe ")
        .filter(|firm| begins_with_any(firm, &["we don't need", "we dont need", "drop ", "use "]));
    let rest = firm.unwrap_or(rest);
    if is_question_or_lead_in(rest)
        || begins_with_any(rest, &QUESTIONS)
        || begins_with_any(rest, &IDLE)
        || contains_any(rest, &["i don't see", "i don't know", "don't see it"])
    {
        return None;
    }
    if rest.len() > SHORT || rest.contains('?') {
        return None;
    }
    if begins_with_any(rest, &AGAINST) || (contains_any(rest, &REJECTS) && !contains_any(rest, &UNSURE)) {
        return Some(EventCategory::Correction);
    }
    // `only the first row is loading` reports what is shown.
    if contains_any(rest, &REPORTS) || says_something_fails_to_act(rest) {
        return None;
    }
    if begins_with_any(rest, &FOR) && !contains_any(rest, &UNSURE) {
        return Some(EventCategory::Decision);
    }
    let told = contains_any(rest, &INSIDE) || (rest.len() <= 200 && contains_any(rest, &NORMS));
    (told && !contains_any(rest, &UNSURE)).then_some(EventCategory::Decision)
}

/// `the bar is not showing`: something does not do what it should.
fn says_something_fails_to_act(sentence: &str) -> bool {
    [" is not ", " isn't ", " are not ", " aren't "].iter().any(|denial| {
        let after = sentence.split_once(denial).map(|(_, after)| after);
        after.and_then(|after| after.split(' ').next()).is_some_and(|word| word.ends_with("ing"))
    })
}

/// Choices of the model: those it marks (`Decision: …`), and those it states with their reasons (`Skipping X because …`).
pub fn find_model_choices(reply: &str) -> Vec<EventFoundInText> {
    let noticed = |words: String| {
        (
            EventCategory::Choice,
            hash_of_normalised_text(&words),
            shorten_to_line(&words.replace("**", ""), LONGEST_SENTENCE),
        )
    };
    let mut chosen = find_marked_decisions(reply);
    // Most answers give no reason, and taking a text apart costs more than this look.
    if contains_any(reply, REASONS) {
        let states = |sentence: &String| {
            let lower = sentence.to_lowercase().replace('*', "").replace('’', "'");
            begins_with_any(&lower, &STARTS) && contains_any(&lower, REASONS) && !is_question_or_lead_in(sentence)
        };
        let is_new = |sentence: &String| !chosen.iter().any(|marked| marked.contains(sentence.as_str()));
        let stated: Vec<String> = split_into_short_sentences(reply).into_iter().filter(states).filter(is_new).collect();
        chosen.extend(stated);
    }
    chosen.into_iter().take(CHOSEN).map(noticed).collect()
}

/// What follows `Decision:` at the beginning of a paragraph or a list item.
fn find_marked_decisions(reply: &str) -> Vec<String> {
    const NOTHING: &[&str] = &["none", "n/a", "tbd", "pending", "open"];
    if !reply.as_bytes().windows(MARK.len()).any(|part| part.eq_ignore_ascii_case(MARK.as_bytes())) {
        return Vec::new();
    }
    let paragraphs = split_prose_into_paragraphs(reply).into_iter().map(|paragraph| {
        let paragraph = paragraph.replace("**", "");
        if paragraph.starts_with("__") { paragraph.replacen("__", "", 2) } else { paragraph }
    });
    let stated = paragraphs.filter_map(|paragraph| {
        let mark = paragraph.get(..MARK.len()).filter(|mark| mark.eq_ignore_ascii_case(MARK))?;
        let stated = paragraph[mark.len()..].trim().to_owned();
        let nothing =
            stated.len() < 8 || is_question_or_lead_in(&stated) || begins_with_any(&stated.to_lowercase(), NOTHING);
        (!nothing).then_some(stated)
    });
    stated.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_of_the_model_has_a_reason() {
        let reply = "Done. I kept the old parser rather than rewriting it. Skipping the lint step because it needs the \
            network. I decided to write a new one. Should I go on because of that?";
        let chosen: Vec<String> = find_model_choices(reply).into_iter().map(|(_, _, words)| words).collect();
        let expected =
            ["I kept the old parser rather than rewriting it.", "Skipping the lint step because it needs the network."];
        assert_eq!(chosen, expected);
    }

    #[test]
    fn a_marked_decision_needs_no_reason() {
        let reply = "Done.\n\n**Decision:** keep the queue in Redis,\nbecause workers restart.\n- decision: retry three times\n\
            ```\nDecision: in an example\n```\n> Decision: quoted words\nDecision: none\nDecision: shall we keep it?\n\
            The decision: it was made long ago.";
        let chosen: Vec<String> = find_model_choices(reply).into_iter().map(|(_, _, words)| words).collect();
        assert_eq!(chosen, ["keep the queue in Redis, because workers restart.", "retry three times"]);
        assert_eq!(find_model_choices(&format!("Decision: {}", "word ".repeat(400))).len(), 1, "a long one is cut");
        assert!(find_model_choices("Décision: garder la file d'attente").is_empty());
    }
}
