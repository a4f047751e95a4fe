//! The pages of real machine formats, and of some that only services write.

use crate::test::{render_fixture, render_for_test};

#[test]
fn advisories() {
    let trivy = r#"{"Results":[{"Target":"alpine","Vulnerabilities":[{"VulnerabilityID":"CVE-2021-1","PkgName":"musl","InstalledVersion":"1.1","FixedVersion":"1.2","Severity":"CRITICAL","Title":"overflow"}]}]}"#;
    insta::assert_snapshot!([render_fixture("npm/audit-json"), render_fixture("pip-audit/json"), render_for_test("trivy fs .", 1, trivy)].join("\n"), @r###"
    machine
    E body-parser 1.18.0 - 1.18.3: high: through qs (fix: express@4.22.3)
    E express 3.0.0alpha1 - 4.20.0 || 5.0.0-alpha.1 - 5.0.0-beta.3: high: through body-parser, qs, send, serve-static (fix: express@4.22.3)
    W lodash <=4.17.20: moderate: Regular Expression Denial of Service (ReDoS) in lodash [GHSA-29mw-wpgm-hmr9] (fix: lodash@4.18.1)
    E lodash <=4.17.20: high: Command Injection in lodash [GHSA-35jh-r3h4-6jhm] (fix: lodash@4.18.1)
    E minimist 1.0.0 - 1.2.5: critical: Prototype Pollution in minimist [GHSA-xvch-5gv4-984h] (fix: minimist@1.2.8)
    E qs 6.5.0 - 6.5.2: high: qs vulnerable to Prototype Pollution [GHSA-hrpp-h998-j3pp] (fix: express@4.22.3)
    I send <0.19.0: low: send vulnerable to template injection that can lead to XSS [GHSA-m6fv-jmcg-4jfg] (fix: express@4.22.3)
    I serve-static <=1.16.0: low: through send (fix: express@4.22.3)
    ---
    5 errors, 1 warning, 2 notes
    body-parser 1.18.0 - 1.18.3: high: through qs (fix: express@4.22.3)
    express 3.0.0alpha1 - 4.20.0 || 5.0.0-alpha.1 - 5.0.0-beta.3: high: through body-parser, qs, send, serve-static (fix: express@4.22.3)
    lodash <=4.17.20: moderate: Regular Expression Denial of Service (ReDoS) in lodash [GHSA-29mw-wpgm-hmr9] (fix: lodash@4.18.1)
    lodash <=4.17.20: high: Command Injection in lodash [GHSA-35jh-r3h4-6jhm] (fix: lodash@4.18.1)
    minimist 1.0.0 - 1.2.5: critical: Prototype Pollution in minimist [GHSA-xvch-5gv4-984h] (fix: minimist@1.2.8)
    qs 6.5.0 - 6.5.2: high: qs vulnerable to Prototype Pollution [GHSA-hrpp-h998-j3pp] (fix: express@4.22.3)
    vulnerabilities: info: 0, low: 2, moderate: 0, high: 4, critical: 1, total: 7
    … 240 lines

    machine
    E flask 0.12: Flask is vulnerable to Denial of Service via incorrect encoding of JSON data [PYSEC-2018-66] (fix: 0.12.3)
    E jinja2 2.10: Jinja2 sandbox escape via string formatting [CVE-2019-10906] (fix: 2.10.1)
    E requests 2.19.0: Insufficiently Protected Credentials in Requests [CVE-2018-18074] (fix: 2.20.0)
    ---
    3 errors
    flask 0.12: Flask is vulnerable to Denial of Service via incorrect encoding of JSON data [PYSEC-2018-66] (fix: 0.12.3)
    jinja2 2.10: Jinja2 sandbox escape via string formatting [CVE-2019-10906] (fix: 2.10.1)
    requests 2.19.0: Insufficiently Protected Credentials in Requests [CVE-2018-18074] (fix: 2.20.0)
    … 1 line

    machine
    E musl 1.1: CRITICAL: overflow [CVE-2021-1] (fix: 1.2)
    ---
    {"Results":[{"Target":"alpine","Vulnerabilities":[{"VulnerabilityID":"CVE-2021-1","PkgName":"musl","InstalledVersion":"1.1","FixedVersion":"1.2","Severity":"CRITICAL","Title":"overflow"}]}]}
    musl 1.1: CRITICAL: overflow [CVE-2021-1] (fix: 1.2)
    "###);
}

#[test]
fn a_log_is_counted_to_its_end() {
    let mut raw: String =
        (0..30_000).map(|n| format!("{{\"level\":\"info\",\"msg\":\"served\",\"n\":{n}}}\n")).collect();
    raw.push_str(
        "{\"level\":\"error\",\"msg\":\"disk full\",\"path\":\"/var/lib\"}\n{\"level\":\"info\",\"msg\":\"bye\"}\n",
    );
    insta::assert_snapshot!(render_for_test("./serve", 1, &raw), @r###"
    machine
    E /var/lib disk full
    ---
    30002 records: info ×30001, error ×1
    {"level":"info","msg":"served","n":0}
    {"level":"info","msg":"served","n":1}
    {"level":"info","msg":"served","n":2}
    {"level":"info","msg":"served","n":3}
    {"level":"info","msg":"served","n":4}
    {"level":"info","msg":"served","n":5}
    {"level":"info","msg":"served","n":6}
    {"level":"info","msg":"served","n":7}
    {"level":"info","msg":"served","n":8}
    {"level":"info","msg":"served","n":9}
    {"level":"info","msg":"served","n":10}
    {"level":"info","msg":"served","n":11}
    {"level":"info","msg":"served","n":12}
    {"level":"info","msg":"served","n":13}
    {"level":"info","msg":"served","n":14}
    {"level":"info","msg":"served","n":15}
    … 29984 lines
    {"level":"error","msg":"disk full","path":"/var/lib"}
    {"level":"info","msg":"bye"}
    "###);
}

#[test]
fn a_page_says_that_its_document_is_cut_off() {
    let raw = format!(
        "[{}",
        "{\"file\":\"a.py\",\"line\":3,\"severity\":\"error\",\"message\":\"no such name x\"},\n".repeat(40)
    );
    let text = render_for_test("lint --json", 1, &raw[..raw.len() - 20]);
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
        assert!(!render_for_test("./x", 0, raw).starts_with("machine"), "{raw}");
    }
}

#[test]
fn a_list_of_named_states_is_data() {
    let list = |state: &str| {
        let row =
            |n| format!("{{\"id\":{n},\"name\":\"job {n}\",\"status\":\"{}\"}}", if n == 57 { state } else { "ok" });
        format!("[{}]", (0..300).map(row).collect::<Vec<_>>().join(","))
    };
    for state in ["failed", "ok", "lost"] {
        let shown = render_for_test("./jobs --json", 0, &list(state));
        assert!(shown.starts_with("json") && !shown.contains("passed"), "{shown}");
    }
    let tests = r#"[{"suite":"cart","name":"adds","status":"ok"},{"suite":"cart","name":"rounds","status":"failed"}]"#;
    assert!(render_for_test("./check --json", 1, tests).contains("FAIL cart > rounds"));
}
