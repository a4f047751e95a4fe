//! Edge cases of `manifest`.

use super::*;

fn masked(text: &str) -> Vec<&str> {
    let mut manifest = KubernetesManifest::default();
    text.lines()
        .flat_map(|line| manifest.secret_ranges_in_manifest_line(line, true).into_iter().map(|range| &line[range]))
        .collect()
}

#[test]
fn values_of_a_secret_are_found_in_either_order() {
    let listed = "apiVersion: v1\ndata:\n  ca.pem: bXktY2VydGlmaWNhdGU=\n  user: YWRtaW4xMjM=\nkind: Secret\nmetadata:\n  name: shop";
    assert_eq!(masked(listed), ["bXktY2VydGlmaWNhdGU=", "YWRtaW4xMjM="]);
    let written = "kind: Secret\nmetadata:\n  name: shop\ndata:\n  a: cHc=\n  b: 'aGk0'\ntype: Opaque\n---\nkind: ConfigMap\ndata:\n  mode: fast\n";
    assert_eq!(masked(written), ["cHc=", "aGk0"]);
    let json = r#"{"apiVersion":"v1","data":{"user":"YWRtaW4xMjM=","x":"e30="},"kind":"Secret"}"#;
    assert_eq!(masked(json), ["YWRtaW4xMjM="]);
    let lines = "{\n    \"apiVersion\": \"v1\",\n    \"data\": {\n        \"user\": \"YWRtaW4xMjM=\"\n    },\n    \"kind\": \"Secret\"";
    assert_eq!(masked(lines), ["YWRtaW4xMjM="]);
}

#[test]
fn other_data_is_left_alone() {
    for text in [
        "data:\n  user: YWRtaW4xMjM=\n",
        "apiVersion: v1\ndata:\n  mode: production\n  level: \"3\"\n  url: http://x/y\n  tag: abcdefgh\nkind: ConfigMap",
        "kind: Deployment\nspec:\n  data: x\n",
        r#"{"kind":"ConfigMap","data":{"user":"YWRtaW4xMjM="}}"#,
        "what kind of secret data: none of it",
    ] {
        assert!(masked(text).is_empty(), "{text}: {:?}", masked(text));
    }
}
