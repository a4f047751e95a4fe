//! A ninth table, written after the rules had been changed for the eighth: its first figure is that of syntaxes which no
//! rule was made for. See `shares.rs`.

use super::writing::*;
use super::{Escape, Style, Syntax};

macro_rules! syntaxes {
    ($name:ident; $(($syntax:literal, $style:ident, $escape:ident, $form:expr)),+ $(,)?) => {
        pub const $name: &[Syntax] = &[$(Syntax { name: $syntax, form: $form, style: Style::$style, escape: $escape }),+];
    };
}

syntaxes![NINTH;
    ("vector: toml sink", Ident, json, "[sinks.out.auth]\nstrategy = \"basic\"\n{N} = \"{V}\"\n"),
    ("telegraf: plugin", Ident, json, "[[outputs.influxdb]]\n  urls = [\"http://h:8086\"]\n  {N} = \"{V}\"\n"),
    ("filebeat: output", Lower, json, "output.elasticsearch:\n  hosts: [\"h:9200\"]\n  {N}: \"{V}\"\n"),
    ("loki: helm upgrade", Ident, bare, "helm upgrade loki g/loki --set loki.auth.{N}={V} --wait\n"),
    ("thanos: objstore", Ident, yaml_plain, "type: S3\nconfig:\n  bucket: b\n  {N}: {V}\n"),
    ("envsubst: result", Upper, raw, "# generated\nHOST=h\n{N}={V}\n"),
    ("docker: stack file", Upper, yaml_plain, "    environment:\n      <<: *common\n      {N}: {V}\n"),
    ("compose: warning", Upper, word, "time=\"2024-05-01T12:00:00Z\" level=debug msg=\"using {N}={V} from .env\"\n"),
    ("buildah: config", Upper, bare, "buildah config --env {N}={V} web\n"),
    ("kaniko: argument", Upper, bare, "/kaniko/executor --context . --build-arg={N}={V}\n"),
    ("nerdctl: exec", Upper, bare, "nerdctl exec -e {N}={V} web sh\n"),
    ("kubectl: env list", Upper, raw, "# Deployment shop, container web\nLANG=C\n{N}={V}\n"),
    ("helm: get values", Ident, yaml_plain, "USER-SUPPLIED VALUES:\nauth:\n  {N}: {V}\n"),
    ("helmfile: diff", Ident, yaml_plain, "shop, web, Secret (v1) has changed:\n-   {N}: x\n+   {N}: {V}\n"),
    ("kpt: setter", Ident, bare, "kpt fn eval --image apply-setters -- {N}={V}\n"),
    ("ytt: data value", Ident, bare, "ytt -f config --data-value {N}={V}\n"),
    ("waypoint: config", Upper, bare, "waypoint config set {N}={V}\n"),
    ("scalingo: env-set", Upper, bare, "scalingo --app shop env-set {N}={V}\n"),
    ("platform.sh: variable", Upper, bare, "platform variable:create --name env:{N} --value {V} --sensitive true\n"),
    ("koyeb: service", Upper, bare, "koyeb service update shop/web --env {N}={V}\n"),
    ("render: api", Upper, json, "[{\"envVar\":{\"key\":\"{N}\",\"value\":\"{V}\"},\"cursor\":\"x\"}]\n"),
    ("coolify: export", Upper, json, "{\"is_preview\":false,\"key\":\"{N}\",\"real_value\":\"{V}\"}\n"),
    ("nx: task output", Upper, bare, "> nx run shop:deploy\n\n> {N}={V} node deploy.js\n"),
    ("npm: lifecycle", Upper, bare, "> shop@1.0.0 start\n> {N}={V} node server.js\n"),
    ("pm2: env", Upper, word, "pm2 env 0\nLANG: C\n{N}: {V}\n"),
    ("forever: list", Flag, bare, "data:    [0] 1a2b node server.js --port 80 --{N} {V} 1234 0:0:1\n"),
    ("puma: state", Ident, yaml_plain, "---\npid: 12\ncontrol_url: tcp://h\ncontrol_{N}: {V}\n"),
    ("sidekiq: job", Ident, json, "{\"class\":\"LoginJob\",\"args\":[{\"user\":\"app\",\"{N}\":\"{V}\"}],\"jid\":\"1a2b\"}\n"),
    ("celery: task", Ident, single, "[2024-05-01 12:00:00,000: INFO] Task shop.login[1a2b] received args=() kwargs={'user': 'app', '{N}': '{V}'}\n"),
    ("airflow: variables", Ident, json, "{\n    \"host\": \"h\",\n    \"{N}\": \"{V}\"\n}\n"),
    ("dagster: run config", Ident, yaml_plain, "resources:\n  db:\n    config:\n      {N}: {V}\n"),
    ("prefect: block", Ident, json, "Db(host='h', {N}=SecretStr(\"{V}\"))\n"),
    ("mlflow: run", Ident, bare, "mlflow run . -P epochs=3 -P {N}={V}\n"),
    ("wandb: config", Ident, yaml_plain, "{N}:\n  desc: null\n  value: {V}\n"),
    ("great expectations: store", Ident, yaml_plain, "credentials:\n  drivername: postgresql\n  {N}: {V}\n"),
    ("selenium: typed", Ident, single, "DEBUG POST /session/1/element/{N}/value {\"text\": \"{V}\", \"value\": []}\n"),
    ("cypress: log", Ident, word, "  ✓  type  input[name={N}], {V}\n"),
    ("playwright: call", Ident, single, "  - locator.fill('#{N}', '{V}')\n"),
    ("cucumber: table", Ident, cell, "    Given a user:\n      | name | {N} |\n      | app  | {V} |\n"),
    ("robot: keyword", Ident, word, "    Input Text    id={N}    {V}\n"),
    ("robot: log", Ident, word, "20240501 12:00:00.000 - INFO - ${{N}} = {V}\n"),
    ("jmeter: argument", Ident, xml, "<stringProp name=\"Argument.name\">{N}</stringProp>\n<stringProp name=\"Argument.value\">{V}</stringProp>\n"),
    ("soapui: property", Ident, xml, "<con:property><con:name>{N}</con:name><con:value>{V}</con:value></con:property>\n"),
    ("wiremock: request", Header, word, "    \"headers\" : {\n      \"{N}\" : \"{V}\"\n    },\n"),
    ("pact: header", Header, json, "        \"{N}\": [\"{V}\"]\n"),
    ("rspec: rack", Header, json, "last_request.env => {\"REQUEST_METHOD\"=>\"GET\", \"{N}\"=>\"{V}\"}\n"),
    ("flask: environ", Header, single, "{'REQUEST_METHOD': 'GET', '{N}': '{V}', 'wsgi.version': (1, 0)}\n"),
    ("apache: mod_dumpio", Header, bare, "[Wed May 01 12:00:00 2024] [dumpio:trace7] mod_dumpio.c(103): [client 10.0.0.1] mod_dumpio:  dumpio_in (data-HEAP): {N}: {V}\\r\\n\n"),
    ("ticket: question", Ident, word, "Is {V} still the right {N}? It fails here.\n"),
    ("ticket: sentence", Ident, word, "We rotated {N} yesterday; the current one is {V}.\n"),
    ("ticket: table row", Ident, cell, "||Setting||Value||\n|{N}|{V}|\n"),
    ("mail: list", Ident, word, "* Host ........ h\n* {N} ........ {V}\n"),
    ("chat: quoted", Ident, word, "the {N} is \"{V}\" on staging\n"),
    ("chat: copied", Ident, word, "copy this as {N}: {V}\n"),
    ("notion: toggle", Ident, word, "▸ {N}\n    {V}\n"),
    ("gherkin: doc string", Ident, json, "      \"\"\"\n      {\"user\": \"app\", \"{N}\": \"{V}\"}\n      \"\"\"\n"),
];

/// Places whose names are fixed by their tool.
pub const NINTH_PLACES: &[(&str, Escape, &str)] = &[
    ("mc: admin", bare, "mc admin user add store app {V}\n"),
    ("influx: setup", bare, "influx setup --username app --password {V} --org shop --force\n"),
    ("rabbitmq: status", bare, "rabbitmqctl change_password app {V}\n"),
    ("grafana: user", bare, "curl -X PUT -d '{\"password\":\"{V}\"}' http://h/api/admin/users/2/password\n"),
    ("step: ca init", word, "✔ Password: {V}\n✔ Root certificate: /x/root_ca.crt\n"),
    ("rclone: obscured", bare, "[store]\ntype = webdav\nuser = app\npass = {V}\n"),
    ("restic: password command", bare, "restic -r s3:h/b --password-command 'echo {V}' snapshots\n"),
    ("borg: export", word, "export BORG_PASSPHRASE={V}\n"),
    (
        "cloud-init: chpasswd",
        bare,
        "chpasswd:\n  expire: false\n  users:\n    - {name: app, password: {V}, type: text}\n",
    ),
    ("proxmox: qm", bare, "qm set 100 --ciuser app --cipassword {V}\n"),
    ("vboxmanage: guest", bare, "VBoxManage guestcontrol vm run --username app --password {V} --exe /bin/ls\n"),
    ("vmrun: login", bare, "vmrun -gu app -gp {V} runProgramInGuest vm.vmx /bin/ls\n"),
    ("winrm: host vars", yaml_plain, "ansible_user: Administrator\nansible_password: {V}\n"),
    ("rdp: file", bare, "username:s:app\npassword 51:b:{V}\n"),
    ("teamviewer: unattended", bare, "teamviewer passwd {V}\n"),
];

pub const NINTH_UPPER: &[&str] = &[
    "BILLING_DB_PASSWORD",
    "REDIS_PASSWORD",
    "KAFKA_SASL_PASSWORD",
    "TRAEFIK_PASSWD",
    "SENTRY_AUTH_TOKEN",
    "GITHUB_TOKEN",
    "CLOUDFLARE_API_TOKEN",
    "STRIPE_SECRET_KEY",
    "TWILIO_API_KEY",
    "RECAPTCHA_SECRET",
    "AUTH0_CLIENT_SECRET",
    "COOKIE_SIGNING_KEY",
    "DB_ENCRYPTION_KEY",
    "SSH_KEY_PASSPHRASE",
    "R2_SECRET_ACCESS_KEY",
];

pub const NINTH_LOWER: &[&str] = &[
    "billing_password",
    "billingDbPassword",
    "redisPassword",
    "sasl_password",
    "sentryToken",
    "api_token",
    "auth_token",
    "stripe_secret_key",
    "twilioApiKey",
    "recaptcha_secret",
    "clientSecret",
    "cookie_signing_key",
    "dbEncryptionKey",
    "key_passphrase",
    "sasl.jaas.password",
    "admin.token",
    "db-password",
    "password",
    "token",
];

pub const NINTH_HEADERS: &[&str] =
    &["X-Api-Key", "X-Billing-Token", "x-access-token", "X-Service-Key", "X-Hub-Secret", "Private-Token"];

pub const NINTH_FLAGS: &[&str] =
    &["billing-password", "redis-password", "api-token", "client-secret", "key-passphrase", "password"];
