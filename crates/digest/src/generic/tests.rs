//! Real runs of tools that have no reader, and the pages made of them.

use insta::assert_snapshot;

use crate::test::{render_fixture, render_for_test};

#[test]
fn the_line_below_a_verdict() {
    assert_snapshot!(render_fixture("robotframework/checkout-fail"), @r#"
    generic
    E Checkout Step 17 Keeps The Total                                      | FAIL |
    E Unknown Sku Is Reported                                               | FAIL |
    E KeyError: 'sku NO-SUCH-SKU is not in catalogue 2024-06'
    E Refund Goes To Original Card                                          | FAIL |
    E Checkout :: Checkout flow of the shop                                 | FAIL |
    ---
    … 1 line
    Checkout :: Checkout flow of the shop
    … 33
    Checkout Step 17 Keeps The Total                                      | FAIL |
    204 != 205
    … 29
    Unknown Sku Is Reported                                               | FAIL |
    KeyError: 'sku NO-SUCH-SKU is not in catalogue 2024-06'
    … 1
    Refund Goes To Original Card                                          | FAIL |
    No keyword with name 'Refund Payment' found.
    … 1
    Checkout :: Checkout flow of the shop                                 | FAIL |
    33 tests, 30 passed, 3 failed
    … 1
    Output:  /home/dev/qa/robot/out/output.xml
    Log:     /home/dev/qa/robot/out/log.html
    Report:  /home/dev/qa/robot/out/report.html
    "#);
}

#[test]
fn a_crash_in_a_log() {
    assert_snapshot!(render_fixture("uvicorn/exception-in-log"), @r###"
    generic
    E /home/dev/qa/webapi/api.py:6 INFO:     127.0.0.1:43610 - "GET /orders/17 HTTP/1.1" 500 Internal Server Error
    E KeyError: 'DESK'
    ---
    INFO:     Started server process [30101]
    INFO:     Waiting for application startup.
    INFO:     Application startup complete.
    INFO:     Uvicorn running on http://127.0.0.1:8133 (Press CTRL+C to quit)
    … 32 lines
    INFO:     127.0.0.1:43610 - "GET /orders/17 HTTP/1.1" 500 Internal Server Error
    ERROR:    Exception in ASGI application
    Traceback (most recent call last):
      File "/home/dev/qa/.venv/lib/python3.11/site-packages/uvicorn/protocols/http/h11_impl.py", line 411, in run_asgi
        result = await app(  # type: ignore[func-returns-value]
                 ^^^
    … 10
        await self.app(scope, receive, _send)
    … 3
        await wrap_app_handling_exceptions(self.app, conn)(scope, receive, send)
    … 11
        await super().handle(scope, receive, send)
    … 9
        response = await f(request)
    … 22
      File "/home/dev/qa/webapi/api.py", line 6, in order
        return {"total": prices["DESK" if oid == 17 else "LAMP"]}
    … 1
    KeyError: 'DESK'
    … 27
    INFO:     127.0.0.1:43872 - "GET /orders/abc HTTP/1.1" 422 Unprocessable Entity
    INFO:     Shutting down
    INFO:     Waiting for application shutdown.
    INFO:     Application shutdown complete.
    INFO:     Finished server process [30101]
    "###);
}

#[test]
fn a_numbered_list_of_what_is_pending_is_no_failure() {
    let raw = "Pending:\n\n  1) prints VAT\n     # skipped\n\nFailures:\n\n  1) keeps the line\n     expected: 3\n          got: 2\n";
    let shown = render_for_test("./spec", 1, raw);
    assert!(!shown.contains("E 1) prints VAT"), "{shown}");
    assert!(shown.contains("E 1) keeps the line"), "{shown}");
}

#[test]
fn numbered_source_is_no_finding() {
    let raw = "FAILED checkout\n\n  7:  try {\n  8:    throw new TypeError('x');\n  9:  }\n";
    let shown = render_for_test("./check", 1, raw);
    assert!(!shown.contains("E 8:"), "{shown}");
}

#[test]
fn a_place_stands_above_the_code_and_what_is_wrong_with_it() {
    let shown = render_fixture("gfortran/warnings");
    assert!(shown.contains("E big.f90:193:12 Error: Symbol ‘nosuch’ at (1) has no IMPLICIT type"), "{shown}");
    assert!(shown.contains("W big.f90:304:6 Warning: Equality comparison"), "{shown}");
    assert!(shown.contains("\n  ×60: big.f90:299:6,"), "{shown}");
}

#[test]
fn a_message_is_found_in_the_paragraph_below_its_place() {
    let shown = render_fixture("redocly/lint");
    assert!(shown.contains("E api.yaml:5:85 Can't resolve $ref\n"), "{shown}");
    assert!(shown.contains("E api.yaml:8:29 Property `respnses` is not expected here.\n"), "{shown}");
}
