//! Edge cases of `placeholder`.

use super::*;

#[test]
fn placeholders_are_told_from_tokens() {
    for value in [
        "$TOKEN",
        "<token>",
        "xxxxxxxxxxxx",
        "AKIAIOSFODNN7EXAMPLE",
        "abcdef123456",
        "please_change_me",
        "00000000",
        "aaaaaaaab1",
        "${DB_PASSWORD}",
        "{{ vault.token }}",
        "<your-token>",
        "changeme",
        "%TOKEN%",
        "(sensitive value)",
        "${X:-default}",
    ] {
        assert!(is_placeholder(value), "{value}");
    }
    for value in ["kJ8sLq2vZx9RtYb4Wn7Pd3Hf", "d45b6986abb0f2cee943902dbadbcfcfdd1da089", "hunter2", "a1B2a1B2a1B2"] {
        assert!(!is_placeholder(value), "{value}");
    }
}

#[test]
fn samples_are_told_from_passwords() {
    for value in
        ["TestPassword123!", "NewPassword123!x", "admin123", "Admin123!", "pwd2", "foo$bar", "pass", "my-secret"]
    {
        assert!(is_sample_password(value), "{value}");
    }
    for value in [
        "hunter2",
        "rapunz3l",
        "Tr0ub4dor&3",
        "P@ssw0rd$1",
        "winter2024",
        "kJ8sLq2vZx9RtYb4Wn7Pd3Hf",
        "secret-8f3a2c9d7e",
    ] {
        assert!(!is_sample_password(value), "{value}");
    }
}
