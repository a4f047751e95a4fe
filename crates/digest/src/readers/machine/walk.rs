//! Walks a document and keeps objects that read like a finding: a diagnostic, a failed test or check, a vulnerability,
//! a severe record of a log. A tool's own counts are kept as it wrote them.

use std::collections::{BTreeMap, HashMap};

use super::facts::{FindingFacts, TestOutcome};
use super::failed_test_details::FailedTestDetails;
use super::node::{LONGEST, Node, ParsedObject, normalise_name};
use crate::{Severity, place, shape};

#[derive(Default)]
pub struct MachineReportProblem {
    pub severity: Option<Severity>,
    pub location: Option<String>,
    pub message: String,
    pub rule: Option<String>,
    /// As it is printed; the line itself where there is none.
    pub head: Option<String>,
    pub details: Vec<String>,
    pub span: (usize, usize),
    /// Records like it that are only counted.
    pub repeats: u32,
}

#[derive(Default)]
pub struct DocumentWalk {
    pub found: Vec<MachineReportProblem>,
    /// Sums as the tool wrote them, with how deep in the document they stand and where.
    pub sums: Vec<(u8, usize, String)>,
    pub outcomes: BTreeMap<TestOutcome, usize>,
    /// Records of a log by their level, in the tool's words.
    pub levels: BTreeMap<String, usize>,
    pub files: usize,
    /// Outcomes of things that nothing but a name and a word describes, as in a list of jobs or hosts.
    pub named_states: usize,
    last_file: String,
    /// The first record with each message, and how many there are.
    logged: HashMap<(Option<Severity>, String), (usize, u32)>,
}

/// Facts of the enclosing objects that hold for the objects inside.
#[derive(Clone, Copy, Default)]
struct EnclosingFacts<'n> {
    file: Option<&'n str>,
    package: Option<(&'n str, Option<&'n str>)>,
    depth: u8,
}

/// At most this many log records with the same message are kept.
const PER_MESSAGE: u32 = 5;
/// Fields in which a failed test says why, the most telling first.
const ACCOUNTS: &str = "failure error err errorinfo failuremessages errors failures message longrepr call setup stdout stack output systemerr";
/// Beyond this many, sums are those of parts.
const SUMS: usize = 400;

impl DocumentWalk {
    pub fn walk_document(&mut self, node: &Node<'_>) {
        self.visit_node("", node, EnclosingFacts::default());
    }

    fn visit_node<'n>(&mut self, key: &str, node: &'n Node<'_>, above: EnclosingFacts<'n>) {
        match node {
            Node::Object(object) => self.visit_object(key, object, above),
            Node::Array(items) => items.iter().for_each(|item| self.visit_node(key, item, above)),
            _ => {}
        }
    }

    fn visit_object<'n>(&mut self, key: &str, object: &'n ParsedObject<'_>, above: EnclosingFacts<'n>) {
        let facts = FindingFacts::from_object(object);
        if self.add_diagnostic(object, &facts, above) || self.add_vulnerability(object, &facts, above) {
            return;
        }
        let mut buffer = [0; LONGEST];
        let kind = normalise_name(key, &mut buffer);
        let mut below = EnclosingFacts { depth: above.depth.saturating_add(1), ..above };
        // `<file name="…">`, `{"name": "/srv/a.test.js", "assertionResults": […]}`.
        below.file = facts.file.or(facts.name.filter(|name| kind == "file" || place::is_path(name))).or(above.file);
        below.package = facts.name.map(|name| (name, facts.version)).or(above.package);
        self.add_counts(key, object, above.depth);
        let before = self.found.len();
        for (key, node) in &object.fields {
            let inner = match node {
                // PHPStan and others name the file by the key.
                Node::Object(_) | Node::Array(_) if place::is_path(key) => EnclosingFacts { file: Some(key), ..below },
                _ => below,
            };
            self.visit_node(key, node, inner);
        }
        if self.found.len() == before {
            self.add_test_result(kind, object, &facts, above);
        }
    }

    /// A message with its place, or with a severity as a log has it.
    fn add_diagnostic(
        &mut self,
        object: &ParsedObject<'_>,
        facts: &FindingFacts<'_>,
        above: EnclosingFacts<'_>,
    ) -> bool {
        let Some(message) = facts.message else { return false };
        let file = facts.file.or(above.file);
        let placed = facts.line.is_some() && file.is_some();
        let is_test = facts.outcome == Some(TestOutcome::Failed) && facts.name.is_some() && !placed;
        if !placed && (facts.severity.is_none() || facts.level.is_none()) || facts.advisory.is_some() || is_test {
            return false;
        }
        // A record of a log stands for itself.
        let logged = facts.line.is_none() && above.depth == 0;
        if logged {
            let level = facts.level.unwrap_or_default();
            match self.levels.get_mut(level) {
                Some(count) => *count += 1,
                None => {
                    self.levels.insert(level.to_owned(), 1);
                }
            }
            if facts.severity == Some(Severity::Info) {
                return true;
            }
            let key = (facts.severity, shape::mask_numbers(message.lines().next().unwrap_or_default()));
            let next = self.found.len();
            let (first, seen) = self.logged.entry(key).or_insert((next, 0));
            *seen += 1;
            if *seen > PER_MESSAGE {
                self.found[*first].repeats += 1;
                return true;
            }
        }
        let location = facts.format_location(above.file);
        let named = location.as_deref().map(|place| place.split(':').next().unwrap_or(place));
        if let Some(file) = named.filter(|file| *file != self.last_file) {
            self.last_file = file.to_owned();
            self.files += 1;
        }
        let mut lines = message.lines().map(str::trim_end).filter(|line| !line.trim().is_empty());
        let first = lines.next().unwrap_or_default().trim_start();
        let said =
            |rule: &str| [format!("({rule})"), format!("[{rule}]")].iter().any(|form| first.contains(form.as_str()));
        let rule = facts.rule.as_deref().filter(|rule| !said(rule) && !first.starts_with(*rule));
        let head = (!logged).then(|| {
            let mut head = location.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
            if let Some(severity) = facts.severity {
                head.push_str(facts.level.unwrap_or(severity.name()));
                head.push_str(": ");
            }
            head.push_str(first);
            if let Some(label) = facts.label.filter(|label| !first.contains(*label)) {
                head.push_str(&format!(" ({label})"));
            }
            if let Some(rule) = rule {
                head.push_str(&format!(" [{rule}]"));
            }
            head
        });
        self.found.push(MachineReportProblem {
            severity: facts.severity,
            location,
            message: first.to_owned(),
            rule: facts.rule.as_deref().map(str::to_owned),
            head,
            details: lines.take(2).map(|line| format!("  {}", line.trim_start())).collect(),
            span: object.span,
            repeats: 0,
        });
        true
    }

    /// `lodash 4.17.15: high: Prototype Pollution [GHSA-…] (fix: 4.17.21)`.
    fn add_vulnerability(
        &mut self,
        object: &ParsedObject<'_>,
        facts: &FindingFacts<'_>,
        above: EnclosingFacts<'_>,
    ) -> bool {
        let Some(advisory) = facts.advisory else { return false };
        let named = facts.name.map(|name| (name, facts.version)).or(above.package);
        let Some((name, version)) = named.filter(|_| facts.message.is_some() || facts.fix.is_some()) else {
            return false;
        };
        let mut package = name.to_owned();
        for part in [version, object.get("range").and_then(Node::as_text)].into_iter().flatten().take(1) {
            package.push_str(&format!(" {part}"));
        }
        let mut push = |severity: Option<Severity>, level: Option<&str>, said: &str, advisory: &str| {
            let mut head = package.clone();
            for part in [level.unwrap_or_default(), said].into_iter().filter(|part| !part.is_empty()) {
                head.push_str(&format!(": {part}"));
            }
            if !advisory.is_empty() {
                head.push_str(&format!(" [{advisory}]"));
            }
            if let Some(fix) = &facts.fix {
                head.push_str(&format!(" (fix: {fix})"));
            }
            self.found.push(MachineReportProblem {
                severity,
                message: head.clone(),
                head: Some(head),
                span: object.span,
                ..MachineReportProblem::default()
            });
        };
        // npm lists a package's own advisories, and the names of the packages that pass theirs on to it.
        let via = match object.get("via") {
            Some(Node::Array(via)) => via.as_slice(),
            _ => &[],
        };
        for own in via.iter().filter_map(Node::as_object) {
            let of = FindingFacts::from_object(own);
            push(of.severity, of.level, of.message.unwrap_or_default(), of.advisory.unwrap_or_default());
        }
        if !via.iter().any(|item| item.as_object().is_some()) {
            let through: Vec<&str> = via.iter().filter_map(Node::as_text).collect();
            let through = format!("through {}", through.join(", "));
            let said = facts.message.unwrap_or_default().lines().next().unwrap_or_default();
            push(facts.severity, facts.level, if via.is_empty() { said } else { &through }, advisory);
        }
        true
    }

    /// A test or a check, recognised by its outcome or by the failure in it.
    fn add_test_result(
        &mut self,
        kind: &str,
        object: &ParsedObject<'_>,
        facts: &FindingFacts<'_>,
        above: EnclosingFacts<'_>,
    ) {
        let failure = ["failure", "error", "err", "failures", "errors", "errorinfo"]
            .iter()
            .find_map(|name| object.get(name).filter(|node| !node.is_empty()));
        let case = kind == "testcase";
        let outcome = match facts.outcome {
            Some(outcome) => Some(outcome),
            None if failure.is_some() && (case || facts.name.is_some()) => Some(TestOutcome::Failed),
            None if case && object.get("skipped").is_some() => Some(TestOutcome::Skipped),
            None if case => Some(TestOutcome::Passed),
            None => None,
        };
        let Some(outcome) = outcome.filter(|_| facts.name.is_some()) else { return };
        let outcome = if failure.is_some() && case { TestOutcome::Failed } else { outcome };
        *self.outcomes.entry(outcome).or_default() += 1;
        let is_test = case || failure.is_some() || ["classname", "suite"].iter().any(|key| object.get(key).is_some());
        if outcome != TestOutcome::Failed {
            self.named_states += usize::from(!is_test);
            return;
        }
        let name = facts.name.unwrap_or_default();
        let mut account = FailedTestDetails::default();
        for field in ACCOUNTS.split(' ') {
            if let Some(node) = object.get(field) {
                account.add_node(node, 0);
            }
        }
        self.named_states += usize::from(!is_test && account.lines.is_empty());
        let location = account.place.take().or_else(|| facts.format_location(above.file));
        let scope = facts.scope.filter(|scope| !name.starts_with(*scope));
        let full = scope.map_or_else(|| name.to_owned(), |scope| format!("{scope} > {name}"));
        let place = facts.format_location(above.file).filter(|place| !full.contains(place.as_str()));
        let head = format!("FAIL {}{full}", place.map(|place| format!("{place} ")).unwrap_or_default());
        // A check of a pull request says where its log is.
        if let Some(link) =
            ["link", "detailsurl", "htmlurl", "targeturl"].iter().find_map(|name| object.get(name)?.as_text())
        {
            account.add_line(link);
        }
        self.found.push(MachineReportProblem {
            severity: Some(Severity::Error),
            location,
            message: full,
            // Tests that fail alike are one failure.
            rule: account.lines.first().map(|line| shape::mask_numbers(line)),
            head: Some(head),
            details: account.lines.into_iter().map(|line| format!("  {line}")).collect(),
            span: object.span,
            repeats: 0,
        });
    }

    /// Two or more numbers with the names of things that tools count.
    fn add_counts(&mut self, key: &str, object: &ParsedObject<'_>, depth: u8) {
        if self.sums.len() >= SUMS {
            return;
        }
        let mut parts = Vec::new();
        let mut telling = 0;
        for (name, node) in &object.fields {
            let Some(number) = node.as_number() else { continue };
            let mut buffer = [0; LONGEST];
            let plain = normalise_name(name, &mut buffer);
            let counted = [
                "fail", "pass", "error", "warn", "skip", "test", "critical", "high", "total", "moderate", "ignored",
                "pending", "suites", "success",
            ];
            if !counted.iter().any(|word| plain.contains(word)) && !matches!(plain, "low" | "medium" | "info") {
                continue;
            }
            telling +=
                usize::from(["fail", "pass", "error", "skip", "critical"].iter().any(|word| plain.contains(word)));
            parts.push(format!("{name}: {number}"));
        }
        // An object for one file gives the counts of that file: their sum is elsewhere.
        let of_a_file = FindingFacts::from_object(object).file.is_some();
        if parts.len() < 2 || telling == 0 || of_a_file || place::is_path(key) {
            return;
        }
        let name = object.get("name").and_then(Node::as_text).map(|name| format!(" {name}")).unwrap_or_default();
        let text = format!("{}{name}: {}", if key.is_empty() { "totals" } else { key }, parts.join(", "));
        self.sums.push((depth, object.span.0, text));
    }
}
