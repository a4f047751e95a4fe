//! The tree of a shell text. Spans are bytes of the text it was read from; bytes that no node covers are blanks,
//! operators, comments and line ends.

pub type Span = std::ops::Range<usize>;

/// A text and its tree.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedShellScript {
    pub text: String,
    pub body: CommandList,
    /// The bodies of here-documents, by `Redirect::heredoc`.
    pub heredocs: Vec<Heredoc>,
    pub comments: Vec<Span>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct CommandList {
    pub entries: Vec<AndOrList>,
}

/// Pipelines joined by `&&` and `||`.
#[derive(Clone, Debug, PartialEq)]
pub struct AndOrList {
    pub pipelines: Vec<PipelineNode>,
    pub background: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PipelineNode {
    pub span: Span,
    pub commands: Vec<CommandNode>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CommandNode {
    pub span: Span,
    pub kind: CommandKind,
    pub redirects: Vec<Redirect>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum CommandKind {
    Simple(SimpleCommand),
    Compound(CompoundCommand),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SimpleCommand {
    pub assignments: Vec<Assignment>,
    pub words: Vec<ShellWord>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    pub span: Span,
    pub name: String,
    /// One word, none, or those of an array.
    pub value: Vec<ShellWord>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CompoundCommand {
    pub form: CompoundForm,
    /// Words outside of the lists: those of `for`, `case`, `[[ ]]`, arithmetic.
    pub words: Vec<ShellWord>,
    pub lists: Vec<CommandList>,
    /// The body of a function.
    pub body: Option<Box<CommandNode>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompoundForm {
    Brace,
    Subshell,
    If,
    For,
    While,
    Case,
    Function,
    Test,
    Arithmetic,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Redirect {
    pub span: Span,
    pub sign: &'static str,
    pub target: ShellWord,
    pub heredoc: Option<usize>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heredoc {
    pub span: Span,
    /// The expansions in it; empty if its delimiter is quoted.
    pub parts: Vec<WordPart>,
}

/// Parts side by side; their spans tile the word's.
#[derive(Clone, Debug, PartialEq)]
pub struct ShellWord {
    pub span: Span,
    pub parts: Vec<WordPart>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct WordPart {
    pub span: Span,
    pub kind: WordPartKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum WordPartKind {
    Bare(BareText),
    /// In single quotes, `$'…'`, or escaped: just this text.
    Quoted(String),
    Double(Vec<WordPart>),
    Parameter(ParameterExpansion),
    Command(CommandList),
    /// Its text differs from the script's: backslashes before backticks are removed.
    Backtick(Box<ParsedShellScript>),
    /// `<( )` and `>( )`.
    Process(CommandList),
    Arithmetic(Vec<WordPart>),
}

/// Text without quotes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BareText {
    pub text: String,
    /// `*`, `?` or `[` in it may expand to names of files.
    pub glob: bool,
    /// `{` in it may expand to several words.
    pub brace: bool,
    /// `~` or, in zsh, `=` at the beginning expands to a path.
    pub path: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ParameterExpansion {
    pub name: String,
    /// `${x@P}`, `${x:=…}`, `${!x}`: may run or change something.
    pub risky: bool,
    pub operand: Vec<WordPart>,
}

impl ShellWord {
    /// The value of the word, if no expansion can change it.
    pub fn fixed_value(&self) -> Option<String> {
        let mut text = String::new();
        push_fixed_parts(&self.parts, &mut text).then_some(text)
    }

    /// The value of the word, with globs and tildes as written.
    pub fn value_as_written(&self) -> Option<String> {
        let mut text = String::new();
        for part in &self.parts {
            match &part.kind {
                WordPartKind::Bare(bare) if !bare.brace => text.push_str(&bare.text),
                WordPartKind::Quoted(quoted) => text.push_str(quoted),
                WordPartKind::Double(parts) if push_fixed_parts(parts, &mut text) => {}
                _ => return None,
            }
        }
        Some(text)
    }

    /// A word without quotes or expansions, as keywords and names are.
    pub fn bare_text(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [WordPart { kind: WordPartKind::Bare(bare), .. }] => Some(&bare.text),
            _ => None,
        }
    }
}

fn push_fixed_parts(parts: &[WordPart], text: &mut String) -> bool {
    parts.iter().all(|part| match &part.kind {
        WordPartKind::Bare(bare) => {
            text.push_str(&bare.text);
            !bare.glob && !bare.brace && !bare.path
        }
        WordPartKind::Quoted(quoted) => {
            text.push_str(quoted);
            true
        }
        WordPartKind::Double(parts) => push_fixed_parts(parts, text),
        _ => false,
    })
}
