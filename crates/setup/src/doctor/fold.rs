//! Whether folding can work here, whether it is on, what it saved lately, and who else shortens conversations.

use std::net::{Ipv4Addr, TcpListener, TcpStream};

use super::check::{CheckResult, PlacesToCheck};
use ctx_agents::install::jsonc;
use ctx_model::peer;
use ctx_store::inspect::{FoldTotals, read_fold_totals};

const AREA: &str = "fold";
/// Plugins of OpenCode that prune conversations by themselves, by a part of their names.
const PRUNERS: [&str; 4] = ["opencode-dcp", "dynamic-context-pruning", "context-prun", "opencode-pruner"];

pub fn check_folding(around: &PlacesToCheck<'_>) -> Vec<CheckResult> {
    let mut lines = Vec::new();
    if peer::CAN_BE_PROVEN && !can_prove_connection_owner() {
        lines.push(CheckResult::warn(
            AREA,
            "this system does not say whose a connection is: ctx agent --fold refuses to start",
            "make /proc/net/tcp or socket diagnostics readable, or start agents without --fold",
        ));
    }
    lines.extend(check_pruning_plugins(around));
    if lines.is_empty() {
        let saved = describe_fold_savings(around);
        lines.push(CheckResult::ok(
            AREA,
            saved.unwrap_or_else(|| "possible; ctx agent NAME --fold turns it on".to_owned()),
        ));
    }
    lines
}

/// Whether a connection of our own is seen as ours.
fn can_prove_connection_owner() -> bool {
    let seen = || {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).ok()?;
        let _client = TcpStream::connect(listener.local_addr().ok()?).ok()?;
        Some(peer::peer_may_be_this_user(&listener.accept().ok()?.0))
    };
    seen().unwrap_or(false)
}

/// What went through the proxy, if anything did.
fn describe_fold_savings(around: &PlacesToCheck<'_>) -> Option<String> {
    let FoldTotals { requests, paid, unfolded } = read_fold_totals(around.env.store_dir.as_deref()?)?;
    let share = 100.0 * paid / unfolded.max(1.0);
    Some(format!("{requests} requests so far; their input cost {share:.0} % of what it would have"))
}

/// OpenCode with a plugin that prunes: ctx leaves such conversations to it.
fn check_pruning_plugins(around: &PlacesToCheck<'_>) -> Vec<CheckResult> {
    let names = ["opencode.json", "opencode.jsonc"];
    let home = around.homes.opencode_config.iter().flat_map(|home| names.map(|name| home.join(name)));
    let files = home.chain(names.map(|name| around.project.join(name)));
    let mut lines = Vec::new();
    for file in files {
        let Some(settings) = std::fs::read_to_string(&file).ok().and_then(|text| jsonc::parse_jsonc(&text).ok()) else {
            continue;
        };
        let plugins = settings.to_json()["plugin"].as_array().cloned().unwrap_or_default();
        for plugin in plugins.iter().filter_map(|plugin| plugin.as_str()) {
            if PRUNERS.iter().any(|known| plugin.contains(known)) {
                let file = file.display();
                let says =
                    format!("{file}: the plugin {plugin} prunes conversations; ctx folds nothing more once it has");
                lines.push(CheckResult::warn(AREA, says, "use one of the two"));
            }
        }
    }
    lines
}
