//! What the usual generators of passwords make, from a seed.

pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % below.max(1)
    }

    pub fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }

    fn string(&mut self, alphabet: &str, len: usize) -> String {
        (0..len).map(|_| char::from(alphabet.as_bytes()[self.below(alphabet.len())])).collect()
    }
}

const LOWER: &str = "abcdefghijklmnopqrstuvwxyz";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS: &str = "0123456789";
const HEX: &str = "0123456789abcdef";

/// Words of passphrases.
const WORDS: &[&str] = &[
    "correct", "horse", "battery", "staple", "anchor", "velvet", "tundra", "mosaic", "copper", "lantern", "puddle",
    "walnut", "gravel", "pickle", "magnet", "harbor", "cactus", "ribbon", "thunder", "canyon", "maple", "orbit",
    "plasma", "quartz", "saddle", "turnip", "violet", "wizard", "yonder", "zephyr", "blanket", "crimson", "dolphin",
    "ember", "falcon", "glacier", "hollow", "island", "jigsaw", "kettle", "lizard", "meadow", "nectar", "oyster",
    "parrot", "raven", "sphinx", "tulip", "umbrella", "voyage",
];

pub struct Value {
    pub kind: &'static str,
    pub text: String,
}

/// One value of each kind of generator in turn.
pub fn value(dice: &mut Dice, kind: usize) -> Value {
    let alnum = format!("{LOWER}{UPPER}{DIGITS}");
    let (kind, text) = match kind % KINDS {
        0 => ("terraform random_password", with_all(dice, &format!("{alnum}!@#$%&*()-_=+[]{{}}<>:?"), 16)),
        1 => ("terraform random_password, 32", with_all(dice, &format!("{alnum}!@#$%&*()-_=+[]{{}}<>:?"), 32)),
        2 => ("aws get-random-password", with_all(dice, &format!("{alnum}!\"#$%&'()*+,-./:;<=>?@[\\]^_`{{|}}~"), 32)),
        3 => ("django SECRET_KEY", dice.string("abcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*(-_=+)", 50)),
        4 => ("pwgen", pronounceable(dice)),
        5 => ("pwgen -s 16", with_all(dice, &alnum, 16)),
        6 => ("openssl rand -hex 16", dice.string(HEX, 32)),
        7 => ("openssl rand -base64 24", dice.string(&format!("{alnum}+/"), 32)),
        8 => ("openssl rand -base64 32", format!("{}=", dice.string(&format!("{alnum}+/"), 43))),
        9 => ("1password, random", with_all(dice, &format!("{alnum}!@.-_*"), 20)),
        10 => ("1password, memorable", {
            let words: Vec<String> = (0..4).map(|_| capital(dice)).collect();
            format!("{}{}", words.join("-"), dice.below(10))
        }),
        11 => ("passphrase with hyphens", (0..5).map(|_| dice.pick(WORDS)).collect::<Vec<_>>().join("-")),
        12 => ("passphrase with blanks", (0..5).map(|_| dice.pick(WORDS)).collect::<Vec<_>>().join(" ")),
        13 => ("uuid", {
            let hex = dice.string(HEX, 32);
            format!("{}-{}-4{}-a{}-{}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..])
        }),
        14 => ("python secrets.token_urlsafe", with_all(dice, &format!("{alnum}-_"), 43)),
        _ => ("keepass", with_all(dice, &format!("{alnum}!$%^&*()_+|~=`{{}}[]:;'<>?,./"), 20)),
    };
    Value { kind, text }
}

pub const KINDS: usize = 16;

/// Other generators than the first ones.
pub fn second_value(dice: &mut Dice, kind: usize) -> Value {
    let alnum = format!("{LOWER}{UPPER}{DIGITS}");
    let (kind, text) = match kind % 18 {
        0 => ("bitwarden", with_all(dice, &format!("{alnum}!@#$%^&*"), 14)),
        1 => ("lastpass", with_all(dice, &format!("{alnum}!@#$%^&*"), 12)),
        2 => ("apg -a 0", format!("{}{}{}", pronounceable(dice), dice.pick(&["!", "-", "&", "?"]), capital(dice))),
        3 => ("wordpress salt", {
            let signs = "!@#$%^&*()-_[]{}<>~`+=,.;:/?|";
            with_all(dice, &format!("{alnum}{signs}"), 64)
        }),
        4 => ("laravel APP_KEY", format!("base64:{}=", dice.string(&format!("{alnum}+/"), 43))),
        5 => ("rails secret", dice.string(HEX, 128)),
        6 => ("openssl rand -hex 32", dice.string(HEX, 64)),
        7 => ("heroku postgres", format!("p{}", dice.string(HEX, 64))),
        8 => ("nanoid", with_all(dice, &format!("{alnum}_-"), 21)),
        9 => ("bootstrap token", {
            let set = format!("{LOWER}{DIGITS}");
            format!("{}.{}", dice.string(&set, 6), dice.string(&set, 16))
        }),
        10 => ("temporary password", {
            let syllable = dice.pick(&["Wadu", "Kova", "Juma", "Zopi", "Rahe", "Tuxi", "Moqa"]);
            format!("{syllable}{}", dice.string(DIGITS, 5))
        }),
        11 => ("of a person", {
            let sign = dice.pick(&["!", "#", "$", "?", "*", "%"]);
            format!("{}{}{}{sign}", capital(dice), capital(dice), 10 + dice.below(90))
        }),
        12 => ("diceware with dots", {
            let words: Vec<String> = (0..4).map(|_| capital(dice)).collect();
            format!("{}{}", words.join("."), dice.below(10))
        }),
        13 => ("base32", dice.string(&format!("{UPPER}234567"), 32)),
        14 => ("azure storage key", format!("{}==", dice.string(&format!("{alnum}+/"), 86))),
        15 => ("azure devops pat", dice.string(&format!("{LOWER}234567"), 52)),
        16 => ("printable of urandom", with_all(dice, &format!("{alnum}!\"#$%&'()*+,-./:;<=>?@[\\]^_`{{|}}~"), 24)),
        _ => ("of a person, not English", {
            let word = dice.pick(&["grün", "Käse", "Straße", "niño", "façade", "żółw", "плюш", "kæreste"]);
            format!("{word}-{}-{}{}", capital(dice), dice.below(1000), dice.pick(&["!", "?", "*"]))
        }),
    };
    Value { kind, text }
}

/// Generators that neither of the first two tables has.
pub fn third_value(dice: &mut Dice, kind: usize) -> Value {
    let alnum = format!("{LOWER}{UPPER}{DIGITS}");
    let base64 = format!("{alnum}+/");
    let (kind, text) = match kind % 20 {
        0 => ("vault", with_all(dice, &format!("{alnum}-"), 20)),
        1 => ("ansible password lookup", with_all(dice, &format!("{alnum}.,:-_"), 20)),
        2 => ("helm randAlphaNum 10", with_all(dice, &alnum, 10)),
        3 => ("kubeadm", dice.string(&format!("{LOWER}{DIGITS}"), 24)),
        4 => ("openssl rand -base64 12", dice.string(&base64, 16)),
        5 => ("openssl rand -base64 16", format!("{}==", dice.string(&base64, 22))),
        6 => ("base64 that begins with a slash", format!("/{}=", dice.string(&base64, 42))),
        7 => ("mkpasswd", {
            let made = with_all(dice, &alnum, 9);
            format!("{}{}{}", &made[..5], dice.pick(&["(", "}", "<", "%", "~", "'", "["]), &made[5..])
        }),
        8 => ("chrome", with_all(dice, &format!("{alnum}-_.!"), 15)),
        9 => ("safari", {
            let made = with_all(dice, &alnum, 18);
            format!("{}-{}-{}", &made[..6], &made[6..12], &made[12..])
        }),
        10 => ("xkcdpass", (0..4).map(|_| title(dice)).collect()),
        11 => ("keepassxc words", (0..6).map(|_| dice.pick(WORDS)).collect::<Vec<_>>().join(" ")),
        12 => ("sha1", dice.string(HEX, 40)),
        13 => ("md5, capitals", dice.string(HEX, 32).to_uppercase()),
        14 => ("pass generate", with_all(dice, &format!("{alnum}!\"#$%&'()*+,-./:;<=>?@[\\]^_`{{|}}~"), 25)),
        15 => ("dashlane", with_all(dice, &format!("{alnum}!@#$%^&*()_+-="), 12)),
        16 => ("of a person, with a year", {
            let sign = dice.pick(&["!", "#", "$", "?", "*", "."]);
            format!("{}{}{sign}", title(dice), 1970 + dice.below(56))
        }),
        17 => ("activation key", {
            let made = dice.string("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 25);
            [&made[..5], &made[5..10], &made[10..15], &made[15..20], &made[20..]].join("-")
        }),
        18 => ("digits", dice.string(DIGITS, 12)),
        _ => ("begins with a sign", {
            let made = with_all(dice, &format!("{alnum}!@#%^&*"), 15);
            format!("{}{made}", dice.pick(&["$", "%", "*", "{", "<", "(", "[", "~", "@", "!"]))
        }),
    };
    Value { kind, text }
}

/// One value of each kind of all tables in turn.
pub fn any_value(dice: &mut Dice, kind: usize) -> Value {
    match kind % 3 {
        0 => value(dice, kind / 3),
        1 => second_value(dice, kind / 3),
        _ => third_value(dice, kind / 3),
    }
}

/// Generators that the first three tables do not have.
pub fn fourth_value(dice: &mut Dice, kind: usize) -> Value {
    let alnum = format!("{LOWER}{UPPER}{DIGITS}");
    let (kind, text) = match kind % 14 {
        0 => ("word and digits", format!("{}{}", dice.pick(WORDS), dice.below(1000))),
        1 => ("leet", {
            let word = title(dice).replace('a', "@").replace('o', "0").replace('e', "3");
            format!("{word}{}{}", dice.pick(WORDS), dice.pick(&["!", "1", "#1", "!!"]))
        }),
        2 => ("sentence", {
            let (first, second, third) = (title(dice), dice.pick(WORDS), dice.pick(WORDS));
            format!("{first} ate {} {second}s, {third}!", 2 + dice.below(9))
        }),
        3 => ("begins with a dash", format!("-{}", with_all(dice, &alnum, 19))),
        4 => ("begins with a hash", format!("#{}", with_all(dice, &alnum, 19))),
        5 => ("with quotes", {
            let made = with_all(dice, &alnum, 16);
            format!("{}\"{}'{}", &made[..5], &made[5..10], &made[10..])
        }),
        6 => ("ends with two equals", format!("{}==", dice.string(&alnum, 22))),
        7 => ("eight characters", with_all(dice, &alnum, 8)),
        8 => ("eight with a sign", {
            let made = with_all(dice, &alnum, 7);
            format!("{}{}{}", &made[..3], dice.pick(&["!", "@", "$", "%", "&", "*", "/", ";", ","]), &made[3..])
        }),
        9 => ("base58", with_all(dice, "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 44)),
        10 => ("ulid", dice.string("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26)),
        11 => ("words with underscores", (0..4).map(|_| dice.pick(WORDS)).collect::<Vec<_>>().join("_")),
        12 => ("lower case only", dice.string(LOWER, 16)),
        _ => ("with a prefix", format!("shop_{}_{}", dice.pick(&["live", "prod", "v1"]), with_all(dice, &alnum, 32))),
    };
    Value { kind, text }
}

/// A value of any kind of all tables, at random.
pub fn mixed_value(dice: &mut Dice, _turn: usize) -> Value {
    let (table, kind) = (dice.below(4), dice.below(720));
    match table {
        0 => value(dice, kind),
        1 => second_value(dice, kind),
        2 => third_value(dice, kind),
        _ => fourth_value(dice, kind),
    }
}

/// As `mixed_value`, without the kind that has a format of its own (`shop_live_…`), which is masked under any name.
pub fn without_format(dice: &mut Dice, turn: usize) -> Value {
    loop {
        let value = mixed_value(dice, turn);
        if value.kind != "with a prefix" {
            return value;
        }
    }
}

/// Of each class of characters at least one, as the generators see to it.
fn with_all(dice: &mut Dice, alphabet: &str, len: usize) -> String {
    loop {
        let made = dice.string(alphabet, len);
        let has = |test: fn(&u8) -> bool| made.bytes().any(|byte| test(&byte));
        if has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase) && has(u8::is_ascii_digit) {
            return made;
        }
    }
}

fn capital(dice: &mut Dice) -> String {
    let word = dice.pick(WORDS);
    if dice.below(2) == 0 { word.to_owned() } else { format!("{}{}", word[..1].to_uppercase(), &word[1..]) }
}

fn title(dice: &mut Dice) -> String {
    let word = dice.pick(WORDS);
    format!("{}{}", word[..1].to_uppercase(), &word[1..])
}

/// Syllables with a capital and a digit, ten characters long.
fn pronounceable(dice: &mut Dice) -> String {
    let mut made = String::new();
    while made.len() < 9 {
        let consonant = dice.pick(&[
            "b", "ch", "d", "f", "g", "h", "k", "l", "m", "n", "p", "qu", "r", "s", "sh", "t", "th", "v", "w", "z",
        ]);
        let vowel = dice.pick(&["a", "ae", "e", "ee", "i", "ie", "o", "oh", "oo", "u"]);
        made.push_str(consonant);
        made.push_str(vowel);
    }
    made.truncate(9);
    let at = dice.below(8);
    let upper = made[at..=at].to_uppercase();
    made.replace_range(at..=at, &upper);
    made.insert_str(1 + dice.below(7), &dice.below(10).to_string());
    made
}

/// The form with each `{…}` filled: `{h40}` has so many hexadecimal digits, `{b43}` so many of base64, `{u22}` of its
/// form for addresses, `{n6}` decimal ones, `{id}` is a UUID.
pub fn with_ids(dice: &mut Dice, form: &str) -> String {
    let mut out = String::new();
    let mut parts = form.split('{');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (kind, rest) = part.split_once('}').unwrap_or((part, ""));
        let (kind, count) = kind.split_at(1);
        let count = count.parse().unwrap_or(0);
        let alnum = format!("{LOWER}{UPPER}{DIGITS}");
        out.push_str(&match kind {
            "h" => dice.string(HEX, count),
            "b" => dice.string(&format!("{alnum}+/"), count),
            "u" => dice.string(&format!("{alnum}_-"), count),
            "n" => dice.string(DIGITS, count),
            _ => [8, 4, 4, 4, 12].map(|count| dice.string(HEX, count)).join("-"),
        });
        out.push_str(rest);
    }
    out
}
