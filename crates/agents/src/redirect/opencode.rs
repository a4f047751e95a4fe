//! OpenCode: the base address of each provider that its settings name, in settings that overrule the files.

use serde_json::{Map, Value, json};

use super::{AgentLaunchInputs, ProviderAddress, RequestRedirect};
use crate::install::jsonc;
use crate::row::read_text_file;

/// The variable that makes ctx's plugin fold.
const FOLD: &str = "CTX_FOLD";
const CONTENT: &str = "OPENCODE_CONFIG_CONTENT";
/// Where its own providers are.
const USUAL: [(&str, &str); 3] = [
    ("anthropic", "https://api.anthropic.com/v1"),
    ("openai", "https://api.openai.com/v1"),
    ("google", "https://generativelanguage.googleapis.com/v1beta"),
];

pub const OPENCODE: RequestRedirect = RequestRedirect {
    addresses: |asked| {
        let settings = read_opencode_settings(asked);
        let mut found: Vec<ProviderAddress> = Vec::new();
        let mut add = |name: &str, base: &str| {
            if !found.iter().any(|known| known.name == name) {
                found.push(ProviderAddress { name: name.to_owned(), base: base.to_owned(), with_header: None });
            }
        };
        let usual = |name: &str| USUAL.into_iter().find(|(known, _)| *known == name).map(|(_, base)| base);
        for settings in &settings {
            for (name, provider) in settings["provider"].as_object().into_iter().flatten() {
                if let Some(base) = provider["options"]["baseURL"].as_str().or_else(|| usual(name)) {
                    add(name, base);
                }
            }
        }
        let models = settings.iter().flat_map(|settings| [&settings["model"], &settings["small_model"]]);
        let named = models.filter_map(Value::as_str).chain(model_on_the_command_line(asked));
        for (name, base) in
            named.filter_map(|model| model.split_once('/')).filter_map(|(name, _)| Some((name, usual(name)?)))
        {
            add(name, base);
        }
        match found.is_empty() {
            false => Ok(found),
            true => Err("no provider is named in OpenCode's settings, nor a model of Anthropic, OpenAI or Google: \
                         name one with --model, or let ctx init opencode write its plugin, which folds without an address"
                .to_owned()),
        }
    },
    apply: |asked, addresses, others| {
        let given = (asked.variable)(CONTENT).and_then(|text| jsonc::parse_jsonc(&text).ok());
        let mut settings = given.map_or_else(|| json!({}), |settings| settings.to_json());
        for (address, other) in addresses.iter().zip(others) {
            let place = find_or_create_object(&mut settings, &["provider", &address.name, "options"]);
            place.insert("baseURL".to_owned(), json!(other));
        }
        asked.with_variables(vec![(CONTENT, settings.to_string())])
    },
    native: |asked| {
        let home = asked.homes.opencode_config.iter().map(|home| home.join("plugins"));
        let folders = home.chain(asked.cwd_and_parents().map(|dir| dir.join(".opencode/plugins")));
        let folds = |text: String| text.contains(FOLD);
        let is_there = folders.map(|folder| folder.join("ctx.js")).filter_map(|file| read_text_file(&file)).any(folds);
        is_there.then(|| asked.with_variables(vec![(FOLD, "1".to_owned())]))
    },
};

fn find_or_create_object<'v>(value: &'v mut Value, path: &[&str]) -> &'v mut Map<String, Value> {
    if !value.is_object() {
        *value = json!({});
    }
    let object = value.as_object_mut().expect("it was made an object");
    match path.split_first() {
        Some((name, rest)) => find_or_create_object(object.entry(*name).or_insert(Value::Null), rest),
        None => object,
    }
}

fn model_on_the_command_line<'a>(asked: &'a AgentLaunchInputs<'_>) -> Option<&'a str> {
    let mut words = asked.text_args();
    while let Some(word) = words.next() {
        if ["-m", "--model"].contains(&word) {
            return words.next();
        }
        if let Some(model) = word.strip_prefix("--model=") {
            return Some(model);
        }
    }
    None
}

/// Its settings, the strongest first.
fn read_opencode_settings(asked: &AgentLaunchInputs<'_>) -> Vec<Value> {
    let names = ["opencode.json", "opencode.jsonc"];
    let given = (asked.variable)(CONTENT);
    let project = asked.cwd_and_parents().flat_map(|dir| names.map(|name| dir.join(name)));
    let home = asked.homes.opencode_config.iter().flat_map(|home| names.map(|name| home.join(name)));
    let texts = given.into_iter().chain(project.chain(home).filter_map(|file| read_text_file(&file)));
    texts.filter_map(|text| Some(jsonc::parse_jsonc(&text).ok()?.to_json())).collect()
}
