//! Real files, damaged in six ways: how many of the public items that the damage did not touch are still shown.

use std::path::Path;

use ctx_outline::{Symbol, Visibility};

use super::{SourceFile, identifiers_in, outline_of, peek_output, percent, print_line};

const FILES: usize = 500;

/// A damaged text, and the lines (1-based) of the original that the damage touched; from the first on when it was cut.
struct DamagedText {
    text: String,
    touched: (u32, u32),
}

type DamageFunction = fn(&str, &mut Random) -> Option<DamagedText>;

const KINDS: &[(&str, DamageFunction)] = &[
    ("garbage token", insert_garbage_token),
    ("extra brace", add_brace),
    ("dropped line", drop_line),
    ("truncated", cut_text_short),
    ("dropped brace", drop_brace),
    ("conflict markers", insert_conflict_markers),
];

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

fn pick_code_line(text: &str, random: &mut Random) -> Option<usize> {
    let lines: Vec<usize> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with("//"))
        .map(|(at, _)| at)
        .collect();
    (!lines.is_empty()).then(|| lines[random.below(lines.len())])
}

fn change_lines(text: &str, change: impl FnOnce(&mut Vec<String>)) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    change(&mut lines);
    lines.join("\n")
}

fn insert_garbage_token(text: &str, random: &mut Random) -> Option<DamagedText> {
    const TOKENS: &[&str] = &["@@", "=>=>", "let let", "fn fn", "%%%", ")", "struct", "\\"];
    let line = pick_code_line(text, random)?;
    let token = TOKENS[random.below(TOKENS.len())];
    let pick = random.below(1 << 20);
    let text = change_lines(text, |lines| {
        let spaces: Vec<usize> = lines[line].match_indices(' ').map(|(at, _)| at).collect();
        let at = spaces.get(pick % spaces.len().max(1)).copied().unwrap_or(0);
        lines[line].insert_str(at, &format!(" {token} "));
    });
    let touched = line as u32 + 1;
    Some(DamagedText { text, touched: (touched, touched) })
}

fn add_brace(text: &str, random: &mut Random) -> Option<DamagedText> {
    let line = pick_code_line(text, random)?;
    let brace = if random.below(2) == 0 { "{" } else { "}" };
    let text = change_lines(text, |lines| lines[line].push_str(brace));
    Some(DamagedText { text, touched: (line as u32 + 1, line as u32 + 1) })
}

fn drop_line(text: &str, random: &mut Random) -> Option<DamagedText> {
    let line = pick_code_line(text, random)?;
    let text = change_lines(text, |lines| {
        lines.remove(line);
    });
    Some(DamagedText { text, touched: (line as u32 + 1, line as u32 + 1) })
}

fn cut_text_short(text: &str, random: &mut Random) -> Option<DamagedText> {
    let mut at = text.len() / 4 + random.below(text.len() / 2);
    while !text.is_char_boundary(at) {
        at += 1;
    }
    let line = text[..at].matches('\n').count() as u32 + 1;
    Some(DamagedText { text: text[..at].to_owned(), touched: (line, u32::MAX) })
}

fn drop_brace(text: &str, random: &mut Random) -> Option<DamagedText> {
    let mut braces = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if !line.trim_start().starts_with("//") {
            braces.extend(line.match_indices(['{', '}']).map(|(at, _)| start + at));
        }
        start += line.len();
    }
    let at = *braces.get(random.below(braces.len()))?;
    let line = text[..at].matches('\n').count() as u32 + 1;
    Some(DamagedText { text: format!("{}{}", &text[..at], &text[at + 1..]), touched: (line, line) })
}

fn insert_conflict_markers(text: &str, random: &mut Random) -> Option<DamagedText> {
    let count = text.lines().count();
    let first = random.below(count.saturating_sub(12)) + 1;
    let last = (first + 1 + random.below(8)).min(count - 1);
    let text = change_lines(text, |lines| {
        let mut other: Vec<String> = lines[first..last].to_vec();
        other.push(">>>>>>> theirs".to_owned());
        other.insert(0, "=======".to_owned());
        lines.splice(last..last, other);
        lines.insert(first, "<<<<<<< HEAD".to_owned());
    });
    Some(DamagedText { text, touched: (first as u32 + 1, last as u32) })
}

/// Public names whose lines the damage left alone.
fn collect_untouched_public_names<'a>(symbols: &'a [Symbol], touched: (u32, u32), out: &mut Vec<&'a str>) {
    for symbol in symbols {
        let apart = symbol.lines.1 < touched.0 || symbol.lines.0 > touched.1;
        let named =
            !matches!(symbol.kind, "use" | "impl" | "trait impl" | "macro call" | "emitted") && symbol.name != "*";
        if apart && named && symbol.visibility == Visibility::Public {
            out.push(&symbol.name);
        }
        collect_untouched_public_names(&symbol.children, touched, out);
    }
}

pub fn run(files: &[SourceFile]) {
    let usable: Vec<&SourceFile> = files
        .iter()
        .filter(|file| (2 << 10..200 << 10).contains(&file.text.len()) && file.text.contains("pub "))
        .filter(|file| outline_of(&file.path, &file.text).broken_at.is_none())
        .collect();
    // Crates of a thousand generated files would otherwise be all there is.
    let mut seen = std::collections::HashMap::new();
    let mut ranked: Vec<(usize, &SourceFile)> = Vec::new();
    for file in usable {
        let nth = seen.entry(&file.krate).or_insert(0);
        ranked.push((*nth, file));
        *nth += 1;
    }
    ranked.sort_by_key(|(nth, file)| (*nth, file.path.as_path()));
    let chosen: Vec<&SourceFile> = ranked.into_iter().map(|(_, file)| file).take(FILES).collect();
    print_line(format!(
        "{:<20}{:>8}{:>10}{:>10}{:>12}",
        format!("{} files, broken by", chosen.len()),
        "broken",
        "items",
        "recall",
        "announced"
    ));
    let mut recalls = Vec::new();
    for (kind, damage) in KINDS {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let (mut broken, mut kept, mut items, mut announced) = (0, 0, 0, 0);
        let mut worst: Vec<(usize, String)> = Vec::new();
        for file in &chosen {
            // Not every damage breaks a file: some more tries until one does.
            let tries = std::iter::repeat_with(|| damage(&file.text, &mut random)).take(12).flatten();
            let Some(damaged) = tries.into_iter().find(|damaged| syn::parse_file(&damaged.text).is_err()) else {
                continue;
            };
            broken += 1;
            let whole = outline_of(&file.path, &file.text);
            let mut names = Vec::new();
            collect_untouched_public_names(&whole.symbols, damaged.touched, &mut names);
            let text = peek_output(Path::new(&file.path), &damaged.text);
            announced += usize::from(text.lines().next().is_some_and(|line| line.contains("does not parse at ")));
            let shown = identifiers_in(&text);
            let lost: Vec<&str> =
                names.iter().copied().filter(|name| !shown.contains(name.trim_start_matches("r#"))).collect();
            items += names.len();
            kept += names.len() - lost.len();
            if !lost.is_empty() {
                worst.push((
                    lost.len(),
                    format!(
                        "{} at {}: {}",
                        file.path.display(),
                        damaged.touched.0,
                        lost[..lost.len().min(5)].join(" ")
                    ),
                ));
            }
        }
        recalls.push(kept as f64 / items.max(1) as f64);
        print_line(format!(
            "{kind:<20}{broken:>8}{items:>10}{:>10}{:>12}",
            percent(kept, items),
            percent(announced, broken)
        ));
        worst.sort_by_key(|(lost, _)| std::cmp::Reverse(*lost));
        if std::env::var_os("VERBOSE").is_some() {
            worst.iter().take(12).for_each(|(lost, place)| print_line(format!("  {lost} lost: {place}")));
        }
    }
    let mean = recalls.iter().sum::<f64>() / recalls.len() as f64;
    let least = recalls.iter().copied().fold(1.0, f64::min);
    print_line(format!("mean {:.2} %, worst kind {:.2} %", 100.0 * mean, 100.0 * least));
}
