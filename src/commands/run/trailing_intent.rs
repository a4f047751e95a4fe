//! An `--intent` that was written behind the command.

use std::ffi::OsString;

/// `… --intent X` or `… --intent=X` at the very end of the command is ctx's own.
pub fn take_trailing_intent(argv: &mut Vec<OsString>) -> Option<String> {
    let last = argv.last()?.to_str()?;
    let (words, intent) = match last.strip_prefix("--intent=") {
        Some(intent) => (1, intent.to_owned()),
        None if argv.len() >= 3 && argv[argv.len() - 2] == "--intent" => (2, last.to_owned()),
        None => return None,
    };
    argv.truncate(argv.len() - words);
    Some(intent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(words: &[&str]) -> (Vec<String>, Option<String>) {
        let mut argv: Vec<OsString> = words.iter().map(OsString::from).collect();
        let intent = take_trailing_intent(&mut argv);
        (argv.into_iter().map(|word| word.into_string().unwrap()).collect(), intent)
    }

    #[test]
    fn an_intent_at_the_very_end_is_ours() {
        assert_eq!(
            split(&["npm", "test", "--intent", "failures"]),
            (vec!["npm".into(), "test".into()], Some("failures".into()))
        );
        assert_eq!(
            split(&["npm", "test", "--intent=two words"]),
            (vec!["npm".into(), "test".into()], Some("two words".into()))
        );
        assert_eq!(split(&["npm", "--intent", "x", "test"]).1, None);
        assert_eq!(split(&["--intent", "x"]), (vec!["--intent".into(), "x".into()], None));
        assert_eq!(split(&["npm", "test", "--intent"]).1, None);
    }
}
