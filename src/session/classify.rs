//! Turns words into events, by clear signs only; unclear words make no event.

use crate::ui::{clip, floor};
use ctx_model::Category;
use ctx_secrets::Masker;

/// Sentences longer than this explain; they do not decide.
const LONGEST_SENTENCE: usize = 300;
/// A secret that begins before the cut ends at most this much after it.
const BEHIND: usize = 4000;
/// A prompt with more than this in it was pasted, at least in part.
const PASTED: usize = 4000;

/// An event found in a text: its category, the key by which it is recognised again, its words.
pub type Noticed = (Category, String, String);

/// One line of at most `most` bytes, blanks folded, cut on a character.
/// Text is masked before it is cut: half a secret is not recognised any more.
pub fn brief(text: &str, most: usize) -> String {
    if text.len() <= most {
        return folded(text, most);
    }
    folded(&Masker::default().text(&text[..floor(text, most + BEHIND)]), most)
}

fn folded(text: &str, most: usize) -> String {
    let mut line = String::with_capacity(text.len().min(most + 4));
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().filter(|c| !c.is_control()));
        if line.len() > most {
            line.truncate(clip(&line, most.saturating_sub('…'.len_utf8())).len());
            line.push('…');
            break;
        }
    }
    line
}

pub(super) fn key(text: &str) -> String {
    let folded: String = text.to_lowercase().split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    blake3::hash(folded.as_bytes()).to_hex()[..16].to_owned()
}

/// Paragraphs and list items outside of code, tables and quotations; lines that one was wrapped into are joined.
fn paragraphs_of(text: &str) -> Vec<String> {
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
pub(super) fn sentences_of(text: &str) -> Vec<String> {
    let paragraphs = paragraphs_of(text);
    let sentences = paragraphs.iter().flat_map(|line| {
        line.split_inclusive(". ").flat_map(|part| part.split_inclusive("! ")).map(|part| part.trim().to_owned())
    });
    sentences.filter(|sentence| (8..=LONGEST_SENTENCE).contains(&sentence.len())).collect()
}

fn any(sentence: &str, signs: &[&str]) -> bool {
    signs.iter().any(|sign| sentence.contains(sign))
}

fn begins(sentence: &str, signs: &[&str]) -> bool {
    signs.iter().any(|sign| sentence.starts_with(sign))
}

/// A message longer than this was pasted, at least in part: its words are somebody else's.
const TYPED: usize = 900;

/// Events in a user's message besides the request itself.
pub fn prompt(text: &str) -> Vec<Noticed> {
    const ROLES: &[&str] = &["you are a ", "you are an ", "act as ", "your role is", "behave like "];
    let mut noticed = Vec::new();
    let head = clip(text, PASTED);
    // In a longer message, only the words before the first empty line are the user's own.
    let own = match text.len() > TYPED {
        true => text.split("\n\n").next().filter(|first| first.len() <= TYPED).unwrap_or_default(),
        false => text,
    };
    for sentence in &sentences_of(own) {
        let lower = sentence.to_lowercase().replace('’', "'");
        if begins(&lower, ROLES) {
            noticed.push((Category::Role, key(sentence), brief(sentence, LONGEST_SENTENCE)));
        } else if let Some(category) = chosen(&lower) {
            noticed.push((category, key(sentence), brief(sentence, LONGEST_SENTENCE)));
        }
    }
    if text.len() > PASTED {
        let about = brief(text.lines().next().unwrap_or_default(), 60);
        noticed.push((Category::Data, key(text), format!("{} bytes pasted: {about}", text.len())));
    }
    if let Some(intent) = intent(head) {
        noticed.push((Category::Intent, intent.to_owned(), intent.to_owned()));
    }
    noticed
}

/// A sentence in which the user chooses something, or rejects it. One that only asks, wonders or reports is no choice.
fn chosen(lower: &str) -> Option<Category> {
    /// Words before the ones that matter.
    const LEADS: &[&str] = &[
        "please ",
        "ok ",
        "ok, ",
        "ok. ",
        "okay ",
        "okay, ",
        "so ",
        "so, ",
        "also ",
        "also, ",
        "and ",
        "but ",
        "hmm ",
        "hmm, ",
        "no ",
        "no, ",
        "nope ",
        "yes ",
        "yes, ",
        "well ",
        "well, ",
        "actually ",
        "actually, ",
        "i think ",
        "wait ",
        "wait, ",
        "sorry ",
        "just ",
        "then ",
        "oh ",
        "first, ",
        "btw ",
        "btw, ",
        "remember that ",
        "remember, ",
        "remember to ",
        "we explicitly ",
    ];
    const AGAINST: &[&str] = &[
        "don't ",
        "do not ",
        "dont ",
        "never ",
        "avoid ",
        "i don't want",
        "i do not want",
        "i dont want",
        "we don't want",
        "we do not want",
        "we don't need",
        "we dont need",
        "no more ",
        "drop ",
    ];
    /// … and such beginnings that choose nothing.
    const IDLE: &[&str] = &[
        "don't worry",
        "don't know",
        "dont know",
        "do not know",
        "don't see",
        "don't think",
        "don't understand",
        "don't forget",
        "don't you",
        "don't hesitate",
        "don't get",
        "never mind",
        "nevermind",
        "don't need to check",
        "drop me",
        "keep going",
        "keep in mind",
        "keep me",
        "keep up",
        "keep working",
        "use your best",
        "i want to see",
        "i want to know",
        "i want to understand",
        "always happy",
        "only if",
        "use case",
    ];
    const FOR: &[&str] = &[
        "use ",
        "let's use",
        "lets use",
        "let's go with",
        "lets go with",
        "let's stick",
        "go with ",
        "prefer ",
        "always ",
        "keep the ",
        "keep it ",
        "keep all ",
        "keep our ",
        "we'll use",
        "we will use",
        "stick with",
        "stick to ",
        "i'd rather",
        "i would rather",
        "i prefer",
        "i'd prefer",
        "i want both",
        "only the ",
        "only use ",
        "only do ",
        "only run ",
        "switch to ",
        "we do ",
        "just add ",
    ];
    const INSIDE: &[&str] = &[
        "should be called",
        "is now called",
        "we decided",
        "i decided",
        "decision:",
        "from now on",
        " instead of ",
        " rather than ",
        "must not ",
        "should not ",
        "shouldn't ",
        "don't need to ",
        "not anymore",
        " anymore",
    ];
    /// Words that say how the thing should be; about the work itself (`should work now`) they only report.
    const NORMS: &[&str] = &[
        " should live ",
        " should be ",
        " should only ",
        " should always ",
        " should use ",
        " must be ",
        " must use ",
        " needs to be ",
    ];
    const UNSURE: &[&str] = &[
        "maybe ",
        "might ",
        "could ",
        "not sure",
        "i wonder",
        "i guess",
        "seems",
        "should we",
        "should i",
        "can we",
        "can you",
        "would it",
        "</",
        "i don't know",
        "unless you",
        "should be fixed",
        "should be able",
        "should be good",
        "should be working",
        "looks like",
    ];
    const QUESTIONS: &[&str] = &[
        "would ", "could ", "should ", "can ", "is ", "are ", "do we", "do you", "do i ", "does ", "why ", "what ",
        "how ", "which ", "where ", "did ", "will ", "who ", "when ", "if ",
    ];
    let mut rest = lower;
    while let Some(behind) = LEADS.iter().find_map(|lead| rest.strip_prefix(lead)) {
        rest = behind.trim_start();
    }
    // `maybe we don't need X` says so politely; everything else that is unsure decides nothing.
    let firm =
        rest.strip_prefix("maybe ").filter(|firm| begins(firm, &["we don't need", "we dont need", "drop ", "use "]));
    let rest = firm.unwrap_or(rest);
    if is_lead_in(rest)
        || begins(rest, QUESTIONS)
        || begins(rest, IDLE)
        || any(rest, &["i don't see", "i don't know", "don't see it"])
    {
        return None;
    }
    if begins(rest, AGAINST) {
        return Some(Category::Correction);
    }
    if begins(rest, FOR) && !any(rest, UNSURE) {
        return Some(Category::Decision);
    }
    let told = any(rest, INSIDE) || (rest.len() <= 200 && any(rest, NORMS));
    (told && !any(rest, UNSURE)).then_some(Category::Decision)
}

/// The user's intent, by the first word that tells it.
fn intent(text: &str) -> Option<&'static str> {
    const TABLE: &[(&str, &[&str])] = &[
        ("review", &["review", "audit", "critique"]),
        ("investigate", &["why", "investigate", "debug", "explain", "understand", "diagnose", "analyze", "explore"]),
        (
            "implement",
            &[
                "implement",
                "add",
                "create",
                "build",
                "write",
                "fix",
                "change",
                "update",
                "remove",
                "refactor",
                "rename",
                "port",
                "make",
            ],
        ),
    ];
    text.split(|c: char| !c.is_alphanumeric()).take(60).find_map(|word| {
        let word = word.to_lowercase();
        TABLE.iter().find(|(_, words)| words.contains(&word.as_str())).map(|(name, _)| *name)
    })
}

/// Words that tell of a choice.
const CHOICES: &[&str] = &["we decided", "decision:", "settled on", "opted for", "the decision"];

/// A question, or words that only announce what comes next.
fn is_lead_in(sentence: &str) -> bool {
    sentence.trim_end_matches(['*', '_', ')', '"']).ends_with(['?', ':'])
}

fn decided(sentence: &str) -> Noticed {
    (Category::Decision, key(sentence), brief(&sentence.replace("**", ""), LONGEST_SENTENCE))
}

/// The keys of a model's own decisions begin with this: they never overtake a decision of the user.
pub const BY_THE_MODEL: &str = "model:";
/// Their words begin with this.
pub const MODELS_WORD: &str = "the model's word: ";

/// Decisions that a model marks as such in its answer: `Decision: …` at the beginning of a paragraph or a list item.
pub fn reply(text: &str) -> Vec<Noticed> {
    const MARK: &str = "decision:";
    const NOTHING: &[&str] = &["none", "n/a", "tbd", "pending", "open"];
    let paragraphs = paragraphs_of(text).into_iter().map(|paragraph| paragraph.replace("**", "").replace("__", ""));
    let stated = paragraphs.filter_map(|paragraph| {
        let mark = paragraph.get(..MARK.len()).filter(|mark| mark.eq_ignore_ascii_case(MARK))?;
        let stated = paragraph[mark.len()..].trim().to_owned();
        let nothing = stated.len() < 8 || is_lead_in(&stated) || begins(&stated.to_lowercase(), NOTHING);
        (!nothing).then_some(stated)
    });
    let noticed = stated.map(|stated| {
        let words = brief(&format!("{MODELS_WORD}{stated}"), LONGEST_SENTENCE);
        (Category::Decision, format!("{BY_THE_MODEL}{}", key(&stated)), words)
    });
    noticed.take(5).collect()
}

/// Decisions and open tasks that a compaction's summary lists under such headings, and decisions in its sentences.
pub fn summary(text: &str) -> Vec<Noticed> {
    const BY_THE_USER: &[&str] = &[
        "user chose",
        "user decided",
        "user approved",
        "user confirmed",
        "user prefers",
        "user rejected",
        "user agreed",
    ];
    let mut section = None;
    let mut noticed: Vec<Noticed> = Vec::new();
    for line in text.lines() {
        let bare = line.trim();
        let plain = bare.trim_matches('*');
        let bold = plain.len() + 4 <= bare.len();
        let heading = bare.starts_with('#')
            || bold
            || (plain.ends_with(':') && !bare.starts_with(['-', '*']))
            || bare
                .split_once(". ")
                .is_some_and(|(number, _)| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()));
        if heading {
            let lower = bare.to_lowercase();
            section = if lower.contains("decision") {
                Some(Category::Decision)
            } else if lower.contains("pending task") || lower.contains("open task") || lower.contains("todo") {
                Some(Category::Task)
            } else {
                None
            };
            continue;
        }
        let Some(category) = section.filter(|_| bare.starts_with(['-', '*', '•'])) else { continue };
        let item = bare.trim_start_matches(['-', '*', '•', ' ']).replace("**", "");
        if item.len() >= 8 && !item.to_lowercase().starts_with("none") {
            let prefix = if category == Category::Task { "summary:" } else { "" };
            noticed.push((category, format!("{prefix}{}", key(&item)), brief(&item, LONGEST_SENTENCE)));
        }
    }
    let told = sentences_of(text).into_iter().filter(|sentence| {
        let lower = sentence.to_lowercase();
        (any(&lower, CHOICES) || any(&lower, BY_THE_USER)) && !is_lead_in(sentence)
    });
    let known: Vec<String> = noticed.iter().map(|(_, key, _)| key.clone()).collect();
    noticed.extend(told.map(|sentence| decided(&sentence)).filter(|(_, key, _)| !known.contains(key)).take(5));
    noticed.truncate(20);
    noticed
}

/// A file that tells agents how to behave here.
pub fn is_rules(path: &str) -> bool {
    const NAMES: &[&str] = &[
        "CLAUDE.md",
        "AGENTS.md",
        "GEMINI.md",
        "CLAUDE.local.md",
        ".cursorrules",
        ".windsurfrules",
        "copilot-instructions.md",
    ];
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    NAMES.iter().any(|rules| rules.eq_ignore_ascii_case(name)) || path.contains(".cursor/rules/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(noticed: &[Noticed]) -> Vec<(&'static str, &str)> {
        noticed.iter().map(|(category, _, text)| (category.name(), text.as_str())).collect()
    }

    #[test]
    fn choices_of_users_are_decisions() {
        assert_eq!(
            names(&prompt(
                "Add a login page. Use argon2 for the hashes. Don't touch the schema.\n```\nuse std::io;\n```\nWhy not?"
            )),
            [
                ("decision", "Use argon2 for the hashes."),
                ("correction", "Don't touch the schema."),
                ("intent", "implement")
            ]
        );
        let chosen =
            |text: &str| prompt(text).iter().any(|(c, ..)| matches!(c, Category::Decision | Category::Correction));
        for text in [
            "ok. let's use podman instead of docker proper",
            "the state should live in the .cache folder",
            "I don't want to commit the docs",
            "and remember that I'd rather have it as a tool than as a library",
            "this is now called Ledger, not book anymore",
            "just do the other ones first. maybe we don't need the name",
            "only the first response and not on error paths",
            "okay drop the atomic wording",
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
        ] {
            assert!(!chosen(text), "{text}");
        }
        // Pasted words are somebody else's.
        assert!(!chosen(&format!("review feedback:\n\nUse a buffer here. {}", "The loop is wrong. ".repeat(60))));
        assert_eq!(names(&prompt(&"x".repeat(5000)))[0].0, "data");
    }

    #[test]
    fn decisions_that_a_model_marks() {
        let text = "Done.\n\n**Decision:** keep the queue in Redis,\nbecause workers restart.\n- decision: retry three times\n\
            ```\nDecision: in an example\n```\n> Decision: quoted words\nDecision: none\nDecision: shall we keep it?\n\
            The decision: it was made long ago.";
        let words = [
            "the model's word: keep the queue in Redis, because workers restart.",
            "the model's word: retry three times",
        ];
        assert_eq!(names(&reply(text)), words.map(|words| ("decision", words)));
        assert!(reply(text).iter().all(|(_, key, _)| key.starts_with(BY_THE_MODEL)));
        assert_eq!(reply(&format!("Decision: {}", "word ".repeat(400))).len(), 1, "a long one is cut");
        assert!(reply("Décision: garder la file d'attente").is_empty());
    }

    #[test]
    fn decisions_and_tasks_of_a_summary() {
        let listed = summary(
            "1. Primary Request:\n   - fix login\n2. Key decisions:\n   - tokens expire after an hour\n3. Pending Tasks:\n   - write the docs page\n   - None",
        );
        assert_eq!(names(&listed), [("decision", "tokens expire after an hour"), ("task", "write the docs page")]);
        let told = summary(
            "**Key Decisions**\n- **Retries**: three at most\n\n8. Current Work:\n   The user chose Postgres over SQLite. It was late. Decision:\n",
        );
        assert_eq!(
            names(&told),
            [("decision", "Retries: three at most"), ("decision", "The user chose Postgres over SQLite.")]
        );
    }

    #[test]
    fn files_of_rules() {
        assert!(is_rules("/shop/CLAUDE.md") && !is_rules("/shop/README.md"));
    }

    #[test]
    fn briefs_are_one_line_and_end_on_a_character() {
        assert_eq!(brief(" a\n\tb  c ", 20), "a b c");
        let secret = "use ghp_16C7e42F292c6912E7710c838347Ae178B4a for the deploy, please, and nothing else";
        for most in 6..60 {
            assert!(!brief(secret, most).contains("16C7"), "{}", brief(secret, most));
        }
        for most in 4..30 {
            assert!(brief("ünïcödé täxt thät ïs löng ënöügh", most).len() <= most);
        }
    }
}
