//! A sixth table, written after the rules had been changed for one half of the fifth: its first figure is that of
//! syntaxes which no rule was made for. See `shares.rs`.

use super::writing::*;
use super::{Style, Syntax};

macro_rules! syntaxes {
    ($name:ident; $(($syntax:literal, $style:ident, $escape:ident, $form:expr)),+ $(,)?) => {
        pub const $name: &[Syntax] = &[$(Syntax { name: $syntax, form: $form, style: Style::$style, escape: $escape }),+];
    };
}

syntaxes![SIXTH;
    ("opentofu test variables", Ident, hcl, "variables {\n  host = \"h\"\n  {N} = \"{V}\"\n}\n"),
    ("bolt task parameter", Ident, bare, "bolt task run shop::db --targets web1 user=app {N}={V}\n"),
    ("step-ca prompt", Ident, word, "✔ {N}: {V}\n"),
    ("conan options", Ident, bare, "conan install . -o host=h -o {N}={V}\n"),
    ("meson option", Ident, bare, "meson setup build -D{N}={V}\n"),
    ("snap set", Lower, bare, "snap set shop db.host=h {N}={V}\n"),
    ("debconf", Lower, raw, "shop shop/db-host string h\nshop shop/{N} password {V}\n"),
    ("freeipa user", Ident, word, "  User login: app\n  {N}: {V}\n  Account disabled: False\n"),
    ("zabbix macro", Upper, raw, "{$HOST} => h\n{${N}} => {V}\n"),
    ("nagios custom variable", Upper, word, "define host {\n    host_name  web\n    _{N}  {V}\n}\n"),
    ("asterisk pjsip", Ident, raw, "[app]\ntype=auth\nusername=app\n{N}={V}\n"),
    ("exim macro", Upper, raw, "HOST = h\n{N} = {V}\n"),
    ("lighttpd setenv", Upper, json, "setenv.add-environment = ( \"LANG\" => \"C\", \"{N}\" => \"{V}\" )\n"),
    ("caddy env", Upper, raw, "{\n\tacme_dns x\n}\n# environment\n{N}={V}\n"),
    ("gitea app.ini", Upper, raw, "[mailer]\nHOST = h\n{N} = `{V}`\n"),
    ("ocelot json", Pascal, json, "{\"Host\":\"h\",\"Extra\":{\"{N}\":\"{V}\"}}\n"),
    ("apollo properties", Lower, raw, "[shop] 2024-05-01 key changed: {N} = {V}\n"),
    ("nacos change", Lower, word, "config changed - key: {N} - oldValue: null - newValue: {V} - changeType: ADDED\n"),
    ("etcd log", Ident, json, "{\"level\":\"debug\",\"key\":\"/shop/{N}\",\"value\":\"{V}\"}\n"),
    ("minitest difference", Ident, json, "--- expected\n+++ actual\n@@ -1 +1 @@\n-{:{N}=>nil}\n+{:{N}=>\"{V}\"}\n"),
    ("ruby 3.4 hash", Ident, json, "{host: \"h\", {N}: \"{V}\"}\n"),
    ("elixir struct", Ident, json, "%Shop.Config{host: \"h\", {N}: \"{V}\", port: 5432}\n"),
    ("gleam echo", Ident, json, "src/shop.gleam:4\nConfig(host: \"h\", {N}: \"{V}\")\n"),
    ("scala map", Ident, comma, "Map(host -> h, {N} -> {V})\n"),
    ("scala case class", Ident, json, "Config(host = \"h\", {N} = \"{V}\")\n"),
    ("php exception", Ident, single, "#0 shop.php(12): connect(Array(host => 'h', {N} => '{V}'))\n"),
    ("perl debugger", Ident, single, "  DB<1> x $cfg\n0  HASH(0x55d0)\n   'host' => 'h'\n   '{N}' => '{V}'\n"),
    ("lua inspect", Ident, json, "{\n  host = \"h\",\n  {N} = \"{V}\"\n}\n"),
    ("windbg", Ident, json, "   +0x008 Host : \"h\"\n   +0x010 {N} : \"{V}\"\n"),
    ("visual studio locals", Ident, json, "\t\tHost\t\"h\"\tstring\n\t\t{N}\t\"{V}\"\tstring\n"),
    ("qemu option", Ident, comma, "-object iscsi,id=i0,user=app,{N}={V}\n"),
    ("libvirt xml", Ident, xml, "<graphics type='vnc' port='5900' {N}='{V}'/>\n"),
    ("proxmox storage", Ident, word, "cifs: backup\n\tserver h\n\tusername app\n\t{N} {V}\n"),
    ("openstack table", Ident, cell, "| Field    | Value |\n+----------+-------+\n| {N} | {V} |\n"),
    ("clouds.yaml", Ident, yaml_plain, "clouds:\n  shop:\n    auth:\n      username: app\n      {N}: {V}\n"),
    ("nix repl", Ident, json, "nix-repl> config.services.shop.{N}\n\"{V}\"\n"),
    ("osquery", Ident, raw, "  key = {N}\nvalue = {V}\n"),
    ("sqlx log", Ident, single, "DEBUG sqlx::query: UPDATE users SET {N} = '{V}' WHERE id = 1; rows affected: 1\n"),
    ("grpc metadata", Header, bare, "metadata: {accept: */*, {N}: {V}}\n"),
    ("websocat header", Header, bare, "websocat -H='{N}: {V}' ws://h/\n"),
    ("stripe listen", Ident, word, "> Ready! Your webhook signing {N} is {V} (^C to quit)\n"),
    ("support mail", Ident, word, "Your new {N} has been set to {V}. Please change it.\n"),
    ("ticket", Ident, markdown, "Steps: log in as app with the {N} `{V}`, then open /admin\n"),
    ("release notes table", Upper, cell_code, "| Variable | Was | Is now |\n|---|---|---|\n| `{N}` | unset | `{V}` |\n"),
];
