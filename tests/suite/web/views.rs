//! Every view opened and used in a real browser: by mouse, by keys, by address; and nothing leaves the machine.

use super::browser::Browser;
use super::{Web, planted};
use crate::harness::{Home, eventually};

/// The page of a test, and what must hold of it at the end.
struct Page<'a> {
    browser: &'a Browser,
    web: &'a Web,
}

impl Page<'_> {
    fn open(&self, view: &str) {
        self.browser.open(&format!("{}#/{view}", self.web.address()));
    }

    fn body(&self) -> String {
        self.browser.text("return document.getElementById('main').innerText")
    }

    /// No complaint, no script that ran, no request to anywhere else.
    fn innocent(&self) {
        let requests = self.browser.requests();
        let own = self.web.address();
        let foreign: Vec<&String> = requests
            .iter()
            .filter(|url| !url.starts_with(&own) && !url.starts_with("about:") && !url.starts_with("data:"))
            .collect();
        assert!(foreign.is_empty() && !requests.is_empty(), "{foreign:?}");
        let complaints = self.browser.complaints();
        assert!(complaints.is_empty(), "{complaints:?}");
        assert!(
            !self.browser.text("return document.title").contains("pwned")
                || self.browser.text("return document.title").contains("document.title")
        );
        assert_eq!(self.browser.js("return document.querySelectorAll('main script, main img, main iframe, main [onerror], main [onload]').length"), 0);
    }
}

fn reference(web: &Web, name: &str) -> String {
    let rows = web.ask("history?limit=200");
    let row =
        rows["entries"].as_array().unwrap().iter().find(|row| row["name"].as_str().unwrap().contains(name)).cloned();
    row.unwrap_or_else(|| panic!("no entry {name}"))["ref"].as_str().unwrap().to_owned()
}

#[test]
fn every_view_is_used() {
    let Some(browser) = Browser::start() else { return };
    let home = planted();
    let web = Web::start(&home);
    let page = Page { browser: &browser, web: &web };
    let b = &browser;

    // Now: lanes, a list, and the keys that lead into it.
    b.open(&web.address());
    assert!(b.text("return location.hash").starts_with("#/now?project="), "the project it was started in is shown");
    assert_eq!(b.js("return document.querySelectorAll('.plot .link rect, .plot .link path').length >= 15"), true);
    assert!(b.text("return document.querySelector('.plot').getAttribute('aria-label')").contains("in 2 sessions"));
    b.keys("jj");
    let second = b.text("return document.activeElement.textContent");
    assert_eq!(second, b.text("return document.querySelectorAll('main a.go')[1].textContent"));
    b.keys("k\u{E007}");
    b.wait("return location.hash.startsWith('#/entry/')");
    b.settled();
    b.keys("u");
    b.wait("return location.hash.startsWith('#/now')");
    b.settled();
    b.js("[...document.querySelectorAll('main button')].find((one) => one.textContent === 'Failed only').click()");
    b.wait("return location.hash.includes('failed=1') && !document.querySelector('td .status.ok')");

    // Entry: shown beside raw, each line of the one leads to its place in the other.
    let id = reference(&web, "npm test");
    page.open(&format!("entry/{id}"));
    b.wait("return document.querySelectorAll('.text a.no').length > 60");
    b.wait("return document.querySelector('li.at')?.id === 'L13'");
    assert_eq!(b.js("return document.querySelectorAll('.found-list .msg').length"), 4);
    b.js("[...document.querySelectorAll('.two a.no')].find((one) => one.title === 'line 57 of the raw text').click()");
    b.wait("return document.querySelector('li.at')?.id === 'L57' && location.hash.endsWith('line=57')");
    page.open(&format!("entry/{id}?line=28"));
    b.wait("return document.querySelector('li.at')?.id === 'L28'");
    assert!(page.body().contains(&format!("ctx get {id} --findings")));
    let long = reference(&web, "seq 1 5000");
    page.open(&format!("entry/{long}"));
    b.wait("return document.querySelector('#L1') !== null && document.querySelector('#L900') === null");
    for _ in 0..4 {
        b.js("const box = document.querySelectorAll('.text')[1]; box.scrollTop = box.scrollHeight");
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    b.wait("return document.querySelector('#L900') !== null");
    b.js("const line = document.querySelector('input[type=number]'); line.value = 4990; line.form.requestSubmit()");
    b.wait("return document.querySelector('li.at bdi')?.textContent === '4990'");
    page.innocent();

    // A range of lines and what is looked for are in the address; n goes on, N back.
    page.open(&format!("entry/{long}?line=20-24&find=777"));
    b.wait("return document.querySelectorAll('li.at').length > 0 && document.querySelector('form [role=status]').textContent.startsWith('1 of')");
    b.js("document.querySelectorAll('.text')[1].focus()");
    b.keys("n");
    b.wait("return document.querySelector('li.at bdi')?.textContent === '1777'");
    b.keys("N");
    b.wait("return document.querySelector('li.at bdi')?.textContent === '777'");
    page.open(&format!("entry/{long}?line=20-24"));
    b.wait("return document.querySelectorAll('li.at').length === 5");

    // An entry that runs is drawn anew when it has ended.
    let mut slow = home.command(["run", "--", "sh", "-c", "read gone < wait.fifo; exit 4"]);
    let fifo = home.work().join("wait.fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let mut slow = slow.stdout(std::process::Stdio::null()).spawn().unwrap();
    let mut running = String::new();
    eventually("the run is listed", || {
        let rows = web.ask("history?limit=5");
        let row = rows["entries"].as_array().unwrap().iter().find(|row| row["status"] == "running").cloned();
        running = row.map(|row| row["ref"].as_str().unwrap().to_owned()).unwrap_or_default();
        !running.is_empty()
    });
    page.open(&format!("entry/{running}"));
    assert!(page.body().contains("running"));
    std::fs::write(&fifo, "go\n").unwrap();
    slow.wait().unwrap();
    b.wait("return document.querySelector('.chips .status.bad')?.textContent.includes('exit 4')");

    // Documents that were indexed are listed only when they are asked for.
    std::fs::write(home.work().join("guide.md"), "# Guide\n\nRead me.\n").unwrap();
    assert_eq!(home.ctx(["index", "guide.md"]).code, 0);
    page.open("now?span=3600000");
    assert!(!page.body().contains("guide.md"));
    page.open("now?span=3600000&kind=doc");
    assert!(page.body().contains("guide.md"), "{}", page.body());

    // Pin, note, forget: the last asks first.
    let gone = home.ctx(["run", "--", "echo", "to be forgotten"]).id();
    page.open(&format!("entry/{gone}"));
    b.js("[...document.querySelectorAll('main button')].find((one) => one.textContent === 'Pin').click()");
    b.wait("return [...document.querySelectorAll('main button')].some((one) => one.textContent === 'Pinned')");
    assert_eq!(web.ask(&format!("entry?ref={gone}"))["pinned"], true);
    b.js("[...document.querySelectorAll('main button')].find((one) => one.textContent === 'Note…').click(); document.querySelector('dialog textarea').value = 'seen in the browser'");
    b.js("[...document.querySelectorAll('dialog button')].find((one) => one.textContent === 'Keep').click()");
    b.wait("return document.querySelector('dialog') === null && document.querySelector('h1')?.textContent.includes('seen in the browser')");
    page.open(&format!("entry/{gone}"));
    assert!(page.body().contains("1 note") && page.body().contains("seen in the browser"), "{}", page.body());
    b.click("main button.bad");
    b.wait(
        "return document.querySelector('dialog[open]') !== null && document.activeElement.textContent === 'Keep it'",
    );
    b.click("dialog button[autofocus]");
    assert_eq!(home.ctx(["get", &gone]).code, 0);
    b.click("main button.bad");
    b.click("#forget-it");
    b.wait("return location.hash.startsWith('#/now')");
    assert_eq!(home.ctx(["get", &gone]).code, 1);

    // Command: its runs over time, and what failed on and off.
    let run = reference(&web, "cargo test");
    page.open(&format!("entry/{run}"));
    assert_eq!(b.js("return document.querySelectorAll('.runs a').length"), 4);
    b.js("[...document.querySelectorAll('main a')].find((one) => one.textContent === 'over time').click()");
    b.wait("return location.hash.startsWith('#/command')");
    b.settled();
    assert_eq!(
        b.js(
            "return [document.querySelectorAll('.plot .link').length, document.querySelectorAll('td.cell.bad').length]"
        ),
        serde_json::json!([4, 8])
    );
    assert!(page.body().contains("on and off"));
    b.click("td.cell.bad a");
    b.wait("return location.hash.startsWith('#/entry/')");

    // Two runs side by side, and what all commands took.
    let pair: Vec<String> = web.ask(&format!("entry?ref={run}"))["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|run| run["ref"].as_str().unwrap().to_owned())
        .collect();
    page.open(&format!("diff?old={}&new={}", pair[1], pair[0]));
    b.wait("return document.querySelectorAll('.sides li.gone').length > 0 && document.querySelectorAll('.sides li.came').length > 0");
    page.open("work");
    assert!(
        page.body().contains("cargo test")
            && b.js("return document.querySelectorAll('.status.warn').length > 0") == true,
        "{}",
        page.body()
    );
    b.click("td.name a.go");
    b.wait("return location.hash.startsWith('#/command')");

    // Search: as one types, from anywhere by its key; a hit leads to its line.
    b.settled();
    b.keys("/");
    b.wait("return document.activeElement.id === 'ask'");
    b.keys("asertion left");
    b.wait("return document.querySelectorAll('.hit').length >= 3");
    assert!(
        page.body().contains("corrected: asertion → assertion")
            && b.js("return document.querySelectorAll('mark').length > 3") == true
    );
    assert!(b.text("return location.hash").contains("q=asertion+left"), "a search has an address");
    b.keys("\u{E007}");
    b.wait("return document.activeElement.matches('.hit a.go')");
    b.keys("\u{E007}");
    b.wait("return location.hash.startsWith('#/entry/') && location.hash.includes('line=')");
    page.open("search?q=zzzqqqxxx");
    assert!(page.body().contains("Nothing was found."));

    // Sessions, and the story of one.
    page.open("sessions");
    b.wait("return document.querySelectorAll('tr.pick').length >= 2");
    b.click("tr.pick a");
    b.wait("return location.hash.startsWith('#/session/')");
    b.settled();
    page.open("session/night");
    let story = page.body();
    for part in ["tokens live an hour", "write the docs page", "Not known to be done", "Noted", "make"] {
        assert!(story.contains(part), "{part} in {story}");
    }
    assert!(b.text("return document.querySelector('.plot').getAttribute('aria-label')").contains("events"));

    // Savings and brief.
    page.open("savings");
    assert!(
        page.body().contains("saved per output")
            && b.js("return document.querySelectorAll('.plot rect').length > 1") == true
    );
    b.keys("gb");
    b.wait("return location.hash.startsWith('#/brief')");
    b.settled();
    let brief = page.body();
    assert!(brief.contains("tokens live an hour") && brief.contains("nothing later changes"), "{brief}");

    // Help and theme by their keys.
    b.keys("?");
    b.wait("return document.querySelector('dialog[open]') !== null");
    b.keys("\u{E00C}");
    b.wait("return document.querySelector('dialog') === null");
    let before = b.text("return document.documentElement.dataset.theme");
    b.keys("t");
    assert_ne!(b.text("return document.documentElement.dataset.theme"), before);
    page.innocent();
}

#[test]
fn scripts_in_names_output_and_titles_stay_text() {
    let Some(browser) = Browser::start() else { return };
    let home = planted();
    let web = Web::start(&home);
    let page = Page { browser: &browser, web: &web };
    let rows = web.ask("history?limit=200");
    let evil: Vec<String> = rows["entries"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["name"].as_str().unwrap().contains("<script>"))
        .map(|row| row["ref"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(evil.len(), 2);
    let title = "%3Cimg%20src%3Dx%20onerror%3Ddocument.title%3D1%3E";
    let mut views = vec![
        "now".to_owned(),
        "session/night".to_owned(),
        "brief".to_owned(),
        "savings".to_owned(),
        "work".to_owned(),
        "search?q=pwned".to_owned(),
        format!("search?q={title}"),
        format!("session/{title}"),
        format!("command?command={title}"),
        format!("entry/{title}"),
        title.to_owned(),
    ];
    views.extend(evil.iter().map(|id| format!("entry/{id}")));
    for view in &views {
        page.open(view);
        browser.wait("return document.getElementById('main').innerText.length > 10");
        assert_eq!(browser.js("return document.querySelectorAll('main script, main img, main iframe, main [onerror], main [onload], main a[href^=javascript]').length"), 0, "{view}");
        assert_ne!(browser.text("return document.title"), "pwned", "{view}");
    }
    page.open(&format!("entry/{}", evil[0]));
    assert!(page.body().contains("<script>") || page.body().contains("a title that is a script"));
    let requests = browser.requests();
    assert!(
        requests
            .iter()
            .all(|url| url.starts_with(&web.address()) || url.starts_with("about:") || url.starts_with("data:")),
        "{requests:?}"
    );
}

#[test]
fn an_empty_store_says_what_to_do_next() {
    let Some(browser) = Browser::start() else { return };
    let home = Home::new();
    let web = Web::start(&home);
    let page = Page { browser: &browser, web: &web };
    for (view, said) in [
        ("now", "ctx run"),
        ("sessions", "ctx store --import"),
        ("savings", "ctx run"),
        ("work", "ctx store --import"),
        ("brief", "ctx note"),
        ("search", "Type what"),
        ("command?command=x", "has not run here"),
    ] {
        page.open(view);
        assert!(page.body().contains(said), "{view}: {}", page.body());
    }
    page.innocent();
    page.open("entry/zzzzzz");
    assert!(page.body().contains("no entry [ctx:zzzzzz]"), "{}", page.body());
    page.open("nowhere");
    assert!(page.body().contains("no such view"), "{}", page.body());
}

#[test]
fn a_running_command_appears_and_ends_by_itself() {
    let Some(browser) = Browser::start() else { return };
    let home = Home::new();
    home.ctx(["run", "--", "echo", "first"]);
    let web = Web::start(&home);
    browser.open(&web.address());
    let mut child = home.command(["run", "--", "sh", "-c", "echo on; sleep 600"]).spawn().expect("ctx starts");
    browser.wait("return document.querySelector('td .status.run') !== null && document.querySelector('.plot a rect.run') !== null");
    // SAFETY: the process is a child of this test and has not been waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGTERM) };
    child.wait().expect("ctx ends");
    browser.wait(
        "return document.querySelector('td .status.run') === null && document.querySelector('td .status.bad') !== null",
    );
    drop(web);
    eventually("the page notices", || {
        browser.text("return document.getElementById('live').textContent").contains("does not answer")
    });
}
