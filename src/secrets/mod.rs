//! Masking: well-known token shapes, values with a telling name and values of secret variables, replaced by
//! `[masked:rule]` in all that is printed or indexed. Raw bytes stay exact.

mod known;
mod named;
mod own;
mod rules;
mod value;

use std::borrow::Cow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind};

pub use known::Known;
pub use own::Own;
use rules::{PATTERNS, RULES};
use value::{entropy, is_mixed, is_placeholder};

/// First line of a private key; all lines up to the `END` are masked.
const KEY_BEGIN: &str = "-----BEGIN";
const KEY_END: &str = "-----END";
/// A key block longer than this is none.
const KEY_LINES: u32 = 120;
const KEY_MASK: &str = "[masked:private-key]";

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

/// What every masker of a command shares.
#[derive(Default)]
struct Shared {
    /// Values of secret variables, longest first.
    values: Vec<String>,
    /// Values of variables that were set when something was recorded.
    known: Known,
    /// The user's own rules and exceptions.
    own: Own,
}

/// Masks line after line; a private key is followed over its lines.
#[derive(Clone, Default)]
pub struct Masker {
    shared: Arc<Shared>,
    key_lines_left: u32,
}

impl Masker {
    pub fn new(values: Vec<String>) -> Masker {
        Masker { shared: Arc::new(Shared { values, ..Shared::default() }), key_lines_left: 0 }
    }

    /// With what the store's directory remembers, and with the user's own rules.
    pub fn with(values: Vec<String>, store_dir: Option<&Path>, own: Own) -> Masker {
        let known = store_dir.map(Known::load).unwrap_or_default();
        Masker { shared: Arc::new(Shared { values, known, own }), key_lines_left: 0 }
    }

    /// A masker with the same values that has seen no line yet.
    pub fn fresh(&self) -> Masker {
        Masker { shared: self.shared.clone(), key_lines_left: 0 }
    }

    /// Only the values of secret variables: for text whose shapes were masked when it was kept.
    pub fn values<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut masked = Cow::Borrowed(text);
        for value in &self.shared.values {
            if masked.contains(value.as_str()) {
                masked = Cow::Owned(masked.replace(value.as_str(), "[masked:env]"));
            }
        }
        let found = self.shared.known.find(masked.as_bytes());
        replace(masked, found, "env", |_| true)
    }

    /// The line as it may be shown.
    pub fn line<'a>(&mut self, line: &'a str) -> Cow<'a, str> {
        if self.key_lines_left > 0 {
            return self.key_line(line);
        }
        let mut masked = self.values(line);
        let own = &self.shared.own;
        for (name, pattern) in &own.rules {
            let found = spans(pattern, &masked);
            masked = replace(masked, found, name, |value| !value.starts_with("[masked:"));
        }
        let hit = keyword_hits(&masked, is_short(&masked));
        for index in (0..RULES.len()).filter(|&index| hit[index]) {
            let Some(pattern) = &*PATTERNS[index] else { continue };
            let found = spans(pattern, &masked);
            masked = replace(masked, found, RULES[index].name, |value| is_true(index, value) && !own.allows(value));
        }
        if named::touches(&masked) {
            let found = named::find(&masked);
            masked = replace(masked, found, "named", |value| !own.allows(value));
        }
        if masked.contains('…') {
            let found = cut_short(&masked);
            masked = replace(masked, found, "cut", |_| true);
        }
        if hit[RULES.len()] && masked.contains("PRIVATE KEY") { self.begin_key(&masked) } else { masked }
    }

    /// False when nothing in the text can be a secret: a look that is much cheaper than masking.
    pub fn touches(&self, text: &str) -> bool {
        self.key_lines_left > 0
            || !self.shared.own.rules.is_empty()
            || self.shared.values.iter().any(|value| text.contains(value.as_str()))
            || if is_short(text) { keyword_hits(text, true).contains(&true) } else { automaton().0.is_match(text) }
            || named::touches(text)
            || !self.shared.known.find(text.as_bytes()).is_empty()
    }

    /// A value under its name, as in an object's field: the name may tell what the value does not.
    pub fn field<'a>(&mut self, name: &str, value: &'a str) -> Cow<'a, str> {
        if !value.contains('\n') && named::tells(name, value) && !self.shared.own.allows(value) {
            return Cow::Borrowed("[masked:named]");
        }
        self.text(value)
    }

    /// What would be masked in a line and by which rule, for somebody who tries rules out.
    pub fn explain(&mut self, line: &str) -> Vec<String> {
        let masked = self.line(line);
        masked
            .match_indices("[masked:")
            .filter_map(|(at, open)| Some(masked[at + open.len()..].split_once(']')?.0.to_owned()))
            .collect()
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
        let between =
            end.map(|end| line[start + KEY_BEGIN.len()..start + end].rsplit("KEY").next().unwrap_or_default());
        if between.is_some_and(|between| between.trim_matches('-').is_empty()) {
            // Nothing stands between the two.
            return Cow::Owned(line.to_owned());
        }
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

/// Where the secrets of a pattern's matches stand: the first group that took part, else all of it.
fn spans(pattern: &regex::bytes::Regex, line: &str) -> Vec<std::ops::Range<usize>> {
    let secret = |found: regex::bytes::Captures<'_>| {
        let group = (1..found.len()).find_map(|group| found.get(group)).or_else(|| found.get(0));
        group.map(|group| group.range())
    };
    pattern.captures_iter(line.as_bytes()).filter_map(secret).filter(|range| !range.is_empty()).collect()
}

/// Halves of tokens beside a cut that was made before anybody could mask them.
fn cut_short(line: &str) -> Vec<std::ops::Range<usize>> {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let mut found = Vec::new();
    for (at, mark) in line.match_indices('…') {
        let start = line[..at]
            .rfind(|c| !part(c))
            .map_or(0, |before| before + line[before..].chars().next().map_or(1, char::len_utf8));
        let head = &line[start..at];
        let known =
            |keyword: &&str| keyword.len() >= 4 && head.len() >= keyword.len() + 4 && head.starts_with(*keyword);
        if RULES.iter().any(|rule| rule.keywords.iter().any(known)) {
            found.push(start..at);
        }
        let after = at + mark.len();
        let end = line[after..].find(|c| !part(c)).map_or(line.len(), |end| after + end);
        if end - after >= 16 && is_mixed(&line[after..end]) {
            found.push(after..end);
        }
    }
    found
}

/// Whether a match can be what its rule says.
fn is_true(index: usize, value: &str) -> bool {
    let chosen = |value: &str| {
        !value.starts_with(['$', '<', '{', '%'])
            && !value.starts_with("[masked:")
            && !value.bytes().all(|byte| matches!(byte, b'*' | b'x' | b'X' | b'.' | b'-' | b'_'))
    };
    match RULES[index].name {
        // Chosen by people: nothing but a placeholder is ruled out.
        "url-password" => chosen(value),
        "netrc" => chosen(value) && (value.len() >= 10 || !value.bytes().all(|byte| byte.is_ascii_lowercase())),
        "cli-password" => {
            let lower = value.to_ascii_lowercase();
            chosen(value)
                && !value.starts_with('[')
                && !lower.contains("password")
                && !matches!(lower.as_str(), "pass" | "passwd" | "test" | "secret" | "pwd")
        }
        "slack" if value.starts_with("xox") || value.starts_with("xapp-") => {
            let (_, rest) = value.split_once('-').unwrap_or_default();
            let last = rest.rsplit('-').next().unwrap_or_default();
            let digits = rest.bytes().filter(u8::is_ascii_digit).count();
            !last.is_empty()
                && rest.len() >= 14
                && digits >= 5
                && !(last.len() >= 6 && is_placeholder(last))
                && entropy(rest) >= 1.9
        }
        "gitlab" => !is_placeholder(value) && entropy(&value[value.len().saturating_sub(20)..]) >= 1.9,
        "xml-password" => !is_placeholder(value) && !value.to_ascii_lowercase().contains("password"),
        "auth-header" | "header-key" => !is_placeholder(value) && is_mixed(value),
        "prefixed-token" => {
            let hex = value.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
            let digits = value.bytes().filter(u8::is_ascii_digit).count();
            !hex && digits >= 3 && is_mixed(value) && !is_placeholder(value) && entropy(value) >= 3.2
        }
        "hashicorp" if value.starts_with("s.") => {
            is_mixed(value) && value.bytes().filter(u8::is_ascii_digit).count() >= 2
        }
        _ => !is_placeholder(value) && (value.len() < 16 || entropy(value) >= 1.9),
    }
}

/// Puts the rule's name in the place of what was found, as far as `keep` agrees.
fn replace<'a>(
    line: Cow<'a, str>,
    found: Vec<std::ops::Range<usize>>,
    name: &str,
    keep: impl Fn(&str) -> bool,
) -> Cow<'a, str> {
    let mut out = String::new();
    let mut copied = 0;
    for span in found {
        let (Some(before), Some(value)) = (line.get(copied..span.start), line.get(span.clone())) else { continue };
        if !keep(value) {
            continue;
        }
        out.push_str(before);
        out.push_str("[masked:");
        out.push_str(name);
        out.push(']');
        copied = span.end;
    }
    if copied == 0 {
        return line;
    }
    out.push_str(&line[copied..]);
    Cow::Owned(out)
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

    /// No keyword is dead: what a pattern matches is found, whichever of its ways is taken.
    #[test]
    fn what_every_pattern_generates_is_masked() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut pick = |below: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        };
        for (index, rule) in RULES.iter().enumerate() {
            let hir =
                regex_syntax::ParserBuilder::new().unicode(false).utf8(false).build().parse(rule.pattern).unwrap();
            let pattern = PATTERNS[index].as_ref().unwrap_or_else(|| panic!("{} does not compile", rule.name));
            let mut masked = 0;
            for round in 0..200 {
                let mut example = String::new();
                generate(&hir, &mut pick, round % 2 == 0, &mut example);
                let Some(secret) = spans(pattern, &example).into_iter().next().map(|span| example[span].to_owned())
                else {
                    continue;
                };
                if !is_true(index, &secret) {
                    continue;
                }
                let hit = keyword_hits(&example, true);
                assert!(hit[index], "{}: no keyword is in {example}", rule.name);
                assert!(!mask(&example).contains(&secret), "{}: {example} -> {}", rule.name, mask(&example));
                masked += 1;
            }
            assert!(masked >= 10, "{}: only {masked} of 200 examples were secrets", rule.name);
            for keyword in rule.keywords {
                assert!(!keyword.is_empty(), "{}", rule.name);
            }
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
