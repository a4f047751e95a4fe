//! The server answers with the JSON that `--json` prints, a page at a time, masked.

use serde_json::{Value, json};

use super::{Web, planted};
use crate::harness::Home;

fn printed(home: &Home, args: &[&str]) -> Value {
    let done = home.ctx(args);
    serde_json::from_str(&done.out).unwrap_or_else(|error| panic!("{args:?}: {error} {} {}", done.out, done.err))
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

#[test]
fn the_page_is_sent_what_the_verbs_print() {
    let home = planted();
    let web = Web::start(&home);
    let project = encoded(&home.work().to_string_lossy());
    let listed = printed(&home, &["history", "--json", "--limit", "100"]);
    assert_eq!(web.ask(&format!("history?project={project}&limit=100"))["entries"], listed);
    assert_eq!(web.ask("history?limit=100")["entries"], listed);
    let sessions = printed(&home, &["sessions", "--json"]);
    assert_eq!(web.ask(&format!("sessions?project={project}"))["sessions"], sessions);
    let id = listed.as_array().unwrap().iter().find(|row| row["name"] == "seq 1 5000").unwrap()["ref"].clone();
    let id = id.as_str().unwrap();
    let lines = printed(&home, &["get", id, "--lines", "4000:4010", "--json"]);
    assert_eq!(web.ask(&format!("lines?ref={id}&from=4000&to=4010")), lines);
    let answer = web.ask(&format!("search?q=asertion&project={project}&limit=5"));
    let cli = printed(&home, &["search", "asertion", "--json", "--limit", "5", "--project"]);
    assert_eq!((&answer["corrected"], &answer["more"]), (&cli["corrected"], &cli["more"]));
    let refs = |value: &Value| -> Vec<Value> {
        value["hits"].as_array().unwrap().iter().map(|hit| json!([hit["ref"], hit["start"], hit["end"]])).collect()
    };
    assert!(!refs(&cli).is_empty());
    assert_eq!(refs(&answer), refs(&cli));
    let stats = printed(&home, &["stats", "--json"]);
    let savings = web.ask(&format!("savings?project={project}"));
    for key in ["outputs", "raw", "printed", "stored", "commands", "days"] {
        assert_eq!(savings[key], stats[key], "{key}");
    }
    assert_eq!(savings["retries"], printed(&home, &["stats", "--retries", "--json"]));
    let work = web.ask(&format!("work?project={project}"));
    assert!(!work["slow"].as_array().unwrap().is_empty());
    for key in ["cost", "files", "tools", "slow"] {
        assert_eq!(work[key], printed(&home, &["usage", &format!("--{key}"), "--json"]), "{key}");
    }
    let runs: Vec<&Value> = listed.as_array().unwrap().iter().filter(|row| row["name"] == "cargo test").collect();
    let (new, old) = (runs[0]["ref"].as_str().unwrap(), runs[1]["ref"].as_str().unwrap());
    assert_eq!(web.ask(&format!("diff?old={old}&new={new}")), printed(&home, &["diff", old, new, "--json"]));
    let brief = web.ask(&format!("brief?project={project}"));
    let told = home.ctx(["context"]).out;
    assert_eq!(brief["text"].as_str().unwrap().lines().next(), told.lines().next());
    assert!(brief["text"].as_str().unwrap().contains("tokens live an hour"));
    let story = web.ask("session?name=night");
    let reflected = printed(&home, &["reflect", "--session", "night", "--json"]);
    for key in ["decisions", "notes", "open_tasks", "open_errors", "attempts", "commands"] {
        assert_eq!(story[key], reflected[key], "{key}");
    }
}

#[test]
fn an_entry_knows_its_runs_its_places_and_what_changed() {
    let home = planted();
    let web = Web::start(&home);
    let rows = web.ask("history");
    let run = rows["entries"].as_array().unwrap().iter().find(|row| row["name"] == "cargo test").unwrap().clone();
    let entry = web.ask(&format!("entry?ref={}", run["ref"].as_str().unwrap()));
    assert_eq!(entry["runs"].as_array().unwrap().len(), 4);
    assert_eq!(
        (entry["since"]["fixed"].as_array().unwrap().len(), entry["findings"].as_array().unwrap().len()),
        (1, 3)
    );
    let shown: Vec<&str> = entry["summary"].as_str().unwrap().lines().skip(1).collect();
    let places = web.ask(&format!("places?ref={}", run["ref"].as_str().unwrap()));
    let raw = home.ctx(["get", run["ref"].as_str().unwrap(), "--all"]).out;
    let raw: Vec<&str> = raw.lines().collect();
    let mut linked = 0;
    for (line, place) in shown.iter().zip(places["places"].as_array().unwrap()) {
        if let Some(place) = place.as_u64() {
            assert_eq!(raw[place as usize - 1].trim(), line.trim());
            linked += 1;
        }
    }
    assert!(linked > 20, "{linked} of {}", shown.len());
    let command = web.ask(&format!("command?command=cargo+test&project={}", encoded(&home.work().to_string_lossy())));
    let flaky: Vec<&Value> =
        command["failures"].as_array().unwrap().iter().filter(|failure| failure["on_and_off"] == 1).collect();
    assert_eq!(flaky.len(), 1);
    assert_eq!(flaky[0]["there"], json!([true, false, true, false]));
}

#[test]
fn pages_follow_each_other() {
    let home = Home::new();
    for number in 0..7 {
        home.ctx(["run", "--", "echo", &number.to_string()]);
    }
    let web = Web::start(&home);
    let (mut seen, mut until) = (Vec::new(), String::new());
    loop {
        let page = web.ask(&format!("history?limit=3{until}"));
        let rows = page["entries"].as_array().unwrap().clone();
        seen.extend(rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()));
        until = format!("&until={}", rows.last().unwrap()["started_at_ms"]);
        if page["more"] == false {
            break;
        }
    }
    assert_eq!(seen, ["echo 6", "echo 5", "echo 4", "echo 3", "echo 2", "echo 1", "echo 0"]);
}

#[test]
fn a_command_is_listed_while_it_runs() {
    let home = Home::new();
    home.ctx(["run", "--", "echo", "before"]);
    let web = Web::start(&home);
    let before = web.ask("now");
    let stamp = before["stamp"].as_str().unwrap().to_owned();
    assert_eq!(web.get(&format!("api/now?stamp={stamp}")).status, 204);
    let mut child = home.command(["run", "--", "sh", "-c", "echo begun; sleep 600"]).spawn().expect("ctx starts");
    let mut running = Value::Null;
    crate::harness::eventually("a running entry", || {
        let answer = web.get(&format!("api/now?stamp={stamp}"));
        if answer.status == 200 {
            running = answer.json()["entries"][0].clone();
        }
        running["status"] == "running"
    });
    let id = running["ref"].as_str().unwrap().to_owned();
    crate::harness::eventually("its first line", || web.ask(&format!("lines?ref={id}"))["text"] == "begun\n");
    let refused = web.change("forget", &json!({ "ref": id, "confirm": id }));
    assert!(refused.status == 404 && refused.text().contains("still running"), "{}", refused.text());
    // SAFETY: the process is a child of this test and has not been waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGTERM) };
    child.wait().expect("ctx ends");
    crate::harness::eventually("its end", || web.ask(&format!("entry?ref={id}"))["status"] == "killed SIGTERM");
}

#[test]
fn a_stretch_with_too_many_entries_to_draw_is_counted_whole() {
    let home = Home::new();
    home.ctx(["run", "--", "true"]);
    home.database()
        .execute_batch(
            "UPDATE entry SET started_at = started_at - 3001 * 600000; \
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) \
             INSERT INTO entry (ref, kind, state, command, project, session, started_at, exit_code, duration_ms) \
             SELECT 'zz' || i, 'run', 'done', 'make', e.project, e.session, e.started_at + i * 600000, i % 10 = 0, 5 \
             FROM n, entry e WHERE e.id = (SELECT min(id) FROM entry)",
        )
        .unwrap();
    home.ctx(["run", "--", "sh", "-c", "echo first line; exit 1"]);
    let web = Web::start(&home);
    let results = |rows: &Value| -> Vec<Value> {
        rows["entries"].as_array().unwrap().iter().map(|row| row["result"].clone()).collect()
    };
    let now = web.ask(&format!("now?span={}", 30_i64 * 86_400_000));
    let sum =
        |key: &str| -> u64 { now["counts"].as_array().unwrap().iter().map(|part| part[key].as_u64().unwrap()).sum() };
    assert_eq!((sum("all"), sum("failed")), (3002, 301));
    assert!(now["entries"].as_array().unwrap().len() < 3002);
    let near = web.ask("now?span=3600000");
    assert!(near["counts"].is_null(), "few enough are drawn one by one");
    assert!(results(&near).contains(&json!("first line")), "{near}");
    if let Some(browser) = super::browser::Browser::start() {
        browser.open(&format!("{}#/now?span=2592000000", web.address()));
        browser.wait("return document.querySelectorAll('.plot rect.ok').length > 100");
        assert!(
            browser
                .text("return document.querySelector('.picture svg').getAttribute('aria-label')")
                .contains("3,002 entries")
        );
    }
}

#[test]
fn a_person_pins_notes_and_forgets() {
    let home = planted();
    let web = Web::start(&home);
    let id = home.ctx(["run", "--", "echo", "keep me"]).id();
    assert_eq!(web.change("pin", &json!({ "ref": id, "pinned": true })).json()["pinned"], true);
    assert_eq!(web.ask(&format!("entry?ref={id}"))["pinned"], true);
    assert_eq!(web.change("pin", &json!({ "ref": id, "pinned": false })).status, 200);
    let note = web.change("note", &json!({ "ref": id, "text": "this one was odd" })).json();
    let text = home.ctx(["get", note["ref"].as_str().unwrap()]).out;
    assert!(text.contains("this one was odd") && text.contains(&format!("[ctx:{id}]")), "{text}");
    for wish in [
        json!({ "ref": id }),
        json!({ "ref": id, "confirm": "other1" }),
        json!({ "ref": &id[..4], "confirm": &id[..4] }),
    ] {
        assert_eq!(web.change("forget", &wish).status, 400, "{wish}");
    }
    assert_eq!(home.ctx(["get", &id]).code, 0);
    assert_eq!(web.change("forget", &json!({ "ref": id, "confirm": id })).status, 200);
    assert_eq!(home.ctx(["get", &id]).code, 1);
    assert_eq!(web.get(&format!("api/entry?ref={id}")).status, 404);
}

#[test]
fn secrets_are_masked_and_looking_is_no_use() {
    let home = Home::new();
    let secret = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
    let id =
        home.ctx(["run", "--", "sh", "-c", &format!("echo token {secret}; echo error: {secret} refused; exit 1")]).id();
    home.ctx(["note", &format!("the token is {secret}")]);
    let before = home.ctx(["stats", "--json"]).out;
    let web = Web::start(&home);
    for path in [
        "now",
        "history",
        "sessions",
        "savings",
        "work",
        "brief",
        "search?q=token",
        &format!("entry?ref={id}"),
        &format!("lines?ref={id}"),
        &format!("places?ref={id}"),
    ] {
        let text = web.ask(path).to_string();
        assert!(!text.contains(&secret), "{path}: {text}");
    }
    assert!(web.ask(&format!("lines?ref={id}"))["text"].as_str().unwrap().contains("[masked:"));
    assert_eq!(home.ctx(["stats", "--json"]).out, before);
}

#[test]
fn questions_that_make_no_sense_are_told_so() {
    let home = planted();
    let web = Web::start(&home);
    for (path, status) in [
        ("entry", 400),
        ("entry?ref=zzzzzz", 404),
        ("entry?ref=%00%ff", 400),
        ("lines?ref=@-99999", 404),
        ("session?name=nobody", 404),
        ("search?q=", 400),
        ("command", 400),
        ("nothing", 404),
        ("", 404),
        ("brief?bytes=99999999999999999999", 200),
        ("now?span=-5&end=99999999999999999", 200),
        ("now?span=x&end=y", 200),
        ("history?limit=0&until=-1", 200),
        ("search?q=%22%22%22&kind=nonsense&since=-1", 200),
        ("search?q=%2a%2a+AND+OR+NEAR%28&cmd=%5b", 200),
    ] {
        assert_eq!(web.get(&format!("api/{path}")).status, status, "{path}");
    }
    for at in [i64::MIN, i64::MAX] {
        home.database().execute("UPDATE entry SET started_at = ?1", [at]).unwrap();
        for path in [
            "now",
            "history",
            "sessions",
            "session?name=night",
            "savings",
            "work",
            "brief",
            "search?q=assertion",
            "command?command=make",
        ] {
            assert_eq!(web.get(&format!("api/{path}")).status, 200, "{path} at {at}");
        }
    }
    let empty = Home::new();
    let web = Web::start(&empty);
    for path in ["about", "now", "history", "sessions", "savings", "work", "brief", "search?q=x"] {
        assert_eq!(web.get(&format!("api/{path}")).status, 200, "{path}");
    }
}
