//! Edge cases of `follows`.

use super::*;

#[test]
fn a_line_of_base64_is_no_label() {
    let names = |line: &str| ends_name(line.as_bytes(), line.len() - 2, 2);
    assert!(!names("QWPKzv9pj2gOlTblzLmMCcpL3TGQlsjMH/1WljTbjhzqLL6FLmPdqqmV0/0plRPw"));
    assert!(names("root pw") && names("dbPw") && names("the shop's database in the second region: Pw"));
}

#[test]
fn how_a_test_ended_names_nothing() {
    let names = |line: &str| {
        let at = line.to_ascii_lowercase().find("pass").expect("the word is there");
        ends_name(line.as_bytes(), at, 4)
    };
    for line in
        ["Case 1     | PASS |\nx", "sums up ... pass", "disk [ PASS ]", "--- PASS: TestSum (0.00s)", "(pass) sums up"]
    {
        assert!(!names(line), "{line}");
    }
    for line in [
        "| user | pass |",
        " user | pass",
        "user   PASS",
        "PASS: v",
        "db ... pass word1234",
        "PASS=x",
        "a | PASS | x |",
    ] {
        assert!(names(line), "{line}");
    }
}
