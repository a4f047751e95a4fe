//! `ctx fetch`: a web page as Markdown, kept and searchable.

use std::time::Duration;

use serde_json::json;

use super::{parse_byte_size, parse_duration};
use crate::capture::text::Text;
use crate::fetch::{self, BodyKind, CacheValidators, FetchAnswer, FetchLimits, Url};
use crate::record::report::{self, quote_forged_line};
use crate::record::view::EntryView;
use crate::ui::{
    cut_middle, defuse_host_tags, format_age, format_count, format_duration, format_size, write_raw_to_stdout,
};
use crate::{Context, Error, ExitStatus, Result, permissions};
use ctx_digest::{self, Budgets, CommandAndStatus};
use ctx_model::unix_time_ms;
use ctx_store::{BlobReader, EntryKind, NewEntry, NewWebPage, Store, StoredWebPage, VerbUse};

/// A stored page younger than this is not fetched again.
const FRESH: i64 = 24 * 3600 * 1000;
/// A line of prose may be a whole paragraph.
const LINE: usize = 600;
/// Bytes of the address in line 1.
const NAME: usize = 100;

/// Fetch a web page, store it, and show it as Markdown
#[derive(clap::Args)]
#[command(after_help = include_str!("help/fetch.txt"))]
pub struct Args {
    /// The address of the page
    #[arg(value_name = "URL")]
    url: String,
    /// Text or question to look for in the page
    #[arg(long, value_name = "TEXT")]
    intent: Option<String>,
    /// Print about this many bytes at most (4096, 8k)
    #[arg(long, value_name = "BYTES", value_parser = parse_byte_size)]
    budget: Option<usize>,
    /// Print the exact bytes of the body
    #[arg(long, conflicts_with_all = ["json", "intent", "budget"])]
    raw: bool,
    /// Fetch again even if the stored copy is fresh
    #[arg(long)]
    again: bool,
    /// Allow this machine and private networks, but not as the target of a redirect
    #[arg(long)]
    allow_private: bool,
    /// Maximum total time
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_duration)]
    timeout: Duration,
    /// Maximum size after decompression
    #[arg(long, value_name = "BYTES", default_value = "10m", value_parser = parse_byte_size)]
    max_size: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What was asked for, when, and how the page was had.
struct PageVisit<'a> {
    url: &'a Url,
    news: &'a str,
    at: i64,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let url = Url::parse(&self.url)?;
        permissions::check_url(context, &url.to_string())?;
        let mut store = context.open_store()?;
        let asked_at = unix_time_ms();
        let news = self.ensure_page_stored(context, &mut store, &url, asked_at)?;
        let page = store
            .fetched_page(&url.to_string())?
            .ok_or_else(|| Error::ctx_failure(format_args!("{url} was not kept")))?;
        if self.raw {
            return write_raw_body(&store, &page);
        }
        self.print_page(context, &mut store, &page, &PageVisit { url: &url, news: &news, at: asked_at })
    }

    /// Makes sure that the store has the page; says how it got there.
    fn ensure_page_stored(&self, context: &Context, store: &mut Store, url: &Url, now: i64) -> Result<String> {
        let name = url.to_string();
        // A page of this machine or its network needs permission, also when it comes from the store.
        let known = store.fetched_page(&name)?.filter(|page| self.allow_private || !page.private);
        if let Some(page) = known.as_ref().filter(|page| !self.again && (0..FRESH).contains(&(now - page.fetched_at))) {
            // A rule may forbid the stored page by now.
            permissions::check_url(context, &page.final_url)?;
            return Ok(format!("fetched {}", format_age(now.saturating_sub(page.fetched_at))));
        }
        let validators = known
            .as_ref()
            .map(|page| CacheValidators { etag: page.etag.clone(), last_modified: page.last_modified.clone() })
            .unwrap_or_default();
        let limits = FetchLimits { time: self.timeout, bytes: self.max_size as u64, private: self.allow_private };
        let permit = |hop: &Url| permissions::check_url(context, &hop.to_string());
        let FetchAnswer::Fetched(page) = fetch::fetch_page(url, &limits, &validators, &permit)? else {
            store.mark_page_unchanged(&name, now)?;
            return Ok("unchanged".to_owned());
        };
        let form = page.page_content_kind();
        if form == BodyKind::Binary && !self.raw {
            let kind = page.media_type();
            let kind = if kind.is_empty() { "no text" } else { &kind };
            let size = format_size(page.bytes.len() as u64);
            return Err(Error::refused(format_args!("{} is {kind} ({size})", page.url))
                .with_hint("--raw prints its bytes: ctx fetch URL --raw > FILE"));
        }
        if page.bytes.is_empty() {
            return Err(Error::not_found(format_args!("{} is empty", page.url)));
        }
        let decoded = (form != BodyKind::Binary).then(|| page.decoded_text());
        let text = decoded.as_ref().map(|decoded| match form {
            BodyKind::Html => fetch::html_to_markdown(&decoded.text),
            _ => decoded.text.clone(),
        });
        let scripted = text.as_ref().is_some_and(|text| text.trim().is_empty());
        let doubt = match scripted {
            true => Some("it has no text without its scripts: shown as it was sent"),
            false => decoded.as_ref().and_then(|decoded| decoded.doubt.as_deref()),
        };
        store.store_web_page(
            &NewWebPage {
                url: &name,
                final_url: &page.url.to_string(),
                content_type: page.content_type.as_deref(),
                etag: page.validators.etag.as_deref(),
                last_modified: page.validators.last_modified.as_deref(),
                doubt,
                private: self.allow_private,
                body: &page.bytes,
                text: text.as_deref().filter(|text| !scripted && text.as_bytes() != page.bytes),
            },
            &NewEntry {
                title: Some(name.clone()),
                ..NewEntry::in_working_directory(&context.env, EntryKind::Doc, context.current_command_scope(), now)
            },
        )?;
        Ok(format_duration(unix_time_ms() - now))
    }

    fn print_page(
        &self,
        context: &Context,
        store: &mut Store,
        page: &StoredWebPage,
        visit: &PageVisit<'_>,
    ) -> Result<ExitStatus> {
        let PageVisit { url, news, at: asked_at } = *visit;
        let masker = context.new_masker();
        let view = EntryView { store, entry: &page.entry, masker: &masker };
        if let Some(kind) = view.binary_kind()? {
            return Err(Error::refused(format_args!("{url} is {}", kind.0)).with_hint("--raw prints its bytes"));
        }
        let text = view.masked_text()?;
        let show = self.budget.map_or(context.config.show, Budgets::same_for_all_kinds);
        let PrintedPagePart { body, lines: shown, whole } = self.choose_shown_lines(context, &text, &show);
        let body = defuse_host_tags(&body).into_owned();
        let total = text.total_lines();
        let (all, size) = (format_count(total, "line"), format_size(page.entry.raw_len.unwrap_or_default()));
        let amount = if whole { format!("all {all}") } else { format!("{shown} of {all} ({size})") };
        let id = &page.entry.id;
        let final_url = masker.without_state().mask_line(&page.final_url).into_owned();
        let answer = if self.json {
            json!({
                "ref": id.as_str(), "raw_ref": page.raw.id.as_str(), "url": url.to_string(), "final_url": final_url,
                "content_type": page.content_type, "bytes": page.raw.raw_len, "lines": total, "shown_lines": shown,
                "how": news, "doubt": page.doubt, "text": body,
            })
            .to_string()
                + "\n"
        } else {
            let mut answer = format!("{} {} · {news} · {amount}\n", id.reference(), cut_middle(&final_url, NAME));
            if let Some(doubt) = &page.doubt {
                answer.push_str(&format!("{doubt}\n"));
            }
            answer.push_str(&body);
            if !whole {
                answer.push_str(&format!(
                    "more: ctx get {id} --lines A:B | --grep RE | --intent TEXT; ctx search --in {id} QUERY\n"
                ));
            }
            answer
        };
        context.ui.print(&answer);
        let scope = context.current_command_scope();
        let row = page.entry.row;
        store.record_verb_use(&VerbUse {
            at: asked_at,
            session: &scope.session,
            verb: "fetch",
            entries: &[(row, answer.len() as u64)],
            bytes: answer.len() as u64,
            whole,
            ..VerbUse::default()
        });
        Ok(ExitStatus::OK)
    }

    /// All of it if it fits; else the lines that answer the question; else the beginning of a text with headings, or
    /// the digest of any other.
    fn choose_shown_lines(&self, context: &Context, text: &Text, show: &Budgets) -> PrintedPagePart {
        let bytes: usize = text.lines().map(|line| line.len() + 1).sum();
        let has_headings = || text.lines().any(is_markdown_heading);
        if bytes <= show.text && self.intent.is_none() {
            let body = text.lines().flat_map(|line| [quote_forged_line(line), "\n".into()]).collect();
            return PrintedPagePart { body, lines: text.total_lines(), whole: true };
        }
        if self.intent.is_none() && has_headings() {
            return show_beginning_and_headings(text, show.text);
        }
        let found = ctx_digest::digest_with_config_readers(text, &CommandAndStatus::default(), &context.user_readers());
        let body = match &self.intent {
            Some(intent) => ctx_digest::lines_answering_query(text, &found, intent, show),
            None => ctx_digest::render(&found, text, show),
        };
        PrintedPagePart { body: report::quote_forged_lines_in_body(&body), lines: body.shown, whole: body.whole }
    }
}

/// The printed part of a page.
#[derive(Debug, PartialEq, Eq)]
struct PrintedPagePart {
    body: String,
    lines: u64,
    /// All of it, and no line cut.
    whole: bool,
}

fn write_raw_body(store: &Store, page: &StoredWebPage) -> Result<ExitStatus> {
    let Some(blob) = page.raw.blob else { return Ok(ExitStatus::OK) };
    let mut reader = BlobReader::new(store, blob);
    while let Some(chunk) = reader.next_chunk()? {
        if !write_raw_to_stdout(&chunk.bytes) {
            break;
        }
    }
    Ok(ExitStatus::OK)
}

/// The beginning of a text that is too long, then its headings with their lines.
fn show_beginning_and_headings(text: &Text, budget: usize) -> PrintedPagePart {
    let line_at = |at: usize| format!("{}\n", quote_forged_line(&cut_middle(text.line(at), LINE)));
    let headings: Vec<usize> = (0..text.len()).filter(|&at| is_markdown_heading(text.line(at))).collect();
    let for_headings = headings.iter().map(|&at| text.line(at).len().min(LINE) + 8).sum::<usize>().min(budget / 2);
    let mut body = String::new();
    let mut next = 0;
    while next < text.len() {
        let line = line_at(next);
        if next > 0 && body.len() + line.len() > budget - for_headings {
            break;
        }
        body.push_str(&line);
        next += 1;
    }
    let mut lines = next as u64;
    for at in headings.into_iter().filter(|&at| at >= next) {
        let line = format!("{}: {}", text.raw_line_number(at), line_at(at));
        if body.len() + line.len() > budget {
            break;
        }
        body.push_str(&line);
        lines += 1;
    }
    PrintedPagePart { body, lines, whole: false }
}

fn is_markdown_heading(line: &str) -> bool {
    let words = line.trim_start_matches('#');
    words.len() < line.len() && line.len() - words.len() <= 4 && words.starts_with(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_page_is_shown_by_its_beginning_and_its_headings() {
        let mut page = String::from("# Guide\nfirst words\n");
        for at in 0..200 {
            page.push_str(&format!("## Part {at}\nwords words words words words\n"));
        }
        let text = Text::from_bytes(page.as_bytes());
        let PrintedPagePart { body, lines, whole } = show_beginning_and_headings(&text, 1000);
        assert!(body.len() <= 1000 && body.starts_with("# Guide\nfirst words\n## Part 0\n"), "{body}");
        assert!(body.lines().last().unwrap().contains(": ## Part "), "{body}");
        assert_eq!((lines, whole), (body.lines().count() as u64, false));
    }
}
