//! Real listings, logs and documents, and the pages made of them.

use insta::assert_snapshot;

use crate::test::render_fixture;

#[test]
fn lines_of_json_by_level() {
    assert_snapshot!(render_fixture("json/ndjson"), @r###"
    json
    E The card was declined by the issuer
    ---
    120 × {id, sku, qty, status, customer, failure}
    paid ×49, shipped ×36, open ×34, failed ×1
    {"id":1000,"sku":"MUG-RED","qty":9,"status":"open","customer":{"city":"Lyon","vip":false}}
    {"id":1001,"sku":"TSHIRT-M","qty":2,"status":"shipped","customer":{"city":"Bonn","vip":false}}
    {"id":1002,"sku":"TSHIRT-M","qty":5,"status":"shipped","customer":{"city":"Bonn","vip":true}}
    … 1 line
    {"id":1004,"sku":"MUG-RED","qty":4,"status":"shipped","customer":{"city":"Bonn","vip":false}}
    {"id":1005,"sku":"TSHIRT-M","qty":1,"status":"shipped","customer":{"city":"Bonn","vip":true}}
    {"id":1006,"sku":"PEN","qty":5,"status":"open","customer":{"city":"Lyon","vip":false}}
    … 7
    {"id":1014,"sku":"MUG-RED","qty":5,"status":"paid","customer":{"city":"Bonn","vip":true}}
    … 62
    {"id":1077,"sku":"PEN","qty":4,"status":"failed","customer":{"city":"Porto","vip":false},"failure":{"code":"card_declined","message":"The card was declined by the issuer"}}
    … 31
    {"id":1109,"sku":"TSHIRT-M","qty":5,"status":"open","customer":{"city":"Porto","vip":true}}
    … 4
    {"id":1114,"sku":"PEN","qty":6,"status":"paid","customer":{"city":"Bonn","vip":true}}
    {"id":1115,"sku":"PEN","qty":2,"status":"shipped","customer":{"city":"Porto","vip":true}}
    {"id":1116,"sku":"MUG-RED","qty":7,"status":"shipped","customer":{"city":"Porto","vip":false}}
    {"id":1117,"sku":"MUG-RED","qty":3,"status":"paid","customer":{"city":"Bonn","vip":false}}
    {"id":1118,"sku":"MUG-RED","qty":3,"status":"open","customer":{"city":"Lyon","vip":false}}
    {"id":1119,"sku":"LAMP","qty":1,"status":"paid","customer":{"city":"Lyon","vip":false}}
    "###);
}

#[test]
fn json_by_its_keys() {
    assert_snapshot!(render_fixture("json/orders-minified"), @r###"
    json
    ---
    "failure": {"code": "card_declined", "message": "The card was declined by the issuer"}
    "total": 120, "next": null
    "orders": [120 × {id, sku, qty, status, customer}]
      {"id": 1000, "sku": "MUG-RED", "qty": 9, "status": "open", "customer": {"city": "Lyon", "vip": false}}
      {"id": 1001, "sku": "TSHIRT-M", "qty": 2, "status": "shipped", "customer": {"city": "Bonn", "vip": false}}
    {"orders": [{"id": 1000, "sku": "MUG-RED", "qty": 9, "status": "open", "customer": {"city": "Lyon", "vip": false}}, {"id": 1001, "sku … er": {"city": "Lyon", "vip": false}}], "total": 120, "next": null}
    "###);
}

#[test]
fn files_by_directory() {
    assert_snapshot!(render_fixture("find/large"), @r###"
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
    node_modules/express/History.md
    node_modules/express/LICENSE
    node_modules/express/Readme.md
    node_modules/express/index.js
    node_modules/express/lib/application.js
    node_modules/express/lib/express.js
    node_modules/express/lib/middleware/init.js
    node_modules/express/lib/middleware/query.js
    node_modules/express/lib/request.js
    node_modules/express/lib/response.js
    node_modules/express/lib/router/index.js
    node_modules/express/lib/router/layer.js
    node_modules/express/lib/router/route.js
    node_modules/express/lib/utils.js
    node_modules/express/lib/view.js
    node_modules/express/node_modules/debug/.coveralls.yml
    node_modules/express/node_modules/debug/.eslintrc
    node_modules/express/node_modules/debug/.npmignore
    node_modules/express/node_modules/debug/.travis.yml
    node_modules/express/node_modules/debug/CHANGELOG.md
    node_modules/express/node_modules/debug/LICENSE
    node_modules/express/node_modules/debug/Makefile
    … 2 lines
    node_modules/express/node_modules/debug/karma.conf.js
    … 2
    node_modules/express/node_modules/debug/src/browser.js
    … 2
    node_modules/express/node_modules/debug/src/inspector-log.js
    … 6
    node_modules/lodash/LICENSE
    … 13
    node_modules/lodash/_Uint8Array.js
    … 321
    node_modules/lodash/core.min.js
    … 699
    node_modules/lodash/without.js
    … 7
    node_modules/lodash/xor.js
    node_modules/lodash/xorBy.js
    node_modules/lodash/xorWith.js
    node_modules/lodash/zip.js
    node_modules/lodash/zipObject.js
    node_modules/lodash/zipObjectDeep.js
    node_modules/lodash/zipWith.js
    "###);
}

#[test]
fn matches_by_file() {
    assert_snapshot!(render_fixture("grep/recursive"), @r###"
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
    … 17 lines
    src/rule_35.py:2:    return x + 35
    src/rule_36.py:2:    return x + 36
    src/rule_37.py:2:    return x + 37
    src/rule_38.py:2:    return x + 38
    src/rule_39.py:2:    return x + 39
    src/rule_4.py:2:    return x + 4
    src/rule_40.py:2:    return x + 40
    src/rule_5.py:2:    return x + 5
    src/rule_6.py:2:    return x + 6
    src/rule_7.py:2:    return x + 7
    src/rule_8.py:2:    return x + 8
    src/rule_9.py:2:    return x + 9
    "###);
}

#[test]
fn a_stack_trace_in_a_log() {
    assert_snapshot!(render_fixture("service-log/java-log4j-like"), @r###"
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
    … 149 lines
    2026-11-15 02:36:35,429 WARNING [main] com.example.inventory.ReservationService - HikariPool-1 - Connection is not available, request waited 1500ms
      ×4
    … 268
    2026-11-15 02:36:35,551 SEVERE  [main] com.example.inventory.ReservationService - Unhandled error in request 417
    java.lang.RuntimeException: reservation 417 rejected
    	at InventoryService.handle(InventoryService.java:11)
    	at InventoryService.main(InventoryService.java:20)
    … 7
    Caused by: java.lang.IllegalStateException: stock level is negative: SKU-0417 = -3
    	at InventoryService.reserve(InventoryService.java:6)
    	at InventoryService.handle(InventoryService.java:10)
    	... 8 more
    … 34
    2026-11-15 02:36:35,556 WARNING [main] com.example.inventory.ReservationService - HikariPool-1 - Connection is not available, request waited 4500ms
    … 150
    2026-11-15 02:36:35,602 WARNING [main] com.example.inventory.ReservationService - HikariPool-1 - Connection is not available, request waited 6000ms
    2026-11-15 02:36:35,602 INFO    [main] com.example.inventory.ReservationService - Stopped, 599 reservations, 1 rejected
    "###);
}
