//! Edge cases of `code`.

use super::*;

#[test]
fn code_is_told_from_settings() {
    for line in [
        "+    password: str = None):",
        "let token = f(\"x\");",
        "if password == \"x\" {",
        "  12: fn token(&self) -> String {",
    ] {
        assert!(is_code_line(line), "{line}");
    }
    for line in [
        "DB_PASSWORD=x",
        "password: x",
        "  \"token\": \"x\",",
        "ALTER USER a PASSWORD 'x';",
        "Server=h;User Id=a;Password=x;",
        "export API_KEY=x",
        "- name: DB_PASSWORD",
        "<password>x</password>",
        "define('DB_PASSWORD', 'x')",
        "curl -u a:b https://x/",
    ] {
        assert!(!is_code_line(line), "{line}");
    }
    assert!(
        prints_only_source_files("cat src/a.rs")
            && prints_only_source_files("sed -n 1,20p a.py")
            && prints_only_source_files("git show HEAD:src/a.ts")
    );
    assert!(
        !prints_only_source_files("cat .env main.py")
            && !prints_only_source_files("python manage.py")
            && !prints_only_source_files("cat x")
            && !prints_only_source_files("env")
    );
    assert!(begins_with_source_place("src/a.rs:12:let x = 1") && !begins_with_source_place("password:1"));
}
