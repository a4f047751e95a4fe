//! What must hold for every conversation: the same folds however it is stepped, words that never change, and the things that
//! are never folded.

use std::collections::HashMap;

use ctx_fold::{
    CachePrice, CallHalf, Conversation, ConversationItem, EngineHost, FoldEngine, FoldOptions, FoldRule, FoldStrength,
    FoldedItem, ItemKind, ItemSummary, MessageRole, ToolAct, pieces,
};
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

impl EngineHost for Plain {
    fn classify_tool_call(&self, tool: &str, input: &str) -> ToolAct {
        let value: serde_json::Value = serde_json::from_str(input).unwrap_or_default();
        let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        match tool {
            "read" => ToolAct::Read { path: text("path"), lines: None },
            "write" => ToolAct::Change { paths: vec![text("path")], whole: true },
            "edit" => ToolAct::Change { paths: vec![text("path")], whole: false },
            "run" => ToolAct::Run { command: text("command"), folder: None },
            "ask" => ToolAct::Words,
            "todo" => ToolAct::Tasks,
            "get" => ToolAct::Fetch { reference: text("reference") },
            _ => ToolAct::Other,
        }
    }

    fn store_item(&mut self, item: &ConversationItem<'_>, _: &ToolAct) -> Option<String> {
        let reference =
            format!("k{}", item.text.bytes().fold(7u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())));
        self.kept.insert(reference.clone(), item.text.as_bytes().to_vec());
        self.can_store.then_some(reference)
    }

    fn summarize_item(&self, item: &ConversationItem<'_>, _: &ToolAct) -> ItemSummary {
        ItemSummary {
            title: item.tool.clone().into_owned(),
            lines: pieces::split_into_stub_candidates(&item.text, &|_| 0),
        }
    }

    fn digest_output(&self, item: &ConversationItem<'_>, _: &ToolAct, reference: &str) -> Option<String> {
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
    conversation.push_item(ConversationItem::text_item(MessageRole::User, "do it"), None, &mut last);
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
            conversation.push_item(
                ConversationItem::text_item(MessageRole::Assistant, text.clone()),
                Some(&answer),
                &mut last,
            );
        }
        let input = ConversationItem {
            pinned: step.pinned,
            ..ConversationItem::tool_input_item(id.clone(), tool, input.to_string())
        };
        conversation.push_item(input, Some(&answer), &mut last);
        let result = ConversationItem {
            failed: step.failed,
            pinned: step.pinned,
            ..ConversationItem::tool_result_item(id, tool, text)
        };
        conversation.push_item(result, None, &mut last);
    }
    conversation
}

/// The conversation as the request of a call sends it.
fn request(whole: &Conversation<'static>, call: usize) -> Conversation<'static> {
    Conversation {
        items: whole.items[..whole.item_count_at_call(call)].to_vec(),
        calls: whole.calls[..call].to_vec(),
        restarts: Vec::new(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn stepping_call_by_call_decides_the_same(steps in steps()) {
        let whole = conversation(&steps);
        let mut at_once = FoldEngine::new(FoldOptions::default());
        at_once.decide_folds(&whole, &mut Plain::new(true));
        let mut live = FoldEngine::new(FoldOptions::default());
        let mut host = Plain::new(true);
        for call in 0..=whole.calls.len() {
            let before = live.all_folds().to_vec();
            live.decide_folds(&request(&whole, call), &mut host);
            // What is folded stays folded with the same words.
            prop_assert_eq!(&live.all_folds()[..before.len()], &before[..]);
        }
        prop_assert_eq!(live.all_folds(), at_once.all_folds());
    }

    #[test]
    fn protected_things_are_never_folded(steps in steps()) {
        let whole = conversation(&steps);
        let mut engine = FoldEngine::new(FoldOptions::default());
        let mut host = Plain::new(true);
        engine.decide_folds(&whole, &mut host);
        for fold in engine.all_folds() {
            let at = whole.items.iter().position(|item| item.id == fold.id && item.call_half() == Some(fold.part)).unwrap();
            let item = &whole.items[at];
            prop_assert!(matches!(item.kind, ItemKind::Input | ItemKind::Result));
            prop_assert!(!item.pinned);
            prop_assert!(whole.item_count_at_call(fold.call) > at, "folded before it was there");
            prop_assert!(fold.text.len() < item.sent_bytes());
            prop_assert_eq!(&host.kept[&fold.reference][..], item.text.as_bytes());
            let born = (0..=whole.calls.len()).find(|&call| whole.item_count_at_call(call) > at).unwrap();
            let is_free = matches!(fold.rule, FoldRule::Digest | FoldRule::Same);
            prop_assert!(is_free || fold.call >= born + 10, "{:?} of call {born} folded at {}", fold.rule, fold.call);
            if item.failed && !is_free {
                let passed = (at + 1..whole.item_count_at_call(fold.call)).any(|later| {
                    whole.items[later].kind == ItemKind::Result && whole.items[later].tool == item.tool
                });
                prop_assert!(passed, "an open error was folded by {:?}", fold.rule);
            }
            if fold.part == CallHalf::Input {
                prop_assert!(serde_json::from_str::<serde_json::Value>(&fold.text).unwrap().is_object());
            }
        }
    }

    #[test]
    fn what_cannot_be_stored_is_not_folded(steps in steps()) {
        let mut engine = FoldEngine::new(FoldOptions::default());
        engine.decide_folds(&conversation(&steps), &mut Plain::new(false));
        prop_assert!(engine.all_folds().is_empty());
    }

    #[test]
    fn a_conversation_that_was_cut_keeps_its_folds(steps in steps(), from in 0..60usize) {
        let whole = conversation(&steps);
        let mut engine = FoldEngine::new(FoldOptions::default());
        let mut host = Plain::new(true);
        engine.decide_folds(&whole, &mut host);
        let before = engine.all_folds().to_vec();
        // The host went back, or dropped the beginning.
        let call = from.min(whole.calls.len());
        engine.decide_folds(&request(&whole, call), &mut host);
        let late = Conversation { items: whole.items[whole.item_count_at_call(call)..].to_vec(), calls: Vec::new(), restarts: Vec::new() };
        engine.decide_folds(&late, &mut host);
        prop_assert_eq!(&engine.all_folds()[..before.len()], &before[..]);
    }
}

/// A long session in which one file is fetched again each time it is folded.
#[test]
fn a_rule_that_misses_waits_longer_and_the_fetched_text_stays() {
    let steps: Vec<Step> =
        (0..160).map(|at| Step { tool: 0, path: at, lines: 160, failed: false, pinned: false, says: false }).collect();
    let mut whole = conversation(&steps[..90]);
    let mut engine = FoldEngine::new(FoldOptions::default());
    let mut host = Plain::new(true);
    engine.decide_folds(&whole, &mut host);
    let folded = engine.all_folds().len();
    assert!(folded > 5, "{folded} folds");
    let mut last = None;
    for (at, fold) in engine.all_folds().to_vec().iter().rev().take(4).enumerate() {
        let (id, answer) = (format!("get_{at}"), format!("get_msg_{at}"));
        let input = serde_json::json!({ "reference": fold.reference }).to_string();
        whole.push_item(ConversationItem::tool_input_item(id.clone(), "get", input), Some(&answer), &mut last);
        whole.push_item(ConversationItem::tool_result_item(id, "get", body(&steps[0], 1000 + at)), None, &mut last);
    }
    engine.decide_folds(&whole, &mut host);
    assert_eq!(engine.fold_and_miss_counts().counts_by_rule().map(|row| row.misses).sum::<u64>(), 4);
    for (at, step) in steps[90..].iter().enumerate() {
        let (id, answer) = (format!("more_{at}"), format!("more_msg_{at}"));
        let input = serde_json::json!({ "path": format!("src/more_{at}.rs") }).to_string();
        whole.push_item(ConversationItem::tool_input_item(id.clone(), "read", input), Some(&answer), &mut last);
        whole.push_item(ConversationItem::tool_result_item(id, "read", body(step, 2000 + at)), None, &mut last);
    }
    engine.decide_folds(&whole, &mut host);
    assert!(engine.all_folds().len() > folded, "folding goes on");
    assert!(!engine.all_folds().iter().any(|fold| fold.id.starts_with("get_")), "what was fetched was folded again");
}

/// A session of `calls` calls, the first with this tool, input and result; the others read other files.
fn session(first: &[(&str, serde_json::Value, ConversationItem<'static>)], calls: usize) -> Conversation<'static> {
    let mut conversation = Conversation::default();
    let mut last = None;
    conversation.push_item(ConversationItem::text_item(MessageRole::User, "do it"), None, &mut last);
    for (at, (tool, input, result)) in first.iter().enumerate() {
        let answer = format!("first_msg_{at}");
        conversation.push_item(
            ConversationItem::tool_input_item(result.id.clone(), tool.to_string(), input.to_string()),
            Some(&answer),
            &mut last,
        );
        conversation.push_item(ConversationItem { tool: tool.to_string().into(), ..result.clone() }, None, &mut last);
    }
    for at in 0..calls {
        let (id, answer) = (format!("more_{at}"), format!("more_msg_{at}"));
        let step = Step { tool: 0, path: at, lines: 160, failed: false, pinned: false, says: false };
        let input = serde_json::json!({ "path": format!("src/more_{at}.rs") }).to_string();
        conversation.push_item(ConversationItem::tool_input_item(id.clone(), "read", input), Some(&answer), &mut last);
        conversation.push_item(ConversationItem::tool_result_item(id, "read", body(&step, 3000 + at)), None, &mut last);
    }
    conversation
}

fn folds_of(conversation: &Conversation<'static>, options: FoldOptions) -> Vec<FoldedItem> {
    let mut engine = FoldEngine::new(options);
    engine.decide_folds(conversation, &mut Plain::new(true));
    engine.all_folds().to_vec()
}

fn result(id: &'static str, text: String) -> ConversationItem<'static> {
    ConversationItem::tool_result_item(id, "", text)
}

fn long(word: &str) -> String {
    (0..60).map(|line| format!("{word} line {line} of some length\n")).collect()
}

#[test]
fn the_words_of_the_user_and_the_newest_tasks_stay() {
    let input = |name: &str| serde_json::json!({ "path": name, "note": long(name) });
    let first = [
        ("ask", input("question"), result("ask", format!("never touch the old invoices\n{}", long("answer")))),
        (
            "run",
            serde_json::json!({ "command": "rm -r old" }),
            result("no", format!("The user doesn't want this: use git rm\n{}", long("why"))),
        ),
        ("read", serde_json::json!({ "path": "docs/AGENTS.md" }), result("rules", long("rule"))),
        (
            "read",
            serde_json::json!({ "path": "src/a.rs" }),
            result(
                "said",
                format!("{}<system-reminder>\nThe user sent: keep node 18\n</system-reminder>", long("code")),
            ),
        ),
        ("todo", serde_json::json!({ "note": long("first list").repeat(40) }), result("list", "ok".to_owned())),
        ("todo", input("second list"), result("newest", "ok".to_owned())),
    ];
    let folds = folds_of(&session(&first, 160), FoldOptions::default());
    assert!(folds.len() > 50, "{} folds", folds.len());
    for id in ["ask", "no", "rules", "newest"] {
        assert!(!folds.iter().any(|fold| fold.id == id), "{id} was folded");
    }
    assert!(folds.iter().any(|fold| fold.id == "list"), "an older list stays for ever");
    let said: Vec<_> = folds.iter().filter(|fold| fold.id == "said").collect();
    assert!(!said.is_empty() && said.iter().all(|fold| fold.text.contains("The user sent: keep node 18")), "{said:?}");
}

#[test]
fn an_open_error_stays_and_a_stub_says_passed_only_of_the_same_command() {
    let run = |command: &str| serde_json::json!({ "command": command });
    let failed = |id: &'static str, word: &str| ConversationItem { failed: true, ..result(id, long(word)) };
    let first = [
        ("run", run("npm test"), failed("open", "assertion")),
        ("run", run("npm run lint"), failed("other", "unused")),
        ("run", run("npm run build"), failed("fixed", "missing")),
        ("run", run("npm run build"), result("ok", "built".to_owned())),
        ("run", run("make all"), failed("job", "undefined")),
        ("run", run("make all"), result("bg", "Process running with session ID 7".to_owned())),
    ];
    // Digests are shown at once, failures too; what counts is what comes later.
    let folds = folds_of(&session(&first, 160), FoldOptions { digest_from: 0, ..FoldOptions::default() });
    for id in ["open", "job"] {
        assert!(!folds.iter().any(|fold| fold.id == id), "{id} was folded");
    }
    let fixed = folds.iter().find(|fold| fold.id == "fixed").expect("a settled error may go");
    assert!(fixed.text.contains("the same command passed since"), "{}", fixed.text);
    let other = folds.iter().find(|fold| fold.id == "other");
    assert!(other.is_none_or(|fold| !fold.text.contains("passed")), "{other:?}");
    assert!(folds.iter().all(|fold| !fold.text.contains("at call ")));
}

#[test]
fn the_newest_text_of_a_file_that_is_edited_stays() {
    let path = serde_json::json!({ "path": "src/cart.rs" });
    let edit = serde_json::json!({ "path": "src/cart.rs", "old_string": long("old"), "new_string": long("new") });
    let first = [
        ("read", path.clone(), result("old_text", long("text").repeat(20))),
        ("read", path.clone(), result("text", format!("{}x", long("text")))),
        ("edit", edit.clone(), result("edit", "ok".to_owned())),
    ];
    let mut whole = session(&first, 120);
    // The file is edited again every ten calls.
    let mut last = None;
    let mut edited = Conversation::default();
    for item in std::mem::take(&mut whole.items) {
        let turn = item.id.strip_prefix("more_").and_then(|at| at.parse::<usize>().ok());
        let (kind, id) = (item.kind, item.id.to_string());
        edited.push_item(item, (kind == ItemKind::Input).then_some(&*format!("m{id}")), &mut last);
        if let Some(turn) = turn.filter(|turn| turn % 10 == 9 && kind == ItemKind::Result) {
            edited.push_item(
                ConversationItem::tool_input_item(format!("again_{turn}"), "edit", edit.to_string()),
                Some(&format!("a{turn}")),
                &mut last,
            );
            edited.push_item(
                ConversationItem::tool_result_item(format!("again_{turn}"), "edit", "ok"),
                None,
                &mut last,
            );
        }
    }
    let folds = folds_of(&edited, FoldOptions::default());
    assert!(folds.iter().any(|fold| fold.id == "old_text"), "an older text may go");
    assert!(!folds.iter().any(|fold| fold.id == "text" || fold.id == "edit"), "the newest text was folded");
}

#[test]
fn prices_decide_and_where_it_does_not_pay_nothing_is_folded() {
    let whole = session(&[], 120);
    let count = |read: f64, write: f64| {
        folds_of(&whole, FoldOptions { price: CachePrice { read, write }, ..FoldOptions::default() }).len()
    };
    assert!(count(0.1, 1.25) > count(0.025, 2.0), "{} {}", count(0.1, 1.25), count(0.025, 2.0));
    let folds = |strength, read| {
        let price = CachePrice { read, write: 1.25 };
        folds_of(&whole, FoldOptions { price, ..FoldOptions::of_strength(strength) })
    };
    assert!(folds(FoldStrength::Gentle, 0.1).len() < folds(FoldStrength::Usual, 0.1).len());
    for (read, as_if) in [(0.1, 0.16), (0.05, 0.08), (0.01, 0.016)] {
        assert_eq!(folds(FoldStrength::Hard, read), folds(FoldStrength::Usual, as_if), "{read}");
    }
    assert_ne!(folds(FoldStrength::Hard, 0.1), folds(FoldStrength::Usual, 0.1));
    let bill = |strength| {
        let mut engine = FoldEngine::new(FoldOptions::of_strength(strength));
        engine.decide_folds(&whole, &mut Plain::new(true));
        engine.conversation_bill().clone()
    };
    let (usual, hard) = (bill(FoldStrength::Usual), bill(FoldStrength::Hard));
    assert_eq!(usual.plain, hard.plain, "the bill is by the real prices");
    assert_eq!(folds_of(&session(&[], 12), FoldOptions::default()).len(), 0, "a short conversation was folded");
    let mut engine = FoldEngine::new(FoldOptions { base: 3_000_000, ..FoldOptions::default() });
    engine.decide_folds(&whole, &mut Plain::new(true));
    assert!(engine.conversation_bill().paid <= engine.conversation_bill().plain);
}

#[test]
fn an_expired_cache_is_the_moment_to_fold() {
    let whole = session(&[], 40);
    // A cache that is dear to write: at the usual pace nothing of this conversation is worth a batch.
    let options = FoldOptions { price: CachePrice { read: 0.01, write: 2.0 }, care: 30.0, ..FoldOptions::default() };
    let mut engine = FoldEngine::new(options);
    let mut host = Plain::new(true);
    engine.decide_folds(&request(&whole, 39), &mut host);
    assert_eq!(engine.all_folds(), [], "folded while the cache was warm");
    engine.mark_cache_expired();
    let folds = engine.decide_folds(&request(&whole, 40), &mut host).to_vec();
    assert!(folds.len() > 10 && folds.iter().all(|fold| fold.call == 40), "{} folds", folds.len());
    assert!(
        engine.conversation_bill().paid < engine.conversation_bill().plain,
        "a fold into a cold cache costs nothing"
    );
}

#[test]
fn the_hint_stands_again_after_the_host_compacted() {
    let mut whole = session(&[], 240);
    let hints = |folds: &[FoldedItem], from: usize| {
        folds.iter().filter(|fold| fold.call >= from && fold.text.contains("all of it: ctx get ")).count()
    };
    assert_eq!(hints(&folds_of(&whole, FoldOptions::default()), 0), 1);
    let (call, at) = (120, whole.calls[120]);
    whole.restarts.push(at);
    let folds = folds_of(&whole, FoldOptions::default());
    assert!(folds.iter().any(|fold| fold.call > call), "nothing was folded behind the compaction");
    assert_eq!((hints(&folds, 0), hints(&folds, call)), (2, 1));
}

#[test]
fn images_are_never_folded() {
    let picture = ConversationItem { media: 90_000, ..result("picture", long("caption")) };
    let first = [("read", serde_json::json!({ "path": "a.png" }), picture)];
    assert!(!folds_of(&session(&first, 160), FoldOptions::default()).iter().any(|fold| fold.id == "picture"));
}

#[test]
fn a_stub_gets_shorter_when_it_is_old() {
    // A long input at the beginning goes late; the stubs after it are written anew in that batch.
    let edit =
        serde_json::json!({ "path": "src/cart.rs", "patch": format!("*** Begin Patch\n{}", long("old").repeat(40)) });
    let options = FoldOptions { care: 1500.0, ..FoldOptions::default() };
    let folds = folds_of(&session(&[("edit", edit, result("edit", "ok".to_owned()))], 300), options);
    let twice: Vec<_> = folds.iter().filter(|fold| fold.id == "more_0").collect();
    assert_eq!(twice.len(), 2, "{twice:?}");
    assert!(twice[1].call >= twice[0].call + 30 && twice[1].text.len() < twice[0].text.len(), "{twice:?}");
}

#[test]
fn the_first_stub_says_how_to_get_the_rest() {
    let steps: Vec<Step> =
        (0..120).map(|at| Step { tool: 0, path: at, lines: 160, failed: false, pinned: false, says: false }).collect();
    let mut engine = FoldEngine::new(FoldOptions::default());
    engine.decide_folds(&conversation(&steps), &mut Plain::new(true));
    let first = &engine.all_folds()[0];
    assert!(
        first.text.starts_with(&format!("[ctx:{0}] read · all of it: ctx get {0}", first.reference)),
        "{}",
        first.text
    );
    assert!(first.text.len() < first.was);
}
