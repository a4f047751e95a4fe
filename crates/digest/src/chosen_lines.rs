//! Which lines of a file a command printed, where its words say so: `sed -n 100,300p FILE` begins with line 100.

use ctx_shell::lines::split_into_pipelines;

/// How many lines of the file stand before the first printed one; 0 where nothing is known.
pub fn count_lines_before_printed_range(programs: &[Vec<String>]) -> u64 {
    let mut found = None;
    for program in programs {
        let Some((name, rest)) = program.split_first() else { continue };
        let first = match name.as_str() {
            "cd" | "nl" | "cat" => continue,
            "head" if found.is_some() => continue,
            "sed" => lines_before_sed_range(rest),
            "tail" => lines_before_tail(rest),
            "awk" | "gawk" | "mawk" => lines_before_awk_range(rest),
            _ => None,
        };
        // Two programs that choose lines would have to be combined, and several files have no common numbers.
        match (first, found) {
            (Some(first), None) => found = Some(first),
            _ => return 0,
        }
    }
    found.unwrap_or(0)
}

/// How many programs the command runs that could fail unnoticed: all but the last one.
pub fn count_programs_of_line(argv: &[String]) -> usize {
    match argv {
        [line] => split_into_pipelines(line).iter().map(Vec::len).sum(),
        _ => 1,
    }
}

/// `tail -40` at the end of a pipeline that runs something: it let only a part of the output through.
pub fn output_trimming_command(argv: &[String]) -> Option<String> {
    let [line] = argv else { return None };
    let found = split_into_pipelines(line);
    let last = found.last().filter(|pipeline| pipeline.len() > 1)?.last()?;
    let cuts = matches!(last.words.first().map(String::as_str), Some("head" | "tail"));
    cuts.then(|| last.words.join(" ")).filter(|words| words.len() < 30)
}

/// `-n 100,300p FILE`: one range, one file.
fn lines_before_sed_range(words: &[String]) -> Option<u64> {
    let (flags, rest): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| word.starts_with('-'));
    let [script, files @ ..] = rest.as_slice() else { return None };
    if !flags.iter().all(|flag| matches!(flag.as_str(), "-n" | "-ne" | "-e" | "-En"))
        || flags.is_empty()
        || files.len() > 1
    {
        return None;
    }
    let range = script.trim().trim_end_matches('}').strip_suffix('p')?;
    let (first, last) = range.split_once(',').unwrap_or((range, range));
    let is_end = last == "$" || last.strip_prefix('+').unwrap_or(last).bytes().all(|byte| byte.is_ascii_digit());
    first.parse::<u64>().ok().filter(|first| *first > 0 && is_end).map(|first| first - 1)
}

/// `-n +100 FILE`.
fn lines_before_tail(words: &[String]) -> Option<u64> {
    let from =
        words.iter().find_map(|word| word.trim_start_matches("-n").trim_start_matches("--lines=").strip_prefix('+'))?;
    let files = words.iter().filter(|word| !word.starts_with(['-', '+'])).count();
    from.parse::<u64>().ok().filter(|first| *first > 0 && files <= 1).map(|first| first - 1)
}

/// `NR>=100 && NR<=300`.
fn lines_before_awk_range(words: &[String]) -> Option<u64> {
    let [script, files @ ..] = words else { return None };
    let script: String = script.split_whitespace().collect();
    let (bound, above) = match script.strip_prefix("NR>=") {
        Some(rest) => (rest, 0),
        None => match script.strip_prefix("NR==") {
            Some(rest) if rest.contains(",NR==") => (rest, 0),
            _ => (script.strip_prefix("NR>")?, 1),
        },
    };
    let digits = bound.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &bound[digits..];
    let simple = rest.is_empty() || rest.starts_with("&&NR<") || rest.starts_with(",NR==");
    let first = bound[..digits].parse::<u64>().ok()? + above;
    (first > 0 && simple && !rest.contains('{') && files.len() <= 1).then(|| first - 1)
}

#[cfg(test)]
mod tests {
    use ctx_shell::lines::split_into_programs;

    #[test]
    fn a_pipe_into_tail_cuts() {
        let cut = |line: &str| super::output_trimming_command(&[line.to_owned()]);
        assert_eq!(cut("cargo test 2>&1 | tail -40").as_deref(), Some("tail -40"));
        assert_eq!(cut("cargo test; tail -40 log"), None);
        assert_eq!(cut("cargo test | grep x"), None);
        assert_eq!(super::count_programs_of_line(&["make && ./run.sh | tee log".to_owned()]), 3);
    }

    #[test]
    fn the_first_line_is_read_from_the_command() {
        for (command, before) in [
            ("sed -n 100,300p src/a.rs", 99),
            ("sed -n '100,$p' src/a.rs", 99),
            ("cd web && sed -n '5p' a", 4),
            ("nl -ba src/a.rs | sed -n '642,842p'", 641),
            ("cat a | tail -n +40 | head -20", 39),
            ("tail -n +40 a", 39),
            ("awk 'NR>=12 && NR<=40' a", 11),
            ("awk 'NR==12,NR==40' a", 11),
            ("sed -n 1,20p a; sed -n 40,50p a", 0),
            ("sed -n 10,20p a b", 0),
            ("sed -n '/x/,/y/p' a", 0),
            ("sed 's/a/b/' x", 0),
            ("tail -40 a", 0),
            ("cat a", 0),
            ("cargo test | sed -n 10,20p", 0),
        ] {
            assert_eq!(
                super::count_lines_before_printed_range(&split_into_programs(&[command.to_owned()])),
                before,
                "{command}"
            );
        }
    }
}
