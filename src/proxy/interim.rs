//! INTERIM: stands in for the host of the fold worker until it is merged.

use ctx_fold::{Act, Host, Item, Line, Sketch};

pub struct Interim;

impl Host for Interim {
    fn act(&self, tool: &str, input: &str) -> Act {
        let value: serde_json::Value = serde_json::from_str(input).unwrap_or_default();
        let text = |names: &[&str]| names.iter().find_map(|name| value[*name].as_str()).map(str::to_owned);
        match tool {
            "Read" | "read_file" => Act::Read { path: text(&["file_path", "path"]).unwrap_or_default(), lines: None },
            "Write" | "Edit" | "write_file" => {
                Act::Change { paths: text(&["file_path", "path"]).into_iter().collect(), whole: tool.starts_with('W') }
            }
            _ => match text(&["command", "cmd"]) {
                Some(command) if command.starts_with("ctx get ") => {
                    Act::Fetch { reference: command.split(' ').nth(2).unwrap_or_default().to_owned() }
                }
                Some(command) => Act::Run { command },
                None => Act::Other,
            },
        }
    }

    fn keep(&mut self, _: &Item<'_>, _: &Act) -> Option<String> {
        None
    }

    fn sketch(&self, item: &Item<'_>, _: &Act, text: &str) -> Sketch {
        let lines = text.lines().zip(1..).map(|(line, number)| Line { number, text: line.to_owned(), rank: 0 });
        Sketch { title: item.tool.to_string(), lines: lines.collect() }
    }

    fn digest(&self, _: &Item<'_>, _: &str, _: &str) -> Option<String> {
        None
    }
}
