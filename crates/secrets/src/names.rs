//! The one table of names: which names mean a secret, and the stems by which a text is searched for them at all.

use super::phrase::holds;
use super::words::words_of_name;

/// How much a name alone says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Chosen by people: short values count.
    Password,
    /// Made by a machine, or long.
    Token,
    /// Also the name of other things: the value must look like a secret.
    Weak,
}

/// Every sensitive name holds one of these, in lower case, with a capital or in capitals.
macro_rules! stems {
    ($(($lower:literal, $title:literal, $upper:literal)),+ $(,)?) => {
        pub const STEMS: &[&str] = &[$($lower, $title, $upper),+];
    };
}
stems![
    ("pass", "Pass", "PASS"),
    ("assword", "Assword", "ASSWORD"),
    ("pwd", "Pwd", "PWD"),
    ("pw", "Pw", "PW"),
    ("pword", "Pword", "PWORD"),
    ("psw", "Psw", "PSW"),
    ("kennwort", "Kennwort", "KENNWORT"),
    ("contrase", "Contrase", "CONTRASE"),
    ("senha", "Senha", "SENHA"),
    ("wachtwoord", "Wachtwoord", "WACHTWOORD"),
    ("pin", "Pin", "PIN"),
    ("recover", "Recover", "RECOVER"),
    ("activation", "Activation", "ACTIVATION"),
    ("phrase", "Phrase", "PHRASE"),
    ("secret", "Secret", "SECRET"),
    ("token", "Token", "TOKEN"),
    ("key", "Key", "KEY"),
    ("cred", "Cred", "CRED"),
    ("sess", "Sess", "SESS"),
    ("sid", "Sid", "SID"),
    ("pat", "Pat", "PAT"),
    ("psk", "Psk", "PSK"),
    ("salt", "Salt", "SALT"),
    ("pepper", "Pepper", "PEPPER"),
    ("auth", "Auth", "AUTH"),
    ("cookie", "Cookie", "COOKIE"),
    ("jwt", "Jwt", "JWT"),
    ("bearer", "Bearer", "BEARER"),
    ("mnemonic", "Mnemonic", "MNEMONIC"),
    ("otp", "Otp", "OTP"),
    ("seed", "Seed", "SEED"),
    ("webhook", "Webhook", "WEBHOOK"),
    ("macaroon", "Macaroon", "MACAROON"),
    ("sas", "Sas", "SAS"),
];

/// Last words, whole or as an ending, that mean a password.
const PASSWORD_ENDINGS: &[&str] = &[
    // Scripts that wait for a prompt leave its first letter out.
    "assword",
    "passwd",
    "passphrase",
    "passwort",
    "kennwort",
    "passcode",
    "passwrd",
    "contrasena",
    "senha",
    "wachtwoord",
];
const PASSWORD_WORDS: &[&str] =
    &["pass", "pwd", "pw", "pword", "psw", "pswd", "passw", "pwds", "passwords", "pws", "passe"];
/// What stands before `pass`, `pwd` or `pw` in names without a separator: `sshpass`, `dbpw`.
const BEFORE_PASS: &str = "\
    ssh store key db user my root admin smtp mail ftp require mysql pg redis sudo vnc wifi ldap bind proxy http auth \
    login svc app zip vault trust truststore keystore cert svn git amqp mongo sql ora ad enable ctx master";

/// What passes: before `pass` no password's owner.
const PASSED: &str = "\
    to ci test tests all check checks build first second third single multi one two each will must should by not did do \
    render per bi e2e lint must now or and it they we that which";

/// Last words, whole or as an ending, that mean a token or a key.
const TOKEN_ENDINGS: &[&str] = &[
    "secret",
    "apitoken",
    "accesstoken",
    "refreshtoken",
    "bottoken",
    "usertoken",
    "authtoken",
    "idtoken",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "presharedkey",
    "authkey",
    "signingkey",
    "encryptionkey",
    "masterkey",
    "sessid",
    "sessionid",
    "macaroon",
    "webhook",
    "credential",
    "credentials",
    "licensekey",
    "passkey",
    "mnemonic",
    "sessiontoken",
    "deploykey",
    "authtok",
    "storagekey",
    "sharedkey",
    "clientsecret",
    "appsecret",
    "apisecret",
    "accountkey",
    "sharedaccesskey",
];
const TOKEN_WORDS: &[&str] = &["token", "psk", "creds", "cred", "pepper", "jwt", "secretaccesskey", "authkeys"];
/// Words that are sensitive with a value that looks so.
const WEAK_WORDS: &[&str] = &["auth", "salt", "sid", "pat", "bearer", "otp", "authorization", "secrets", "sas"];

/// Words after the one that means a secret which change nothing: `PASSWORD_PROD`, `secretKeyBase`.
const QUALIFIERS: &str = "\
    base value val string str text plain plaintext base64 b64 prod dev live test production staging stage current \
    old new raw bytes data hex primary secondary main default local ro rw v confirmation confirm repeat again qa uat \
    eu us sandbox preview legacy temp tmp txt readonly readwrite replica";

/// Kinds of `key` that are secret.
const KEY_KINDS: &str = "\
    api access secret private encryption signing master account license service auth session client consumer app \
    application shared preshared unseal storage deploy admin server subscription function webhook hmac jwt cipher \
    crypto write publish integration developer dev rest project aes rsa ssh host enc decryption recovery root data \
    cookie token security user sas ingest agent tls ssl pgp gpg symmetric activation functions wrapping pairing \
    provisioning setup digest certificate role cosmos fernet openai encrypt decrypt crypt jws jwe wpa wep tacacs radius \
    signature backup stream network signer issuer wallet mesh vision speech translate validator gateway merchant partner \
    device vpn relay edge stripe supabase sendgrid twilio algolia mailgun mandrill opsgenie newrelic datadog maps weather";
/// Kinds of `key` that a blank may stand behind: `Private Key: …`.
const SPACED_KINDS: &str = "\
    api access secret private encryption signing master shared account license auth admin certificate unseal recovery \
    wpa wpa2 wpa3 wep network security";
/// Words that mean a secret only behind one of these: `otpSeed`, `recovery_code`, `seed_phrase`, `card_pin`.
const PAIRED: &[(&str, &str)] = &[
    ("seed", "otp totp hotp mfa 2fa recovery secret wallet"),
    ("code", "recovery activation pin backup"),
    ("phrase", "seed recovery secret pass mnemonic wallet"),
    (
        "pin",
        "card user sim bank account login door security device unlock alarm printer lock gate safe phone admin master",
    ),
];
/// Kinds of `key` and `token` that are no secret: parts of tables, lists, parsers and models.
const SEEN_KINDS: &str = "\
    next page continuation request change lock sequence starting eos bos pad unk sep cls mask start stop end cancellation cancel \
    special syntax first last prev previous peek lookahead sync cache primary foreign partition sort object row \
    bucket idempotency unique index lookup translation routing sharding shard dedup group map hash column composite \
    cluster range i18n message config sorting hot short";
/// Kinds of `key` that are mostly no secret, whatever their value: of lists, keyboards, data, settings.
const PLAIN_KINDS: &str = "\
    has recv stash registry dict json option setting attr attribute field prop \
    property enum label tag query param parameter header meta metadata state store event node item entry parent child \
    left right up down arrow enter escape tab ctrl control shift alt modifier list table db database entity model type \
    class method route url path file name value feature flag issue match filter order date time version any each every \
    same other missing unknown invalid duplicate dup known top join natural surrogate candidate super lock home \
    locale lang language word text string int number map set tree hashmap btree collection document dataset record \
    result output input env variable var context scope namespace kind category id identifier ref reference target \
    source origin local global default custom new old current no not non this that my a an the in of by for to from \
    with per press down keyboard kb mouse click accelerator shortcut binding bind legend chart plot axis color style \
    theme font image asset resource bundle package module crate dependency build test case fixture mock";

pub fn is_constant(name: &str) -> bool {
    name.bytes().any(|byte| byte.is_ascii_uppercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'.' | b'-'))
}

/// Whether a name holds a stem at all: nearly all do not, and taking a name apart costs more.
fn holds_stem(name: &[u8]) -> bool {
    let stems = || STEMS.iter().step_by(3).map(|stem| stem.as_bytes());
    (0..name.len()).any(|at| {
        let first = name[at] | 0x20;
        stems().any(|stem| {
            stem[0] == first && name.get(at..at + stem.len()).is_some_and(|part| part.eq_ignore_ascii_case(stem))
        })
    })
}

/// `prod`, `2`, `v2`: behind the word that means a secret it changes nothing.
fn is_qualifier(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    letters.is_empty() || holds(QUALIFIERS, letters) || letters.len() < word.len() && holds(QUALIFIERS, word)
}

/// Where the name of two words begins whose last one is this: `Private Key`.
pub fn spaced_name(line: &str, start: usize, end: usize) -> Option<usize> {
    if !line[start..end].eq_ignore_ascii_case("key") {
        return None;
    }
    let before = line[..start].strip_suffix(' ')?;
    let from = before.bytes().rposition(|byte| !byte.is_ascii_alphanumeric()).map_or(0, |at| at + 1);
    holds(SPACED_KINDS, &before[from..].to_ascii_lowercase()).then_some(from)
}

/// Whether a name means a secret, and how surely.
pub fn class_of(name: &str) -> Option<Class> {
    if name.len() < 2 || name.len() > 100 || !holds_stem(name.as_bytes()) {
        return None;
    }
    let mut words = words_of_name(name);
    // An identifier made by a machine holds any letters.
    let dotted = name.contains('.');
    if words.iter().filter(|word| word.bytes().any(|byte| byte.is_ascii_digit())).count() > 2
        || (words.len() > 7 && !dotted)
    {
        return None;
    }
    // Alone it is mostly the working directory: of its values only those that look like a secret count.
    if matches!(words[..], [ref only] if matches!(only.as_str(), "pwd" | "pswd" | "psw")) {
        return Some(if is_constant(name) { Class::Weak } else { Class::Token });
    }
    // What routers call a key that they share; a variable with the name of a host at its end.
    if name.eq_ignore_ascii_case("key-string") || name.starts_with("TF_TOKEN_") {
        return Some(Class::Token);
    }
    // `SECRET_ID` is what Vault's AppRole logs in with; `private_key_id` stands in the key files of Google.
    let secret_id = words.ends_with(&["secret".into(), "id".into()])
        || words.ends_with(&["private".into(), "key".into(), "id".into()]);
    if matches!(name, "PIN" | "--pin" | "-pin") {
        return Some(Class::Password);
    }
    // `SLACK_WEBHOOK_URL`: the address is the secret.
    if words.ends_with(&["webhook".into(), "url".into()]) {
        return Some(Class::Token);
    }
    if words.len() >= 2 && words[words.len() - 2..] == ["session", "id"] {
        return Some(if is_constant(name) { Class::Token } else { Class::Weak });
    }
    while words.len() > 1 && words.last().is_some_and(|last| is_qualifier(last)) {
        words.pop();
    }
    // `isOAuth`, `has_password`: an answer.
    if words.len() > 1
        && matches!(words[0].as_str(), "is" | "has" | "should" | "can" | "needs" | "no" | "with" | "without")
    {
        return None;
    }
    // `Access-Control-Allow-Credentials`
    if words.iter().any(|word| word == "allow") {
        return None;
    }
    let whole = words.last()?.clone();
    let last = whole.trim_end_matches(|c: char| c.is_ascii_digit());
    if last == "pass" && words.len() > 1 {
        // `ci-pass`, `MIN_TO_PASS`: what has passed.
        let passed = holds(PASSED, &words[words.len() - 2]);
        return Some(if passed { Class::Weak } else { Class::Password });
    }
    if PASSWORD_ENDINGS.iter().any(|word| last.ends_with(word)) || PASSWORD_WORDS.contains(&last) {
        return Some(Class::Password);
    }
    let compound = |ending: &str| last.strip_suffix(ending).is_some_and(|before| holds(BEFORE_PASS, before));
    if ["pass", "pwd", "pw", "auth"].into_iter().any(compound) && last != "oauth" {
        return Some(Class::Password);
    }
    // `public_key`, `hashed_secret`: not the secret itself.
    if words.iter().any(|word| matches!(word.as_str(), "public" | "publishable" | "pub" | "hashed")) {
        return None;
    }
    let before = words.len().checked_sub(2).and_then(|at| words.get(at)).map(String::as_str);
    if secret_id || TOKEN_ENDINGS.iter().any(|word| last.ends_with(word)) {
        return Some(Class::Token);
    }
    if PAIRED.iter().any(|(word, kinds)| last == *word && before.is_some_and(|before| holds(kinds, before))) {
        return Some(Class::Password);
    }
    if matches!(last, "token" | "key") && before.is_some_and(|before| holds(SEEN_KINDS, before)) {
        return None;
    }
    if TOKEN_WORDS.contains(&last) {
        return Some(Class::Token);
    }
    // `process.env.MAPS_KEY`
    let constant = is_constant(name.rsplit('.').next().unwrap_or(name));
    if last == "key" {
        let kind = before.is_some_and(|before| holds(KEY_KINDS, before));
        return match before {
            Some(_) if kind || constant => Some(Class::Token),
            // `stripeKey`, `merchant_key`: whose key it is.
            Some(before) => (before.len() >= 3 && !holds(PLAIN_KINDS, before)).then_some(Class::Weak),
            None => None,
        };
    }
    // `ERLANG_COOKIE`, `RABBITMQ_ERLANG_COOKIE`
    if last == "cookie" && (before == Some("erlang") || constant && before.is_some()) {
        return Some(Class::Token);
    }
    // `redis_auth`, `github_pat`
    let served = last == "auth" && before.is_some_and(|before| holds(BEFORE_PASS, before));
    if served || matches!(last, "pat" | "sas") && before.is_some() {
        return Some(Class::Token);
    }
    if WEAK_WORDS.contains(&last) && before != Some("o") {
        return Some(if constant && last != "authorization" { Class::Token } else { Class::Weak });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_table_knows_the_names() {
        for name in [
            "DB_PASSWORD",
            "dbPassword",
            "db.password",
            "SSHPASS",
            "STOREPASS",
            "KEYPASS",
            "WIFI_PSK",
            "PASSWORD_SALT",
            "CREDS",
            "AUTH",
            "SESSION_ID",
            "sessionId",
            "CARGO_REGISTRY_TOKEN",
            "PW",
            "pat",
            "sid",
            "dbPw",
            "GITHUB_PAT",
            "API_KEY",
            "apiKey",
            "aws_secret_access_key",
            "client-secret",
            "_authToken",
            "_password",
            "PGPASSWORD",
            "MYSQL_PWD",
            "requirepass",
            "SECRET_KEY_BASE",
            "JWT_SECRET",
            "private_key",
            "spring.datasource.password",
            "secret_id",
            "REDISCLI_AUTH",
            "masterauth",
            "OPENAI_API_KEY",
            "TOKEN_2",
            "x-vault-token",
        ] {
            assert!(class_of(name).is_some(), "{name}");
        }
        for name in [
            "key",
            "path",
            "author",
            "PUBLIC_KEY",
            "nextPageToken",
            "CACHE_KEY",
            "token_count",
            "hashed_secret",
            "max_tokens_allowed",
            "PASSWORD_FILE",
            "compass",
            "bypass",
            "keyboard",
            "primary_key",
            "tokenizer",
            "passed",
            "monkey",
            "side",
            "secret_name",
            "key_id",
            "password_hash",
            "token_url",
            "led_pin",
            "error_code",
            "random_seed",
            "patch",
            "auth_url",
            "sessions",
        ] {
            assert_eq!(class_of(name), None, "{name}");
        }
    }

    /// The filter finds every name that the table knows.
    #[test]
    fn every_word_of_the_table_holds_a_stem() {
        let words =
            PASSWORD_ENDINGS.iter().chain(PASSWORD_WORDS).chain(TOKEN_ENDINGS).chain(TOKEN_WORDS).chain(WEAK_WORDS);
        for word in words {
            let title = format!("{}{}", word[..1].to_uppercase(), &word[1..]);
            for form in [(*word).to_owned(), title, word.to_uppercase()] {
                assert!(STEMS.iter().any(|stem| form.contains(stem)) && holds_stem(form.as_bytes()), "{form}");
            }
        }
    }

    /// The parts of names: words of the lists, in three forms, and any letters.
    fn part() -> impl proptest::strategy::Strategy<Value = String> {
        use proptest::prelude::*;
        let lists =
            [PASSWORD_ENDINGS, PASSWORD_WORDS, TOKEN_ENDINGS, TOKEN_WORDS, WEAK_WORDS, crate::words::AFTER_PASS]
                .concat();
        let texts = [BEFORE_PASS, QUALIFIERS, KEY_KINDS, "seed code phrase pin otp totp hotp recovery session id key"];
        let words: Vec<String> =
            lists.iter().copied().chain(texts.iter().flat_map(|text| text.split(' '))).map(str::to_owned).collect();
        let title =
            |word: String| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect();
        prop_oneof![
            6 => proptest::sample::select(words.clone()),
            3 => proptest::sample::select(words.clone()).prop_map(title),
            3 => proptest::sample::select(words).prop_map(|word| word.to_uppercase()),
            1 => "[a-zA-Z0-9]{1,3}",
        ]
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(4000))]
        #[test]
        fn each_name_of_a_secret_has_a_keyword(parts in proptest::collection::vec((part(), "[_.-]?"), 1..5)) {
            let name: String = parts.iter().flat_map(|(word, sign)| [word.as_str(), sign]).collect();
            let name = name.trim_end_matches(['_', '.', '-']);
            proptest::prop_assert!(class_of(name).is_none() || crate::keywords::touches(&format!("{name}=")), "{}", name);
        }
    }
}
