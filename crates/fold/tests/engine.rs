//! What must hold for every conversation: the same folds however it is stepped, words that never change, and the things that
//! are never folded.

use std::collections::HashMap;

use ctx_fold::{Act, Conversation, Engine, Host, Item, ItemKind, Options, Part, Role, Rule, Sketch, pieces};
use proptest::prelude::*;

/// A host whose tools are `read PATH`, `write PATH`, `run COMMAND` and `get REFERENCE`.
struct Plain {
    can_store: bool,
    kept: HashMap<String, Vec<u8>>,
}

impl Plain {
    fn new(can_store: bool) -> Plain {
        Plain { can_store, kept: HashMap::new() }
    }
}

impl Host for Plain {
    fn act(&self, tool: &str, input: &str) -> Act {
        let value: serde_json::Value = serde_json::from_str(input).unwrap_or_default();
        let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        match tool {
            "read" => Act::Read { path: text("path"), lines: None },
            "write" => Act::Change { paths: vec![text("path")], whole: true },
            "run" => Act::Run { command: text("command") },
            "get" => Act::Fetch { reference: text("reference") },
            _ => Act::Other,
        }
    }

    fn keep(&mut self, item: &Item<'_>, _: &Act) -> Option<String> {
        let reference =
            format!("k{}", item.bytes().iter().fold(7u64, |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte.into())));
        self.kept.insert(reference.clone(), item.bytes().to_vec());
        self.can_store.then_some(reference)
    }

    fn sketch(&self, item: &Item<'_>, _: &Act, text: &str) -> Sketch {
        Sketch { title: item.tool.clone().into_owned(), lines: pieces::of(text, false, &|_| 0) }
    }

    fn digest(&self, item: &Item<'_>, _: &str, reference: &str) -> Option<String> {
        Some(format!("[ctx:{reference}] digest\n{}", item.text.lines().next().unwrap_or_default()))
    }
}

#[derive(Clone, Debug)]
struct Step {
    tool: usize,
    path: usize,
    lines: usize,
    failed: bool,
    pinned: bool,
    says: bool,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = (0..4usize, 0..6usize, 1..120usize, 0..8usize).prop_map(|(tool, path, lines, luck)| Step {
        tool,
        path,
        lines,
        failed: luck == 0,
        pinned: luck == 1,
        says: luck == 2,
    });
    proptest::collection::vec(step, 1..90)
}

fn body(step: &Step, at: usize) -> String {
    // Most lines of a text name nothing that a later call could need.
    let line = |line: usize| match line % 8 {
        0 => format!("let field_{}_{line} = module_{}.value{at};\n", step.path, step.path),
        _ => "    // plain words that a reader skips at once\n".to_owned(),
    };
    (0..step.lines).map(line).collect()
}

fn conversation(steps: &[Step]) -> Conversation<'static> {
    let mut conversation = Conversation::default();
    let mut last = None;
    conversation.push(Item::text(Role::User, "do it"), None, &mut last);
    for (at, step) in steps.iter().enumerate() {
        let (id, answer) = (format!("call_{at}"), format!("msg_{at}"));
        let text = body(step, at);
        let (tool, input) = match step.tool {
            0 => ("read", serde_json::json!({ "path": format!("src/file_{}.rs", step.path) })),
            1 => ("write", serde_json::json!({ "path": format!("src/file_{}.rs", step.path), "content": text })),
            2 => ("run", serde_json::json!({ "command": format!("test {}", step.path) })),
            _ => ("other", serde_json::json!({ "note": text })),
        };
        if step.says {
            conversation.push(Item::text(Role::Assistant, text.clone()), Some(&answer), &mut last);
        }
        let input = Item { pinned: step.pinned, ..Item::input(id.clone(), tool, input.to_string()) };
        conversation.push(input, Some(&answer), &mut last);
        let result = Item { failed: step.failed, pinned: step.pinned, ..Item::result(id, tool, text) };
        conversation.push(result, None, &mut last);
    }
    conversation
}

/// The conversation as the request of a call sends it.
fn request(whole: &Conversation<'static>, call: usize) -> Conversation<'static> {
    Conversation {
        items: whole.items[..whole.end(call)].to_vec(),
        calls: whole.calls[..call].to_vec(),
        restarts: Vec::new(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn stepping_call_by_call_decides_the_same(steps in steps()) {
        let whole = conversation(&steps);
        let mut at_once = Engine::new(Options::default());
        at_once.step(&whole, &mut Plain::new(true));
        let mut live = Engine::new(Options::default());
        let mut host = Plain::new(true);
        for call in 0..=whole.calls.len() {
            let before = live.folds().to_vec();
            live.step(&request(&whole, call), &mut host);
            // What is folded stays folded with the same words.
            prop_assert_eq!(&live.folds()[..before.len()], &before[..]);
        }
        prop_assert_eq!(live.folds(), at_once.folds());
    }

    #[test]
    fn protected_things_are_never_folded(steps in steps()) {
        let whole = conversation(&steps);
        let mut engine = Engine::new(Options::default());
        let mut host = Plain::new(true);
        engine.step(&whole, &mut host);
        for fold in engine.folds() {
            let at = whole.items.iter().position(|item| item.id == fold.id && item.part() == Some(fold.part)).unwrap();
            let item = &whole.items[at];
            prop_assert!(matches!(item.kind, ItemKind::Input | ItemKind::Result));
            prop_assert!(!item.pinned);
            prop_assert!(whole.end(fold.call) > at, "folded before it was there");
            prop_assert!(fold.text.len() < item.size());
            prop_assert_eq!(&host.kept[&fold.reference][..], item.bytes());
            let born = (0..=whole.calls.len()).find(|&call| whole.end(call) > at).unwrap();
            let is_sure = !matches!(fold.rule, Rule::Old | Rule::Changed | Rule::Image);
            prop_assert!(is_sure || fold.call >= born + 10, "{:?} of call {born} folded at {}", fold.rule, fold.call);
            if item.failed && fold.rule != Rule::Digest && fold.rule != Rule::Same {
                prop_assert!(matches!(fold.rule, Rule::Rerun | Rule::Passed), "an open error was folded by {:?}", fold.rule);
            }
            if fold.part == Part::Input {
                prop_assert!(serde_json::from_str::<serde_json::Value>(&fold.text).unwrap().is_object());
            }
        }
    }

    #[test]
    fn what_cannot_be_stored_is_not_folded(steps in steps()) {
        let mut engine = Engine::new(Options::default());
        engine.step(&conversation(&steps), &mut Plain::new(false));
        prop_assert!(engine.folds().is_empty());
    }

    #[test]
    fn a_conversation_that_was_cut_keeps_its_folds(steps in steps(), from in 0..60usize) {
        let whole = conversation(&steps);
        let mut engine = Engine::new(Options::default());
        let mut host = Plain::new(true);
        engine.step(&whole, &mut host);
        let before = engine.folds().to_vec();
        // The host went back, or dropped the beginning.
        let call = from.min(whole.calls.len());
        engine.step(&request(&whole, call), &mut host);
        let late = Conversation { items: whole.items[whole.end(call)..].to_vec(), calls: Vec::new(), restarts: Vec::new() };
        engine.step(&late, &mut host);
        prop_assert_eq!(&engine.folds()[..before.len()], &before[..]);
    }
}

/// A long session in which one file is fetched again each time it is folded.
#[test]
fn a_rule_that_misses_waits_longer_and_the_fetched_text_stays() {
    let steps: Vec<Step> =
        (0..160).map(|at| Step { tool: 0, path: at, lines: 160, failed: false, pinned: false, says: false }).collect();
    let mut whole = conversation(&steps[..90]);
    let mut engine = Engine::new(Options::default());
    let mut host = Plain::new(true);
    engine.step(&whole, &mut host);
    let folded = engine.folds().len();
    assert!(folded > 5, "{folded} folds");
    let mut last = None;
    for (at, fold) in engine.folds().to_vec().iter().rev().take(4).enumerate() {
        let (id, answer) = (format!("get_{at}"), format!("get_msg_{at}"));
        let input = serde_json::json!({ "reference": fold.reference }).to_string();
        whole.push(Item::input(id.clone(), "get", input), Some(&answer), &mut last);
        whole.push(Item::result(id, "get", body(&steps[0], 1000 + at)), None, &mut last);
    }
    engine.step(&whole, &mut host);
    assert_eq!(engine.misses().misses.values().sum::<u64>(), 4);
    for (at, step) in steps[90..].iter().enumerate() {
        let (id, answer) = (format!("more_{at}"), format!("more_msg_{at}"));
        let input = serde_json::json!({ "path": format!("src/more_{at}.rs") }).to_string();
        whole.push(Item::input(id.clone(), "read", input), Some(&answer), &mut last);
        whole.push(Item::result(id, "read", body(step, 2000 + at)), None, &mut last);
    }
    engine.step(&whole, &mut host);
    assert!(engine.folds().len() > folded, "folding goes on");
    assert!(!engine.folds().iter().any(|fold| fold.id.starts_with("get_")), "what was fetched was folded again");
}

#[test]
fn the_first_stub_says_how_to_get_the_rest() {
    let steps: Vec<Step> =
        (0..120).map(|at| Step { tool: 0, path: at, lines: 160, failed: false, pinned: false, says: false }).collect();
    let mut engine = Engine::new(Options::default());
    engine.step(&conversation(&steps), &mut Plain::new(true));
    let first = &engine.folds()[0];
    assert!(
        first.text.starts_with(&format!("[ctx:{0}] read · all of it: ctx get {0}\n", first.reference)),
        "{}",
        first.text
    );
    assert!(first.text.len() < first.was);
}
