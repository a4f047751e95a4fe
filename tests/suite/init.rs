//! `ctx init`: it adds only our lines, nothing twice, and uninstalling restores the files byte for byte. The settings
//! are written by hand in the shapes and with the oddities that people's files have.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use ctx_agents::install::{hooks, jsonc};

use crate::faults::full_disk_library;
use crate::harness::skip;
use crate::harness::{Done, Home, finish};
use crate::picker::Pty;

/// A person's files, below the home directory.
const PERSON: &[(&str, &str)] = &[
    (
        ".claude/settings.json",
        "{\n\t// my own\n\t\"model\": \"opus\",\n\t\"env\": { \"API_TOKEN\": \"ghp_Q7Zk2mX9vB4nW8sL1tR6yH3cJ5dF0gPa2uE4\" },\n\t\"hooks\": {\n\t\t\"PreToolUse\": [\n\t\t\t{ \"matcher\": \"Edit\", \"hooks\": [ { \"type\": \"command\", \"command\": \"./fmt.sh\" } ] } // keep\n\t\t],\n\t\t\"Stop\": [],\n\t\t\"Notification\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"notify-send done\"}]}],\n\t},\n\t\"permissions\": {\"allow\": [\"Bash(npm test:*)\"]}\n}",
    ),
    (".claude/CLAUDE.md", "# How I like it\r\n\r\n- short answers\r\n- no emojis"),
    (".codex/config.toml", "model = \"gpt\"   # the large one\n\n[mcp_servers.docs]\ncommand = \"docs\"\n"),
    (".codex/hooks.json", "{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"true\"}]}]}}\n"),
    (".codex/AGENTS.md", ""),
    (".gemini/settings.json", "\u{feff}{\r\n    \"ui\": { \"theme\": \"GitHub\" },\r\n    \"hooks\": {}\r\n}\r\n"),
    (".gemini/GEMINI.md", "Be brief.\n\n\n"),
    (".cursor/hooks.json", "{ \"version\": 1, \"hooks\": { \"preToolUse\": [ ] } }"),
    (".copilot/config.json", "{}"),
    (".config/opencode/opencode.json", "{\"theme\": \"x\"}\n"),
    (".config/opencode/plugins/mine.js", "export const Mine = async () => ({})\n"),
    (".vscode/argv.json", "{}"),
];

/// A project's files, below its root.
const PROJECT: &[(&str, &str)] = &[
    (".claude/settings.json", "{}\n"),
    ("CLAUDE.md", "# Shop\n@AGENTS.md\n"),
    ("AGENTS.md", "Run `make check` before you commit.\n"),
    (
        ".codex/config.toml",
        "[[hooks.PreToolUse]]\nmatcher = '^Bash$'\n\n[[hooks.PreToolUse.hooks]]\ntype = 'command'\ncommand = './guard.py'",
    ),
    (".gemini/settings.json", "  {\n      \"mcpServers\" : {\n            } ,\n\n  }"),
    (".github/workflows/ci.yml", "on: push\n"),
];

fn write(root: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

/// Every file and directory below a root except the store: bytes and mode.
fn tree(root: &Path) -> BTreeMap<PathBuf, (Option<Vec<u8>>, u32)> {
    let mut found = BTreeMap::new();
    let mut open = vec![root.to_owned()];
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(dir).unwrap().flatten() {
            let path = entry.path();
            let meta = std::fs::symlink_metadata(&path).unwrap();
            if path.ends_with("store") {
                continue;
            }
            let bytes = match meta.is_dir() {
                true => {
                    open.push(path.clone());
                    None
                }
                false if meta.is_symlink() => {
                    Some(std::fs::read_link(&path).unwrap().to_string_lossy().into_owned().into_bytes())
                }
                false => Some(std::fs::read(&path).unwrap()),
            };
            found.insert(path, (bytes, meta.permissions().mode()));
        }
    }
    found
}

fn command(home: &Home, args: &[&str]) -> Command {
    let mut command = home.command([&["init"], args].concat());
    // No agent of the machine's own.
    command
        .env("PATH", home.path().join("bin"))
        .env_remove("CLAUDE_CONFIG_DIR")
        .env_remove("CODEX_HOME")
        .env_remove("COPILOT_HOME");
    command
}

fn init(home: &Home, args: &[&str]) -> Done {
    let args: Vec<&str> = args.iter().copied().filter(|arg| !arg.is_empty()).collect();
    finish(&mut command(home, &args))
}

/// A home and a project with settings of every agent.
fn furnished() -> Home {
    let home = Home::new();
    write(home.path(), PERSON);
    std::fs::create_dir(home.work().join(".git")).unwrap();
    std::fs::write(home.work().join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
    write(&home.work(), PROJECT);
    home
}

fn read(path: PathBuf) -> String {
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// JSON settings without the hooks of ctx, and without lists and objects that are empty then.
fn without_ours(text: &str) -> serde_json::Value {
    let mut said = jsonc::parse_jsonc(text).unwrap().to_json();
    if let Some(events) = said.get_mut("hooks").and_then(|hooks| hooks.as_object_mut()) {
        for list in events.values_mut().filter_map(|list| list.as_array_mut()) {
            list.retain(|element| {
                let handlers = element.get("hooks").and_then(|handlers| handlers.as_array());
                !handlers
                    .map_or(hooks::is_ctx_hook_entry(element), |handlers| handlers.iter().any(hooks::is_ctx_hook_entry))
            });
        }
        events.retain(|_, list| list != &serde_json::json!([]));
    }
    if let Some(env) = said.get_mut("env").and_then(|env| env.as_object_mut()) {
        env.shift_remove("CLAUDE_CODE_SHELL");
    }
    if let Some(rules) = said.pointer_mut("/permissions/allow").and_then(|rules| rules.as_array_mut()) {
        rules.retain(|rule| !rule.as_str().is_some_and(|rule| rule.starts_with("Bash(ctx ")));
        if rules.is_empty() {
            said["permissions"].as_object_mut().unwrap().shift_remove("allow");
        }
    }
    for name in ["hooks", "env", "permissions"] {
        if said.get(name) == Some(&serde_json::json!({})) {
            said.as_object_mut().unwrap().shift_remove(name);
        }
    }
    said
}

#[test]
fn in_once_and_out_again_byte_for_byte() {
    for reach in ["", "--project"] {
        let home = furnished();
        let before = tree(home.path());
        let done = init(&home, &["all", reach, "--yes"]);
        assert_eq!(done.code, 0, "{}", done.err);
        let with = tree(home.path());
        assert_ne!(with, before);
        for (path, (bytes, mode)) in &before {
            let (now, now_mode) = &with[path];
            assert_eq!(mode, now_mode, "{}", path.display());
            let (Some(bytes), Some(now)) = (bytes, now) else { continue };
            let (was, is) = (String::from_utf8_lossy(bytes), String::from_utf8_lossy(now));
            match path.extension().and_then(|end| end.to_str()) {
                Some("json") if was != is => assert_eq!(without_ours(&is), without_ours(&was), "{}", path.display()),
                Some("md" | "toml") => assert!(is.starts_with(&*was), "{}", path.display()),
                _ => assert_eq!(is, was, "{}", path.display()),
            }
        }
        // The diff shows each file that changed, and nothing of it is a line that another file has.
        for (path, state) in &with {
            let changed = state.0.is_some() && before.get(path) != Some(state);
            assert_eq!(done.out.contains(&format!("+++ {}\n", path.display())), changed, "{}", path.display());
        }
        let again = init(&home, &["all", reach, "--yes"]);
        assert_eq!((again.code, again.out.as_str()), (0, "nothing to change\n"), "{}", again.err);
        assert!(tree(home.path()) == with);
        let out = init(&home, &["all", reach, "--uninstall", "--yes"]);
        assert_eq!(out.code, 0, "{}", out.err);
        assert!(!out.err.contains("changed since"), "{}", out.err);
        let after = tree(home.path());
        for (path, state) in &before {
            assert_eq!(
                after.get(path).map(|state| state.0.as_ref().map(|bytes| String::from_utf8_lossy(bytes))),
                Some(state.0.as_ref().map(|bytes| String::from_utf8_lossy(bytes))),
                "{}",
                path.display()
            );
        }
        assert!(after == before, "{:?}", after.keys().filter(|path| !before.contains_key(*path)).collect::<Vec<_>>());
        assert_eq!(init(&home, &["--uninstall", reach, "--yes"]).out, "nothing to change\n");
    }
}

#[test]
fn each_agent_alone_goes_in_and_out_byte_for_byte() {
    for agent in ["claude-code", "codex", "gemini", "cursor", "copilot", "opencode", "vscode"] {
        for reach in ["", "--project"] {
            let home = furnished();
            let before = tree(home.path());
            let done = init(&home, &[agent, reach, "--yes"]);
            assert_eq!(done.code, 0, "{agent} {reach}: {}", done.err);
            // VS Code has nothing of its own for a person.
            let with = tree(home.path());
            assert!(
                with != before || (agent == "vscode" && !done.out.contains("+++")),
                "{agent} {reach}: {}",
                done.out
            );
            let out = init(&home, &[agent, reach, "--uninstall", "--yes"]);
            assert_eq!(out.code, 0, "{agent} {reach}: {}", out.err);
            let after = tree(home.path());
            let changed = |path: &&PathBuf| after.get(*path) != before.get(*path);
            let changed: Vec<_> = before.keys().chain(after.keys()).filter(changed).collect();
            assert!(changed.is_empty(), "{agent} {reach}: {changed:?}");
        }
    }
}

#[test]
fn the_record_is_not_needed_where_the_text_tells_enough() {
    let home = furnished();
    let before = tree(home.path());
    init(&home, &["claude-code", "codex", "--yes"]);
    std::fs::remove_dir_all(home.store()).unwrap();
    let out = init(&home, &["claude-code", "codex", "--uninstall", "--yes"]);
    assert_eq!(out.code, 0, "{}", out.err);
    let after = tree(home.path());
    for path in [".codex/hooks.json", ".codex/AGENTS.md", ".claude/CLAUDE.md"].map(|name| home.path().join(name)) {
        assert!(after[&path] == before[&path], "{}", path.display());
    }
    // An empty list of somebody's own cannot be told from one that was made: it is gone, the rest is there.
    let settings = read(home.path().join(".claude/settings.json"));
    assert_eq!(settings, PERSON[0].1.replace("\t\t\"Stop\": [],\n", ""));
}

#[test]
fn malformed_settings_stop_everything() {
    let rows: &[(&str, &str, &str)] = &[
        (
            ".claude/settings.json",
            "{\n  \"model\": \"opus\"\n  \"hooks\": {}\n}\n",
            "line 3: a comma or a closing bracket is missing",
        ),
        (".codex/hooks.json", "{\"hooks\": [", "line 1: a value is missing"),
        (".gemini/settings.json", "{\"hooks\": []}", "\"hooks\" is not an object"),
        (
            ".cursor/hooks.json",
            "{\"version\": 1, \"hooks\": {\"postToolUse\": {}}}",
            "\"postToolUse\" in \"hooks\" is not a list",
        ),
        (".claude/CLAUDE.md", "a\n<!-- ctx:begin v1 00000000 -->\nb\n", "line 2: the block of ctx has no end mark"),
        (".gemini/GEMINI.md", "<!-- ctx:end -->\n", "ends nothing"),
        (".config/opencode/plugins/ctx.js", "export default 1\n", "this file is not ctx's own"),
    ];
    for (name, text, why) in rows {
        let home = furnished();
        write(home.path(), &[(name, text)]);
        let before = tree(home.path());
        for more in [&["all", "--yes"][..], &["all"], &["all", "--dry-run"]] {
            let done = init(&home, more);
            assert_eq!(done.code, 1, "{name}: {}", done.err);
            assert!(done.err.contains(name) && done.err.contains(why), "{name}: {}", done.err);
            assert!(done.err.contains("nothing was changed"), "{}", done.err);
            assert!(tree(home.path()) == before, "{name}");
        }
    }
    // A directory in place of a file, or a read-only file, is found before any change as well.
    let home = furnished();
    std::fs::remove_file(home.path().join(".gemini/settings.json")).unwrap();
    std::fs::create_dir(home.path().join(".gemini/settings.json")).unwrap();
    let locked = home.path().join(".codex/hooks.json");
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o444)).unwrap();
    let before = tree(home.path());
    let done = init(&home, &["all", "--yes"]);
    assert!(done.err.contains("is a directory") && done.err.contains("is read-only"), "{}", done.err);
    assert!(tree(home.path()) == before);
}

#[test]
fn nothing_is_written_unasked() {
    let home = furnished();
    let before = tree(home.path());
    let dry = init(&home, &["--dry-run"]);
    assert_eq!(dry.code, 0);
    assert!(dry.out.contains("+\t\t\"SessionStart\": [") && dry.err.contains("nothing was written"), "{}", dry.out);
    // Lines around a change may hold secrets.
    assert!(!dry.out.contains("ghp_Q7Zk"), "{}", dry.out);
    let unasked = init(&home, &[]);
    assert_eq!((unasked.code, unasked.out), (1, dry.out));
    assert!(unasked.err.contains("--yes"), "{}", unasked.err);
    assert!(tree(home.path()) == before);
}

#[test]
fn on_a_terminal_it_asks() {
    let home = furnished();
    let before = tree(home.path());
    for (answer, code) in [("n\r", 1), ("\r", 1), ("y\r", 0)] {
        assert!(tree(home.path()) == before);
        let mut pty = Pty::start(command(&home, &["claude-code"]), 100, 200);
        pty.shows("change 2 files? [y/N]");
        pty.press(answer);
        assert_eq!(pty.status().code(), Some(code), "{answer:?}");
    }
    assert!(read(home.path().join(".claude/settings.json")).contains("ctx hook claude-code stop"));
}

#[test]
fn a_full_disk_leaves_everything_or_nothing() {
    let tools = tempfile::tempdir().unwrap();
    let Some(library) = full_disk_library(tools.path()) else { return skip("no C compiler") };
    for n in 1..200 {
        let home = furnished();
        let before = tree(home.path());
        let done = finish(
            command(&home, &["claude-code", "codex", "opencode", "--yes"])
                .env("LD_PRELOAD", &library)
                .env("FULL_DISK_BELOW", home.path())
                .env("FULL_DISK_AT", n.to_string()),
        );
        if done.code == 0 {
            assert!(n > 5, "the fault was hardly hit");
            return;
        }
        assert!(done.err.contains("No space left") && done.err.contains("nothing was changed"), "{}", done.err);
        assert!(tree(home.path()) == before, "write {n}: {}", done.err);
    }
    panic!("the fault was still hit after 200 writes");
}

#[test]
fn agents_are_found_or_it_says_so() {
    let home = Home::new();
    let none = init(&home, &["--dry-run"]);
    assert_eq!(none.code, 1);
    assert!(none.err.contains("no supported agent found"), "{}", none.err);
    let bin = home.path().join("bin");
    std::fs::create_dir(&bin).unwrap();
    std::fs::copy(home.script("gemini", "#!/bin/sh\n"), bin.join("gemini")).unwrap();
    std::fs::create_dir(home.path().join(".codex")).unwrap();
    let some = init(&home, &["--dry-run"]);
    let shown: Vec<&str> = some.out.lines().filter_map(|line| line.strip_prefix("+++ ")).collect();
    let names: Vec<&str> = shown.iter().filter_map(|path| path.strip_prefix(home.path().to_str().unwrap())).collect();
    assert_eq!(
        names,
        [
            "/.codex/hooks.json",
            "/.codex/config.toml",
            "/.codex/AGENTS.md",
            "/.gemini/settings.json",
            "/.gemini/.env",
            "/.gemini/GEMINI.md",
        ]
    );
    assert_eq!(init(&home, &["emacs"]).code, 2);
    let alone = init(&home, &["codex", "copilot", "--instructions", "--yes"]);
    assert!(alone.err.contains("copilot: no way is known"), "{}", alone.err);
    assert!(read(home.path().join(".codex/AGENTS.md")).contains("ctx run -- "));
    assert!(!home.path().join(".codex/config.toml").exists() && !home.path().join(".codex/hooks.json").exists());
}

#[test]
fn the_shell_of_each_agent_comes_through_ctx() {
    let home = Home::new();
    let person: &[(&str, &str)] = &[
        (".claude/settings.json", "{ \"env\": { \"A\": \"b\" }, \"permissions\": { \"allow\": [\"Bash(ls)\"] } }\n"),
        (
            ".codex/config.toml",
            "[shell_environment_policy.set]\nA = 'b'\n[sandbox_workspace_write]\nwritable_roots = ['/a']\n",
        ),
        (".gemini/.env", "KEY=value\n"),
    ];
    write(home.path(), person);
    let before = tree(home.path());
    let done = init(&home, &["claude-code", "codex", "gemini", "opencode", "--yes"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let folder = home.store().join("shell");
    let settings = jsonc::parse_jsonc(&read(home.path().join(".claude/settings.json"))).unwrap().to_json();
    assert_eq!(settings["env"]["CLAUDE_CODE_SHELL"], folder.join("bash").to_str().unwrap());
    assert_eq!(settings["permissions"]["allow"].as_array().unwrap().len(), 6);
    let config: toml::Table = toml::from_str(&read(home.path().join(".codex/config.toml"))).unwrap();
    let set = &config["shell_environment_policy"]["set"];
    assert_eq!((set["BASH_ENV"].as_str(), set["A"].as_str()), (folder.join("bash-env.sh").to_str(), Some("b")));
    assert_eq!(config["sandbox_workspace_write"]["writable_roots"].as_array().unwrap().len(), 2);
    let variables = read(home.path().join(".gemini/.env"));
    assert!(variables.contains(&format!("\nBASH_ENV={}\n", folder.join("bash-env.sh").display())), "{variables}");
    assert_eq!(folder.join("bash").canonicalize().unwrap(), Path::new(crate::harness::CTX).canonicalize().unwrap());
    // One that is set already stays, and is reported.
    let theirs = "{ \"env\": { \"CLAUDE_CODE_SHELL\": \"/opt/bin/bash\" } }\n";
    let out = init(&home, &["all", "--uninstall", "--yes"]);
    assert_eq!(out.code, 0, "{}", out.err);
    assert!(!folder.exists());
    let after = tree(home.path());
    assert!(
        after == before,
        "{:?}",
        after.keys().filter(|path| before.get(*path) != after.get(*path)).collect::<Vec<_>>()
    );
    write(home.path(), &[(".claude/settings.json", theirs)]);
    let done = init(&home, &["claude-code", "--no-allow", "--yes"]);
    assert!(done.err.contains("CLAUDE_CODE_SHELL is /opt/bin/bash already"), "{}", done.err);
    let settings = read(home.path().join(".claude/settings.json"));
    assert!(settings.contains("/opt/bin/bash") && !settings.contains("Bash(ctx"), "{settings}");
}

#[test]
fn older_entries_are_renewed_and_their_neighbours_stay() {
    let home = Home::new();
    let old = "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"matcher\": \"Bash\",\n        \"hooks\": [\n          { \"type\": \"command\", \"command\": \"./mine.sh\" },\n          { \"type\": \"command\", \"command\": \"/opt/ctx-0.0.1/bin/ctx hook claude-code pre-tool-use\", \"timeout\": 60 }\n        ]\n      }\n    ],\n    \"Bygone\": [\n      { \"hooks\": [ { \"type\": \"command\", \"command\": \"ctx\", \"args\": [\"hook\", \"claude-code\", \"bygone\"] } ] }\n    ]\n  }\n}\n";
    write(
        home.path(),
        &[
            (".claude/settings.json", old),
            (".claude/CLAUDE.md", "a\n\n<!-- ctx:begin v0 12345678 -->\nold words\n<!-- ctx:end -->\n\nb\n"),
        ],
    );
    let done = init(&home, &["claude-code", "--yes"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.contains("edited by hand"), "{}", done.err);
    let settings = read(home.path().join(".claude/settings.json"));
    assert!(
        !settings.contains("/opt/") && !settings.contains("Bygone") && settings.contains("./mine.sh"),
        "{settings}"
    );
    assert!(!settings.contains("pre-tool-use"), "{settings}");
    assert_eq!(settings.matches("ctx hook claude-code stop ").count(), 1, "{settings}");
    let block = read(home.path().join(".claude/CLAUDE.md"));
    assert!(block.starts_with("a\n\n<!-- ctx:begin v1 ") && block.ends_with("<!-- ctx:end -->\n\nb\n"), "{block}");
    assert_eq!(init(&home, &["claude-code", "--yes"]).out, "nothing to change\n");
    init(&home, &["claude-code", "--yes", "--uninstall"]);
    assert_eq!(read(home.path().join(".claude/CLAUDE.md")), "a\n\nb\n");
    let settings = read(home.path().join(".claude/settings.json"));
    assert_eq!(without_ours(&settings)["hooks"]["PreToolUse"][0]["hooks"][0]["command"], "./mine.sh");
    assert!(!settings.contains("ctx"), "{settings}");
}

#[test]
fn edits_in_between_stay_and_are_told() {
    let home = furnished();
    init(&home, &["claude-code", "gemini", "--yes"]);
    let settings = home.path().join(".claude/settings.json");
    let edited = read(settings.clone()).replace("\"opus\"", "\"sonnet\"");
    std::fs::write(&settings, &edited).unwrap();
    let guide = home.path().join(".gemini/GEMINI.md");
    std::fs::write(&guide, read(guide.clone()) + "\nOne more thing.\n").unwrap();
    assert_eq!(init(&home, &["claude-code", "gemini", "--yes"]).out, "nothing to change\n");
    let done = init(&home, &["claude-code", "gemini", "--uninstall", "--yes"]);
    assert_eq!(done.err.matches("changed since ctx was installed").count(), 2, "{}", done.err);
    assert_eq!(read(settings), PERSON[0].1.replace("opus", "sonnet"));
    assert_eq!(read(guide), "Be brief.\n\n\n\nOne more thing.\n");
    assert_eq!(read(home.path().join(".gemini/settings.json")), PERSON[5].1);
}

#[test]
fn links_are_followed_modes_are_kept_and_a_shared_file_gets_one_block() {
    let home = Home::new();
    let dotfiles = home.path().join("dotfiles");
    write(&dotfiles, &[("claude.json", "{\"a\": 1}")]);
    let real = dotfiles.join("claude.json");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).unwrap();
    std::fs::create_dir(home.work().join(".claude")).unwrap();
    std::os::unix::fs::symlink(&real, home.work().join(".claude/settings.json")).unwrap();
    std::fs::write(home.work().join("AGENTS.md"), "x\n").unwrap();
    std::os::unix::fs::symlink("AGENTS.md", home.work().join("CLAUDE.md")).unwrap();
    let before = tree(home.path());
    let done = init(&home, &["claude-code", "codex", "--project", "--yes"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(read(real.clone()).contains("ctx hook claude-code stop"));
    assert_eq!(std::fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(read(home.work().join("AGENTS.md")).matches("ctx:begin").count(), 1);
    // As long as one of both reads it, the block stays.
    let one = init(&home, &["codex", "--project", "--uninstall", "--yes"]);
    assert!(read(home.work().join("CLAUDE.md")).contains("ctx:begin"), "{}", one.err);
    init(&home, &["--project", "--uninstall", "--yes"]);
    assert!(tree(home.path()) == before);
}

#[test]
fn a_home_behind_a_link_is_as_it_was() {
    let home = Home::new();
    std::os::unix::fs::symlink(home.path(), home.work().join("home")).unwrap();
    let before = tree(home.path());
    let run = |args: &[&str]| finish(command(&home, args).env("HOME", home.work().join("home")));
    assert_eq!(run(&["codex", "copilot", "opencode", "--yes"]).code, 0);
    assert_eq!(run(&["codex", "copilot", "opencode", "--yes"]).out, "nothing to change\n");
    assert_eq!(run(&["--uninstall", "--yes"]).code, 0);
    assert!(tree(home.path()) == before);
}

#[test]
fn an_installation_elsewhere_is_reported() {
    let home = Home::new();
    init(&home, &["gemini", "--project", "--yes"]);
    let done = init(&home, &["--uninstall", "--yes"]);
    assert!(done.out == "nothing to change\n" && done.err.contains("--project takes it out there"), "{}", done.err);
    let done = init(&home, &["--uninstall", "--project", "--yes"]);
    assert!(done.code == 0 && done.err.lines().count() == 1, "{}", done.err);
}

#[test]
fn a_claude_file_that_imports_the_other_gets_no_block_of_its_own() {
    let home = furnished();
    let done = init(&home, &["claude-code", "codex", "--project", "--yes"]);
    assert!(done.err.contains("imports AGENTS.md"), "{}", done.err);
    assert_eq!(read(home.work().join("CLAUDE.md")), PROJECT[1].1);
    assert!(read(home.work().join("AGENTS.md")).contains("ctx:begin"));
    // Alone, it has nobody else to read from.
    let home = furnished();
    init(&home, &["claude-code", "--project", "--yes"]);
    assert!(read(home.work().join("CLAUDE.md")).contains("ctx:begin"));
    // Where the other has it already, that is enough.
    let home = furnished();
    init(&home, &["codex", "--project", "--yes"]);
    init(&home, &["claude-code", "--project", "--yes"]);
    assert_eq!(read(home.work().join("CLAUDE.md")), PROJECT[1].1);
    // A block that it reads through the import is not removed.
    let home = furnished();
    init(&home, &["claude-code", "codex", "--project", "--yes"]);
    let out = init(&home, &["codex", "--project", "--uninstall", "--yes"]);
    assert!(out.err.contains("stays: claude-code reads it too"), "{}", out.err);
    assert!(read(home.work().join("AGENTS.md")).contains("ctx:begin"));
}

#[test]
fn uninstall_accepts_a_malformed_file_without_ctx() {
    let home = furnished();
    init(&home, &["claude-code", "--yes"]);
    write(home.path(), &[(".gemini/settings.json", "{ broken")]);
    let out = init(&home, &["--uninstall", "--yes"]);
    assert_eq!(out.code, 0, "{}", out.err);
    assert_eq!(read(home.path().join(".claude/settings.json")), PERSON[0].1);
}

#[test]
fn vs_code_takes_what_others_have() {
    let home = Home::new();
    let alone = init(&home, &["vscode", "--project", "--yes"]);
    assert_eq!(alone.code, 0, "{}", alone.err);
    let file = home.work().join(".github/hooks/ctx.json");
    assert!(read(file.clone()).contains("ctx hook vscode post-tool-use"));
    // Copilot has the same file: its hooks serve both.
    init(&home, &["copilot", "--project", "--yes"]);
    let hooks = read(file.clone());
    assert!(hooks.contains("ctx hook copilot") && !hooks.contains("ctx hook vscode"), "{hooks}");
    let shared = init(&home, &["vscode", "--project", "--yes"]);
    assert!(shared.out == "nothing to change\n" && shared.err.contains("nothing is installed twice"), "{}", shared.err);
    init(&home, &["--project", "--uninstall", "--yes"]);
    assert!(!file.exists() && !home.work().join(".github").exists());
}

#[test]
fn codex_keeps_hooks_where_it_keeps_them() {
    let home = furnished();
    init(&home, &["codex", "--project", "--yes"]);
    let config = read(home.work().join(".codex/config.toml"));
    let table: toml::Table = config.parse().unwrap();
    assert_eq!(table["hooks"]["PreToolUse"].as_array().unwrap().len(), 1);
    assert_eq!(table["hooks"]["Stop"].as_array().unwrap().len(), 1);
    assert!(!home.work().join(".codex/hooks.json").exists());
    // Where somebody begins to use the other file, ctx moves there.
    write(&home.work(), &[(".codex/hooks.json", "{}")]);
    init(&home, &["codex", "--project", "--yes"]);
    assert!(read(home.work().join(".codex/hooks.json")).contains("ctx hook codex stop"));
    assert_eq!(read(home.work().join(".codex/config.toml")), PROJECT[3].1);
    let bad = format!("[[broken\n{config}");
    std::fs::write(home.work().join(".codex/config.toml"), &bad).unwrap();
    let done = init(&home, &["codex", "--project", "--uninstall", "--yes"]);
    assert!(done.code == 1 && done.err.contains("config.toml: line 1"), "{}", done.err);
    assert_eq!(read(home.work().join(".codex/config.toml")), bad);
}

#[test]
fn a_plugin_is_whole_and_renews_its_own_files_only() {
    let home = Home::new();
    let done = init(&home, &["--plugin", "p", "--yes"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let dir = home.work().join("p");
    let json = |name: &str| -> serde_json::Value { serde_json::from_str(&read(dir.join(name))).unwrap() };
    assert_eq!(json(".claude-plugin/plugin.json")["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(json(".claude-plugin/marketplace.json")["plugins"][0]["name"], "ctx");
    assert_eq!(json(".mcp.json")["mcpServers"]["ctx"]["args"][0], "mcp");
    assert_eq!(json("hooks/hooks.json")["hooks"].as_object().unwrap().len(), 8);
    for name in ["skills/ctx/SKILL.md", "commands/stats.md", "commands/doctor.md", "commands/search.md"] {
        assert!(read(dir.join(name)).contains("ctx "), "{name}");
    }
    assert_eq!(init(&home, &["--plugin", "p"]).out, "nothing to change\n");
    // A file of somebody else stays; one of ours that was edited is told and renewed.
    std::fs::write(dir.join("README.md"), "mine").unwrap();
    std::fs::write(dir.join("commands/stats.md"), "edited").unwrap();
    let again = init(&home, &["--plugin", "p", "--yes"]);
    assert!(again.err.contains("stats.md: edited by hand") && again.out.ends_with("changed 1 file\n"), "{}", again.err);
    assert_eq!(read(dir.join("README.md")), "mine");
    // A directory in which somebody else has a file of that name is not touched.
    write(&home.work(), &[("q/.mcp.json", "{}")]);
    let foreign = init(&home, &["--plugin", "q", "--yes"]);
    assert!(foreign.code == 1 && foreign.err.contains("not written by ctx"), "{}", foreign.err);
    assert_eq!(std::fs::read_dir(home.work().join("q")).unwrap().count(), 1);
}

/// The last lines of `ctx init` count the user's own newest sessions; nothing of them is kept.
#[test]
fn it_ends_with_what_the_last_sessions_would_have_saved() {
    let home = Home::new();
    let output = include_str!("../../fixtures/cargo/nextest-fail.raw");
    let about =
        serde_json::json!({ "sessionId": "5e55-1", "cwd": "/home/kim/shop", "timestamp": "2026-03-02T09:00:00.000Z" });
    let line = |kind: &str, uuid: &str, content: serde_json::Value| {
        let mut line = about.clone();
        line["type"] = kind.into();
        line["uuid"] = uuid.into();
        line["message"] = serde_json::json!({ "content": content });
        format!("{line}\n")
    };
    let call = serde_json::json!([{ "type": "tool_use", "id": "t1", "name": "Bash", "input": { "command": "cargo nextest run" } }]);
    let result =
        serde_json::json!([{ "type": "tool_result", "tool_use_id": "t1", "content": output, "is_error": true }]);
    let transcript = line("assistant", "u1", call) + &line("user", "u2", result);
    write(home.path(), &[(".claude/projects/-shop/s1.jsonl", &transcript)]);
    let done = init(&home, &["claude-code", "--yes"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.contains("your newest 1 transcript: 1 command printed "), "{}", done.out);
    assert!(done.out.contains(" of it out of the conversation, about "), "{}", done.out);
    assert!(done.out.contains("most by: cargo nextest"), "{}", done.out);
    assert!(done.out.contains("to undo: ctx init --uninstall"), "{}", done.out);
    let kept = home.ctx(["history", "--all-projects"]);
    assert!(!kept.out.contains("[ctx:"), "they are imported only if asked: {}", kept.out);
    let left = std::fs::read_dir(home.store()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().starts_with("scratch")));
}

#[test]
fn the_plugin_of_opencode_applies_answers_and_survives_none() {
    if Command::new("node").arg("--version").output().is_err() {
        return skip("node is not installed");
    }
    let home = Home::new();
    init(&home, &["opencode", "--project", "--yes"]);
    let bin = home.path().join("bin");
    std::fs::create_dir(&bin).unwrap();
    let fake = "#!/bin/sh\nread payload\ncase \"$3 $payload\" in\n  *'tool-execute-after '*'\"sessionID\":\"s\"'*) echo '{\"output\":\"short\"}';;\n  *session-start*'\"source\":\"startup\"'*) echo '{\"context\":\"known\"}';;\n  *session-compacting*) echo '{\"context\":\"facts\"}';;\n  *) exit 3;;\nesac\n";
    std::fs::copy(home.script("ctx-fake", fake), bin.join("ctx")).unwrap();
    let trial = format!(
        r#"import {{ CtxPlugin }} from {:?}
const hooks = await CtxPlugin({{ directory: process.cwd() }})
const about = {{ tool: 'x', sessionID: 's', callID: 'c', args: {{}} }}
const after = {{ title: 't', output: 'long', metadata: {{}} }}
await hooks['tool.execute.after'](about, after)
const served = {{ content: [{{ type: 'text', text: 'long' }}, {{ type: 'image', data: '' }}, {{ type: 'text', text: 'more' }}] }}
await hooks['tool.execute.after'](about, served)
const compact = {{ context: [] }}
await hooks['experimental.session.compacting']({{ sessionID: 's' }}, compact)
await hooks['chat.message']({{ sessionID: 's' }}, {{ parts: [{{ type: 'text', text: 'hello' }}] }})
await hooks.event({{ event: {{ type: 'session.created', properties: {{ info: {{ id: 's' }} }} }} }})
await hooks.event({{ event: {{ type: 'session.created', properties: {{ info: {{ id: 'side', parentID: 's' }} }} }} }})
const system = []
for (const sessionID of ['s', 's', 'side', 'resumed', undefined])
  await hooks['experimental.chat.system.transform']({{ sessionID }}, {{ system }})
await hooks.event({{ event: {{ type: 'session.idle', properties: {{ sessionID: 's' }} }} }})
console.log(JSON.stringify([Object.keys(hooks).includes('tool.execute.before'), after.output, served.content, compact.context, system]))
"#,
        home.work().join(".opencode/plugins/ctx.js")
    );
    std::fs::write(home.work().join("trial.mjs"), trial).unwrap();
    let run = |path: String| finish(home.program("node", ["--no-warnings", "trial.mjs"]).env("PATH", path));
    let own = std::env::var("PATH").unwrap();
    let with = run(format!("{}:{own}", bin.display()));
    let replaced = r#"[{"type":"text","text":"short"},{"type":"image","data":""}]"#;
    assert_eq!(with.out, format!("[false,\"short\",{replaced},[\"facts\"],[\"known\",\"known\"]]\n"), "{}", with.err);
    // A ctx that fails, or none at all, changes nothing.
    std::fs::copy(home.script("ctx-fake", "#!/bin/sh\nexit 1\n"), bin.join("ctx")).unwrap();
    let without = run(format!("{}:{own}", bin.display()));
    let left = r#"[{"type":"text","text":"long"},{"type":"image","data":""},{"type":"text","text":"more"}]"#;
    assert_eq!(without.out, format!("[false,\"long\",{left},[],[]]\n"), "{}", without.err);
}

#[test]
fn folding_is_asked_for_and_goes_again() {
    let home = Home::new();
    let rc = home.path().join(".bashrc");
    let mine = "alias ll='ls -l'\n";
    std::fs::write(&rc, mine).unwrap();
    std::fs::create_dir_all(home.path().join(".claude")).unwrap();
    let ctx = |args: &[&str]| {
        let mut command = home.command(args);
        let done = crate::harness::finish(command.env("SHELL", "/bin/bash"));
        assert_eq!(done.code, 0, "{args:?}: {}", done.err);
        std::fs::read_to_string(&rc).unwrap()
    };
    assert_eq!(ctx(&["init", "claude-code", "--yes"]), mine, "never the default");
    let with = ctx(&["init", "claude-code", "--fold", "--yes"]);
    assert!(with.starts_with(mine) && with.contains("claude() {") && !with.contains("codex()"), "{with}");
    assert_eq!(ctx(&["init", "claude-code", "--yes"]), with, "it stays");
    let both = ctx(&["init", "codex", "--fold", "--yes"]);
    assert!(both.contains("claude() {") && both.contains("codex() {"), "{both}");
    // The function starts the agent through ctx, and without ctx as it is.
    let shown = |path: &str| {
        let bin = home.work().join("bin");
        std::fs::create_dir_all(&bin).unwrap();
        for (name, text) in
            [("claude", "#!/bin/sh\necho plain \"$@\"\n"), ("ctx", "#!/bin/sh\necho through ctx \"$@\"\n")]
        {
            std::fs::write(bin.join(name), text).unwrap();
            std::fs::set_permissions(bin.join(name), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        }
        if path == "without" {
            std::fs::remove_file(bin.join("ctx")).unwrap();
        }
        let script = format!("PATH={}:/usr/bin:/bin; . {}; claude -p 'two words'", bin.display(), rc.display());
        crate::harness::finish(&mut home.program("bash", ["-c", &script])).out
    };
    assert_eq!(shown("with"), "through ctx agent --fold-if-possible claude-code -p two words\n");
    assert_eq!(shown("without"), "plain -p two words\n");
    let one = ctx(&["init", "codex", "--uninstall", "--yes"]);
    assert!(one.contains("claude() {") && !one.contains("codex()"), "{one}");
    assert_eq!(ctx(&["init", "--uninstall", "--yes"]), mine, "as it was");
}
