//! Statements in one call: prepared once for each connection, and their rows read into values.

use rusqlite::types::FromSql;
use rusqlite::{Connection, OptionalExtension, Params, Row};

use super::Store;
use crate::error::Result;

pub(crate) trait Statements {
    fn connection(&self) -> &Connection;

    /// Every row, as `read` makes it.
    fn rows<T, C: FromIterator<T>>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<C> {
        self.connection().prepare_cached(sql)?.query_map(values, read)?.collect()
    }

    /// The one row.
    fn row<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        self.connection().prepare_cached(sql)?.query_row(values, read)
    }

    /// The first row, if there is one.
    fn first<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<Option<T>> {
        self.row(sql, values, read).optional()
    }

    /// The first column of the one row.
    fn value<T: FromSql>(&self, sql: &str, values: impl Params) -> rusqlite::Result<T> {
        self.row(sql, values, |row| row.get(0))
    }

    /// The first column of the first row, if there is one.
    fn first_value<T: FromSql>(&self, sql: &str, values: impl Params) -> rusqlite::Result<Option<T>> {
        self.value(sql, values).optional()
    }

    /// Changes rows; how many.
    fn run(&self, sql: &str, values: impl Params) -> rusqlite::Result<usize> {
        self.connection().prepare_cached(sql)?.execute(values)
    }
}

impl Statements for Connection {
    fn connection(&self) -> &Connection {
        self
    }
}

/// The same on a store.
impl Store {
    pub(crate) fn rows<T, C: FromIterator<T>>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<C> {
        self.with_connection(|db| db.rows(sql, values, read))
    }

    pub(crate) fn row<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<T> {
        self.with_connection(|db| db.row(sql, values, read))
    }

    pub(crate) fn first<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>> {
        self.with_connection(|db| db.first(sql, values, read))
    }

    pub(crate) fn value<T: FromSql>(&self, sql: &str, values: impl Params) -> Result<T> {
        self.with_connection(|db| db.value(sql, values))
    }

    pub(crate) fn first_value<T: FromSql>(&self, sql: &str, values: impl Params) -> Result<Option<T>> {
        self.with_connection(|db| db.first_value(sql, values))
    }

    /// One change in a transaction of its own.
    pub(crate) fn execute_in_transaction(&mut self, sql: &str, values: impl Params) -> Result<usize> {
        self.write_transaction(|db| db.run(sql, values))
    }
}

/// All columns of a row, as a tuple.
pub(crate) fn tuple_from_row<T>(row: &Row<'_>) -> rusqlite::Result<T>
where
    T: for<'row> TryFrom<&'row Row<'row>, Error = rusqlite::Error>,
{
    row.try_into()
}

/// A struct whose fields are the columns of a statement, in this order.
macro_rules! row_struct {
    ($(#[$about:meta])* pub struct $name:ident { $($(#[$doc:meta])* pub $field:ident: $kind:ty,)+ }) => {
        $(#[$about])*
        pub struct $name { $($(#[$doc])* pub $field: $kind,)+ }

        impl $name {
            pub(crate) fn from_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<$name> {
                let mut columns = 0..;
                let mut next = || columns.next().unwrap_or_default();
                Ok($name { $($field: row.get(next())?,)+ })
            }
        }
    };
}
pub(crate) use row_struct;
