//! Installing into any settings and removing again: everything else stays byte for byte.

use proptest::prelude::*;
use serde_json::{Value as Json, json};

use super::*;

/// Hooks that somebody else has, in settings that somebody wrote by hand.
const BY_HAND: &str = "{\r\n\t// theme of the day\r\n\t\"theme\": \"dark\",   /* sic */\r\n\t\"hooks\": {\r\n\t\t\"PreToolUse\": [\r\n\t\t\t{ \"matcher\": \"Bash\", \"hooks\": [ { \"type\": \"command\", \"command\": \"./check.sh\" } ] } // mine\r\n\t\t],\r\n\t\t\"Stop\": [],\r\n\t\t\"Notification\": [ ]\r\n\t},\r\n\t\"permissions\": {\"deny\": [\"Read(.env)\"]},\r\n}";

fn settings_agents() -> impl Iterator<Item = Agent> {
    Agent::ALL.into_iter().filter(|agent| *agent != Agent::OpenCode)
}

#[test]
fn settings_by_hand_survive() {
    for agent in settings_agents() {
        let kind = FileEdit::Settings(agent);
        let with = kind.install(Some(BY_HAND)).unwrap();
        assert!(kind.is_current(&with).unwrap() && kind.is_installed(&with).unwrap(), "{with}");
        assert!(!with.replace("\r\n", "").contains('\n'), "line ends of another kind: {with:?}");
        for line in BY_HAND.lines().filter(|line| !line.contains("[]") && !line.contains("[ ]")) {
            let kept = line.trim_end();
            assert!(
                with.contains(kept)
                    || with.contains(&kept.replace(" // mine", ", // mine"))
                    || kept == "\t},"
                    || kept == "\t\t],",
                "{line}"
            );
        }
        assert_eq!(kind.remove(&with, Some(BY_HAND)).unwrap(), BY_HAND);
    }
}

#[test]
fn older_entries_of_ours_are_replaced_and_others_beside_them_stay() {
    let old = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash|Read", "hooks": [{"type": "command", "command": "/usr/local/bin/ctx hook claude-code pre-tool-use"}, {"type": "command", "command": "./mine.sh"}]}], "Gone": [{"hooks": [{"type": "command", "command": "ctx", "args": ["hook", "claude-code", "gone"]}]}]}}"#;
    let kind = FileEdit::Settings(Agent::ClaudeCode);
    assert!(kind.is_installed(old).unwrap() && !kind.is_current(old).unwrap());
    let without = kind.remove(old, None).unwrap();
    assert_eq!(
        without,
        r#"{"hooks": {"PreToolUse": [{"matcher": "Bash|Read", "hooks": [ {"type": "command", "command": "./mine.sh"}]}]}}"#
    );
    let with = kind.install(Some(&without)).unwrap();
    assert!(kind.is_current(&with).unwrap(), "{with}");
    assert!(with.contains("./mine.sh"));
}

#[test]
fn without_a_record_what_ctx_made_goes_and_what_others_made_stays() {
    let kind = FileEdit::Settings(Agent::Gemini);
    for text in
        ["{\n  \"a\": 1\n}\n", "{\"a\":1}", "{\"hooks\": {\"Other\": []}, \"b\": 2}", "{\n    \"a\": [\n    ],\n}\n"]
    {
        let with = kind.install(Some(text)).unwrap();
        assert_eq!(kind.remove(&with, None).unwrap(), text, "{with}");
    }
    let fresh = kind.install(None).unwrap();
    assert!(kind.is_empty_without_ctx(&kind.remove(&fresh, None).unwrap()));
    let cursor = FileEdit::Settings(Agent::Cursor);
    let bare = cursor.remove(&cursor.install(None).unwrap(), None).unwrap();
    assert!(cursor.is_empty_without_ctx(&bare) && bare.contains("\"version\": 1"), "{bare}");
}

#[test]
fn blank_files_are_blank_again() {
    for text in
        ["", "\n", " \r\n", "\u{feff}", "{}", "{ }", "{\n}\n", "{ /* mine */ }", "\u{feff}{}\r\n", "// a\n{ // b\n}"]
    {
        for agent in settings_agents() {
            let kind = FileEdit::Settings(agent);
            let with = kind.install(Some(text)).unwrap();
            assert!(kind.is_current(&with).unwrap(), "{text:?} {with}");
            assert_eq!(kind.remove(&with, Some(text)).unwrap(), text, "{with}");
        }
    }
}

#[test]
fn settings_of_another_shape_are_refused() {
    let kind = FileEdit::Settings(Agent::ClaudeCode);
    for (text, why) in [
        ("[]", "the document is not an object"),
        ("{\"hooks\": []}", "\"hooks\" is not an object"),
        ("{\"hooks\": null}", "\"hooks\" is not an object"),
        ("{\"hooks\": {\"Stop\": {}}}", "\"Stop\" in \"hooks\" is not a list"),
        ("{\"hooks\": {}, \"hooks\": {}}", "\"hooks\" is there twice"),
        ("{\"hooks\": {\"Stop\": [], \"Stop\": []}}", "\"hooks\" has \"Stop\" twice"),
        ("{\n\"a\" 1}", "line 2: a colon is missing"),
    ] {
        assert_eq!(kind.install(Some(text)).unwrap_err().to_string(), why);
        assert_eq!(kind.remove(text, None).unwrap_err().to_string(), why);
    }
    let script = FileEdit::Block(CtxBlockKind::Script);
    assert_eq!(script.install(Some("export const x = 1\n")).unwrap_err().to_string(), "this file is not ctx's own");
}

/// A document as somebody may have written it: any layout, comments anywhere, trailing commas, hooks of others.
fn documents() -> impl Strategy<Value = String> {
    (document_value(), any::<u64>(), prop::sample::select(vec!["\n", "\r\n"]), any::<[bool; 4]>()).prop_map(
        |(value, seed, eol, [bom, last, _, _])| {
            let mut writer = Writer { seed: seed | 1, eol, out: String::new() };
            if bom {
                writer.out.push('\u{feff}');
            }
            writer.gap();
            writer.value(&value);
            if last {
                writer.out.push_str(eol);
            }
            writer.out
        },
    )
}

fn document_value() -> impl Strategy<Value = Json> {
    let scalar = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|b| json!(b)),
        any::<i32>().prop_map(|n| json!(n)),
        "[a-z\"\\\\/* é{}\\[\\],:]{0,12}".prop_map(|s| json!(s)),
    ];
    let tree = scalar.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::Array),
            prop::collection::vec(("[a-e]", inner), 0..4).prop_map(|pairs| Json::Object(pairs.into_iter().collect())),
        ]
    });
    let entry = prop_oneof![
        Just(json!({"matcher": "Bash", "hooks": [{"type": "command", "command": "./x.sh"}]})),
        Just(json!({"hooks": []})),
        Just(json!({"command": "echo ctx hook"})),
    ];
    let event = prop::sample::select(vec!["PreToolUse", "Stop", "BeforeTool", "preToolUse", "SessionEnd", "Mine"]);
    let list = prop::collection::vec(entry, 0..3).prop_map(Json::Array);
    let hooks = prop::option::of(prop::collection::vec((event, list), 0..4));
    let rest = prop::collection::vec(("[a-e]{1,3}", tree), 0..4);
    (rest, hooks, any::<prop::sample::Index>()).prop_map(|(rest, hooks, at)| {
        let mut pairs: Vec<(String, Json)> = rest;
        if let Some(hooks) = hooks {
            let events = hooks.into_iter().map(|(event, list)| (event.to_owned(), list)).collect();
            pairs.insert(at.index(pairs.len() + 1), ("hooks".to_owned(), Json::Object(events)));
        }
        Json::Object(pairs.into_iter().collect())
    })
}

struct Writer {
    seed: u64,
    eol: &'static str,
    out: String,
}

impl Writer {
    fn below(&mut self, limit: u64) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        self.seed % limit
    }

    fn gap(&mut self) {
        for _ in 0..self.below(3) {
            let eol = self.eol;
            match self.below(6) {
                0 => self.out.push_str(eol),
                1 => self.out.push('\t'),
                2 => self.out.push_str("  "),
                3 => self.out.push_str("/* , ] } \" */"),
                4 => self.out.push_str(&format!("// }} ] ,{eol}")),
                _ => self.out.push_str(&format!("{eol}    ")),
            }
        }
    }

    fn value(&mut self, value: &Json) {
        let children: Vec<(Option<String>, Json)> = match value {
            Json::Array(items) => items.iter().map(|item| (None, item.clone())).collect(),
            Json::Object(members) => members.iter().map(|(key, value)| (Some(key.clone()), value.clone())).collect(),
            scalar => return self.out.push_str(&scalar.to_string()),
        };
        let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
        self.out.push(open);
        let count = children.len();
        for (index, (key, child)) in children.into_iter().enumerate() {
            self.gap();
            if let Some(key) = key {
                self.out.push_str(&Json::from(key).to_string());
                self.gap();
                self.out.push(':');
                self.gap();
            }
            self.value(&child);
            self.gap();
            if index + 1 < count || self.below(4) == 0 {
                self.out.push(',');
            }
        }
        self.gap();
        self.out.push(close);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn there_and_back_is_the_identity(text in documents(), at in 0..6usize) {
        let agent = settings_agents().nth(at).unwrap();
        let kind = FileEdit::Settings(agent);
        let with = kind.install(Some(&text)).unwrap();
        prop_assert!(kind.is_current(&with).unwrap(), "{}", with);
        // Nothing in the user's settings is lost or altered.
        let (before, mut after) = (jsonc::parse_jsonc(&text).unwrap().to_json(), jsonc::parse_jsonc(&with).unwrap().to_json());
        let wanted = hooks::all_hooks_as_json(agent);
        for (event, ours) in wanted.as_object().unwrap() {
            let list = after["hooks"][event].as_array_mut().unwrap();
            let popped = list.pop();
            prop_assert_eq!(popped.as_ref(), ours.get(0));
        }
        for (event, list) in after["hooks"].as_object().unwrap() {
            let was = before.pointer(&format!("/hooks/{event}")).cloned().unwrap_or_else(|| json!([]));
            prop_assert_eq!(list, &was);
        }
        for (key, value) in before.as_object().unwrap().iter().filter(|(key, _)| *key != "hooks") {
            prop_assert_eq!(&after[key], value);
        }
        prop_assert_eq!(kind.remove(&with, Some(&text)).unwrap(), text);
    }

    #[test]
    fn an_edit_by_somebody_else_in_between_survives(text in documents(), at in 0..6usize) {
        let kind = FileEdit::Settings(settings_agents().nth(at).unwrap());
        let touch = |text: &str| edit::append_child(text, &[], Some("zz"), &json!({"by": "somebody"})).unwrap();
        let with = touch(&kind.install(Some(&text)).unwrap());
        let without = kind.remove(&with, Some(&text)).unwrap();
        let said = |text: &str| jsonc::parse_jsonc(text).unwrap().to_json();
        prop_assert_eq!(said(&without), said(&touch(&text)), "{}", without);
    }

    #[test]
    fn any_text_is_refused_or_survives(text in "[\\[\\]{}\",:/* \n\ra-c0-9]{0,40}") {
        let kind = FileEdit::Settings(Agent::ClaudeCode);
        if let Ok(with) = kind.install(Some(&text)) {
            prop_assert_eq!(kind.remove(&with, Some(&text)).unwrap(), text);
        }
    }

    #[test]
    fn a_block_comes_and_goes_in_any_text(text in "(\u{feff})?[a-z#<!> \n\r-]{0,60}") {
        let block = FileEdit::Block(CtxBlockKind::Instructions { seam: true });
        let with = block.install(Some(&text)).unwrap();
        prop_assert!(with.starts_with(&text));
        prop_assert_eq!(block.remove(&with, Some(&text)).unwrap(), text);
    }
}

/// Codex' settings with ctx, as `ctx init` writes them.
fn codexs(base: &str) -> (FileEdit, String) {
    let variables = vec![("BASH_ENV".to_owned(), "/h/ctx/shell/bash-env.sh".to_owned())];
    let seam = FileEdit::CodexShell { variables, root: "/h/ctx".to_owned() };
    let with = seam.install(Some(base)).unwrap();
    (seam, with)
}

const USERS: &str = "model = \"gpt\"   # the large one\n\n[tui]\ntheme = \"dark\"\n";

#[test]
fn tables_that_codex_wrote_between_those_of_ctx_stay() {
    let added = "\n[mcp_servers.github]\ncommand = \"gh\"\n\n[features]\nfoo = true\n\n[projects.\"/w\"]\ntrust_level = \"trusted\"\n";
    let (seam, with) = codexs(USERS);
    for place in ["[shell_environment_policy", "[sandbox_workspace_write]"] {
        let rewritten = with.replace(place, &format!("{}\n{place}", added.trim_start()));
        assert_ne!(rewritten, with);
        for former in [Some(USERS), None] {
            let without = seam.remove(&rewritten, former).unwrap();
            assert!(without.starts_with(USERS) && without.contains(added) && !without.contains("ctx"), "{without}");
        }
    }
    assert_eq!(seam.remove(&with, None).unwrap(), USERS);
}

#[test]
fn keys_beside_those_of_ctx_stay() {
    let (seam, with) = codexs(USERS);
    let more = with
        .replace("BASH_ENV =", "FOO = \"x\" # mine\nBASH_ENV =")
        .replace("writable_roots = [\"/h/ctx\"]", "network_access = true\nwritable_roots = [ \"/a\", \"/h/ctx\" ]");
    let without = seam.remove(&more, Some(USERS)).unwrap();
    let table: toml::Table = toml::from_str(&without).unwrap();
    assert_eq!(table["shell_environment_policy"]["set"]["FOO"].as_str(), Some("x"));
    assert_eq!(table["sandbox_workspace_write"]["writable_roots"].as_array().unwrap().len(), 1);
    assert_eq!(table["sandbox_workspace_write"]["network_access"].as_bool(), Some(true));
    assert!(
        without.starts_with(USERS) && without.contains("FOO = \"x\" # mine\n") && !without.contains("ctx"),
        "{without}"
    );
    let inline = "shell_environment_policy = { set = { BASH_ENV = \"/h/ctx/shell/bash-env.sh\", FOO = \"x\" } }\nnote = \"\"\"\n[not.a.header]\n\"\"\"\n";
    let less = seam.remove(inline, None).unwrap();
    assert_eq!(less, "shell_environment_policy = { set = { FOO = \"x\" } }\nnote = \"\"\"\n[not.a.header]\n\"\"\"\n");
    let several = "[sandbox_workspace_write]\nwritable_roots = [\n  \"/a\",\n  \"/h/ctx\",\n]\n";
    let table: toml::Table = toml::from_str(&seam.remove(several, None).unwrap()).unwrap();
    assert_eq!(table["sandbox_workspace_write"]["writable_roots"].as_array().unwrap().len(), 1);
    // A folder that was the user's own before stays.
    assert_eq!(seam.remove(several, Some(several)).unwrap(), several);
}

#[test]
fn hooks_of_others_between_those_of_ctx_stay() {
    let tables = FileEdit::Tables;
    let with = tables.install(Some(USERS)).unwrap();
    let theirs = "\n[[hooks.PreToolUse]]\nmatcher = \"Bash\"\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"./mine.sh\"\n";
    let state = "\n[hooks.state]\n\n[hooks.state.\"/h/.codex/hooks.json:stop:0:0\"]\ntrusted_hash = \"x\"\n";
    let rewritten = format!("{with}{theirs}{state}");
    assert_eq!(tables.remove(&rewritten, Some(USERS)).unwrap(), format!("{USERS}{theirs}{state}"));
}
