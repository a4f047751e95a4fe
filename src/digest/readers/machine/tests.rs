//! What is shown of real machine formats, and of some that only services write.

use crate::digest::test::{fixture, shown};

#[test]
fn ruff() {
    insta::assert_snapshot!(fixture("ruff/json"), @"");
}

#[test]
fn sarif() {
    insta::assert_snapshot!(fixture("ruff/sarif"), @"");
}

#[test]
fn github_annotations() {
    insta::assert_snapshot!(fixture("ruff/github"), @"");
}

#[test]
fn a_linter_as_junit() {
    insta::assert_snapshot!(fixture("ruff/junit"), @"");
}

#[test]
fn mypy() {
    insta::assert_snapshot!(fixture("mypy/json"), @"");
}

#[test]
fn pyright_counts_from_nought() {
    insta::assert_snapshot!(fixture("pyright/json"), @"");
}

#[test]
fn pylint() {
    insta::assert_snapshot!(fixture("pylint/json2"), @"");
}

#[test]
fn bandit() {
    insta::assert_snapshot!(fixture("bandit/json"), @"");
}

#[test]
fn shellcheck() {
    insta::assert_snapshot!(fixture("shellcheck/json1"), @"");
}

#[test]
fn checkstyle() {
    insta::assert_snapshot!(fixture("shellcheck/checkstyle"), @"");
}

#[test]
fn junit() {
    insta::assert_snapshot!(fixture("pytest/junit-xml"), @"");
}

#[test]
fn xunit() {
    insta::assert_snapshot!(fixture("mocha/xunit"), @"");
}

#[test]
fn eslint() {
    insta::assert_snapshot!(fixture("eslint/json"), @"");
}

#[test]
fn stylelint() {
    insta::assert_snapshot!(fixture("stylelint/json"), @"");
}

#[test]
fn jest() {
    insta::assert_snapshot!(fixture("jest/json"), @"");
}

#[test]
fn vitest() {
    insta::assert_snapshot!(fixture("vitest/json"), @"");
}

#[test]
fn mocha() {
    insta::assert_snapshot!(fixture("mocha/json"), @"");
}

#[test]
fn oxlint() {
    insta::assert_snapshot!(fixture("oxlint/json"), @"");
}

#[test]
fn biome() {
    insta::assert_snapshot!(fixture("biome/json"), @"");
}

#[test]
fn cargo_errors_among_warnings() {
    insta::assert_snapshot!(fixture("cargo/json-errors"), @"");
}

#[test]
fn advisories() {
    let npm = r#"{"auditReportVersion":2,"vulnerabilities":{"lodash":{"name":"lodash","severity":"high","isDirect":true,"via":[{"source":1,"name":"lodash","title":"Command Injection in lodash","url":"https://example.org/GHSA-35jh","severity":"high","range":"<4.17.21"}],"effects":[],"range":"<=4.17.20","nodes":["node_modules/lodash"],"fixAvailable":{"name":"lodash","version":"4.17.21","isSemVerMajor":false}}},"metadata":{"vulnerabilities":{"info":0,"low":0,"moderate":0,"high":1,"critical":0,"total":1}}}"#;
    let pip = r#"{"dependencies":[{"name":"flask","version":"0.5","vulns":[{"id":"PYSEC-2018-66","fix_versions":["0.12.3"],"description":"Denial of service"}]},{"name":"click","version":"8.1","vulns":[]}]}"#;
    let trivy = r#"{"Results":[{"Target":"alpine","Vulnerabilities":[{"VulnerabilityID":"CVE-2021-1","PkgName":"musl","InstalledVersion":"1.1","FixedVersion":"1.2","Severity":"CRITICAL","Title":"overflow"}]}]}"#;
    insta::assert_snapshot!([shown("npm audit --json", 1, npm), shown("pip-audit -f json", 1, pip), shown("trivy fs .", 1, trivy)].join("\n"), @"");
}

#[test]
fn pull_requests_and_their_checks() {
    let row = |number: u32, state: &str| {
        format!(
            r#"{{"number":{number},"state":"{state}","title":"Change number {number}","author":{{"login":"ann"}},"body":"{}","statusCheckRollup":[{{"name":"build","status":"COMPLETED","conclusion":"SUCCESS"}},{{"name":"test (ubuntu)","status":"COMPLETED","conclusion":"{}","detailsUrl":"https://example.org/runs/{number}"}}]}}"#,
            "words ".repeat(150),
            if number == 7 { "FAILURE" } else { "SUCCESS" }
        )
    };
    let rows: Vec<String> = (1..=12).map(|number| row(number, if number < 9 { "OPEN" } else { "MERGED" })).collect();
    insta::assert_snapshot!(shown("gh pr list --json number,title", 0, &format!("[{}]", rows.join(","))), @"");
}

#[test]
fn a_log_is_counted_to_its_end() {
    let mut raw: String =
        (0..30_000).map(|n| format!("{{\"level\":\"info\",\"msg\":\"served\",\"n\":{n}}}\n")).collect();
    raw.push_str(
        "{\"level\":\"error\",\"msg\":\"disk full\",\"path\":\"/var/lib\"}\n{\"level\":\"info\",\"msg\":\"bye\"}\n",
    );
    insta::assert_snapshot!(shown("./serve", 1, &raw), @"");
}

#[test]
fn what_is_cut_off_says_so() {
    let raw = format!(
        "[{}",
        "{\"file\":\"a.py\",\"line\":3,\"severity\":\"error\",\"message\":\"no such name x\"},\n".repeat(40)
    );
    let text = shown("lint --json", 1, &raw[..raw.len() - 20]);
    assert!(text.contains("39 errors in the part that could be read"), "{text}");
    assert!(text.contains("a.py:3: error: no such name x\n"), "{text}");
}

#[test]
fn data_and_logs_of_brackets_are_left_alone() {
    for raw in [
        "[INFO] building\n[WARN] {x}\n",
        "{ code; }\n[1, 2, 3]\n",
        "{\"name\": \"shop\", \"version\": \"1.0\", \"scripts\": {\"test\": \"jest\"}}\n",
    ] {
        assert!(!shown("./x", 0, raw).starts_with("machine"), "{raw}");
    }
}
