//! Edge cases of `sql`.

use super::*;

#[test]
fn columns_name_the_values_of_rows() {
    let line =
        "INSERT INTO users (name, password, age) VALUES ('a', 'kJ8sLq2vZx9RtYb4', 3), ('b','kJ8sLq2vZx9RtYb4',4);";
    let (insert, from) = SqlInsertColumns::parse_insert_line(line).unwrap();
    assert_eq!(insert.secret_ranges_in_row(line, from, &SecretValueRules::default()).0.len(), 2);
    assert!(
        SqlInsertColumns::continues_rows("  VALUES ('a')")
            && SqlInsertColumns::continues_rows("('b'),")
            && !SqlInsertColumns::continues_rows("SELECT 1")
    );
}

#[test]
fn rows_have_the_columns_of_the_definition() {
    let mut schema = TablesWithSecrets::default();
    for line in [
        "CREATE TABLE IF NOT EXISTS `users` (",
        "  `id` int(11) NOT NULL,",
        "  `password` varchar(200) DEFAULT NULL,",
        "  PRIMARY KEY (`id`)",
        ") ENGINE=InnoDB;",
    ] {
        schema.read_create_table_line(line);
    }
    let line = "INSERT INTO `users` VALUES (1,'kJ8sLq2vZx9RtYb4'),(2,NULL);";
    let (insert, from) = schema.sql_insert_columns_of_line(line).unwrap();
    let (found, ended) = insert.secret_ranges_in_row(line, from, &SecretValueRules::default());
    assert_eq!(found.iter().map(|span| &line[span.clone()]).collect::<Vec<_>>(), ["kJ8sLq2vZx9RtYb4"]);
    assert!(ended && schema.sql_insert_columns_of_line("INSERT INTO other VALUES (1,'x')").is_none());
    let mut other = TablesWithSecrets::default();
    other.read_create_table_line("create table t (id int, name text);");
    assert!(!other.has_tables_or_definition());
}
