//! With a hub, the same page over what all machines sent, each entry with where it is from.

use super::Web;
use super::browser::Browser;
use crate::harness::{Home, finish};
use crate::hub::cluster::{PASSWORD, ctx, good, machine, shared};

fn joined(url: &str, name: &str) -> Home {
    let home = machine("git@github.com:Acme/Shop.git");
    good(ctx(&home, &["hub", "join", url, "--as", name]));
    good(ctx(&home, &["hub", "share"]));
    home
}

#[test]
fn the_page_over_the_hub_shows_whose_it_is() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("web");
    good(ctx(&machine("git@github.com:Acme/Shop.git"), &["hub", "init", &url]));
    let (laptop, ci) = (joined(&url, "laptop"), joined(&url, "ci"));
    let script = "seq 1 300; echo 'error: connection refused by gateway'; exit 3";
    let run = finish(
        laptop.command(["run", "--", "sh", "-c", script]).env("PGPASSWORD", PASSWORD).env("CTX_SESSION", "evening"),
    );
    let id = run.id();
    good(ctx(&laptop, &["note", "--decision", "retries are capped at three"]));
    good(ctx(&laptop, &["hub", "sync"]));
    assert_eq!(ctx(&ci, &["history", "--json"]).out.trim(), "[]");

    good(ctx(&ci, &["hub", "trust", "laptop"]));
    let web = Web::with_env(&ci, &["--hub"], &[("PGPASSWORD", PASSWORD)]);
    let about = web.ask("about");
    assert_eq!((&about["hub"], &about["here"]), (&true.into(), &"github.com/acme/shop".into()), "{about}");
    let project = "project=github.com%2Facme%2Fshop";
    let rows = web.ask(&format!("history?{project}"));
    assert!(rows["entries"].as_array().unwrap().iter().any(|row| row["ref"] == format!("laptop/{id}")), "{rows}");
    assert_eq!(web.ask(&format!("sessions?{project}"))["sessions"].as_array().unwrap().len(), 2);
    let entry = web.ask(&format!("entry?ref=laptop/{id}"));
    assert_eq!((&entry["status"], &entry["lines"]), (&"exit 3".into(), &301.into()));
    assert!(!entry["findings"].as_array().unwrap().is_empty());
    let lines = web.ask(&format!("lines?ref=laptop%2F{id}&from=300&to=301"));
    assert_eq!(lines["text"], "300\nerror: connection refused by gateway\n");
    let hits = web.ask(&format!("search?q=conection+gateway&{project}"));
    assert_eq!(hits["hits"][0]["ref"], format!("laptop/{id}"), "{hits}");
    assert!(web.ask(&format!("brief?{project}"))["text"].as_str().unwrap().contains("retries are capped"));
    assert!(web.ask(&format!("session?name=laptop%2Fevening&{project}"))["commands"] == 1);
    // Another machine's entries are looked at, not changed.
    let wish = serde_json::json!({ "ref": format!("laptop/{id}"), "confirm": format!("laptop/{id}"), "pinned": true });
    for change in ["pin", "forget"] {
        let refused = web.change(change, &wish);
        assert!(refused.status == 404 && refused.text().contains("another machine"), "{}", refused.text());
    }
    assert_eq!(web.get("api/savings").status, 404);

    let Some(browser) = Browser::start() else { return };
    browser.open(&web.address());
    browser.wait("return [...document.querySelectorAll('td .tag')].some((one) => one.textContent === 'laptop')");
    assert_eq!(browser.text("return document.querySelector('#tools .tag').textContent"), "hub");
    browser.open(&format!("{}#/entry/laptop/{id}", web.address()));
    browser.wait("return document.querySelector('li.at bdi')?.textContent.includes('connection refused')");
    assert!(browser.text("return document.getElementById('main').innerText").contains("from laptop"));
    assert_eq!(browser.js("return document.querySelectorAll('main button.bad').length"), 0);
    assert!(browser.complaints().is_empty());
}

#[test]
fn without_a_hub_it_says_so() {
    let home = Home::new();
    let done = home.ctx(["web", "--hub"]);
    assert!(done.code == 1 && done.err.contains("no hub is known here"), "{}", done.err);
}
