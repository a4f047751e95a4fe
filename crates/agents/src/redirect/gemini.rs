//! Gemini CLI: one variable for keys, another for a login with Google. Its `BeforeModel` hook sees no tool results, so it
//! is of no use here.

use super::{ProviderAddress, Redirect, StartAdditions};

/// The command that brings back what was folded is run without a question; it writes nothing.
const FETCH: &str = "--allowed-tools=run_shell_command(ctx get)";
const WITH_KEY: (&str, &str) = ("GOOGLE_GEMINI_BASE_URL", "https://generativelanguage.googleapis.com");
const WITH_LOGIN: (&str, &str) = ("CODE_ASSIST_ENDPOINT", "https://cloudcode-pa.googleapis.com");

pub const GEMINI: Redirect = Redirect {
    addresses: |asked| {
        if asked.is_on("GOOGLE_GENAI_USE_VERTEXAI") {
            return Err("GOOGLE_GENAI_USE_VERTEXAI is set: ctx knows no way to lead Vertex AI elsewhere".to_owned());
        }
        let base = |(name, usual): (&str, &str)| {
            let set = (asked.variable)(name).filter(|base| !base.is_empty()).or_else(|| from_file(asked, name));
            ProviderAddress::of(set.unwrap_or_else(|| usual.to_owned()))
        };
        Ok(vec![base(WITH_KEY), base(WITH_LOGIN)])
    },
    apply: |asked, _, others| {
        // The list of allowed tools takes all words up to the next option.
        let is_apart = asked.args.first().is_none_or(|word| word.to_string_lossy().starts_with('-'));
        let fetch = is_apart.then(|| FETCH.into());
        StartAdditions {
            variables: vec![(WITH_KEY.0, others[0].clone()), (WITH_LOGIN.0, others[1].clone())],
            args: fetch.into_iter().chain(asked.args.iter().cloned()).collect(),
        }
    },
    native: |_| None,
};

/// A variable in the `.env` that Gemini CLI reads; what its process has already is not overruled by it.
fn from_file(asked: &super::AgentStart<'_>, name: &str) -> Option<String> {
    let near = asked.above().flat_map(|dir| [dir.join(".gemini/.env"), dir.join(".env")]);
    let home = asked.homes.gemini.iter().map(|home| home.join(".env"));
    let text = near.chain(home).find_map(|file| asked.text(&file))?;
    let value = text.lines().find_map(|line| line.trim().strip_prefix(name)?.trim_start().strip_prefix('='))?;
    Some(value.trim().trim_matches(['"', '\'']).to_owned()).filter(|value| !value.is_empty())
}
