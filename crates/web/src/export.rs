//! Exports one file to hand on: the page with the masked answers to all its questions, and nothing to load.

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::api::answer_query_by_name;
use super::assets::{ASSETS, WebPageAsset, find_asset};
use super::request::Query;
use super::store_pool::StorePool;
use crate::error::WebError;
use ctx_capture::Context;
use ctx_memory::session::reflect::format_utc_minute;
use ctx_model::id::EntryReference;
use ctx_model::{Result, unix_time_ms};
use ctx_store::Entry;
use ctx_text::{cut_middle, format_count};

/// Entries of a session that the file holds.
const ENTRIES: u32 = 500;
/// Bytes of text: of an entry that was asked for, of one among many, and of all of them.
const ALONE: usize = 4 << 20;
const EACH: usize = 48 << 10;
const ALL: usize = 8 << 20;
/// A text too large for the file keeps this many lines around a finding, and at the end.
const AROUND: u64 = 8;
const END: u64 = 60;
/// Bytes of a line besides its text.
const BESIDES: usize = 12;
/// Bytes of one line.
const LINE: usize = 4 << 10;

/// A finished page, and a description of its content.
pub struct ExportedPage {
    pub html: String,
    pub told: String,
}

/// The thing to export.
enum ExportTarget {
    Session(String),
    Entry(Box<Entry>),
}

pub fn export_page(context: &Context, name: &str) -> Result<ExportedPage> {
    let pool = StorePool::new(context, false)?;
    let mut file = ExportContent { pool: &pool, answers: Map::new(), lines: Map::new(), room: ALL };
    let what = file.find_target(name)?;
    let (start, told) = match what {
        ExportTarget::Entry(entry) => {
            file.add_entry(entry.id.as_str(), ALONE)?;
            (
                format!("#/entry/{}", entry.id),
                format!("{} of {}", entry.id.reference(), format_utc_minute(entry.started_at)),
            )
        }
        ExportTarget::Session(session) => {
            file.ask_and_keep_answer("session", &[("name", &session)])?;
            let limit = ENTRIES.to_string();
            let listed = file.ask_and_keep_answer("history", &[("limit", &limit), ("session", &session)])?;
            let rows = listed["entries"].as_array().cloned().unwrap_or_default();
            for row in &rows {
                file.add_entry(row["ref"].as_str().unwrap_or_default(), EACH)?;
            }
            let start = format!("#/session/{}", form_encode(&session).replace('+', "%20"));
            (start, format!("session {} with {}", cut_middle(&session, 60), format_count(rows.len() as u64, "entry")))
        }
    };
    let made =
        format!("{told}, exported from ctx {} at {} UTC", env!("CARGO_PKG_VERSION"), format_utc_minute(unix_time_ms()));
    let carried = json!({ "start": start, "told": made, "answers": file.answers, "lines": file.lines });
    // Masked like all output; and no text in it can end its element.
    let carried = context.ui.masked_json_line(&carried).replace('<', "\\u003c");
    Ok(ExportedPage { html: render_export_html(&carried)?, told })
}

struct ExportContent<'a> {
    pool: &'a StorePool<'a>,
    answers: Map<String, Value>,
    /// By reference: pairs of a line's number and its text.
    lines: Map<String, Value>,
    /// Bytes of text that still have room.
    room: usize,
}

impl ExportContent<'_> {
    fn find_target(&self, name: &str) -> Result<ExportTarget> {
        self.pool.with_local_store(|store| {
            let sessions = store.sessions_with_prefix(name)?;
            if let [only] = sessions.as_slice()
                && only == name
            {
                return Ok(ExportTarget::Session(name.to_owned()));
            }
            let entry = name
                .parse::<EntryReference>()
                .ok()
                .and_then(|reference| store.resolve_reference(&reference, &self.pool.scope_at_start()).ok());
            match (entry, sessions.as_slice()) {
                (Some(entry), _) => Ok(ExportTarget::Entry(Box::new(entry))),
                (None, [only]) => Ok(ExportTarget::Session(only.clone())),
                (None, []) => Err(WebError::Unknown(name.to_owned()).into()),
                (None, several) => {
                    Err(WebError::Ambiguous { name: name.to_owned(), candidates: several.to_vec() }.into())
                }
            }
        })
    }

    /// Asks as the page would, and keeps the answer under the question.
    fn ask_and_keep_answer(&mut self, name: &str, parameters: &[(&str, &str)]) -> Result<Value> {
        let query: Vec<String> =
            parameters.iter().map(|(name, value)| format!("{name}={}", form_encode(value))).collect();
        let query = query.join("&");
        let answer = answer_query_by_name(self.pool, name, &Query::parse(&query)).unwrap_or_else(|| {
            Err(WebError::Page(format!("the page asks for '{name}', which nobody answers")).into())
        })?;
        self.answers.insert(format!("{name}?{query}"), answer.clone());
        Ok(answer)
    }

    fn add_entry(&mut self, reference: &str, most: usize) -> Result<()> {
        let answer = self.ask_and_keep_answer("entry", &[("ref", reference)])?;
        self.ask_and_keep_answer("places", &[("ref", reference)])?;
        if answer["expired"] == true || !answer["binary"].is_null() {
            return Ok(());
        }
        let total = answer["lines"].as_u64().unwrap_or(0);
        let near = |finding: &Value| {
            let line = |at: usize| finding["lines"][at].as_u64().unwrap_or(1);
            (line(0).saturating_sub(AROUND).max(1), line(1).min(line(0) + 60) + AROUND)
        };
        let mut ranges = vec![(1, total)];
        let cost = answer["bytes"].as_u64().unwrap_or(0).saturating_add(total.saturating_mul(BESIDES as u64));
        if cost > most.min(self.room) as u64 {
            // Too much for the file: the findings, the end, and as much of the beginning as there is room for.
            let found = answer["findings"].as_array().cloned().unwrap_or_default();
            ranges = found.iter().take(40).map(near).collect();
            ranges.push((total.saturating_sub(END).max(1), total));
            ranges.push((1, total));
        }
        let (mut left, mut kept) = (most.min(self.room), std::collections::BTreeMap::new());
        self.pool.with_entry_view(reference, |view| {
            for (from, to) in ranges {
                view.for_each_line(from, to, |number, line| {
                    let line = cut_middle(line, LINE);
                    if left < line.len() + BESIDES {
                        return false;
                    }
                    kept.entry(number).or_insert_with(|| {
                        left -= line.len() + BESIDES;
                        line.into_owned()
                    });
                    true
                })?;
            }
            Ok(())
        })?;
        self.room -= kept.values().map(|line: &String| line.len() + BESIDES).sum::<usize>().min(self.room);
        self.lines.insert(reference.to_owned(), kept.into_iter().map(|(number, line)| json!([number, line])).collect());
        Ok(())
    }
}

/// Encodes a value as browsers encode forms.
fn form_encode(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"*-._".contains(&byte);
    text.bytes().fold(String::new(), |out, byte| match byte {
        b' ' => out + "+",
        byte if plain(byte) => out + &char::from(byte).to_string(),
        byte => out + &format!("%{byte:02X}"),
    })
}

fn asset_text(asset: &WebPageAsset) -> &'static str {
    std::str::from_utf8(asset.bytes).unwrap_or_default()
}

fn render_export_html(carried: &str) -> Result<String> {
    let asset =
        |name: &str| find_asset(name).map(asset_text).ok_or_else(|| WebError::Page(format!("the page has no {name}")));
    let (style, script) = (asset("style.css")?, bundle_scripts()?);
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; base-uri 'none'; form-action 'none'",
        ctx_text::encode_base64(&Sha256::digest(&script)),
        ctx_text::encode_base64(&Sha256::digest(style)),
    );
    let mut html = String::new();
    for line in asset("")?.lines() {
        match line.trim() {
            "<meta charset=\"utf-8\">" => {
                html.push_str(&format!("{line}\n<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n"));
            }
            link if link.starts_with("<link rel=\"icon\"") => html.push_str("<link rel=\"icon\" href=\"data:,\">\n"),
            link if link.starts_with("<link rel=\"stylesheet\"") => html.push_str(&format!("<style>{style}</style>\n")),
            link if link.starts_with("<script") => {}
            "</body>" => html.push_str(&format!(
                "<script type=\"application/json\" id=\"carried\">{carried}</script>\n\
                 <script type=\"module\">{script}</script>\n{line}\n"
            )),
            _ => {
                html.push_str(line);
                html.push('\n');
            }
        }
    }
    Ok(html)
}

/// All scripts as one: each module a function that returns its exports, in the order they need each other.
fn bundle_scripts() -> Result<String> {
    let mut bundle = String::from("\"use strict\";\n");
    let scripts: Vec<&WebPageAsset> = ASSETS.iter().filter(|asset| asset.name.ends_with(".js")).collect();
    for (at, script) in scripts.iter().enumerate() {
        let mut body = String::new();
        let mut exports = Vec::new();
        for line in asset_text(script).lines() {
            if let Some(import) = line.strip_prefix("import ") {
                let (names, from) = import
                    .split_once(" from \"./")
                    .ok_or_else(|| WebError::Page(format!("{}: {line}", script.name)))?;
                body.push_str(&format!("const {names} = {};\n", bundle_module_name(from.trim_end_matches("\";"))));
                continue;
            }
            let own = line.strip_prefix("export ").unwrap_or(line);
            if own.len() < line.len() {
                let words =
                    own.split([' ', '(']).skip_while(|word| ["async", "function", "const", "class"].contains(word));
                exports.extend(words.take(1));
            }
            body.push_str(own);
            body.push('\n');
        }
        let last = at + 1 == scripts.len();
        bundle.push_str(&match last {
            true => body,
            false => format!(
                "const {} = (() => {{\n{body}return {{ {} }};\n}})();\n",
                bundle_module_name(script.name),
                exports.join(", ")
            ),
        });
    }
    Ok(bundle)
}

/// `dom.js` is `$dom` in the bundle.
fn bundle_module_name(file: &str) -> String {
    format!("${}", file.trim_end_matches(".js"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module imports only names that a module before it exports: the served page and the bundle agree.
    #[test]
    fn every_import_is_an_export_of_a_module_before() {
        let mut known: Vec<(String, Vec<String>)> = Vec::new();
        for asset in ASSETS.iter().filter(|asset| asset.name.ends_with(".js")) {
            for line in asset_text(asset).lines().filter_map(|line| line.strip_prefix("import ")) {
                let (names, from) = line.split_once(" from \"./").unwrap();
                let from = from.trim_end_matches("\";");
                let (_, exports) = known
                    .iter()
                    .find(|(name, _)| name == from)
                    .unwrap_or_else(|| panic!("{from} comes after {}", asset.name));
                for name in names.trim_matches(['{', '}', ' ']).split(", ") {
                    assert!(exports.iter().any(|own| own == name), "{} imports {name} of {from}", asset.name);
                }
            }
            let exports = asset_text(asset).lines().filter_map(|line| line.strip_prefix("export ")).map(|line| {
                let words = line.split([' ', '(']).find(|word| !["async", "function", "const", "class"].contains(word));
                words.unwrap().to_owned()
            });
            known.push((asset.name.to_owned(), exports.collect()));
        }
        assert!(bundle_scripts().unwrap().contains("const $dom = (() => {"));
    }

    #[test]
    fn nothing_in_the_data_ends_its_element() {
        let html = render_export_html(r#"{"a":"\u003c/script>"}"#).unwrap();
        assert_eq!(html.matches("</script>").count(), 2);
        assert!(!html.contains("src=") && !html.contains("style.css"));
    }
}
