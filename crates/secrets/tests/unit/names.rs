//! Edge cases of `names`.

use super::*;
use crate::words::words_of_table;

#[test]
fn one_table_knows_the_names() {
    for name in [
        "DB_PASSWORD",
        "dbPassword",
        "db.password",
        "SSHPASS",
        "STOREPASS",
        "KEYPASS",
        "WIFI_PSK",
        "PASSWORD_SALT",
        "CREDS",
        "AUTH",
        "SESSION_ID",
        "sessionId",
        "CARGO_REGISTRY_TOKEN",
        "PW",
        "pat",
        "sid",
        "dbPw",
        "GITHUB_PAT",
        "API_KEY",
        "apiKey",
        "aws_secret_access_key",
        "client-secret",
        "_authToken",
        "_password",
        "PGPASSWORD",
        "MYSQL_PWD",
        "requirepass",
        "SECRET_KEY_BASE",
        "JWT_SECRET",
        "private_key",
        "spring.datasource.password",
        "secret_id",
        "REDISCLI_AUTH",
        "masterauth",
        "OPENAI_API_KEY",
        "TOKEN_2",
        "x-vault-token",
    ] {
        assert!(classify_sensitive_name(name).is_some(), "{name}");
    }
    for name in [
        "key",
        "path",
        "author",
        "PUBLIC_KEY",
        "nextPageToken",
        "CACHE_KEY",
        "token_count",
        "hashed_secret",
        "max_tokens_allowed",
        "PASSWORD_FILE",
        "compass",
        "bypass",
        "keyboard",
        "primary_key",
        "tokenizer",
        "passed",
        "monkey",
        "side",
        "secret_name",
        "key_id",
        "password_hash",
        "token_url",
        "led_pin",
        "error_code",
        "random_seed",
        "patch",
        "auth_url",
        "sessions",
    ] {
        assert_eq!(classify_sensitive_name(name), None, "{name}");
    }
}

fn words_of_tables() -> impl Iterator<Item = &'static str> {
    let tables = ["password endings", "password words", "token endings", "token words", "weak words"];
    tables.into_iter().flat_map(|table| words_of_table(table).iter().copied())
}

/// The filter finds every name that the table knows.
#[test]
fn every_word_of_the_table_holds_a_stem() {
    for word in words_of_tables() {
        let title = format!("{}{}", word[..1].to_uppercase(), &word[1..]);
        for form in [word.to_owned(), title, word.to_uppercase()] {
            assert!(holds_stem(form.as_bytes()), "{form}");
        }
    }
}

/// The parts of names: words of the lists, in three forms, and any letters.
fn part() -> impl proptest::strategy::Strategy<Value = String> {
    use proptest::prelude::*;
    let tables =
        ["before pass", "qualifiers", "key kinds"].into_iter().flat_map(|table| words_of_table(table).iter().copied());
    let others = "seed code phrase pin otp totp hotp recovery session id key".split(' ');
    let words = words_of_tables().chain(crate::words::AFTER_PASS.iter().copied()).chain(tables).chain(others);
    let words: Vec<String> = words.map(str::to_owned).collect();
    let title = |word: String| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect();
    prop_oneof![
        6 => proptest::sample::select(words.clone()),
        3 => proptest::sample::select(words.clone()).prop_map(title),
        3 => proptest::sample::select(words).prop_map(|word| word.to_uppercase()),
        1 => "[a-zA-Z0-9]{1,3}",
    ]
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(4000))]
    #[test]
    fn each_name_of_a_secret_has_a_keyword(parts in proptest::collection::vec((part(), "[_.-]?"), 1..5)) {
        let name: String = parts.iter().flat_map(|(word, sign)| [word.as_str(), sign]).collect();
        let name = name.trim_end_matches(['_', '.', '-']);
        proptest::prop_assert!(classify_sensitive_name(name).is_none() || crate::keywords::has_any_keyword(&format!("{name}=")), "{}", name);
    }
}
