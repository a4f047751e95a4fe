//! Chooses which findings of a report are shown: every error by name before one of them with its block, errors before
//! warnings before notes. Those left out are counted.

use std::collections::{HashMap, HashSet};

use super::group::{self, FindingGroup};
use super::printed::format_printed_line;
use super::reading::{FindingBlock, LineRank};
use super::render::ReportPage;
use super::{Severity, place, shape};

/// From this many warnings of one rule on, they are worth a line beside any number of errors.
const CROWD: usize = 20;
/// So many kinds of warnings are named before more errors of one kind.
const KINDS: usize = 2;
/// After this many in a row that do not fit, the budget counts as spent.
const MISSES: usize = 40;
/// So many errors that differ only in a name or a number come before errors of other kinds.
const ALIKE: u32 = 6;
/// Holes are closed in the blocks of this many errors, where the lines take no more than this.
const CLOSED: usize = 6;
const CLOSED_BYTES: usize = 100;

/// The findings of a report by severity, those that are alike together.
#[derive(Default)]
pub(super) struct GroupedFindings {
    pub errors: Vec<FindingGroup>,
    pub warnings: Vec<FindingGroup>,
    pub infos: Vec<FindingGroup>,
}

impl ReportPage<'_> {
    pub fn choose_findings(&mut self, budget: usize) -> GroupedFindings {
        let blocks = &self.digest.reading.blocks;
        if blocks.is_empty() {
            return GroupedFindings::default();
        }
        let cost: usize = blocks.iter().map(|block| self.headline_len(block)).sum();
        let fold = cost > budget / 3;
        let errors = group::group_findings(blocks, Severity::Error, fold);
        let warnings = group::group_findings(blocks, Severity::Warning, fold);
        let infos = group::group_findings(blocks, Severity::Info, fold);
        let spent = self.spent;
        let part = |percent: usize| spent.max(budget * percent / 100);
        // Anything near a finding of an unknown tool may matter; of a traceback, the lines of code do.
        let unsure = self.digest.reading.fill.unsure;
        let room = (budget * 3 / 5).saturating_sub(self.spent) / (errors.len() + warnings.len()).max(1);
        let room = room.clamp(100, 180);
        // Every error by its headline and one place, then the first few in full, then the details of the others. Where
        // there are many errors, all names come before the places.
        let placed = cost * 2 < budget;
        if unsure {
            self.add_errors_in_last_lines(&errors, part(30));
        }
        self.add_headlines(&errors, part(72), placed);
        // Of an unknown tool, a warning of a kind of its own says more than one more error of a kind that stands above.
        if self.digest.reading.fill.unheard && self.are_all_kinds_shown(&errors) {
            self.add_headlines(&warnings[..warnings.len().min(KINDS)], part(80), true);
        }
        self.add_finding_groups_up_to_rank(&errors, 0..3, LineRank::Detail, part(85), room);
        if unsure {
            self.add_finding_groups_up_to_rank(&errors, 3..6, LineRank::Detail, part(41), room);
        }
        self.add_headlines(&errors, part(100), placed);
        self.add_finding_groups_up_to_rank(&errors, 0..errors.len(), LineRank::Place, part(85), room);
        self.add_finding_groups_up_to_rank(&errors, 0..errors.len(), LineRank::Detail, part(60), room);
        let members: Vec<usize> = errors.iter().map(|group| group.members[0]).collect();
        let named = self.spent;
        self.add_source_frames(members.iter().copied(), false, part(90));
        // They come on top: the trace below them says how the program came there.
        let budget = budget + (self.spent - named).min(budget / 4);
        let part = |percent: usize| spent.max(budget * percent / 100);
        let (frames, context) = match () {
            () if self.digest.has_python_reader() => (part(95), part(85)),
            () if unsure => (part(41), part(41)),
            () => (part(34), part(23)),
        };
        let warning_cap = match (errors.is_empty(), self.digest.call.status.has_failed()) {
            (true, _) => part(60),
            // A linter may have failed because of its warnings, a compiler only where they count as errors.
            (false, true) if !self.tolerates_warnings() => (self.spent + budget * 2 / 5).min(budget * 70 / 100),
            (false, _) => (self.spent + budget / 6).min(budget * 55 / 100).max(budget * 28 / 100),
        };
        if warnings.first().is_some_and(|group| group.count_findings(blocks) >= CROWD) {
            self.add_finding_groups_up_to_rank(&warnings, 0..1, LineRank::Place, part(100), 120);
        }
        self.add_headlines(&warnings, warning_cap, true);
        self.add_finding_groups_up_to_rank(&warnings, 0..warnings.len(), LineRank::Place, warning_cap, 120);
        self.add_finding_groups_up_to_rank(&errors, 0..errors.len(), LineRank::Frame, frames, room);
        self.add_finding_groups_up_to_rank(&infos, 0..infos.len(), LineRank::Place, part(34), room);
        // Warnings that stand alone are what the run is about.
        let explained = if errors.is_empty() { part(60) } else { part(23) };
        if errors.is_empty() {
            self.add_headlines(&warnings, part(85), true);
        }
        self.add_finding_groups_up_to_rank(&warnings, 0..warnings.len(), LineRank::Detail, explained, room);
        self.add_finding_groups_up_to_rank(&errors, 0..errors.len(), LineRank::Context, context, room);
        self.add_finding_groups_up_to_rank(&infos, 0..infos.len(), LineRank::Context, part(23), room);
        // Of a tool that nobody knows, every kind of complaint is named while there is budget left.
        if self.digest.reading.fill.stranger && (errors.is_empty() || !self.digest.call.status.has_failed()) {
            self.add_headlines(&warnings, part(90), true);
            self.add_finding_groups_up_to_rank(&warnings, 0..warnings.len(), LineRank::Detail, part(75), 120);
            self.add_headlines(&infos, part(75), true);
        }
        self.add_source_frames(members.into_iter(), true, part(90));
        self.fill_gaps_in_error_blocks(&errors, part(60));
        GroupedFindings { errors, warnings, infos }
    }

    /// True where an error of each kind is shown already.
    fn are_all_kinds_shown(&self, errors: &[FindingGroup]) -> bool {
        let kind =
            |group: &&FindingGroup| shape::mask_variable_parts(&self.digest.reading.blocks[group.members[0]].message);
        let (seen, unseen): (Vec<&FindingGroup>, Vec<&FindingGroup>) =
            errors.iter().partition(|group| self.is_finding_shown(group.members[0]));
        let seen: HashSet<String> = seen.iter().map(kind).collect();
        unseen.iter().all(|group| seen.contains(&kind(group)))
    }

    /// Errors in the last lines are the verdict of the whole run: their lists say why.
    fn add_errors_in_last_lines(&mut self, errors: &[FindingGroup], cap: usize) {
        const CLOSE: usize = 12;
        let blocks = &self.digest.reading.blocks;
        const FEW: usize = 4;
        // The last rows of a list of findings are not a verdict.
        let alone =
            |group: &&FindingGroup| group.count_findings(blocks) == 1 && blocks[group.members[0]].source == "generic";
        let close = |member: &usize| blocks[*member].first + CLOSE >= self.text.len();
        let mut last: Vec<usize> = errors.iter().filter(alone).map(|group| group.members[0]).filter(close).collect();
        last.sort_by_key(|&member| blocks[member].first);
        for member in last.into_iter().take(FEW) {
            self.add_finding_up_to_rank(member, LineRank::Detail, cap);
        }
    }

    /// A hole of a line or two inside the block of an error costs more than it saves: the reason may be in it.
    fn fill_gaps_in_error_blocks(&mut self, errors: &[FindingGroup], cap: usize) {
        for group in errors.iter().take(CLOSED) {
            let block = &self.digest.reading.blocks[group.members[0]];
            let lines = self.pieces.range((block.first, 1, 0)..=(block.last, 1, 0));
            let shown: Vec<usize> = lines.filter(|(_, piece)| piece.is_line).map(|(key, _)| key.0).collect();
            for pair in shown.windows(2) {
                let (from, to) = (pair[0] + 1, pair[1]);
                let cost: usize = (from..to).map(|at| self.text.line(at).len() + 1).sum();
                if (1..=2).contains(&(to - from)) && cost <= CLOSED_BYTES && self.spent + cost <= cap {
                    for at in from..to {
                        self.add_line_if_it_fits(at, cap, CLOSED_BYTES, "gap");
                    }
                }
            }
        }
    }

    /// Where the note about the other findings of a group stands.
    pub fn group_note_position(&self, group: &FindingGroup) -> (usize, u8, u32) {
        let block = &self.digest.reading.blocks[group.members[0]];
        if block.said.is_empty() { (block.last, 2, 0) } else { own_text_position(block, group.members[0], SAID - 1) }
    }

    /// A compiler's warnings do not fail a build, whatever their number.
    fn tolerates_warnings(&self) -> bool {
        const COMPILERS: &[&str] = &["cc", "rustc", "cargo", "make", "go", "tsc"];
        let text = self.text;
        let fatal = |line: usize| text.line(line).contains("reated as errors");
        self.digest.reader.split('+').any(|name| COMPILERS.contains(&name))
            && !self.digest.reading.totals.iter().any(|&line| line < text.len() && fatal(line))
    }

    /// Names every group that fits: one of each rule before a second one of any, and a few of those that differ in a name
    /// before all of them.
    fn add_headlines(&mut self, groups: &[FindingGroup], cap: usize, placed: bool) {
        let blocks = &self.digest.reading.blocks;
        let mut rules: HashSet<&str> = HashSet::new();
        let mut families: HashMap<String, u32> = HashMap::new();
        let (first, rest): (Vec<&FindingGroup>, Vec<&FindingGroup>) = groups.iter().partition(|group| {
            let block = &blocks[group.members[0]];
            let alike = families.entry(shape::mask_variable_parts(&block.message)).or_default();
            *alike += 1;
            let fresh = block.rule.as_deref().is_none_or(|rule| rules.insert(rule));
            // Forty undefined names come after the one error of another kind.
            fresh && *alike <= ALIKE
        });
        let mut misses = 0;
        for group in first.into_iter().chain(rest) {
            misses = if self.add_headline(group, cap, placed) { 0 } else { misses + 1 };
            if misses > MISSES {
                break;
            }
        }
    }

    fn headline_len(&self, block: &FindingBlock) -> usize {
        match block.said.first() {
            Some((head, _)) => head.len() + 1,
            None => {
                let head =
                    block.marks.iter().find(|(_, rank)| *rank == LineRank::Head).map_or(block.first, |(line, _)| *line);
                self.text.line(head.min(self.text.len() - 1)).len() + 1
            }
        }
    }

    /// The headline of a group, and where it is if that does not say so itself.
    fn add_headline(&mut self, group: &FindingGroup, cap: usize, with_place: bool) -> bool {
        let block = &self.digest.reading.blocks[group.members[0]];
        if !self.add_finding_up_to_rank(group.members[0], LineRank::Head, cap) {
            return false;
        }
        if !block.said.is_empty() || !with_place {
            return true;
        }
        let heads = block.marks.iter().filter(|(_, rank)| *rank == LineRank::Head);
        let placed = heads
            .clone()
            .any(|(line, _)| *line < self.text.len() && place::find_place(self.text.line(*line)).is_some());
        if !placed {
            let holds = |line: usize| line < self.text.len() && place::find_place(self.text.line(line)).is_some();
            let places: Vec<usize> =
                block.marks.iter().filter(|(_, rank)| *rank == LineRank::Place).map(|(line, _)| *line).collect();
            if let Some(line) = places.iter().copied().find(|&line| holds(line)).or(places.first().copied()) {
                return self.add_line_if_it_fits(line, cap, 300, "named place");
            }
        }
        true
    }

    pub fn is_finding_shown(&self, block: usize) -> bool {
        let held = &self.digest.reading.blocks[block];
        if !held.said.is_empty() {
            return self.pieces.contains_key(&own_text_position(held, block, 0));
        }
        let mut heads = held.marks.iter().filter(|(_, rank)| *rank == LineRank::Head);
        heads.any(|(line, _)| self.pieces.contains_key(&(*line, 1, 0)))
    }

    /// Buys the lines of these groups up to `rank`.
    fn add_finding_groups_up_to_rank(
        &mut self,
        groups: &[FindingGroup],
        range: std::ops::Range<usize>,
        rank: LineRank,
        cap: usize,
        room: usize,
    ) {
        let blocks = &self.digest.reading.blocks;
        let mut misses = 0;
        for group in &groups[range.start.min(groups.len())..range.end.min(groups.len())] {
            if !self.add_finding_up_to_rank(group.members[0], rank, cap) {
                misses += 1;
                if misses > MISSES {
                    break;
                }
                continue;
            }
            misses = 0;
            let after = self.group_note_position(group);
            if group.count_findings(blocks) > 1 && !self.pieces.contains_key(&after) {
                let text = group::format_places(blocks, group, room);
                self.add_note_if_it_fits(after, text, cap + room / 3);
            }
        }
    }

    fn add_finding_up_to_rank(&mut self, index: usize, rank: LineRank, cap: usize) -> bool {
        let block = &self.digest.reading.blocks[index];
        if !block.said.is_empty() {
            return self.add_finding_with_own_text(index, rank, cap);
        }
        let mut all = true;
        for wanted in [LineRank::Head, LineRank::Place, LineRank::Detail, LineRank::Frame, LineRank::Context] {
            if wanted > rank {
                break;
            }
            for (line, _) in block.marks.iter().filter(|(_, held)| *held == wanted) {
                let widest = if wanted <= LineRank::Detail { 300 } else { 160 };
                let why = format!("{} {wanted:?}", block.source).to_lowercase();
                all &= self.add_line_if_it_fits(*line, cap, widest, &why);
            }
            if wanted == LineRank::Head && !all {
                // Details mean nothing without their headline.
                return false;
            }
        }
        all
    }

    /// As `add_finding_up_to_rank`, for a finding with a text of its own.
    fn add_finding_with_own_text(&mut self, index: usize, rank: LineRank, cap: usize) -> bool {
        let block = &self.digest.reading.blocks[index];
        for (nth, (text, held)) in block.said.iter().take(SAID as usize - 1).enumerate() {
            let at = own_text_position(block, index, nth as u32);
            if *held > rank || self.pieces.contains_key(&at) {
                continue;
            }
            if !self.add_note_if_it_fits(at, format_printed_line(text, 300), cap) {
                return false;
            }
        }
        true
    }
}

/// At most this many lines of text for one finding; they stand where it begins, in the order of the findings.
const SAID: u32 = 16;

fn own_text_position(block: &FindingBlock, index: usize, nth: u32) -> (usize, u8, u32) {
    (block.first, 1, 1 + (index as u32).saturating_mul(SAID) + nth)
}

#[cfg(test)]
mod tests {
    use crate::{CommandAndStatus, CommandEndStatus, digest, render};
    use ctx_text::text::Text;

    #[test]
    fn left_out_findings_are_counted_at_any_budget() {
        let words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda"];
        let raw: String = (0..11)
            .map(|n| format!("src/a.adb:{n}:4: error: {} is not declared, and no {} either\n", words[n], words[10 - n]))
            .chain((0..3).map(|n| format!("src/a.adb:{n}:9: warning: {} is not used by anything\n", words[n])))
            .collect();
        let text = Text::from_bytes(raw.as_bytes());
        let call = CommandAndStatus { argv: vec!["gnatmake".into()], status: CommandEndStatus::Exit(4) };
        for budget in [300, 450, 600] {
            let shown = render::render_even_if_short(&digest(&text, &call), &text, budget).text;
            let named = shown.lines().filter(|line| line.contains(": error: ")).count();
            assert!(shown.contains(&format!("… {} more errors:", 11 - named)), "{budget}: {shown}");
            assert!(shown.contains("more warnings"), "{budget}: {shown}");
        }
    }
}
