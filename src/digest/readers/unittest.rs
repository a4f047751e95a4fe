//! unittest and Django's test runner: `FAIL: test (module.Class)` between drawn lines, then `Ran 5 tests`.

use super::Reader;
use super::python;
use crate::digest::part::{Part, is_blank};
use crate::digest::reading::Reading;

pub const READER: Reader = Reader {
    name: "unittest",
    commands: &["unittest", "python manage.py test", "python3 manage.py test", "nose2"],
    signs: &["^Ran ", "^FAIL: ", "^ERROR: "],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut start = None;
    let mut ran = None;
    for (at, line) in part.lines() {
        if is_result(line) || line.starts_with("Creating test database") || line.starts_with("Found ") {
            start.get_or_insert(at);
        } else if is_heading(part, at) {
            start.get_or_insert(at - 1);
            failure(part, at, &mut reading);
        } else if line.starts_with("Ran ") && line.contains(" test") && line.contains(" in ") {
            ran = Some(at);
            reading.total(at);
        } else if ran.is_some_and(|ran| at <= ran + 4) && is_verdict(line) {
            reading.total(at);
            reading.cover(start.take().unwrap_or(at)..at + 1);
            ran = None;
        } else if line.starts_with("System check identified") || line.starts_with("Destroying test database") {
            reading.cover(at..at + 1);
        }
    }
    reading
}

/// `test_x (mod.Class.test_x) ... ok`
fn is_result(line: &str) -> bool {
    line.split_once(" ... ").is_some_and(|(test, _)| test.ends_with(')') && test.contains(" ("))
}

fn is_heading(part: &Part, at: usize) -> bool {
    let line = part.line(at);
    (line.starts_with("FAIL: ") || line.starts_with("ERROR: ") || line.starts_with("UNEXPECTED SUCCESS: "))
        && at > 0
        && part.line(at - 1).starts_with("=====")
}

fn is_verdict(line: &str) -> bool {
    line == "OK"
        || line.starts_with("OK (")
        || line.starts_with("FAILED (")
        || line == "NO TESTS RAN"
        || line.starts_with("NO TESTS RAN (")
}

fn failure(part: &Part, at: usize, reading: &mut Reading) {
    let heading = part.line(at);
    let (_, test) = heading.split_once(": ").unwrap_or(("", heading));
    let end =
        part.find(at + 2, 2000, |line| line.starts_with("=====") || line.starts_with("-----")).unwrap_or(part.len());
    let block = reading.error(at, test);
    block.to(end.saturating_sub(1).max(at));
    let mut from = at + 1;
    let mut last = None;
    while let Some(begins) = part.find(from, end.saturating_sub(from), |line| line.contains("Traceback (most recent")) {
        let Some(trace) = python::trace(part, begins).filter(|trace| trace.end <= end + 1) else { break };
        from = trace.end;
        if let Some(cause) = last.replace(trace) {
            block.detail(cause.says);
        }
    }
    let Some(trace) = last else { return };
    block.detail(trace.says);
    python::mark(block, &trace);
    let name = test.split(' ').next().unwrap_or(test);
    block.rule(format!("{} {}", block.location.clone().unwrap_or_default(), python::shape(&trace.message)));
    block.message = format!("{name}: {}", trace.message);
    let told = (trace.end..end).filter(|&at| {
        let line = part.line(at);
        !is_blank(line) && !line.starts_with('?')
    });
    for at in told.take(3) {
        block.detail(at);
    }
}

#[cfg(test)]
mod tests {
    use crate::digest::test::shown;

    #[test]
    fn failures_with_their_values() {
        let raw = include_str!("../../../fixtures/unittest/fail.raw");
        insta::assert_snapshot!(shown("python -m unittest test_stock -v", 1, raw), @r#"
        unittest
        E /home/dev/inventory/stock.py:13 test_reserve_unknown_sku: KeyError: 'MUG-RED'
        E /home/dev/inventory/test_stock.py:33 test_levels_per_size: AssertionError: 0 != 3
        E /home/dev/inventory/test_stock.py:16 test_reserve_reports_left: AssertionError: {'sku': 'TSHIRT-M', 'qty': 4, 'left': 7} != {'sku': 'TSHIRT-M', 'qty': 4, 'left': 6}
        ---
        … 9 lines
        ERROR: test_reserve_unknown_sku (test_stock.WarehouseTest.test_reserve_unknown_sku)
        … 2
          File "/home/dev/inventory/test_stock.py", line 20, in test_reserve_unknown_sku
        … 1
          File "/home/dev/inventory/stock.py", line 13, in reserve
            if self.levels[sku] < qty:
        … 1
        KeyError: 'MUG-RED'
        … 2
        FAIL: test_levels_per_size (test_stock.WarehouseTest.test_levels_per_size) (size='L')
        … 2
          File "/home/dev/inventory/test_stock.py", line 33, in test_levels_per_size
            self.assertEqual(self.w.levels.get(f"TSHIRT-{size}", 0), want)
        AssertionError: 0 != 3
        … 2
        FAIL: test_reserve_reports_left (test_stock.WarehouseTest.test_reserve_reports_left)
        … 2
          File "/home/dev/inventory/test_stock.py", line 16, in test_reserve_reports_left
            self.assertEqual(got, {"sku": "TSHIRT-M", "qty": 4, "left": 6})
        AssertionError: {'sku': 'TSHIRT-M', 'qty': 4, 'left': 7} != {'sku': 'TSHIRT-M', 'qty': 4, 'left': 6}
        - {'left': 7, 'qty': 4, 'sku': 'TSHIRT-M'}
        … 2
        + {'left': 6, 'qty': 4, 'sku': 'TSHIRT-M'}
        … 4
        Ran 5 tests in 0.002s

        FAILED (failures=2, errors=1, skipped=1)
        "#);
    }

    #[test]
    fn all_well() {
        let raw = include_str!("../../../fixtures/unittest/ok.raw");
        insta::assert_snapshot!(shown("python -m unittest test_labels -v", 0, raw), @r#"
    unittest
    ---
    … 4 lines
    Ran 2 tests in 0.000s

    OK
    "#);
    }

    #[test]
    fn django_tests() {
        let raw = include_str!("../../../fixtures/django/test-fail.raw");
        insta::assert_snapshot!(shown("python manage.py test", 1, raw), @r#"
        unittest
        E /home/dev/shopsite/catalog/tests.py:14 test_sku_is_unique: django.db.utils.IntegrityError: UNIQUE constraint failed: catalog_product.sku
        E /home/dev/shopsite/catalog/tests.py:18 test_detail_page: AssertionError: 404 != 200
        E /home/dev/shopsite/catalog/tests.py:21 test_query_count: AssertionError: 2 != 1 : 2 queries executed, 1 expected
        ---
        … 3 lines
        ERROR: test_sku_is_unique (catalog.tests.ProductTests.test_sku_is_unique)
        … 8
        sqlite3.IntegrityError: UNIQUE constraint failed: catalog_product.sku
        … 4
          File "/home/dev/shopsite/catalog/tests.py", line 14, in test_sku_is_unique
            Product.objects.create(sku="MUG-RED", price_cents=1)
        … 37
          File "/home/dev/.venv/lib/python3.12/site-packages/django/db/backends/sqlite3/base.py", line 359, in execute
        … 2
        django.db.utils.IntegrityError: UNIQUE constraint failed: catalog_product.sku
        … 2
        FAIL: test_detail_page (catalog.tests.ProductTests.test_detail_page)
        … 2
          File "/home/dev/shopsite/catalog/tests.py", line 18, in test_detail_page
            self.assertEqual(r.status_code, 200)
        AssertionError: 404 != 200
        … 2
        FAIL: test_query_count (catalog.tests.ProductTests.test_query_count)
        … 2
          File "/home/dev/shopsite/catalog/tests.py", line 21, in test_query_count
            with self.assertNumQueries(1):
        AssertionError: 2 != 1 : 2 queries executed, 1 expected
        Captured queries were:
        1. SELECT "catalog_product"."id", "catalog_product"."sku", "catalog_product"."price_cents", "catalog_product"."active" FROM "catalog_product"
        2. SELECT COUNT(*) AS "__count" FROM "catalog_product"
        … 2
        Ran 4 tests in 0.018s

        FAILED (failures=2, errors=1)
        … 3
        "#);
    }
}
