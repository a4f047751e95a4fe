-- Commands that an agent's shell ran: whose, in entry.agent, and under which id the agent knows the call.
ALTER TABLE entry ADD COLUMN call TEXT;
CREATE INDEX entry_call ON entry(call) WHERE call IS NOT NULL;
