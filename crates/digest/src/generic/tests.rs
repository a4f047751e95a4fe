//! Real runs of tools that have no reader, and the pages made of them.

use insta::assert_snapshot;

use crate::test::{fixture, shown};

#[test]
fn a_failure_is_told_under_its_name_further_down() {
    assert_snapshot!(fixture("ava/fail"), @r#"
    generic
    E ✘ [fail]: voucher is applied once
    ---

      - [skip] gift wrap
      - [todo] split shipment
    … 40 lines
      ✘ [fail]: voucher is applied once
      ✘ [fail]: refund rejects closed orders
      ─

      voucher is applied once

      test/cart.ava.js:46

       45:   const order = { id: 1001, total: 90, vouchers: ['XMAS', 'XMAS'] };
       46:   t.deepEqual(order, { id: 1001, total: 90, vouchers: ['XMAS'] });
       47: });

      Difference (- actual, + expected):

        {
          id: 1001,
          total: 90,
          vouchers: [
            'XMAS',
      -     'XMAS',
          ],
        }

      › file://test/cart.ava.js:46:5



      refund rejects closed orders

      test/cart.ava.js:49

       48: test('refund rejects closed orders', async t => {
       49:   await t.throwsAsync(async () => 'refunded', { instanceOf: TypeError });
       50: });

      Returned promise resolved with:

      'refunded'

      › file://test/cart.ava.js:49:11

      ─

      2 tests failed
      1 test skipped
      1 test todo
    "#);
}

#[test]
fn values_beside_a_failure() {
    assert_snapshot!(fixture("cmocka/fail"), @r#"
    googletest+generic
    E t_cmocka.c:38 test_error_code
    E t_cmocka.c:39 test_name
    E test_leak
    ---
    … 62 lines
    [  ERROR   ] --- 0 != 0xffffffffffffffff
    [   LINE   ] --- t_cmocka.c:38: error: Failure!
    [  FAILED  ] test_error_code
    … 1
    [  ERROR   ] --- "LAMP" != "LMAP"
    [   LINE   ] --- t_cmocka.c:39: error: Failure!
    [  FAILED  ] test_name
    … 3
    ERROR: test_leak leaked 1 block(s)

    [  FAILED  ] test_leak
    … 3
    [  PASSED  ] 30 test(s).
    … 3
     1 SKIPPED TEST(S)
    [  FAILED  ] 3 test(s), listed below:
    [  FAILED  ] test_error_code
    … 1
    [  FAILED  ] test_leak

     3 FAILED TEST(S)
    "#);
}

#[test]
fn the_line_below_a_verdict() {
    assert_snapshot!(fixture("robotframework/checkout-fail"), @r#"
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
fn the_place_above_a_message() {
    assert_snapshot!(fixture("svelte-check/errors"), @r#"
    generic
    W /home/dev/portal/svelteapp/src/Cart.svelte:7:1 Warn: `<img>` element should have an alt attribute
    W /home/dev/portal/svelteapp/src/Cart.svelte:8:1 Warn: Visible, non-interactive element `<div>` with a click event must be accompanied by a keyboard event handler. Consider whether an interactive element such as `<button type="button">` or `<a>` might be more appropriate
    W /home/dev/portal/svelteapp/src/Cart.svelte:8:1 Warn: `<div>` with a click handler must have an ARIA role
    W /home/dev/portal/svelteapp/src/Cart.svelte:3:14 Warn: Component has unused export property 'qty'. If it is for external reference only, please consider using `export const qty`
    W /home/dev/portal/svelteapp/src/Cart.svelte:9:8 Warn: Unused CSS selector ".unused"
    E /home/dev/portal/svelteapp/src/Cart.svelte:3:14 Error: Type 'string' is not assignable to type 'number'. (ts)
    E /home/dev/portal/svelteapp/src/Cart.svelte:8:26 Error: Argument of type 'string' is not assignable to parameter of type 'number'. (ts)
    E /home/dev/portal/svelteapp/src/Cart.svelte:8:39 Error: Property 'toFixd' does not exist on type 'number'. Did you mean 'toFixed'? (ts)
    E /home/dev/portal/svelteapp/src/Page.svelte:4:2 Error: Property 'sku' is missing in type '{ qty: number; }' but required in type '{ sku: string; qty?: number | undefined; }'. (ts)
    ---
    … 3 lines
    /home/dev/portal/svelteapp/src/Cart.svelte:7:1
    Warn: `<img>` element should have an alt attribute
    … 3
    <div on:click={() => add(sku)}>{total.toFixd(2)}</div>

    /home/dev/portal/svelteapp/src/Cart.svelte:8:1
    Warn: Visible, non-interactive element `<div>` with a click event must be accompanied by a keyboard event handler. Consider whether an interactive element such as `<button type="button">` or `<a>` might be more appropriate
    … 6
    Warn: `<div>` with a click handler must have an ARIA role
    … 16
    <style>.unused { color: red }</style>

    /home/dev/portal/svelteapp/src/Cart.svelte:3:14
    Error: Type 'string' is not assignable to type 'number'. (ts)
      export let sku: string;
      export let qty: number = "two";
      let total = 0;

    /home/dev/portal/svelteapp/src/Cart.svelte:8:26
    Error: Argument of type 'string' is not assignable to parameter of type 'number'. (ts)
    <img src="/x.png">
    <div on:click={() => add(sku)}>{total.toFixd(2)}</div>
    <style>.unused { color: red }</style>

    /home/dev/portal/svelteapp/src/Cart.svelte:8:39
    Error: Property 'toFixd' does not exist on type 'number'. Did you mean 'toFixed'? (ts)
    <img src="/x.png">
    <div on:click={() => add(sku)}>{total.toFixd(2)}</div>
    <style>.unused { color: red }</style>

    /home/dev/portal/svelteapp/src/Page.svelte:4:2
    Error: Property 'sku' is missing in type '{ qty: number; }' but required in type '{ sku: string; qty?: number | undefined; }'. (ts)
    … 2 more warnings
    </script>
    <Cart qty={3} />
    … 2
    svelte-check found 4 errors and 5 warnings in 2 files
    "#);
}

#[test]
fn figures_of_a_success() {
    assert_snapshot!(fixture("ab/404s"), @r#"
    generic
    ---
    This is ApacheBench, Version 2.3 <$Revision$>
    Copyright 1996 Adam Twiss, Zeus Technology Ltd, http://www.zeustech.net/
    Licensed to The Apache Software Foundation, http://www.apache.org/

    Benchmarking 127.0.0.1 (be patient).....done


    Server Software:        SimpleHTTP/0.6
    Server Hostname:        127.0.0.1
    … 5 lines
    Concurrency Level:      2
    … 1
    Complete requests:      100
    Failed requests:        0
    … 1
    Total transferred:      52000 bytes
    … 8
    Connect:        0    0   0.1      0       0
    Processing:     0    2   1.8      2       8
    Waiting:        0    2   1.5      1       7
    Total:          0    2   1.8      2       8

    Percentage of the requests served within a certain time (ms)
    … 6
      98%      8
      99%      8
     100%      8 (longest request)
    "#);
}

#[test]
fn a_backtrace_in_an_unknown_form() {
    assert_snapshot!(fixture("sbcl/script-error"), @r#"
    generic
    E Unhandled TYPE-ERROR in thread #<SB-THREAD:THREAD "main thread" RUNNING
    E unhandled condition in --disable-debugger mode, quitting
    ---
    totalling 2 items
    Unhandled TYPE-ERROR in thread #<SB-THREAD:THREAD "main thread" RUNNING
                                      {1001348003}>:
      The value
        "120"
      is not of type
        NUMBER

    Backtrace for: #<SB-THREAD:THREAD "main thread" RUNNING {1001348003}>
    0: (SB-KERNEL:TWO-ARG-* "120" 1)
    1: (LINE-TOTAL #S(ITEM :SKU "DESK" :PRICE "120" :QTY 1))
    … 8 lines
    10: (SB-INT:LOAD-AS-SOURCE #<SB-SYS:FD-STREAM for "file /home/dev/lispshop/cart.lisp" {1001336FF3}> :VERBOSE NIL :PRINT NIL :CONTEXT "loading")
    11: ((LABELS SB-FASL::LOAD-STREAM-1 :IN LOAD) #<SB-SYS:FD-STREAM for "file /home/dev/lispshop/cart.lisp" {1001336FF3}> NIL)
    12: (SB-FASL::CALL-WITH-LOAD-BINDINGS #<FUNCTION (LABELS SB-FASL::LOAD-STREAM-1 :IN LOAD) {7F8C23F6782B}>  … or "file /home/dev/lispshop/cart.lisp" {1001336FF3}>)
    13: (LOAD #<SB-SYS:FD-STREAM for "file /home/dev/lispshop/cart.lisp" {1001336FF3}> :VERBOSE NIL :PRINT NIL :IF-DOES-NOT-EXIST :ERROR :EXTERNAL-FORMAT :DEFAULT)
    14: ((FLET SB-IMPL::LOAD-SCRIPT :IN SB-IMPL::PROCESS-SCRIPT) #<SB-SYS:FD-STREAM for "file /home/dev/lispshop/cart.lisp" {1001336FF3}>)
    15: ((FLET SB-UNIX::BODY :IN SB-IMPL::PROCESS-SCRIPT))
    16: ((FLET "WITHOUT-INTERRUPTS-BODY-11" :IN SB-IMPL::PROCESS-SCRIPT))
    17: (SB-IMPL::PROCESS-SCRIPT "cart.lisp")
    18: (SB-IMPL::TOPLEVEL-INIT)
    19: ((FLET SB-UNIX::BODY :IN SB-IMPL::START-LISP))
    20: ((FLET "WITHOUT-INTERRUPTS-BODY-3" :IN SB-IMPL::START-LISP))
    21: (SB-IMPL::%START-LISP)

    unhandled condition in --disable-debugger mode, quitting
    "#);
}

#[test]
fn the_closing_paragraph() {
    assert_snapshot!(fixture("restic/partial"), @r"
    generic
    E error: open data/private/keys: permission denied
    W Warning: at least one source file could not be read
    ---
    open repository
    lock repository
    no parent snapshot found, will read all files
    load index files
    start scan on [data]
    start backup on [data]
    scan finished in 0.209s: 32 files, 272.001 KiB
    new       /data/img0.bin, saved in 0.001s (4.883 KiB added)
    … 4 lines
    new       /data/img13.bin, saved in 0.000s (9.766 KiB added)
    new       /data/img15.bin, saved in 0.004s (9.766 KiB added)
    … 18
    new       /data/img6.bin, saved in 0.000s (4.883 KiB added)
    new       /data/img7.bin, saved in 0.000s (4.883 KiB added)
    new       /data/img8.bin, saved in 0.000s (4.883 KiB added)
    new       /data/img9.bin, saved in 0.000s (4.883 KiB added)
    error: open data/private/keys: permission denied
    new       /data/private/, saved in 0.001s (0 B added, 0 B stored, 95 B metadata)
    new       /data/img14.bin, saved in 0.008s (9.766 KiB added)
    new       /data/orders.csv, saved in 0.002s (27.858 KiB added)
    new       /data/, saved in 0.012s (0 B added, 0 B stored, 1.876 KiB metadata)

    Files:          31 new,     0 changed,     0 unmodified
    Dirs:            2 new,     0 changed,     0 unmodified
    Data Blobs:     31 new
    Tree Blobs:      3 new
    Added to the repository: 283.406 KiB (17.719 KiB stored)

    processed 31 files, 271.999 KiB in 0:00
    snapshot c157218c saved
    Warning: at least one source file could not be read
    ");
}

#[test]
fn a_crash_in_a_log() {
    assert_snapshot!(fixture("uvicorn/exception-in-log"), @r#"
    python+generic
    E /home/dev/qa/webapi/api.py:6 KeyError: 'DESK'
    ---
    … 3 lines
    INFO:     Uvicorn running on http://127.0.0.1:8133 (Press CTRL+C to quit)
    … 32
    INFO:     127.0.0.1:43610 - "GET /orders/17 HTTP/1.1" 500 Internal Server Error
    ERROR:    Exception in ASGI application
    Traceback (most recent call last):
    … 1
        result = await app(  # type: ignore[func-returns-value]
    … 7
        await self.middleware_stack(scope, receive, send)
    … 1
        raise exc
    … 5
        await wrap_app_handling_exceptions(self.app, conn)(scope, receive, send)
    … 9
        await route.handle(scope, receive, send)
    … 11
        response = await f(request)
    … 2
        raw_response = await run_endpoint_function(
    … 2
        return await run_in_threadpool(
    … 2
        return await anyio.to_thread.run_sync(func)
    … 2
        return await get_async_backend().run_sync_in_worker_thread(
    … 5
        result = context.run(func, *args)
    … 4
      File "/home/dev/qa/webapi/api.py", line 6, in order
        return {"total": prices["DESK" if oid == 17 else "LAMP"]}
                         ~~~~~~^^^
    KeyError: 'DESK'
    … 27
    INFO:     127.0.0.1:43872 - "GET /orders/abc HTTP/1.1" 422 Unprocessable Entity
    INFO:     Shutting down
    INFO:     Waiting for application shutdown.
    INFO:     Application shutdown complete.
    INFO:     Finished server process [30101]
    "#);
}

#[test]
fn lines_that_name_their_speaker() {
    assert_snapshot!(fixture("turbo/test-fails"), @r"
    generic
    W WARNING  No locally installed `turbo` found in your repository. Using globally installed version (2.11.10). Using a specified version in your repository will result in more predictable behavior.
    E @shop/orders:test: AssertionError [ERR_ASSERTION]: gross total of order 1001
    E @shop/orders:test: npm error Lifecycle script `test` failed with error:
    E @shop/orders#test:  ERROR  command (/home/dev/portal/mono/packages/orders) /usr/bin/npm run test exited (1)
    E Failed:    @shop/orders#test
    ---
     WARNING  No locally installed `turbo` found in your repository. Using globally installed version (2.11.10). Using a specified version in your repository will result in more predictable behavior.
    … 2 lines
       • Packages in scope: @shop/cart, @shop/mailer, @shop/money, @shop/orders, @shop/web
    … 12
    @shop/orders:build: cache miss, executing bd3a6521a3910df9
    … 26
    @shop/money:test: 12 checks, 0 errors
    … 19
    @shop/web:test: 12 checks, 0 errors
    @shop/mailer:test: 12 checks, 0 errors
    @shop/cart:test: 12 checks, 0 errors
    … 2
    @shop/orders:test:   throw new AssertionError(obj);
    … 1
    @shop/orders:test:
    @shop/orders:test: AssertionError [ERR_ASSERTION]: gross total of order 1001
    @shop/orders:test: + actual - expected
    … 1
    @shop/orders:test: + 110.00000000000001
    @shop/orders:test: - 110
    @shop/orders:test:      ^
    … 8
    @shop/orders:test:   code: 'ERR_ASSERTION',
    … 3
    @shop/orders:test: }
    … 1
    @shop/orders:test: Node.js v20.20.2
    @shop/orders:test: npm error Lifecycle script `test` failed with error:
    @shop/orders:test: npm error code 1
    @shop/orders:test: npm error path /home/dev/portal/mono/packages/orders
    @shop/orders:test: npm error workspace @shop/orders@1.0.0
    … 1
    @shop/orders:test: npm error command failed
    @shop/orders:test: npm error command sh -c node test.js
    @shop/orders#test:  ERROR  command (/home/dev/portal/mono/packages/orders) /usr/bin/npm run test exited (1)

     Tasks:    9 successful, 10 total
    Cached:    0 cached, 10 total
      Time:    2.032s
    Failed:    @shop/orders#test

     ERROR  run failed: command  exited (1)
    ");
}

#[test]
fn a_numbered_list_of_what_is_pending_is_no_failure() {
    let raw = "Pending:\n\n  1) prints VAT\n     # skipped\n\nFailures:\n\n  1) keeps the line\n     expected: 3\n          got: 2\n";
    let shown = shown("./spec", 1, raw);
    assert!(!shown.contains("E 1) prints VAT"), "{shown}");
    assert!(shown.contains("E 1) keeps the line"), "{shown}");
}

#[test]
fn numbered_source_is_no_finding() {
    let raw = "FAILED checkout\n\n  7:  try {\n  8:    throw new TypeError('x');\n  9:  }\n";
    let shown = shown("./check", 1, raw);
    assert!(!shown.contains("E 8:"), "{shown}");
}

#[test]
fn a_place_stands_above_the_code_and_what_is_wrong_with_it() {
    let shown = fixture("gfortran/warnings");
    assert!(shown.contains("E big.f90:193:12 Error: Symbol ‘nosuch’ at (1) has no IMPLICIT type"), "{shown}");
    assert!(shown.contains("W big.f90:304:6 Warning: Equality comparison"), "{shown}");
    assert!(shown.contains("\n  ×60: big.f90:299:6,"), "{shown}");
}

#[test]
fn a_message_is_found_in_the_paragraph_below_its_place() {
    let shown = fixture("redocly/lint");
    assert!(shown.contains("E api.yaml:5:85 Can't resolve $ref\n"), "{shown}");
    assert!(shown.contains("E api.yaml:8:29 Property `respnses` is not expected here.\n"), "{shown}");
}
