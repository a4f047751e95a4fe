//! Values that stand behind a name without a sign between them: flags, directives, arguments, SQL, pairs.

use std::ops::Range;

use super::assign::{Found, Place, is_ident};
use super::follows::is_encoding;
use super::forms::{asks, indent_of};
use super::judge::{Judge, Sure, is_telling};
use super::names::Class;
use super::nearby::is_other_name;
use super::phrase::{is_passphrase, is_spoken};
use super::reading::{Asks, End, Open, read_value};
use super::value::{is_random, is_strong};

impl Place<'_> {
    /// The word or the string that begins here.
    pub fn word(&self, at: usize, sure: Sure, judge: &Judge) -> Option<Range<usize>> {
        let at = at + self.line.get(at..)?.bytes().take_while(|byte| *byte == b' ').count();
        let value = read_value(self.line, at, End::Blank, false)?;
        let text = self.line[value.range.clone()].trim_end_matches(';');
        judge
            .holds_in(text, self.class, sure, value.quoted)
            .then_some(value.range.start..value.range.start + text.len())
    }

    /// `{password,"…"}`, `(password . "…")`: the second of two.
    pub fn second_of_pair(&self, at: usize, judge: &Judge) -> Option<Range<usize>> {
        let at = at + self.line[at..].bytes().take_while(|byte| matches!(byte, b' ' | b'<')).count();
        let value = read_value(self.line, at, End::Inline, false)?;
        if !value.quoted {
            // `(name,value)` and nothing else.
            let alone = self.line[..self.start].trim().len() == 1 && self.line[value.range.end..].trim_end().len() == 1;
            let text = &self.line[value.range.clone()];
            return (alone && is_random(text) && judge.holds(text, self.class, Sure::Settings)).then_some(value.range);
        }
        let closed = self.line.get(value.range.end + 1..)?.trim_start_matches('>').starts_with(['}', ')', ']']);
        (closed && judge.holds_in(&self.line[value.range.clone()], self.class, Sure::Settings, true))
            .then_some(value.range)
    }

    /// The line ends with the name: `1) "requirepass"`, `? password` of YAML, `> get /shop/password`, `(gdb) p password`.
    pub fn asked_for(&self, quoted: bool, judge: &Judge, found: &mut Found) {
        if let Some(value) = self.value_said_before(judge) {
            return found.values.push(value);
        }
        // `where '…' = <Config object>.password`
        if let Some((head, _)) = self.line[..self.start].split_once("' = ")
            && let Some(open) = head.rfind('\'')
            && is_random(&head[open + 1..])
            && self.line[..self.start].ends_with(['.', ' ', '>'])
        {
            found.values.push(open + 1..head.len());
            return;
        }
        let head = self.line[..self.start].trim_end_matches('"').trim();
        let number = head
            .strip_suffix(')')
            .is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
        let open = if quoted && number {
            Open::Answer
        } else if self.flag {
            Open::Flag
        } else if head == "?" {
            Open::NextLine { indent: 0 }
        } else if matches!(head.trim_end_matches('`'), "|" | "* -" | "||") {
            Open::Cell
        } else if !judge.code
            && (self.class != Class::Weak || self.line.starts_with('['))
            && self.line.len() < 200
            && !is_row(self.line)
        {
            Open::Prompt(self.asks())
        } else {
            return;
        };
        found.open = Some((self.class, open));
    }

    /// A prompt or a word that asks stands before the name; or it is the last part of a path and alone.
    fn asks(&self) -> Asks {
        let head = self.line[..self.start].trim_end_matches(|c: char| !c.is_whitespace());
        let question = ["> ", ") ", "]: ", "$ ", "# ", " get ", " print "].iter().any(|sign| head.contains(sign))
            || ["get ", "print ", "echo ", "p ", "define "].iter().any(|word| head.starts_with(word));
        if question {
            Asks::Question
        } else if head.is_empty() && self.line.starts_with('/')
            || self.byte(self.end) == b'?'
            || self.line.trim().trim_matches(['[', ']', '"', '\'', ':', '#', '=', '*', ' ']) == self.name
        {
            Asks::Leads
        } else {
            Asks::Mentions
        }
    }

    /// `define('DB_PASSWORD', '…')`, `setenv("TOKEN", "…")`, `["password", "…"]`.
    pub fn argument(&self, at: usize, judge: &Judge) -> Option<Range<usize>> {
        let gap = self.line[at..].bytes().take_while(|byte| *byte == b' ').count();
        // `("password", QVariant(QString, "…"))`
        let rest = &self.line[at + gap..];
        let call = rest.bytes().take(40).take_while(|byte| is_ident(*byte) || b"(, :".contains(byte)).count();
        let wrapped = !asks(&rest[..call]) && rest[..call].contains('(') && rest[call..].starts_with(['"', '\'']);
        let from = at + gap + if wrapped { call } else { 0 };
        let value = read_value(self.line, from, End::Inline, false).filter(|value| value.quoted)?;
        let head = self.line[..self.start].to_ascii_lowercase();
        let set = [
            "define", "setenv", "putenv", "set", "env", "put", "secret", "constant", "config", "with_env", "password",
            "pref", "property", "param", "header", "option", "variable",
        ];
        let call = head.trim_end_matches(['"', '\'', '(', ' ']);
        let gets = ["getenv", "get_env", "get", "env_or", "lookup_env"].iter().any(|word| call.ends_with(word));
        let sets = !gets && set.iter().any(|word| call.ends_with(word))
            || self.name.trim_start_matches('.').eq_ignore_ascii_case("password") && self.byte(self.end) == b'(';
        // PHP's settings are calls of this one.
        let judge = Judge { code: judge.code && !call.ends_with("define"), ..*judge };
        let sure = if sets { Sure::Environment } else { Sure::Prose };
        // `'"…"'`
        let text = &self.line[value.range.clone()];
        let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
        let start = value.range.start + usize::from(inner.len() < text.len());
        if judge.holds_in(inner, self.class, sure, true) {
            return Some(start..start + inner.len());
        }
        // `changeUserPassword("user", "…")`
        let second = self.line.get(value.range.end + 1..)?.strip_prefix(',')?.trim_start();
        let called = self.byte(self.end) == b'(' && self.class == Class::Password;
        let value = read_value(self.line, self.line.len() - second.len(), End::Inline, false)
            .filter(|value| value.quoted && called)?;
        judge.holds_in(&self.line[value.range.clone()], self.class, sure, true).then_some(value.range)
    }

    /// The word behind a flag in a printed list.
    pub fn next_argument(&self, at: usize, judge: &Judge) -> Option<Range<usize>> {
        let value = read_value(self.line, at, End::Inline, false)?;
        let text = &self.line[value.range.clone()];
        let one = !text.starts_with("--") && !text.contains(' ');
        (one && judge.holds_in(text, self.class, Sure::Environment, value.quoted)).then_some(value.range)
    }

    /// SQL: `PASSWORD '…'`; settings with a blank between name and value.
    pub fn statement(&self, at: usize, judge: &Judge) -> Option<Range<usize>> {
        let value = read_value(self.line, at, End::Inline, false).filter(|value| value.quoted)?;
        let lower = self.line.to_ascii_lowercase();
        let sql = ["user", "role", "login", "alter", "create", "identified", "grant", "encrypted", "set "]
            .iter()
            .any(|word| lower.contains(word));
        // Prose in backticks names code.
        let text = &self.line[value.range.clone()];
        let spoken = || text.contains('-') && is_spoken(text) && !text.starts_with('-') || is_passphrase(text);
        let long = || text.len() >= 24 && is_random(text) && !text.contains("::");
        let verdict = self.name.eq_ignore_ascii_case("pass");
        if self.byte(at) == b'`' && !is_strong(text) && (verdict || !(long() || spoken())) {
            return None;
        }
        // `fastcgi_param NAME "…"`, `{:name "…"}`
        let directive = self.is_compound() && self.is_behind_a_word() || self.is_keyword();
        let sure = if self.is_set() || self.line[..self.start].ends_with("set(") {
            Sure::Environment
        } else if (sql && self.class == Class::Password) || self.flag || self.begins_line() || directive {
            Sure::Yes
        } else {
            Sure::Prose
        };
        if judge.holds_in(&self.line[value.range.clone()], self.class, sure, true) {
            return Some(value.range);
        }
        // `FROM 'old' TO 'new'`, `changed 'old' to 'new'`
        let rest = self.line.get(value.range.end + 1..)?;
        let next = [" TO '", " to '", " TO \"", " to \""].iter().find(|word| rest.starts_with(**word))?;
        let new = read_value(self.line, value.range.end + next.len(), End::Inline, false)?;
        judge.holds_in(&self.line[new.range.clone()], self.class, sure, true).then_some(new.range)
    }

    /// `Credentials("realm", "host", "user", "…")`: the last string of the call.
    pub fn last_argument(&self, at: usize, judge: &Judge) -> Option<Range<usize>> {
        let (mut at, mut last) = (at, None);
        while let Some(open) = self.line[at..].find(['"', '\'']) {
            let value = read_value(self.line, at + open, End::Inline, false).filter(|value| value.unended.is_none())?;
            at = value.range.end + 1;
            last = Some(value.range);
            if !self.line.get(at..).is_some_and(|rest| rest.trim_start().starts_with(',')) {
                break;
            }
        }
        last.filter(|range| judge.holds_in(&self.line[range.clone()], Class::Token, Sure::Yes, true))
    }

    /// Where a value is assigned behind the type of the name: `password string = '…'`, `Password As String = "…"`,
    /// `Password { get; set; } = "…"`, `password VARCHAR(20) DEFAULT '…'`, `password PIC X(8) VALUE "…"`.
    pub fn behind_type(&self, at: usize) -> Option<usize> {
        let rest = &self.line[at..];
        let of_type = |byte: u8| byte.is_ascii_alphanumeric() || b"_ <>[]?.;{}()*&,".contains(&byte);
        let sep = rest.bytes().take(80).position(|byte| !of_type(byte))?;
        let head = &rest[..sep];
        let default = ["DEFAULT ", "default ", "VALUE ", "value "].iter().any(|word| head.ends_with(word));
        if default && matches!(rest.as_bytes()[sep], b'\'' | b'"') {
            return Some(at + sep - 1);
        }
        let assigned = rest[sep..].strip_prefix(":=").or_else(|| rest[sep..].strip_prefix('='));
        let value = assigned?.trim_start().trim_start_matches(['@', '$', 'N']);
        (value.starts_with(['"', '\'']) && head.split(' ').count() <= 6).then_some(at + sep)
    }

    /// `echo … > db_password.txt`, `echo … | vault put DB_PASSWORD`: what goes into a file or a store with such a name.
    pub fn written_to_file(&self, judge: &Judge) -> Option<Range<usize>> {
        let head = &self.line[..self.start];
        let file = head.rfind([' ', '>', '"', '\'']).map_or(0, |at| at + 1);
        let written =
            head[..file].trim_end_matches([' ', '"', '\'']).strip_suffix('>').map(|head| head.trim_end_matches('>'));
        let piped =
            || head[..file].split_once(" | ").filter(|_| self.is_compound() && !self.flag).map(|(head, _)| head);
        let arrow = written.or_else(piped)?.trim_end();
        let from = arrow.rfind("echo ").map(|at| at + 5).or_else(|| arrow.rfind("printf ").map(|at| at + 7))?;
        let quote = arrow.chars().last().filter(|c| matches!(c, '"' | '\''));
        let start = match quote {
            Some(quote) => from + arrow[from..arrow.len() - 1].find(quote)? + 1,
            None => arrow.rfind(' ')? + 1,
        };
        let text = arrow.get(start..arrow.len() - usize::from(quote.is_some()))?.trim_end_matches("\\n");
        (written.is_some() || is_random(text) || is_telling(text)).then_some(())?;
        judge.holds(text, self.class, Sure::Environment).then_some(start..start + text.len())
    }

    /// `auth admin:…`: the word of a login.
    fn of_login(&self, text: &str) -> Option<usize> {
        let (user, word) = text.split_once(':')?;
        let lower = self.name.to_ascii_lowercase();
        let login = ["auth", "creds", "credentials"].iter().any(|name| lower.ends_with(name));
        let named =
            !user.is_empty() && user.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.@-".contains(&byte));
        (login && named && word.len() >= 6 && !word.starts_with('/')).then_some(user.len() + 1)
    }

    /// `--password v`
    fn of_flag(&self, at: usize, judge: &Judge) -> Option<Range<usize>> {
        let line = self.line;
        // `-Password (ConvertTo-SecureString '…' -Force)`
        if let Some(call) = line[at..].strip_prefix('(')
            && let Some(open) = call.find(['"', '\'']).filter(|&open| call[..open].trim_end().bytes().all(is_ident))
        {
            return self.word(at + 1 + open, Sure::Environment, judge);
        }
        let value = read_value(line, at, End::Blank, false)?;
        let text = &line[value.range.clone()];
        if let Some(user) = self.of_login(text) {
            let start = value.range.start + user;
            return judge.holds(&text[user..], Class::Token, Sure::Yes).then_some(start..value.range.end);
        }
        ((!text.starts_with('-') || is_random(text))
            && judge.holds_in(text, self.class, Sure::Environment, value.quoted))
        .then_some(value.range)
    }

    /// A sentence that says it: `password is …`, `token was set to …`.
    fn said(&self, at: usize, judge: &Judge) -> Option<Range<usize>> {
        let line = self.line;
        let rest =
            ["is: ", "is ", "to ", "was ", "set to ", "= "].iter().find_map(|words| line[at..].strip_prefix(words))?;
        let value = read_value(line, line.len() - rest.trim_start().len(), End::Blank, false)?;
        let text = line[value.range.clone()].trim_end_matches(['.', ',']);
        let digit = text.bytes().any(|byte| byte.is_ascii_digit());
        let last = line[value.range.end..].trim_matches(['.', ' ', '"', '\'', '`']).is_empty();
        let named = self.is_compound() || text.len() >= 8 && self.class != Class::Weak;
        let telling = is_random(text) && digit || is_spoken(text);
        let held = digit && last && named && judge.holds_in(text, self.class, Sure::Settings, value.quoted)
            || telling && judge.holds_in(text, self.class, Sure::Prose, value.quoted);
        held.then_some(value.range.start..value.range.start + text.len())
    }

    /// `--password v`, `password v` in a `.netrc`, `requirepass v`.
    pub fn spaced(&self, at: usize, judge: &Judge) -> Option<Range<usize>> {
        let line = self.line;
        if self.flag {
            return self.of_flag(at, judge);
        }
        if self.is_set() {
            return self.word(at, Sure::Environment, judge);
        }
        if let Some(value) = self.flagged_value(at, judge) {
            return Some(value);
        }
        // `enable secret 0 value`, `password cipher value`: how it is written, and itself.
        let written = behind_encoding(&line[at..]);
        if written.len() < line.len() - at && !written.trim().is_empty() && !written.trim().contains(' ') {
            return self.word(line.len() - written.len(), Sure::Settings, judge);
        }
        if let Some(value) = self.said(at, judge) {
            return Some(value);
        }
        // `A temporary password is generated for root: value`, `Password (root): value`
        if let Some(colon) = line[at..].rfind(": ").filter(|_| self.class != Class::Weak) {
            let text = line[at + colon + 2..].trim();
            let label = &line[at..at + colon];
            let start = line.len() - line[at + colon + 2..].trim_start().len();
            let said = self.class == Class::Password && is_random(text) || is_telling(text);
            let made = self.class == Class::Password
                && !text.contains(' ')
                && text.bytes().any(|byte| byte.is_ascii_digit())
                && ["generated", "temporary", "initial"].iter().any(|word| line.contains(word))
                // `API key (shown once): …`
                || label.starts_with('(') && label.ends_with(')') && !text.contains(' ');
            let sure = if made { Sure::Settings } else { Sure::Prose };
            if (said || made) && !is_other_name(label) && judge.holds_in(text, self.class, sure, false) {
                return Some(start..start + text.len());
            }
        }
        let value = read_value(line, at, End::Blank, false)?;
        let text = line[value.range.clone()].trim_end_matches(['.', ',', ';']);
        if let Some(user) = self.of_login(text) {
            let start = value.range.start + user;
            return judge
                .holds_in(&text[user..], Class::Token, Sure::Yes, value.quoted)
                .then_some(start..start + text.len() - user);
        }
        // `config:property-set password value`
        if line[value.range.end..].trim_matches([' ', ';', '\t']).is_empty()
            && !text.starts_with(['[', '(', '<', '{'])
            && self.is_behind_a_setter()
        {
            return self.word(at, Sure::Settings, judge);
        }
        // `config set password value`, `user admin insecure-password value`: only a random one is told from a sentence.
        let random = || {
            self.class != Class::Weak
                && is_strong(text.trim_start_matches('-'))
                && judge.holds_in(text, self.class, Sure::Prose, value.quoted)
        };
        let alone = line[value.range.end..].trim_matches([' ', ';', '\t']).is_empty();
        let random = random().then_some(value.range.start..value.range.start + text.len());
        if !(alone || judge.netrc) {
            return random;
        }
        let directive = matches!(self.name, "requirepass" | "masterauth" | "rootpw" | "bindpw");
        let sure = match self.begins_line() {
            true if directive || judge.netrc => Sure::Environment,
            // `api_token …`: a name that is no word of a sentence.
            true if self.is_compound() => Sure::Settings,
            // `fastcgi_param DB_PASSWORD …`
            false if self.is_compound() && self.is_behind_a_word() => Sure::Settings,
            true => Sure::Prose,
            false => return random,
        };
        self.word(at, sure, judge)
    }

    /// `set -x NAME value`, `ENV NAME value`.
    pub fn is_set(&self) -> bool {
        let head = self.line[..self.start].trim_end();
        if head.ends_with("--setenv") {
            return true;
        }
        let head = head.rsplit_once(" -").filter(|(_, flags)| !flags.contains(' ')).map_or(head, |(head, _)| head);
        let setter = head.rsplit([' ', '\t', ';', '(']).next().unwrap_or(head).trim_start_matches('-');
        let flags = head.len() < self.line[..self.start].trim_end().len();
        matches!(setter, "ENV" | "setenv" | "setx" | "SETX" | "SetEnv") || (setter == "set" && flags)
    }

    /// `set`, `property-set`, `put` or their like among the words before it.
    fn is_behind_a_setter(&self) -> bool {
        let words = self.line[..self.start].rsplit(|c: char| !c.is_ascii_alphanumeric()).take(20);
        words
            .into_iter()
            .any(|word| ["set", "put", "setenv", "create", "config"].iter().any(|verb| word.eq_ignore_ascii_case(verb)))
    }

    /// A keyword of Lisp's relatives: `{:password "…"}`.
    fn is_keyword(&self) -> bool {
        let head = &self.line[..self.start];
        head.strip_suffix(':').is_some_and(|head| head.ends_with(['{', ' ']))
    }

    /// Several words in one name: `api_token`, `apiToken`, `API_TOKEN`.
    pub fn is_compound(&self) -> bool {
        let hump = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
        self.name.contains(['_', '-', '.']) || self.name.as_bytes().windows(2).any(hump)
    }

    /// One word of a program's own before a constant or a header.
    pub fn is_behind_a_word(&self) -> bool {
        let head = self.line[..self.start].trim();
        let constant = self.name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
        (constant || self.name.contains('-'))
            && !head.is_empty()
            && head.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    }

    /// Nothing of the value stands on this line: it follows on the next ones.
    pub fn goes_on(&self, rest: &str, colon: bool, quoted_name: bool, judge: &Judge, found: &mut Found) -> bool {
        let trimmed = rest.trim_end_matches([',', ' ', '\t', '\r']);
        let indent = indent_of(self.line);
        // `expect "Password:"`: the string around the name ends.
        let asked = matches!(trimmed, "\"" | "'" | "*\"")
            && self.line[..self.start].matches(&trimmed[trimmed.len() - 1..]).count() % 2 == 1;
        if trimmed.is_empty() || trimmed == "\\" || asked {
            // `NAME=` of an environment is empty.
            let empty = trimmed.is_empty() && !colon && self.is_variable();
            if !judge.code && !empty {
                let setting = self.begins_line() || quoted_name;
                found.open =
                    Some((self.class, if setting { Open::NextLine { indent } } else { Open::Prompt(Asks::Leads) }));
            }
            return true;
        }
        if matches!(trimmed, "|" | ">" | "|-" | ">-" | "|+" | ">+" | "|2" | "|-2") && colon {
            found.open = Some((self.class, Open::Block { indent }));
            return true;
        }
        // `password: Some(`
        let call = trimmed.strip_suffix('(').filter(|call| !call.is_empty() && !asks(call));
        if call.is_some_and(|call| call.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.:".contains(&byte))) {
            found.open = Some((self.class, Open::Argument));
            return true;
        }
        false
    }

    /// `password<<EOF`, `password = <<-EOT`
    pub fn heredoc(&self, rest: &str, found: &mut Found) {
        let mark = rest.trim_start_matches(['<', '-', '~', '\'', '"']).trim_end_matches(['\'', '"']);
        if !mark.is_empty() && mark.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            found.open = Some((self.class, Open::Until(mark.to_owned())));
        }
    }
}

/// What stands behind the words that say how a value is written: `0 …`, `cipher …`, `1 md5 …`.
fn behind_encoding(rest: &str) -> &str {
    let mut rest = rest;
    while let Some((word, after)) = rest.split_once(' ')
        && is_encoding(word.as_bytes())
    {
        rest = after.trim_start();
    }
    rest
}

/// Cells stand side by side: the next line is a row of them.
fn is_row(line: &str) -> bool {
    // `@ ["db","password"]`: a path to what changed.
    let path = line.starts_with("@ [") && line.ends_with(']');
    !path && (line.trim().contains([',', '|', '\t', ';', '│']) || line.trim().contains("  "))
}
