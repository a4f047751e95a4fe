//! `ctx stats --fold`: what folding saved, and what recorded sessions would have cost folded.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::Args;
use crate::context::Context;
use crate::error::Result;
use crate::exit_status::ExitStatus;
use crate::fold::bill;
use crate::fold::live::LiveFoldAccount;
use crate::fold::{FoldHost, Transcript};
use crate::import::find;
use crate::prices::{self, TokenPrice};
use ctx_model::Scope;
use ctx_model::env::now_ms;

/// Sessions that --fold reads at most, the newest first, and rows and columns of its picture.
const SESSIONS: usize = 40;
const ROWS: usize = 24;
const WIDTH: usize = 64;

impl Args {
    /// The agents' own transcripts of this project, the newest first.
    fn transcripts(&self, context: &Context) -> Vec<(PathBuf, String)> {
        let named = self.session.as_ref().and_then(|session| session.as_deref());
        let project = Scope::from_env(&context.env, now_ms()).project;
        let mut files: Vec<_> = find::find_all_transcripts(&context.env.agent_homes())
            .into_iter()
            .map(|file| file.path)
            .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
            .filter(|path| !path.components().any(|part| part.as_os_str() == "subagents"))
            .filter_map(|path| Some((std::fs::metadata(&path).ok()?.modified().ok()?, path)))
            .collect();
        files.sort();
        let read = files.into_iter().rev().filter_map(|(_, path)| {
            let text = String::from_utf8_lossy(&std::fs::read(&path).ok()?).into_owned();
            let transcript = Transcript::read(&text);
            let is_here = transcript.cwd.as_ref().is_some_and(|cwd| Path::new(cwd).starts_with(&project));
            let is_wanted = match named {
                Some(named) => transcript.session.as_deref() == Some(named),
                None => self.all_projects || is_here,
            };
            (is_wanted && !transcript.usage.is_empty()).then_some((path, text))
        });
        read.take(if self.session.is_some() { 1 } else { SESSIONS }).collect()
    }

    /// What went through the proxy.
    fn live(&self, context: &Context, price: &dyn Fn(&str) -> Option<TokenPrice>) -> Result<LiveFoldAccount> {
        let store = context.open_store()?;
        let (session, project) = self.session_and_project(context);
        let span = self.span(&session, &project);
        Ok(LiveFoldAccount::from_sums(store.folded_sums(span)?, store.fold_rule_counts(span)?, price))
    }

    pub(super) fn print_folded(&self, context: &Context) -> Result<ExitStatus> {
        let (masker, readers) = (context.new_masker(), context.user_readers());
        let price = |model: &str| self.price.or_else(|| prices::price_of_model(model, &context.config.prices));
        let sessions: Vec<bill::SessionBill> = self
            .transcripts(context)
            .iter()
            .filter_map(|(path, text)| {
                let transcript = Transcript::read(text);
                let name = transcript.session.clone().unwrap_or_else(|| path.display().to_string());
                bill::bill_transcript(name, &transcript, &price, &mut FoldHost::new(&masker, &readers))
            })
            .collect();
        let live = self.live(context, &price)?;
        if self.json {
            let sessions: Vec<_> = sessions.iter().map(bill::SessionBill::json).collect();
            context.ui.json(&json!({ "prices": prices::price_list_date(), "live": live.json(), "sessions": sessions }));
            return Ok(ExitStatus::OK);
        }
        if !live.is_empty() {
            context.ui.print(&format!("{}\n", live.render_page()));
        }
        if sessions.is_empty() && !live.is_empty() {
            return Ok(ExitStatus::OK);
        }
        if sessions.is_empty() {
            context.ui.warn(
                "no transcript of Claude Code or Codex with token counts belongs to this project; --all-projects looks further",
            );
        } else {
            context.ui.print(&bill::render_bill_page(&sessions, self.price.is_some(), ROWS, WIDTH));
        }
        Ok(ExitStatus::OK)
    }
}
