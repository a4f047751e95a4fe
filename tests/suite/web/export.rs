//! One file of it to hand on: it opens from disk, asks for nothing, and holds no secret.

use super::browser::Browser;
use super::planted;

#[test]
fn an_exported_file_is_whole_and_masked() {
    let home = planted();
    let secret = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
    let id = home
        .ctx(["run", "--", "sh", "-c", &format!("echo '</script><script>alert(1)</script>' {secret}; exit 1")])
        .id();
    let done = home.ctx(["web", "--export", &id, "one.html"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(
        done.out.starts_with(&format!("one.html: [ctx:{id}] of ")) && done.out.ends_with(", masked\n"),
        "{}",
        done.out
    );
    let file = home.work().join("one.html");
    let html = std::fs::read_to_string(&file).unwrap();
    assert!(!html.contains(&secret) && html.contains("[masked:"));
    assert_eq!((html.matches("<script").count(), html.matches("</script>").count()), (2, 2));
    assert!(html.contains("default-src 'none'; script-src 'sha256-"));
    use std::os::unix::fs::PermissionsExt;
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let again = home.ctx(["web", "--export", &id, "one.html"]);
    assert!(again.code == 1 && again.err.contains("is there already"), "{}", again.err);
    let unknown = home.ctx(["web", "--export", "nobody", "two.html"]);
    assert!(unknown.code == 1 && unknown.err.contains("neither a session nor an entry"), "{}", unknown.err);
    assert!(!home.work().join("two.html").exists());
}

#[test]
fn an_exported_session_opens_from_disk() {
    let Some(browser) = Browser::start() else { return };
    let home = planted();
    let large = home.sh("seq 1 400000; echo 'error: the last line'; exit 1").id();
    for (what, file) in [("night", "night.html"), (&*large, "large.html")] {
        let done = home.ctx(["web", "--export", what, file]);
        assert_eq!(done.code, 0, "{}", done.err);
    }
    let open = |file: &str| browser.open(&format!("file://{}", home.work().join(file).display()));
    let body = || browser.text("return document.getElementById('main').innerText");
    open("night.html");
    for part in ["tokens live an hour", "Not known to be done", "Commands", "make"] {
        assert!(body().contains(part), "{part} in {}", body());
    }
    assert!(browser.text("return document.getElementById('tools').innerText").contains("exported from ctx"));
    // From the story into an entry, with its text, and back.
    browser.js("[...document.querySelectorAll('a.go')].find((one) => one.textContent === 'make').click()");
    browser.wait("return location.hash.startsWith('#/entry/')");
    browser.wait("return document.querySelector('#L1 bdi')?.textContent.includes('TS2322')");
    browser.wait("return document.querySelectorAll('.text a.no').length > 2");
    browser.keys("u");
    browser.wait("return location.hash.startsWith('#/session/')");
    browser.settled();
    // A text too large for the file holds its beginning, what was found, and its end, and says what it lacks.
    open("large.html");
    browser.wait("return document.querySelector('li.at bdi')?.textContent === 'error: the last line'");
    assert!(body().contains("lines are not in this file"), "{}", body());
    assert!(std::fs::metadata(home.work().join("large.html")).unwrap().len() < 12 << 20);
    assert_ne!(browser.text("return document.title"), "pwned");
    let requests = browser.requests();
    let files = requests.iter().filter(|url| !url.starts_with("about:") && !url.starts_with("data:"));
    for url in files {
        assert!(url.starts_with("file://") && url.contains(".html"), "{url}");
    }
    let complaints = browser.complaints();
    assert!(complaints.is_empty(), "{complaints:?}");
}
