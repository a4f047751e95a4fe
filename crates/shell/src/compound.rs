//! Compound commands: groups, conditions, loops, functions, `[[ ]]`, `(( ))`.

use super::{CommandKind, Compound, Form, List, Parsed, Parser, Word, is_name};

const BINARY: &[&str] = &["=", "==", "!=", "=~", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"];

fn made(form: Form, words: Vec<Word>, lists: Vec<List>) -> Compound {
    Compound { form, words, lists, body: None }
}

impl Parser<'_> {
    /// The compound command here, without the redirections after it; none if a simple one begins.
    pub(super) fn parse_compound(&mut self) -> Parsed<Option<Compound>> {
        if self.peek() == Some(b'(') {
            return self.deeper(|parser| parser.parenthesis()).map(Some);
        }
        let Some(word) = self.peek_reserved_word() else { return Ok(None) };
        let read: fn(&mut Self) -> Parsed<Compound> = match word {
            "{" => Self::brace,
            "if" => Self::condition,
            "for" | "select" => Self::for_loop,
            "while" | "until" => Self::while_loop,
            "case" => Self::case,
            "function" => Self::function_keyword,
            "[[" => Self::test,
            _ => return self.unclear("a keyword where none belongs"),
        };
        self.at += word.len();
        let compound = self.deeper(read)?;
        // `fi` and the like are words of their own.
        if !self.peek().is_none_or(super::is_meta) && compound.form != Form::Function {
            return self.unclear("text behind a compound command");
        }
        Ok(Some(compound))
    }

    fn parenthesis(&mut self) -> Parsed<Compound> {
        if self.byte(1) == Some(b'(') && self.find_arithmetic_end(self.at + 2).is_some() {
            return self.arithmetic_command();
        }
        self.at += 1;
        let list = self.parse_nonempty_list()?;
        self.expect(")", "a parenthesis that stays open")?;
        Ok(made(Form::Subshell, Vec::new(), vec![list]))
    }

    fn arithmetic_command(&mut self) -> Parsed<Compound> {
        let start = self.at;
        self.at += 2;
        let parts = self.parse_arithmetic()?;
        Ok(made(Form::Arithmetic, vec![Word { span: start..self.at, parts }], Vec::new()))
    }

    fn brace(&mut self) -> Parsed<Compound> {
        let list = self.parse_nonempty_list()?;
        self.expect_reserved("}")?;
        Ok(made(Form::Brace, Vec::new(), vec![list]))
    }

    fn condition(&mut self) -> Parsed<Compound> {
        let mut lists = Vec::new();
        loop {
            lists.push(self.parse_nonempty_list()?);
            self.expect_reserved("then")?;
            lists.push(self.parse_nonempty_list()?);
            if self.eat_reserved("elif") {
                continue;
            }
            if self.eat_reserved("else") {
                lists.push(self.parse_nonempty_list()?);
            }
            self.expect_reserved("fi")?;
            return Ok(made(Form::If, Vec::new(), lists));
        }
    }

    fn while_loop(&mut self) -> Parsed<Compound> {
        let condition = self.parse_nonempty_list()?;
        let body = self.do_done()?;
        Ok(made(Form::While, Vec::new(), vec![condition, body]))
    }

    fn do_done(&mut self) -> Parsed<List> {
        self.expect_reserved("do")?;
        let body = self.parse_nonempty_list()?;
        self.expect_reserved("done")?;
        Ok(body)
    }

    fn for_loop(&mut self) -> Parsed<Compound> {
        self.blanks();
        if self.looking_at("((") {
            let arithmetic = self.arithmetic_command()?;
            let text = &self.text[arithmetic.words[0].span.clone()];
            if text.matches(';').count() != 2 {
                return self.unclear("a for loop with other than three parts");
            }
            self.blanks();
            self.eat(";");
            self.lines()?;
            let body = self.do_done()?;
            return Ok(made(Form::For, arithmetic.words, vec![body]));
        }
        let Some(name) = self.parse_word()? else { return self.unclear("a loop without a variable") };
        if !name.bare_text().is_some_and(is_name) {
            return self.unclear("a loop without a variable");
        }
        let mut words = Vec::new();
        self.lines()?;
        if self.eat_reserved("in") {
            loop {
                self.blanks();
                match self.parse_word()? {
                    Some(word) => words.push(word),
                    None => break,
                }
            }
            if !self.eat(";") && self.peek() != Some(b'\n') {
                return self.unclear("a loop without a body");
            }
        } else {
            self.eat(";");
        }
        self.lines()?;
        let body = self.do_done()?;
        Ok(made(Form::For, words, vec![body]))
    }

    fn case(&mut self) -> Parsed<Compound> {
        self.blanks();
        let Some(word) = self.parse_word()? else { return self.unclear("a case of nothing") };
        let (mut words, mut lists) = (vec![word], Vec::new());
        self.lines()?;
        self.expect_reserved("in")?;
        loop {
            self.lines()?;
            if self.eat_reserved("esac") {
                return Ok(made(Form::Case, words, lists));
            }
            self.eat("(");
            loop {
                self.blanks();
                let Some(pattern) = self.parse_word()? else { return self.unclear("a case without a pattern") };
                words.push(pattern);
                self.blanks();
                if !self.eat("|") {
                    break;
                }
            }
            self.expect(")", "a pattern that stays open")?;
            lists.push(self.parse_list()?);
            self.blanks();
            if !self.eat(";;&") && !self.eat(";;") && !self.eat(";&") {
                self.lines()?;
                self.expect_reserved("esac")?;
                return Ok(made(Form::Case, words, lists));
            }
        }
    }

    /// `NAME ()`, from the parenthesis on.
    pub(super) fn parse_function(&mut self, name: &Word) -> Parsed<Compound> {
        self.at += 1;
        self.blanks();
        self.expect(")", "a parenthesis where none belongs")?;
        self.function_body(name.clone())
    }

    fn function_keyword(&mut self) -> Parsed<Compound> {
        self.blanks();
        let Some(name) = self.parse_word()? else { return self.unclear("a function without a name") };
        self.blanks();
        if self.eat("(") {
            self.blanks();
            self.expect(")", "a parenthesis where none belongs")?;
        }
        self.function_body(name)
    }

    fn function_body(&mut self, name: Word) -> Parsed<Compound> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:+@".contains(&byte);
        if !name
            .bare_text()
            .is_some_and(|name| name.bytes().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit()))
        {
            return self.unclear("a function with a strange name");
        }
        self.lines()?;
        let body = self.deeper(|parser| parser.body_command())?;
        Ok(Compound { form: Form::Function, words: vec![name], lists: Vec::new(), body: Some(Box::new(body)) })
    }

    fn body_command(&mut self) -> Parsed<super::Command> {
        let start = self.at;
        let Some(compound) = self.parse_compound()? else { return self.unclear("a function without a body") };
        if compound.form == Form::Function {
            return self.unclear("a function without a body");
        }
        let end = self.at;
        self.blanks();
        // Redirections of a function apply whenever it is called.
        if matches!(self.peek(), Some(b'<' | b'>' | b'0'..=b'9' | b'{')) || self.looking_at("&>") {
            return self.unclear("a redirection behind a function");
        }
        Ok(super::Command { span: start..end, kind: CommandKind::Compound(compound), redirects: Vec::new() })
    }

    fn test(&mut self) -> Parsed<Compound> {
        let mut words = Vec::new();
        self.test_or(&mut words)?;
        self.blanks();
        self.expect("]]", "a test that stays open")?;
        Ok(made(Form::Test, words, Vec::new()))
    }

    fn test_or(&mut self, words: &mut Vec<Word>) -> Parsed<()> {
        loop {
            self.test_and(words)?;
            self.blanks();
            if !self.eat("||") {
                return Ok(());
            }
        }
    }

    fn test_and(&mut self, words: &mut Vec<Word>) -> Parsed<()> {
        loop {
            self.test_one(words)?;
            self.blanks();
            if !self.eat("&&") {
                return Ok(());
            }
        }
    }

    fn test_one(&mut self, words: &mut Vec<Word>) -> Parsed<()> {
        self.lines()?;
        while self.eat_reserved("!") {
            self.blanks();
        }
        if self.eat("(") {
            self.deeper(|parser| parser.test_or(words))?;
            self.blanks();
            return self.expect(")", "a parenthesis that stays open");
        }
        let Some(first) = self.test_word()? else { return self.unclear("a test of nothing") };
        let is_unary = first.bare_text().is_some_and(|word| {
            word.len() == 2 && word.starts_with('-') && b"abcdefghknoprstuvwxzGLNORS".contains(&word.as_bytes()[1])
        });
        words.push(first);
        self.blanks();
        if is_unary {
            let Some(operand) = self.test_word()? else { return self.unclear("a test of nothing") };
            words.push(operand);
            return Ok(());
        }
        if (self.looking_at("<") || self.looking_at(">")) && self.byte(1).is_some_and(|byte| byte == b' ') {
            self.at += 1;
        } else {
            let before = self.at;
            let Some(operator) = self.test_word()? else { return Ok(()) };
            let Some(sign) = operator.bare_text().filter(|word| BINARY.contains(word)) else {
                self.at = before;
                return self.unclear("not understood in a test");
            };
            if sign == "=~" {
                self.blanks();
                let Some(pattern) = self.parse_word_or_regex(true)?.filter(|word| word.bare_text() != Some("]]"))
                else {
                    return self.unclear("a test of nothing");
                };
                words.push(pattern);
                return Ok(());
            }
        }
        self.blanks();
        let Some(operand) = self.test_word()? else { return self.unclear("a test of nothing") };
        words.push(operand);
        Ok(())
    }

    /// A word of a test; none at its end.
    fn test_word(&mut self) -> Parsed<Option<Word>> {
        let before = self.at;
        let word = self.parse_word()?;
        if word.as_ref().is_some_and(|word| word.bare_text() == Some("]]")) {
            self.at = before;
            return Ok(None);
        }
        Ok(word)
    }
}
