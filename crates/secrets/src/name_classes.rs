//! Remembers what names mean: the same few names stand on most lines of a text, and taking a name apart is slow.

use std::cell::Cell;

use ctx_text::fnv_hash;

use super::names::SensitiveNameClass;

/// Longer names are rare, and are not remembered.
const LONGEST: usize = 30;
const SLOTS: usize = 256;

/// A name and what it means. Two names with the same place take turns.
#[derive(Clone, Copy)]
struct RememberedName {
    length: u8,
    letters: [u8; LONGEST],
    class: Option<SensitiveNameClass>,
}

thread_local! {
    static REMEMBERED: [Cell<RememberedName>; SLOTS] =
        const { [const { Cell::new(RememberedName { length: 0, letters: [0; LONGEST], class: None }) }; SLOTS] };
}

/// What `classify` says of the name, or said of it last time.
pub fn remembered_class(
    name: &str,
    classify: impl FnOnce(&str) -> Option<SensitiveNameClass>,
) -> Option<SensitiveNameClass> {
    if name.is_empty() || name.len() > LONGEST {
        return classify(name);
    }
    let place = fnv_hash(name.bytes()) as usize % SLOTS;
    let known = REMEMBERED.with(|all| all[place].get());
    if known.letters[..usize::from(known.length)] == *name.as_bytes() {
        return known.class;
    }
    let class = classify(name);
    let mut letters = [0; LONGEST];
    letters[..name.len()].copy_from_slice(name.as_bytes());
    REMEMBERED.with(|all| all[place].set(RememberedName { length: name.len() as u8, letters, class }));
    class
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_classified_once_and_never_taken_for_another() {
        let names: Vec<String> = (0..2000).map(|n| format!("name_{n}")).chain(["x".repeat(60)]).collect();
        let class = |name: &str| name.len().is_multiple_of(2).then_some(SensitiveNameClass::Weak);
        for name in names.iter().chain(&names) {
            assert_eq!(remembered_class(name, class), class(name), "{name}");
            if name.len() <= LONGEST {
                assert_eq!(remembered_class(name, |_| panic!("{name} is known")), class(name));
            }
        }
        assert_eq!(remembered_class("", |_| Some(SensitiveNameClass::Token)), Some(SensitiveNameClass::Token));
    }
}
