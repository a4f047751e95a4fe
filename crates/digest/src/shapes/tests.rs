//! Real listings, logs and documents, and the pages made of them.

use insta::assert_snapshot;

use crate::test::fixture;

#[test]
fn tables_by_their_first_rows() {
    assert_snapshot!(fixture("csv/orders"), @r"
    csv
    ---
    400 rows × 6 columns
    order_id,date,sku,qty,unit_price,status
    5000,2026-01-01,TSHIRT-M,9,19.99,open
    5001,2026-02-02,MUG-RED,3,19.99,paid
    5002,2026-03-03,PEN,8,30.00,paid
    5003,2026-04-04,PEN,9,1.50,open
    5004,2026-05-05,TSHIRT-M,3,1.50,paid
    5005,2026-06-06,PEN,1,12.90,paid
    5006,2026-07-07,PEN,8,30.00,open
    5007,2026-08-08,MUG-RED,9,12.90,shipped
    5008,2026-09-09,TSHIRT-M,1,1.50,open
    5009,2026-01-10,LAMP,7,1.50,shipped
    5010,2026-02-11,LAMP,4,30.00,paid
    5011,2026-03-12,PEN,2,19.99,paid
    5012,2026-04-13,LAMP,7,1.50,paid
    5013,2026-05-14,PEN,4,12.90,paid
    5014,2026-06-15,TSHIRT-M,7,19.99,open
    5015,2026-07-16,PEN,4,30.00,shipped
    5016,2026-08-17,PEN,5,30.00,paid
    5017,2026-09-18,TSHIRT-M,2,12.90,paid
    5018,2026-01-19,PEN,1,1.50,open
    5019,2026-02-20,TSHIRT-M,3,12.90,open
    5020,2026-03-21,MUG-RED,3,19.99,open
    5021,2026-04-22,PEN,7,19.99,paid
    5022,2026-05-23,PEN,5,30.00,paid
    5023,2026-06-24,MUG-RED,3,19.99,paid
    5024,2026-07-25,PEN,3,12.90,open
    5025,2026-08-26,LAMP,1,30.00,shipped
    5026,2026-09-27,TSHIRT-M,2,1.50,paid
    … 369 lines
    5396,2026-01-05,LAMP,7,30.00,shipped
    5397,2026-02-06,MUG-RED,2,19.99,paid
    5398,2026-03-07,LAMP,9,30.00,paid
    5399,2026-04-08,MUG-RED,2,1.50,shipped
    ");
}

#[test]
fn lines_of_json_by_level() {
    assert_snapshot!(fixture("json/ndjson"), @r#"
    json
    E The card was declined by the issuer
    ---
    120 × {id, sku, qty, status, customer, failure}
    paid ×49, shipped ×36, open ×34, failed ×1
    {"id":1000,"sku":"MUG-RED","qty":9,"status":"open","customer":{"city":"Lyon","vip":false}}
    … 72 lines
    {"id":1073,"sku":"PEN","qty":1,"status":"open","customer":{"city":"Porto","vip":false}}
    {"id":1074,"sku":"LAMP","qty":5,"status":"open","customer":{"city":"Bonn","vip":false}}
    {"id":1075,"sku":"MUG-RED","qty":2,"status":"shipped","customer":{"city":"Porto","vip":true}}
    {"id":1076,"sku":"PEN","qty":9,"status":"paid","customer":{"city":"Porto","vip":true}}
    {"id":1077,"sku":"PEN","qty":4,"status":"failed","customer":{"city":"Porto","vip":false},"failure":{"code":"card_declined","message":"The card was declined by the issuer"}}
    {"id":1078,"sku":"TSHIRT-M","qty":5,"status":"paid","customer":{"city":"Porto","vip":false}}
    {"id":1079,"sku":"LAMP","qty":9,"status":"paid","customer":{"city":"Bonn","vip":false}}
    {"id":1080,"sku":"MUG-RED","qty":7,"status":"shipped","customer":{"city":"Bonn","vip":false}}
    {"id":1081,"sku":"TSHIRT-M","qty":3,"status":"shipped","customer":{"city":"Lyon","vip":false}}
    {"id":1082,"sku":"MUG-RED","qty":3,"status":"open","customer":{"city":"Lyon","vip":false}}
    … 36
    {"id":1119,"sku":"LAMP","qty":1,"status":"paid","customer":{"city":"Lyon","vip":false}}
    "#);
}

#[test]
fn json_by_its_keys() {
    assert_snapshot!(fixture("json/orders-minified"), @r#"
    json
    ---
    "failure": {"code": "card_declined", "message": "The card was declined by the issuer"}
    "total": 120, "next": null
    "orders": [120 × {id, sku, qty, status, customer}]
      {"id": 1000, "sku": "MUG-RED", "qty": 9, "status": "open", "customer": {"city": "Lyon", "vip": false}}
      {"id": 1001, "sku": "TSHIRT-M", "qty": 2, "status": "shipped", "customer": {"city": "Bonn", "vip": false}}
    … 1 line
    "#);
}

#[test]
fn requests_by_status_and_path() {
    assert_snapshot!(fixture("access-log/http-server"), @r#"
    access-log
    ---
    200 ×485, 404 ×10, 500 ×4, 422 ×1
    500 GET /html ×4
    404 GET /wp-login.php ×10
    422 POST /orders ×1
    /orders/# ×242, /orders ×128, /health ×116, /wp-login.php ×10, /html ×4
    127.0.0.1 - - [15/Nov/2026 02:36:35] "GET /orders/1001 HTTP/1.1" 200 - ×3
    127.0.0.1 - - [15/Nov/2026 02:36:35] "GET /orders HTTP/1.1" 200 -
    127.0.0.1 - - [15/Nov/2026 02:36:35] "GET /health HTTP/1.1" 200 -
    127.0.0.1 - - [15/Nov/2026 02:36:35] "GET /orders HTTP/1.1" 200 -
    127.0.0.1 - - [15/Nov/2026 02:36:35] "GET /orders HTTP/1.1" 200 -
    127.0.0.1 - - [15/Nov/2026 02:36:35] "GET /health HTTP/1.1" 200 -
    … 64 lines
    127.0.0.1 - - [15/Nov/2026 02:36:35] "GET /health HTTP/1.1" 200 -
    127.0.0.1 - - [15/Nov/2026 02:36:35] "GET /wp-login.php HTTP/1.1" 404 -
    … 136
    127.0.0.1 - - [15/Nov/2026 02:36:36] "GET /orders/1001 HTTP/1.1" 200 -
    127.0.0.1 - - [15/Nov/2026 02:36:36] "GET /html HTTP/1.1" 500 -
    … 88
    127.0.0.1 - - [15/Nov/2026 02:36:36] "POST /orders HTTP/1.1" 422 -
    127.0.0.1 - - [15/Nov/2026 02:36:36] "GET /orders/1001 HTTP/1.1" 200 -
    … 198
    "#);
}

#[test]
fn files_by_directory() {
    assert_snapshot!(fixture("find/large"), @r"
    find
    ---
    node_modules/lodash/ 1051: fp/ 415
    node_modules/express/node_modules/debug/ 17
    node_modules/express/node_modules/ms/ 4
    node_modules/express/lib/router/ 3
    node_modules/express/lib/middleware/ 2
    node_modules/express/History.md
    node_modules/express/LICENSE
    node_modules/express/Readme.md
    node_modules/express/index.js
    node_modules/express/lib/application.js
    node_modules/express/lib/express.js
    node_modules/express/lib/request.js
    … 4 more
    … 852 lines
    node_modules/lodash/gt.js
    node_modules/lodash/gte.js
    node_modules/lodash/has.js
    node_modules/lodash/hasIn.js
    node_modules/lodash/head.js
    node_modules/lodash/identity.js
    node_modules/lodash/inRange.js
    node_modules/lodash/includes.js
    … 74
    node_modules/lodash/mergeWith.js
    node_modules/lodash/method.js
    node_modules/lodash/methodOf.js
    node_modules/lodash/min.js
    node_modules/lodash/minBy.js
    node_modules/lodash/mixin.js
    node_modules/lodash/multiply.js
    node_modules/lodash/negate.js
    node_modules/lodash/next.js
    node_modules/lodash/noop.js
    node_modules/lodash/now.js
    node_modules/lodash/nth.js
    node_modules/lodash/nthArg.js
    node_modules/lodash/number.js
    node_modules/lodash/object.js
    node_modules/lodash/omit.js
    node_modules/lodash/omitBy.js
    node_modules/lodash/once.js
    node_modules/lodash/orderBy.js
    node_modules/lodash/over.js
    … 134
    ");
}

#[test]
fn matches_by_file() {
    assert_snapshot!(fixture("grep/recursive"), @r#"
    grep
    ---
    41 matches in 41 files
    src/cart.py:2:    return sum(l["qty"] * l["price"] for l in lines) + 5.90
    src/rule_1.py:2:    return x + 1
    src/rule_10.py:2:    return x + 10
    src/rule_11.py:2:    return x + 11
    src/rule_12.py:2:    return x + 12
    src/rule_13.py:2:    return x + 13
    src/rule_14.py:2:    return x + 14
    src/rule_15.py:2:    return x + 15
    src/rule_16.py:2:    return x + 16
    src/rule_17.py:2:    return x + 17
    src/rule_18.py:2:    return x + 18
    src/rule_19.py:2:    return x + 19
    src/rule_2.py:2:    return x + 2
    src/rule_20.py:2:    return x + 20
    src/rule_21.py:2:    return x + 21
    src/rule_22.py:2:    return x + 22
    src/rule_23.py:2:    return x + 23
    src/rule_24.py:2:    return x + 24
    src/rule_25.py:2:    return x + 25
    src/rule_26.py:2:    return x + 26
    src/rule_27.py:2:    return x + 27
    src/rule_28.py:2:    return x + 28
    src/rule_29.py:2:    return x + 29
    src/rule_3.py:2:    return x + 3
    src/rule_30.py:2:    return x + 30
    src/rule_31.py:2:    return x + 31
    src/rule_32.py:2:    return x + 32
    src/rule_33.py:2:    return x + 33
    … 6 lines
    src/rule_4.py:2:    return x + 4
    src/rule_40.py:2:    return x + 40
    src/rule_5.py:2:    return x + 5
    src/rule_6.py:2:    return x + 6
    src/rule_7.py:2:    return x + 7
    src/rule_8.py:2:    return x + 8
    src/rule_9.py:2:    return x + 9
    "#);
}

#[test]
fn directories_by_their_entries() {
    assert_snapshot!(fixture("ls/laR"), @r"
    ls
    ---
    src: ledger
    src/ledger: 4
    … 6 lines
    src/ledger:
    total 24
    drwxr-xr-x 3 root root 4096 Nov 15 02:18 .
    drwxr-xr-x 3 root root 4096 Nov 15 02:18 ..
    -rw-r--r-- 1 root root   91 Nov 15 02:18 __init__.py
    drwxr-xr-x 2 root root 4096 Nov 15 02:18 __pycache__
    -rw-r--r-- 1 root root 1490 Nov 15 02:18 account.py
    -rw-r--r-- 1 root root  921 Nov 15 02:18 money.py
    src/ledger/__pycache__: 3
    … 5
    -rw-r--r-- 1 root root  272 Nov 15 02:18 __init__.cpython-312.pyc
    -rw-r--r-- 1 root root 3353 Nov 15 02:18 account.cpython-312.pyc
    -rw-r--r-- 1 root root 2296 Nov 15 02:18 money.cpython-312.pyc
    tests: 5
    … 7
    -rw-r--r--  1 root root 1068 Nov 15 02:18 test_account.py
    -rw-r--r--  1 root root  626 Nov 15 02:18 test_money.py
    -rw-r--r--  1 root root  166 Nov 15 02:18 test_store.py
    tests/__pycache__: 4

    tests/__pycache__:
    … 2
    drwxr-xr-x 3 root root 4096 Nov 15 02:18 ..
    -rw-r--r-- 1 root root 1036 Nov 15 02:18 conftest.cpython-312-pytest-9.2.0.pyc
    -rw-r--r-- 1 root root 7313 Nov 15 02:18 test_account.cpython-312-pytest-9.2.0.pyc
    -rw-r--r-- 1 root root 5009 Nov 15 02:18 test_money.cpython-312-pytest-9.2.0.pyc
    -rw-r--r-- 1 root root 1864 Nov 15 02:18 test_store.cpython-312-pytest-9.2.0.pyc
    ");
}

#[test]
fn pages_by_their_headings() {
    assert_snapshot!(fixture("html/error-page"), @r#"
    html
    ---
    <!DOCTYPE html>
    <html lang="en">
    <title> 500 Internal Server Error
    <head><meta charset="utf-8"><title>500 Internal Server Error</title>
    <style>body{font-family:sans-serif;background:#fafafa;color:#333}main{max-width:40em;margin:4em auto}pre{background:#eee;padding:1em}</style>
    <script>window.__env={"release":"2.4.0","region":"eu-1"};</script></head>
    <body><nav><ul><li><a href="/">Home</a></li><li><a href="/cart">Cart</a></li><li><a href="/account">Account</a></li></ul></nav>
    <h1> Something went wrong
    <main><h1>Something went wrong</h1>
    <p>The checkout service could not reach the payment provider.</p>
    <pre>PaymentGatewayError: timeout after 3000ms (gateway=psp-eu-1)</pre>
    <p>Reference: <code>req-7f31</code></p></main>
    <footer><p>&copy; Shop Example</p></footer></body></html>
    "#);
}

#[test]
fn a_stack_trace_in_a_log() {
    assert_snapshot!(fixture("service-log/java-log4j-like"), @r"
    generic
    W 2026-11-15 02:36:35,429 WARNING [main] com.example.inventory.ReservationService - HikariPool-1 - Connection is not available, request waited 1500ms
    W 2026-11-15 02:36:35,494 WARNING [main] com.example.inventory.ReservationService - HikariPool-1 - Connection is not available, request waited 3000ms
    E InventoryService.java:6 2026-11-15 02:36:35,551 SEVERE  [main] com.example.inventory.ReservationService - Unhandled error in request 417
    W 2026-11-15 02:36:35,556 WARNING [main] com.example.inventory.ReservationService - HikariPool-1 - Connection is not available, request waited 4500ms
    W 2026-11-15 02:36:35,602 WARNING [main] com.example.inventory.ReservationService - HikariPool-1 - Connection is not available, request waited 6000ms
    ---
    Picked up JAVA_TOOL_OPTIONS:
    2026-11-15 02:36:35,253 INFO    [main] com.example.inventory.ReservationService - Starting InventoryService using Java 17.0.15
    2026-11-15 02:36:35,289 FINE    [main] com.example.inventory.ReservationService - reserved SKU-0001 qty=1
    2026-11-15 02:36:35,290 FINE    [main] com.example.inventory.ReservationService - reserved SKU-0002 qty=2
    2026-11-15 02:36:35,291 FINE    [main] com.example.inventory.ReservationService - reserved SKU-0003 qty=3
    … 147 lines
    2026-11-15 02:36:35,429 WARNING [main] com.example.inventory.ReservationService - HikariPool-1 - Connection is not available, request waited 1500ms
      ×4
    … 267
    2026-11-15 02:36:35,538 FINE    [main] com.example.inventory.ReservationService - reserved SKU-0417 qty=4
    2026-11-15 02:36:35,551 SEVERE  [main] com.example.inventory.ReservationService - Unhandled error in request 417
    java.lang.RuntimeException: reservation 417 rejected
    	at InventoryService.handle(InventoryService.java:11)
    	at InventoryService.main(InventoryService.java:20)
    … 7
    Caused by: java.lang.IllegalStateException: stock level is negative: SKU-0417 = -3
    	at InventoryService.reserve(InventoryService.java:6)
    	at InventoryService.handle(InventoryService.java:10)
    	... 8 more
    … 186
    2026-11-15 02:36:35,602 INFO    [main] com.example.inventory.ReservationService - Stopped, 599 reservations, 1 rejected
    ");
}
