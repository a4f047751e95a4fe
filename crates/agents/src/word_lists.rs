//! Lists of words and phrases that stand in files beside the code: each below its name in brackets.

/// What agents and hosts write, a phrase a line.
const PHRASES: &str = include_str!("phrases.txt");
/// Programs, options and variables by what they do, separated by blanks.
const PROGRAMS: &str = include_str!("permissions/programs.txt");

/// The text below a name, up to the next one. A name that is missing is found by the test below.
fn find_section(file: &'static str, name: &str) -> &'static str {
    let (_, rest) = file.split_once(&format!("\n[{name}]\n")).unwrap_or_default();
    rest.split_once("\n\n").map_or(rest.trim_end(), |(section, _)| section)
}

/// The phrases of a list.
pub fn phrases_in_list(name: &str) -> impl Iterator<Item = &'static str> {
    find_section(PHRASES, name).lines()
}

/// Whether a word stands in a list of the programs.
pub fn is_in_program_list(name: &str, word: &str) -> bool {
    find_section(PROGRAMS, name).split_whitespace().any(|listed| listed == word)
}

/// The words of a list of the programs.
pub fn words_in_program_list(name: &str) -> impl Iterator<Item = &'static str> {
    find_section(PROGRAMS, name).split_whitespace()
}

#[cfg(test)]
mod tests {
    /// Every list that the code names is there, and every list that is there is named.
    #[test]
    fn lists_and_their_names_agree() {
        let code = [
            include_str!("transcripts/message_author.rs"),
            include_str!("transcripts/item.rs"),
            include_str!("codex/transcript.rs"),
            include_str!("hooks/response.rs"),
            include_str!("permissions/mention.rs"),
            include_str!("permissions/file_access.rs"),
            include_str!("permissions/command_check.rs"),
            include_str!("permissions/programs.rs"),
        ]
        .concat();
        let named = |call: &str| -> Vec<String> {
            let calls = code.split(call).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()));
            calls.collect()
        };
        let in_file = |file: &str| -> Vec<String> {
            let heads = file.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']').map(str::to_owned));
            heads.collect()
        };
        for (file, calls) in [
            (super::PHRASES, vec!["phrases_in_list(\""]),
            (super::PROGRAMS, vec!["is_in_program_list(\"", "words_in_program_list(\""]),
        ] {
            let (mut named, mut there): (Vec<_>, _) =
                (calls.iter().flat_map(|call| named(call)).collect(), in_file(file));
            named.sort();
            named.dedup();
            there.sort();
            assert_eq!(named, there);
            assert!(there.iter().all(|name| !super::find_section(file, name).is_empty()));
        }
    }
}
