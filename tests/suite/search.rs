//! Search through the real binary: recall over real outputs, rank, restraint, filters, and an index that survives.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::harness::{Done, Home};

fn json(done: &Done) -> Value {
    serde_json::from_str(&done.out).unwrap_or_else(|error| panic!("{error}: {} {}", done.out, done.err))
}

impl Home {
    fn hits(&self, args: &[&str]) -> Vec<Value> {
        let mut all = vec!["search", "--json"];
        if !args.contains(&"--limit") {
            all.extend(["--limit", "10"]);
        }
        all.extend(args);
        json(&self.ctx(all))["hits"].as_array().cloned().unwrap_or_default()
    }

    fn keep(&self, command: &str, text: &str) -> String {
        self.pipe(["store", "--cmd", command], text.as_bytes()).id()
    }
}

fn refs(hits: &[Value]) -> Vec<&str> {
    hits.iter().map(|hit| hit["ref"].as_str().unwrap()).collect()
}

fn snippets(hits: &[Value]) -> String {
    hits.iter().map(|hit| hit["snippet"].as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

/// Every output kept as a fixture is found again by the lines that matter in it.
#[test]
fn real_outputs_are_found_by_what_matters_in_them() {
    let home = Home::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut asked = Vec::new();
    let mut stored: Vec<(String, String)> = Vec::new();
    let mut families: Vec<_> = std::fs::read_dir(root).unwrap().flatten().map(|entry| entry.path()).collect();
    families.sort();
    for family in families.iter().filter(|path| path.is_dir()) {
        let mut cases: Vec<_> = std::fs::read_dir(family).unwrap().flatten().map(|entry| entry.path()).collect();
        cases.sort();
        let raws = cases.iter().filter(|path| path.extension().is_some_and(|end| end == "raw"));
        for raw in raws.take(2) {
            let bytes = std::fs::read(raw).unwrap();
            let about: toml::Table = std::fs::read_to_string(raw.with_extension("toml")).unwrap().parse().unwrap();
            let id = home.pipe(["store", "--cmd", about["command"].as_str().unwrap()], &bytes).id();
            let needles = about.get("needles").and_then(|needles| needles.as_array()).cloned().unwrap_or_default();
            // A digest may say in its own words what machine formats say in theirs.
            let text = String::from_utf8_lossy(&bytes);
            let stands = |needle: &&str| text.contains(needle);
            let says =
                |needle: &&str| needle.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 3).count() > 1;
            for needle in needles.iter().filter_map(|needle| needle.as_str()).filter(says).filter(stands).take(2) {
                asked.push((needle.to_owned(), raw.clone()));
            }
            stored.push((id, text.into_owned()));
        }
    }
    assert!(asked.len() > 100, "{}", asked.len());
    let mut missed = Vec::new();
    for (needle, raw) in &asked {
        // As an agent would: the words, not the signs around them.
        let query = needle.replace('"', " ").replace(" -", " ");
        let hits = home.hits(&["--", &query]);
        // Several tools may print the same words: any of their outputs is an answer.
        let answers = |found: &&str| stored.iter().any(|(id, text)| id == found && text.contains(needle.as_str()));
        if !refs(&hits).iter().any(answers) {
            missed.push(format!("{}: {needle}", raw.display()));
        }
    }
    assert!(missed.len() * 50 <= asked.len(), "{} of {} not found:\n{}", missed.len(), asked.len(), missed.join("\n"));
}

#[test]
fn names_codes_places_scripts_and_signs() {
    let home = Home::new();
    let text = "error[E0308]: mismatched types\n --> src/main.rs:42:7\n\nuseEffect(() => fetchUser_by_id)\n\n\
        数据库连接失败 at 3306\n\n🚀 deployed to prod\n\nnaïve café résumé\n\n\
        request 550e8400-e29b-41d4-a716-446655440000 failed from 10.0.0.17:8080\n\n\
        commit 54206fbd9e7c54206fbd9e7c54206fbd9e7cabcd\n\nthe kubernetes scheduler evicted a pod\n";
    home.keep("make", text);
    for (query, line) in [
        ("E0308", "E0308"),
        ("e0308", "E0308"),
        ("src/main.rs:42", "main.rs:42:7"),
        ("main.rs:42", "main.rs:42:7"),
        ("useEff", "useEffect"),
        ("fetch_user", "fetchUser_by_id"),
        ("userById", "fetchUser_by_id"),
        ("数据", "数据库连接失败"),
        ("连接失败", "数据库连接失败"),
        ("🚀", "deployed"),
        ("naive cafe", "naïve"),
        ("RÉSUMÉ", "résumé"),
        ("550e8400-e29b-41d4-a716-446655440000", "request"),
        ("10.0.0.17", "8080"),
        ("8080", "8080"),
        ("3306", "3306"),
        ("54206fb", "commit"),
        ("kuberntes", "scheduler"),
        ("kubernetes shceduler", "scheduler"),
        ("schedulre evict", "scheduler"),
        ("c-a-t OR NOT evicted*", "evicted"),
        ("evicted\" AND (", "evicted"),
        ("\"evicted a pod\"", "evicted a pod"),
        ("title:evicted", "evicted"),
        ("^evicted + NEAR(", "evicted"),
    ] {
        let hits = home.hits(&["--", query]);
        assert!(!hits.is_empty(), "nothing for {query}");
        assert!(hits[0]["snippet"].as_str().unwrap().contains(line), "{query}: {:#?}", hits[0]);
    }
    let answer = json(&home.ctx(["search", "--json", "kuberntes pod"]));
    assert_eq!(answer["corrected"]["kuberntes"], "kubernetes");
    assert!(home.ctx(["search", "kuberntes pod"]).out.starts_with("corrected: kuberntes → kubernetes\n"));
}

#[test]
fn sections_with_the_same_first_line_are_all_found() {
    let home = Home::new();
    let text: String = (0..23)
        .map(|n| {
            format!("FAIL suite\n  step number{n} broke\n  because of needle\n{}\n", "  filler words here\n".repeat(8))
        })
        .collect();
    home.keep("suite", &text);
    let hits = home.hits(&["needle", "--limit", "50"]);
    assert_eq!(hits.len(), 23, "{hits:#?}");
    let page = home.ctx(["search", "needle"]).out;
    assert!(page.contains(" more") && page.contains("--offset"), "{page}");
}

#[test]
fn a_phrase_must_be_there_and_an_excluded_word_must_not() {
    let home = Home::new();
    home.keep("a", "the connection was refused by the gateway\n");
    let exact = home.keep("b", "connection refused while dialing\n");
    home.keep("c", "connection refused by the firewall\n");
    assert_eq!(refs(&home.hits(&["\"connection refused\" -firewall"])), [exact.as_str()]);
    assert_eq!(home.hits(&["connection"]).len(), 3);
    let none = home.ctx(["search", "\"gateway refused\""]);
    assert_eq!(none.code, 1, "{}", none.out);
    assert!(none.out.contains("tried words, corrections"), "{}", none.out);
}

#[test]
fn swapped_letters_and_words_as_near_as_the_nearest() {
    let home = Home::new();
    home.ctx(["note", "every list of peers is sorted"]);
    home.ctx(["note", "the list grows"]);
    home.ctx(["note", "inst is short for instance"]);
    // The same letters count for as much as the same first letter, and then the more frequent word.
    assert_eq!(json(&home.ctx(["search", "--json", "ilst"]))["corrected"]["ilst"], "list");
    // Another word that is as near may be the one: the rest of the question decides.
    let cache = home.ctx(["note", "redis keeps the cache warm"]).id();
    for _ in 0..3 {
        home.ctx(["note", "res holds the response"]);
    }
    assert_eq!(refs(&home.hits(&["reis cache"]))[0], cache);
}

#[test]
fn the_later_word_counts() {
    let home = Home::new();
    let old = home.ctx(["note", "the api limit is 100 requests"]).id();
    let new = home.ctx(["note", "the api limit is 250 requests", "--supersedes", &old]).id();
    let page = home.ctx(["search", "api limit"]).out;
    let (first, second) = (page.find(&new).unwrap(), page.find(&format!("[ctx:{old}]:")).unwrap());
    assert!(first < second && page.contains(&format!("superseded by [ctx:{new}]")), "{page}");
    // Also where only the old one has the words.
    let old = home.ctx(["note", "deploy with jenkins"]).id();
    let new = home.ctx(["note", "we ship by hand now", "--supersedes", &old]).id();
    assert_eq!(refs(&home.hits(&["jenkins"])), [new.as_str(), old.as_str()]);
    // Without a word about it, the newer of two that are equally relevant.
    home.ctx(["note", "use tabs for indentation"]);
    let newer = home.ctx(["note", "do not use tabs for indentation"]).id();
    assert_eq!(refs(&home.hits(&["tabs indentation"]))[0], newer);
}

#[test]
fn of_identical_outputs_the_newest_stands_for_all() {
    let home = Home::new();
    let ids: Vec<String> = (0..5).map(|_| home.sh("echo the same needle").id()).collect();
    let hits = home.hits(&["needle"]);
    assert_eq!(refs(&hits), [ids[4].as_str()]);
    assert_eq!(hits[0]["older"], 4);
    assert!(home.ctx(["search", "needle"]).out.contains("+4 older"));
    // Runs of one command that differ in numbers only are one answer, too.
    let runs: Vec<String> = (0..3).map(|n| home.keep("job", &format!("job {n}{n}{n} met a haystack\n"))).collect();
    let hits = home.hits(&["haystack"]);
    assert_eq!(refs(&hits), [runs[2].as_str()]);
    assert_eq!(hits[0]["older"], 2);
}

#[test]
fn filters_narrow() {
    let home = Home::new();
    let failed = home.sh("echo needle one; exit 1").id();
    let fine = home.ctx(["run", "--label", "lab", "--", "echo", "needle two"]).id();
    let note = home.ctx(["note", "needle three"]).id();
    std::fs::write(home.work().join("doc.md"), "# Needle\n\nfour\n").unwrap();
    assert!(home.ctx(["store", "--document", "doc.md"]).out.contains("1 new"));
    let only = |args: &[&str]| {
        let mut all = vec!["needle"];
        all.extend(args);
        refs(&home.hits(&all)).iter().map(|id| (*id).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(only(&[]).len(), 4);
    assert_eq!(only(&["--failed"]), std::slice::from_ref(&failed));
    assert_eq!(only(&["--in", &fine]), std::slice::from_ref(&fine));
    assert_eq!(only(&["--in", "lab"]), std::slice::from_ref(&fine));
    assert_eq!(only(&["--kind", "note"]), std::slice::from_ref(&note));
    assert_eq!(only(&["--kind", "doc"]).len(), 1);
    assert_eq!(only(&["--kind", "note", "--kind", "doc"]).len(), 2);
    assert_eq!(only(&["--cmd", "echo*"]), [fine]);
    assert_eq!(only(&["--session=other"]).len(), 0);
    assert_eq!(only(&["--session", "--project", "--since", "1h"]).len(), 4);
    assert_eq!(only(&["--project=/nowhere"]).len(), 0);
    assert_eq!(home.ctx(["search", "x", "--in", "no such"]).code, 1);
}

#[test]
fn documents_are_read_again_only_when_they_changed() {
    let home = Home::new();
    let docs = home.work().join("docs");
    std::fs::create_dir(&docs).unwrap();
    std::fs::write(
        docs.join("a.md"),
        "# Install\n\nrun the zebra installer\n\n## Linux\n\n```sh\n# not a heading\nmake\n```\n",
    )
    .unwrap();
    std::fs::write(docs.join("b.txt"), "plain words\n").unwrap();
    std::fs::write(docs.join("c.bin"), [0u8, 1, 2, 255, 0, 7]).unwrap();
    std::fs::write(docs.join(".gitignore"), "ignored.md\n").unwrap();
    std::fs::write(docs.join("ignored.md"), "zebra\n").unwrap();
    let first = home.ctx(["store", "docs", "--label", "handbook"]).out;
    assert!(first.contains("indexed 2 documents") && first.contains("2 new"), "{first}");
    let hits = home.hits(&["zebra"]);
    assert_eq!(hits.len(), 1);
    assert_eq!(hits[0]["kind"], "doc");
    assert!(hits[0]["source"].as_str().unwrap().ends_with("docs/a.md"));
    assert_eq!(home.hits(&["make"])[0]["title"], "Install > Linux");
    assert!(home.ctx(["store", "docs"]).out.contains("2 unchanged"));
    std::fs::write(docs.join("a.md"), "# Install\n\nrun the giraffe installer\n").unwrap();
    std::fs::remove_file(docs.join("b.txt")).unwrap();
    let again = home.ctx(["store", "docs"]).out;
    assert!(again.contains("1 changed") && again.contains("1 gone"), "{again}");
    assert!(home.hits(&["giraffe"]).len() == 1 && home.hits(&["\"plain words\""]).is_empty());
    assert!(home.hits(&["\"zebra\""]).is_empty());
    assert_eq!(home.pipe(["store", "--document", "-", "--label", "piped"], b"walrus facts\n").code, 0);
    assert_eq!(home.hits(&["walrus", "--in", "piped"]).len(), 1);
    assert_eq!(home.index_contradictions(), Vec::<String>::new());
}

#[test]
fn restraint_grows_and_is_never_a_block() {
    let home = Home::new();
    for n in 0..12 {
        home.keep(
            &format!("job{n}"),
            &format!("animal{n} zebra crossing number {n}\n{}", "some other words follow here\n".repeat(30)),
        );
    }
    let search = |query: &str, more: &[&str]| {
        let mut args = vec!["search", query];
        args.extend(more);
        home.ctx(args).out
    };
    let hits = |page: &str| page.matches("[ctx:").count();
    assert_eq!(hits(&search("zebra one", &[])), 5);
    search("zebra two", &[]);
    search("zebra three", &[]);
    let fourth = search("zebra four", &[]);
    assert!(fourth.contains("shortened (") && fourth.len() < 1400, "{fourth}");
    for n in 5..9 {
        search(&format!("zebra {n}{n}{n}"), &[]);
    }
    let ninth = search("zebra nine", &[]);
    assert!(hits(&ninth) == 1 && ninth.contains("shortened to one hit"), "{ninth}");
    assert!(hits(&search("zebra ten", &["--limit", "4", "--budget", "4096"])) == 4);
    home.sh("echo something else");
    assert_eq!(hits(&search("zebra eleven", &[])), 5);
}

#[test]
fn a_question_asked_again_gets_the_reference() {
    let home = Home::new();
    home.keep("job", &format!("zebra crossing\n{}", "words that follow it here\n".repeat(20)));
    let first = home.ctx(["search", "zebra"]).out;
    assert!(first.contains("zebra crossing"), "{first}");
    let second = home.ctx(["search", "zebra"]).out;
    assert!(second.contains("the same 1 hit") && second.contains("[ctx:") && second.contains("--again"), "{second}");
    assert!(!second.contains("zebra crossing"), "{second}");
    assert!(home.ctx(["search", "zebra", "--again"]).out.contains("zebra crossing"));
    home.keep("job2", "another zebra came\n");
    assert!(home.ctx(["search", "zebra"]).out.contains("another zebra came"), "a new answer is a new answer");
}

#[test]
fn several_questions_in_one_call() {
    let home = Home::new();
    home.keep("a", "zebra crossing\n");
    home.keep("b", "giraffe feeding\n");
    let done = home.ctx(["search", "zebra", "giraffe", "qqqqqq"]);
    assert_eq!(done.code, 0);
    for part in ["zebra:\n", "zebra crossing", "giraffe:\n", "giraffe feeding", "qqqqqq:\n", "nothing found"] {
        assert!(done.out.contains(part), "{part}: {}", done.out);
    }
    assert_eq!(json(&home.ctx(["search", "--json", "zebra", "giraffe"]))["answers"].as_array().unwrap().len(), 2);
}

#[test]
fn a_scan_finds_what_words_cannot() {
    let home = Home::new();
    let text: String = (0..2000).map(|n| format!("line {n} value={}\n", n * 7)).collect();
    let id = home.keep("gen", &text);
    home.keep("coloured", "\u{1b}[31mvalue\u{1b}[0m=13993\n");
    let hits = home.hits(&["--grep", r"value=139\d\d$", "--limit", "50"]);
    assert_eq!(hits.iter().filter(|hit| hit["ref"] == id.as_str()).count(), 14);
    assert!(snippets(&hits).contains("line 1999 value=13993"));
    let all = json(&home.ctx(["search", "--json", "--grep", r"value=139\d\d$"]));
    assert_eq!(all["hits"].as_array().unwrap().len(), 15, "{all:#}");
    let page = home.ctx(["search", "--grep", "line"]).out;
    assert!(page.contains("more, 2000 lines in 1 entry"), "{page}");
    assert_eq!(home.ctx(["search", "--grep", "no such thing"]).code, 1);
    assert_eq!(home.ctx(["search", "--grep", "("]).code, 2);
    // A number that no index holds is found in the text.
    assert!(snippets(&home.hits(&["42"])).contains("42"));
}

#[test]
fn forgotten_and_masked_words_are_not_found() {
    let home = Home::new();
    home.sh("echo token ghp_q7Zk2mX9vB4nW8sL1tR6yH3cJ5dF0gPa2uE4 zebra");
    assert!(!snippets(&home.hits(&["zebra"])).contains("ghp_"));
    assert!(home.ctx(["search", "ghp_q7Zk2mX9vB4nW8sL1tR6yH3cJ5dF0gPa2uE4"]).code == 1);
    let id = home.sh("echo unforgettable-walrus").id();
    assert_eq!(home.hits(&["unforgettable"]).len(), 1);
    home.ctx(["forget", &id]);
    for file in std::fs::read_dir(home.store()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        for word in ["unforgett", "walrus"] {
            assert!(memchr::memmem::find(&bytes, word.as_bytes()).is_none(), "{word} is still there");
        }
    }
    assert_eq!(home.hits(&["unforgettable"]).len(), 0);
}

#[test]
fn parts_of_words_are_found_in_a_store_of_before() {
    let home = Home::new();
    let id = home.sh("echo retry_with_backoff called").id();
    assert_eq!(refs(&home.hits(&["th_backo"])), [id.as_str()]);
    home.back_to(
        9,
        "DROP TABLE word_grams;
         CREATE VIRTUAL TABLE word_grams USING fts5(word, content='', contentless_delete=1, tokenize='trigram', detail=none);
         INSERT INTO word_grams (rowid, word) SELECT id, word FROM word",
    );
    assert_eq!(refs(&home.hits(&["th_backo"])), [id.as_str()]);
    assert_eq!(home.index_contradictions(), Vec::<String>::new());
    home.database().execute("INSERT INTO word_grams (word_grams) VALUES ('delete-all')", []).unwrap();
    assert!(home.index_contradictions().iter().any(|wrong| wrong.contains("spellings")));
}

#[test]
fn bytes_that_went_leave_what_was_said_of_them() {
    let home = Home::new();
    let id = home.sh("echo error: the zebra escaped; exit 1").id();
    assert_eq!(refs(&home.hits(&["zebra"])), [id.as_str()]);
    home.ctx(["forget", "--prune", "--until", "0d"]);
    assert_eq!(refs(&home.hits(&["zebra escaped"])), [id.as_str()]);
    assert_eq!(home.index_contradictions(), Vec::<String>::new());
}

#[test]
fn a_command_that_still_runs_is_searched_as_far_as_it_came() {
    let home = Home::new();
    let mut child = home
        .command(["run", "--", "sh", "-c", "echo early zebra; sleep 30"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    let mut found = false;
    while !found && start.elapsed() < Duration::from_secs(20) {
        found = !home.hits(&["zebra", "--since", "1h"]).is_empty();
    }
    let _ = home.program("kill", [child.id().to_string()]).status();
    child.wait().unwrap();
    assert!(found);
    assert_eq!(home.hits(&["zebra"]).len(), 1, "indexed once, whatever came of it");
    assert_eq!(home.index_contradictions(), Vec::<String>::new());
}

#[test]
fn an_entry_in_the_row_of_a_forgotten_one_is_indexed() {
    let home = Home::new();
    home.ctx(["note", "gamma rays"]);
    let gone = home.ctx(["note", "delta waves"]).id();
    home.ctx(["search", "waves"]);
    assert_eq!(home.ctx(["forget", &gone]).code, 0);
    home.ctx(["note", "zebra crossings"]);
    home.ctx(["search", "zebra"]);
    let sections = "SELECT count(*) FROM section s JOIN entry e ON e.blob_id = s.blob_id";
    let count: i64 = home.database().query_row(sections, [], |row| row.get(0)).unwrap();
    assert_eq!(count, 2);
}

#[test]
fn all_words_near_each_other_come_first_and_titles_carry_nothing() {
    let home = Home::new();
    // Many sections with one of the words, often; one line with both.
    for n in 0..12 {
        let text: String =
            (0..30).map(|at| format!("the cap of queue {n} is raised, cap by cap, step {at}\n")).collect();
        home.keep(&format!("cat caps-{n}.txt"), &text);
    }
    let filler: String = (0..25).map(|at| format!("some other line of this file, number {at}\n")).collect();
    let both = home.keep("cat backoff.py", &format!("{filler}# apply the cap before the jitter\n{filler}"));
    home.keep("cat jitter.txt", &"jitter on every clock, jitter on every line\n".repeat(20));
    let hits = home.hits(&["cap jitter"]);
    assert_eq!(refs(&hits)[0], both);
    assert!(hits[0]["snippet"].as_str().unwrap().contains("apply the cap before the jitter"), "{}", hits[0]);
    // Lines below an error's heading have none of its words: they are no answer.
    let page: String = std::iter::once("error: double charge of a customer\n".to_owned())
        .chain((0..200).map(|at| format!("worker {at} goes on with what it did before, as if nothing had happened\n")))
        .collect();
    home.keep("./settle", &page);
    for hit in home.hits(&["double charge customer"]) {
        let snippet = hit["snippet"].as_str().unwrap();
        assert!(["double", "charge", "customer"].iter().any(|word| snippet.contains(word)), "{hit}");
    }
}

#[test]
fn a_question_of_any_length_is_answered() {
    let home = Home::new();
    let id = home.keep("make", "linking the walrus binary\n");
    let words: String = (0..20_000).map(|n| format!("word{} thing{} ", n % 4000, n % 700)).collect();
    let done = home.ctx(["search", "--json", "--", &format!("walrus {}", &words[..120_000])]);
    assert_eq!(refs(json(&done)["hits"].as_array().unwrap())[0], id, "{}", done.err);
    let intent = home.ctx(["get", &id, "--intent", &words[..60_000]]);
    assert_eq!(intent.code, 0, "{}", intent.err);
}

/// Texts as they come up in work on programs; some of their words look like words of the questions below.
const WORK: &[&str] = &[
    "the server starts with uvicorn and reloads when a template changes; the date of the last deploy is in the header",
    "login fails with 401 when the token expired; refresh it before the request is sent",
    "cargo test passes, but clippy complains about a needless borrow in src/store/pages.rs",
    "migrate the users table: add a column for the locale and backfill it in batches of 500",
    "the cache is invalidated by a key that holds the commit hash and the branch name",
    "npm run build prints a warning about the chunk size; split the vendor bundle",
    "a race in the scheduler: two workers take the same job when the lock times out",
    "the report page shows findings by severity; copy buttons export markdown and json",
    "use argon2 for the passwords and keep the pepper out of the repository",
    "docker compose up fails because port 5432 is taken by another postgres",
];

/// Questions about nothing that is there.
const NOTHING: &[&str] = &[
    "how late did the unicorn sleep",
    "recipe for chocolate cake with cherries",
    "which penguin lives in the kitchen",
    "who painted the ceiling of the chapel",
    "best guitar for a beginner with small hands",
    "when does the train to the mountains leave",
    "how tall is the oldest oak in the forest",
    "what should I feed a hungry elephant",
    "late unicorn",
    "why is the ocean salty",
    "how many moons circle the planet Jupiter",
    "tickets for the opera on Sunday",
    "growing tomatoes on a balcony in winter",
    "the king who lost his golden crown",
    "how to knit a woollen scarf for grandmother",
    "cheap flights from Lisbon to Tokyo in spring",
    "rules of chess for young children",
    "does a violin need humidity",
    "symptoms of a broken wrist",
    "what did the poet write about autumn",
];

#[test]
fn a_longer_word_is_not_corrected_to_its_beginning() {
    let home = Home::new();
    home.ctx(["note", "the rabbit hole of settings is described in the wiki"]);
    assert_eq!(home.ctx(["search", "--all-projects", "rabbitmq queue"]).code, 1);
    assert!(home.ctx(["search", "--all-projects", "rabitt hole"]).out.contains("corrected: rabitt → rabbit"));
}

#[test]
fn a_question_about_nothing_is_answered_by_nothing() {
    let home = Home::new();
    for text in WORK {
        home.ctx(["note", text]);
    }
    let answered: Vec<&&str> =
        NOTHING.iter().filter(|question| home.ctx(["search", "--all-projects", question]).code != 1).collect();
    assert!(answered.is_empty(), "answered: {answered:?}");
    // What is there is found: in its own words, in other forms, with a typo, and with a word that is nowhere.
    for (question, answer) in [
        ("which port does postgres need", "port 5432"),
        ("uvicorn reload", "uvicorn"),
        ("expired tokens at login", "401"),
        ("clipy needless borow", "clippy"),
        ("race between workers in the scheduler at midnight", "race in the scheduler"),
        ("pasword hashing argon2", "argon2"),
        // Among a few texts, two of six words are no chance, though one of the others is nowhere.
        ("does the report bundle keep a column for the locale in the attic", "locale"),
    ] {
        let done = home.ctx(["search", "--all-projects", question]);
        assert!(done.code == 0 && done.out.contains(answer), "{question}: {} {}", done.out, done.err);
    }
}

#[test]
fn a_word_that_is_there_is_named_where_the_question_has_no_answer() {
    let home = Home::new();
    for text in WORK {
        home.ctx(["note", text]);
    }
    let done = home.ctx(["search", "--all-projects", "the scheduler of a unicorn in the kitchen"]);
    assert!(done.code == 1 && done.out.contains("alone there are: scheduler\n"), "{} {}", done.out, done.err);
    let done = home.ctx(["search", "--all-projects", "race in the scheduler of workers at zanzibar"]);
    assert!(done.code == 0 && done.out.starts_with("not found: zanzibar\n[ctx:"), "{} {}", done.out, done.err);
    let done = home.ctx(["search", "--all-projects", "scheduler"]);
    assert!(done.code == 0 && done.out.contains("race in the scheduler"), "{} {}", done.out, done.err);
}

#[test]
fn a_code_that_is_named_counts_more_than_all_words_beside_each_other() {
    let home = Home::new();
    home.ctx(["note", "Add remediation impact evaluation: commit of the remediation, impact, evaluation"]);
    home.ctx(["note", "Committed as 345c4c3: the impact evaluation and, among others, what remediation needs"]);
    for at in 0..9 {
        home.ctx(["note", &format!("step {at}: remediation of an evaluation, without impact, in one commit")]);
    }
    let done = home.ctx(["search", "--all-projects", "345c4c3 remediation impact evaluation commit"]);
    let first = done.out.lines().nth(1).unwrap_or_default();
    assert!(first.contains("345c4c3"), "{}", done.out);
}

#[test]
fn an_output_is_found_by_the_words_of_its_command_too() {
    let home = Home::new();
    let popped =
        "Auto-merging a.rs\nCONFLICT (content): Merge conflict in a.rs\nThe entry is kept in case you need it again.\n";
    let notes = "No merge conflict is active right now: the merge was completed, and the conflict in b.rs was resolved.\nA stash \
        of older changes has nothing to do with the conflict.\n";
    home.pipe(["store", "--cmd", "git stash pop"], popped.as_bytes());
    home.pipe(["store", "--cmd", "cat notes.txt"], notes.as_bytes());
    let found = json(&home.ctx(["search", "which merge conflict came from the stash pop", "--json"]));
    assert_eq!(found["hits"][0]["source"], "git stash pop", "{found}");
}

#[test]
fn the_same_sentence_is_one_hit() {
    let home = Home::new();
    let mut text = String::new();
    for at in 0..3 {
        let said = format!("Step {at}.\n\nThe importer drops the last row because the buffer is not flushed.");
        let line = serde_json::json!({
            "type": "assistant", "uuid": format!("a{at}"), "sessionId": "same-1", "cwd": home.work(),
            "timestamp": format!("2026-03-02T09:0{at}:00.000Z"),
            "message": { "role": "assistant", "content": [{ "type": "text", "text": said }] },
        });
        text.push_str(&format!("{line}\n"));
    }
    let file = home.path().join("same.jsonl");
    std::fs::write(&file, text).unwrap();
    home.ctx(["store".as_ref(), "--import".as_ref(), file.as_os_str()]);
    let done = home.ctx(["search", "--all-projects", "--json", "importer drops last row"]);
    let answer: Value = serde_json::from_str(&done.out).unwrap();
    assert_eq!(answer["hits"].as_array().map(Vec::len), Some(1), "{answer}");
}

/// Paragraphs of one page that answer are one place to open, with what lies between them left out.
#[test]
fn answers_near_each_other_are_one_place() {
    let home = Home::new();
    let filler = |from: usize, to: usize| {
        let line = |at: usize| format!("Sentence {at} is long and of no use: {}.\n", "nothing at all ".repeat(12));
        (from..to).map(line).collect::<String>()
    };
    let page = format!(
        "# Queue\n\nThe queue keeps a lease for each job.\n\n{}\n## Limits\n\nA lease of the queue ends after a minute.\n\n{}\n## Far away\n\nA job without a lease leaves the queue.\n",
        filler(1, 6),
        filler(10, 60),
    );
    let file = home.path().join("queue.md");
    std::fs::write(&file, page).unwrap();
    home.ctx(["store".as_ref(), file.as_os_str()]);
    let hits = home.hits(&["lease of a job in the queue"]);
    let places: Vec<(u64, u64)> =
        hits.iter().map(|hit| (hit["start"].as_u64().unwrap(), hit["end"].as_u64().unwrap())).collect();
    assert_eq!(hits.len(), 2, "{hits:?}");
    assert!(places.iter().any(|(first, last)| *first <= 3 && *last >= 13), "{places:?}");
    let near = hits.iter().find(|hit| hit["start"].as_u64().unwrap() <= 3).unwrap()["snippet"].as_str().unwrap();
    assert!(near.contains("keeps a lease") && near.contains("ends after a minute") && near.contains("…"), "{near}");
    let shown = home.ctx(["search", "lease of a job in the queue"]).out;
    assert!(shown.contains("Limits"), "{shown}");
}

#[test]
fn an_abbreviation_is_not_corrected() {
    let home = Home::new();
    home.keep("cat notes", "a vec of bytes is copied into the buffer\n");
    let done = home.ctx(["search", "--json", "vpc module"]);
    assert!(done.code == 1 && !done.out.contains("\"vpc\":"), "{} {}", done.out, done.err);
}
