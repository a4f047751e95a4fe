//! Requests with folds in them: what arrives, what stays the same from request to request, and what is stored.

use serde_json::{Value, json};

use super::*;
use crate::harness::Home;

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

/// An output that nobody has seen before.
pub fn output(n: usize) -> String {
    (0..60).map(|line| format!("{n}:{line} the module number {} of part {n} was built\n", line * 7 + n)).collect()
}

/// A conversation in Anthropic's format after this many calls; each is the beginning of the next.
pub fn conversation(calls: usize) -> Value {
    let mut messages = vec![json!({ "role": "user", "content": "Please build all parts." })];
    for n in 0..calls {
        let input = json!({ "command": format!("make part-{n}") });
        let content = json!([
            { "type": "text", "text": format!("Part {n} is next.") },
            { "type": "tool_use", "id": format!("toolu_{n}"), "name": "Bash", "input": input },
        ]);
        messages.push(json!({ "role": "assistant", "content": content }));
        let result = json!({ "type": "tool_result", "tool_use_id": format!("toolu_{n}"), "content": output(n) });
        messages.push(json!({ "role": "user", "content": [result] }));
    }
    json!({ "model": "claude-sonnet-4-5", "max_tokens": 1000, "system": "You are helpful.", "messages": messages, "stream": true })
}

/// The result of each call in a request.
fn results(body: &[u8]) -> Vec<String> {
    let body: Value = serde_json::from_slice(body).expect("JSON");
    let blocks = body["messages"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|message| message["content"].as_array().into_iter().flatten());
    let results = blocks.filter(|block| block["type"] == "tool_result");
    results.map(|block| block["content"].as_str().expect("a text").to_owned()).collect()
}

fn reference(text: &str) -> Option<&str> {
    text.strip_prefix("[ctx:")?.split(']').next()
}

#[test]
fn what_is_folded_is_stored_and_stays_as_it_is() {
    let home = Home::new();
    let provider = Provider::saying(OK);
    let proxy = Proxy::start(&home, &provider.base());
    let mut before: Vec<String> = Vec::new();
    let (mut batches, mut folded) = (0, 0);
    for calls in 1..=60 {
        let sent = conversation(calls);
        post(proxy.port, &proxy.target("/v1/messages"), "", sent.to_string().as_bytes());
        let got = provider.last();
        let now = results(&got.body);
        assert_eq!(now.len(), calls, "every call has its result");
        let mut whole: Value = serde_json::from_slice(&got.body).unwrap();
        let mut changed = 0;
        for (n, text) in now.iter().enumerate() {
            // With the text put back, the request is the one that was sent.
            whole["messages"][2 * n + 2]["content"][0]["content"] = json!(output(n));
            let Some(id) = reference(text) else {
                assert_eq!(*text, output(n), "what is not folded is whole");
                continue;
            };
            if before.get(n).is_some_and(|before| before != text) {
                assert_eq!(before[n], output(n), "what is folded stays folded with the same words");
                changed += 1;
                let raw = home.ctx(["get", id, "--raw"]);
                assert_eq!(raw.out, output(n), "{id}");
            }
        }
        assert_eq!(whole, sent);
        batches += usize::from(changed > 0);
        folded = now.iter().filter(|text| reference(text).is_some()).count();
        assert!(reference(&now[calls - 1]).is_none_or(|_| calls > 1), "the last result is whole");
        before = now;
    }
    assert!(folded >= 20 && (1..=12).contains(&batches), "{folded} folded in {batches} batches");
    let (bytes, asked) = (provider.last().body, conversation(60).to_string());
    assert!(bytes.len() < asked.len() * 3 / 4, "{} of {}", bytes.len(), asked.len());
    // A proxy that starts again writes the same words.
    drop(proxy);
    let again = Proxy::start(&home, &provider.base());
    post(again.port, &again.target("/v1/messages"), "", asked.as_bytes());
    assert!(provider.last().body == bytes, "a new proxy decides the same");
    // So does a request that is repeated, and one that comes compressed or in chunks.
    post(again.port, &again.target("/v1/messages"), "", asked.as_bytes());
    assert!(provider.last().body == bytes);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(asked.as_bytes()).unwrap();
    post(again.port, &again.target("/v1/messages"), "Content-Encoding: gzip\r\n", &gzip.finish().unwrap());
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&provider.last().body[..]).read_to_end(&mut unpacked).unwrap();
    assert!(unpacked == bytes, "a compressed request is folded and compressed again");
}

#[test]
fn a_sub_agents_conversation_is_its_own() {
    let home = Home::new();
    let provider = Provider::saying(OK);
    let proxy = Proxy::start(&home, &provider.base());
    let mut alone = Vec::new();
    for calls in 1..=40 {
        post(proxy.port, &proxy.target("/v1/messages"), "", conversation(calls).to_string().as_bytes());
        alone.push(provider.last().body);
    }
    drop(proxy);
    let proxy = Proxy::start(&Home::new(), &provider.base());
    for calls in 1..=40 {
        post(proxy.port, &proxy.target("/v1/messages"), "", conversation(calls).to_string().as_bytes());
        assert!(provider.last().body == alone[calls - 1], "call {calls}");
        let mut side = conversation(calls / 2 + 1);
        side["messages"][0]["content"] = json!("SIDE: look around.");
        let side = side.to_string().replace("toolu_", "toolu_side_").replace("the module", "the sub module");
        post(proxy.port, &proxy.target("/v1/messages"), "", side.as_bytes());
        let got = String::from_utf8(provider.last().body).unwrap();
        assert!(!got.contains("\"toolu_0\""), "nothing of the other conversation");
    }
}

#[test]
fn nothing_is_folded_that_cannot_be_stored() {
    let home = Home::new();
    std::fs::write(home.store(), b"a file where the store should be").unwrap();
    let provider = Provider::saying(OK);
    let proxy = Proxy::start(&home, &provider.base());
    for calls in [10, 30, 50, 60] {
        let body = conversation(calls).to_string();
        post(proxy.port, &proxy.target("/v1/messages"), "", body.as_bytes());
        assert!(provider.last().body == body.as_bytes(), "every byte is as it came");
    }
}

/// The same engine, the same decisions: a proxied session, and the same session as a transcript.
#[test]
fn a_replay_decides_what_the_proxy_decided() {
    let home = Home::new();
    let provider = Provider::saying(OK);
    let proxy = Proxy::start(&home, &provider.base());
    let mut seen = Vec::new();
    for calls in 1..=60 {
        let mut sent = conversation(calls);
        // A replay knows nothing of the system prompt and takes 40,000 bytes for it.
        let around = sent.to_string().len() - sent["messages"].to_string().len();
        sent["system"] = json!(format!("You are helpful.{}", " ".repeat(40_000 - around)));
        post(proxy.port, &proxy.target("/v1/messages"), "", sent.to_string().as_bytes());
        seen.push(results(&provider.last().body));
    }
    let lines: Vec<String> = conversation(60)["messages"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
        .map(|(at, message)| {
            let mut message = message.clone();
            message["id"] = json!(format!("msg_{at}"));
            json!({ "type": message["role"], "sessionId": "s", "uuid": at.to_string(), "message": message }).to_string()
        })
        .collect();
    let file = home.work().join("session.jsonl");
    std::fs::write(&file, lines.join("\n")).unwrap();
    let done = home.ctx(["fold", "--replay", file.to_str().unwrap()]);
    let folds: Vec<Value> = done.out.lines().map(|line| serde_json::from_str(line).expect("a fold")).collect();
    assert!(folds.len() >= 20, "{}{}", done.out, done.err);
    for (at, results) in seen.iter().enumerate() {
        for (n, text) in results.iter().enumerate() {
            let of_it = |fold: &&Value| {
                fold["id"] == format!("toolu_{n}")
                    && fold["part"] == "result"
                    && fold["call"].as_u64().unwrap() <= at as u64 + 1
            };
            let expected =
                folds.iter().rfind(of_it).map_or_else(|| output(n), |fold| fold["text"].as_str().unwrap().to_owned());
            assert_eq!(*text, expected, "request {} result {n}", at + 1);
        }
    }
}
