//! The checks of `--deep`: every page and every stored byte is read.

use super::check::CheckResult;
use ctx_capture::ui::{format_count, format_size};
use ctx_model::Env;
use ctx_store::{DamagedBlob, Store};

const AREA: &str = "deep";
/// At most this many damaged outputs are named.
const NAMED: usize = 20;

pub fn check_store_deeply(env: &Env) -> Vec<CheckResult> {
    if !Store::user_store_exists(env) {
        return Vec::new();
    }
    let keep = "copy the store's directory away before anything else is written to it";
    let store = match Store::open_for_user(env) {
        Ok(store) => store,
        Err(error) => return vec![CheckResult::fail(AREA, error.to_string(), keep)],
    };
    let mut lines = Vec::new();
    match store.check_integrity().as_deref() {
        Ok("ok") => lines.push(CheckResult::ok(AREA, "integrity_check ok")),
        Ok(wrong) => lines.push(CheckResult::fail(AREA, format!("integrity_check: {wrong}"), keep)),
        Err(error) => lines.push(CheckResult::fail(AREA, error.to_string(), keep)),
    }
    let verified = match store.verify_blobs() {
        Ok(verified) => verified,
        Err(error) => {
            lines.push(CheckResult::fail(AREA, error.to_string(), keep));
            return lines;
        }
    };
    let read =
        format!("{} of {} read and compared", format_size(verified.bytes), format_count(verified.blobs, "output"));
    if verified.damaged.is_empty() {
        lines.push(CheckResult::ok(AREA, format!("{read}: all as they were stored")));
    }
    lines.extend(verified.damaged.iter().take(NAMED).map(damaged_output_check));
    if verified.damaged.len() > NAMED {
        let more = format_count((verified.damaged.len() - NAMED) as u64, "more output");
        lines.push(CheckResult::fail(AREA, format!("{more} damaged"), keep));
    }
    lines
}

fn damaged_output_check(blob: &DamagedBlob) -> CheckResult {
    let entries: Vec<String> = blob.entries.iter().map(|id| format!("[ctx:{id}]")).collect();
    let which = if entries.is_empty() { "an output that no entry has".to_owned() } else { entries.join(", ") };
    let what = match blob.lost.as_slice() {
        [] => "its bytes are not those that were stored".to_owned(),
        lost => lost.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ") + " are lost",
    };
    let first = blob.entries.first().map_or("REF", String::as_str);
    CheckResult::fail(AREA, format!("{which}: {what}"), format!("ctx get {first} --raw gives all that is whole"))
}
