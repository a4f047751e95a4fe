//! An embeddings endpoint as OpenAI defined it and Ollama, llama.cpp, vLLM and others offer it: texts in, vectors out.

use std::time::Duration;

use serde_json::{Value, json};

use crate::error::SearchError;
use ctx_capture::config::SemanticSearchSettings;
use ctx_capture::context::Context;
use ctx_fetch::{self as fetch, Url};
use ctx_model::error::Result;

/// An answer larger than this is none: 64 vectors of 4,096 numbers take 6 MB.
const LARGEST: u64 = 64 << 20;

pub struct EmbeddingEndpoint {
    url: Url,
    model: String,
    key: Option<String>,
    /// The variable that the key comes from, to name it where it is refused.
    key_env: Option<String>,
}

impl EmbeddingEndpoint {
    /// The one that ctx.toml names. An error in its settings is reported and stops nothing.
    pub fn from_context(context: &Context) -> Option<EmbeddingEndpoint> {
        let made = EmbeddingEndpoint::from_config(&context.config.semantic, |name| context.env.variable(name))?;
        made.map_err(|error| context.ui.warn(error)).ok()
    }

    /// None where nobody asked for it. `variable` reads the environment.
    pub fn from_config(
        config: &SemanticSearchSettings,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Option<Result<EmbeddingEndpoint>> {
        let url = config.url.as_deref()?;
        let full = format!("{}/embeddings", url.trim_end_matches('/'));
        let made = match Url::parse(&full) {
            Err(error) => Err(SearchError::Url { url: url.to_owned(), why: error.to_string() }.into()),
            Ok(_) if config.model.is_empty() => Err(SearchError::NoModel.into()),
            Ok(url) => {
                let key = config.key_env.as_deref().and_then(variable);
                Ok(EmbeddingEndpoint { url, model: config.model.clone(), key, key_env: config.key_env.clone() })
            }
        };
        Some(made)
    }

    pub fn model(&self) -> &str {
        &self.model
    }

    /// One vector for each text.
    pub fn embed(&self, texts: &[String], time: Duration) -> Result<Vec<Vec<f32>>> {
        let body = json!({ "model": self.model, "input": texts, "encoding_format": "float" }).to_string();
        let (status, answer) = fetch::post_json(&self.url, self.key.as_deref(), body.as_bytes(), time, LARGEST)?;
        if status != 200 {
            return Err(self.refusal_error(status, &answer).into());
        }
        let answer: Value = serde_json::from_slice(&answer)
            .map_err(|source| SearchError::NotJson { url: self.url.to_string(), source })?;
        let mut vectors: Vec<Vec<f32>> = vec![Vec::new(); texts.len()];
        for (at, row) in answer["data"].as_array().into_iter().flatten().enumerate() {
            let index = row["index"].as_u64().map_or(at, |index| index as usize);
            let numbers = row["embedding"].as_array().into_iter().flatten();
            let vector: Vec<f32> = numbers.filter_map(|number| number.as_f64().map(|number| number as f32)).collect();
            if let Some(place) = vectors.get_mut(index) {
                *place = vector;
            }
        }
        let length = vectors.first().map_or(0, Vec::len);
        let sound = |vector: &Vec<f32>| vector.len() == length && vector.iter().all(|number| number.is_finite());
        if length == 0 || !vectors.iter().all(sound) {
            return Err(SearchError::NoVector(self.url.to_string()).into());
        }
        Ok(vectors)
    }

    fn refusal_error(&self, status: u16, answer: &[u8]) -> SearchError {
        let said: Value = serde_json::from_slice(answer).unwrap_or_default();
        let said = said["error"]["message"].as_str().or(said["error"].as_str()).unwrap_or_default();
        let said = ctx_text::cut_middle(said, 160).replace('\n', " ");
        let url = self.url.to_string();
        let said = match (status, &self.key_env) {
            (401 | 403, Some(variable)) => format!("refused the key in ${variable} ({status}) {said}"),
            (401 | 403, None) => return SearchError::WantsKey { url, said: format!("({status}) {said}") },
            (404, _) => format!("has no model '{}' ({status}) {said}", self.model),
            _ => format!("answered {status} {said}"),
        };
        SearchError::Refused { url, said }
    }
}
