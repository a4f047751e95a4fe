//! Real listings, logs and documents, and the pages made of them.

use insta::assert_snapshot;

use crate::test::render_fixture;

#[test]
fn tables_by_their_first_rows() {
    assert_snapshot!(render_fixture("csv/orders"), @r###"
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
    … 1 line
    5013,2026-05-14,PEN,4,12.90,paid
    5014,2026-06-15,TSHIRT-M,7,19.99,open
    5015,2026-07-16,PEN,4,30.00,shipped
    5016,2026-08-17,PEN,5,30.00,paid
    … 1
    5018,2026-01-19,PEN,1,1.50,open
    … 1
    5020,2026-03-21,MUG-RED,3,19.99,open
    … 1
    5022,2026-05-23,PEN,5,30.00,paid
    … 1
    5024,2026-07-25,PEN,3,12.90,open
    5025,2026-08-26,LAMP,1,30.00,shipped
    … 1
    5027,2026-01-28,MUG-RED,4,1.50,shipped
    5028,2026-02-01,LAMP,8,12.90,open
    … 4
    5033,2026-07-06,PEN,2,1.50,shipped
    … 24
    5058,2026-05-03,TSHIRT-M,8,12.90,shipped
    … 6
    5065,2026-03-10,TSHIRT-M,9,19.99,shipped
    … 6
    5072,2026-01-17,MUG-RED,4,19.99,shipped
    … 38
    5111,2026-04-28,LAMP,6,1.50,shipped
    … 15
    5127,2026-02-16,MUG-RED,2,30.00,shipped
    … 67
    5195,2026-07-28,TSHIRT-M,9,30.00,shipped
    … 16
    5212,2026-06-17,MUG-RED,2,30.00,shipped
    … 12
    5225,2026-01-02,TSHIRT-M,9,1.50,shipped
    … 7
    5233,2026-09-10,TSHIRT-M,7,1.50,shipped
    … 37
    5271,2026-02-20,LAMP,4,30.00,chargeback
    … 127
    5399,2026-04-08,MUG-RED,2,1.50,shipped
    "###);
}

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
