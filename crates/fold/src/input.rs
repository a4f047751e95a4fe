//! The input of a tool call with its long texts shortened. It keeps its form: an object stays an object with all its fields,
//! a command is whole up to a length, a patch stays a patch with its headers, and every text keeps its own beginning.

use ctx_text::truncate_at_char_boundary;
use serde_json::Value;

/// A command up to this length stays whole. A longer one keeps this much.
const COMMAND: usize = 400;
/// What a text must be longer by than what stays of it.
const WORTH: usize = 120;
/// The least that stays of each of several texts.
const LEAST: usize = 60;
/// The fields of a command, and of a list with one in it.
const COMMANDS: &[&str] = &["command", "cmd", "script", "CommandLine"];
const PATCH: &str = "*** Begin Patch";
const PATCH_END: &str = "*** End Patch";

/// The input with `keep` bytes of each of its long texts, and `[ctx:REFERENCE]` once. None if it has no long text.
pub fn shorten_input(input: &str, keep: usize, reference: &str) -> Option<String> {
    let mut cut = TextShortener { keep, reference: Some(reference) };
    let Some(mut value) = parse_json_object(input) else { return cut.shorten_text(input, "") };
    // Several texts share what is kept.
    cut.keep = (keep / count_long_texts(&value, keep).max(1)).max(keep.min(LEAST));
    cut.shorten_value(&mut value, "").then(|| value.to_string())
}

fn count_long_texts(value: &Value, keep: usize) -> usize {
    match value {
        Value::String(text) => usize::from(text.len() >= keep + WORTH),
        Value::Array(items) => items.iter().map(|item| count_long_texts(item, keep)).sum(),
        Value::Object(fields) => fields.values().map(|value| count_long_texts(value, keep)).sum(),
        _ => 0,
    }
}

fn parse_json_object(input: &str) -> Option<Value> {
    let trimmed = input.trim_start();
    trimmed.starts_with('{').then(|| serde_json::from_str(trimmed).ok()).flatten()
}

struct TextShortener<'a> {
    keep: usize,
    /// Where the rest is; said once.
    reference: Option<&'a str>,
}

impl TextShortener<'_> {
    /// Shortens the texts of a value. True if something changed.
    fn shorten_value(&mut self, value: &mut Value, name: &str) -> bool {
        match value {
            Value::String(text) => match self.shorten_text(text, name) {
                Some(short) => {
                    *text = short;
                    true
                }
                None => false,
            },
            Value::Array(items) => items.iter_mut().fold(false, |is_cut, item| self.shorten_value(item, name) | is_cut),
            Value::Object(fields) => {
                fields.iter_mut().fold(false, |is_cut, (name, value)| self.shorten_value(value, name) | is_cut)
            }
            _ => false,
        }
    }

    fn shorten_text(&mut self, text: &str, name: &str) -> Option<String> {
        let keep = if COMMANDS.contains(&name) { self.keep.max(COMMAND) } else { self.keep };
        if text.len() < keep + WORTH {
            return None;
        }
        if let Some(begins) = text.find(PATCH) {
            // A patch inside a program has its line ends written as escapes.
            let end = if text[begins + PATCH.len()..].starts_with("\\n") { "\\n" } else { "\n" };
            return self.shorten_patch(text, keep, end);
        }
        let start = leading_text(text, keep);
        Some(format!("{start}\n{}", self.render_fold_mark(&text[start.len()..])))
    }

    /// The headers of a patch, the beginning of what it changes, and what stands around the patch.
    fn shorten_patch(&mut self, text: &str, keep: usize, end: &str) -> Option<String> {
        let (mut short, mut left) = (String::new(), String::new());
        let (mut room, mut around) = (keep, COMMAND);
        let mut is_inside = false;
        for line in text.trim_end().split(end) {
            let is_bound = line.contains(PATCH) || line.starts_with(PATCH_END);
            is_inside = (is_inside || line.contains(PATCH)) && !line.starts_with(PATCH_END);
            let is_header = is_bound || is_inside && line.starts_with("*** ");
            let is_around = !is_inside && !is_header && line.len() <= around;
            if (is_header || is_around) && !left.is_empty() {
                // Behind `@@` a patch names the place that it goes on with.
                short.push_str(&format!("@@ {}{end}", self.render_fold_mark(&left)));
                left.clear();
            }
            let is_start = is_inside && !is_header && left.is_empty() && line.len() < room;
            if is_header || is_around || is_start {
                around = around.saturating_sub(if is_around { line.len() + 1 } else { 0 });
                room = room.saturating_sub(if is_start { line.len() + 1 } else { 0 });
                short.push_str(line);
                short.push_str(end);
            } else {
                left.push_str(line);
                left.push('\n');
            }
        }
        if !left.is_empty() {
            short.push_str(&format!("@@ {}{end}", self.render_fold_mark(&left)));
        }
        short.truncate(short.len() - end.len());
        if text.ends_with('\n') {
            short.push('\n');
        }
        (short.len() + WORTH / 2 < text.len()).then_some(short)
    }

    /// Says that something is folded here, how much, and once where it is.
    fn render_fold_mark(&mut self, left: &str) -> String {
        let place = self.reference.take().map_or_else(String::new, |reference| format!(" [ctx:{reference}]"));
        let left = left.trim_end();
        // Text inside a string of a program has its line ends written as escapes.
        match left.lines().count() + left.matches("\\n").count() {
            0 | 1 => format!("… {} bytes folded{place}", left.len()),
            lines => format!("… {lines} lines folded{place}"),
        }
    }
}

/// The first bytes of a text, up to the end of a line or a word.
fn leading_text(text: &str, keep: usize) -> &str {
    let head = truncate_at_char_boundary(text, keep);
    let end = head.rfind('\n').or_else(|| head.rfind(' ')).filter(|end| *end * 2 > keep);
    head[..end.unwrap_or(head.len())].trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn short(input: &Value) -> Value {
        serde_json::from_str(&shorten_input(&input.to_string(), 200, "k7f2qa").unwrap()).unwrap()
    }

    #[test]
    fn both_texts_of_an_edit_keep_their_own_beginning() {
        let text = |word: &str| (0..40).map(|line| format!("let {word}_{line} = {line};\n")).collect::<String>();
        let edit = json!({ "file_path": "/a/very/long/path.rs", "old_string": text("old"), "new_string": text("new"), "replace_all": false });
        let after = short(&edit);
        assert_eq!((&after["file_path"], &after["replace_all"]), (&edit["file_path"], &edit["replace_all"]));
        let (old, new) = (after["old_string"].as_str().unwrap(), after["new_string"].as_str().unwrap());
        assert!(
            old.starts_with("let old_0 = 0;\nlet old_1") && new.starts_with("let new_0 = 0;\nlet new_1"),
            "{after}"
        );
        assert!(old.ends_with("lines folded [ctx:k7f2qa]") && new.ends_with("lines folded"), "{after}");
        // A deletion stays one.
        let after = short(&json!({ "file_path": "a.rs", "old_string": text("old"), "new_string": "" }));
        assert_eq!(after["new_string"], "");
        let many = json!({ "edits": [{ "old_string": text("a"), "new_string": "short" }, { "old_string": "x", "new_string": text("b") }] });
        let after = short(&many);
        assert_eq!(
            (&after["edits"][0]["new_string"], &after["edits"][1]["old_string"]),
            (&json!("short"), &json!("x"))
        );
        assert!(after["edits"][1]["new_string"].as_str().unwrap().starts_with("let b_0"));
    }

    #[test]
    fn a_command_is_whole_up_to_its_length() {
        let command = format!("grep -rn {} src/", "x".repeat(380));
        assert_eq!(shorten_input(&json!({ "command": command }).to_string(), 60, "k"), None);
        let long = format!("cat > a.py <<'EOF'\n{}EOF\npython3 a.py", "print('hello')\n".repeat(100));
        let after = shorten_input(&json!({ "command": ["bash", "-lc", long] }).to_string(), 60, "k").unwrap();
        let after: Value = serde_json::from_str(&after).unwrap();
        let kept = after["command"][2].as_str().unwrap();
        assert!(kept.starts_with("cat > a.py <<'EOF'\nprint") && kept.len() > 350 && kept.len() < 470, "{kept}");
        assert_eq!(after["command"][1], "-lc");
    }

    #[test]
    fn a_patch_stays_a_patch_with_its_headers() {
        let hunk = |name: &str| {
            format!("@@ fn {name}() {{\n-    old_{name}();\n{}", format!("+    new_{name}();\n").repeat(30))
        };
        let patch = format!(
            "*** Begin Patch\n*** Update File: src/a.rs\n{}*** Add File: src/b.rs\n{}*** End Patch\n",
            hunk("a"),
            hunk("b")
        );
        let after = shorten_input(&patch, 100, "k7f2qa").unwrap();
        assert!(
            after.starts_with("*** Begin Patch\n*** Update File: src/a.rs\n@@ fn a() {\n-    old_a();\n+"),
            "{after}"
        );
        assert!(after.contains("\n@@ … 25 lines folded [ctx:k7f2qa]\n*** Add File: src/b.rs\n"), "{after}");
        assert!(after.ends_with("\n*** End Patch\n") && after.matches("[ctx:").count() == 1, "{after}");
        let inside = short(&json!({ "patchText": patch }));
        assert!(inside["patchText"].as_str().unwrap().starts_with("*** Begin Patch\n*** Update File: src/a.rs\n"));
        // Inside a command, and inside a program with its line ends as escapes.
        let command = format!("cd app && apply_patch <<'EOF'\n{patch}EOF\ngit diff --stat\n");
        let inside = short(&json!({ "command": ["bash", "-lc", command] }));
        let inside = inside["command"][2].as_str().unwrap();
        assert!(inside.starts_with("cd app && apply_patch <<'EOF'\n*** Begin Patch\n*** Update"), "{inside}");
        assert!(inside.contains("\n@@ … ") && inside.ends_with("\n*** End Patch\nEOF\ngit diff --stat\n"), "{inside}");
        let program =
            format!("const patch = \"{}\";\ntext(await tools.apply_patch(patch));\n", patch.replace('\n', "\\n"));
        let inside = shorten_input(&program, 100, "k7f2qa").unwrap();
        assert!(
            inside.contains(
                "\\n@@ … 25 lines folded [ctx:k7f2qa]\\n*** Add File: src/b.rs\\n@@ … 32 lines folded\\n*** End Patch"
            ),
            "{inside}"
        );
        assert!(inside.ends_with("*** End Patch\\n\";\ntext(await tools.apply_patch(patch));\n"), "{inside}");
    }

    #[test]
    fn short_inputs_stay() {
        for input in ["{\"path\":\"a\"}", "plain", "{", "{}", ""] {
            assert_eq!(shorten_input(input, 200, "k"), None);
        }
    }

    proptest::proptest! {
        #[test]
        fn any_input_keeps_its_fields(text in "\\PC{0,900}", other in "\\PC{0,900}", keep in 0..300usize) {
            let before = json!({ "a": text, "old_string": other, "n": [1, { "b": "x" }] });
            if let Some(after) = shorten_input(&before.to_string(), keep, "k") {
                let after: Value = serde_json::from_str(&after).unwrap();
                for name in ["a", "old_string"] {
                    let (old, new) = (before[name].as_str().unwrap(), after[name].as_str().unwrap());
                    proptest::prop_assert!(old.is_empty() == new.is_empty() && (new == old || new.len() < old.len()));
                }
                proptest::prop_assert_eq!(&after["n"], &before["n"]);
            }
            let _ = shorten_input(&text, keep, "k");
        }
    }
}
