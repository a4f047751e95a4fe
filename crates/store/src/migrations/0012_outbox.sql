-- Triggers are compiled with every write: only a store that shares something has them (src/store/outbox.sql).
DROP TRIGGER IF EXISTS outbox_entry_new;
DROP TRIGGER IF EXISTS outbox_entry_changed;
DROP TRIGGER IF EXISTS outbox_entry_gone;
DROP TRIGGER IF EXISTS outbox_event_new;
DROP TRIGGER IF EXISTS outbox_event_changed;
DROP TRIGGER IF EXISTS outbox_event_gone;
