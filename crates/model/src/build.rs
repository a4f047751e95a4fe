//! The name of this build of ctx, with its commit where one is known.

use std::sync::OnceLock;

static NAME: OnceLock<&'static str> = OnceLock::new();

/// Sets the name; the program does it once, before anything else.
pub fn set_program_version_name(name: &'static str) {
    let _ = NAME.set(name);
}

/// The name that was set, else the version of the library.
pub fn program_version_name() -> &'static str {
    NAME.get().copied().unwrap_or(env!("CARGO_PKG_VERSION"))
}
