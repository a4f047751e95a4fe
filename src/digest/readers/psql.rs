//! SQL clients: errors with the line they point at, and query plans.

use super::Reader;
use crate::digest::part::{Part, is_blank};
use crate::digest::place;
use crate::digest::reading::Reading;

pub const READER: Reader = Reader {
    name: "sql",
    commands: &["psql", "mysql", "mariadb", "sqlite3", "pg_restore", "pg_dump"],
    signs: &["^QUERY PLAN", "^ERROR:  ", "^psql: error: ", ": ERROR:  ", "^ERROR 1", "^FATAL:  "],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        let mut next = at + 1;
        if line.trim() == "QUERY PLAN" {
            next = plan(part, at, &mut reading);
        } else if let Some(said) = error(part, line) {
            let block = reading.error(at, said);
            let script = line.strip_prefix("psql:").unwrap_or(line);
            block.location = place::find(script).filter(|place| place.range.start == 0).map(|place| place.name(script));
            while is_explanation(part.line(next)) {
                if next < at + 5 {
                    block.detail(next)
                } else {
                    block.to(next)
                };
                next += 1;
            }
        } else if line.starts_with("psql:") && line.contains(": WARNING:  ") {
            reading.warning(at, line);
        }
        at = next;
    }
    reading
}

fn error<'a>(part: &Part, line: &'a str) -> Option<&'a str> {
    let server_log = line.starts_with(|c: char| c.is_ascii_digit());
    if let Some((before, said)) = line.split_once("ERROR:  ").or(line.split_once("FATAL:  ")).filter(|_| !server_log) {
        return (before.is_empty() || before.starts_with("psql:") || before.ends_with(": ")).then_some(said);
    }
    let coded = line
        .strip_prefix("ERROR ")
        .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains("): "));
    let named =
        ["psql: error: ", "pg_restore: error: ", "pg_dump: error: "].iter().find_map(|start| line.strip_prefix(start));
    let sqlite = ["Error: ", "Parse error", "Runtime error", "Error in "].iter().any(|start| line.starts_with(start))
        && part.named;
    coded.or(named).or(sqlite.then_some(line))
}

fn is_explanation(line: &str) -> bool {
    ["LINE ", "DETAIL:  ", "HINT:  ", "CONTEXT:  ", "QUERY:  "].iter().any(|start| line.starts_with(start))
        || (line.starts_with(' ') && line.contains('^'))
        || line.starts_with("\tIs the server running")
}

/// The nodes of a plan and its times; buffers and costs of filters can wait.
fn plan(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let end = part
        .find(at + 1, 5000, |line| is_blank(line) || (line.starts_with('(') && line.contains(" row")))
        .unwrap_or(part.len());
    let mut first = true;
    for below in at + 1..end {
        let line = part.line(below);
        let text = line.trim_start();
        let node = text.starts_with("->") || (first && line.contains("(cost="));
        if text.starts_with("Planning Time: ") || text.starts_with("Execution Time: ") {
            reading.total(below);
        } else if node {
            first = false;
            reading.info(below, text);
        }
    }
    reading.cover(at..(end + 1).min(part.len()));
    end + 1
}

#[cfg(test)]
mod tests {
    use crate::digest::test::shown;

    #[test]
    fn errors_of_a_script() {
        let raw = include_str!("../../../fixtures/psql/script-errors.raw");
        insta::assert_snapshot!(shown("psql -f bad.sql", 0, raw), @r#"
        sql
        E bad.sql:1 column "emial" does not exist
        E bad.sql:2 syntax error at or near "SELEC"
        E bad.sql:3 duplicate key value violates unique constraint "customers_email_key"
        E bad.sql:4 new row for relation "orders" violates check constraint "orders_total_cents_check"
        E bad.sql:5 relation "shipments" does not exist
        ---
        psql:bad.sql:1: ERROR:  column "emial" does not exist
        LINE 1: SELECT id, emial FROM customers LIMIT 3;
                           ^
        HINT:  Perhaps you meant to reference the column "customers.email".
        psql:bad.sql:2: ERROR:  syntax error at or near "SELEC"
        LINE 1: SELEC 1;
                ^
        psql:bad.sql:3: ERROR:  duplicate key value violates unique constraint "customers_email_key"
        DETAIL:  Key (email)=(user1@example.com) already exists.
        psql:bad.sql:4: ERROR:  new row for relation "orders" violates check constraint "orders_total_cents_check"
        DETAIL:  Failing row contains (2, 3, -5, 2025-03-01 10:00:00+00).
        psql:bad.sql:5: ERROR:  relation "shipments" does not exist
        LINE 1: SELECT count(*) FROM shipments;
                                     ^
        "#);
    }

    #[test]
    fn query_plan() {
        let raw = include_str!("../../../fixtures/psql/explain-analyze.raw");
        insta::assert_snapshot!(shown("psql -c 'EXPLAIN (ANALYZE, BUFFERS) SELECT c.city, sum(o.total_cents) FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.total_cents > 8000 GROUP BY c.city'", 0, raw), @r#"
        sql
        I HashAggregate  (cost=105.14..105.17 rows=3 width=13) (actual time=0.952..0.957 rows=3 loops=1)
        I ->  Hash Join  (cost=6.50..102.45 rows=538 width=9) (actual time=0.103..0.817 rows=540 loops=1)
        I ->  Seq Scan on orders o  (cost=0.00..94.50 rows=538 width=8) (actual time=0.024..0.608 rows=540 loops=1)
        I ->  Hash  (cost=4.00..4.00 rows=200 width=9) (actual time=0.062..0.063 rows=200 loops=1)
        I ->  Seq Scan on customers c  (cost=0.00..4.00 rows=200 width=9) (actual time=0.004..0.026 rows=200 loops=1)
        ---
                                                                QUERY PLAN
        … 1 line
         HashAggregate  (cost=105.14..105.17 rows=3 width=13) (actual time=0.952..0.957 rows=3 loops=1)
           Group Key: c.city
           Batches: 1  Memory Usage: 24kB
           Buffers: shared hit=34
           ->  Hash Join  (cost=6.50..102.45 rows=538 width=9) (actual time=0.103..0.817 rows=540 loops=1)
                 Hash Cond: (o.customer_id = c.id)
                 Buffers: shared hit=34
                 ->  Seq Scan on orders o  (cost=0.00..94.50 rows=538 width=8) (actual time=0.024..0.608 rows=540 loops=1)
                       Filter: (total_cents > 8000)
                       Rows Removed by Filter: 4460
                       Buffers: shared hit=32
                 ->  Hash  (cost=4.00..4.00 rows=200 width=9) (actual time=0.062..0.063 rows=200 loops=1)
                       Buckets: 1024  Batches: 1  Memory Usage: 17kB
                       Buffers: shared hit=2
                       ->  Seq Scan on customers c  (cost=0.00..4.00 rows=200 width=9) (actual time=0.004..0.026 rows=200 loops=1)
                             Buffers: shared hit=2
         Planning:
           Buffers: shared hit=215
         Planning Time: 0.663 ms
         Execution Time: 1.073 ms
        (20 rows)
        "#);
    }

    #[test]
    fn mysql_syntax_error() {
        let raw = include_str!("../../../fixtures/mysql/syntax-error.raw");
        insta::assert_snapshot!(shown("mariadb -h 127.0.0.1 -P 33990 -u root shop -e 'SELECT * FRM products'", 1, raw), @r#"
        generic
        E ERROR 1064 (42000) at line 1: You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'FRM products' at line 1
        ---
        … 1 line
        SELECT * FRM products
        … 2
        ERROR 1064 (42000) at line 1: You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'FRM products' at line 1
        "#);
    }
}
