//! Every rule masks its secrets, and text that only looks like a secret stays.

use super::formats::RULES;
use super::formats::{find_pattern_secrets, is_plausible_secret_for_rule};
use super::*;

fn mask(line: &str) -> String {
    Masker::default().mask_line(line).into_owned()
}

/// Built at run time, so that no scanner takes this file for a leak.
fn fill(template: &str) -> String {
    let mut out = String::new();
    let mut parts = template.split('#');
    out.push_str(parts.next().unwrap());
    for part in parts {
        let (spec, rest) = part.split_once(';').unwrap();
        let (alphabet, count) = spec.split_once('*').unwrap();
        let alphabet = match alphabet {
            "hex" => "3a7f0c95e1d84b62",
            "up" => "QHB7XWKM2VTR4ZCYJ6DNPG3FSLA5EU",
            "age" => "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
            _ => "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC",
        };
        out.extend(alphabet.chars().cycle().skip(3).take(count.parse().unwrap()));
        out.push_str(rest);
    }
    out
}

#[test]
fn every_rule_has_a_true_example() {
    let examples = [
        ("aws-key-id", "key AKIA#up*16; found"),
        ("aws-secret", "aws_secret_access_key = #b*40;"),
        ("github", "remote: ghp_#b*36;"),
        ("github", "github_pat_#b*60;"),
        ("gitlab", "glpat-#b*20;"),
        ("slack", "xoxb-#b*24;"),
        ("slack", "https://hooks.slack.com/services/#b*30;"),
        ("stripe", "sk_live_#b*24;"),
        ("anthropic", "sk-ant-api03-#b*80;"),
        ("openai", "OPENAI=sk-proj-#b*60;"),
        ("google", "AIza#b*35;"),
        ("npm", "npm_#b*36;"),
        ("npm", "//host/:_authToken=#b*30;"),
        ("pypi", "pypi-AgEIcHlwaS5vcmc#b*60;"),
        ("crates-io", "cio#b*32;"),
        ("private-key", "Private-MAC: #hex*40;"),
        ("rubygems", "rubygems_#hex*48;"),
        ("jwt", "eyJ#b*20;.eyJ#b*30;.#b*40;"),
        ("url-password", "postgres://app:#b*12;@db/shop"),
        ("url-token", "GET /x?access_token=#b*30; 200"),
        ("auth-header", "> Authorization: Bearer #b*30;"),
        ("header-key", "> X-Api-Key: #b*30;"),
        ("azure", "AccountKey=#b*60;"),
        ("digitalocean", "dop_v1_#hex*64;"),
        ("sendgrid", "SG.#b*22;.#b*43;"),
        ("mailgun", "key-#hex*32;"),
        ("mailchimp", "#hex*32;-us12"),
        ("twilio", "SK#hex*32;"),
        ("telegram", "718293645:AA#b*33;"),
        ("discord", "https://discord.com/api/webhooks/123456789012345678/#b*50;"),
        ("shopify", "shpat_#hex*32;"),
        ("square", "sq0atp-#b*22;"),
        ("hugging-face", "hf_#b*34;"),
        ("replicate", "r8_#b*37;"),
        ("groq", "gsk_#b*52;"),
        ("perplexity", "pplx-#b*48;"),
        ("xai", "xai-#b*80;"),
        ("databricks", "dapi#hex*32;"),
        ("linear", "lin_api_#b*40;"),
        ("notion", "ntn_#b*46;"),
        ("figma", "figd_#b*44;"),
        ("atlassian", "ATATT3#b*80;"),
        ("bitbucket", "ATBB#b*32;"),
        ("docker", "dckr_pat_#b*27;"),
        ("hashicorp", "hvs.#b*30;"),
        ("doppler", "dp.pt.#b*43;"),
        ("pulumi", "pul-#hex*40;"),
        ("planetscale", "pscale_tkn_#b*43;"),
        ("supabase", "sbp_#hex*40;"),
        ("grafana", "glsa_#b*32;_#hex*8;"),
        ("new-relic", "NRAK-#up*27;"),
        ("sentry", "sntrys_#b*60;"),
        ("postman", "PMAK-#hex*24;-#hex*34;"),
        ("age", "AGE-SECRET-KEY-1#age*58;"),
        ("auth-header", "curl --header='Authorization:\tBearer QMBRJLHvYE' x"),
        ("jwt", "eyJ0eXAiOiAiVENWMiJ9.#b*40;.#b*60;"),
        ("amazon", "amzn.mws.#hex*8;-3f1c-4b2a-9d7e-#hex*12;"),
        ("braintree", "access_token$production$#hex*16;$#hex*32;"),
        ("clickup", "pk_4829175_#up*32;"),
        ("private-key-base64", "client-key: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ#b*80;"),
        ("account-hash", "root:$6$#b*8;$#b*86;:19000:0:99999:7:::"),
        ("account-hash", "deploy:$apr1$#b*8;$#b*22;"),
        ("vault-unseal", "Unseal Key 2: #b*44;"),
        ("prefixed-token", "pk_#b*34;"),
        ("prefixed-token", "key-#b*64;"),
        ("teams-webhook", "https://outlook.office.com/webhook/#hex*36;@#hex*36;/IncomingWebhook/#hex*32;/#hex*36;"),
        ("named", "PresharedKey = #b*43;="),
        ("netrc", "machine host login me password #b*12;"),
    ];
    for (rule, template) in examples {
        let line = fill(template);
        let masked = mask(&line);
        assert!(masked.contains(&format!("[masked:{rule}]")), "{rule}: {line} -> {masked}");
    }
}

/// A text that the pattern matches, each choice taken at random.
fn generate(hir: &regex_syntax::hir::Hir, pick: &mut dyn FnMut(usize) -> usize, shout: bool, out: &mut String) {
    use regex_syntax::hir::{Class, HirKind};
    match hir.kind() {
        HirKind::Literal(literal) => out.push_str(std::str::from_utf8(&literal.0).unwrap()),
        HirKind::Class(class) => {
            let all: Vec<char> = match class {
                Class::Bytes(class) => {
                    class.iter().flat_map(|range| (range.start()..=range.end()).map(char::from)).collect()
                }
                Class::Unicode(class) => class.iter().flat_map(|range| range.start()..=range.end()).collect(),
            };
            // Either case is used, not both within a word.
            if let [upper, lower] = all[..]
                && upper.to_ascii_lowercase() == lower
            {
                return out.push(if shout { upper } else { lower });
            }
            let plain: Vec<char> = all.iter().copied().filter(char::is_ascii_alphanumeric).collect();
            let visible: Vec<char> = all.iter().copied().filter(char::is_ascii_graphic).collect();
            let pool = [plain, visible, all].into_iter().find(|pool| !pool.is_empty()).unwrap();
            out.push(pool[pick(pool.len())]);
        }
        HirKind::Repetition(repetition) => {
            let most = repetition.max.unwrap_or(repetition.min + 8).min(repetition.min + 8);
            let times = repetition.min as usize + pick((most - repetition.min) as usize + 1);
            (0..times).for_each(|_| generate(&repetition.sub, pick, shout, out));
        }
        HirKind::Capture(capture) => generate(&capture.sub, pick, shout, out),
        HirKind::Concat(parts) => parts.iter().for_each(|part| generate(part, pick, shout, out)),
        HirKind::Alternation(parts) => generate(&parts[pick(parts.len())], pick, shout, out),
        HirKind::Empty | HirKind::Look(_) => {}
    }
}

/// No keyword is dead: every form that a pattern matches is found.
#[test]
fn all_forms_of_every_pattern_are_masked() {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut pick = |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    for (index, rule) in RULES.iter().enumerate() {
        let hir = regex_syntax::ParserBuilder::new().unicode(false).utf8(false).build().parse(rule.pattern).unwrap();
        let pattern = rule.compiled_regex().unwrap_or_else(|| panic!("{} does not compile", rule.name));
        let mut masked = 0;
        for round in 0..200 {
            let mut example = String::new();
            generate(&hir, &mut pick, round % 2 == 0, &mut example);
            // A secret stands on one line.
            let example = example.replace(['\n', '\r', '\x0b', '\x0c'], " ");
            let Some(span) = find_pattern_secrets(pattern, &example).into_iter().next() else { continue };
            let (before, secret) = (&example[..span.start], &example[span]);
            // A short secret may stand in the text before it as well.
            if !is_plausible_secret_for_rule(index, before, secret) || before.contains(secret) {
                continue;
            }
            assert!(
                keywords::find_keyword_hits(&example).rules.contains(&index),
                "{}: no keyword is in {example}",
                rule.name
            );
            assert!(
                !mask(&example).replace("[masked:", "").contains(secret),
                "{}: {example} -> {}",
                rule.name,
                mask(&example)
            );
            masked += 1;
        }
        assert!(masked >= 5, "{}: only {masked} of 200 examples of {} were secrets", rule.name, rule.pattern);
    }
}

#[test]
fn text_that_only_looks_like_a_secret_stays() {
    for line in [
        "test sk-button renders ... ok",
        "AKIAPPLE is a word",
        "see https://example.com:8080/path@v2",
        "git clone https://user@example.com/x.git",
        "postgres://app:$DB_PASSWORD@db/shop",
        "postgres://app:****@db/shop",
        "Authorization: Bearer $TOKEN",
        "commit 0123456789abcdef0123456789abcdef01234567",
        "sha512-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789+/==",
        "task-risk-disk-whisk-brisk",
        "eyJhbGciOiJIUzI1NiJ9 is a header alone",
        "-----BEGIN CERTIFICATE-----",
        "key-value pairs, a key-less entry",
        "machine learning",
        "npm_config_registry=x npm_lifecycle_event=test",
        "postgres://postgres:postgres@localhost/shop",
        "parse(\"scheme://user:password@hostname:1234\")",
        "curl -u username:token https://x",
        "curl --user \"xxx:yyy\" https://x",
        "xoxp-1234-1234-1234-4ddbc191d40ee098cbaae6f3523ada2d",
    ] {
        assert_eq!(mask(line), line);
    }
}

#[test]
fn a_private_key_goes_with_all_its_lines() {
    let mut masker = Masker::default();
    let text = "before\n-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIB\nq83vEjRW\n-----END RSA PRIVATE KEY-----\nafter\n";
    let masked = masker.mask_text(text).into_owned();
    assert!(!masked.contains("MIIE") && !masked.contains("q83v"), "{masked}");
    assert!(masked.starts_with("before\n") && masked.ends_with("after\n"));
    let json = mask(r#"{"key": "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n", "id": 7}"#);
    assert_eq!(json, r#"{"key": "[masked:private-key]\n", "id": 7}"#);
    let mut masker = Masker::default();
    masker.mask_line("-----BEGIN OPENSSH PRIVATE KEY-----");
    assert_eq!(
        masker.mask_line("this is an ordinary line of text that follows it"),
        "this is an ordinary line of text that follows it"
    );
}

#[test]
fn values_of_variables_go_wherever_they_stand() {
    let mut masker = Masker::new(vec!["correct-horse-battery".into(), "hunter22".into()]);
    assert_eq!(masker.mask_line("login with hunter22!"), "login with [masked:env]!");
    assert_eq!(masker.mask_line("a correct-horse-battery b"), "a [masked:env] b");
    assert_eq!(masker.mask_line("nothing here"), "nothing here");
}

#[test]
fn bytes_stay_what_they_are_but_for_secrets() {
    let mut masker = Masker::new(vec!["hunter2hunter2".into()]);
    let raw = b"\x1b[31mred\x1b[0m \xff\xfe\r\nno newline";
    assert_eq!(&*masker.mask_bytes(raw), raw);
    assert_eq!(&*masker.mask_bytes(b"\xff a\npw hunter2hunter2\r\n\xfe"), b"\xff a\npw [masked:env]\r\n\xfe");
}
