//! News of other machines in a shared project, and which of these machines a person here trusts.

use rusqlite::params;

use super::Store;
use crate::error::Result;
use crate::sql::{ReadQueries, row_struct};

row_struct! {
    /// An event of somebody else in a project.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct HubNewsItem {
        /// The id of the machine, and its name.
        pub origin: String,
        pub name: String,
        pub text: String,
        pub reference: Option<String>,
        pub at: i64,
    }
}

impl Store {
    pub fn replace_hub_news(&mut self, project: &str, news: &[HubNewsItem]) -> Result<()> {
        self.write_transaction(|db| {
            db.execute("DELETE FROM hub_news WHERE project = ?1", [project])?;
            for (at, one) in news.iter().enumerate() {
                db.execute(
                    "INSERT INTO hub_news VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                    params![project, at, one.origin, one.name, one.text, one.reference, one.at],
                )?;
            }
            Ok(())
        })
    }

    /// All news of a project, as the last sync fetched them.
    pub fn hub_news(&self, project: &str) -> Result<Vec<HubNewsItem>> {
        self.rows("SELECT origin, name, text, ref, at FROM hub_news WHERE project = ?1 ORDER BY ordinal", [project])
    }

    /// The news of machines that a person here trusts.
    pub fn trusted_hub_news(&self, project: &str) -> Result<Vec<HubNewsItem>> {
        let (mut news, trusted) = (self.hub_news(project)?, self.trusted_machines()?);
        news.retain(|one| trusted.contains(&one.origin));
        Ok(news)
    }

    /// Machines that a person here trusts, by their ids.
    pub fn trusted_machines(&self) -> Result<Vec<String>> {
        self.rows("SELECT origin FROM hub_trust WHERE trusted ORDER BY origin", [])
    }

    /// Names and ids of machines that sent news and about which nobody has decided yet.
    pub fn undecided_machines(&self) -> Result<Vec<(String, String)>> {
        self.rows(
            "SELECT DISTINCT name, origin FROM hub_news WHERE origin NOT IN (SELECT origin FROM hub_trust) ORDER BY \
             name",
            [],
        )
    }

    /// A person decided about a machine.
    pub fn set_machine_trust(&mut self, origin: &str, name: &str, trusted: bool, now: i64) -> Result<()> {
        self.execute_in_transaction(
            "INSERT OR REPLACE INTO hub_trust VALUES (?1, ?2, ?3, ?4)",
            params![origin, name, trusted, now],
        )
        .map(drop)
    }
}
