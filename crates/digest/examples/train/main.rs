//! Learns the score of lines from the needles of the fixtures: `train FIXTURES WEIGHTS`, or `train FIXTURES --folds DIR` for
//! models that have each not met a quarter of the tool families. The same fixtures give the same bytes.

mod boost;
mod learn;
mod linear;

#[path = "../shared/cases.rs"]
mod cases;

use std::path::Path;

use cases::Failure;
use learn::{Lesson, groups, learn};

fn main() -> Result<(), Failure> {
    const FOLDS: usize = 4;
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [fixtures, rest @ ..] = args.as_slice() else { return Err("train FIXTURES WEIGHTS".into()) };
    let cases = cases::fixtures(Path::new(fixtures))?;
    let cases: Vec<cases::Case> = cases.into_iter().filter(|case| !case.needles.is_empty()).collect();
    let lessons: Vec<Lesson> = cases.iter().map(Lesson::new).collect();
    let groups = groups(&cases, FOLDS);
    match rest {
        [flag, dir] if flag == "--folds" => {
            for fold in 0..FOLDS {
                let (unmet, met): (Vec<usize>, Vec<usize>) = (0..cases.len()).partition(|&at| groups[at] == fold);
                let known: Vec<&Lesson> = met.iter().map(|&at| &lessons[at]).collect();
                let model = learn(&known);
                let names: Vec<&str> = unmet.iter().map(|&at| cases[at].name.as_str()).collect();
                std::fs::write(Path::new(dir).join(format!("{fold}.bin")), model.bytes())?;
                std::fs::write(Path::new(dir).join(format!("{fold}.txt")), names.join("\n"))?;
            }
        }
        [file] => std::fs::write(file, learn(&lessons.iter().collect::<Vec<_>>()).bytes())?,
        _ => return Err("train FIXTURES WEIGHTS".into()),
    }
    Ok(())
}
