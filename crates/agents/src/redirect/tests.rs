//! The addresses that agents would use, and how they are named others.

use super::*;

struct Case {
    variables: Vec<(&'static str, &'static str)>,
    args: Vec<OsString>,
    homes: AgentHomes,
    dir: tempfile::TempDir,
}

impl Case {
    fn new(variables: &[(&'static str, &'static str)], args: &[&str], files: &[(&str, &str)]) -> Case {
        let dir = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = dir.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let home = |name: &str| Some(dir.path().join(name));
        let homes = AgentHomes {
            claude: home(".claude"),
            codex: home(".codex"),
            gemini: home(".gemini"),
            opencode_config: home(".config/opencode"),
            ..AgentHomes::default()
        };
        Case { variables: variables.to_vec(), args: args.iter().map(OsString::from).collect(), homes, dir }
    }

    fn with<T>(&self, use_it: impl FnOnce(&AgentLaunchInputs<'_>) -> T) -> T {
        let variable =
            |name: &str| self.variables.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned());
        let cwd = self.dir.path().join("work");
        use_it(&AgentLaunchInputs { variable: &variable, args: &self.args, homes: &self.homes, cwd: &cwd })
    }

    fn ask(&self, redirect: &RequestRedirect) -> Result<(Vec<String>, AgentLaunchChanges), String> {
        self.with(|asked| {
            let addresses = (redirect.addresses)(asked)?;
            let others: Vec<String> = (0..addresses.len()).map(|at| format!("http://127.0.0.1:9/t/{at}")).collect();
            let added = (redirect.apply)(asked, &addresses, &others);
            Ok((addresses.into_iter().map(|address| address.base).collect(), added))
        })
    }
}

fn texts(args: &[OsString]) -> Vec<&str> {
    args.iter().filter_map(|word| word.to_str()).collect()
}

#[test]
fn claude_code_by_its_variable_and_its_settings() {
    let (bases, added) = Case::new(&[], &["-p", "hi"], &[]).ask(&CLAUDE_CODE).unwrap();
    assert_eq!(bases, ["https://api.anthropic.com"]);
    assert_eq!(added.variables[0], ("ANTHROPIC_BASE_URL", "http://127.0.0.1:9/t/0".into()));
    assert_eq!(added.variables[1], ("ENABLE_TOOL_SEARCH", "true".into()));
    let allowed = r#"{"permissions":{"allow":["Bash(ctx get *)"]}}"#;
    assert_eq!(texts(&added.args), ["--settings", allowed, "-p", "hi"], "what was folded may be fetched");
    for alone in [&["mcp", "add", "x"][..], &["--settings", "mine.json"], &["--settings=mine.json", "-p"]] {
        let (_, added) = Case::new(&[], alone, &[]).ask(&CLAUDE_CODE).unwrap();
        assert_eq!(texts(&added.args), alone);
    }
    let (bases, added) =
        Case::new(&[("ANTHROPIC_BASE_URL", "http://gateway:1/x")], &[], &[]).ask(&CLAUDE_CODE).unwrap();
    assert_eq!((bases, added.variables.len()), (vec!["http://gateway:1/x".to_owned()], 1));
    let file = (".claude/settings.json", "{ \"env\": { \"ANTHROPIC_BASE_URL\": \"http://inside\" } } // mine");
    let (bases, added) =
        Case::new(&[("ANTHROPIC_BASE_URL", "http://outside")], &["-p"], &[file]).ask(&CLAUDE_CODE).unwrap();
    assert_eq!(bases, ["http://inside"]);
    assert_eq!(texts(&added.args)[0], "--settings");
    assert!(Case::new(&[("CLAUDE_CODE_USE_BEDROCK", "1")], &[], &[]).ask(&CLAUDE_CODE).is_err());
    assert!(Case::new(&[("CLAUDE_CODE_USE_BEDROCK", "0")], &[], &[]).ask(&CLAUDE_CODE).is_ok());
}

#[test]
fn codex_by_the_provider_of_its_model() {
    let (bases, added) = Case::new(&[], &["exec", "hi"], &[]).ask(&CODEX).unwrap();
    assert_eq!(bases, ["https://api.openai.com/v1"]);
    let ours = "openai_base_url=\"http://127.0.0.1:9/t/0\"";
    assert_eq!(texts(&added.args), ["-c", ours, "exec", "hi"]);
    // Of two settings of a key, the last is believed.
    let args = ["exec", "-c", "openai_base_url=http://mine", "--json", "hi", "-c", "model=x"];
    let (bases, added) = Case::new(&[], &args, &[]).ask(&CODEX).unwrap();
    assert_eq!(bases, ["http://mine"]);
    assert_eq!(&texts(&added.args)[..5], ["exec", "-c", "openai_base_url=http://mine", "-c", ours]);
    let inline = "model_providers.mine={name=\"m\",base_url=\"http://mine/v1\",wire_api=\"responses\"}";
    let args = ["exec", "-c", "model_provider=\"mine\"", "-c", inline, "--", "hi"];
    let (bases, added) = Case::new(&[], &args, &[]).ask(&CODEX).unwrap();
    assert_eq!(bases, ["http://mine/v1"]);
    assert_eq!(
        &texts(&added.args)[5..],
        ["-c", "model_providers.mine.base_url=\"http://127.0.0.1:9/t/0\"", "--", "hi"]
    );
    let config = "model_provider = 'a'\n[profiles.p]\nmodel_provider = 'b'\n[model_providers.a]\nbase_url = 'http://a'\n[model_providers.b]\nbase_url = 'http://b'\n";
    let file = (".codex/config.toml", config);
    assert_eq!(Case::new(&[], &[], &[file]).ask(&CODEX).unwrap().0, ["http://a"]);
    assert_eq!(Case::new(&[], &["--profile", "p"], &[file]).ask(&CODEX).unwrap().0, ["http://b"]);
    assert_eq!(Case::new(&[], &["--config=model_provider=b"], &[file]).ask(&CODEX).unwrap().0, ["http://b"]);
    assert!(Case::new(&[], &["-c", "model_provider=none"], &[file]).ask(&CODEX).is_err());
    assert!(Case::new(&[], &["--oss"], &[]).ask(&CODEX).is_err());
}

#[test]
fn codex_gets_nothing_where_no_model_is_asked() {
    let without: &[&[&str]] = &[
        &["mcp", "add", "lab", "python3", "server.py", "--flag"],
        &["-c", "model=x", "--search", "mcp", "add", "lab", "--", "server", "exec"],
        &["login", "--with-api-key"],
        &["--profile=p", "-m", "gpt", "sandbox", "linux", "ls"],
    ];
    let native = |args: &[&str]| {
        let case = Case::new(&[], args, &[]);
        case.with(|asked| (CODEX.native)(asked))
    };
    for args in without {
        let added = native(args).unwrap_or_else(|| panic!("{args:?}"));
        assert_eq!((texts(&added.args), added.variables.len()), (args.to_vec(), 0));
    }
    let asking: &[&[&str]] =
        &[&[], &["fix it"], &["exec", "mcp"], &["-m", "login", "exec"], &["resume"], &["--", "mcp"]];
    for args in asking {
        assert_eq!(native(args), None, "{args:?}");
    }
}

#[test]
fn gemini_with_a_key_or_a_login() {
    let (bases, added) = Case::new(&[], &[], &[]).ask(&GEMINI).unwrap();
    assert_eq!(bases, ["https://generativelanguage.googleapis.com", "https://cloudcode-pa.googleapis.com"]);
    assert_eq!(added.variables.len(), 2);
    let (_, added) = Case::new(&[], &["-p", "fix it"], &[]).ask(&GEMINI).unwrap();
    assert_eq!(texts(&added.args), ["-p", "fix it"], "a list of allowed commands would deny all others");
    let file = (".gemini/.env", "GEMINI_API_KEY=k\nGOOGLE_GEMINI_BASE_URL = \"http://file\"\n");
    assert_eq!(Case::new(&[], &[], &[file]).ask(&GEMINI).unwrap().0[0], "http://file");
    assert_eq!(
        Case::new(&[("GOOGLE_GEMINI_BASE_URL", "http://v")], &[], &[file]).ask(&GEMINI).unwrap().0[0],
        "http://v"
    );
    assert!(Case::new(&[("GOOGLE_GENAI_USE_VERTEXAI", "true")], &[], &[]).ask(&GEMINI).is_err());
}

#[test]
fn opencode_by_the_providers_it_names() {
    let content = r#"{"provider":{"mine":{"options":{"baseURL":"http://mine/v1","apiKey":"k"}},"other":{}},"model":"anthropic/claude"}"#;
    let (bases, added) = Case::new(&[("OPENCODE_CONFIG_CONTENT", content)], &["run"], &[]).ask(&OPENCODE).unwrap();
    assert_eq!(bases, ["http://mine/v1", "https://api.anthropic.com/v1"]);
    let settings: serde_json::Value = serde_json::from_str(&added.variables[0].1).unwrap();
    assert_eq!(settings["provider"]["mine"]["options"]["baseURL"], "http://127.0.0.1:9/t/0");
    assert_eq!(settings["provider"]["mine"]["options"]["apiKey"], "k");
    assert_eq!(settings["provider"]["anthropic"]["options"]["baseURL"], "http://127.0.0.1:9/t/1");
    let (bases, _) = Case::new(&[], &["run", "--model", "openai/gpt"], &[]).ask(&OPENCODE).unwrap();
    assert_eq!(bases, ["https://api.openai.com/v1"]);
    assert!(Case::new(&[], &["run"], &[]).ask(&OPENCODE).is_err());
}

#[test]
fn copilot_with_a_provider_of_ones_own() {
    assert!(Case::new(&[], &[], &[]).ask(&COPILOT).is_err());
    let own = Case::new(&[("COPILOT_PROVIDER_BASE_URL", "http://own/v1")], &["-p"], &[]);
    assert_eq!(own.ask(&COPILOT).unwrap().0, ["http://own/v1"]);
}
