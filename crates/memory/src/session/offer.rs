//! What an agent's reply offers: a question with options or a proposal, and which of them the user's next message picks.

use serde::{Deserialize, Serialize};

use super::option_lines::{
    contains_question, find_numbered_questions, is_menu_line, last_question, nth_option_label, numbered_parts,
    parse_bracketed_option, parse_option_line, strip_markdown_marks,
};
use super::phrase_list::PhraseList;
use super::{key_sentences, request};
use ctx_capture::event_words::shorten_to_line;
use ctx_shell::is_word_in_list;

/// A question and its options by their labels, as kept between two messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedQuestion {
    pub words: String,
    pub options: Vec<(String, String)>,
    /// Each option is a question of its own.
    pub asks_each: bool,
}

/// What a reply proposes, and the labels that accept it: `[C] Continue`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedProposal {
    pub words: String,
    pub labels: String,
}

/// A reply's proposal and question.
pub type ReplyProposalAndQuestion = (Option<OfferedProposal>, Option<OfferedQuestion>);

/// Stands before a proposal that the user accepted.
const AGREED: &str = "agreed: ";
/// Bytes of a proposal.
const PROPOSED: usize = 260;
/// Lines at the end of a reply in which it asks.
const ASKING: usize = 12;
/// How an option begins that accepts what was proposed.
const ACCEPTING: &[&str] = &["continue", "accept", "approve", "yes", "save", "apply", "proceed", "confirm"];
/// Words of a short answer that accept nothing.
const REFUSING: &str = "no nope n not stop wait pause nothing retry again hi hello hey thanks resume x";

/// A decision is cut to this many bytes: many of them have to fit into a brief.
pub const CHOICE: usize = 150;

/// A decision as it is shown: what the user accepted without repeating it stands nowhere else, and of an answer to a
/// question it is the question that is cut.
pub fn shorten_decision(decision: &str) -> String {
    match decision.split_once(" → ") {
        _ if decision.starts_with(AGREED) => shorten_to_line(decision, PROPOSED + 100),
        Some((question, answer)) => {
            let room = CHOICE.saturating_sub(answer.len()).max(70);
            format!("{} → {}", shorten_to_line(question, room), shorten_to_line(answer, CHOICE))
        }
        None => shorten_to_line(decision, CHOICE),
    }
}

impl OfferedProposal {
    /// What a reply that ends by asking proposes.
    pub fn find_in_reply(reply: &str) -> Option<OfferedProposal> {
        let lines: Vec<&str> = reply.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let end = &lines[lines.len().saturating_sub(ASKING)..];
        let menu: Vec<(char, &str)> = end.iter().filter_map(|line| parse_bracketed_option(line)).collect();
        let asks = end.iter().rev().take(3).any(|line| line.contains('?'));
        if menu.is_empty() && (!asks || offers_more_work(end)) {
            return None;
        }
        let accepts = |words: &str| ACCEPTING.iter().any(|begin| words.to_lowercase().starts_with(begin));
        let labels = menu.iter().filter(|(_, words)| accepts(words)).map(|(label, _)| label.to_ascii_lowercase());
        let words = key_sentences::select_proposal(reply, PROPOSED);
        (!words.is_empty()).then(|| OfferedProposal { words, labels: labels.collect() })
    }

    /// A short message that agrees, or picks the option to go on.
    pub fn is_accepted_by(&self, message: &str) -> bool {
        let lower = message.trim().to_lowercase();
        let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        match lower.len() {
            1 => lower == "y" || self.labels.contains(&*lower),
            _ => {
                request::is_agreement_only(&lower)
                    && !words.any(|word| word.len() == 1 || is_word_in_list(REFUSING, word))
            }
        }
    }

    /// What a message accepted, in its own words where it has some.
    pub fn describe_acceptance(&self, message: &str) -> String {
        let message = message.trim();
        let said = if message.contains(' ') { format!(" → {}", shorten_to_line(message, 80)) } else { String::new() };
        format!("{AGREED}{}{said}", self.words)
    }
}

/// What a reply proposes and asks, as it is kept between two messages; none where it does neither.
pub fn offer_to_stored_text(offer: &ReplyProposalAndQuestion) -> Option<String> {
    let is_offered = offer.0.is_some() || offer.1.is_some();
    serde_json::to_string(offer).ok().filter(|_| is_offered)
}

pub fn parse_stored_offer(text: &str) -> ReplyProposalAndQuestion {
    serde_json::from_str(text).unwrap_or_default()
}

/// More than that is a list, not a choice.
const MOST_OPTIONS: usize = 9;

/// The question that a reply ends with, where it offers options.
pub fn find_question_in_reply(reply: &str) -> Option<OfferedQuestion> {
    if !reply.contains('?') {
        return None;
    }
    let lines: Vec<&str> = reply.lines().collect();
    let asked = find_numbered_questions(&lines);
    if asked.len() > 2 {
        let words = last_question(lines.iter().rev().find(|line| line.contains('?'))?);
        return Some(OfferedQuestion {
            words: shorten_to_line(&strip_markdown_marks(words), 120),
            options: asked,
            asks_each: true,
        });
    }
    let mut options: Vec<(String, String)> = Vec::new();
    let mut first_line = 0;
    for (at, line) in lines.iter().enumerate() {
        let Some((label, text)) = parse_option_line(line) else { continue };
        let goes_on = options.first().is_some_and(|(first, _)| label == nth_option_label(options.len(), first));
        let begins = matches!(&*label, "0" | "1" | "a")
            && options.first().is_none_or(|(first, _)| *first != label || !text.is_empty());
        if begins && !goes_on {
            // The last list counts.
            options.clear();
            first_line = at;
        } else if !goes_on {
            continue;
        }
        options.push((label, text));
    }
    if !(2..=MOST_OPTIONS).contains(&options.len()) {
        return find_plain_question(&lines);
    }
    let before = lines[..first_line].iter().rev().take(6).find(|line| line.contains('?'));
    let after = lines[first_line..].iter().rev().find(|line| line.contains('?'));
    let words = last_question(before.or(after)?);
    Some(OfferedQuestion { words: shorten_to_line(&strip_markdown_marks(words), 120), options, asks_each: false })
}

/// The question that a reply ends with, where it offers nothing.
fn find_plain_question(lines: &[&str]) -> Option<OfferedQuestion> {
    let mut end = lines.iter().rev().filter(|line| !line.trim().is_empty() && !is_menu_line(line));
    let line = end.by_ref().take(4).find(|line| contains_question(line)).filter(|line| !offers_more_work(&[line]))?;
    let question = last_question(line);
    let mut words = strip_markdown_marks(question);
    // `Which do you want?`: what is asked about stands before it.
    if words.split_whitespace().nth(SHORT_QUESTION).is_none() {
        let before = line.split(question).next().map(str::trim).filter(|before| !before.is_empty());
        let before = strip_markdown_marks(before.or_else(|| end.next().copied()).unwrap_or_default());
        words = format!("{} {words}", shorten_to_line(&before, 120));
    }
    Some(OfferedQuestion { words: shorten_to_line(words.trim(), 150), options: Vec::new(), asks_each: false })
}

/// `Want me to add tests?`: who says yes to it asks for work, and decides nothing about the work that is done.
fn offers_more_work(end: &[&str]) -> bool {
    let end = end.join("\n").to_lowercase();
    OFFERS.iter().any(|offer| end.contains(offer))
}

/// Words of a question that does not say what it is about.
const SHORT_QUESTION: usize = 5;

/// How a model offers to do something next.
static OFFERS: PhraseList = PhraseList::new("answer.offers");
/// Words of a question that does not ask for a yes or a no.
static OPEN: PhraseList = PhraseList::new("answer.open");

/// Beginnings of answers that report and choose nothing.
static REPORTS: PhraseList = PhraseList::new("answer.reports");

/// Words around a label that only pick it.
static PICKING: PhraseList = PhraseList::new("answer.picking");

/// `no, just the name`: none of the options, but something else instead.
fn find_alternative_answer(message: &str) -> Option<&str> {
    let lower = message.to_lowercase();
    let no =
        ["no ", "no, ", "no. ", "nope ", "nope, ", "neither, ", "none, "].iter().find(|no| lower.starts_with(**no))?;
    let rest = message.get(no.len()..)?.trim_start();
    let line = rest.lines().next().unwrap_or_default();
    let first =
        line.match_indices(". ").find(|(at, _)| !line[..*at].ends_with("e.g")).map_or(line, |(at, _)| &line[..=at]);
    let is_report = REPORTS.iter().any(|tell| rest.to_lowercase().starts_with(tell));
    (first.split_whitespace().count() >= 3 && !is_report).then_some(first)
}

impl OfferedQuestion {
    /// The option that a message picks: `Question → option`.
    pub fn find_chosen_answer(&self, message: &str) -> Option<String> {
        let message = request::strip_picture_markers(message);
        if message.len() > 400 || message.trim_end().ends_with('?') {
            return None;
        }
        if let Some(instead) = find_alternative_answer(message) {
            return Some(format!("{} → {}", self.words, shorten_to_line(instead, 170)));
        }
        if self.asks_each {
            return None;
        }
        if self.options.is_empty() {
            return self.find_answer_in_own_words(message);
        }
        let picked = self
            .option_by_leading_label(message)
            .or_else(|| self.options_by_labels(message))
            .or_else(|| self.options_by_words(message))?;
        let texts: Vec<&str> =
            picked.iter().map(|at| self.options[*at].1.as_str()).filter(|text| !text.is_empty()).collect();
        (!texts.is_empty()).then(|| format!("{} → {}", self.words, shorten_to_line(&texts.join(" + "), 170)))
    }

    /// The answers of a message that numbers them as the questions were numbered: `Question → answer`. An answer that asks
    /// back decides nothing.
    pub fn find_numbered_answers(&self, message: &str) -> Vec<String> {
        let parts = if self.asks_each { numbered_parts(message) } else { Vec::new() };
        let answers: Vec<(String, String)> = parts
            .into_iter()
            .filter_map(|(label, answer)| {
                let (_, question) = self.options.iter().find(|(known, _)| *known == label)?;
                Some((question.trim_end_matches(':').to_owned(), shorten_to_line(&strip_markdown_marks(answer), 170)))
            })
            .collect();
        let is_answer = |answer: &str| !answer.is_empty() && !answer.contains('?');
        match answers.len() {
            0 | 1 => Vec::new(),
            _ => answers
                .into_iter()
                .filter(|(_, answer)| is_answer(answer))
                .map(|(question, answer)| format!("{} → {answer}", shorten_to_line(&question, 60)))
                .collect(),
        }
    }

    /// A short message in words of its own, after a question that asks for such, or in words of the question.
    fn find_answer_in_own_words(&self, message: &str) -> Option<String> {
        let message = message.trim();
        let lower = message.to_lowercase();
        let is_short = message.len() <= 140 && !message.contains('\n') && request::is_short_answer(message);
        if !is_short || lower.contains('?') || lower.starts_with('/') || !request::is_request(message) {
            return None;
        }
        let question = format!(" {}", self.words.to_lowercase());
        let words = |text: &str| -> Vec<String> {
            let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2);
            words.filter(|word| !PICKING.contains(word)).map(str::to_owned).collect()
        };
        let asked = words(&question);
        let is_open = asked.iter().any(|word| OPEN.contains(&word.as_str())) || question.contains(" or ");
        let shares = words(&lower).iter().any(|word| asked.contains(word));
        (is_open || shares).then(|| format!("{} → {message}", self.words))
    }

    /// `b. also …`: a label and more words after it.
    fn option_by_leading_label(&self, message: &str) -> Option<Vec<usize>> {
        let rest = message.get(1..)?;
        let label = message.get(..1)?.to_lowercase();
        (rest.starts_with(['.', ')', ',', ':']) && rest.len() > 1).then_some(())?;
        self.options.iter().position(|(known, _)| *known == label).map(|at| vec![at])
    }

    /// A message of only labels and words that pick them.
    fn options_by_labels(&self, message: &str) -> Option<Vec<usize>> {
        let lower = message.to_lowercase();
        let words: Vec<&str> = lower
            .split(|c: char| c.is_whitespace() || ".,;:!()*`/&+".contains(c))
            .filter(|word| !word.is_empty())
            .collect();
        if words.len() > 12 {
            return None;
        }
        let mut picked = Vec::new();
        for word in &words {
            match self.options.iter().position(|(label, _)| label == word) {
                Some(at) => picked.push(at),
                None if PICKING.contains(word) => {}
                None => return None,
            }
        }
        if picked.is_empty() && words.contains(&"both") && self.options.len() == 2 {
            picked = vec![0, 1];
        }
        picked.dedup();
        (!picked.is_empty()).then_some(picked)
    }

    /// `local`: words that only one of the options has.
    fn options_by_words(&self, message: &str) -> Option<Vec<usize>> {
        let lower = message.to_lowercase();
        let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2).collect();
        if request::is_agreement_only(message) || words.is_empty() || lower.split_whitespace().count() > 4 {
            return None;
        }
        let holds = |option: &str| {
            let option = option.to_lowercase();
            words.iter().all(|word| option.split(|c: char| !c.is_alphanumeric()).any(|known| known == *word))
        };
        let mut held = (0..self.options.len()).filter(|&at| holds(&self.options[at].1));
        held.next().filter(|_| held.next().is_none()).map(|at| vec![at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPLY: &str = "Good.\n\n**Question 2 of 4: Where should the header go?**\n\n**A. Top of every answer** — easy to see\n- **B)** At the bottom\n\nC. Nowhere\n\nI lean to A. Which one?";

    #[test]
    fn a_letter_picks_an_option() {
        let question = find_question_in_reply(REPLY).unwrap();
        assert_eq!(question.options.len(), 3, "{question:?}");
        let offer = (OfferedProposal::find_in_reply(REPLY), Some(question.clone()));
        assert_eq!(parse_stored_offer(&offer_to_stored_text(&offer).unwrap()), offer);
        assert_eq!(offer_to_stored_text(&(None, None)), None);
        for (message, answer) in [
            ("a", Some("Top of every answer — easy to see")),
            ("B", Some("At the bottom")),
            ("okay can you just do a then", Some("Top of every answer — easy to see")),
            ("allow A or C", Some("Top of every answer — easy to see + Nowhere")),
            ("b. also keep it short", Some("At the bottom")),
            ("pros and cons of a and b", None),
            ("yes", None),
            ("why a?", None),
            ("commit and push", None),
            ("nowhere", Some("Nowhere")),
            ("bottom please", None),
            ("no, just print the name. it is enough", Some("just print the name.")),
            ("nope I don't see it", None),
        ] {
            let expected = answer.map(|answer| format!("Question 2 of 4: Where should the header go? → {answer}"));
            assert_eq!(question.find_chosen_answer(message), expected, "{message}");
        }
    }

    #[test]
    fn an_answer_in_own_words_is_told_with_its_question() {
        let asked = |reply: &str, message: &str| find_question_in_reply(reply)?.find_chosen_answer(message);
        let reply = "Done so far.\n\nAre there other kinds of users? Or is it really just one?\n\n[C] Continue";
        assert_eq!(
            asked(reply, "only me").as_deref(),
            Some("Are there other kinds of users? Or is it really just one? → only me")
        );
        assert_eq!(asked(reply, "why would there be?"), None, "it asks back");
        assert_eq!(asked(reply, "/review"), None);
        assert_eq!(asked("The button appears when `?debug=true` is set.", "it only logs"), None, "nothing was asked");
        let short = "A stack is more correct, a reset is smaller. Which do you want?";
        let expected = "A stack is more correct, a reset is smaller. Which do you want? → do stack, fix it";
        assert_eq!(asked(short, "do stack, fix it").as_deref(), Some(expected));
        let offer = "All green. Want me to push it now?";
        assert_eq!(asked(offer, "no, let's push it now to the other remote"), None, "it asks for work");
        assert!(OfferedProposal::find_in_reply("Limits: at most 4 retries.\n\nWant me to:\n- Add a flag?").is_none());
        assert_eq!(asked(offer, "add a dark mode to the settings"), None, "something else is asked for");
        assert_eq!(asked(offer, "do not push yet"), None, "it is a correction by its own words");
    }

    #[test]
    fn numbered_answers_may_stand_in_one_line() {
        let reply = "A few questions:\n\n**1. Who is it for?** You or a team?\n\n2. **Scope:** one repository?\n3. Will it be hosted?";
        let question = find_question_in_reply(reply).unwrap();
        let told = question.find_numbered_answers("1) my team 2)one for now, v1.2 later 3) no");
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(told[0].ends_with("→ my team") && told[1].ends_with("→ one for now, v1.2 later"), "{told:?}");
        assert_eq!(question.find_chosen_answer("1) my team 2) one"), None, "a question is no answer");
        let long = format!("{} → yes", "Which of them should it be, and why? ".repeat(9));
        assert!(shorten_decision(&long).ends_with("… → yes"), "{}", shorten_decision(&long));
    }

    #[test]
    fn a_short_answer_accepts_what_was_proposed() {
        let reply = "Good. Here's the content:\n\n### Selected starter: the minimal template\n\n**Rationale:** every other \
            starter ships a blog that has to be removed.\n\n- `src/` holds the code\n\nWhat would you like to do?\n\n\
            **[P]** Party mode\n**[C]** Continue — save it";
        let offered = OfferedProposal::find_in_reply(reply).unwrap();
        assert!(offered.words.contains("minimal template") && offered.words.contains("Rationale"), "{offered:?}");
        assert!(!offered.words.contains("Party") && !offered.words.contains("What would"), "{offered:?}");
        assert!(
            offered.describe_acceptance("do both").ends_with(" → do both")
                && !offered.describe_acceptance("c").contains('→')
        );
        for (message, accepts) in [
            ("c", true),
            ("C", true),
            ("p", false),
            ("yes", true),
            ("it is fine", true),
            ("no", false),
            ("why?", false),
        ] {
            assert_eq!(offered.is_accepted_by(message), accepts, "{message}");
        }
        assert_eq!(OfferedProposal::find_in_reply("I did it because it was late. All tests pass."), None);
        let asked =
            OfferedProposal::find_in_reply("All the tests pass now. Should the cache be dropped after an hour?")
                .unwrap();
        assert_eq!(asked.words, "Should the cache be dropped after an hour?");
        assert_eq!(OfferedProposal::find_in_reply("All the tests pass now. Want me to commit?"), None);
        let zero = "How to handle them?\n0. Apply all\n1. One by one\n2. Leave them";
        let picked = find_question_in_reply(zero).unwrap().find_chosen_answer("0");
        assert_eq!(picked.as_deref(), Some("How to handle them? → Apply all"));
    }

    #[test]
    fn numbered_questions_are_answered_by_their_numbers() {
        let reply = "Decisions needed:\n\n1. **Old sessions**\n - Option A: leave them?\n - Option B: seed them?\n\n2. **Settings**\n - May they turn it off?\n\n3. **Failure**\n - Recreate, block, or rebuild?\n\n4. **Done**\n\nMy answers: A.";
        let question = find_question_in_reply(reply).unwrap();
        let answers = "1. I almost think B? Any opinion?\n2. They may, that is its way.\n3. Recreate and warn.";
        assert_eq!(
            question.find_numbered_answers(answers),
            ["Settings → They may, that is its way.", "Failure → Recreate and warn."]
        );
        assert!(question.find_numbered_answers("2. They may").is_empty());
        let report = "1. Tests pass.\n2. Lint is clean.\n3. It is pushed.\n\nShall I go on? Or stop? Or wait?";
        let answered = find_question_in_reply(report).map(|question| question.find_numbered_answers("1. x\n2. y"));
        assert_eq!(answered.unwrap_or_default(), Vec::<String>::new(), "nothing was asked by number");
        assert!(find_question_in_reply(REPLY).unwrap().find_numbered_answers("1. x\n2. y").is_empty());
    }

    #[test]
    fn numbers_and_replies_without_a_choice() {
        let reply = "Two options:\n\n**Option 1: Symlink (quick)**\n```bash\nln -s a b\n```\n**Option 2: Alias**\n\nWhich do you want?";
        assert_eq!(
            find_question_in_reply(reply).unwrap().find_chosen_answer("do option 2").as_deref(),
            Some("Which do you want? → Alias")
        );
        assert_eq!(find_question_in_reply("I did:\n1. this\n2. that\n\nAll done."), None);
        let found = find_question_in_reply("Shall I run the tests?").unwrap();
        assert!(found.options.is_empty() && found.find_chosen_answer("1").is_none(), "{found:?}");
        assert!(
            find_question_in_reply("é?\n1.\n2.").unwrap().find_chosen_answer("1").is_none(),
            "options without words say nothing"
        );
    }
}
