//! How it looks: at two widths and in both themes nothing overflows, every text can be read, everything has a name.
//! `CTX_UPDATE=1 cargo test --test suite web::look` writes the pictures in `docs/web`.

use serde_json::Value;

use super::browser::Browser;
use super::{Web, planted};

/// Texts whose contrast is below what WCAG 2 asks for at level AA, and what overflows or has no name.
const FAULTS: &str = r#"
const faults = [];
const luminance = ([r, g, b]) => { const part = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }; return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b); };
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const colour = (text) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = '#000'; canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
const over = (top, below) => { const a = top[3] / 255; return [0, 1, 2].map((i) => top[i] * a + below[i] * (1 - a)).concat(255); };
const ground = (node) => { const layers = []; for (let at = node; at; at = at.parentElement) { const one = colour(getComputedStyle(at).backgroundColor); layers.push(one); if (one[3] === 255) break; } return layers.reverse().reduce((below, top) => over(top, below), colour(getComputedStyle(document.documentElement).backgroundColor)); };
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const seen = new Set();
while (walker.nextNode()) {
  const node = walker.currentNode.parentElement;
  if (!walker.currentNode.textContent.trim() || seen.has(node) || node.closest('script, noscript, .unseen, .skip, title') || !node.getClientRects().length) continue;
  seen.add(node);
  const style = getComputedStyle(node);
  const inPlot = node.closest('svg');
  const ink = colour(inPlot ? style.fill : style.color);
  const back = ground(inPlot ? inPlot.parentElement : node);
  const [a, b] = [luminance(over(ink, back)), luminance(back)].sort((x, y) => y - x);
  const ratio = (a + 0.05) / (b + 0.05);
  const disabled = node.closest('button:disabled');
  if (ratio < 4.5 && !disabled) faults.push(`contrast ${ratio.toFixed(2)} of "${walker.currentNode.textContent.trim().slice(0, 40)}" (${node.className.baseVal ?? node.className})`);
}
if (document.documentElement.scrollWidth > innerWidth) {
  const wide = [...document.querySelectorAll('body *')].filter((node) => node.getBoundingClientRect().right > innerWidth + 1 && !node.closest('.scroll, .grid, .text, svg, .unseen, #nav, code')).slice(0, 3);
  faults.push(`overflow of ${document.documentElement.scrollWidth - innerWidth}: ${wide.map((node) => node.outerHTML.slice(0, 120)).join(' | ')}`);
}
for (const box of document.querySelectorAll('.scroll, .grid')) if (box.scrollWidth > box.clientWidth + 1) faults.push(`a table is cut by ${box.scrollWidth - box.clientWidth}: ${box.textContent.slice(0, 40)}`);
if (innerWidth < 500 && document.querySelector('.sides:not(.one)')) faults.push('two texts beside each other');
for (const node of document.querySelectorAll('a[href], button, input, select, textarea, [role=img], [role=region], [role=group]')) {
  if (node.closest('svg') || !node.getClientRects().length) continue;
  const name = node.getAttribute('aria-label') || node.title || (['INPUT', 'SELECT', 'TEXTAREA'].includes(node.tagName) ? node.labels[0]?.textContent : node.textContent);
  if (!name || !name.trim()) faults.push(`no name: ${node.outerHTML.slice(0, 120)}`);
}
for (const cell of document.querySelectorAll('td:not(.name), th')) {
  for (const node of cell.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE) continue;
    for (const word of node.textContent.matchAll(/[\w-]{2,24}/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) faults.push(`the word ${word[0]} is broken`);
    }
  }
}
for (const table of document.querySelectorAll('main table.entries')) {
  const rows = [...table.querySelectorAll('tbody tr')];
  [...table.querySelectorAll('thead th')].forEach((head, at) => { if (rows.length && rows.every((row) => !row.children[at].textContent.trim())) faults.push(`the column ${head.textContent} is empty`); });
}
if (document.querySelectorAll('h1').length !== 1) faults.push(`${document.querySelectorAll('h1').length} first headings`);
for (const table of document.querySelectorAll('main table:not(.keys)')) if (!table.querySelector('th[scope]')) faults.push('a table without headings');
for (const plot of document.querySelectorAll('.picture svg')) if (plot.getAttribute('role') !== 'img' || !plot.getAttribute('aria-label')) faults.push('a plot without a name');
const ids = [...document.querySelectorAll('[id]')].map((node) => node.id);
if (new Set(ids).size !== ids.length) faults.push(`the same id twice: ${ids.filter((id, at) => ids.indexOf(id) !== at)}`);
// What a person reads, apart from the texts of commands, holds no value that the page failed to read.
const said = [...document.querySelectorAll("main *, header *, nav *")].filter((one) => !one.closest("pre, code, .mono, .text"));
for (const one of said) for (const part of one.childNodes) {
  if (part.nodeType === 3 && /\bundefined\b|\bNaN\b|\bnull\b|\[object /.test(part.data)) faults.push(`reads ${part.data.trim().slice(0, 80)}`);
}
return faults;
"#;

fn decoded(text: &str) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bits = 0u32;
    let mut held = 0;
    let mut bytes = Vec::new();
    for digit in text.bytes().filter_map(|byte| DIGITS.iter().position(|own| *own == byte)) {
        bits = bits << 6 | digit as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}

/// Spreads entries made within seconds over some hours: a picture of one moment shows little.
fn spread(home: &crate::harness::Home) {
    let late = "(SELECT max(id) FROM entry)";
    home.database()
        .execute_batch(&format!(
            "UPDATE event SET at = at - ({late} - entry_id) * 700000, first_at = first_at - ({late} - entry_id) * 700000 WHERE entry_id IS NOT NULL; \
             UPDATE entry SET started_at = started_at - ({late} - id) * 700000, duration_ms = 20000 + duration_ms * 9 % 400000 + id * 17000 % 300000 \
               WHERE kind = 'run'; \
             UPDATE entry SET started_at = started_at - ({late} - id) * 700000 WHERE kind <> 'run'"
        ))
        .unwrap();
}

#[test]
fn every_view_at_two_widths_in_both_themes() {
    let Some(browser) = Browser::start() else { return };
    let home = planted();
    crate::fold::write(&home, &crate::fold::claude_code(&home));
    home.pipe(["store", "--cmd", &"unbroken".repeat(20)], b"endword\n");
    for (project, lines) in [("shop", "9000"), ("a-project-with-a-name-that-is-rather-long-for-a-phone", "3000")] {
        let folder = home.path().join(project);
        std::fs::create_dir_all(folder.join(".git")).unwrap();
        let done = crate::harness::finish(home.command(["run", "--", "seq", lines]).current_dir(folder));
        assert_eq!(done.code, 0, "{}", done.err);
    }
    spread(&home);
    let web = Web::start(&home);
    let rows = web.ask("history?limit=200");
    let id = |name: &str| {
        let rows = rows["entries"].as_array().unwrap();
        rows.iter().find(|row| row["name"].as_str().unwrap().contains(name)).unwrap()["ref"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let runs: Vec<String> = rows["entries"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["name"] == "cargo test")
        .map(|row| row["ref"].as_str().unwrap().to_owned())
        .collect();
    let project: String = home.work().to_string_lossy().bytes().map(|byte| format!("%{byte:02x}")).collect();
    let views = [
        ("now", format!("now?project={project}")),
        ("entry", format!("entry/{}", id("npm test"))),
        ("runs", format!("entry/{}", id("cargo test"))),
        ("long", format!("entry/{}", id("long-"))),
        ("scripts", format!("entry/{}", id("<script>"))),
        ("letters", format!("entry/{}", id("emoji"))),
        ("command", format!("command?command=cargo+test&project={project}")),
        ("search", format!("search?q=asertion+left&project={project}")),
        ("nothing", "search?q=zzzqqqxxx".to_owned()),
        ("unbroken", "search?q=endword".to_owned()),
        ("context", format!("context/{}", crate::fold::SESSION)),
        ("sessions", "sessions".to_owned()),
        ("session", "session/night".to_owned()),
        ("savings", format!("savings?project={project}")),
        ("savings-all", "savings".to_owned()),
        ("work", format!("work?project={project}")),
        ("brief", format!("brief?project={project}")),
        ("diff", format!("diff?old={}&new={}", runs[1], runs[0])),
        ("missing", "entry/zzzzzz".to_owned()),
    ];
    // Each project leads to its own savings, however long its name is.
    let savings = web.ask("savings");
    for row in savings["projects"].as_array().unwrap() {
        let path: String = row["project"].as_str().unwrap().bytes().map(|byte| format!("%{byte:02x}")).collect();
        assert_eq!(web.ask(&format!("savings?project={path}"))["outputs"], row["outputs"], "{row}");
    }
    assert_eq!(savings["projects"].as_array().unwrap().len(), 3);
    let kept = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/web");
    let update = std::env::var_os("CTX_UPDATE").is_some();
    if update {
        std::fs::create_dir_all(&kept).unwrap();
    }
    let mut faults = Vec::new();
    for (name, view) in &views {
        for (width, height) in [(1280, 860), (360, 740)] {
            for dark in [false, true] {
                browser.size(width, height);
                browser.dark(dark);
                browser.open(&format!("{}#/{view}", web.address()));
                if *name == "entry" || *name == "runs" {
                    browser.wait("return document.querySelectorAll('.text a.no').length > 20 && document.querySelector('li.at') !== null");
                }
                let found = browser.js(FAULTS);
                let theme = if dark { "dark" } else { "light" };
                faults.extend(
                    found
                        .as_array()
                        .unwrap()
                        .iter()
                        .filter_map(Value::as_str)
                        .map(|fault| format!("{name} {width} {theme}: {fault}")),
                );
                assert_eq!(browser.text("return document.documentElement.dataset.theme"), theme);
                // Two of the four pictures of a view are enough to be kept.
                if update && (width == 1280) != dark {
                    std::fs::write(kept.join(format!("{name}-{width}-{theme}.png")), decoded(&browser.picture()))
                        .unwrap();
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
