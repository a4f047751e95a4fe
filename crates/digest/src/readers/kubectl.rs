//! Tables of things that run (`kubectl get`, `docker ps`): those in a bad state, and how many there are of each.

use std::collections::BTreeMap;

use super::Reader;
use crate::part::{Part, is_blank};
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "kubectl",
    commands: &["kubectl", "oc", "docker ps", "podman ps", "docker compose ps", "docker container ls", "helm list"],
    signs: &["^Error from server (", "^NAMESPACE  ", "^CONTAINER ID  ", " READY   STATUS  "],
    read,
};

struct Table {
    header: usize,
    status: usize,
    ready: Option<usize>,
    columns: Vec<usize>,
}

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        if let Some(said) = line.strip_prefix("Error from server") {
            reading.error(at, said.trim_start());
        } else if line.starts_with("The connection to the server ") || part.named && line.starts_with("error: ") {
            reading.error(at, line.trim_start_matches("error: "));
        } else if let Some(event) =
            line.trim_start().strip_prefix("Warning ").filter(|_| part.named && line.starts_with(' '))
        {
            // `kubectl describe` ends with events.
            reading.warning(at, event.trim());
        } else if part.named && is_condition(line) {
            reading.info(at, line.trim());
        } else if let Some(table) = header(part, at) {
            at = rows(part, &table, &mut reading);
            continue;
        }
        at += 1;
    }
    reading
}

/// `kubectl describe` tells why a container waits or ended.
fn is_condition(line: &str) -> bool {
    let text = line.trim_start();
    let told = |name: &str| text.strip_prefix(name).is_some_and(|value| value.starts_with(' '));
    line.starts_with("Status:")
        || (line.starts_with("    ") && (told("State:") || told("Reason:") || told("Exit Code:")))
}

fn header(part: &Part, at: usize) -> Option<Table> {
    let line = part.line(at);
    let first = ["NAME ", "NAMESPACE ", "CONTAINER ID ", "LAST SEEN "].iter().any(|start| line.starts_with(start));
    if !first || line.bytes().any(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let mut columns = Vec::new();
    let bytes = line.as_bytes();
    for column in 0..bytes.len() {
        let gap = column == 0 || (column >= 2 && &bytes[column - 2..column] == b"  ");
        if bytes[column] != b' ' && gap {
            columns.push(column);
        }
    }
    let named = |name: &str| {
        columns.iter().position(|&start| line[start..].split("  ").next().is_some_and(|word| word.trim() == name))
    };
    let status = named("STATUS").or(named("TYPE").filter(|_| line.starts_with("LAST SEEN")))?;
    Some(Table { header: at, status, ready: named("READY"), columns })
}

fn rows(part: &Part, table: &Table, reading: &mut Reading) -> usize {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut end = table.header + 1;
    let mut ill = 0;
    while end < part.len() && !is_blank(part.line(end)) {
        let line = part.line(end);
        let status = cell(line, table, table.status);
        let word = status.split([' ', '(']).next().unwrap_or_default().trim_end_matches(',').to_owned();
        if word.is_empty() {
            break;
        }
        let ready = table.ready.map(|column| cell(line, table, column));
        if !is_well(&word, &status)
            || ready.is_some_and(|ready| waits(&ready) && word != "Completed" && word != "Succeeded")
        {
            ill += 1;
            let name = line.split_whitespace().next().unwrap_or_default();
            reading.warning(end, format!("{name} {status}")).rule(word.clone());
        }
        *counts.entry(word).or_default() += 1;
        end += 1;
    }
    let total = end - table.header - 1;
    if total == 0 {
        return end;
    }
    if ill < total {
        // A few that are well, to show what the table holds.
        let well = (table.header + 1..end).filter(|at| !reading.blocks.iter().any(|block| block.first == *at));
        let shown: Vec<usize> = well.take(4).collect();
        for at in shown {
            reading.info(at, part.line(at));
        }
    }
    reading.total(table.header);
    let counted: Vec<String> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
    reading.note(end, format!("{total} rows: {}", counted.join(", ")));
    reading.cover(table.header..end);
    end
}

fn cell(line: &str, table: &Table, column: usize) -> String {
    let start = table.columns[column];
    let end = table.columns.get(column + 1).copied().unwrap_or(usize::MAX);
    line.char_indices()
        .enumerate()
        .filter(|(nth, _)| (start..end).contains(nth))
        .map(|(_, (_, c))| c)
        .collect::<String>()
        .trim()
        .to_owned()
}

fn is_well(word: &str, status: &str) -> bool {
    matches!(
        word,
        "Running"
            | "Completed"
            | "Succeeded"
            | "Ready"
            | "Active"
            | "Bound"
            | "Up"
            | "Available"
            | "True"
            | "Normal"
            | "deployed"
            | "running"
    ) && !status.contains("unhealthy")
}

/// `0/1`: not all of it is ready.
fn waits(ready: &str) -> bool {
    ready.split_once('/').is_some_and(|(is, of)| is != of)
}

#[cfg(test)]
mod tests {
    use crate::test::shown;

    #[test]
    fn those_that_are_not_well() {
        let mut raw = String::from("NAME          READY   STATUS             RESTARTS      AGE\n");
        for nth in 0..12 {
            raw.push_str(&format!("api-{nth:02}        1/1     Running            0             3d\n"));
        }
        raw.push_str("worker-1      0/1     CrashLoopBackOff   14 (2m ago)   3d\n");
        insta::assert_snapshot!(shown("kubectl get pods", 0, &raw), @r#"
            kubectl
            I api-00        1/1     Running            0             3d
            I api-01        1/1     Running            0             3d
            I api-02        1/1     Running            0             3d
            I api-03        1/1     Running            0             3d
            W worker-1 CrashLoopBackOff
            ---
            NAME          READY   STATUS             RESTARTS      AGE
            api-00        1/1     Running            0             3d
            api-01        1/1     Running            0             3d
            api-02        1/1     Running            0             3d
            api-03        1/1     Running            0             3d
            api-04        1/1     Running            0             3d
            api-05        1/1     Running            0             3d
            api-06        1/1     Running            0             3d
            api-07        1/1     Running            0             3d
            api-08        1/1     Running            0             3d
            api-09        1/1     Running            0             3d
            api-10        1/1     Running            0             3d
            api-11        1/1     Running            0             3d
            worker-1      0/1     CrashLoopBackOff   14 (2m ago)   3d
            13 rows: 1 CrashLoopBackOff, 12 Running
            "#);
    }
}
