//! Gemini CLI: one variable for keys, another for a login with Google. Its `BeforeModel` hook sees no tool results, so it
//! is of no use here.

use super::{ProviderAddress, RequestRedirect};
use crate::row::read_text_file;

const WITH_KEY: (&str, &str) = ("GOOGLE_GEMINI_BASE_URL", "https://generativelanguage.googleapis.com");
const WITH_LOGIN: (&str, &str) = ("CODE_ASSIST_ENDPOINT", "https://cloudcode-pa.googleapis.com");

pub const GEMINI: RequestRedirect = RequestRedirect {
    addresses: |asked| {
        if asked.is_variable_on("GOOGLE_GENAI_USE_VERTEXAI") {
            return Err("GOOGLE_GENAI_USE_VERTEXAI is set: ctx knows no way to lead Vertex AI elsewhere".to_owned());
        }
        let base = |(name, usual): (&str, &str)| {
            let set =
                (asked.variable)(name).filter(|base| !base.is_empty()).or_else(|| variable_from_env_file(asked, name));
            ProviderAddress::from_base(set.unwrap_or_else(|| usual.to_owned()))
        };
        Ok(vec![base(WITH_KEY), base(WITH_LOGIN)])
    },
    // No rule for `ctx get`: `--allowed-tools` with one command of the shell denies all others, `--policy` takes the place
    // of the user's own policies.
    apply: |asked, _, others| {
        asked.with_variables(vec![(WITH_KEY.0, others[0].clone()), (WITH_LOGIN.0, others[1].clone())])
    },
    native: |_| None,
};

/// A variable in the `.env` that Gemini CLI reads; what its process has already is not overruled by it.
fn variable_from_env_file(asked: &super::AgentLaunchInputs<'_>, name: &str) -> Option<String> {
    let near = asked.cwd_and_parents().flat_map(|dir| [dir.join(".gemini/.env"), dir.join(".env")]);
    let home = asked.homes.gemini.iter().map(|home| home.join(".env"));
    let text = near.chain(home).find_map(|file| read_text_file(&file))?;
    let value = text.lines().find_map(|line| line.trim().strip_prefix(name)?.trim_start().strip_prefix('='))?;
    Some(value.trim().trim_matches(['"', '\'']).to_owned()).filter(|value| !value.is_empty())
}
