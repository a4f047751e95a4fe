//! A tenth table, written after the rules had been changed for the ninth: its first figure is that of syntaxes which no
//! rule was made for. See `shares.rs`.

use super::writing::*;
use super::{Escape, Style, Syntax};

macro_rules! syntaxes {
    ($name:ident; $(($syntax:literal, $style:ident, $escape:ident, $form:expr)),+ $(,)?) => {
        pub const $name: &[Syntax] = &[$(Syntax { name: $syntax, form: $form, style: Style::$style, escape: $escape }),+];
    };
}

syntaxes![TENTH;
    ("kong: declarative", Ident, yaml_plain, "plugins:\n- name: oauth2-introspection\n  config:\n    {N}: {V}\n"),
    ("tyk: definition", Ident, json, "{\"auth\":{\"use_param\":false,\"{N}\":\"{V}\"}}\n"),
    ("krakend: log", Header, word, "2024/05/01 12:00:00 KRAKEND DEBUG: [HEADER] {N}=[{V}]\n"),
    ("linkerd: tap", Header, bare, "req id=0:1 proxy=in src=10.0.0.1:1 dst=10.0.0.2:80 tls=true {N}={V}\n"),
    ("cilium: monitor", Header, bare, "<- Request http from 1 to 2, GET http://h/ => {N}: {V}\n"),
    ("openresty: log", Ident, word, "2024/05/01 12:00:00 [error] 1#1: *3 [lua] auth.lua:12: bad {N}: {V}, client: 10.0.0.1, server: h\n"),
    ("php: stack trace", Ident, single, "#1 /srv/shop/db.php(7): Db->connect('h', Array({N} => '{V}'))\n"),
    ("php: warning", Ident, word, "PHP Warning:  Undefined index: x in /srv/a.php, {N}={V}\n"),
    ("java: exception", Ident, word, "java.lang.IllegalStateException: Invalid {N} '{V}' for user app\n"),
    ("python: key error", Ident, single, "ValueError: invalid literal for {N}: '{V}'\n"),
    ("go: panic", Ident, json, "panic: connect: bad {N} \"{V}\"\n\ngoroutine 1 [running]:\n"),
    ("rust: unwrap", Ident, json, "called `Result::unwrap()` on an `Err` value: AuthFailed { user: \"app\", {N}: \"{V}\" }\n"),
    ("c#: exception data", Pascal, word, "   Data[{N}] = {V}\n   at Shop.Db.Connect()\n"),
    ("elixir: crash", Ident, json, "** (KeyError) key :x not found in: [host: \"h\", {N}: \"{V}\"]\n"),
    ("erlang: crash report", Ident, json, "    State: [{host,\"h\"},{{N},\"{V}\"}]\n"),
    ("swift: fatal", Ident, json, "Fatal error: Unexpected {N}: Optional(\"{V}\")\n"),
    ("kotlin: error", Ident, word, "Caused by: ConfigException: shop.{N} = {V} is not allowed here\n"),
    ("scala: config error", Lower, json, "String: 3: {N} has type STRING rather than NUMBER (value \"{V}\")\n"),
    ("ruby: inspect", Ident, json, "#<struct Config host=\"h\", {N}=\"{V}\">\n"),
    ("lua: error", Ident, word, "lua: main.lua:3: wrong {N} ({V})\n"),
    ("sql: trace", Ident, doubled, "exec sp_executesql N'UPDATE users SET {N}=@p',N'@p nvarchar(50)',@{N}=N'{V}'\n"),
    ("oracle: trace", Ident, doubled, " value=\"{V}\" -- :{N}\n"),
    ("postgres: log", Ident, doubled, "2024-05-01 12:00:00 UTC [12] LOG:  statement: UPDATE users SET {N} = '{V}' WHERE id = 1\n"),
    ("postgres: detail", Ident, doubled, "DETAIL:  parameters: $1 = 'app', {N} = '{V}'\n"),
    ("postgres: key", Ident, word, "DETAIL:  Key ({N})=({V}) already exists.\n"),
    ("mysql: duplicate", Ident, single, "ERROR 1062 (23000): Duplicate entry '{V}' for key 'users.{N}'\n"),
    ("mongo: log", Ident, json, "{\"t\":{\"$date\":\"2024-05-01\"},\"s\":\"I\",\"c\":\"COMMAND\",\"attr\":{\"command\":{\"update\":\"users\",\"u\":{\"$set\":{\"{N}\":\"{V}\"}}}}}\n"),
    ("cassandra: trace", Ident, doubled, " Parsing UPDATE users SET {N} = '{V}' WHERE id = 1; [main] | 2024-05-01 | 10.0.0.1\n"),
    ("redis: slowlog", Ident, json, "   4) 1) \"HSET\"\n      2) \"shop\"\n      3) \"{N}\"\n      4) \"{V}\"\n"),
    ("elasticsearch: source", Ident, json, "\"_source\" : { \"user\" : \"app\", \"{N}\" : \"{V}\" }\n"),
    ("ldap: audit", Ident, raw, "# modify 1714564800 dc=x cn=admin\nreplace: {N}\n{N}: {V}\n-\n"),
    ("git: show", Upper, raw, "commit 1a2b3c4\nAuthor: A <a@h>\n\n+{N}={V}\n"),
    ("git: word diff", Ident, bare, "{N} = [-old-]{+{V}+}\n"),
    ("svn: diff", Ident, raw, "Index: shop.ini\n===================\n-{N}=\n+{N}={V}\n"),
    ("hg: annotate", Upper, bare, "app 3f2a1b: {N}={V}\n"),
    ("vim: swap list", Upper, bare, "\"+  {N}={V}\n"),
    ("tmux: capture", Upper, bare, "app@web1:~$ export {N}={V}\napp@web1:~$ \n"),
    ("screen: log", Upper, bare, "web1# {N}={V} ./run\n"),
    ("asciinema: event", Upper, bare, "[1.5, \"o\", \"$ export {N}={V}\\r\\n\"]\n"),
    ("script: typescript", Upper, bare, "Script started on 2024-05-01\nbash-5.2$ {N}={V} make\n"),
    ("fish: history", Upper, bare, "- cmd: set -x {N} {V}\n  when: 1714564800\n"),
    ("atuin: list", Upper, bare, "2024-05-01 12:00:00\texport {N}={V}\t0s\n"),
    ("chat: thread", Ident, word, "alice: what's the {N}?\nbob: {V}\n"),
    ("ticket: answer", Ident, word, "Q: which {N} do I use?\nA: {V}\n"),
    ("ticket: changed line", Ident, word, "- {N} was x, now it's {V}\n"),
    ("mail: key and value lines", Ident, word, "{N}\n=====\n{V}\n"),
    ("sheet: row", Ident, tsv, "1\tshop\t{N}\t{V}\t2024-05-01\n"),
    ("sheet: header", Ident, tsv, "#\tservice\t{N}\towner\n1\tshop\t{V}\talice\n"),
];

/// Places whose names are fixed by their tool.
pub const TENTH_PLACES: &[(&str, Escape, &str)] = &[
    ("mysql: log", doubled, "2024-05-01T12:00:00.000000Z   12 Query\tALTER USER 'app'@'%' IDENTIFIED BY '{V}'\n"),
    ("ssh: askpass", word, "app@h's password: {V}\nWelcome to h\n"),
    ("sudo: log", word, "[sudo] password for app: {V}\n"),
    ("ftp: client", word, "331 Please specify the password.\nPassword: {V}\n230 Login successful.\n"),
    ("psql: prompt", word, "Password for user app: {V}\npsql (16.2)\n"),
    ("openssl: prompt", word, "Enter pass phrase for key.pem: {V}\n"),
    ("gpg: prompt", word, "gpg: passphrase: {V}\n"),
    ("wifi: nmcli show", word, "802-11-wireless-security.psk:           {V}\n"),
    ("android: wifi xml", xml, "<string name=\"PreSharedKey\">&quot;{V}&quot;</string>\n"),
    ("ios: profile", xml, "<key>Password</key>\n<string>{V}</string>\n"),
];
