//! Chromium through chromedriver, by plain HTTP and JSON: no more of WebDriver than the tests need.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use super::http;
use crate::harness::{eventually, skip};

pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    _profile: tempfile::TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = self.call("DELETE", "", &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let found =
        std::env::split_paths(&path).flat_map(|dir| names.iter().map(move |name| dir.join(name)).collect::<Vec<_>>());
    found.into_iter().find(|file| file.is_file())
}

impl Browser {
    /// None, with a message, where there is no browser.
    pub fn start() -> Option<Browser> {
        let (Some(driver), Some(chromium)) =
            (program(&["chromedriver"]), program(&["chromium", "chromium-browser", "google-chrome", "chrome"]))
        else {
            skip("no chromium with chromedriver is installed (Debian: chromium chromium-driver)");
            return None;
        };
        let profile = tempfile::tempdir().expect("a temp dir");
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
        let mut command = Command::new(driver);
        command
            .arg(format!("--port={port}"))
            .env("HOME", profile.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let driver = command.spawn().expect("chromedriver starts");
        let mut browser = Browser { driver, port, session: String::new(), _profile: profile };
        eventually("chromedriver", || std::net::TcpStream::connect(("127.0.0.1", port)).is_ok());
        let profile = format!("--user-data-dir={}", browser._profile.path().join("profile").display());
        let options = json!({
            "binary": chromium,
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                "--force-device-scale-factor=1", "--disable-background-networking", "--disable-component-update", "--no-first-run",
                "--disable-sync", "--window-size=1280,900", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", profile],
        });
        let wish = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        } } });
        let made = browser.send("POST", "/session", &wish);
        browser.session = made["sessionId"].as_str().unwrap_or_else(|| panic!("no session: {made}")).to_owned();
        Some(browser)
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len()
        );
        let answer = http(self.port, request.as_bytes());
        serde_json::from_slice::<Value>(&answer.body).unwrap_or_default()["value"].take()
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let value = self.send(method, &format!("/session/{}{path}", self.session), body);
        assert!(value["error"].is_null(), "{path}: {} {}", value["error"], value["message"]);
        value
    }

    pub fn cdp(&self, name: &str, parameters: Value) -> Value {
        self.call("POST", "/goog/cdp/execute", &json!({ "cmd": name, "params": parameters }))
    }

    /// Runs a script's body and gives what it returns.
    pub fn js(&self, script: &str) -> Value {
        self.call("POST", "/execute/sync", &json!({ "script": script, "args": [] }))
    }

    pub fn text(&self, script: &str) -> String {
        self.js(script).as_str().unwrap_or_default().to_owned()
    }

    /// Loads an address anew and waits until its view is there.
    pub fn open(&self, address: &str) {
        self.call("POST", "/url", &json!({ "url": "about:blank" }));
        self.call("POST", "/url", &json!({ "url": address }));
        self.settled();
    }

    /// Waits until the view of the address is there.
    pub fn settled(&self) {
        let ready = "const main = document.getElementById('main'); return Boolean(main) && !main.hasAttribute('aria-busy') \
            && document.documentElement.dataset.ready !== undefined && !main.querySelector('.loading')";
        self.wait(ready);
        std::thread::sleep(Duration::from_millis(60));
        self.wait(ready);
    }

    pub fn wait(&self, condition: &str) {
        for _ in 0..600 {
            if self.js(condition) == true {
                return;
            }
            std::thread::sleep(Duration::from_millis(25));
        }
        panic!(
            "never true: {condition}\n{}",
            self.text("return location.hash + '\\n' + document.body.innerText.slice(0, 2000)")
        );
    }

    pub fn click(&self, selector: &str) {
        let found = self.call("POST", "/element", &json!({ "using": "css selector", "value": selector }));
        let id = found
            .as_object()
            .and_then(|fields| fields.values().next())
            .and_then(Value::as_str)
            .expect("an element")
            .to_owned();
        self.call("POST", &format!("/element/{id}/click"), &json!({}));
    }

    /// Presses keys, one after the other, wherever the focus is.
    pub fn keys(&self, keys: &str) {
        let strokes: Vec<Value> = keys
            .chars()
            .flat_map(|key| {
                [
                    json!({ "type": "keyDown", "value": key.to_string() }),
                    json!({ "type": "keyUp", "value": key.to_string() }),
                ]
            })
            .collect();
        self.call("POST", "/actions", &json!({ "actions": [{ "type": "key", "id": "keys", "actions": strokes }] }));
    }

    pub fn size(&self, width: u32, height: u32) {
        let parameters = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.cdp("Emulation.setDeviceMetricsOverride", parameters);
    }

    pub fn dark(&self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        self.cdp(
            "Emulation.setEmulatedMedia",
            json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] }),
        );
    }

    /// The whole page as PNG, in base64.
    pub fn picture(&self) -> String {
        let shot = self.cdp("Page.captureScreenshot", json!({ "captureBeyondViewport": true }));
        shot["data"].as_str().unwrap_or_default().to_owned()
    }

    /// Every address that was requested since the last time, except the browser's own pages.
    pub fn requests(&self) -> Vec<String> {
        let log = self.call("POST", "/se/log", &json!({ "type": "performance" }));
        let message = |row: &Value| serde_json::from_str::<Value>(row["message"].as_str()?).ok();
        log.as_array()
            .into_iter()
            .flatten()
            .filter_map(message)
            .filter(|event| {
                ["Network.requestWillBeSent", "Network.webSocketCreated"]
                    .contains(&event["message"]["method"].as_str().unwrap_or_default())
            })
            .map(|event| {
                let parameters = &event["message"]["params"];
                parameters["request"]["url"].as_str().or(parameters["url"].as_str()).unwrap_or_default().to_owned()
            })
            .filter(|url| !url.starts_with("chrome://") && !url.starts_with("chrome-untrusted://"))
            .collect()
    }

    /// Messages in the browser's log since the last time.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.call("POST", "/se/log", &json!({ "type": "browser" }));
        log.as_array().into_iter().flatten().map(|row| row["message"].as_str().unwrap_or_default().to_owned()).collect()
    }
}
