//! The masking table: well-known token shapes, and values of secret variables, replaced by `[masked:rule]` in all that is
//! printed or indexed. Raw bytes stay exact.

use std::borrow::Cow;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use regex::bytes::Regex;

/// One shape. A text without one of the rule's keywords is never shown to its pattern; patterns are compiled on first need.
struct Rule {
    name: &'static str,
    keywords: &'static [&'static str],
}

// Name, keywords, pattern. ASCII classes only: Unicode ones cost fifty times as much to compile.
// Group 1, where there is one, is the secret.
macro_rules! rules {
    ($(($name:literal, [$($keyword:literal),+], $pattern:literal)),+ $(,)?) => {
        const RULES: &[Rule] = &[$(Rule { name: $name, keywords: &[$($keyword),+] }),+];
        static PATTERNS: [LazyLock<Option<Regex>>; RULES.len()] = [$(LazyLock::new(|| compile($pattern))),+];
    };
}

rules![
    ("aws-key-id", ["AKIA", "ASIA", "ABIA", "ACCA"], r"\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b"),
    (
        "aws-secret",
        ["aws_secret", "AWS_SECRET", "SecretAccessKey", "secretAccessKey", "secret_access_key"],
        r#"(?i)(?:aws_secret_access_key|aws_secret_key|secret_?access_?key)["']?\s*[:=]\s*["']?([A-Za-z0-9/+=]{40})(?:[^A-Za-z0-9/+=]|$)"#
    ),
    (
        "github",
        ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
        r"\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})"
    ),
    (
        "gitlab",
        ["glpat-", "glptt-", "gldt-", "glrt-", "glcbt-", "GR1348941"],
        r"\b(?:gl(?:pat|ptt|dt|rt|cbt|agent|soat|ft)-[A-Za-z0-9_\-.]{20,}|GR1348941[A-Za-z0-9_\-]{20,})"
    ),
    (
        "slack",
        ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxe", "xapp-", "hooks.slack.com"],
        r"\b(?:xox[abeprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Za-z0-9-]{10,})|hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/+_-]{20,}"
    ),
    (
        "stripe",
        ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"],
        r"\b(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,})"
    ),
    ("anthropic", ["sk-ant-"], r"\bsk-ant-[A-Za-z0-9_-]{20,}"),
    (
        "openai",
        ["sk-"],
        r"\bsk-(?:proj-|svcacct-|admin-|None-)[A-Za-z0-9_-]{20,}|\bsk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|\bsk-[A-Za-z0-9]{40,}\b"
    ),
    (
        "google",
        ["AIza", "ya29.", "GOCSPX-", "1//0"],
        r"\b(?:AIza[0-9A-Za-z_-]{35}|ya29\.[0-9A-Za-z_-]{20,}|GOCSPX-[0-9A-Za-z_-]{28}|1//0[0-9A-Za-z_-]{30,})"
    ),
    ("npm", ["npm_", "_authToken"], r"\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=\s*([^\s$]{16,})"),
    ("pypi", ["pypi-"], r"\bpypi-[A-Za-z0-9_-]{50,}"),
    ("crates-io", ["cio"], r"\bcio[A-Za-z0-9]{32}\b"),
    ("rubygems", ["rubygems_"], r"\brubygems_[a-f0-9]{48}\b"),
    ("jwt", ["eyJ"], r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"),
    ("url-password", ["://"], r#"\b[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\s/:@"'<>]{0,100}:([^\s/@"'<>]{3,200})@"#),
    (
        "url-token",
        ["token=", "api_key=", "apikey=", "sig=", "signature=", "X-Amz-Signature="],
        r"[?&](?i:access_token|auth_token|token|api_?key|sig|signature|X-Amz-Signature)=([A-Za-z0-9%_.+/=-]{16,})"
    ),
    (
        "auth-header",
        ["uthorization", "UTHORIZATION"],
        r#"(?i)authorization["']?\s*[:=]\s*["']?(?:bearer|basic|token|digest)\s+([A-Za-z0-9+/=_.~-]{8,})"#
    ),
    (
        "header-key",
        [
            "pi-key",
            "PI-KEY",
            "pi-Key",
            "uth-token",
            "uth-Token",
            "ccess-token",
            "ccess-Token",
            "RIVATE-TOKEN",
            "rivate-token",
            "et-cookie",
            "et-Cookie"
        ],
        r#"(?i)(?:x-api-key|api-key|x-auth-token|x-access-token|private-token|set-cookie)["']?\s*:\s*["']?([^\s"',;]{12,})"#
    ),
    ("azure", ["AccountKey=", "SharedAccessKey="], r"(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/=]{40,})"),
    ("digitalocean", ["dop_v1_", "doo_v1_", "dor_v1_"], r"\bdo[opr]_v1_[a-f0-9]{64}\b"),
    ("sendgrid", ["SG."], r"\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}\b"),
    ("mailgun", ["key-"], r"\bkey-[0-9a-f]{32}\b"),
    ("mailchimp", ["-us"], r"\b[0-9a-f]{32}-us[0-9]{1,2}\b"),
    ("twilio", ["SK"], r"\bSK[0-9a-f]{32}\b"),
    ("telegram", [":AA"], r"\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}\b"),
    (
        "discord",
        ["discord.com/api/webhooks", "discordapp.com/api/webhooks"],
        r"discord(?:app)?\.com/api/webhooks/[0-9]{15,}/[A-Za-z0-9_-]{40,}"
    ),
    ("shopify", ["shpat_", "shpca_", "shppa_", "shpss_"], r"\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b"),
    ("square", ["sq0atp-", "sq0csp-", "EAAA"], r"\bsq0(?:atp|csp)-[A-Za-z0-9_-]{22,}|\bEAAA[A-Za-z0-9_-]{60}\b"),
    ("hugging-face", ["hf_"], r"\bhf_[A-Za-z0-9]{30,}\b"),
    ("replicate", ["r8_"], r"\br8_[A-Za-z0-9]{37}\b"),
    ("groq", ["gsk_"], r"\bgsk_[A-Za-z0-9]{40,}"),
    ("perplexity", ["pplx-"], r"\bpplx-[A-Za-z0-9]{40,}"),
    ("xai", ["xai-"], r"\bxai-[A-Za-z0-9]{60,}"),
    ("databricks", ["dapi"], r"\bdapi[a-f0-9]{32}(?:-[0-9])?\b"),
    ("linear", ["lin_api_"], r"\blin_api_[A-Za-z0-9]{40}\b"),
    ("notion", ["ntn_"], r"\bntn_[A-Za-z0-9]{40,}\b"),
    ("figma", ["figd_"], r"\bfigd_[A-Za-z0-9_-]{40,}"),
    ("atlassian", ["ATATT3", "ATCTT3"], r"\bAT[AC]TT3[A-Za-z0-9_\-=]{60,}"),
    ("bitbucket", ["ATBB"], r"\bATBB[A-Za-z0-9]{32}\b"),
    ("docker", ["dckr_pat_", "dckr_oat_"], r"\bdckr_[po]at_[A-Za-z0-9_-]{24,}"),
    (
        "hashicorp",
        ["hvs.", "hvb.", "hvr.", ".atlasv1."],
        r"\bhv[sbr]\.[A-Za-z0-9_-]{24,}|\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}"
    ),
    ("doppler", ["dp.pt.", "dp.st."], r"\bdp\.[ps]t\.[A-Za-z0-9._-]{40,}"),
    ("pulumi", ["pul-"], r"\bpul-[a-f0-9]{40}\b"),
    ("planetscale", ["pscale_"], r"\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,}"),
    ("supabase", ["sbp_", "sb_secret_"], r"\bsbp_[a-f0-9]{40}\b|\bsb_secret_[A-Za-z0-9_-]{20,}"),
    ("grafana", ["glc_", "glsa_"], r"\bglc_[A-Za-z0-9+/=]{32,}|\bglsa_[A-Za-z0-9]{32}_[a-f0-9]{8}\b"),
    ("new-relic", ["NRAK-"], r"\bNRAK-[A-Z0-9]{27}\b"),
    ("sentry", ["sntrys_", "sntryu_"], r"\bsntry[su]_[A-Za-z0-9_=+/-]{40,}"),
    ("postman", ["PMAK-"], r"\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}\b"),
    ("age", ["AGE-SECRET-KEY-1"], r"\bAGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}\b"),
    ("netrc", ["machine "], r"\bmachine\s+\S+\s+login\s+\S+\s+password\s+(\S{3,})"),
];

/// First line of a private key; all lines up to the `END` are masked.
const KEY_BEGIN: &str = "-----BEGIN";
const KEY_END: &str = "-----END";
/// A key block longer than this is none.
const KEY_LINES: u32 = 120;
const KEY_MASK: &str = "[masked:private-key]";

fn compile(pattern: &str) -> Option<Regex> {
    regex::bytes::RegexBuilder::new(pattern).unicode(false).build().ok()
}

/// Index of the rule behind each keyword of the automaton; the last one stands for the key block.
static KEYWORDS: LazyLock<(AhoCorasick, Vec<usize>)> = LazyLock::new(|| keywords(AhoCorasickKind::ContiguousNFA));
/// The same for megabytes: it takes longer to make and half the time to run.
static KEYWORDS_OF_MUCH: LazyLock<(AhoCorasick, Vec<usize>)> = LazyLock::new(|| keywords(AhoCorasickKind::DFA));

fn keywords(kind: AhoCorasickKind) -> (AhoCorasick, Vec<usize>) {
    let mut words = Vec::new();
    let mut rules = Vec::new();
    for (index, rule) in RULES.iter().enumerate() {
        words.extend_from_slice(rule.keywords);
        rules.extend(std::iter::repeat_n(index, rule.keywords.len()));
    }
    words.push(KEY_BEGIN);
    rules.push(RULES.len());
    let automaton = AhoCorasick::builder().kind(Some(kind)).build(words);
    (automaton.expect("the table of keywords is small and constant"), rules)
}

fn automaton() -> &'static (AhoCorasick, Vec<usize>) {
    if LOOKED_AT.load(Ordering::Relaxed) < MUCH { &KEYWORDS } else { &KEYWORDS_OF_MUCH }
}

/// Below this many bytes a search for each keyword is over before the automaton for all of them is built.
const SHORT: usize = 8 << 10;
/// A text is counted as so many bytes when several come one after another.
const LINE: usize = 128;
/// From here on the fastest automaton is worth its making.
const MUCH: usize = 4 << 20;
/// Bytes that this process has looked at, as far as it matters.
static LOOKED_AT: AtomicUsize = AtomicUsize::new(0);

/// True while so little was looked at, this text with it, that no automaton is worth its making.
fn is_short(text: &str) -> bool {
    let before = LOOKED_AT.load(Ordering::Relaxed);
    let now = before + text.len().max(LINE);
    if before < MUCH {
        // Two threads may count over one another; nothing but speed hangs on it.
        LOOKED_AT.store(now, Ordering::Relaxed);
    }
    now < SHORT
}

/// Which rules' keywords occur; the last place stands for the key block.
fn keyword_hits(text: &str, is_short: bool) -> [bool; RULES.len() + 1] {
    let mut hit = [false; RULES.len() + 1];
    if is_short {
        let occurs = |word: &&str| memchr::memmem::find(text.as_bytes(), word.as_bytes()).is_some();
        for (index, rule) in RULES.iter().enumerate() {
            hit[index] = rule.keywords.iter().any(occurs);
        }
        hit[RULES.len()] = occurs(&KEY_BEGIN);
    } else {
        let (automaton, owners) = automaton();
        // Most lines hold none, which is found out faster than which.
        if !automaton.is_match(text) {
            return hit;
        }
        // Overlapping: `sk-` must not hide `sk-ant-`.
        for found in automaton.find_overlapping_iter(text.as_bytes()) {
            hit[owners[found.pattern().as_usize()]] = true;
        }
    }
    hit
}

/// Masks line after line; a private key is followed over its lines.
#[derive(Clone, Default)]
pub struct Masker {
    /// Values of secret variables, longest first.
    values: Vec<String>,
    key_lines_left: u32,
}

impl Masker {
    pub fn new(values: Vec<String>) -> Masker {
        Masker { values, ..Masker::default() }
    }

    /// A masker with the same values that has seen no line yet.
    pub fn fresh(&self) -> Masker {
        Masker::new(self.values.clone())
    }

    /// Only the values of secret variables: for text whose shapes were masked when it was kept.
    pub fn values<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut masked = Cow::Borrowed(text);
        for value in &self.values {
            if masked.contains(value.as_str()) {
                masked = Cow::Owned(masked.replace(value.as_str(), "[masked:env]"));
            }
        }
        masked
    }

    /// The line as it may be shown.
    pub fn line<'a>(&mut self, line: &'a str) -> Cow<'a, str> {
        if self.key_lines_left > 0 {
            return self.key_line(line);
        }
        let mut masked = self.values(line);
        let hit = keyword_hits(&masked, is_short(&masked));
        if !hit.contains(&true) {
            return masked;
        }
        for index in (0..RULES.len()).filter(|&index| hit[index]) {
            masked = apply(index, masked);
        }
        if hit[RULES.len()] && masked.contains("PRIVATE KEY") { self.begin_key(&masked) } else { masked }
    }

    /// False when nothing in the text can be a secret: a look that is much cheaper than masking.
    pub fn touches(&self, text: &str) -> bool {
        self.key_lines_left > 0
            || self.values.iter().any(|value| text.contains(value.as_str()))
            || if is_short(text) { keyword_hits(text, true).contains(&true) } else { automaton().0.is_match(text) }
    }

    /// Several lines at once, line ends kept.
    pub fn text<'a>(&mut self, text: &'a str) -> Cow<'a, str> {
        if !self.touches(text) {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            let (body, end) = line.strip_suffix('\n').map_or((line, ""), |body| (body, "\n"));
            out.push_str(&self.line(body));
            out.push_str(end);
        }
        Cow::Owned(out)
    }

    fn begin_key<'a>(&mut self, line: &str) -> Cow<'a, str> {
        let start = line.find(KEY_BEGIN).unwrap_or(0);
        let end = line[start..].find(KEY_END);
        if end.is_none() {
            self.key_lines_left = KEY_LINES;
        }
        // A key on one line (in JSON, in a variable) ends where its END marker ends.
        let after = end.map_or("", |end| {
            let marker = &line[start + end + KEY_END.len()..];
            marker.split_once("-----").map_or("", |(_, after)| after)
        });
        Cow::Owned(format!("{}{KEY_MASK}{after}", &line[..start]))
    }

    fn key_line<'a>(&mut self, line: &'a str) -> Cow<'a, str> {
        self.key_lines_left -= 1;
        if line.contains(KEY_END) {
            self.key_lines_left = 0;
            return Cow::Borrowed(KEY_MASK);
        }
        // What surrounds a key (a log prefix, a diff's plus) may be any text, but a key's line has no words.
        let words = line.split_whitespace().count();
        if words > 6 {
            self.key_lines_left = 0;
            return self.line(line);
        }
        Cow::Borrowed(KEY_MASK)
    }
}

fn apply(index: usize, line: Cow<'_, str>) -> Cow<'_, str> {
    let Some(pattern) = &*PATTERNS[index] else { return line };
    let mut out = String::new();
    let mut copied = 0;
    for found in pattern.captures_iter(line.as_bytes()) {
        let Some(span) = found.get(1).or_else(|| found.get(0)) else { continue };
        let (Some(before), true) = (line.get(copied..span.start()), line.is_char_boundary(span.end())) else {
            continue;
        };
        if line[span.start()..span.end()].starts_with("[masked:") || is_placeholder(&line[span.start()..span.end()]) {
            continue;
        }
        out.push_str(before);
        out.push_str("[masked:");
        out.push_str(RULES[index].name);
        out.push(']');
        copied = span.end();
    }
    if copied == 0 {
        return line;
    }
    out.push_str(&line[copied..]);
    Cow::Owned(out)
}

/// `$TOKEN`, `<password>`, `****`, `xxxx`: what documentation writes where a secret would stand.
fn is_placeholder(value: &str) -> bool {
    value.starts_with(['$', '<', '{', '%'])
        || value.bytes().all(|byte| matches!(byte, b'*' | b'x' | b'X' | b'.' | b'-' | b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(line: &str) -> String {
        Masker::default().line(line).into_owned()
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
                "hex" => "0123456789abcdef",
                "up" => "ABCDEFGHJKLMNPQRSTUVWXYZ234567",
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
            ("telegram", "123456789:AA#b*33;"),
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
            ("netrc", "machine host login me password #b*12;"),
        ];
        for (rule, template) in examples {
            let line = fill(template);
            let masked = mask(&line);
            assert!(masked.contains(&format!("[masked:{rule}]")), "{rule}: {line} -> {masked}");
        }
        for (index, rule) in RULES.iter().enumerate() {
            assert!(examples.iter().any(|(name, _)| *name == rule.name), "{} has no example", rule.name);
            assert!(PATTERNS[index].is_some(), "{} does not compile", rule.name);
        }
    }

    #[test]
    fn what_only_looks_like_one_stays() {
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
        ] {
            assert_eq!(mask(line), line);
        }
    }

    #[test]
    fn a_private_key_goes_with_all_its_lines() {
        let mut masker = Masker::default();
        let text =
            "before\n-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIB\nq83vEjRW\n-----END RSA PRIVATE KEY-----\nafter\n";
        let masked = masker.text(text).into_owned();
        assert!(!masked.contains("MIIE") && !masked.contains("q83v"), "{masked}");
        assert!(masked.starts_with("before\n") && masked.ends_with("after\n"));
        let json = mask(r#"{"key": "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n", "id": 7}"#);
        assert_eq!(json, r#"{"key": "[masked:private-key]\n", "id": 7}"#);
        let mut masker = Masker::default();
        masker.line("-----BEGIN OPENSSH PRIVATE KEY-----");
        assert_eq!(
            masker.line("this is an ordinary line of text that follows it"),
            "this is an ordinary line of text that follows it"
        );
    }

    #[test]
    fn values_of_variables_go_wherever_they_stand() {
        let mut masker = Masker::new(vec!["correct-horse-battery".into(), "hunter22".into()]);
        assert_eq!(masker.line("login with hunter22!"), "login with [masked:env]!");
        assert_eq!(masker.line("a correct-horse-battery b"), "a [masked:env] b");
        assert_eq!(masker.line("nothing here"), "nothing here");
    }
}
