//! A nineteenth table, written after the rules had been changed for the eighteenth: its first figure is that of syntaxes
//! which no rule was made for. Its names are those of the eleventh. See `shares.rs`.

use super::writing::*;
use super::{Escape, Style, Syntax};

macro_rules! syntaxes {
    ($name:ident; $(($syntax:literal, $style:ident, $escape:ident, $form:expr)),+ $(,)?) => {
        pub const $name: &[Syntax] = &[$(Syntax { name: $syntax, form: $form, style: Style::$style, escape: $escape }),+];
    };
}

syntaxes![NINETEENTH;
    // Shells and terminals.
    ("term: numbered history", Upper, bare, "  512  export {N}={V}\n  513  ls\n"),
    ("term: dated history", Upper, bare, "  512  2024-05-01 12:00:00 {N}={V} ./run\n"),
    ("term: error of a shell", Upper, bare, "zsh: command not found: {N}={V}\n"),
    ("term: prompt with a path", Upper, shell_single, "app@web1:/srv/shop$ export {N}='{V}'\n"),
    ("term: root prompt", Upper, bare, "[root@web1 shop]# {N}={V} systemctl restart web\n"),
    ("term: comment block", Upper, double, "#!/bin/sh\n# deploy\nexport {N}=\"{V}\" HOST=h\n"),
    ("term: set -a", Upper, shell_single, "set -a; {N}='{V}'; set +a\n"),
    ("term: eval", Upper, double, "eval \"export {N}={V}\"\n"),
    ("term: trap line", Upper, bare, "++ [[ -n x ]]\n++ {N}={V}\n++ export {N}\n"),
    ("term: two variables", Upper, bare, "{N}={V} OTHER=1 ./run --fast\n"),
    ("term: docker env-file print", Upper, raw, "# prod.env\nHOST=h\n{N}={V}\n\nPORT=1\n"),
    ("term: powershell set", Upper, doubled, "PS C:\\> $env:{N} = '{V}'\n"),
    ("term: cmd batch", Upper, percent, "@echo off\r\nset {N}={V}\r\nstart app.exe\r\n"),
    ("term: make print", Upper, word, "{N} is {V}\n"),
    ("term: watch of kubectl", Upper, raw, "NAME  READY\nweb-0  1/1\n\n{N}={V}\n"),
    // Settings.
    ("file: yaml quoted with remark", Ident, json, "  {N}: \"{V}\"  # rotate in May\n"),
    ("file: yaml list of one-key maps", Upper, json, "env:\n  - HOST: h\n  - {N}: \"{V}\"\n"),
    ("file: yaml deep", Ident, yaml_plain, "a:\n  b:\n    c:\n      - d: e\n        {N}: {V}\n        f: g\n"),
    ("file: yaml in json string", Ident, json, "{\"values\":\"auth:\\n  user: app\\n  {N}: {V}\\n\"}\n"),
    ("file: ini in json string", Ident, json, "{\"content\":\"[db]\\nuser=app\\n{N}={V}\\n\"}\n"),
    ("file: env in yaml block", Upper, raw, "  .env: |\n    HOST=h\n    {N}={V}\n    PORT=1\n"),
    ("file: json in yaml block", Ident, json, "  config.json: |\n    {\n      \"host\": \"h\",\n      \"{N}\": \"{V}\"\n    }\n"),
    ("file: toml section", Ident, json, "[production.database]\nhost = \"h\"\n{N} = \"{V}\"\nport = 5432\n"),
    ("file: ini tab", Ident, word, "[db]\n\thost\t= h\n\t{N}\t= {V}\n"),
    ("file: properties blanks", Lower, word, "shop.host = h\nshop.{N} = {V}\n"),
    ("file: xml deep", Ident, xml, "<config><db><host>h</host><{N}>{V}</{N}></db></config>\n"),
    ("file: xml attribute order", Ident, xml, "<db {N}=\"{V}\" host=\"h\"></db>\n"),
    ("file: xml prefixed", Ident, xml, "<cfg:db xmlns:cfg=\"x\"><cfg:{N}>{V}</cfg:{N}></cfg:db>\n"),
    ("file: plist dict", Ident, xml, "<dict>\n\t<key>host</key>\n\t<string>h</string>\n\t<key>{N}</key>\n\t<string>{V}</string>\n</dict>\n"),
    ("file: json minified long", Ident, json, "{\"a\":1,\"b\":{\"c\":[1,2,{\"host\":\"h\",\"{N}\":\"{V}\",\"d\":null}]}}\n"),
    ("file: json four blanks", Ident, json, "{\n    \"production\": {\n        \"username\": \"app\",\n        \"{N}\": \"{V}\",\n        \"dialect\": \"mysql\"\n    }\n}\n"),
    ("file: jsonl", Ident, json, "{\"id\":1,\"{N}\":\"{V}\"}\n{\"id\":2,\"{N}\":null}\n"),
    ("file: hcl nested", Ident, hcl, "resource \"x\" \"y\" {\n  auth {\n    {N} = \"{V}\"\n  }\n}\n"),
    ("file: hcl list", Upper, hcl, "env = [\n  { name = \"HOST\", value = \"h\" },\n  { name = \"{N}\", value = \"{V}\" },\n]\n"),
    ("file: csv of users", Ident, csv, "id,name,email,{N}\n1,app,a@h,{V}\n2,b,b@h,x\n"),
    ("file: tsv of settings", Any, tsv, "key\tvalue\tnote\n{N}\t{V}\trotate\n"),
    ("file: markdown table wide", Any, cell, "| Setting | Value | Note |\n|:--------|:-----:|-----:|\n| HOST | h | x |\n| {N} | {V} | y |\n"),
    ("file: rst simple table", Any, word, "=======================  ======================\nName                     Value\n=======================  ======================\n{N~}  {V}\n=======================  ======================\n"),
    ("file: crontab variable", Upper, raw, "MAILTO=\"\"\n{N}={V}\n0 3 * * * /usr/bin/backup\n"),
    ("file: logrotate script", Upper, bare, "  postrotate\n    {N}={V} /usr/bin/notify\n  endscript\n"),
    ("file: vbox property", Ident, bare, "VBoxManage guestproperty set web /shop/{N} {V}\n"),
    ("file: ssh config", Upper, bare, "Host web\n  HostName h\n  SetEnv {N}={V}\n"),
    ("file: nix shell", Upper, json, "  shellHook = ''\n    export {N}=\"{V}\"\n  '';\n"),
    ("file: taskfile", Upper, json, "tasks:\n  up:\n    env:\n      {N}: \"{V}\"\n    cmds: [docker compose up]\n"),
    ("file: vite define", Upper, random, "  define: { 'import.meta.env.{N}': JSON.stringify('{V}') },\n"),
    ("file: electron store", Ident, json, "{\n\t\"window\": {\"x\": 1},\n\t\"{N}\": \"{V}\"\n}\n"),
    // Logs.
    ("log: syslog", Ident, word, "May  1 12:00:00 web1 shop[123]: connecting with {N}={V}\n"),
    ("log: java", Ident, word, "2024-05-01 12:00:00,123 DEBUG [main] c.s.Db - Using {N} {V} for app\n"),
    ("log: spring bind", Lower, word, "Binding property 'shop.{N}' to value '{V}'\n"),
    ("log: dotnet", Pascal, word, "dbug: Shop.Auth[0]\n      {N}: {V}\n"),
    ("log: json message", Ident, json, "{\"level\":\"debug\",\"message\":\"login with {N}={V}\",\"ts\":1}\n"),
    ("log: nested json message", Ident, json_twice, "{\"log\":\"{\\\"level\\\":\\\"info\\\",\\\"{N}\\\":\\\"{V}\\\"}\\n\",\"stream\":\"stdout\"}\n"),
    ("log: key in brackets", Ident, word, "12:00:00 INFO login [user=app] [{N}={V}]\n"),
    ("log: pipe fields", Ident, cell, "12:00:00|INFO|login|{N}={V}|ok\n"),
    ("log: semicolon fields", Ident, connection, "user=app;{N}={V};host=h\n"),
    ("log: repr in a message", Ident, single, "ERROR root: cannot connect: Config(host='h', {N}='{V}', port=1)\n"),
    ("log: dict in a message", Ident, single, "WARNING:shop:retrying with {'host': 'h', '{N}': '{V}'}\n"),
    ("log: ruby hash", Ident, json, "I, [2024-05-01T12:00:00 #1]  INFO -- : {:host=>\"h\", :{N}=>\"{V}\"}\n"),
    ("log: go map", Ident, comma, "2024/05/01 12:00:00 config map[host:h {N}:{V}]\n"),
    ("log: php array", Ident, single, "[01-May-2024 12:00:00 UTC] array ( 'host' => 'h', '{N}' => '{V}', )\n"),
    ("log: rust struct", Ident, json, "thread 'main' panicked at src/main.rs:3:5:\nConfig { host: \"h\", {N}: \"{V}\" }\n"),
    ("log: js object", Ident, single, "Error: timeout { host: 'h', {N}: '{V}' }\n    at connect (db.js:3:5)\n"),
    ("log: stack frame", Ident, single, "  at connect({ {N}: '{V}' })\n"),
    ("log: query parameters", Ident, url, "GET https://h/v1/items?page=1&{N}={V}&sort=asc 200 OK\n"),
    ("log: body of a form", Ident, url, "Request body: user=app&{N}={V}&remember=1\n"),
    ("log: headers of a request", Header, bare, "Request headers: {Host=[h], {N}=[{V}], Accept=[*/*]}\n"),
    ("log: header line", Header, bare, "DEBUG http.client: header {N}: {V}\n"),
    ("log: curl in a log", Header, single, "+ curl -fsSL -H '{N}: {V}' https://h/v1\n"),
    ("log: sql statement", Ident, doubled, "DEBUG SQL: UPDATE users SET {N} = '{V}' WHERE id = 7\n"),
    ("log: flags", Flag, bare, "starting: /usr/bin/app --port=80 --{N}={V} --verbose\n"),
    ("log: flag and word", Flag, bare, "exec: \"/usr/bin/app\" \"--{N}\" \"{V}\"\n"),
    // Everyday texts.
    ("say: mail", Ident, word, "Hi,\nthe {N} for staging is {V}\nplease do not share.\n"),
    ("say: list", Pascal, word, "- URL: https://h\n- User: app\n- {N}: {V}\n"),
    ("say: quoted", Ident, json, "use {N} \"{V}\" to log in\n"),
    ("say: changed", Upper, markdown, "`{N}` has been changed to `{V}`\n"),
    ("say: env in prose", Upper, word, "then run with {N}={V} and tell me\n"),
    ("say: note", Any, word, "NOTE {N} = {V}\n"),
];

/// Places whose names are fixed by their tool.
pub const NINETEENTH_PLACES: &[(&str, Escape, &str)] = &[
    ("known: dotenv url", url, "DATABASE_URL=\"postgresql://app:{V}@h:5432/shop?schema=public\"\n"),
    ("known: my.cnf quoted", double, "[mysqldump]\nuser = app\npassword = \"{V}\"\n"),
    ("known: netrc one line", word, "machine git.example login app password {V}\n"),
    ("known: pgpass star", bare, "*:5432:*:app:{V}\n"),
    ("known: docker login", bare, "echo \"{V}\" | docker login ghcr.io -u app --password-stdin\n"),
    ("known: curl basic", bare, "curl -sS -u \"app:{V}\" https://h/v1\n"),
    ("known: mysql", bare, "mysql -uapp -p{V} shop < x.sql\n"),
    ("known: alter user", doubled, "ALTER USER 'app'@'%' IDENTIFIED BY '{V}';\n"),
    ("known: bearer", bare, "-H \"Authorization: Bearer {V}\"\n"),
    ("known: cookie", bare, "Cookie: lang=en; session_id={V}\n"),
    ("known: wpa", json, "network={\n    ssid=\"x\"\n    psk=\"{V}\"\n}\n"),
    ("known: kube token", bare, "    user:\n      token: {V}\n"),
    ("known: redis", bare, "redis-cli -u redis://default:{V}@cache:6379 ping\n"),
];
