//! Lines and elements in somebody else's TOML text: put below a header or into a list, each marked, so that they can be
//! found and removed again and no other byte moves.

use super::Uneditable;

/// The mark at the end of a line of ctx.
const LINE: &str = " # ctx";
/// The mark before and after an element or a pair of ctx in a list or table on one line or more.
const ELEMENT: &str = "# ctx\n";

pub fn parse(text: &str) -> Result<toml::Table, Uneditable> {
    let text = text.trim_start_matches('\u{feff}');
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        Uneditable::unexpected_shape(format!("line {line}: {}", error.message()))
    })
}

/// A table of its own.
pub fn render_table(name: &str, pairs: &[(String, String)]) -> String {
    let lines: String = pairs.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
    format!("[{name}]\n{lines}")
}

/// Inserts pairs into the table `outer.inner`; none if it has no header.
pub fn insert_pairs(text: &str, outer: &str, inner: &str, pairs: &[(String, String)]) -> Option<String> {
    let at = header(text, &format!("{outer}.{inner}"))?;
    let lines: String = pairs.iter().map(|(key, value)| format!("{key} = {value}{LINE}\n")).collect();
    Some(below(text, at, &lines))
}

/// Inserts an element into the list `key` of a table, or as a new list below its header; none if it has no header.
pub fn insert_element(text: &str, table: &str, key: &str, element: &str) -> Option<String> {
    let at = header(text, table)?;
    let end = text[at..].find("\n[").map_or(text.len(), |end| at + end + 1);
    let mut from = at;
    for line in text[at..end].split_inclusive('\n') {
        let is_key = line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='));
        if is_key {
            let open = from + line.find('[')? + 1;
            // On lines of their own, with the mark; the rest of the line goes on below.
            return Some(format!("{}{element}, {ELEMENT}{}", &text[..open], &text[open..]));
        }
        from += line.len();
    }
    Some(below(text, at, &format!("{key} = [{element}]{LINE}\n")))
}

/// Where the line after a table's header begins.
fn header(text: &str, name: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        let line = line.split('#').next().unwrap_or_default().trim();
        let inner = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        let parts = inner.map(|inner| inner.split('.').map(str::trim).collect::<Vec<_>>().join("."));
        if parts.as_deref() == Some(name) {
            return Some(at);
        }
    }
    None
}

fn below(text: &str, at: usize, lines: &str) -> String {
    let gap = if text[..at].ends_with('\n') { "" } else { "\n" };
    format!("{}{gap}{lines}{}", &text[..at], &text[at..])
}

/// The text without the parts that the functions above inserted.
pub fn remove_inserted_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end_matches(['\n', '\r']);
        match bare.strip_suffix(LINE) {
            // An element of ctx ends its line: the text before the list is the user's.
            Some(ours) if ours.ends_with(',') => match ours.find('[') {
                Some(open) => out.push_str(&ours[..=open]),
                None => out.push_str(line),
            },
            Some(_) => {}
            None => out.push_str(line),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs() -> Vec<(String, String)> {
        vec![("BASH_ENV".into(), "\"/x/shell/bash-env.sh\"".into())]
    }

    #[test]
    fn pairs_go_below_their_header_and_out_again() {
        let text = "model = 'x'\n[ shell_environment_policy . set ] # mine\nA = 'b'\n\n[other]\n";
        let with = insert_pairs(text, "shell_environment_policy", "set", &pairs()).unwrap();
        assert_eq!(parse(&with).unwrap()["shell_environment_policy"]["set"].as_table().unwrap().len(), 2);
        assert_eq!(remove_inserted_lines(&with), text);
        assert_eq!(insert_pairs("[a]\n", "shell_environment_policy", "set", &pairs()), None);
    }

    #[test]
    fn elements_go_into_their_list_and_out_again() {
        for text in [
            "[sandbox_workspace_write]\nwritable_roots = [\"/a\"] # mine\nnetwork_access = true\n",
            "[sandbox_workspace_write]\nnetwork_access = true\n[x]\nwritable_roots = []\n",
            "[sandbox_workspace_write]\nwritable_roots = [\n  '/a',\n]\n",
            "[sandbox_workspace_write]\n",
            "[sandbox_workspace_write]\nwritable_roots=[]\n",
        ] {
            let with = insert_element(text, "sandbox_workspace_write", "writable_roots", "\"/c\"").unwrap();
            let roots = parse(&with).unwrap()["sandbox_workspace_write"]["writable_roots"].clone();
            assert!(roots.as_array().unwrap().iter().any(|root| root.as_str() == Some("/c")), "{with}");
            assert_eq!(remove_inserted_lines(&with), text, "{with}");
        }
    }
}
