//! Edge cases of `tables`.

use super::*;

const VALUE: &str = "kJ8sLq2vZx9RtYb4";

#[test]
fn headers_name_the_columns_of_their_rows() {
    for (header, row) in [
        ("user,password,host", "app,kJ8sLq2vZx9RtYb4,db"),
        ("| User | Password |", "| app | kJ8sLq2vZx9RtYb4 |"),
        (" usename | passwd ", " app     | kJ8sLq2vZx9RtYb4"),
        ("user\tapi_key", "app\tkJ8sLq2vZx9RtYb4"),
        ("NAME   TOKEN    AGE", "app    kJ8sLq2vZx9RtYb4   3d"),
    ] {
        let mut table = TableWithSecretColumns::parse_header(header).unwrap_or_else(|| panic!("{header}"));
        let found = table.secret_ranges_in_row(row, &SecretValueRules::default()).unwrap();
        assert_eq!(found.iter().map(|span| &row[span.clone()]).collect::<Vec<_>>(), [VALUE], "{header}");
    }
    for line in ["fn f(user, password)", "a sentence about a password, and more of it here, is long", "password"] {
        assert!(TableWithSecretColumns::parse_header(line).is_none(), "{line}");
    }
}

#[test]
fn rows_with_names() {
    for line in [
        "| DB_PASSWORD | kJ8sLq2vZx9RtYb4 |",
        "DB_PASSWORD,kJ8sLq2vZx9RtYb4",
        "│ API_KEY │ kJ8sLq2vZx9RtYb4 │",
        "\"SSHPASS\",\"kJ8sLq2vZx9RtYb4\"",
    ] {
        let found = find_values_after_name_cells(line, &SecretValueRules::default());
        assert_eq!(found.iter().map(|span| &line[span.clone()]).collect::<Vec<_>>(), [VALUE], "{line}");
    }
    assert!(
        find_values_after_name_cells("| password | string | The password to use |", &SecretValueRules::default())
            .is_empty()
    );
}
