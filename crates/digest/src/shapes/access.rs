//! Access logs of web servers: by status, and the failing requests by path.

use super::sample::tally;
use crate::part::Part;
use crate::reading::Reading;
use crate::shape;

/// Method, path and status of a request line in quotes.
fn request(line: &str) -> Option<(&str, &str, &str)> {
    let start = line.find('"')? + 1;
    let end = start + line[start..].find('"')?;
    let mut words = line[start..end].split(' ');
    let method = words
        .next()
        .filter(|word| (3..=7).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_uppercase()))?;
    let path = words.next()?;
    let status = line[end + 1..].split_whitespace().next()?;
    (status.len() == 3 && status.bytes().all(|byte| byte.is_ascii_digit())).then_some((method, path, status))
}

pub fn read(part: &Part, _programs: &[Vec<String>]) -> Option<Reading> {
    let sample = part.len().min(40);
    let seen = (0..sample).filter(|&at| request(part.line(at)).is_some()).count();
    if sample < 5 || seen * 3 < sample * 2 {
        return None;
    }
    let requests: Vec<(usize, (&str, &str, &str))> =
        part.lines().filter_map(|(at, line)| request(line).map(|request| (at, request))).collect();
    let mut reading = Reading::default();
    let statuses = tally(requests.iter().map(|(_, (_, _, status))| *status));
    let counts: Vec<String> = statuses.iter().map(|(status, count)| format!("{status} ×{count}")).collect();
    reading.note(0, counts.join(", "));
    let masked = |path: &str| {
        let path = path.split('?').next().unwrap_or(path);
        let parts: Vec<String> = path
            .split('/')
            .map(|segment| {
                if segment.bytes().any(|byte| byte.is_ascii_digit()) {
                    shape::mask(segment)
                } else {
                    segment.to_owned()
                }
            })
            .collect();
        parts.join("/")
    };
    let failing = requests.iter().filter(|(_, (_, _, status))| status.starts_with(['4', '5']));
    let mut failing = tally(failing.map(|(_, (method, path, status))| (*status, *method, masked(path))));
    // Errors of the server before mistakes of its clients.
    failing.sort_by_key(|((status, _, _), _)| std::cmp::Reverse(status.as_bytes()[0]));
    for ((status, method, path), count) in failing.iter().take(10) {
        reading.note(0, format!("{status} {method} {path} ×{count}"));
    }
    let paths = tally(requests.iter().map(|(_, (_, path, _))| masked(path)));
    let busiest: Vec<String> =
        paths.iter().take(5).map(|(path, count)| format!("{} ×{count}", super::sample::brief(path, 60))).collect();
    reading.note(0, busiest.join(", "));
    let worst = requests.iter().find(|(_, (_, _, status))| status.starts_with('5'));
    reading.lead.extend(worst.map(|(at, _)| *at));
    for (at, _) in &requests {
        reading.cover(*at..at + 1);
    }
    Some(reading)
}
