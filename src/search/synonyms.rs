//! Other words for the same thing: people ask for a "folder" where a session says "directory".

/// Each row is a group of words that developers use for one another.
#[rustfmt::skip]
const GROUPS: &[&str] = &[
    "abort cancel interrupt", "absent missing", "actual real", "add append insert include", "address url link",
    "admin administrator", "allow permit enable", "answer reply response", "app application program",
    "archive backup snapshot", "argument parameter option flag", "assistant agent", "begin start launch",
    "bill cost price pricing charge", "box panel card section", "branch fork", "broken failed failing failure",
    "browse navigate", "bug defect issue", "build compile", "button control", "cache memoize", "call invoke",
    "catch handle", "change edit modify update alter", "check verify validate test", "choose select pick",
    "clean tidy", "clear reset empty", "click press", "client customer", "close shut", "code source",
    "collapse fold hide", "colour color", "combine merge join consolidate", "command instruction",
    "commit changeset", "compare diff", "config configuration settings preferences", "connect attach link",
    "container docker", "copy duplicate clone", "correct fix repair", "count number total",
    "crash panic segfault", "create make generate produce", "database db sqlite postgres", "date time timestamp",
    "debug trace", "decide choose decision", "delay wait sleep timeout", "delete remove drop erase",
    "deny refuse reject forbid", "dependency package library", "describe explain document",
    "detect find discover probe", "developer engineer dev", "dialog modal popup window", "dictionary map",
    "different other", "disable deactivate", "disk storage", "display show render screen",
    "document documentation docs guide", "download fetch", "draw render paint", "earlier previous before old",
    "element item entry", "end finish complete stop", "environment env", "erase wipe", "error failure exception",
    "evaluate measure benchmark", "example sample", "execute run", "exit quit", "expand unfold", "extract parse",
    "fast quick speed", "file document", "filter select", "folder directory", "font typeface", "format layout",
    "free release", "function method routine", "gateway proxy", "gui window interface ui", "halt stop",
    "header heading title", "helper utility", "history log", "host server machine", "icon logo",
    "image picture screenshot photo", "import load", "improve enhance", "increase raise grow", "index catalog",
    "install setup", "internet network web", "job task work", "keep retain preserve", "key token",
    "kill terminate", "language locale", "late delayed", "legacy old", "library package module",
    "license licence", "line row", "list array", "live running", "local offline", "locate find", "log journal",
    "login signin authenticate", "main primary", "markdown prose", "match fit", "memory ram", "menu dropdown",
    "merge combine", "message notice", "mistake error wrong", "mobile phone", "module package",
    "monitor observe watch", "mouse pointer cursor click", "move relocate migrate transfer", "name identifier",
    "new fresh", "node element", "note remark comment", "notification alert", "number amount quantity",
    "obsolete deprecated", "open unresolved", "outcome result", "output result", "package crate", "page site",
    "password secret credential", "patch diff", "path route", "pause suspend", "performance speed",
    "permission access right", "pipeline workflow ci", "place location position", "plan roadmap",
    "platform system", "plugin extension addon", "popup menu dialog", "port migrate", "print output",
    "problem issue error", "process task", "profile settings", "project repository repo", "prompt input",
    "publish release ship deploy upload", "push upload", "query search question", "queue backlog",
    "read load parse", "receive get", "record entry", "recover restore", "reduce shrink decrease",
    "refactor restructure rewrite", "registry repository npm", "regression breakage", "reload refresh",
    "remember memory", "replace substitute", "report summary", "repository repo", "request ask", "require need",
    "resize scale", "restart reboot", "retry reconnect", "return give", "review inspect audit",
    "rewrite refactor", "root base", "safe secure", "save store persist write", "schedule plan",
    "screen display", "script program", "search find lookup", "security vulnerability", "send transmit deliver",
    "separate split external", "service daemon", "share publish", "shell terminal console", "short brief",
    "shutdown stop terminate", "signature sign", "size length", "slow sluggish", "small tiny minor",
    "socket websocket connection", "speed performance", "split divide", "stage step phase", "stale outdated old",
    "status state", "store save keep", "string text", "style css theme", "successful passed green",
    "suggestion recommendation proposal", "summary overview", "support help", "switch toggle",
    "synchronize sync", "tag label", "team group crew", "test check spec", "text words", "thread goroutine",
    "tool utility", "tooltip hint", "translate localize", "tree hierarchy", "try attempt",
    "turn convert transform", "type kind class", "understand comprehend", "undo revert rollback",
    "uninstall remove", "unique distinct", "update upgrade bump", "use usage", "user customer person",
    "value amount", "variable field", "version release", "view look", "visible shown displayed",
    "warning caution", "watch observe", "web website site", "whole entire complete", "width breadth",
    "window dialog", "worker agent", "write create", "wrong incorrect false",
];

/// The words that may stand for this one; `stem` brings both to the same form.
pub fn of(stemmed: &str, stem: impl Fn(&str) -> String) -> Vec<String> {
    let mut others: Vec<String> = Vec::new();
    // A stem begins as its words do: most rows need not be stemmed.
    let start = stemmed.get(..2).unwrap_or(stemmed);
    for group in GROUPS.iter().filter(|group| group.split(' ').any(|word| word.starts_with(start))) {
        let stems: Vec<String> = group.split(' ').map(&stem).collect();
        if stems.iter().any(|other| other == stemmed) {
            others.extend(stems.into_iter().filter(|other| other != stemmed));
        }
    }
    others.sort();
    others.dedup();
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_work_in_both_directions_and_hold_words_only() {
        let plain = str::to_owned;
        assert!(of("folder", plain).contains(&"directory".to_owned()));
        assert!(of("directory", plain).contains(&"folder".to_owned()));
        assert!(of("zebra", plain).is_empty());
        for group in GROUPS {
            let words: Vec<&str> = group.split(' ').collect();
            assert!(words.len() > 1, "{group}");
            assert!(words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())), "{group}");
        }
    }
}
