//! Measures the digest over recorded outputs in one process: how many needles survive, and in how many bytes.
//! `measure [--fixtures DIR] [--cases DIR] [--steps FILE] [--budget N] [--show KIND=N] [--intent] [--per-case] [--missing] [--edges]
//! [--dump DIR] [--model FILE] [--folds DIR]`
//! Fixtures are TOOL/NAME.toml beside NAME.raw, cases are NAME/case.json beside NAME/raw, steps are lines of JSON with
//! `command`, `exit`, `output` and the words (`hard`) that were needed next. `measure train` makes the weights.

mod boost;
mod cases;
mod learn;
mod linear;
mod train;

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use cases::{Case, Failure, has, squash};
use ctx_digest::score::{self, Model};
use ctx_digest::{Budgets, digest, lines_answering_query, render_with_model};
use ctx_text::Text;

/// What the options say.
#[derive(Default)]
struct Options {
    show: Budgets,
    intent: bool,
    per_case: bool,
    missing: bool,
    edges: bool,
    dump: Option<PathBuf>,
    /// Models that have not met the family of a fixture, by its name.
    folds: HashMap<String, Model>,
    model: Option<Model>,
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Some((first, rest)) = args.split_first()
        && first == "train"
    {
        return train::train(rest);
    }
    let values = |name: &str| {
        let found = args.iter().zip(args.iter().skip(1)).filter(move |(arg, _)| *arg == name);
        found.map(|(_, value)| value.clone()).collect::<Vec<_>>()
    };
    let has = |name: &str| args.iter().any(|arg| arg == name);
    let mut options = Options {
        intent: has("--intent"),
        per_case: has("--per-case"),
        missing: has("--missing"),
        edges: has("--edges"),
        dump: values("--dump").first().map(PathBuf::from),
        ..Options::default()
    };
    if let Some(budget) = values("--budget").first() {
        options.show = Budgets::for_all(budget.parse()?);
    }
    for pair in values("--show") {
        let (name, bytes) = pair.split_once('=').ok_or("--show NAME=BYTES")?;
        let field = match name {
            "report" => &mut options.show.report,
            "text" => &mut options.show.text,
            "listing" => &mut options.show.listing,
            "matches" => &mut options.show.matches,
            "data" => &mut options.show.data,
            "range" => &mut options.show.range,
            _ => return Err(format!("no kind is called {name}").into()),
        };
        *field = bytes.parse()?;
    }
    if let Some(dir) = values("--folds").first() {
        options.folds = folds(Path::new(dir))?;
    }
    if let Some(file) = values("--model").first() {
        options.model = Model::parse(&std::fs::read(file)?);
    }
    for dir in values("--fixtures") {
        measure("fixtures", &cases::fixtures(Path::new(&dir))?, &options)?;
    }
    for dir in values("--cases") {
        measure("cases", &cases::cases(Path::new(&dir))?, &options)?;
    }
    for file in values("--steps") {
        measure("steps", &cases::steps(Path::new(&file))?, &options)?;
    }
    Ok(())
}

/// Reads the models that `train --folds` wrote, each with the names of the fixtures that it has not met.
fn folds(dir: &Path) -> Result<HashMap<String, Model>, Failure> {
    let mut found = HashMap::new();
    for file in std::fs::read_dir(dir)?.flatten().map(|file| file.path()) {
        if file.extension().is_some_and(|end| end == "bin")
            && let Some(model) = Model::parse(&std::fs::read(&file)?)
        {
            let names = std::fs::read_to_string(file.with_extension("txt"))?;
            found.extend(names.lines().map(|name| (name.to_owned(), model.clone())));
        }
    }
    Ok(found)
}

impl Options {
    fn model_of(&self, name: &str) -> &Model {
        self.folds.get(name).or(self.model.as_ref()).unwrap_or_else(|| score::built_in_model())
    }
}

fn measure(set: &str, cases: &[Case], options: &Options) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let (mut wanted, mut kept, mut whole, mut held) = (0, 0, 0, 0);
    let (mut printed, mut raw) = (0, 0);
    let mut reports: Vec<usize> = Vec::new();
    for case in cases {
        let needles = if options.intent { &case.intent_needles } else { &case.needles };
        if options.intent && case.intent.is_none() {
            continue;
        }
        let text = Text::from_bytes(&case.raw);
        let digest = digest(&text, &case.call);
        let mut shown = match case.intent.as_ref().filter(|_| options.intent) {
            Some(question) => lines_answering_query(&text, &digest, question, &options.show),
            None => render_with_model(&digest, &text, &options.show, options.model_of(&case.name)),
        };
        if options.edges {
            shown.text = edges(&case.raw, shown.text.len());
        }
        let page = squash(&shown.text);
        let missed: Vec<&String> = needles.iter().filter(|needle| !has(needle, &page, case.accepted(needle))).collect();
        wanted += needles.len();
        kept += needles.len() - missed.len();
        if !needles.is_empty() {
            held += 1;
            whole += usize::from(missed.is_empty());
        }
        printed += shown.text.len();
        raw += case.raw.len();
        let kind = digest.verdict.kind.name();
        if kind == "report" {
            reports.push(shown.text.len());
        }
        if options.per_case {
            let (name, reader, (size, len)) = (&case.name, &digest.reader, (case.raw.len(), shown.text.len()));
            let found = needles.len() - missed.len();
            let family = &case.family;
            writeln!(out, "{set}\t{family}\t{name}\t{found}\t{}\t{size}\t{len}\t{kind}\t{reader}", needles.len())?;
        }
        if options.missing {
            for needle in missed {
                writeln!(out, "  {}: {needle:?}", case.name)?;
            }
        }
        if let Some(folder) = &options.dump {
            let file = folder.join(format!("{}.txt", case.name.trim_matches('"').replace('/', "+")));
            std::fs::write(file, &shown.text)?;
        }
    }
    reports.sort_unstable();
    let nth = |percent: usize| reports.get(reports.len() * percent / 100).copied().unwrap_or(0);
    writeln!(
        out,
        "{set}: {} cases, needles {kept}/{wanted} {:.2} %, whole {whole}/{held} {:.1} %, bytes {printed} {:.2} %, reports median {} p90 {}",
        cases.len(),
        100.0 * kept as f64 / wanted.max(1) as f64,
        100.0 * whole as f64 / held.max(1) as f64,
        100.0 * printed as f64 / raw.max(1) as f64,
        nth(50),
        nth(90),
    )?;
    Ok(())
}

/// The first and the last bytes of a text, together as many as `room`: what costs nothing to build.
fn edges(raw: &[u8], room: usize) -> String {
    let text = Text::from_bytes(raw);
    let all: String = (0..text.len()).map(|at| format!("{}\n", text.line(at))).collect();
    if all.len() <= room {
        return all;
    }
    let half = room / 2;
    let (mut head, mut tail) = (half, all.len() - half);
    while !all.is_char_boundary(head) {
        head -= 1;
    }
    while !all.is_char_boundary(tail) {
        tail += 1;
    }
    format!("{}\n…\n{}", &all[..head], &all[tail..])
}
