//! Decisions, open errors and current work of others on a project: fetched by a sync, and shown in the brief from there.

use super::client::DbResult;
use super::fetch::quote_on_one_line;
use super::open::Hub;
use ctx_model::{Result, unix_time_ms};
use ctx_store::{HubNewsItem, Store};
use ctx_text::collapse_name_to_line;

/// Decisions and errors are news for so long.
const WEEK: i64 = 7 * 86_400_000;
/// Somebody who ran something within this time works there.
const ACTIVE: i64 = 6 * 3_600_000;
const EACH: i64 = 12;

impl Hub {
    /// Brings what others said of every shared project.
    pub fn fetch_team_news(&mut self, store: &mut Store) -> Result<()> {
        for (project, name) in store.shared_projects()? {
            let key = self.project_key(&name)?;
            let news = self.fetch_project_news(&key)?;
            if store.hub_news(&project)? != news {
                store.replace_hub_news(&project, &news)?;
            }
        }
        Ok(())
    }

    fn fetch_project_news(&mut self, key: &str) -> DbResult<Vec<HubNewsItem>> {
        let (me, now) = (self.own_origin_id(), unix_time_ms());
        let mut news = Vec::new();
        for (category, word) in [("decision", "decided"), ("error", "fails")] {
            let rows = self.client.query(
                "SELECT o.id::text, o.name, left(v.text, 2000), v.ref, v.at, left(v.branch, 200) FROM ctx.event v JOIN ctx.origin o ON o.id = v.origin \
                 WHERE v.project = $1::text::uuid AND v.category = $2 AND v.origin <> $3::text::uuid AND NOT o.revoked AND v.closed_at IS NULL AND v.at >= $4 \
                 ORDER BY o.id = ANY ($6::text[]::uuid[]) DESC, v.at DESC LIMIT $5",
                &[&key, &category, &me, &(now - WEEK), &EACH, &self.trusted],
            )?;
            for row in rows {
                let (origin, name): (String, String) = (row.get(0), collapse_name_to_line(row.get(1)));
                let branch = row
                    .get::<_, Option<&str>>(5)
                    .map_or(String::new(), |branch| format!(" on {}", collapse_name_to_line(branch)));
                let reference =
                    row.get::<_, Option<&str>>(3).map(|own| format!("{name}/{}", collapse_name_to_line(own)));
                // Words of others, and never ours.
                let text = format!("{word}{branch}: {}", quote_on_one_line(row.get(2)));
                news.push(HubNewsItem { origin, name, text, reference, at: row.get::<_, i64>(4).min(now) });
            }
        }
        let rows = self.client.query(
            "SELECT o.id::text, o.name, left(e.branch, 200), max(e.started_at), count(*) FROM ctx.entry e JOIN ctx.origin o ON o.id = e.origin \
             WHERE e.project = $1::text::uuid AND e.started_at >= $2 AND e.origin <> $3::text::uuid AND NOT o.revoked AND e.branch IS NOT NULL \
             GROUP BY o.id, o.name, e.branch ORDER BY o.id = ANY ($5::text[]::uuid[]) DESC, 4 DESC LIMIT $4",
            &[&key, &(now - ACTIVE), &me, &EACH, &self.trusted],
        )?;
        for row in rows {
            let (origin, name, branch): (String, String, String) =
                (row.get(0), collapse_name_to_line(row.get(1)), collapse_name_to_line(row.get(2)));
            let count = ctx_text::format_count(u64::try_from(row.get::<_, i64>(4)).unwrap_or(0), "entry");
            let text = format!("works on {branch} ({count})");
            news.push(HubNewsItem { origin, name, text, reference: None, at: row.get::<_, i64>(3).min(now) });
        }
        Ok(news)
    }
}
