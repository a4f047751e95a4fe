//! A grammar of the places where secrets stand: syntaxes × names × values, from a seed.

use super::values::{self, Dice};

pub struct Case {
    pub syntax: &'static str,
    pub name: String,
    pub kind: &'static str,
    /// The value as it stands in the text, escaped as its syntax asks for.
    pub secret: String,
    /// The text without a value, and the whole.
    pub text: String,
}

impl Case {
    /// Whether so much of the value is in this text that it can be told.
    pub fn is_clear_in(&self, text: &str) -> bool {
        let chars: Vec<char> = self.secret.chars().collect();
        let least = (chars.len() / 2).max(6).min(chars.len());
        (0..=chars.len() - least).any(|at| text.contains(&chars[at..at + least].iter().collect::<String>()))
    }
}

/// How a value is written in a syntax; none where it cannot stand there.
type Escape = fn(&str) -> Option<String>;

struct Syntax {
    name: &'static str,
    /// `N` in braces is the name, `V` the value; lines around it are as real as the rest.
    form: &'static str,
    style: Style,
    escape: Escape,
}

#[derive(Clone, Copy, PartialEq)]
enum Style {
    Upper,
    Any,
    Lower,
    Flag,
}

fn raw(value: &str) -> Option<String> {
    Some(value.to_owned())
}

/// One word.
fn word(value: &str) -> Option<String> {
    (!value.contains(' ')).then(|| value.to_owned())
}

/// One word that a shell takes without quotes, and that no separator ends.
fn bare(value: &str) -> Option<String> {
    value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=_-.".contains(&byte)).then(|| value.to_owned())
}

fn json(value: &str) -> Option<String> {
    Some(value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// JSON in a string of JSON.
fn json_twice(value: &str) -> Option<String> {
    json(&json(value)?)
}

fn single(value: &str) -> Option<String> {
    (!value.contains(['\'', '\\'])).then(|| value.to_owned())
}

fn double(value: &str) -> Option<String> {
    (!value.contains(['"', '$', '`', '\\', '!'])).then(|| value.to_owned())
}

fn doubled(value: &str) -> Option<String> {
    Some(value.replace('\'', "''"))
}

fn xml(value: &str) -> Option<String> {
    Some(value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;"))
}

fn cell(value: &str) -> Option<String> {
    (!value.contains(['|', '"'])).then(|| value.to_owned())
}

fn csv(value: &str) -> Option<String> {
    (!value.contains([',', '"', ';'])).then(|| value.to_owned())
}

fn yaml_plain(value: &str) -> Option<String> {
    let first = value.chars().next()?;
    let odd =
        "!&*?|>@`\"'%#{}[],:-".contains(first) || value.contains(": ") || value.contains(" #") || value.ends_with(':');
    (!odd).then(|| value.to_owned())
}

fn url(value: &str) -> Option<String> {
    let mut out = String::new();
    for byte in value.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    Some(out)
}

fn connection(value: &str) -> Option<String> {
    (!value.contains([';', '"', '\'', ' ', '='])).then(|| value.to_owned())
}

macro_rules! syntaxes {
    ($(($name:literal, $style:ident, $escape:ident, $form:literal)),+ $(,)?) => {
        const SYNTAXES: &[Syntax] = &[$(Syntax { name: $name, form: $form, style: Style::$style, escape: $escape }),+];
    };
}

syntaxes![
    ("env", Upper, raw, "HOME=/root\n{N}={V}\nLANG=C\n"),
    (".env, double quotes", Upper, double, "# settings\n{N}=\"{V}\"\nDEBUG=1\n"),
    (".env, single quotes", Upper, single, "{N}='{V}'\n"),
    ("export", Upper, single, "export {N}='{V}'\n"),
    ("export, bare", Upper, bare, "export {N}={V}\n"),
    ("before a command", Upper, bare, "$ {N}={V} ./run.sh --fast\n"),
    ("declare -x", Upper, double, "declare -x {N}=\"{V}\"\n"),
    ("docker -e", Upper, bare, "docker run -e {N}={V} image\n"),
    ("Dockerfile ENV", Upper, bare, "ENV {N}={V}\n"),
    ("systemd", Upper, bare, "Environment=\"{N}={V}\"\n"),
    ("NUL-separated", Upper, raw, "HOME=/root\0{N}={V}\0LANG=C\0"),
    ("ini", Any, word, "[database]\nhost = db\n{N} = {V}\n"),
    ("properties", Lower, word, "db.url=jdbc:x\n{N}={V}\n"),
    ("toml", Lower, json, "[db]\n{N} = \"{V}\"\n"),
    ("yaml", Any, yaml_plain, "db:\n  host: h\n  {N}: {V}\n"),
    ("yaml, double quotes", Any, json, "db:\n  {N}: \"{V}\"\n"),
    ("yaml, single quotes", Any, doubled, "db:\n  {N}: '{V}'\n"),
    ("yaml, next line", Any, yaml_plain, "db:\n  {N}:\n    {V}\n  port: 1\n"),
    ("yaml, block", Any, raw, "db:\n  {N}: |\n    {V}\n  port: 1\n"),
    ("yaml, folded", Any, raw, "db:\n  {N}: >-\n    {V}\n"),
    ("compose", Upper, yaml_plain, "services:\n  db:\n    environment:\n      - {N}={V}\n"),
    ("name and value, yaml", Upper, json, "env:\n  - name: {N}\n    value: \"{V}\"\n"),
    ("name and value, plain yaml", Upper, yaml_plain, "env:\n- name: {N}\n  value: {V}\n"),
    ("json", Any, json, "{\"host\": \"h\", \"{N}\": \"{V}\", \"port\": 1}\n"),
    ("json, lines", Any, json, "{\n  \"user\": \"app\",\n  \"{N}\": \"{V}\"\n}\n"),
    ("json, last field", Any, json, "{\"{N}\":\"{V}\"}\n"),
    ("name and value, json", Upper, json, "{\"name\":\"{N}\",\"value\":\"{V}\"}\n"),
    (
        "name and value, json lines",
        Upper,
        json,
        "{\n  \"Name\": \"{N}\",\n  \"Type\": \"String\",\n  \"Value\": \"{V}\"\n}\n"
    ),
    ("key and value, json", Upper, json, "[{\"Key\": \"{N}\", \"Value\": \"{V}\"}]\n"),
    (
        "terraform output -json",
        Lower,
        json,
        "{\n  \"{N}\": {\n    \"sensitive\": true,\n    \"type\": \"string\",\n    \"value\": \"{V}\"\n  }\n}\n"
    ),
    ("json in json", Any, json_twice, "{\"SecretString\": \"{\\\"user\\\":\\\"a\\\",\\\"{N}\\\":\\\"{V}\\\"}\"}\n"),
    (
        "lines in json",
        Upper,
        json,
        "{\"type\":\"match\",\"data\":{\"lines\":{\"text\":\"{N}={V}\\n\"},\"line_number\":3}}\n"
    ),
    ("file in json", Upper, json, "{\"content\": \"HOST=h\\n{N}={V}\\nPORT=1\\n\"}\n"),
    ("printf", Upper, single, "printf '{N}={V}\\n' > .env\n"),
    ("echo", Upper, single, "echo '{N}={V}' >> .env\n"),
    ("heredoc", Upper, raw, "cat > .env <<'EOF'\n{N}={V}\nEOF\n"),
    ("xml element", Lower, xml, "<config>\n  <{N}>{V}</{N}>\n</config>\n"),
    ("xml attributes", Any, xml, "<add key=\"{N}\" value=\"{V}\"/>\n"),
    ("xml entry", Any, xml, "<entry key=\"{N}\">{V}</entry>\n"),
    ("android string", Lower, xml, "<string name=\"{N}\">{V}</string>\n"),
    ("plist", Lower, xml, "<dict>\n  <key>{N}</key>\n  <string>{V}</string>\n</dict>\n"),
    ("define", Upper, single, "define('{N}', '{V}');\n"),
    ("define, close", Upper, single, "define('{N}','{V}');\n"),
    ("os.environ", Upper, json, "os.environ[\"{N}\"] = \"{V}\"\n"),
    ("flag", Flag, bare, "deploy --{N} {V} --yes\n"),
    ("flag, equals", Flag, bare, "deploy --{N}={V} --yes\n"),
    ("flag, quotes", Flag, single, "deploy --{N} '{V}'\n"),
    ("url query", Lower, url, "GET https://api.example.org/v1?user=a&{N}={V}&x=1 200\n"),
    ("connection string", Lower, connection, "Server=h;Database=d;{N}={V};Timeout=5;\n"),
    ("header", Lower, bare, "> X-{N}: {V}\n"),
    ("csv, name and value", Upper, csv, "name,value\n{N},{V}\n"),
    ("csv, columns", Lower, csv, "host,{N},port\ndb1,{V},5432\n"),
    ("markdown, name and value", Upper, cell, "| variable | value |\n|---|---|\n| {N} | {V} |\n"),
    ("markdown, columns", Lower, cell, "| host | {N} |\n|---|---|\n| db | {V} |\n"),
    ("psql table", Lower, cell, " host | {N} \n------+-----\n db   | {V}\n(1 row)\n"),
    ("kubectl describe", Upper, word, "    Environment:\n      {N}:  {V}\n"),
    ("hcl", Lower, double, "resource \"x\" \"y\" {\n  {N} = \"{V}\"\n}\n"),
    ("tfvars", Lower, double, "{N} = \"{V}\"\n"),
    ("log line", Lower, word, "2024-05-01 12:00:01 INFO connect user=app {N}={V}\n"),
    ("grep with a place", Upper, raw, "deploy/.env:12:{N}={V}\n"),
    ("diff", Upper, raw, "--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-{N}=old\n+{N}={V}\n"),
    ("html entities", Any, bare, "<pre>{&quot;{N}&quot;: &quot;{V}&quot;}</pre>\n"),
    ("coloured", Upper, bare, "\x1b[36m{N}\x1b[0m=\x1b[33m{V}\x1b[0m\n"),
    ("insert", Lower, doubled, "INSERT INTO accounts (host, {N}) VALUES ('db', '{V}');\n"),
    ("update", Lower, doubled, "UPDATE accounts SET {N} = '{V}' WHERE id = 1;\n"),
    ("ruby hash", Any, single, "config = { '{N}' => '{V}' }\n"),
    ("powershell", Upper, single, "$env:{N} = '{V}'\n"),
    ("set, cmd", Upper, bare, "set {N}={V}\n"),
    (
        "gitlab variables",
        Upper,
        json,
        "{\"variable_type\":\"env_var\",\"key\":\"{N}\",\"value\":\"{V}\",\"protected\":false}\n"
    ),
];

/// Places without a name of their own: commands, SQL, files that are secret as a whole.
const PLACES: &[(&str, Escape, &str)] = &[
    ("curl -u", single, "curl -u 'admin:{V}' https://api.example.org/\n"),
    ("curl -su", bare, "curl -su admin:{V} https://api.example.org/\n"),
    ("redis-cli -a", bare, "redis-cli -h cache -a {V} PING\n"),
    ("sqlcmd -P", single, "sqlcmd -S db -U sa -P '{V}' -Q 'select 1'\n"),
    ("mysql -p", bare, "mysql -u root -p{V} shop\n"),
    ("sshpass", single, "sshpass -p '{V}' ssh host\n"),
    ("alter user", doubled, "ALTER USER app WITH PASSWORD '{V}';\n"),
    ("create role", doubled, "CREATE ROLE app LOGIN PASSWORD '{V}';\n"),
    ("identified by", single, "CREATE USER 'a'@'%' IDENTIFIED BY '{V}';\n"),
    (".netrc", word, "machine api.example.org\n  login me\n  password {V}\n"),
    (".netrc, one line", word, "machine api.example.org login me password {V}\n"),
    (".pgpass", word, "db.internal:5432:shop:app:{V}\n"),
    (".npmrc", bare, "//registry.example.org/:_password={V}\n"),
    ("requirepass", bare, "requirepass {V}\n"),
    ("url", url, "postgres://app:{V}@db.internal/shop\n"),
    ("docker login", bare, "docker login -u me -p {V} registry.example.org\n"),
    ("cookie", bare, "Cookie: theme=dark; session={V}\n"),
    ("cookie in json", bare, "{\"headers\":{\"Cookie\":\"lang=en; sid={V}\"}}\n"),
    ("authorization in json", bare, "{\"headers\":{\"Authorization\":\"Bearer {V}\"}}\n"),
];

const UPPER_NAMES: &[&str] = &[
    "DB_PASSWORD",
    "PASSWORD",
    "MYSQL_ROOT_PASSWORD",
    "PGPASSWORD",
    "SSHPASS",
    "STOREPASS",
    "KEYPASS",
    "KEYSTORE_PASS",
    "SMTP_PASS",
    "DB_PASS",
    "DB_PWD",
    "MYSQL_PWD",
    "DB_PW",
    "ADMIN_PW",
    "WIFI_PSK",
    "VPN_PSK",
    "PASSWORD_SALT",
    "APP_SALT",
    "AWS_CREDS",
    "DB_CREDENTIALS",
    "BASIC_AUTH",
    "REDISCLI_AUTH",
    "NPM_AUTH",
    "SESSION_ID",
    "CARGO_REGISTRY_TOKEN",
    "GITHUB_TOKEN",
    "GITLAB_TOKEN",
    "NPM_TOKEN",
    "SLACK_BOT_TOKEN",
    "GITHUB_PAT",
    "AZURE_PAT",
    "API_KEY",
    "STRIPE_API_KEY",
    "OPENAI_API_KEY",
    "SECRET_KEY",
    "SECRET_KEY_BASE",
    "DJANGO_SECRET_KEY",
    "JWT_SECRET",
    "CLIENT_SECRET",
    "APP_SECRET",
    "WEBHOOK_SECRET",
    "ENCRYPTION_KEY",
    "SIGNING_KEY",
    "PRIVATE_KEY",
    "MASTER_KEY",
    "ACCESS_TOKEN",
    "REFRESH_TOKEN",
    "AUTH_TOKEN",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "VAULT_TOKEN",
    "DEPLOY_KEY",
    "LICENSE_KEY",
    "PASSPHRASE",
    "GPG_PASSPHRASE",
    "ROOT_PASSWD",
    "TF_VAR_db_password",
    "SENTRY_AUTH_TOKEN",
    "TWILIO_AUTH_TOKEN",
    "RAILS_MASTER_KEY",
    "GRAFANA_ADMIN_PASSWORD",
    "PASSWORD_PROD",
    "TOKEN_2",
];
const LOWER_NAMES: &[&str] = &[
    "password",
    "passwd",
    "db_password",
    "dbPassword",
    "rootPassword",
    "user.password",
    "db-password",
    "passphrase",
    "secret",
    "client_secret",
    "clientSecret",
    "api_key",
    "apiKey",
    "apikey",
    "access_token",
    "accessToken",
    "auth_token",
    "authToken",
    "refresh_token",
    "secret_key",
    "secretKey",
    "private_key",
    "session_token",
    "encryption_key",
    "signing_key",
    "token",
    "dbPw",
    "admin_pw",
    "smtp_pass",
    "bindPassword",
    "spring.datasource.password",
    "aws_secret_access_key",
    "webhook_secret",
    "master_key",
    "credentials",
    "license_key",
];
const FLAG_NAMES: &[&str] = &[
    "password",
    "token",
    "api-key",
    "secret",
    "auth-token",
    "passphrase",
    "client-secret",
    "db-password",
    "access-token",
    "storepass",
];

/// The cases of a seed: every syntax with every kind of value in turn, names at random.
pub fn cases(seed: u64, count: usize) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    let mut made = Vec::with_capacity(count);
    let total = SYNTAXES.len() + PLACES.len();
    let mut turn = 0;
    while made.len() < count {
        turn += 1;
        let (at, kind) = (turn % total, turn / total);
        let value = values::value(&mut dice, kind);
        let (name, syntax, escape, form) = match SYNTAXES.get(at) {
            Some(syntax) => {
                let names = match syntax.style {
                    Style::Upper => UPPER_NAMES,
                    Style::Lower => LOWER_NAMES,
                    Style::Flag => FLAG_NAMES,
                    Style::Any if dice.below(2) == 0 => UPPER_NAMES,
                    Style::Any => LOWER_NAMES,
                };
                (dice.pick(names), syntax.name, syntax.escape, syntax.form)
            }
            None => ("", PLACES[at - SYNTAXES.len()].0, PLACES[at - SYNTAXES.len()].1, PLACES[at - SYNTAXES.len()].2),
        };
        // A dot or a dash is no part of a column's or an element's name in these.
        let odd = name.contains(['.', '-'])
            && (form.contains("<{N}>")
                || form.contains("INSERT")
                || form.contains("UPDATE")
                || form.contains(" = \"{V}\"\n"));
        let Some(secret) = escape(&value.text).filter(|_| !odd) else { continue };
        let text = form.replace("{N}", name).replace("{V}", &secret);
        made.push(Case { syntax, name: name.to_owned(), kind: value.kind, secret, text });
    }
    made
}
