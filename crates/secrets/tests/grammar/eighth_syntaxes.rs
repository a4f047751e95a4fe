//! An eighth table, written after the rules had been changed for the seventh: its first figure is that of syntaxes which
//! no rule was made for. See `shares.rs`.

use super::writing::*;
use super::{Escape, Style, Syntax};

macro_rules! syntaxes {
    ($name:ident; $(($syntax:literal, $style:ident, $escape:ident, $form:expr)),+ $(,)?) => {
        pub const $name: &[Syntax] = &[$(Syntax { name: $syntax, form: $form, style: Style::$style, escape: $escape }),+];
    };
}

syntaxes![EIGHTH;
    ("k6: variable", Upper, bare, "k6 run -e HOST=h -e {N}={V} script.js\n"),
    ("locust: log", Ident, bare, "[2024-05-01 12:00:00,000] web1/INFO/root: {N}={V}\n"),
    ("sbt: show", Ident, word, "sbt:shop> show {N}\n[info] {V}\n"),
    ("argo: parameter", Ident, bare, "argo submit wf.yaml -p image=shop:1 -p {N}={V}\n"),
    ("roundcube: config", Ident, single, "$config['imap_host'] = 'h';\n$config['{N}'] = '{V}';\n"),
    ("moodle: config", Ident, single, "$CFG->dbhost = 'h';\n$CFG->{N} = '{V}';\n"),
    ("capistrano: command", Upper, double, "DEBUG [a1b2c3d4] Command: cd /srv/shop && ( export {N}=\"{V}\" ; /usr/bin/env rake db:migrate )\n"),
    ("fabric: run", Upper, bare, "[web1] run: {N}={V} ./deploy.sh\n[web1] out: done\n"),
    ("terraform: diagnostic", Ident, json, "│   on main.tf line 3:\n│    3:   value = var.{N}\n│     ├────────────────\n│     │ var.{N} is \"{V}\"\n"),
    ("cdk: diff", Pascal, json, "Parameters\n[+] Parameter {N} {N}: {\"Type\":\"String\",\"Default\":\"{V}\"}\n"),
    ("sam: overrides", Pascal, bare_word, "sam deploy --stack-name shop --parameter-overrides Host=h {N}={V}\n"),
    ("az: deployment", Ident, bare, "az deployment group create -g rg -f main.bicep --parameters host=h {N}={V}\n"),
    ("bicepparam: param", Ident, single, "using './main.bicep'\nparam host = 'h'\nparam {N} = '{V}'\n"),
    ("aws: codebuild", Upper, bare_word, "aws codebuild start-build --project-name shop --environment-variables-override name={N},value={V},type=PLAINTEXT\n"),
    ("aws: secret value", Ident, json_twice, "{\n    \"Name\": \"shop\",\n    \"SecretString\": \"{\\\"username\\\":\\\"app\\\",\\\"{N}\\\":\\\"{V}\\\"}\"\n}\n"),
    ("aws: parameter, text", Ident, tsv, "PARAMETER\tarn:aws:ssm:eu-west-1:1:parameter/shop/{N}\ttext\t1714564800.0\t/shop/{N}\tSecureString\t{V}\t3\n"),
    ("vault: write", Ident, bare, "vault write auth/userpass/users/app policies=shop {N}={V}\n"),
    ("etcdctl: watch", Ident, word, "PUT\n/shop/{N}\n{V}\n"),
    ("zkCli: set", Ident, bare, "set /shop/{N} {V}\n"),
    ("spring: failure", Lower, word, "    Property: shop.{N}\n    Value: \"{V}\"\n    Origin: class path resource [application.yml] - 4:12\n"),
    ("hibernate: properties", Ident, comma, "HHH000046: Connection properties: {user=app, {N}={V}}\n"),
    ("hikari: dump", Ident, json, "12:00:00.000 DEBUG HikariConfig - username........................\"app\"\n12:00:00.000 DEBUG HikariConfig - {N}........................\"{V}\"\n"),
    ("logback: property", Lower, word, "12:00:00,000 |-INFO in PropertyAction - Setting property [{N}] with value [{V}] in context\n"),
    ("ant: property", Lower, word, "Setting project property: host -> h\nSetting project property: {N} -> {V}\n"),
    ("cmake: message", Upper, word, "-- HOST: h\n-- {N}: {V}\n"),
    ("cmake: cache", Upper, raw, "//the one to use\n{N}:STRING={V}\n"),
    ("xcodebuild: export", Upper, bare, "    cd /x/Shop\n    export LANG\\=en_US.US-ASCII\n    export {N}\\={V}\n"),
    ("ros2: param get", Ident, word, "$ ros2 param get /shop {N}\nString value is: {V}\n"),
    ("mail: table", Ident, xml, "<tr><th>Host</th><td>h</td></tr>\n<tr><th>{N}</th><td>{V}</td></tr>\n"),
    ("ticket: numbered", Ident, raw, "1. host: h\n2. {N}: {V}\n"),
    ("ticket: in prose", Upper, bare, "please set {N}={V} and redeploy\n"),
    ("chat: fence", Upper, raw, "```\n{N}={V}\n```\n"),
    ("chat: emoji", Ident, raw, "🔑 {N}: {V}\n"),
    ("chat: no blank", Ident, word, "host:h\n{N}:{V}\n"),
    ("mail: remark", Ident, word, "{N} = {V} (do not forward)\n"),
    ("mediawiki: definition", Ident, raw, "; Host : h\n; {N} : {V}\n"),
    ("confluence: panel", Ident, bare, "{info:title=Shop}{N}: {V}{info}\n"),
    ("nim: const", Ident, random, "const {N} = \"{V}\"\n"),
    ("ada: constant", Ident, random, "   {N} : constant String := \"{V}\";\n"),
    ("smalltalk: assignment", Ident, random, "{N} := '{V}'.\n"),
    ("prolog: fact", Ident, random, "{N}('{V}').\n"),
    ("jinja: set", Ident, single, "{% set {N} = '{V}' %}\n"),
    ("liquid: assign", Ident, double, "{% assign {N} = \"{V}\" %}\n"),
    ("protobuf: default", Ident, random, "  optional string {N} = 1 [default = \"{V}\"];\n"),
    ("thrift: const", Upper, random, "const string {N} = \"{V}\"\n"),
    ("python: repr", Ident, single, "<Config host='h' {N}='{V}'>\n"),
    ("python: pprint", Ident, single, "{'host': 'h',\n '{N}': '{V}',\n 'port': 5432}\n"),
    ("java: list", Ident, comma, "[host=h, {N}={V}, port=5432]\n"),
    ("zerolog: console", Ident, bare, "12:00PM INF connecting host=h {N}={V}\n"),
    ("spdlog: line", Ident, word, "[2024-05-01 12:00:00.000] [shop] [info] {N} = {V}\n"),
    ("nginx: debug", Header, json, "2024/05/01 12:00:00 [debug] 12#12: *3 http header: \"{N}: {V}\"\n"),
    ("envoy: debug", Header, single, "':authority', 'h'\n':method', 'GET'\n'{N}', '{V}'\n"),
    ("varnishlog: header", Header, word, "-   ReqMethod      GET\n-   ReqHeader      {N}: {V}\n"),
    ("windows: event", Ident, word, "\tParameter Name: {N}\n\tParameter Value: {V}\n"),
    ("powershell: variable", Upper, word, "PS C:\\> $env:{N}\n{V}\n"),
    ("cmd: echo", Upper, word, "C:\\>echo %{N}%\n{V}\n"),
];

/// Places whose names are fixed by their tool.
pub const EIGHTH_PLACES: &[(&str, Escape, &str)] = &[
    ("poetry: token", bare, "poetry config pypi-token.pypi {V}\n"),
    (
        "nuget: source",
        bare,
        "dotnet nuget add source https://h/v3 -n shop -u app -p {V} --store-password-in-clear-text\n",
    ),
    (
        "kubectl: registry",
        bare,
        "kubectl create secret docker-registry r --docker-username=app --docker-password={V}\n",
    ),
    ("keycloak: kcadm", bare, "kcadm.sh set-password -r shop --username app --new-password {V}\n"),
    ("keycloak: realm", json, "      \"credentials\": [ { \"type\": \"password\", \"value\": \"{V}\" } ]\n"),
    ("freeradius: debug", json, "(0) User-Name = \"app\"\n(0) User-Password = \"{V}\"\n"),
    ("strongswan: swanctl", json, "secrets {\n  ike-1 {\n    id = u\n    secret = \"{V}\"\n  }\n}\n"),
    ("mediawiki: settings", json, "$wgDBuser = \"app\";\n$wgDBpassword = \"{V}\";\n"),
    ("snmpwalk: v3", bare, "snmpwalk -v3 -l authPriv -u app -a SHA -A {V} -x AES h\n"),
    ("racadm: user", bare, "racadm config -g cfgUserAdmin -o cfgUserAdminPassword -i 2 {V}\n"),
    ("ilo: login", xml, "<LOGIN USER_LOGIN=\"admin\" PASSWORD=\"{V}\">\n"),
    ("powercli: connect", bare, "Connect-VIServer -Server h -User app -Password {V}\n"),
    ("bcp: login", bare, "bcp shop.dbo.users out u.dat -S h -U app -P {V} -c\n"),
    ("jupyter: address", bare_word, "    http://localhost:8888/lab?token={V}\n"),
    ("code-server: config", yaml_plain, "bind-addr: 127.0.0.1:8080\nauth: password\npassword: {V}\ncert: false\n"),
    ("coder: login", bare, "> Paste your token here: {V}\n"),
    ("gitlab-runner: config", json, "[[runners]]\n  name = \"shop\"\n  token = \"{V}\"\n"),
    ("kubeadm: certificate key", bare_word, "[upload-certs] Using certificate key:\n{V}\n"),
    ("security: find", word, "$ security find-generic-password -s shop -w\n{V}\n"),
    ("secret-tool: lookup", word, "$ secret-tool lookup app shop\n{V}\n"),
];

pub const EIGHTH_UPPER: &[&str] = &[
    "INVOICE_DB_PASSWORD",
    "RABBITMQ_DEFAULT_PASS",
    "ELASTIC_PASSWORD",
    "GRAFANA_ADMIN_PASSWORD",
    "SMTP_PASSWORD",
    "LDAP_BIND_PASSWD",
    "SNOWFLAKE_PWD",
    "CODECOV_TOKEN",
    "PULUMI_ACCESS_TOKEN",
    "DISCORD_BOT_TOKEN",
    "MAILGUN_API_KEY",
    "OPENWEATHER_API_KEY",
    "SESSION_SECRET",
    "CSRF_SECRET",
    "PAYPAL_CLIENT_SECRET",
    "S3_SECRET_ACCESS_KEY",
    "APP_SECRET_KEY",
    "GPG_PASSPHRASE",
    "KEYSTORE_PASSWORD",
    "FIELD_ENCRYPTION_KEY",
];

pub const EIGHTH_LOWER: &[&str] = &[
    "invoice_password",
    "invoiceDbPassword",
    "elasticPassword",
    "smtp_password",
    "ldap_bind_passwd",
    "snowflake_pwd",
    "codecov_token",
    "discordToken",
    "session_token",
    "mailgun_api_key",
    "weatherApiKey",
    "session_secret",
    "paypalClientSecret",
    "app_secret_key",
    "gpgPassphrase",
    "field_encryption_key",
    "keystorePassword",
    "mail.smtp.password",
    "spring.datasource.password",
    "api-token",
    "password",
    "secret",
    "token",
];

pub const EIGHTH_PASCAL: &[&str] = &[
    "InvoicePassword",
    "ElasticPassword",
    "DiscordToken",
    "WeatherApiKey",
    "SessionSecret",
    "AppSecretKey",
    "Password",
];

pub const EIGHTH_HEADERS: &[&str] =
    &["X-Api-Key", "x-api-key", "X-Invoice-Token", "X-Auth-Token", "x-gateway-secret", "X-App-Token", "Api-Token"];
