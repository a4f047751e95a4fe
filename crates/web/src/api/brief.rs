//! The brief for the next conversation, with the reason for each section.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::request::Query;
use crate::store_pool::StorePool;
use ctx_memory::session::brief::{BriefFormat, BriefOptions, lay_out_brief};
use ctx_memory::session::gather::{self, BriefQuery, SECTIONS, SectionLimits};
use ctx_model::{Result, unix_time_ms};
use ctx_store::SessionEventFilter;

/// The limit of `ctx context` in bytes.
const BYTES: usize = 3072;
const MOST: usize = 64 << 10;

pub fn brief_json(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    let here = pool.project_at_start();
    let project = pool.project_of(query).unwrap_or_else(|| here.clone().into());
    let max_bytes = query.number_if_valid("bytes").unwrap_or(BYTES).clamp(200, MOST);
    let now = unix_time_ms();
    pool.with_project_store(Some(&project), |store| {
        let within = SessionEventFilter { project: Some(project.clone().into_owned()), ..SessionEventFilter::default() };
        // The state of git can be looked up where the project is a folder of this machine.
        let directory = Some(PathBuf::from(&*project)).filter(|path| path.is_absolute() && path.is_dir());
        let masker = pool.context.new_masker();
        let sections =
            gather::gather_sections(store, &BriefQuery { within: &within, limits: &SectionLimits::default(), here: directory.as_deref(), now, by_session: false }, &masker)?;
        let more = "ctx reflect --project --full, ctx history";
        let options = BriefOptions { format: BriefFormat::Text, max_bytes, compact: false, now, more };
        let laid = lay_out_brief(&sections, options);
        let rows: Vec<Value> = sections
            .iter()
            .map(|section| {
                let taken = laid.taken.iter().find(|(name, _)| *name == section.name).map_or(&[][..], |(_, taken)| taken);
                let lines: Vec<Value> = section
                    .lines
                    .iter()
                    .enumerate()
                    .map(|(at, line)| json!({ "text": line.text, "ref": line.reference, "at_ms": line.at, "told": taken.get(at).copied().unwrap_or(false) }))
                    .collect();
                json!({
                    "name": section.name, "tier": section.tier, "why": SECTIONS.iter().find(|row| row.name == section.name).map(|row| row.why), "lines": lines,
                    "told": taken.iter().filter(|taken| **taken).count(), "more": section.more,
                })
            })
            .collect();
        Ok(json!({
            "project": project, "text": laid.text, "bytes": laid.text.len(), "max_bytes": max_bytes, "sections": rows,
            "now_ms": now,
        }))
    })
}
