//! Real listings, logs and documents, and the pages made of them.

use insta::assert_snapshot;

use crate::test::render_fixture;

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
