//! Secrets of Kubernetes: under `data:` of an object of the kind `Secret` every value is one, whatever its name.

use std::ops::Range;

use ctx_text::range_of_part_in_text;

use super::placeholder::is_placeholder;
use super::value::{is_base64, is_base64_byte};

/// The state of reading a manifest line by line.
#[derive(Clone, Default)]
pub struct KubernetesManifest {
    /// The object is of the kind `Secret`; `kubectl get -o yaml` says so only at its end.
    is_secret: bool,
    is_object: bool,
    /// The indentation of the line `data:`, while its values follow.
    data: Option<usize>,
}

impl KubernetesManifest {
    pub fn is_inside_data(&self) -> bool {
        self.data.is_some()
    }

    /// The values to mask in this line. `named`: it holds a secret's word, as `kind: Secret` does.
    pub fn secret_ranges_in_manifest_line(&mut self, line: &str, named: bool) -> Vec<Range<usize>> {
        let bytes = line.as_bytes();
        let Some(indent) = bytes.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'-' | b'+')) else {
            // Three dashes begin the next object; nothing else ends one.
            if line.starts_with("---") {
                *self = KubernetesManifest::default();
            }
            return Vec::new();
        };
        if self.data.is_some_and(|data| indent <= data) {
            self.data = None;
        }
        // Nearly every line is none of a manifest's: its first letter tells.
        if self.data.is_none() && !named && !matches!(bytes[indent], b'a' | b'k' | b'd' | b's' | b'i' | b'"' | b'\'') {
            return Vec::new();
        }
        let body = &line[indent..];
        let Some((name, value)) = body.split_once(':') else { return Vec::new() };
        let name = name.trim_matches(['"', '\'', ' ']);
        if self.data.is_some() {
            let plain = value.trim().trim_end_matches(',').trim_matches(['"', '\'']);
            return if self.is_secret_value(plain) { vec![range_of_part_in_text(plain, line)] } else { Vec::new() };
        }
        match name {
            "apiVersion" => *self = KubernetesManifest { is_object: true, ..KubernetesManifest::default() },
            "kind" => self.is_secret = value.trim_matches([' ', '"', '\'', ',']).eq_ignore_ascii_case("secret"),
            "data" | "stringData" if matches!(value.trim(), "" | "{") && (self.is_object || self.is_secret) => {
                self.data = Some(indent);
            }
            "items" => *self = KubernetesManifest::default(),
            _ => {}
        }
        if named { find_secrets_in_one_line_object(line) } else { Vec::new() }
    }

    fn is_secret_value(&self, value: &str) -> bool {
        if value.len() < 4 || is_placeholder(value) || value.contains(' ') {
            return false;
        }
        // Without the object's own kind, only values that can be nothing but base64.
        is_base64(value) || (self.is_secret && value.len().is_multiple_of(4) && value.bytes().all(is_base64_byte))
    }
}

/// A whole object on one line, as JSON or as a log prints it.
fn find_secrets_in_one_line_object(line: &str) -> Vec<Range<usize>> {
    let bytes = line.as_bytes();
    let says = |word: &str| memchr::memmem::find(bytes, word.as_bytes()).map(|at| at + word.len());
    let Some(kind) = says("kind") else { return Vec::new() };
    let said = line[kind..].trim_start_matches(['"', '\'', ':', ' ', '\\']);
    let Some(data) = says("data").or_else(|| says("stringData")) else { return Vec::new() };
    if !said.get(..6).is_some_and(|word| word.eq_ignore_ascii_case("secret"))
        || !line[data..].starts_with(['"', ':', '\\', '\''])
    {
        return Vec::new();
    }
    let gap = [' ', '\t', '"', '\'', '\\', '|', '>', '-', '+'];
    let fields = line[data..].split('}').next().unwrap_or_default().split(':').skip(1);
    let values = fields.map(|field| {
        let field = field.trim_start_matches(gap);
        &field[..field.bytes().position(|byte| !is_base64_byte(byte)).unwrap_or(field.len())]
    });
    let marked = |value: &&str| value.bytes().any(|byte| byte == b'=' || byte.is_ascii_digit());
    let secret = |value: &&str| value.len() >= 8 && marked(value) && !is_placeholder(value);
    values.filter(secret).map(|value| range_of_part_in_text(value, line)).collect()
}

#[cfg(test)]
#[path = "../tests/unit/manifest.rs"]
mod tests;
