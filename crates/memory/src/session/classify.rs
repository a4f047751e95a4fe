//! Turns words into events, by clear signs only; unclear words make no event.

use super::decisions;
use super::pasted_text::{is_all_pasted, strip_pasted_text};
use super::phrase_list::{PhraseList, contains_any};
pub use ctx_capture::event_words::{EventFoundInText, hash_of_normalised_text, shorten_to_line};
use ctx_model::EventCategory;
use ctx_shell::is_word_in_list;

/// Sentences longer than this explain; they do not decide.
pub(super) const LONGEST_SENTENCE: usize = 300;
/// Paragraphs and list items outside of code, tables and quotations; lines that one was wrapped into are joined.
pub(super) fn split_prose_into_paragraphs(text: &str) -> Vec<String> {
    let mut in_code = false;
    let mut paragraphs: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        in_code ^= fence;
        let bare = line.trim();
        if in_code || fence || bare.is_empty() || bare.starts_with(['>', '|', '<', '{', '[', '$', '❯']) {
            open = false;
            continue;
        }
        let item = bare.starts_with(['-', '*', '#', '•']);
        let goes_on = open && !item && bare.starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit());
        let bare = bare.trim_start_matches(['-', '*', '#', '•', ' ']);
        match paragraphs.last_mut().filter(|_| goes_on) {
            Some(last) => {
                last.push(' ');
                last.push_str(bare);
            }
            None => paragraphs.push(bare.to_owned()),
        }
        open = !bare.ends_with(['.', '!', '?', ':', ';']);
    }
    paragraphs
}

/// Whole sentences of such paragraphs.
pub(super) fn split_into_short_sentences(text: &str) -> Vec<String> {
    let paragraphs = split_prose_into_paragraphs(text);
    let sentences = paragraphs.iter().flat_map(|line| {
        let parts = line.split_inclusive(". ").flat_map(|part| part.split_inclusive("! "));
        parts.flat_map(|part| part.split_inclusive("? ")).map(|part| part.trim().to_owned())
    });
    sentences.filter(|sentence| (8..=LONGEST_SENTENCE).contains(&sentence.len())).collect()
}

pub(super) fn begins_with_any(sentence: &str, signs: &[&str]) -> bool {
    signs.iter().any(|sign| sentence.starts_with(sign))
}

/// A message longer than this was pasted, at least in part: its words are somebody else's.
const TYPED: usize = 900;

/// What a user's message decides besides asking for something.
pub fn find_decisions_in_prompt(text: &str) -> Vec<EventFoundInText> {
    if is_all_pasted(text) {
        return Vec::new();
    }
    let own = strip_pasted_text(text);
    // In a longer message, only the words before the first empty line are the user's own.
    let own = match own.len() > TYPED {
        true => own.split("\n\n").next().filter(|first| first.len() <= TYPED).unwrap_or_default(),
        false => &own,
    };
    let choice = |sentence: &String| {
        let category = decisions::classify_user_choice(&sentence.to_lowercase().replace('’', "'"))?;
        Some((category, hash_of_normalised_text(sentence), shorten_to_line(sentence, LONGEST_SENTENCE)))
    };
    split_into_short_sentences(own).iter().filter_map(choice).collect()
}

/// A message that wants something made or changed, by the first word that tells what it wants.
pub fn asks_for_work(text: &str) -> bool {
    const LOOKING: &str = "review audit critique why investigate debug explain understand diagnose analyze explore";
    const MAKING: &str = "implement add create build write fix change update remove refactor rename port make";
    let words = text.split(|c: char| !c.is_alphanumeric()).take(60).map(str::to_lowercase);
    let mut telling = words.filter_map(|word| match is_word_in_list(MAKING, &word) {
        false if !is_word_in_list(LOOKING, &word) => None,
        makes => Some(makes),
    });
    telling.next().unwrap_or(false)
}

/// Words that tell of a choice, and how a summary tells what the user chose.
static CHOICES: PhraseList = PhraseList::new("classify.choices");
static BY_THE_USER: PhraseList = PhraseList::new("classify.by_the_user");

/// A question, or words that only announce what comes next.
pub(super) fn is_question_or_lead_in(sentence: &str) -> bool {
    sentence.trim_end_matches(['*', '_', ')', '"']).ends_with(['?', ':'])
}

fn decision_event(sentence: &str) -> EventFoundInText {
    let plain = sentence.replace("**", "");
    (EventCategory::Decision, hash_of_normalised_text(&plain), shorten_to_line(&plain, LONGEST_SENTENCE))
}

/// The longest heading of a summary.
const HEADING: usize = 90;

/// Decisions that a compaction's summary lists under such a heading, and those in its sentences. What it lists as pending is
/// overtaken by the work that follows it.
pub fn find_decisions_in_summary(text: &str) -> Vec<EventFoundInText> {
    let mut below_decisions = false;
    let mut noticed: Vec<EventFoundInText> = Vec::new();
    for line in text.lines() {
        let bare = line.trim();
        let plain = bare.trim_matches('*');
        let bold = plain.len() + 4 <= bare.len();
        // A longer line is a sentence, numbered or not.
        let heading = bare.len() <= HEADING
            && (bare.starts_with('#')
                || bold
                || (plain.ends_with(':') && !bare.starts_with(['-', '*']))
                || bare
                    .split_once(". ")
                    .is_some_and(|(number, _)| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())));
        if heading || bare.starts_with('[') {
            below_decisions = bare.to_lowercase().contains("decision");
        } else if below_decisions && bare.starts_with(['-', '*', '•']) {
            let item = bare.trim_start_matches(['-', '*', '•', ' ']);
            if item.len() >= 8 && !item.to_lowercase().starts_with("none") {
                noticed.push(decision_event(item));
            }
        }
    }
    let told = split_into_short_sentences(text).into_iter().filter(|sentence| {
        let lower = sentence.to_lowercase();
        (contains_any(&lower, &CHOICES) || contains_any(&lower, &BY_THE_USER)) && !is_question_or_lead_in(sentence)
    });
    let known: Vec<String> = noticed.iter().map(|(_, key, _)| key.clone()).collect();
    noticed.extend(told.map(|sentence| decision_event(&sentence)).filter(|(_, key, _)| !known.contains(key)).take(5));
    noticed.truncate(20);
    noticed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(noticed: &[EventFoundInText]) -> Vec<(&'static str, &str)> {
        noticed.iter().map(|(category, _, text)| (category.name(), text.as_str())).collect()
    }

    #[test]
    fn choices_of_users_are_decisions() {
        assert_eq!(
            names(&find_decisions_in_prompt(
                "Add a login page. Use argon2 for the hashes. Don't touch the schema.\n```\nuse std::io;\n```\nWhy not?"
            )),
            [("decision", "Use argon2 for the hashes."), ("correction", "Don't touch the schema.")]
        );
        let chosen = |text: &str| {
            find_decisions_in_prompt(text)
                .iter()
                .any(|(c, ..)| matches!(c, EventCategory::Decision | EventCategory::Correction))
        };
        for text in [
            "ok. let's use podman instead of docker proper",
            "the state should live in the .cache folder",
            "I don't want to commit the docs",
            "and remember that I'd rather have it as a tool than as a library",
            "this is now called Ledger, not book anymore",
            "just do the other ones first. maybe we don't need the name",
            "only the first response and not on error paths",
            "okay drop the atomic wording",
            "The evaluation harness is a bit too much. I think you are overengineering too early",
            "we explicitly don't want hardcoded tests",
        ] {
            assert!(chosen(text), "{text}");
        }
        for text in [
            "no need to check anything up this folder",
            "why does this fail?",
            "thanks",
            "I don't see the commands in the menu",
            "nope I don't see it there",
            "should we use a queue instead of polling?",
            "can you use the other branch instead of main",
            "the tests should be fixed now",
            "don't worry about it",
            "keep going",
            "not sure if it should be called that",
            "looks like we might want to use the newer image instead of this",
            "Use <summary></summary> tags.",
            "Use these words:\nno",
            "stop now, I have reviewed it",
            "Only the first row of the table is loading and the rest never loads",
            "Loading indicator is not showing anymore. Fix it",
            "What should be next? I still think we can do a lot",
            "the log says\n\n2026-01-02 10:00:01 use the other port instead of 80\n2026-01-02 10:00:02 retry\n\nwhy",
        ] {
            assert!(!chosen(text), "{text}");
        }
        // Pasted words are somebody else's.
        assert!(!chosen(&format!("review feedback:\n\nUse a buffer here. {}", "The loop is wrong. ".repeat(60))));
        assert!(asks_for_work("please add a test") && !asks_for_work("explain how to add a test"));
    }

    #[test]
    fn decisions_of_a_summary() {
        let listed = find_decisions_in_summary(
            "1. Primary Request:\n   - fix login\n2. Key decisions:\n   - tokens expire after an hour\n3. Pending Tasks:\n   - write the docs page\n   - None",
        );
        assert_eq!(names(&listed), [("decision", "tokens expire after an hour")], "what is pending is overtaken");
        let told = find_decisions_in_summary(
            "**Key Decisions**\n- **Retries**: three at most\n\n8. Current Work:\n   The user chose Postgres over SQLite. It was late. Decision:\n",
        );
        assert_eq!(
            names(&told),
            [("decision", "Retries: three at most"), ("decision", "The user chose Postgres over SQLite.")]
        );
    }
}
