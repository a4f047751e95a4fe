//! Copilot CLI: only with a provider of one's own; GitHub's service has no address that could be changed.

use super::{ProviderAddress, RequestRedirect};

const BASE: &str = "COPILOT_PROVIDER_BASE_URL";

pub const COPILOT: RequestRedirect = RequestRedirect {
    addresses: |asked| match (asked.variable)(BASE).filter(|base| !base.is_empty()) {
        Some(base) => Ok(vec![ProviderAddress::from_base(base)]),
        None => Err(format!("Copilot CLI lets its requests be changed only with a provider of your own ({BASE})")),
    },
    apply: |asked, _, others| asked.with_variables(vec![(BASE, others[0].clone())]),
    native: |_| None,
};
