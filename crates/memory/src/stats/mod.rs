//! The arithmetic of `ctx stats`: bytes saved, bytes fetched again, bytes that could have been saved.

mod command_names;
mod hosts;
pub mod report;
pub mod table;
pub mod work;

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use command_names::{command_name, commands_that_made_output};
use ctx_store::OutputUsageRow;

/// Bytes that an unknown host shows of one output at most.
pub const HOST_CAP: u64 = hosts::UNKNOWN;
/// A rule of thumb for English and code.
pub const BYTES_A_TOKEN: i64 = 4;
/// A command run again, or fetched whole, this soon after may not have shown enough.
pub const SOON_MS: i64 = 5 * 60_000;

/// Sums over some outputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutputSums {
    pub outputs: u64,
    pub raw: u64,
    pub stored: u64,
    pub printed: u64,
    pub fetched: u64,
    pub saved: i64,
}

impl OutputSums {
    /// `stored` is the stored size of its bytes, or 0 if another output was counted for them.
    fn add_output(&mut self, output: &OutputUsageRow, stored: u64) {
        let printed = output.printed.unwrap_or(output.raw);
        self.outputs += 1;
        self.raw += output.raw;
        self.stored += stored;
        self.printed += printed;
        self.fetched += output.fetched;
        self.saved += saved_bytes(output);
    }

    fn add_sums(&mut self, other: &OutputSums) {
        self.outputs += other.outputs;
        self.raw += other.raw;
        self.stored += other.stored;
        self.printed += other.printed;
        self.fetched += other.fetched;
        self.saved += other.saved;
    }

    pub fn saved_tokens(&self) -> i64 {
        estimate_tokens(self.saved)
    }
}

pub fn estimate_tokens(bytes: i64) -> i64 {
    bytes / BYTES_A_TOKEN
}

/// Bytes that the host would have shown without ctx, less those that it showed with it.
pub fn saved_bytes(output: &OutputUsageRow) -> i64 {
    let shown = |bytes: u64| hosts::bytes_shown_by_agent(output.agent.as_deref(), bytes, output.failed) as i64;
    shown(output.raw) - shown(output.printed.unwrap_or(output.raw)) - output.fetched as i64
}

/// Outputs of one command and reader, and how many of them were not enough.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RetryCounts {
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

/// All sums in one pass over outputs, oldest first: there are too many to hold at once.
#[derive(Default)]
pub struct StatsTally {
    pub total: OutputSums,
    commands: HashMap<String, OutputSums>,
    days: BTreeMap<String, OutputSums>,
    kinds: BTreeMap<String, OutputSums>,
    folders: HashMap<String, OutputSums>,
    counted: HashSet<i64>,
    /// Where each command and reader stands in `retried`.
    places: HashMap<(String, String), usize>,
    retried: Vec<RetryCounts>,
    /// By the words that were run: their name in the table, and their last run.
    lines: HashMap<u64, CommandLineLastRun>,
    zone: Option<jiff::tz::TimeZone>,
}

struct CommandLineLastRun {
    name: String,
    /// When it ended, where it stands in `retried`, and whether it was fetched whole soon.
    last: Option<(i64, usize, bool)>,
}

impl StatsTally {
    pub fn add_output(&mut self, output: &OutputUsageRow) {
        let mut hasher = DefaultHasher::new();
        let words = (&output.kind, &output.argv, &output.command, &output.cwd);
        words.hash(&mut hasher);
        let line = match self.lines.entry(hasher.finish()) {
            Entry::Occupied(line) => line.into_mut(),
            Entry::Vacant(line) => line.insert(CommandLineLastRun { name: command_name(output), last: None }),
        };
        let stored = match output.blob {
            Some(blob) if self.counted.insert(blob) => output.stored,
            _ => 0,
        };
        self.total.add_output(output, stored);
        self.commands.entry(line.name.clone()).or_default().add_output(output, stored);
        let zone = self.zone.get_or_insert_with(jiff::tz::TimeZone::system);
        self.days.entry(local_date(output.started_at, zone)).or_default().add_output(output, stored);
        self.kinds.entry(output.kind.clone()).or_default().add_output(output, stored);
        self.folders.entry(output.cwd.clone().unwrap_or_default()).or_default().add_output(output, stored);

        let soon = |after: i64, end: i64| (0..=SOON_MS).contains(&after.saturating_sub(end));
        if let Some((ended_at, at, whole)) = line.last.take()
            && has_command(output)
            && soon(output.started_at, ended_at)
        {
            self.retried[at].again += 1;
            self.retried[at].either += u64::from(!whole);
        }
        let key = (line.name.clone(), output.reader.clone().unwrap_or_default());
        let at = *self.places.entry(key).or_insert_with_key(|(command, reader)| {
            let (command, reader) = (command.clone(), reader.clone());
            self.retried.push(RetryCounts { command, reader, ..RetryCounts::default() });
            self.retried.len() - 1
        });
        let whole = output.whole_at.is_some_and(|at| soon(at, output.ended_at));
        self.retried[at].outputs += 1;
        self.retried[at].whole += u64::from(whole);
        self.retried[at].either += u64::from(whole);
        line.last = Some((output.ended_at, at, whole));
    }

    /// Sums for each name, the greatest saving first; bytes that two groups share are stored in the first.
    pub fn sums_by_command(&self) -> Vec<(String, OutputSums)> {
        sort_by_saving(&self.commands)
    }

    /// Sums for each of these projects, as `sums_by_command`; what ran in none of them stands by its folder.
    pub fn sums_by_project(&self, projects: &[String]) -> Vec<(String, OutputSums)> {
        let known: HashSet<&str> = projects.iter().map(String::as_str).collect();
        let mut sums: HashMap<String, OutputSums> = HashMap::new();
        for (folder, group) in &self.folders {
            let mut around = Path::new(folder).ancestors().filter_map(Path::to_str);
            let project = around.find(|path| known.contains(path)).unwrap_or(folder);
            sums.entry(project.to_owned()).or_default().add_sums(group);
        }
        sort_by_saving(&sums)
    }

    /// Sums for each day of local time, oldest first.
    pub fn sums_by_day(&self) -> Vec<(String, OutputSums)> {
        self.days.iter().map(|(name, group)| (name.clone(), group.clone())).collect()
    }

    /// Sums for commands, pipes and files.
    pub fn sums_by_kind(&self) -> Vec<(String, OutputSums)> {
        self.kinds.iter().map(|(name, group)| (name.clone(), group.clone())).collect()
    }

    /// The groups with a retry, most first, and the sums over all groups.
    pub fn retried_commands(&self) -> (Vec<RetryCounts>, RetryCounts) {
        let mut all = RetryCounts::default();
        for group in &self.retried {
            all.outputs += group.outputs;
            all.again += group.again;
            all.whole += group.whole;
            all.either += group.either;
        }
        let mut groups: Vec<RetryCounts> = self.retried.iter().filter(|group| group.either > 0).cloned().collect();
        groups.sort_by(|a, b| {
            b.either.cmp(&a.either).then_with(|| (&a.command, &a.reader).cmp(&(&b.command, &b.reader)))
        });
        (groups, all)
    }
}

fn sort_by_saving(groups: &HashMap<String, OutputSums>) -> Vec<(String, OutputSums)> {
    let mut groups: Vec<(String, OutputSums)> =
        groups.iter().map(|(name, group)| (name.clone(), group.clone())).collect();
    groups.sort_by(|(a_name, a), (b_name, b)| b.saved.cmp(&a.saved).then_with(|| a_name.cmp(b_name)));
    groups
}

fn local_date(ms: i64, zone: &jiff::tz::TimeZone) -> String {
    let stamp = jiff::Timestamp::from_millisecond(ms).unwrap_or_default();
    stamp.to_zoned(zone.clone()).date().to_string()
}

/// Whether an output of imported history ran without ctx.
pub fn did_run_without_ctx(output: &OutputUsageRow) -> bool {
    has_command(output) && !commands_that_made_output(output).iter().any(|words| words[0] == "ctx")
}

fn has_command(output: &OutputUsageRow) -> bool {
    output.command.is_some() || !output.argv.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(line: &str) -> OutputUsageRow {
        OutputUsageRow {
            kind: "run".into(),
            argv: line.split(' ').map(str::to_owned).collect(),
            ..OutputUsageRow::default()
        }
    }

    fn tally(outputs: &[OutputUsageRow]) -> StatsTally {
        let mut tally = StatsTally::default();
        outputs.iter().for_each(|output| tally.add_output(output));
        tally
    }

    #[test]
    fn the_hosts_cap_is_no_saving_and_fetches_are_a_cost() {
        let output = |raw, printed, fetched| OutputUsageRow { raw, printed, fetched, ..OutputUsageRow::default() };
        assert_eq!(saved_bytes(&output(10_000, Some(400), 0)), 9_600);
        assert_eq!(saved_bytes(&output(5_000_000, Some(400), 0)), 29_600);
        assert_eq!(saved_bytes(&output(10_000, Some(400), 10_000)), -400);
        assert_eq!(saved_bytes(&output(20, Some(60), 0)), -40);
        assert_eq!(saved_bytes(&output(5_000_000, None, 0)), 0);
        let claude =
            |raw, failed| OutputUsageRow { agent: Some("claude-code".into()), failed, ..output(raw, Some(400), 0) };
        assert_eq!([saved_bytes(&claude(36_000, false)), saved_bytes(&claude(19_100, true))], [1_900, 9_600]);
        assert_eq!(estimate_tokens(-400), -100);
    }

    #[test]
    fn bytes_kept_once_are_counted_once() {
        let output = |command: &str, blob| OutputUsageRow { blob: Some(blob), stored: 100, raw: 1000, ..ran(command) };
        let outputs = [output("make", 1), output("make", 1), output("ls", 1), output("ls", 2)];
        let tally = tally(&outputs);
        assert_eq!(tally.total.stored, 200);
        let stored: Vec<u64> = tally.sums_by_command().iter().map(|(_, sums)| sums.stored).collect();
        assert_eq!(stored.iter().sum::<u64>(), 200);
    }

    #[test]
    fn folders_count_for_the_project_around_them() {
        let at = |cwd: &str| OutputUsageRow { cwd: Some(cwd.into()), raw: 10, printed: Some(1), ..ran("make") };
        let tally = tally(&[at("/a"), at("/a/src"), at("/a/b/src"), at("/ab")]);
        let sums = tally.sums_by_project(&["/a".to_owned(), "/a/b".to_owned()]);
        let counts: Vec<(&str, u64, i64)> = sums.iter().map(|(name, sum)| (&**name, sum.outputs, sum.saved)).collect();
        assert_eq!(counts, [("/a", 2, 18), ("/a/b", 1, 9), ("/ab", 1, 9)]);
    }

    #[test]
    fn days_are_those_of_the_zone() {
        let zone = jiff::tz::TimeZone::fixed(jiff::tz::offset(9));
        assert_eq!(local_date(1_794_700_800_000, &zone), "2026-11-15");
        assert_eq!(local_date(1_794_700_800_000 + 15 * 3_600_000, &zone), "2026-11-16");
        assert_eq!(local_date(1_794_700_800_000 + 15 * 3_600_000, &jiff::tz::TimeZone::UTC), "2026-11-15");
    }

    #[test]
    fn soon_again_and_soon_whole() {
        let at =
            |line: &str, started_at, ended_at, whole_at| OutputUsageRow { started_at, ended_at, whole_at, ..ran(line) };
        let outputs = [
            at("make", 0, 1_000, None),
            at("ls", 500, 600, Some(700)),
            at("make", 301_000, 302_000, Some(302_500)),
            at("make", 602_001, 603_000, Some(1_000_000)),
            // Side by side, not one after the other.
            at("pwd", 700_000, 710_000, None),
            at("pwd", 705_000, 720_000, None),
        ];
        let (groups, all) = tally(&outputs).retried_commands();
        let rows: Vec<_> = groups.iter().map(|g| (g.command.as_str(), g.outputs, g.again, g.whole, g.either)).collect();
        assert_eq!(rows, [("make", 3, 1, 1, 2), ("ls", 1, 0, 1, 1)]);
        assert_eq!((all.outputs, all.again, all.whole, all.either), (6, 1, 2, 3));
    }

    #[test]
    fn runs_without_ctx_are_missed_savings() {
        let imported = |line: &str, raw| OutputUsageRow { raw, printed: Some(500), kind: "import".into(), ..ran(line) };
        let history = [
            imported("cargo test", 8_000),
            imported("ctx run -- cargo test", 8_000),
            imported("cargo test -q", 90_000),
            imported("ls", 100),
            OutputUsageRow { raw: 900, kind: "import".into(), ..OutputUsageRow::default() },
        ];
        let bare: Vec<OutputUsageRow> = history.into_iter().filter(did_run_without_ctx).collect();
        let rows: Vec<_> =
            tally(&bare).sums_by_command().into_iter().map(|(name, sums)| (name, sums.outputs, sums.saved)).collect();
        assert_eq!(rows, [("cargo test".to_owned(), 2, 7_500 + 29_500), ("ls".to_owned(), 1, -400)]);
    }
}
