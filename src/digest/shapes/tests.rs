//! Real listings, logs and documents, and what is shown of them.

use insta::assert_snapshot;

use crate::digest::test::fixture;

#[test]
fn tables_by_their_first_rows() {
    assert_snapshot!(fixture("csv/orders"), @r##"
    csv
    ---
    400 rows × 6 columns
    order_id,date,sku,qty,unit_price,status
    5000,2026-01-01,TSHIRT-M,9,19.99,open
    5001,2026-02-02,MUG-RED,3,19.99,paid
    5002,2026-03-03,PEN,8,30.00,paid
    5399,2026-04-08,MUG-RED,2,1.50,shipped
    "##);
}

#[test]
fn lines_of_json_by_level() {
    assert_snapshot!(fixture("json/ndjson"), @r##"
    json
    E The card was declined by the issuer
    ---
    120 × {id, sku, qty, status, customer, failure}
    paid ×49, shipped ×36, open ×34, failed ×1
    {"id":1000,"sku":"MUG-RED","qty":9,"status":"open","customer":{"city":"Lyon","vip":false}}
    {"id":1001,"sku":"TSHIRT-M","qty":2,"status":"shipped","customer":{"city":"Bonn","vip":false}}
    {"id":1077,"sku":"PEN","qty":4,"status":"failed","customer":{"city":"Porto","vip":false},"failure":{"code":"card_declined","message":"The card was declined by the issuer"}}
    {"id":1119,"sku":"LAMP","qty":1,"status":"paid","customer":{"city":"Lyon","vip":false}}
    "##);
}

#[test]
fn json_by_its_keys() {
    assert_snapshot!(fixture("json/orders-minified"), @r##"
    json
    ---
    "failure": {"code": "card_declined", "message": "The card was declined by the issuer"}
    "total": 120, "next": null
    "orders": [120 × {id, sku, qty, status, customer}]
      {"id": 1000, "sku": "MUG-RED", "qty": 9, "status": "open", "customer": {"city": "Lyon", "vip": false}}
      {"id": 1001, "sku": "TSHIRT-M", "qty": 2, "status": "shipped", "customer": {"city": "Bonn", "vip": false}}
    "##);
}

#[test]
fn requests_by_status_and_path() {
    assert_snapshot!(fixture("access-log/http-server"), @r##"
    access-log
    ---
    200 ×485, 404 ×10, 500 ×4, 422 ×1
    500 GET /html ×4
    404 GET /wp-login.php ×10
    422 POST /orders ×1
    /orders/# ×242, /orders ×128, /health ×116, /wp-login.php ×10, /html ×4
    127.0.0.1 - - [15/Nov/2026 02:36:36] "GET /html HTTP/1.1" 500 -
    "##);
}

#[test]
fn files_by_directory() {
    assert_snapshot!(fixture("find/large"), @r##"
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
    node_modules/express/lib/response.js
    node_modules/express/lib/utils.js
    node_modules/express/lib/view.js
    node_modules/express/package.json
    "##);
}

#[test]
fn matches_by_file() {
    assert_snapshot!(fixture("grep/recursive"), @r##"
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
    "##);
}

#[test]
fn directories_by_their_entries() {
    assert_snapshot!(fixture("ls/laR"), @r##"
    ls
    ---
    src: ledger
    src/ledger: 4
    src/ledger/__pycache__: 3
    tests: 5
    tests/__pycache__: 4
    "##);
}

#[test]
fn pages_by_their_headings() {
    assert_snapshot!(fixture("html/error-page"), @r##"
    html
    ---
    <title> 500 Internal Server Error
    <h1> Something went wrong
    "##);
}

#[test]
fn a_stack_trace_in_a_log() {
    assert_snapshot!(fixture("service-log/java-log4j-like"), @r#"
        generic
        W 2026-11-15 02:36:35,429 WARNING [main] com.example.inventory.ReservationService - HikariPool-1 - Connection is not available, request waited 1500ms
        W 2026-11-15 02:36:35,494 WARNING [main] com.example.inventory.ReservationService - HikariPool-1 - Connection is not available, request waited 3000ms
        E InventoryService.java:6 2026-11-15 02:36:35,551 SEVERE  [main] com.example.inventory.ReservationService - Unhandled error in request 417
        W 2026-11-15 02:36:35,556 WARNING [main] com.example.inventory.ReservationService - HikariPool-1 - Connection is not available, request waited 4500ms
        W 2026-11-15 02:36:35,602 WARNING [main] com.example.inventory.ReservationService - HikariPool-1 - Connection is not available, request waited 6000ms
        ---
        Picked up JAVA_TOOL_OPTIONS:
        2026-11-15 02:36:35,253 INFO    [main] com.example.inventory.ReservationService - Starting InventoryService using Java 17.0.15
        2026-11-15 02:36:35,429 WARNING [main] com.example.inventory.ReservationService - HikariPool-1 - Connection is not available, request waited 1500ms
          ×4
        2026-11-15 02:36:35,551 SEVERE  [main] com.example.inventory.ReservationService - Unhandled error in request 417
        java.lang.RuntimeException: reservation 417 rejected
        	at InventoryService.handle(InventoryService.java:11)
        	at InventoryService.main(InventoryService.java:20)
        Caused by: java.lang.IllegalStateException: stock level is negative: SKU-0417 = -3
        	at InventoryService.reserve(InventoryService.java:6)
        	at InventoryService.handle(InventoryService.java:10)
        	... 8 more
        2026-11-15 02:36:35,602 INFO    [main] com.example.inventory.ReservationService - Stopped, 599 reservations, 1 rejected
        "#);
}
