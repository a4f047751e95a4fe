//! A blocking connection to the database in which every step has a deadline: a server that accepts and stays silent costs
//! a few seconds and leaves nothing behind.

use std::cell::Cell;
use std::future::Future;
use std::io::Cursor;
use std::ops::{Deref, DerefMut};
use std::time::Duration;

use super::auth_watcher::ASKED_IN_CLEAR;
use futures_util::SinkExt;
use tokio::runtime::Runtime;
use tokio_postgres::Row;
use tokio_postgres::types::{ToSql, Type};

/// Until the host answers at all.
pub const CONNECT: Duration = Duration::from_secs(3);
/// Until the server answers a statement.
pub const ANSWER: Duration = Duration::from_secs(10);
/// Until an owner's statement over whole tables is done: making tables, deleting what is old.
pub const UPKEEP: Duration = Duration::from_secs(3600);
/// More time for each piece of so many bytes that is sent.
const SLOWEST: usize = 64 << 10;
/// Bytes handed to the connection at a time.
const PIECE: usize = 64 << 10;

pub type DbResult<T> = std::result::Result<T, DbFailure>;
type SqlValue<'v> = &'v (dyn ToSql + Sync);

/// Why a step failed.
#[derive(Debug, thiserror::Error)]
pub enum DbFailure {
    #[error("{}", describe_database_error(.0))]
    Said(#[from] tokio_postgres::Error),
    /// Nothing came within the deadline.
    #[error("no answer within {} s", .0.as_secs())]
    Late(Duration),
    #[error("{}", ctx_text::collapse_name_to_line(&.0.to_string()))]
    Io(#[source] std::io::Error),
}

/// What the database says, or all that was in the way of asking it.
fn describe_database_error(error: &tokio_postgres::Error) -> String {
    if let Some(db) = error.as_db_error() {
        return format!("{}: {}", db.severity().to_lowercase(), ctx_text::collapse_name_to_line(db.message()));
    }
    let mut text = error.to_string();
    let mut below = std::error::Error::source(error);
    while let Some(error) = below {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        below = error.source();
    }
    ctx_text::collapse_name_to_line(&text)
}

impl DbFailure {
    /// The SQLSTATE, where the database answered.
    pub fn sql_state(&self) -> Option<&str> {
        match self {
            DbFailure::Said(error) => error.code().map(|code| code.code()),
            _ => None,
        }
    }

    /// What the user can do about a connection that could not be made.
    pub fn connection_advice(&self) -> &'static str {
        let refused = self.sql_state().is_some_and(|code| code.starts_with("28"));
        match (refused, self.to_string().contains(ASKED_IN_CLEAR)) {
            (true, _) => "check the password: PGPASSWORD, ~/.pgpass or [hub] password_command in ctx.toml",
            (_, true) => "it was not sent; if that server may have it, say so in the address: ?require_auth=password",
            _ => "ctx goes on without it, and sends what waits when it answers; ctx hub status",
        }
    }

    /// Whether the database understood the statement and does not permit it, or refuses what it says. The connection lives on.
    pub fn is_refusal(&self) -> bool {
        self.sql_state().is_some_and(|code| matches!(code, "42501" | "23503" | "23505" | "23514" | "44000" | "22P02"))
    }
}

/// Drives the connection, as long as somebody waits for it.
struct ConnectionDriver {
    runtime: Runtime,
    /// After a deadline nobody knows what the server does: nothing more is asked.
    given_up: Cell<bool>,
    patience: Cell<Duration>,
}

impl ConnectionDriver {
    fn run_step<T>(&self, step: impl Future<Output = std::result::Result<T, tokio_postgres::Error>>) -> DbResult<T> {
        self.run_step_within(self.patience.get(), step)
    }

    fn run_step_within<T>(
        &self,
        most: Duration,
        step: impl Future<Output = std::result::Result<T, tokio_postgres::Error>>,
    ) -> DbResult<T> {
        if self.given_up.get() {
            return Err(DbFailure::Late(most));
        }
        self.runtime.block_on(async {
            match tokio::time::timeout(most, step).await {
                Ok(done) => done.map_err(DbFailure::Said),
                Err(_) => {
                    self.given_up.set(true);
                    Err(DbFailure::Late(most))
                }
            }
        })
    }
}

pub struct HubDatabaseClient {
    // Dropped first: it tells the connection to end.
    inner: tokio_postgres::Client,
    driver: Option<ConnectionDriver>,
}

impl Drop for HubDatabaseClient {
    fn drop(&mut self) {
        // A look-up of a name that hangs is not waited for.
        if let Some(driver) = self.driver.take() {
            driver.runtime.shutdown_background();
        }
    }
}

/// Connects with what `connect` does, on a runtime of its own; the connection is driven there, too.
pub fn connect_on_own_runtime(
    connect: impl Future<Output = DbResult<tokio_postgres::Client>>,
) -> DbResult<HubDatabaseClient> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(DbFailure::Io)?;
    match runtime.block_on(connect) {
        Ok(inner) => {
            let driver = ConnectionDriver { runtime, given_up: Cell::new(false), patience: Cell::new(ANSWER) };
            Ok(HubDatabaseClient { inner, driver: Some(driver) })
        }
        Err(failure) => {
            runtime.shutdown_background();
            Err(failure)
        }
    }
}

/// The step with this deadline.
pub async fn with_deadline<T>(most: Duration, step: impl Future<Output = DbResult<T>>) -> DbResult<T> {
    tokio::time::timeout(most, step).await.unwrap_or(Err(DbFailure::Late(most)))
}

impl HubDatabaseClient {
    fn driver(&self) -> &ConnectionDriver {
        self.driver.as_ref().expect("a client has its driver until it is dropped")
    }

    /// Statements from now on may take so long.
    pub fn set_answer_deadline(&mut self, patience: Duration) {
        self.driver().patience.set(patience);
    }

    pub fn query(&mut self, sql: &str, values: &[SqlValue<'_>]) -> DbResult<Vec<Row>> {
        self.driver().run_step(self.inner.query(sql, values))
    }

    pub fn query_opt(&mut self, sql: &str, values: &[SqlValue<'_>]) -> DbResult<Option<Row>> {
        self.driver().run_step(self.inner.query_opt(sql, values))
    }

    pub fn query_one(&mut self, sql: &str, values: &[SqlValue<'_>]) -> DbResult<Row> {
        self.driver().run_step(self.inner.query_one(sql, values))
    }

    pub fn query_typed(&mut self, sql: &str, values: &[(SqlValue<'_>, Type)]) -> DbResult<Vec<Row>> {
        self.driver().run_step(self.inner.query_typed(sql, values))
    }

    pub fn query_typed_opt(&mut self, sql: &str, values: &[(SqlValue<'_>, Type)]) -> DbResult<Option<Row>> {
        self.driver().run_step(self.inner.query_typed_opt(sql, values))
    }

    pub fn query_typed_one(&mut self, sql: &str, values: &[(SqlValue<'_>, Type)]) -> DbResult<Row> {
        self.driver().run_step(self.inner.query_typed_one(sql, values))
    }

    pub fn execute(&mut self, sql: &str, values: &[SqlValue<'_>]) -> DbResult<u64> {
        self.driver().run_step(self.inner.execute(sql, values))
    }

    pub fn batch_execute(&mut self, sql: &str) -> DbResult<()> {
        self.driver().run_step(self.inner.batch_execute(sql))
    }

    pub fn transaction(&mut self) -> DbResult<Transaction<'_>> {
        self.batch_execute("BEGIN")?;
        Ok(Transaction { client: self, is_open: true })
    }

    /// Sends rows as `COPY … FROM STDIN` takes them; a slow line gets more time for more bytes.
    pub fn copy_in(&mut self, sql: &str, rows: &[&[u8]]) -> DbResult<u64> {
        let pieces: usize = rows.iter().map(|rows| rows.len().div_ceil(SLOWEST)).sum();
        let most = self.driver().patience.get() + Duration::from_secs(pieces as u64);
        self.driver().run_step_within(most, async {
            let sink = self.inner.copy_in::<_, Cursor<Vec<u8>>>(sql).await?;
            let mut sink = std::pin::pin!(sink);
            for piece in rows.iter().flat_map(|rows| rows.chunks(PIECE)) {
                sink.send(Cursor::new(piece.to_vec())).await?;
            }
            sink.finish().await
        })
    }

    /// Statements over the rows of a batch take as long as the rows are many.
    pub fn query_with_time_for_bytes(
        &mut self,
        bytes: usize,
        sql: &str,
        values: &[SqlValue<'_>],
    ) -> DbResult<Vec<Row>> {
        let most = self.driver().patience.get() + Duration::from_secs((bytes / SLOWEST) as u64);
        self.driver().run_step_within(most, self.inner.query(sql, values))
    }
}

/// The client while a transaction is open. It is rolled back unless it is committed.
pub struct Transaction<'c> {
    client: &'c mut HubDatabaseClient,
    is_open: bool,
}

impl Transaction<'_> {
    pub fn commit(mut self) -> DbResult<()> {
        self.is_open = false;
        self.client.batch_execute("COMMIT")
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if self.is_open {
            // Where this fails the connection is gone, and the transaction with it.
            let _ = self.client.batch_execute("ROLLBACK");
        }
    }
}

impl Deref for Transaction<'_> {
    type Target = HubDatabaseClient;

    fn deref(&self) -> &HubDatabaseClient {
        self.client
    }
}

impl DerefMut for Transaction<'_> {
    fn deref_mut(&mut self) -> &mut HubDatabaseClient {
        self.client
    }
}
