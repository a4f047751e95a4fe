//! A line as it is printed: without what is only drawn, cut where it is very long, quoted where it looks like one
//! of ctx's own.

use super::{place, trace};
use ctx_text::{ceil_boundary, floor_boundary};

/// The room for a cut's mark: a line that is hardly longer is not cut.
const CUT: usize = 8;

/// A line as it is printed: cut in the middle when very long, and quoted when it
/// could be taken for one of ctx's own.
pub fn format_printed_line(line: &str, widest: usize) -> String {
    let mut line = squeeze_drawn_runs(line.trim_end());
    if line.len() > widest.saturating_add(CUT) {
        line = cut_middle_keeping_place(&line, widest);
    }
    if line.starts_with("[ctx:") || line.starts_with("since [ctx:") || line.starts_with("more: ctx ") {
        line.insert_str(0, "> ");
    }
    line
}

/// Shortens drawn runs, which take room and say nothing: `________ test_x ________` needs three of each.
fn squeeze_drawn_runs(line: &str) -> String {
    const FILL: &[char] = &['=', '_', '-', '*', '#', '~', '─', '━', '═', '┄', '⎯', '.', '·', '^'];
    const LONGEST: usize = 8;
    // Columns stay under each other unless that takes more room than their text.
    let wide = line.len() > 140;
    // Below a line of code, blanks only lead to the caret.
    let pointing = line.contains('^') && line.trim_start().starts_with(['|', '^', '-', '~', '│']);
    let has_run = || line.as_bytes().chunk_by(|a, b| a == b).any(|run| run.len() >= LONGEST);
    if !wide && !pointing && line.is_ascii() && !has_run() {
        return line.to_owned();
    }
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let run = rest.chars().take_while(|&next| next == c).count();
        let kept = match c {
            ' ' if pointing && run > 2 && !out.trim().is_empty() => 1,
            '^' | '-' if pointing && run > 3 => 3,
            // Dots that lead from a name to its result are part of the line's own words.
            '.' if !out.trim().is_empty() && !rest.trim_start_matches('.').is_empty() && run < 90 => run,
            _ if run >= LONGEST && FILL.contains(&c) => 3,
            ' ' if wide && run >= 12 && !out.trim().is_empty() => 3,
            _ => run,
        };
        out.extend(std::iter::repeat_n(c, kept));
        rest = &rest[run * c.len_utf8()..];
    }
    let trimmed = out.trim_end_matches(['─', '━', '═', '⎯']);
    if trimmed.trim().is_empty() { out } else { trimmed.trim_end().to_owned() }
}

/// A window of a long line around the byte `at`, both cuts marked.
pub fn cut_window_around(line: &str, widest: usize, at: usize) -> String {
    if at < widest / 2 {
        return cut_line_middle(line, widest);
    }
    let start = floor_boundary(line, at - widest / 3);
    let end = floor_boundary(line, (start + widest).min(line.len()));
    let more = if end < line.len() { " …" } else { "" };
    format!("… {}{more}", &line[start..end])
}

/// As `cut_line_middle`, but keeping the first place in the program's own code that would fall into the gap.
fn cut_middle_keeping_place(line: &str, widest: usize) -> String {
    let head = floor_boundary(line, widest * 2 / 3);
    let gap = &line[head..floor_boundary(line, line.len().min(head + 4000))];
    let mut from = 0;
    for _ in 0..8 {
        let Some(rest) = gap.get(from..) else { break };
        let Some(found) = place::find_place(rest) else { break };
        let (start, end) = (from + found.range.start, from + found.range.end);
        if end + widest / 3 >= line.len() - head {
            break;
        }
        if widest >= 200 && found.range.len() < 100 && !trace::mentions_library_or_runtime(found.path) {
            return format!(
                "{} … {} … {}",
                &line[..head],
                &gap[start..end],
                &line[ceil_boundary(line, line.len() - widest / 6)..]
            );
        }
        from = end;
    }
    cut_line_middle(line, widest)
}

/// The beginning and the end of a long line.
fn cut_line_middle(line: &str, widest: usize) -> String {
    let head = floor_boundary(line, widest * 2 / 3);
    let tail = ceil_boundary(line, line.len() - widest / 3);
    format!("{} … {}", &line[..head], &line[tail..])
}
