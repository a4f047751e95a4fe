//! How much of a command's output a host shows its model without ctx: measured with the real programs. The host's own
//! cut is not a saving of ours.

/// Of an output with more than `above` bytes, the host shows `shows`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OutputCap {
    above: u64,
    shows: u64,
}

struct HostCaps {
    agent: &'static str,
    success: OutputCap,
    failure: OutputCap,
}

/// For an unknown host: about the most that hosts show.
pub const UNKNOWN: u64 = 30_000;

const fn output_cap(above: u64, shows: u64) -> OutputCap {
    OutputCap { above, shows }
}

/// Claude Code 2.1.325, Codex 0.166.0, Gemini CLI 0.61.0, OpenCode 1.18.33, Copilot CLI 1.0.102.
const HOSTS: &[HostCaps] = &[
    HostCaps { agent: "claude-code", success: output_cap(30_000, 2_300), failure: output_cap(10_000, 10_000) },
    HostCaps { agent: "codex", success: output_cap(10_000, 10_000), failure: output_cap(10_000, 10_000) },
    HostCaps { agent: "gemini", success: output_cap(40_000, 40_000), failure: output_cap(40_000, 40_000) },
    HostCaps { agent: "opencode", success: output_cap(51_200, 51_200), failure: output_cap(51_200, 51_200) },
    HostCaps { agent: "copilot", success: output_cap(20_000, 900), failure: output_cap(20_000, 900) },
];

/// How many of an output's `bytes` an agent shows.
pub fn bytes_shown_by_agent(agent: Option<&str>, bytes: u64, failed: bool) -> u64 {
    let host = HOSTS.iter().find(|host| Some(host.agent) == agent);
    let cap = host.map_or(output_cap(UNKNOWN, UNKNOWN), |host| if failed { host.failure } else { host.success });
    if bytes > cap.above { cap.shows } else { bytes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_cut_in_their_own_ways() {
        assert_eq!(bytes_shown_by_agent(Some("claude-code"), 36_000, false), 2_300);
        assert_eq!(bytes_shown_by_agent(Some("claude-code"), 19_100, true), 10_000);
        assert_eq!(bytes_shown_by_agent(Some("claude-code"), 29_000, false), 29_000);
        assert_eq!(bytes_shown_by_agent(Some("codex"), 19_100, true), 10_000);
        assert_eq!(bytes_shown_by_agent(None, 36_000, false), 30_000);
        assert_eq!(bytes_shown_by_agent(Some("another"), 100, true), 100);
    }
}
