//! What folding saved, by the tokens that the provider counted.

use serde_json::Value;

use super::folds::conversation;
use super::*;
use crate::harness::{Home, eventually};

/// A provider that caches: what begins like the last request is read from its cache. Four bytes are a token.
fn counting() -> Provider {
    let last = Arc::new(Mutex::new(Vec::new()));
    Provider::start(move |got| {
        let mut last = last.lock().unwrap();
        let same = got.body.iter().zip(last.iter()).take_while(|(one, other)| one == other).count();
        *last = got.body.clone();
        let (read, write) = (same / 4, (got.body.len() - same) / 4);
        let usage = format!(
            "{{\"input_tokens\":3,\"cache_read_input_tokens\":{read},\"cache_creation_input_tokens\":{write},\"output_tokens\":20}}"
        );
        let events = format!(
            "event: message_start\ndata: {{\"type\":\"message_start\",\"message\":{{\"usage\":{usage}}}}}\n\nevent: message_stop\ndata: {{}}\n\n"
        );
        vec![Act::Send(answer("200 OK", "Content-Type: text/event-stream\r\n", &events).into())]
    })
}

#[test]
fn savings_are_counted_by_the_provider() {
    let (home, provider) = (Home::new(), counting());
    let proxy = Proxy::start(&home, &provider.base());
    let (mut plain, mut sent) = (0, 0);
    for calls in 1..=60 {
        let body = conversation(calls).to_string();
        plain += body.len();
        post(proxy.port, &proxy.target("/v1/messages"), "", body.as_bytes());
        sent += provider.last().body.len();
    }
    let live = || -> Value {
        let done = home.ctx(["stats", "--fold", "--json"]);
        serde_json::from_str::<Value>(&done.out).unwrap_or_else(|_| panic!("{}{}", done.out, done.err))["live"].clone()
    };
    eventually("all requests are noted", || live()["requests"] == 60);
    let live = live();
    let session = &live["sessions"][0];
    assert_eq!(
        (session["bytes_from_agent"].as_u64(), session["bytes_sent"].as_u64()),
        (Some(plain as u64), Some(sent as u64))
    );
    assert_eq!(
        (session["agent"].as_str(), session["model"].as_str()),
        (Some("claude-code"), Some("claude-sonnet-4-5"))
    );
    // What would have been paid: everything but the new end of each request from the cache.
    let (mut unfolded, mut before) = (0.0, 0);
    for calls in 1..=60 {
        let length = conversation(calls).to_string().len();
        let kept = if calls == 1 { 0 } else { before };
        unfolded += (0.1 * kept as f64 + 1.25 * (length - kept) as f64) / 4.0;
        before = length;
    }
    let (share, paid) = (live["input_cost_share"].as_f64().unwrap(), session["input_cost"].as_f64().unwrap());
    let expected = paid / unfolded;
    assert!((share - expected).abs() < 0.06, "said {share:.3}, in fact {expected:.3}");
    assert!(live["folds"].as_array().is_some_and(|rules| !rules.is_empty()), "{live}");
    let page = home.ctx(["stats", "--fold"]).out;
    assert!(page.starts_with("live, by the tokens that the provider counted: 60 requests in 1 session"), "{page}");
    assert!(page.contains("fetched again soon"), "{page}");
    let doctor = home.ctx(["doctor"]).out;
    assert!(doctor.contains("60 requests so far; their input cost"), "{doctor}");
}
