//! Decisions, open errors and current work of others on a project: fetched by a sync, and shown in the brief from there.

use super::open::{Hub, lost};
use crate::env::now_ms;
use crate::error::Result;
use crate::store::{News, Store};

/// Decisions and errors are news for so long.
const WEEK: i64 = 7 * 86_400_000;
/// Somebody who ran something within this time works there.
const ACTIVE: i64 = 6 * 3_600_000;
const EACH: i64 = 12;

impl Hub {
    /// Brings what others said of every shared project.
    pub fn fetch_news(&mut self, store: &mut Store) -> Result<()> {
        for (project, name) in store.shared()? {
            let key = self.project_key(&name);
            let news = self.news_of(&key).map_err(|error| lost(&error))?;
            if store.news(&project)? != news {
                store.set_news(&project, &news)?;
            }
        }
        Ok(())
    }

    fn news_of(&mut self, key: &str) -> std::result::Result<Vec<News>, postgres::Error> {
        let (me, now) = (self.origin(), now_ms());
        let mut news = Vec::new();
        for (category, word) in [("decision", "decided"), ("error", "fails")] {
            let rows = self.client.query(
                "SELECT o.name, v.text, v.ref, v.at, v.branch FROM ctx.event v JOIN ctx.origin o ON o.id = v.origin \
                 WHERE v.project = $1::text::uuid AND v.category = $2 AND v.origin <> $3::text::uuid AND v.closed_at IS NULL AND v.at >= $4 \
                 ORDER BY v.at DESC LIMIT $5",
                &[&key, &category, &me, &(now - WEEK), &EACH],
            )?;
            for row in rows {
                let (origin, text): (String, &str) = (row.get(0), row.get(1));
                let branch = row.get::<_, Option<&str>>(4).map_or(String::new(), |branch| format!(" on {branch}"));
                let reference = row.get::<_, Option<&str>>(2).map(|own| format!("{origin}/{own}"));
                news.push(News { text: format!("{word}{branch}: {text}"), reference, at: row.get(3), origin });
            }
        }
        let rows = self.client.query(
            "SELECT o.name, e.branch, max(e.started_at), count(*) FROM ctx.entry e JOIN ctx.origin o ON o.id = e.origin \
             WHERE e.project = $1::text::uuid AND e.started_at >= $2 AND e.origin <> $3::text::uuid AND e.branch IS NOT NULL \
             GROUP BY o.name, e.branch ORDER BY 3 DESC LIMIT $4",
            &[&key, &(now - ACTIVE), &me, &EACH],
        )?;
        for row in rows {
            let (origin, branch): (String, &str) = (row.get(0), row.get(1));
            let count = crate::ui::count(u64::try_from(row.get::<_, i64>(3)).unwrap_or(0), "entry");
            news.push(News { text: format!("works on {branch} ({count})"), reference: None, at: row.get(2), origin });
        }
        Ok(news)
    }
}
