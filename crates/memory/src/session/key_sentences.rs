//! What of a model's answer matters to the next conversation: whole sentences, the most telling ones within a budget of
//! bytes.

use std::collections::HashSet;

use super::classify::begins_with_any;
use super::phrase_list::{PhraseList, contains_any};
use super::sentence_score::{
    LONGEST, PROPOSED, ScoredSentence, SentenceSigns, add_scores_of_place, find_code_names, has_four_plain_words,
    split_and_score_units_by_words, split_into_scored_units,
};
use ctx_capture::event_words::shorten_to_line;
use ctx_digest::select::{SelectableItem, SelectionRules, select_items};

/// Sentences of a request that are longer are cut: it may have no full stop.
const LONGEST_OF_REQUEST: usize = 600;
/// Units before a question that it may ask about.
const ASKED_ABOUT: usize = 9;
/// Words with which a sentence about code explains something …
static EXPLAINS: PhraseList = PhraseList::new("key_sentences.explains");
/// … and beginnings of second thoughts, which the next sentence may take back.
static DOUBTS: PhraseList = PhraseList::new("key_sentences.doubts");
/// Beginnings of sentences that take back what stands before them.
static SECOND_THOUGHTS: PhraseList = PhraseList::new("key_sentences.second_thoughts");
/// Words that bind the work: rules, limits, places.
static BOUND: PhraseList = PhraseList::new("key_sentences.bound");
/// Words that speak of something that went wrong.
static FAILURE: PhraseList = PhraseList::new("key_sentences.failure");
/// Words that say that a failure was there before, or has nothing to do with the work.
static EXCUSES: PhraseList = PhraseList::new("key_sentences.excuses");
/// Words with which a model says what it is about to look at.
static INTENTS: PhraseList = PhraseList::new("key_sentences.intents");
/// Words about how things stand at the moment.
static MOMENTARY: PhraseList = PhraseList::new("key_sentences.momentary");
/// Beginnings of sentences about what comes next.
static PLANS: PhraseList = PhraseList::new("key_sentences.plans");
/// Sentences that a program adds to a request.
static ADDED: PhraseList = PhraseList::new("key_sentences.added");
/// Headings of a summary below which stands what later work overtakes, or what is told elsewhere.
static OVERTAKEN: PhraseList = PhraseList::new("key_sentences.overtaken");
/// Words of a guess.
static GUESSES: PhraseList = PhraseList::new("key_sentences.guesses");
/// Beginnings of what a plan tells whoever carries it out.
static PLAN_STEPS: PhraseList = PhraseList::new("key_sentences.plan_steps");
/// Words about what was not chosen.
static DROPPED: PhraseList = PhraseList::new("key_sentences.dropped");
/// Sentences that only ask or say how to go on, and those that ask whether what stands before them is wanted.
static GOING_ON: PhraseList = PhraseList::new("key_sentences.going_on");
static APPROVAL: PhraseList = PhraseList::new("key_sentences.approval");
/// Words that say that something is not done.
static UNDONE: PhraseList = PhraseList::new("key_sentences.undone");

/// The most telling sentences of an answer in their order, gaps marked by `…`; empty where it says nothing.
pub fn select_key_sentences(answer: &str, budget: usize) -> String {
    select_key_sentences_for_each_budget(answer, &[budget]).pop().unwrap_or_default()
}

/// The same within each of these budgets, the smallest first; a text that a greater budget leaves as it is comes once.
/// What the model was about to do next is left out.
pub fn select_key_sentences_for_each_budget(answer: &str, budgets: &[usize]) -> Vec<String> {
    let mut units = split_into_scored_units(answer);
    units.retain(|unit| !announces_next_step(&unit.text.to_lowercase()));
    units.iter_mut().filter(|unit| announces_next_step(&unit.lead.to_lowercase())).for_each(|unit| unit.lead.clear());
    select_units_for_each_budget(&units, budgets)
}

fn fits_whole(units: &[ScoredSentence], budget: usize) -> bool {
    join_chosen_units(units, &vec![true; units.len()]).len() <= budget
}

fn select_units_within_budget(units: &[ScoredSentence], budget: usize) -> String {
    if budget < 24 {
        return String::new();
    }
    if fits_whole(units, budget) {
        return join_chosen_units(units, &vec![true; units.len()]);
    }
    // The most telling sentence is cut before a lesser one takes its place.
    let best = (0..units.len()).max_by_key(|&at| (units[at].score, std::cmp::Reverse(at)));
    if let Some(best) = best.filter(|best| units[*best].text.len() >= budget) {
        return shorten_to_line(&units[best].text, budget);
    }
    let mut taken = choose_best_units(units, budget);
    loop {
        let text = join_chosen_units(units, &taken);
        // A part of what leads in to a group is counted with each of its units.
        let least = (0..units.len()).filter(|at| taken[*at]).min_by_key(|at| units[*at].score);
        match least.filter(|_| text.len() > budget) {
            Some(least) => taken[least] = false,
            None => return text,
        }
    }
}

/// What an answer says about a failure: its cause, or that it has another one than this work. Nothing where it speaks of
/// something else.
pub fn select_words_about_failure(answer: &str, budget: usize) -> Option<String> {
    let mut units = split_into_scored_units(answer);
    units.retain(|unit| {
        let lower = unit.text.to_lowercase();
        let counts_only = unit.text.len() < 24;
        (contains_any(&lower, &FAILURE) || SentenceSigns::find_in_sentence(&lower).cause)
            && !is_plan(&lower)
            && !contains_any(&lower, &GUESSES)
            && !counts_only
    });
    Some(select_units_within_budget(&units, budget)).filter(|told| !told.is_empty())
}

/// What an answer that ends by asking proposes: the sentences that choose and give reasons, else its question itself.
/// Nothing where it only asks how to go on.
pub fn select_proposal(answer: &str, budget: usize) -> String {
    let mut units = split_into_scored_units(answer);
    units.retain(|unit| !unit.text.starts_with('['));
    let asks = |unit: &ScoredSentence| unit.text.contains('?') && !contains_any(&unit.text.to_lowercase(), &GOING_ON);
    let last = units.iter().rposition(asks);
    for (at, unit) in units.iter_mut().enumerate() {
        let lower = unit.text.to_lowercase();
        let chooses = PROPOSED.iter().filter(|word| lower.contains(**word)).count() as i32;
        let names = unit.text.contains(" — ") || unit.text.contains(": ");
        // What is asked about stands before the question.
        let is_asked_about = names && last.is_some_and(|last| (at..at + ASKED_ABOUT).contains(&last));
        unit.score = 3 * (chooses.min(2) + i32::from(is_asked_about)) + i32::from(names && unit.proposes) * 3;
        unit.score -= i32::from(contains_any(&lower, &DROPPED)) * 6;
        unit.score += match unit.text.ends_with('?') {
            true if Some(at) == last => 3,
            true => -6,
            false => 0,
        };
        let is_idle = contains_any(&lower, &GOING_ON) || contains_any(&lower, &APPROVAL);
        unit.score -= i32::from(unit.is_heading && !names || is_idle) * 20;
    }
    units.retain(|unit| unit.score > 2);
    select_units_within_budget(&units, budget)
}

/// The sentence of an answer that says that a failure was there before, or has nothing to do with the work.
pub fn find_unrelated_failure_claim(answer: &str, budget: usize) -> Option<String> {
    let says = |unit: &ScoredSentence| {
        let lower = unit.text.to_lowercase();
        // `unrelated data` is no word about a failure.
        let speaks_of_it = contains_any(&lower, &FAILURE) || !lower.contains("unrelated");
        contains_any(&lower, &EXCUSES)
            && speaks_of_it
            && !contains_any(&lower, &INTENTS)
            && !lower.ends_with([':', '?'])
    };
    let found = split_into_scored_units(answer).into_iter().find(says)?;
    Some(shorten_to_line(&found.text, budget))
}

/// What replies in the middle of work tell: the sentences that say why something with a name is so, within each of these
/// budgets. How things stood at that moment is overtaken; what the answer tells is not told twice.
pub fn select_explanations_from_replies(replies: &[String], answer: &str, budgets: &[usize]) -> Vec<String> {
    let mut units: Vec<ScoredSentence> = Vec::new();
    let takes_back = |text: &str| begins_with_any(&text.to_lowercase(), &SECOND_THOUGHTS);
    // What is only going to be checked is not taken back yet.
    let is_taken_back = |next: &String| takes_back(next) && !announces_next_step(&next.to_lowercase());
    for (at, reply) in replies.iter().enumerate() {
        if replies.get(at + 1).is_some_and(is_taken_back) {
            continue;
        }
        let own = split_and_score_units_by_words(reply, LONGEST);
        // What stands before a second thought was taken back, or may have been.
        let kept = own.iter().rposition(|unit| takes_back(&unit.text)).map_or(0, |at| at + 1);
        let own = own.into_iter().skip(kept);
        units.extend(own.map(|unit| ScoredSentence { place: unit.place + (at << 16), ..unit }));
    }
    let answered = long_words(answer);
    units.retain_mut(|unit| {
        let lower = unit.text.to_lowercase().replace('’', "'");
        unit.lead.clear();
        let names = || !find_code_names(&unit.text).is_empty();
        let tells = SentenceSigns::find_in_sentence(&lower).cause || contains_any(&lower, &EXPLAINS) && names();
        let is_doubt = DOUBTS.iter().any(|begin| lower.starts_with(begin));
        let is_progress = lower.contains(" now ") || contains_any(&lower, &MOMENTARY);
        let is_told = unit.text.len() > 40 && has_four_plain_words(&unit.text) && !lower.ends_with(['?', ':']);
        let is_item = unit.text.starts_with(|c: char| c.is_ascii_digit());
        let words = long_words(&unit.text);
        let is_answered = words.intersection(&answered).count() * 5 >= words.len() * 3;
        tells && is_told && !is_doubt && !is_item && !is_answered && !is_plan(&lower) && !is_progress
    });
    select_units_for_each_budget(&units, budgets)
}

/// The words of a text that may tell what it is about.
pub fn long_words(text: &str) -> HashSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| word.len() > 3);
    words.map(str::to_lowercase).collect()
}

/// What a model is about to do, not what it found.
fn is_plan(lower: &str) -> bool {
    announces_next_step(lower) || contains_any(lower, &INTENTS) || PLANS.iter().any(|begin| lower.starts_with(begin))
}

/// `Let me look at …`, `I'm checking that …`.
fn announces_next_step(lower: &str) -> bool {
    let rest = ["now ", "but ", "wait — "].iter().find_map(|begin| lower.strip_prefix(begin)).unwrap_or(lower);
    let is_doing = rest.strip_prefix("i'm ").or(rest.strip_prefix("i’m ")).and_then(|rest| rest.split(' ').next());
    is_doing.is_some_and(|word| word.ends_with("ing"))
        || rest.starts_with("let me ") && !rest.starts_with("let me know")
}

/// The units that fit, the most telling ones.
fn choose_best_units(units: &[ScoredSentence], budget: usize) -> Vec<bool> {
    // A point of a score is worth the more the higher it is: one telling sentence comes before two idle ones.
    let worth = |score: i32| 40 << (score.clamp(-4, 16) + 4).unsigned_abs();
    // What leads in to a group is told once.
    let lead_cost = |unit: &ScoredSentence| match units.iter().filter(|other| other.lead == unit.lead).count() {
        _ if unit.lead.is_empty() => 0,
        group => unit.lead.len() / group + 1,
    };
    let items: Vec<SelectableItem> = units
        .iter()
        .enumerate()
        .map(|(at, unit)| SelectableItem {
            worth: worth(unit.score),
            cost: unit.text.len() + 1 + lead_cost(unit),
            kind: at as u64,
            same: at as u64,
        })
        .collect();
    select_items(&items, &[], SelectionRules { budget, mark: 3, repeat: 100 })
}

/// The chosen units in their order, gaps marked by `…`.
fn join_chosen_units(units: &[ScoredSentence], taken: &[bool]) -> String {
    let (mut text, mut lead, mut heading) = (String::new(), "", "");
    let mut last = None;
    for (at, unit) in units.iter().enumerate().filter(|(at, unit)| taken[*at] && unit.text != "…") {
        let has_gap = last.is_some_and(|last: usize| last + 1 != unit.place);
        let is_new = lead != unit.lead && !unit.lead.is_empty();
        // What is left out of a group is left out behind the line that leads in to it.
        let is_inside = is_new && at > 0 && units[at - 1].lead == unit.lead;
        if last.is_some() {
            text.push_str(if has_gap && !is_inside { " … " } else { " " });
        }
        // Below another heading than the unit before it: without that one it would be told of the wrong thing.
        let is_below_other =
            has_gap && heading != unit.heading && !unit.lead.contains(&unit.heading) && !unit.is_heading;
        if is_below_other && unit.heading.len() < HEADING {
            let title = unit.heading.trim_end_matches(':');
            text.push_str(title);
            text.push_str(if title.ends_with('?') { " " } else { ": " });
        }
        heading = &unit.heading;
        if is_new {
            text.push_str(&unit.lead);
            text.push_str(if is_inside { " … " } else { " " });
        }
        lead = &unit.lead;
        text.push_str(&unit.text);
        last = Some(unit.place);
    }
    text
}

/// What a request is about, and what it binds the work to: its first sentence, and those with rules and limits.
pub fn summarise_request(request: &str, budgets: &[usize]) -> Vec<String> {
    let mut units = add_scores_of_place(split_and_score_units_by_words(request, LONGEST_OF_REQUEST));
    // A line of one or two words is a piece of code or a name.
    let is_piece = |unit: &ScoredSentence| unit.text.split_whitespace().nth(2).is_none() && !unit.text.contains(":");
    let has_sentences = !units.iter().all(is_piece);
    units.retain(|unit| !(contains_any(&unit.text.to_lowercase(), &ADDED) || has_sentences && is_piece(unit)));
    let last = units.len().saturating_sub(1);
    for (at, unit) in units.iter_mut().enumerate() {
        let lower = unit.text.to_lowercase().replace('’', "'");
        let names = unit.text.contains(['/', '`', '_']) || unit.text.contains("://");
        unit.score = i32::from(contains_any(&lower, &BOUND)) * 5 + i32::from(names) - i32::from(unit.text.len() > 240);
        unit.score += i32::from(unit.binds) * 6 - i32::from(!has_four_plain_words(&unit.text)) * 6;
        unit.score += match at {
            0 => 12,
            1..=3 => 4,
            _ if contains_any(&lower, &MOMENTARY) => -8,
            // After much else, the end says what is wanted now.
            at if at == last && request.len() > LONG => 10,
            _ => 0,
        };
    }
    select_units_for_each_budget(&units, budgets)
}

/// What a plan says of its aim, its reasons and its parts; without the single steps and words to whoever carries it out.
pub fn summarise_plan(plan: &str, budgets: &[usize]) -> Vec<String> {
    let mut units = split_into_scored_units(plan);
    let is_step = |text: &str| PLAN_STEPS.iter().any(|begin| text.to_lowercase().starts_with(begin));
    units.retain(|unit| !unit.text.starts_with('`') && !is_step(&unit.text) && !is_step(&unit.lead));
    select_units_for_each_budget(&units, budgets)
}

/// What a model's summary at a compaction says that later work does not overtake: the aim, what was decided and found. What it
/// lists as pending or next, files and messages are left out.
pub fn shorten_compaction_summary(summary: &str, budgets: &[usize]) -> Vec<String> {
    let (mut kept, mut is_overtaken) = (String::new(), false);
    // Claude Code has the model think aloud before it sums up.
    let is_start = |line: &str| matches!(line.trim(), "Summary:" | "<summary>");
    let skipped = summary.lines().position(is_start).map_or(0, |at| at + 1);
    for line in summary.lines().skip(skipped) {
        let bare = line.trim().trim_start_matches(['#', '*', ' ']);
        let is_heading = line.trim().starts_with(['#', '['])
            || bare.len() < HEADING && bare.trim_end_matches('*').ends_with(':') && !line.trim().starts_with("- ");
        if is_heading {
            is_overtaken = contains_any(&bare.to_lowercase(), &OVERTAKEN);
        }
        if !is_overtaken && !contains_any(&bare.to_lowercase(), &ADDED) {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    let mut units = split_into_scored_units(&kept);
    units.retain(|unit| has_four_plain_words(&unit.text) && !contains_any(&unit.text.to_lowercase(), &MOMENTARY));
    select_units_for_each_budget(&units, budgets)
}

fn select_units_for_each_budget(units: &[ScoredSentence], budgets: &[usize]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for &budget in budgets.iter().filter(|_| !units.is_empty()) {
        let text = select_units_within_budget(units, budget);
        if told.last() != Some(&text) && !text.is_empty() {
            told.push(text);
        }
    }
    told
}

/// A request that is longer has much beside what it asks for.
const LONG: usize = 1500;
/// The longest heading of a summary.
const HEADING: usize = 90;

/// An answer that says that all is done, and names nothing that is left.
pub fn claims_completion(answer: &str, done: &[&str]) -> bool {
    let units = split_into_scored_units(answer);
    let told = units.iter().flat_map(|unit| [&unit.lead, &unit.text]);
    let lower: Vec<String> = told.map(|text| text.to_lowercase().replace('’', "'")).collect();
    lower.iter().any(|unit| contains_any(unit, done)) && !lower.iter().any(|unit| contains_any(unit, &UNDONE))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = "Done. Here's the full picture.\n\n## Root cause\n\nThe writer was replaced by one without its `env`, so it panicked.\n\n- Added a long list of things that nobody needs to know about in detail\n- Fixed in [segment.go](src/segment.go:9), amended as `26f8ed17`\n\n```\nnoise\n```\n\n## Two things for you\n\n1. The branch is ready locally but I didn't push.\n\nWant me to go on?";

    #[test]
    fn findings_are_told_in_their_order() {
        let replies = [
            "Now let me run the tests. The `MockStore` failed because it is for the old feature, not for profiles.",
            "The column is missing because test_db has an old schema.\nShould I go on because of that?",
            "Task #24 is already in_progress, because UI-1 is blocked. I need to hide the `Failure` import.",
            "I noticed that the regressions in `module.test.ts` are no longer in the file, so I'm restoring them.",
        ];
        let told = select_explanations_from_replies(&replies.map(str::to_owned), "", &[0, 400]);
        assert_eq!(told.len(), 1, "{told:?}");
        let places = ["The MockStore", "The column", "I noticed"].map(|begin| told[0].find(begin));
        assert!(places.is_sorted() && places[0] == Some(0), "{told:?}");
        assert!(!told[0].contains("Task") && !told[0].contains("hide"), "{told:?}");
    }

    #[test]
    fn the_telling_sentences_fit_the_budget() {
        for budget in [60, 120, 200, 400] {
            let told = select_key_sentences(ANSWER, budget);
            assert!(told.len() <= budget + 4 && !told.contains("noise"), "{budget}: {told}");
        }
        let told = select_key_sentences(ANSWER, 200);
        assert!(told.contains("I didn't push") && told.contains("26f8ed17"), "{told}");
        assert_eq!(select_key_sentences("All tests pass.", 200), "All tests pass.");
        assert_eq!(select_key_sentences("", 200), "");
        let steps = "Only 6 warnings are left. Let me report that. I'm waiting for the lead.";
        assert_eq!(select_key_sentences(steps, 200), "Only 6 warnings are left.");
        let names = "The panel uses `summary__headline` because get_logger(__name__) was wrong.";
        assert!(select_key_sentences(names, 200).contains("summary__headline because get_logger(__name__)"));
    }

    #[test]
    fn a_request_is_told_by_its_aim_and_its_limits() {
        let request = "You take over the report page.\n\n- Direction: keep it light.\n- It was discussed last week at length, \
            with several people in the room, and notes were taken about colours and fonts.\n- Do not add a login.\n- Route: \
            /reports/:id\n\nThanks in advance, the team is looking forward to it.";
        let told = summarise_request(request, &[120]).remove(0);
        assert!(told.starts_with("You take over the report page.") && told.contains("Do not add a login."), "{told}");
        assert!(told.len() <= 124 && !told.contains("colours"), "{told}");
        assert_eq!(summarise_request("fix the login", &[120, 300]), ["fix the login"]);
        assert!(claims_completion("All 52 tests pass. The implementation is complete.", &["is complete"]));
        assert!(!claims_completion("Part one is complete. Part two is not done yet.", &["is complete"]));
    }

    #[test]
    fn what_the_next_reply_takes_back_is_not_found() {
        let guess = "The `PrepareHook` fails because it makes a new id each time that it is called.".to_owned();
        let found = "The `PostHook` fails because it reads the old id from the file.".to_owned();
        let told =
            |next: &str| select_explanations_from_replies(&[guess.clone(), next.to_owned(), found.clone()], "", &[400]);
        assert!(!told("Actually wait, it checks the pending one first.")[0].contains("PrepareHook"));
        assert!(told("Let me verify that with a test.")[0].contains("PrepareHook"));
    }

    #[test]
    fn what_stands_below_another_heading_is_told_with_it() {
        let answer = "## Option 2: mtime\n\nThe root cause is that the time of the file is wrong.\n\nIt is there.\n\n\
            ## Option 3: the id\n\nCons:\n- a walk over all records of every session that was ever kept here\n\
            - the cause is that `agentId` is missing in 2024";
        let told = select_key_sentences(answer, 170);
        let (before, after) = told.split_once("Option 3: the id: Cons: ").unwrap_or_else(|| panic!("{told}"));
        assert!(before.contains("time of the file") && after.contains("agentId is missing"), "{told}");
    }

    #[test]
    fn failures_are_told_by_their_own_sentences() {
        let words = "The race test passed. The run timed out in an unrelated probe test of the editor.";
        let about = select_words_about_failure(words, 200);
        assert_eq!(about.as_deref(), Some("The run timed out in an unrelated probe test of the editor."));
        assert_eq!(
            find_unrelated_failure_claim("The lint errors are pre-existing.", 90).as_deref(),
            Some("The lint errors are pre-existing.")
        );
        assert_eq!(find_unrelated_failure_claim("Let me check that the lint errors are pre-existing:", 90), None);
    }
}
