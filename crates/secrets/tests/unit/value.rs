//! Edge cases of `value`.

use super::*;
use crate::expression::{is_code_expression, is_path_or_address};
use crate::passphrase::may_be_passphrase;
use crate::placeholder::is_placeholder;

#[test]
fn random_is_told_from_words() {
    for value in ["kJ8sLq2vZx9RtYb4Wn7Pd3Hf", "d45b6986abb0f2cee943902dbadbcfcf", "rclri1qzj865ufrdl1erbfqfoeqh3av9"] {
        assert!(is_randomly_mixed(value), "{value}");
    }
    for value in ["APIOrganizationExist", "correct", "requiredCharacteristicTypes", "version2"] {
        assert!(!is_randomly_mixed(value), "{value}");
    }
    for value in ["process.env.API_KEY", "getToken()", "aws_db.default.password", "os.environ[\"X\"]", "Option<String>"]
    {
        assert!(is_code_expression(value), "{value}");
    }
    assert!(
        is_path_or_address("/etc/key.pem")
            && is_path_or_address("/run/secrets/db_password")
            && is_path_or_address("fixtures/auth/v2/token1.json")
    );
    assert!(!is_path_or_address("/9j4AAQSkZJRgABAQEAYABgAAD") && !is_path_or_address("q/8Xz+Kd9/aB3"));
}

/// What the usual generators make: with brackets, signs, words such as "fake" by chance.
#[test]
fn what_generators_make_is_random() {
    for value in [
        "aB3$[x}Kq9!z(Wd2",
        "<Q7!mZ)p]2vR&k8@",
        "$x9K{w#LmP2@qe7T",
        "/Kq8+vZ2mX9LpT4wR7nB1cD5fG3hJ6sA=",
        "django-insecure-#x8&2k$9w!p(z^7m*q3v)h5n",
        "x4fake9Kq2LmZ8vR",
        "Z8}kdhereW2#mQ9x",
        "ieNg4aif",
        "9f86d081884c7d659a2feaa0c55ad015",
        "%T5)uZ*:K9{c2]mQ",
    ] {
        assert!(is_random(value) && !is_placeholder(value), "{value}");
    }
    for value in [
        "getToken()",
        "process.env.TOKEN",
        "^[A-Za-z0-9]{8,}$",
        "TestPassword",
        "my-secret-token",
        "/etc/ssl/private/key.pem",
        "correct-horse-battery-staple",
        "2024-01-01T00:00:00Z",
        "requiredCharacteristicTypes",
        "version2",
        "%s: %d items",
        "data.aws_ssm_parameter.db.value",
        "postgres://db.example/x",
    ] {
        assert!(!is_random(value), "{value}");
    }
    assert!(
        may_be_passphrase("correct horse battery staple")
            && may_be_passphrase("Tabby4-Fossil-Lucid")
            && !may_be_passphrase("the password to use")
    );
}
