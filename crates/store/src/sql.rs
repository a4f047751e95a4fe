//! Helpers for SQL: statements prepared once, rows read into what is asked for, conditions with their values.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use rusqlite::types::FromSql;
use rusqlite::{Connection, OptionalExtension, Params, Row, ToSql, params_from_iter};

use super::writer_process;
use ctx_model::id::EntryId;
use ctx_model::{CommandEndStatus, Severity, StatusColumns};

/// Questions to whatever has a connection.
pub(crate) trait ReadQueries {
    type Error;

    fn with_connection<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> std::result::Result<T, Self::Error>;

    fn rows<T: FromColumns, C: FromIterator<T>>(
        &self,
        sql: &str,
        values: impl Params,
    ) -> std::result::Result<C, Self::Error> {
        self.with_connection(|db| db.prepare_cached(sql)?.query_map(values, from_row)?.collect())
    }

    /// The one row.
    fn row<T: FromColumns>(&self, sql: &str, values: impl Params) -> std::result::Result<T, Self::Error> {
        self.with_connection(|db| db.prepare_cached(sql)?.query_row(values, from_row))
    }

    /// The first row, if there is one.
    fn first<T: FromColumns>(&self, sql: &str, values: impl Params) -> std::result::Result<Option<T>, Self::Error> {
        self.with_connection(|db| db.row(sql, values).optional())
    }
}

/// Changes, inside a transaction. Each says how many rows it changed.
pub(crate) trait WriteQueries: ReadQueries {
    fn run(&self, sql: &str, values: impl Params) -> std::result::Result<usize, Self::Error> {
        self.with_connection(|db| db.prepare_cached(sql)?.execute(values))
    }

    /// `INSERT INTO … {} …`: the names and values of the columns stand in the place of the braces.
    fn insert(&self, sql: &str, columns: &[(&str, &dyn ToSql)]) -> std::result::Result<usize, Self::Error> {
        self.run(&insert_sql(sql, columns), params_from_iter(columns.iter().map(|(_, value)| value)))
    }

    /// The same of a statement that ends with RETURNING.
    fn insert_returning<T: FromColumns>(
        &self,
        sql: &str,
        columns: &[(&str, &dyn ToSql)],
    ) -> std::result::Result<Option<T>, Self::Error> {
        self.first(&insert_sql(sql, columns), params_from_iter(columns.iter().map(|(_, value)| value)))
    }

    /// Sets columns of the row with this number.
    fn update(&self, table: &str, row: i64, columns: &[(&str, &dyn ToSql)]) -> std::result::Result<usize, Self::Error> {
        let sql = format!(
            "UPDATE {table} SET ({}) = ({}) WHERE id = ?1",
            join_column_names(columns),
            numbered_placeholders(2, columns)
        );
        let row: &dyn ToSql = &row;
        self.run(&sql, params_from_iter([row].into_iter().chain(columns.iter().map(|(_, value)| *value))))
    }
}

fn insert_sql(sql: &str, columns: &[(&str, &dyn ToSql)]) -> String {
    sql.replacen("{}", &format!("({}) VALUES ({})", join_column_names(columns), numbered_placeholders(1, columns)), 1)
}

fn join_column_names(columns: &[(&str, &dyn ToSql)]) -> String {
    columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

fn numbered_placeholders(first: usize, columns: &[(&str, &dyn ToSql)]) -> String {
    (first..first + columns.len()).map(|number| format!("?{number}")).collect::<Vec<_>>().join(", ")
}

impl ReadQueries for Connection {
    type Error = rusqlite::Error;

    fn with_connection<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
        work(self)
    }
}

impl WriteQueries for Connection {}

/// A row of `meta`.
pub(crate) fn read_meta<T: FromColumns>(db: &Connection, key: &str) -> rusqlite::Result<Option<T>> {
    db.first("SELECT value FROM meta WHERE key = ?1", [key])
}

pub(crate) fn write_meta(db: &Connection, key: &str, value: impl ToSql) -> rusqlite::Result<()> {
    db.run("INSERT OR REPLACE INTO meta VALUES (?1, ?2)", (key, value)).map(drop)
}

/// Columns with their values, for a change.
macro_rules! columns {
    ($($name:ident: $value:expr),+ $(,)?) => { &[$((stringify!($name), &$value as &dyn rusqlite::ToSql)),+] };
}
pub(crate) use columns;

/// The columns of a row that are not read yet.
pub(crate) struct ColumnCursor<'r> {
    row: &'r Row<'r>,
    next: usize,
}

impl ColumnCursor<'_> {
    pub(crate) fn read<T: FromColumns>(&mut self) -> rusqlite::Result<T> {
        T::from_columns(self)
    }

    fn read_value<T: FromSql>(&mut self) -> rusqlite::Result<T> {
        self.next += 1;
        self.row.get(self.next - 1)
    }
}

pub(crate) fn from_row<T: FromColumns>(row: &Row<'_>) -> rusqlite::Result<T> {
    ColumnCursor { row, next: 0 }.read()
}

/// What the next columns of a row hold: a value, several in a tuple, or a struct.
pub(crate) trait FromColumns: Sized {
    fn from_columns(columns: &mut ColumnCursor<'_>) -> rusqlite::Result<Self>;
}

macro_rules! values_from_columns {
    ($($kind:ty)+) => {$(
        impl FromColumns for $kind {
            fn from_columns(columns: &mut ColumnCursor<'_>) -> rusqlite::Result<$kind> {
                columns.read_value()
            }
        }

        impl FromColumns for Option<$kind> {
            fn from_columns(columns: &mut ColumnCursor<'_>) -> rusqlite::Result<Option<$kind>> {
                columns.read_value()
            }
        }
    )+};
}
values_from_columns!(i64 i32 u64 u32 usize bool f64 String Vec<u8> [u8; 32]);

macro_rules! tuples_from_columns {
    ($(($($kind:ident)+))+) => {$(
        impl<$($kind: FromColumns),+> FromColumns for ($($kind,)+) {
            fn from_columns(columns: &mut ColumnCursor<'_>) -> rusqlite::Result<($($kind,)+)> {
                Ok(($(columns.read::<$kind>()?,)+))
            }
        }
    )+};
}
tuples_from_columns!((A B) (A B C) (A B C D) (A B C D E));

/// Types that are read as another one first.
macro_rules! converted_from_columns {
    ($($kind:ty: $stored:ty => $convert:expr;)+) => {$(
        impl FromColumns for $kind {
            fn from_columns(columns: &mut ColumnCursor<'_>) -> rusqlite::Result<$kind> {
                columns.read::<$stored>().map($convert)
            }
        }
    )+};
}
converted_from_columns! {
    EntryId: String => EntryId::from_stored;
    Option<EntryId>: Option<String> => |id| id.map(EntryId::from_stored);
    Severity: String => |name| Severity::from_name(&name);
    PathBuf: Vec<u8> => |bytes| OsString::from_vec(bytes).into();
    // A command in its words, as JSON.
    Vec<String>: Option<String> => |json| json.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default();
    // The state and the owner of an entry, and how it ended.
    CommandEndStatus: (String, Option<String>, StatusColumns) => |(state, owner, ended)| match state == "running" {
        true if owner.as_deref().is_none_or(writer_process::may_owner_process_be_alive) => CommandEndStatus::Running,
        true => CommandEndStatus::Interrupted,
        false => ended.to_status(),
    };
    StatusColumns: (Option<i32>, Option<i32>, bool) => |(exit_code, signal, timed_out)| {
        StatusColumns { exit_code, signal, timed_out }
    };
}

/// A struct whose fields are the columns of a statement, in this order.
macro_rules! row_struct {
    ($(#[$about:meta])* pub struct $name:ident { $($(#[$doc:meta])* pub $field:ident: $kind:ty,)+ }) => {
        $(#[$about])*
        pub struct $name { $($(#[$doc])* pub $field: $kind,)+ }

        impl crate::sql::FromColumns for $name {
            fn from_columns(columns: &mut crate::sql::ColumnCursor<'_>) -> rusqlite::Result<$name> {
                Ok($name { $($field: columns.read()?,)+ })
            }
        }
    };
}
pub(crate) use row_struct;

/// Conditions that all hold, with their values. The same text may stand in a statement several times.
pub(crate) struct SqlConditions {
    pub sql: String,
    pub values: Vec<Box<dyn ToSql>>,
}

impl Default for SqlConditions {
    fn default() -> SqlConditions {
        SqlConditions { sql: "1".to_owned(), values: Vec::new() }
    }
}

impl SqlConditions {
    /// The number of a value that the statement needs besides.
    pub(crate) fn add_value(&mut self, value: impl ToSql + 'static) -> String {
        self.values.push(Box::new(value));
        format!("?{}", self.values.len())
    }

    pub(crate) fn add_fixed_condition(&mut self, condition: &str) {
        self.sql.push_str(&format!(" AND ({condition})"));
    }

    /// A condition with `?` in the place of the value, where there is one.
    pub(crate) fn add_if_given<T: ToSql + Clone + 'static>(&mut self, condition: &str, value: Option<&T>) {
        if let Some(value) = value {
            let number = self.add_value(value.clone());
            self.add_fixed_condition(&condition.replace('?', &number));
        }
    }

    pub(crate) fn params(&self) -> impl Params + '_ {
        params_from_iter(&self.values)
    }
}
