//! From words to events, by signs that are plain to see; what is unsure is no event.

use super::event::Category;
use crate::ui::clip;

/// Sentences longer than this explain; they do not decide.
const LONGEST_SENTENCE: usize = 300;
/// A prompt with more than this in it was pasted, at least in part.
const PASTED: usize = 4000;

/// What was noticed: its category, the key that makes it the same again, its words.
pub type Noticed = (Category, String, String);

/// One line of at most `most` bytes, blanks folded, cut on a character.
pub fn brief(text: &str, most: usize) -> String {
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

/// Sentences outside of code, tables and quotations.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    text.lines()
        .filter(move |line| {
            let fence = line.trim_start().starts_with("```");
            in_code ^= fence;
            !in_code && !fence && !line.trim_start().starts_with(['>', '|', '<', '{', '['])
        })
        .flat_map(|line| {
            let line = line.trim().trim_start_matches(['-', '*', '#', ' ']);
            line.split_inclusive(". ").flat_map(|part| part.split_inclusive("! ")).map(str::trim)
        })
        .filter(|sentence| (8..=LONGEST_SENTENCE).contains(&sentence.len()))
}

fn any(sentence: &str, signs: &[&str]) -> bool {
    signs.iter().any(|sign| sentence.contains(sign))
}

fn begins(sentence: &str, signs: &[&str]) -> bool {
    signs.iter().any(|sign| sentence.starts_with(sign))
}

/// What a user's words say beyond the request itself.
pub fn prompt(text: &str) -> Vec<Noticed> {
    const AGAINST: &[&str] = &[
        "don't ",
        "do not ",
        "dont ",
        "never ",
        "stop ",
        "please don't",
        "please do not",
        "no, ",
        "no need to",
        "avoid ",
    ];
    const AGAINST_INSIDE: &[&str] =
        &[" instead", "rather than", "not anymore", "must not", "should not", "shouldn't", ", not "];
    const FOR: &[&str] = &[
        "use ",
        "let's use",
        "let's go with",
        "go with",
        "prefer ",
        "always ",
        "we'll use",
        "we will use",
        "please use",
        "make sure",
        "keep ",
    ];
    const FOR_INSIDE: &[&str] =
        &["should be called", "is now called", "we decided", "i decided", "decision:", "from now on"];
    const QUESTIONS: &[&str] = &[
        "would ", "could ", "should ", "can ", "is ", "are ", "do we", "do you", "does ", "why ", "what ", "how ",
        "which ", "where ", "did ", "will ",
    ];
    const ROLES: &[&str] = &["you are a ", "you are an ", "act as ", "your role is", "behave like "];
    let mut noticed = Vec::new();
    let head = clip(text, PASTED);
    for sentence in sentences(head) {
        let lower = sentence.to_lowercase();
        let category = if begins(&lower, ROLES) {
            Category::Role
        } else if is_lead_in(&lower) || begins(&lower, QUESTIONS) || lower.contains("</") {
            continue;
        } else if begins(&lower, AGAINST) || any(&lower, AGAINST_INSIDE) {
            Category::Correction
        } else if begins(&lower, FOR) || any(&lower, FOR_INSIDE) {
            Category::Decision
        } else {
            continue;
        };
        noticed.push((category, key(sentence), brief(sentence, LONGEST_SENTENCE)));
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

/// What the user is after, by the first word that says it.
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
const CHOICES: &[&str] = &[
    "i decided",
    "we decided",
    "decision:",
    "i'll go with",
    "i will go with",
    "going with ",
    "i chose",
    "we chose",
    "settled on",
    "opted for",
    "opted to",
    "the root cause",
    "decided to ",
    "the decision",
];

/// Decisions that an agent states in so many words.
pub fn reply(text: &str) -> Vec<Noticed> {
    // An agent says of every tool that it will use it: a choice names what it was made against, or is one of ways.
    const USES: &[&str] = &["i'll use ", "i’ll use ", "i will use "];
    const AGAINST: &[&str] = &[" instead", " rather than ", " approach", " strategy"];
    // Most replies have no such word: a look at the bytes is cheaper than taking them apart.
    const HINTS: &[&str] =
        &["ecid", "ecision", "oing with", "chose", "ettled", "pted ", "root cause", "ll use", "go with"];
    if !any(text, HINTS) {
        return Vec::new();
    }
    let told = sentences(text).filter(|sentence| {
        let lower = sentence.to_lowercase();
        let decides = any(&lower, CHOICES) || (any(&lower, USES) && any(&lower, AGAINST));
        decides && !is_lead_in(sentence)
    });
    told.take(3).map(decided).collect()
}

/// A question, or words that only announce what comes next.
fn is_lead_in(sentence: &str) -> bool {
    sentence.trim_end_matches(['*', '_', ')', '"']).ends_with(['?', ':'])
}

fn decided(sentence: &str) -> Noticed {
    (Category::Decision, key(sentence), brief(&sentence.replace("**", ""), LONGEST_SENTENCE))
}

/// What a compaction's summary lists under headings that name decisions and open tasks, and what it says was decided.
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
    let told = sentences(text).filter(|sentence| {
        let lower = sentence.to_lowercase();
        (any(&lower, CHOICES) || any(&lower, BY_THE_USER)) && !is_lead_in(sentence)
    });
    let known: Vec<String> = noticed.iter().map(|(_, key, _)| key.clone()).collect();
    noticed.extend(told.map(decided).filter(|(_, key, _)| !known.contains(key)).take(5));
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
    fn what_users_say() {
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
        assert_eq!(names(&prompt("why does this fail?")), [("intent", "investigate")]);
        assert_eq!(names(&prompt("thanks")), []);
        let long = "x".repeat(5000);
        assert_eq!(names(&prompt(&long))[0].0, "data");
    }

    #[test]
    fn what_agents_decide() {
        let noticed = reply("All green. I'll use a queue instead of polling. Shall I go with that?");
        assert_eq!(names(&noticed), [("decision", "I'll use a queue instead of polling.")]);
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
    fn what_only_tells_of_the_next_step_is_no_decision() {
        for text in [
            "I'll use the `review` skill for this because it asks for a review.",
            "For changed files, I'll use one command like:",
            "I'll use grep to look for callers.",
        ] {
            assert_eq!(names(&reply(text)), [], "{text}");
        }
        assert_eq!(names(&prompt("Use <summary></summary> tags.")), []);
        assert_eq!(names(&prompt("Use these words:\nno")), []);
    }

    #[test]
    fn files_of_rules() {
        assert!(is_rules("/shop/CLAUDE.md") && !is_rules("/shop/README.md"));
    }

    #[test]
    fn briefs_are_one_line_and_end_on_a_character() {
        assert_eq!(brief(" a\n\tb  c ", 20), "a b c");
        for most in 4..30 {
            assert!(brief("ünïcödé täxt thät ïs löng ënöügh", most).len() <= most);
        }
    }
}
