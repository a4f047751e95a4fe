//! Figures as people read them: sizes, durations, ages, counts.

/// `61.2 KB`: decimal, as tools for people count.
pub fn format_size(bytes: u64) -> String {
    let mut value = bytes as f64;
    for unit in ["B", "KB", "MB", "GB"] {
        if value < 1000.0 {
            return if unit == "B" { format!("{bytes} B") } else { format!("{value:.1} {unit}") };
        }
        value /= 1000.0;
    }
    format!("{value:.1} TB")
}

/// `8ms`, `12.4s`, `3m12s`, `2h05m`.
pub fn format_duration(ms: i64) -> String {
    let seconds = ms / 1000;
    match seconds {
        ..1 => format!("{ms}ms"),
        1..60 => format!("{}.{}s", seconds, ms % 1000 / 100),
        60..3600 => format!("{}m{:02}s", seconds / 60, seconds % 60),
        _ => format!("{}h{:02}m", seconds / 3600, seconds % 3600 / 60),
    }
}

/// `4m ago`, in the largest unit that says something.
pub fn format_age(ms: i64) -> String {
    let seconds = ms.max(0) / 1000;
    match seconds {
        ..5 => "now".to_owned(),
        5..60 => format!("{seconds}s ago"),
        60..3600 => format!("{}m ago", seconds / 60),
        3600..86_400 => format!("{}h ago", seconds / 3600),
        _ => format!("{}d ago", seconds / 86_400),
    }
}

/// `1 line`, `7 lines`.
pub fn format_count(n: u64, noun: &str) -> String {
    let plural = match noun {
        "entry" => "entries".to_owned(),
        "match" => "matches".to_owned(),
        _ => format!("{noun}s"),
    };
    if n == 1 { format!("1 {noun}") } else { format!("{n} {plural}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_as_people_read_them() {
        assert_eq!(
            [format_size(0), format_size(999), format_size(61_200), format_size(2_000_000_000)],
            ["0 B", "999 B", "61.2 KB", "2.0 GB"]
        );
        assert_eq!(
            [format_duration(8), format_duration(12_400), format_duration(192_000), format_duration(7_500_000)],
            ["8ms", "12.4s", "3m12s", "2h05m"]
        );
        assert_eq!([format_age(100), format_age(240_000), format_age(90_000_000)], ["now", "4m ago", "1d ago"]);
        assert_eq!(
            [format_count(1, "entry"), format_count(2, "entry"), format_count(0, "line")],
            ["1 entry", "2 entries", "0 lines"]
        );
    }
}
