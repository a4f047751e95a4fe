//! `ctx mcp call`: one tool of the table, its input as JSON.

use std::ffi::OsString;
use std::io::Read;

use serde_json::Value;

use crate::error::Context as _;
use crate::{Error, Result, tools};

/// Run one tool as a model calls it: its name and its input as JSON
#[derive(clap::Args)]
#[command(after_help = include_str!("../help/mcp-call.txt"))]
pub struct Args {
    #[arg(value_name = "NAME")]
    name: String,
    /// The input, or - to read it from stdin
    #[arg(value_name = "JSON|-", default_value = "{}")]
    input: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    /// The command line that stands for the call.
    pub fn command_line(self) -> Result<Vec<OsString>> {
        let tool = tools::find_tool(&self.name)?;
        let mut input = self.input;
        if input == "-" {
            input.clear();
            std::io::stdin().lock().read_to_string(&mut input).context("reading the input from stdin")?;
        }
        let input: Value = serde_json::from_str(&input)
            .map_err(|error| Error::usage(format_args!("the input of {} is not JSON: {error}", self.name)))?;
        let mut words: Vec<OsString> = vec!["ctx".into()];
        words.extend(tool.command_line(&input)?);
        if self.json {
            words.insert(1 + tool.command_words().len(), "--json".into());
        }
        Ok(words)
    }
}

/// The error without the usage text: nobody wrote this command line.
pub fn clap_error_without_usage(error: &clap::Error) -> Error {
    let text = error.to_string();
    Error::usage(text.lines().next().unwrap_or_default().trim_start_matches("error: "))
}
