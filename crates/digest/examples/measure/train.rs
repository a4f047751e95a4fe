//! `measure train FIXTURES WEIGHTS` learns the score of lines from the needles of the fixtures; `measure train FIXTURES --folds
//! DIR` makes models that have each not met a quarter of the tool families. The same fixtures give the same bytes.

use std::path::Path;

use super::cases::{self, Case, Failure};
use super::learn::{Lesson, groups, learn};

pub fn train(args: &[String]) -> Result<(), Failure> {
    const FOLDS: usize = 4;
    let [fixtures, rest @ ..] = args else { return Err("train FIXTURES WEIGHTS".into()) };
    let cases = cases::fixtures(Path::new(fixtures))?;
    let cases: Vec<Case> = cases.into_iter().filter(|case| !case.needles.is_empty()).collect();
    let lessons: Vec<Lesson> = cases.iter().map(Lesson::new).collect();
    match rest {
        [flag, dir] if flag == "--folds" => {
            let groups = groups(&cases, FOLDS);
            for fold in 0..FOLDS {
                let (unmet, met): (Vec<usize>, Vec<usize>) = (0..cases.len()).partition(|&at| groups[at] == fold);
                let known: Vec<&Lesson> = met.iter().map(|&at| &lessons[at]).collect();
                let model = learn(&known);
                let names: Vec<&str> = unmet.iter().map(|&at| cases[at].name.as_str()).collect();
                std::fs::write(Path::new(dir).join(format!("{fold}.bin")), model.to_bytes())?;
                std::fs::write(Path::new(dir).join(format!("{fold}.txt")), names.join("\n"))?;
            }
        }
        [file] => std::fs::write(file, learn(&lessons.iter().collect::<Vec<_>>()).to_bytes())?,
        _ => return Err("train FIXTURES WEIGHTS, or train FIXTURES --folds DIR".into()),
    }
    Ok(())
}
