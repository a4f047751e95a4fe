//! Edge cases of `insert`.

use super::*;

#[test]
fn columns_name_the_values_of_rows() {
    let line =
        "INSERT INTO users (name, password, age) VALUES ('a', 'kJ8sLq2vZx9RtYb4', 3), ('b','kJ8sLq2vZx9RtYb4',4);";
    let (insert, from) = InsertColumns::parse_insert_line(line).unwrap();
    assert_eq!(insert.secret_row_values(line, from, &ValueJudge::default()).0.len(), 2);
    assert!(
        InsertColumns::continues_rows("  VALUES ('a')")
            && InsertColumns::continues_rows("('b'),")
            && !InsertColumns::continues_rows("SELECT 1")
    );
}
