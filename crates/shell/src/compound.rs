//! Compound commands: groups, conditions, loops, functions, `[[ ]]`, `(( ))`.

use super::{CommandKind, CommandList, CompoundCommand, CompoundForm, ParseResult, Parser, ShellWord, is_shell_name};

const BINARY: &[&str] = &["=", "==", "!=", "=~", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"];

fn new_compound(form: CompoundForm, words: Vec<ShellWord>, lists: Vec<CommandList>) -> CompoundCommand {
    CompoundCommand { form, words, lists, body: None }
}

impl Parser<'_> {
    /// The compound command here, without the redirections after it; none if a simple one begins.
    pub(super) fn parse_compound(&mut self) -> ParseResult<Option<CompoundCommand>> {
        if self.peek() == Some(b'(') {
            return self.parse_nested(|parser| parser.parse_subshell_or_arithmetic()).map(Some);
        }
        let Some(word) = self.peek_reserved_word() else { return Ok(None) };
        let read: fn(&mut Self) -> ParseResult<CompoundCommand> = match word {
            "{" => Self::parse_brace_group,
            "if" => Self::parse_if,
            "for" | "select" => Self::parse_for_loop,
            "while" | "until" => Self::parse_while_loop,
            "case" => Self::parse_case,
            "function" => Self::parse_function_keyword,
            "[[" => Self::parse_double_bracket_test,
            _ => return self.unclear_error("a keyword where none belongs"),
        };
        self.at += word.len();
        let compound = self.parse_nested(read)?;
        // `fi` and the like are words of their own.
        if !self.peek().is_none_or(super::is_metacharacter) && compound.form != CompoundForm::Function {
            return self.unclear_error("text behind a compound command");
        }
        Ok(Some(compound))
    }

    fn parse_subshell_or_arithmetic(&mut self) -> ParseResult<CompoundCommand> {
        if self.peek_byte_at(1) == Some(b'(') && self.find_arithmetic_end(self.at + 2).is_some() {
            return self.parse_arithmetic_command();
        }
        self.at += 1;
        let list = self.parse_nonempty_list()?;
        self.expect(")", "a parenthesis that stays open")?;
        Ok(new_compound(CompoundForm::Subshell, Vec::new(), vec![list]))
    }

    fn parse_arithmetic_command(&mut self) -> ParseResult<CompoundCommand> {
        let start = self.at;
        self.at += 2;
        let parts = self.parse_arithmetic()?;
        Ok(new_compound(CompoundForm::Arithmetic, vec![ShellWord { span: start..self.at, parts }], Vec::new()))
    }

    fn parse_brace_group(&mut self) -> ParseResult<CompoundCommand> {
        let list = self.parse_nonempty_list()?;
        self.expect_reserved("}")?;
        Ok(new_compound(CompoundForm::Brace, Vec::new(), vec![list]))
    }

    fn parse_if(&mut self) -> ParseResult<CompoundCommand> {
        let mut lists = Vec::new();
        loop {
            lists.push(self.parse_nonempty_list()?);
            self.expect_reserved("then")?;
            lists.push(self.parse_nonempty_list()?);
            if self.consume_shell_keyword("elif") {
                continue;
            }
            if self.consume_shell_keyword("else") {
                lists.push(self.parse_nonempty_list()?);
            }
            self.expect_reserved("fi")?;
            return Ok(new_compound(CompoundForm::If, Vec::new(), lists));
        }
    }

    fn parse_while_loop(&mut self) -> ParseResult<CompoundCommand> {
        let condition = self.parse_nonempty_list()?;
        let body = self.parse_do_done_body()?;
        Ok(new_compound(CompoundForm::While, Vec::new(), vec![condition, body]))
    }

    fn parse_do_done_body(&mut self) -> ParseResult<CommandList> {
        self.expect_reserved("do")?;
        let body = self.parse_nonempty_list()?;
        self.expect_reserved("done")?;
        Ok(body)
    }

    fn parse_for_loop(&mut self) -> ParseResult<CompoundCommand> {
        self.skip_blanks();
        if self.looking_at("((") {
            let arithmetic = self.parse_arithmetic_command()?;
            let text = &self.text[arithmetic.words[0].span.clone()];
            if text.matches(';').count() != 2 {
                return self.unclear_error("a for loop with other than three parts");
            }
            self.skip_blanks();
            self.eat(";");
            self.skip_line_ends()?;
            let body = self.parse_do_done_body()?;
            return Ok(new_compound(CompoundForm::For, arithmetic.words, vec![body]));
        }
        let Some(name) = self.parse_word()? else { return self.unclear_error("a loop without a variable") };
        if !name.bare_text().is_some_and(is_shell_name) {
            return self.unclear_error("a loop without a variable");
        }
        let mut words = Vec::new();
        self.skip_line_ends()?;
        if self.consume_shell_keyword("in") {
            self.skip_blanks();
            while let Some(word) = self.parse_word()? {
                words.push(word);
                self.skip_blanks();
            }
            if !self.eat(";") && self.peek() != Some(b'\n') {
                return self.unclear_error("a loop without a body");
            }
        } else {
            self.eat(";");
        }
        self.skip_line_ends()?;
        let body = self.parse_do_done_body()?;
        Ok(new_compound(CompoundForm::For, words, vec![body]))
    }

    fn parse_case(&mut self) -> ParseResult<CompoundCommand> {
        self.skip_blanks();
        let Some(word) = self.parse_word()? else { return self.unclear_error("a case of nothing") };
        let (mut words, mut lists) = (vec![word], Vec::new());
        self.skip_line_ends()?;
        self.expect_reserved("in")?;
        loop {
            self.skip_line_ends()?;
            if self.consume_shell_keyword("esac") {
                return Ok(new_compound(CompoundForm::Case, words, lists));
            }
            self.eat("(");
            loop {
                self.skip_blanks();
                let Some(pattern) = self.parse_word()? else { return self.unclear_error("a case without a pattern") };
                words.push(pattern);
                self.skip_blanks();
                if !self.eat("|") {
                    break;
                }
            }
            self.expect(")", "a pattern that stays open")?;
            lists.push(self.parse_list()?);
            self.skip_blanks();
            if !self.eat(";;&") && !self.eat(";;") && !self.eat(";&") {
                self.skip_line_ends()?;
                self.expect_reserved("esac")?;
                return Ok(new_compound(CompoundForm::Case, words, lists));
            }
        }
    }

    /// `NAME ()`, from the parenthesis on.
    pub(super) fn parse_function_from_parenthesis(&mut self, name: &ShellWord) -> ParseResult<CompoundCommand> {
        self.at += 1;
        self.skip_blanks();
        self.expect(")", "a parenthesis where none belongs")?;
        self.parse_function_body(name.clone())
    }

    fn parse_function_keyword(&mut self) -> ParseResult<CompoundCommand> {
        self.skip_blanks();
        let Some(name) = self.parse_word()? else { return self.unclear_error("a function without a name") };
        self.skip_blanks();
        if self.eat("(") {
            self.skip_blanks();
            self.expect(")", "a parenthesis where none belongs")?;
        }
        self.parse_function_body(name)
    }

    fn parse_function_body(&mut self, name: ShellWord) -> ParseResult<CompoundCommand> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:+@".contains(&byte);
        if !name
            .bare_text()
            .is_some_and(|name| name.bytes().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit()))
        {
            return self.unclear_error("a function with a strange name");
        }
        self.skip_line_ends()?;
        let body = self.parse_nested(|parser| parser.parse_function_compound())?;
        Ok(CompoundCommand {
            form: CompoundForm::Function,
            words: vec![name],
            lists: Vec::new(),
            body: Some(Box::new(body)),
        })
    }

    fn parse_function_compound(&mut self) -> ParseResult<super::CommandNode> {
        let start = self.at;
        let Some(compound) = self.parse_compound()? else { return self.unclear_error("a function without a body") };
        if compound.form == CompoundForm::Function {
            return self.unclear_error("a function without a body");
        }
        let end = self.at;
        self.skip_blanks();
        // Redirections of a function apply whenever it is called.
        if matches!(self.peek(), Some(b'<' | b'>' | b'0'..=b'9' | b'{')) || self.looking_at("&>") {
            return self.unclear_error("a redirection behind a function");
        }
        Ok(super::CommandNode { span: start..end, kind: CommandKind::Compound(compound), redirects: Vec::new() })
    }

    fn parse_double_bracket_test(&mut self) -> ParseResult<CompoundCommand> {
        let mut words = Vec::new();
        self.parse_test_terms(&mut words)?;
        self.skip_blanks();
        self.expect("]]", "a test that stays open")?;
        Ok(new_compound(CompoundForm::Test, words, Vec::new()))
    }

    /// Terms with `&&` and `||` between them, in whatever order these bind.
    fn parse_test_terms(&mut self, words: &mut Vec<ShellWord>) -> ParseResult<()> {
        loop {
            self.parse_test_term(words)?;
            self.skip_blanks();
            if !self.eat("&&") && !self.eat("||") {
                return Ok(());
            }
        }
    }

    fn parse_test_term(&mut self, words: &mut Vec<ShellWord>) -> ParseResult<()> {
        self.skip_line_ends()?;
        while self.consume_shell_keyword("!") {
            self.skip_blanks();
        }
        if self.eat("(") {
            self.parse_nested(|parser| parser.parse_test_terms(words))?;
            self.skip_blanks();
            return self.expect(")", "a parenthesis that stays open");
        }
        let Some(first) = self.parse_test_word()? else { return self.unclear_error("a test of nothing") };
        let is_unary = first.bare_text().is_some_and(|word| {
            word.len() == 2 && word.starts_with('-') && b"abcdefghknoprstuvwxzGLNORS".contains(&word.as_bytes()[1])
        });
        words.push(first);
        self.skip_blanks();
        if is_unary {
            let Some(operand) = self.parse_test_word()? else { return self.unclear_error("a test of nothing") };
            words.push(operand);
            return Ok(());
        }
        if (self.looking_at("<") || self.looking_at(">")) && self.peek_byte_at(1).is_some_and(|byte| byte == b' ') {
            self.at += 1;
        } else {
            let before = self.at;
            let Some(operator) = self.parse_test_word()? else { return Ok(()) };
            let Some(sign) = operator.bare_text().filter(|word| BINARY.contains(word)) else {
                self.at = before;
                return self.unclear_error("not understood in a test");
            };
            if sign == "=~" {
                self.skip_blanks();
                let Some(pattern) = self.parse_word_or_regex(true)?.filter(|word| word.bare_text() != Some("]]"))
                else {
                    return self.unclear_error("a test of nothing");
                };
                words.push(pattern);
                return Ok(());
            }
        }
        self.skip_blanks();
        let Some(operand) = self.parse_test_word()? else { return self.unclear_error("a test of nothing") };
        words.push(operand);
        Ok(())
    }

    /// A word of a test; none at its end.
    fn parse_test_word(&mut self) -> ParseResult<Option<ShellWord>> {
        let before = self.at;
        let word = self.parse_word()?;
        if word.as_ref().is_some_and(|word| word.bare_text() == Some("]]")) {
            self.at = before;
            return Ok(None);
        }
        Ok(word)
    }
}
