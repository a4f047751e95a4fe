//! The arithmetic of `ctx stats`: what was saved, what was asked for again, what could have been saved.

mod hosts;
mod names;
pub mod table;

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::store::Output;
use names::{command_name, simple_commands};

/// What a host shows of one output at most, in bytes, where it is not known which host it is.
pub const HOST_CAP: u64 = hosts::UNKNOWN;
/// A rule of thumb for English and code.
pub const BYTES_A_TOKEN: i64 = 4;
/// A command run again, or fetched whole, this soon after may not have shown enough.
pub const SOON_MS: i64 = 5 * 60_000;

/// Sums over some outputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    pub outputs: u64,
    pub raw: u64,
    pub stored: u64,
    pub printed: u64,
    pub fetched: u64,
    pub saved: i64,
}

impl Sums {
    fn add(&mut self, output: &Output, counted: &mut HashSet<i64>) {
        let printed = output.printed.unwrap_or(output.raw);
        self.outputs += 1;
        self.raw += output.raw;
        self.printed += printed;
        self.fetched += output.fetched;
        self.saved += saved(output);
        if output.blob.is_some_and(|blob| counted.insert(blob)) {
            self.stored += output.stored;
        }
    }

    pub fn tokens(&self) -> i64 {
        tokens(self.saved)
    }
}

pub fn tokens(bytes: i64) -> i64 {
    bytes / BYTES_A_TOKEN
}

/// What the host would have shown without ctx, less all that it showed with it.
pub fn saved(output: &Output) -> i64 {
    let shown = |bytes: u64| hosts::shows(output.agent.as_deref(), bytes, output.failed) as i64;
    shown(output.raw) - shown(output.printed.unwrap_or(output.raw)) - output.fetched as i64
}

pub fn total(outputs: &[Output]) -> Sums {
    let (mut sums, mut counted) = (Sums::default(), HashSet::new());
    outputs.iter().for_each(|output| sums.add(output, &mut counted));
    sums
}

/// Sums for each name, the greatest saving first; bytes that two groups share are stored in the first.
pub fn by_command(outputs: &[Output]) -> Vec<(String, Sums)> {
    let mut groups: Vec<(String, Sums)> = grouped(outputs, command_name).into_iter().collect();
    groups.sort_by(|(a_name, a), (b_name, b)| b.saved.cmp(&a.saved).then_with(|| a_name.cmp(b_name)));
    groups
}

/// Sums for each day of local time, oldest first.
pub fn by_day(outputs: &[Output]) -> Vec<(String, Sums)> {
    let zone = jiff::tz::TimeZone::system();
    grouped(outputs, |output| day(output.started_at, &zone)).into_iter().collect()
}

fn day(ms: i64, zone: &jiff::tz::TimeZone) -> String {
    let stamp = jiff::Timestamp::from_millisecond(ms).unwrap_or_default();
    stamp.to_zoned(zone.clone()).date().to_string()
}

fn grouped(outputs: &[Output], name: impl Fn(&Output) -> String) -> BTreeMap<String, Sums> {
    let mut groups: BTreeMap<String, Sums> = BTreeMap::new();
    let mut counted = HashSet::new();
    for output in outputs {
        groups.entry(name(output)).or_default().add(output, &mut counted);
    }
    groups
}

/// Outputs of one command and reader, and how many of them were not enough.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Retried {
    pub command: String,
    pub reader: String,
    pub outputs: u64,
    /// Run again soon.
    pub again: u64,
    /// Fetched whole soon.
    pub whole: u64,
    /// Either of the two.
    pub either: u64,
}

/// The groups with a retry, most first, and the sums over all groups.
pub fn retries(outputs: &[Output]) -> (Vec<Retried>, Retried) {
    let soon = |after: i64, end: i64| (0..=SOON_MS).contains(&(after - end));
    // Newest first: the next run of the same words is the one met last.
    let mut next_start = HashMap::new();
    let mut groups: BTreeMap<(String, String), Retried> = BTreeMap::new();
    let mut all = Retried::default();
    for output in outputs.iter().rev() {
        let has_words = !output.argv.is_empty() || output.command.is_some();
        let words = (output.argv.as_slice(), output.command.as_deref(), output.cwd.as_deref());
        let next = if has_words { next_start.insert(words, output.started_at) } else { None };
        let again = next.is_some_and(|start| soon(start, output.ended_at));
        let whole = output.whole_at.is_some_and(|at| soon(at, output.ended_at));
        let (command, reader) = (command_name(output), output.reader.clone().unwrap_or_default());
        let group = groups.entry((command.clone(), reader.clone())).or_insert_with(|| Retried {
            command,
            reader,
            ..Retried::default()
        });
        for sums in [group, &mut all] {
            sums.outputs += 1;
            sums.again += u64::from(again);
            sums.whole += u64::from(whole);
            sums.either += u64::from(again || whole);
        }
    }
    let mut groups: Vec<Retried> = groups.into_values().filter(|group| group.either > 0).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.either));
    (groups, all)
}

/// Commands of imported history that ran without ctx.
pub fn missed(imported: &[Output]) -> Vec<(String, Sums)> {
    let bare: Vec<Output> = imported
        .iter()
        .filter(|output| has_command(output) && !simple_commands(output).iter().any(|words| words[0] == "ctx"))
        .cloned()
        .collect();
    by_command(&bare)
}

fn has_command(output: &Output) -> bool {
    output.command.is_some() || !output.argv.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(line: &str) -> Output {
        Output { kind: "run".into(), argv: line.split(' ').map(str::to_owned).collect(), ..Output::default() }
    }

    #[test]
    fn the_hosts_cap_is_no_saving_and_fetches_are_a_cost() {
        let output = |raw, printed, fetched| Output { raw, printed, fetched, ..Output::default() };
        assert_eq!(saved(&output(10_000, Some(400), 0)), 9_600);
        assert_eq!(saved(&output(5_000_000, Some(400), 0)), 29_600);
        assert_eq!(saved(&output(10_000, Some(400), 10_000)), -400);
        assert_eq!(saved(&output(20, Some(60), 0)), -40);
        assert_eq!(saved(&output(5_000_000, None, 0)), 0);
        let claude = |raw, failed| Output { agent: Some("claude-code".into()), failed, ..output(raw, Some(400), 0) };
        assert_eq!([saved(&claude(36_000, false)), saved(&claude(19_100, true))], [1_900, 9_600]);
        assert_eq!(tokens(-400), -100);
    }

    #[test]
    fn bytes_kept_once_are_counted_once() {
        let output = |command: &str, blob| Output { blob: Some(blob), stored: 100, raw: 1000, ..ran(command) };
        let outputs = [output("make", 1), output("make", 1), output("ls", 1), output("ls", 2)];
        assert_eq!(total(&outputs).stored, 200);
        let stored: Vec<u64> = by_command(&outputs).iter().map(|(_, sums)| sums.stored).collect();
        assert_eq!(stored.iter().sum::<u64>(), 200);
    }

    #[test]
    fn days_are_those_of_the_zone() {
        let zone = jiff::tz::TimeZone::fixed(jiff::tz::offset(9));
        assert_eq!(day(1_794_700_800_000, &zone), "2026-11-15");
        assert_eq!(day(1_794_700_800_000 + 15 * 3_600_000, &zone), "2026-11-16");
        assert_eq!(day(1_794_700_800_000 + 15 * 3_600_000, &jiff::tz::TimeZone::UTC), "2026-11-15");
    }

    #[test]
    fn soon_again_and_soon_whole() {
        let at = |line: &str, started_at, ended_at, whole_at| Output { started_at, ended_at, whole_at, ..ran(line) };
        let outputs = [
            at("make", 0, 1_000, None),
            at("ls", 500, 600, Some(700)),
            at("make", 301_000, 302_000, Some(302_500)),
            at("make", 602_001, 603_000, Some(1_000_000)),
            // Side by side, not one after the other.
            at("pwd", 700_000, 710_000, None),
            at("pwd", 705_000, 720_000, None),
        ];
        let (groups, all) = retries(&outputs);
        let rows: Vec<_> = groups.iter().map(|g| (g.command.as_str(), g.outputs, g.again, g.whole, g.either)).collect();
        assert_eq!(rows, [("make", 3, 1, 1, 2), ("ls", 1, 0, 1, 1)]);
        assert_eq!((all.outputs, all.again, all.whole, all.either), (6, 1, 2, 3));
    }

    #[test]
    fn what_ran_without_ctx() {
        let imported = |line: &str, raw| Output { raw, printed: Some(500), kind: "import".into(), ..ran(line) };
        let history = [
            imported("cargo test", 8_000),
            imported("ctx run -- cargo test", 8_000),
            imported("cargo test -q", 90_000),
            imported("ls", 100),
            Output { raw: 900, kind: "import".into(), ..Output::default() },
        ];
        let rows: Vec<_> = missed(&history).into_iter().map(|(name, sums)| (name, sums.outputs, sums.saved)).collect();
        assert_eq!(rows, [("cargo test".to_owned(), 2, 7_500 + 29_500), ("ls".to_owned(), 1, -400)]);
    }
}
