use std::process::{Command as Process, Stdio};

use proptest::prelude::*;

use super::*;

/// Texts that must be accepted, each a form of its own.
const READ: &[&str] = &[
    "",
    "# only a comment",
    "ls -la /tmp",
    "a=1 b=\"x y\" cmd --flag='it'\\''s' $'tab\\there' $\"locale\"",
    "a+=(one 'two three' [4]=four # no\n five) b[1]=x",
    "declare -a list=(a b) && export X=1",
    "cd a && npm test || exit 1; echo done & wait",
    "npm test 2>&1 | tail -20 |& grep -v x",
    "! time -p make -j4 > out.log 2>&1 < /dev/null >> more &>all",
    "{fd}>file cmd 3<&- 4>&1 >|clobber <>both &>>all",
    "{ echo a; echo b; } > f; (cd x && ls) 2>/dev/null",
    "if [ -f x ]; then a; elif b; then c; else d; fi",
    "for x in a \"$b\" *.c; do echo $x; done; for x; do :; done; for ((i=0; i<3; i++)); do echo $i; done",
    "while read -r l; do echo \"$l\"; done < file | sort\nuntil false; do break; done",
    "case $x in a|b) echo 1;; (c*) ;& *) echo 2 ;;& d) echo 3; esac",
    "f() { echo hi; }; function g { f; }; function h() (ls)",
    "[[ -f a && ( $x == b* || ! -z $y ) && $z =~ ^(a|b c)+$ ]] && (( x++ )) || ((y = $(echo 1) + 2))",
    "cat <<EOF\nhello $USER $(date) `id` \\$x\nEOF",
    "cat <<'EOF' && ls\nit's \"quoted $(rm)\nEOF\n",
    "git commit -m \"$(cat <<'EOF'\nit's a message with ) and \" and `\nEOF\n)\"",
    "cat <<-A <<B; echo c\n\ta\n\tA\nb\nB\n",
    "cat <<< \"$x\" > >(tee log) 2> >(cat >&2)",
    "diff <(sort a) <(sort b)",
    "echo ${x} ${x:-a b} ${x#*/} ${x//a/\"$b\"} ${#x} ${x[0]} ${!x} ${x@Q} ${x:1:2} ${x:=y} $# $? $$ ${#} ${@:2}",
    "echo $((1 + 2 * (3 - $x))) $(( $(wc -l < f) / 2 )) $((ls); (pwd))",
    "echo `ls \\`pwd\\``",
    "echo a\\\nb \\\n  c",
    "find . -name '*.rs' -exec rm {} \\; -o -print",
    "echo a#b '#c' \\#d # e",
    "VAR=x",
    "> file",
    "echo {a,b}{1..3} ~/x =ls",
    "npm test &&\n  npm run build |\n  tail -1\n\n",
    "select x in a b; do break; done",
    "echo \"a\\\"b\\$c\\`d\\e\" \"${x:-\"in ner\"}\"",
    "x=$(case a in a) echo b;; esac)",
    "echo \"$(echo \"$(echo 'deep')\")\"",
    "echo \u{e4}\u{f6}\u{fc} '\u{1f600}' \"\u{df}\"",
];

/// Texts that must be refused: broken, or read differently by different shells.
const UNREAD: &[&str] = &[
    "echo 'open",
    "echo \"open",
    "echo `open",
    "echo $(open",
    "echo ${open",
    "(open",
    "{ open",
    "if a; then b",
    "for x in a; done",
    "case x in a) b",
    "a &&",
    "a |",
    "a | | b",
    "a ; ; b",
    "a & ; b",
    "; a",
    "&& a",
    ") a",
    "a )",
    "fi",
    "then x",
    "echo <",
    "cat <<EOF\nno end",
    "echo a(b)",
    "{ }",
    "( )",
    "[[ a",
    "[[ ]]",
    "[[ a b ]]",
    "f() ls",
    "ls \\",
    "echo >! f",
    "echo >>| f",
    "echo $\\\n(rm x)",
    "echo ${ rm; }",
    "echo ${(e)x}",
    "echo *(e:'rm':)",
    "echo a\r\nrm b",
    "coproc rm",
    "i\\\nf true; then rm x; fi",
    "a[1 + 2]=x",
    "time -v ls",
    "$=x y",
    "ls $~x",
    "sleep 5 &!",
    "if [[ a ]] { rm x }",
    "() { rm x }",
    "for x (a b) rm",
];

fn bash_accepts(text: &str) -> Option<bool> {
    let mut bash = Process::new("bash");
    bash.args(["-n", "-c", "--", text]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    bash.status().ok().map(|status| status.success())
}

#[test]
fn bash_accepts_every_text_that_is_accepted() {
    for text in READ {
        let script = parse_script(text).unwrap_or_else(|unclear| panic!("{text:?}: {unclear:?}"));
        assert!(bash_accepts(text).unwrap_or(true), "bash refuses {text:?}");
        tiles(&script);
    }
    for text in UNREAD {
        assert!(parse_script(text).is_err(), "{text:?}: {:?}", parse_script(text));
    }
}

#[test]
fn depth_and_length_are_bounded() {
    for (open, close) in [("$(", ")"), ("( ", ")"), ("\"$(echo ", ")\""), ("{ ", "; }"), ("${x:-", "}")] {
        let deep = format!("echo {}1{}", open.repeat(3000), close.repeat(3000));
        assert!(parse_script(&deep).is_err(), "{open}");
        let deep = format!("{}1{}", open.repeat(3000), close.repeat(3000));
        assert!(parse_script(&deep).is_err(), "{open}");
    }
    assert!(parse_script(&"\\`".repeat(1000)).is_ok() && parse_script(&"echo x; ".repeat(10_000)).is_ok());
    assert!(parse_script(&"if a; then ".repeat(5000)).is_err() && parse_script(&"x".repeat(LONGEST + 1)).is_err());
}

#[test]
fn words_say_what_they_stand_for() {
    let words = |text: &str| match parse_script(text).unwrap().body.entries[0].pipelines[0].commands[0].kind.clone() {
        CommandKind::Simple(simple) => simple.words.iter().map(ShellWord::fixed_value).collect::<Vec<_>>(),
        CommandKind::Compound(_) => panic!("{text}"),
    };
    let fixed = |texts: &[&str]| texts.iter().map(|text| Some((*text).to_owned())).collect::<Vec<_>>();
    assert_eq!(words(r#"\rm r'm' "r"m $'\x72m' r\m"#), fixed(&["rm"; 5]));
    assert_eq!(words("a\\\nb [ {} x=y"), fixed(&["ab", "[", "{}", "x=y"]));
    assert_eq!(words("$x r$y `z` *.c {a,b} ~/x =ls"), vec![None; 7]);
}

/// Parts tile their word, and every span lies in its parent's, in order.
fn tiles(script: &ParsedShellScript) {
    list_tiles(&script.body, 0..script.text.len(), script);
    for heredoc in &script.heredocs {
        parts_tile(&heredoc.parts, &heredoc.span, script, !heredoc.parts.is_empty());
    }
}

fn inside(inner: &Span, outer: &Span, script: &ParsedShellScript) {
    assert!(
        inner.start >= outer.start
            && inner.end <= outer.end
            && script.text.is_char_boundary(inner.start)
            && script.text.is_char_boundary(inner.end),
        "{inner:?} not in {outer:?} of {:?}",
        script.text
    );
}

fn list_tiles(list: &CommandList, outer: Span, script: &ParsedShellScript) {
    let mut from = outer.start;
    for pipeline in list.entries.iter().flat_map(|entry| &entry.pipelines) {
        inside(&pipeline.span, &(from..outer.end), script);
        from = pipeline.span.end;
        let mut from = pipeline.span.start;
        for command in &pipeline.commands {
            inside(&command.span, &(from..pipeline.span.end), script);
            from = command.span.end;
            command_tiles(command, script);
        }
    }
}

fn command_tiles(command: &CommandNode, script: &ParsedShellScript) {
    for redirect in &command.redirects {
        inside(&redirect.span, &command.span, script);
        word_tiles(&redirect.target, &redirect.span, script);
    }
    match &command.kind {
        CommandKind::Simple(simple) => {
            for assignment in &simple.assignments {
                inside(&assignment.span, &command.span, script);
                assignment.value.iter().for_each(|word| word_tiles(word, &assignment.span, script));
            }
            let mut from = command.span.start;
            for word in &simple.words {
                word_tiles(word, &(from..command.span.end), script);
                from = word.span.end;
            }
        }
        CommandKind::Compound(compound) => {
            compound.words.iter().for_each(|word| inside(&word.span, &command.span, script));
            compound.lists.iter().for_each(|list| list_tiles(list, command.span.clone(), script));
            if let Some(body) = &compound.body {
                inside(&body.span, &command.span, script);
                command_tiles(body, script);
            }
        }
    }
}

fn word_tiles(word: &ShellWord, outer: &Span, script: &ParsedShellScript) {
    inside(&word.span, outer, script);
    parts_tile(&word.parts, &word.span, script, true);
}

fn parts_tile(parts: &[WordPart], span: &Span, script: &ParsedShellScript, whole: bool) {
    let mut at = span.start;
    for part in parts {
        assert_eq!(part.span.start, at, "{:?}", script.text);
        at = part.span.end;
        match &part.kind {
            WordPartKind::Double(inner) => {
                let quote = if script.text[part.span.clone()].starts_with('$') { 2 } else { 1 };
                parts_tile(inner, &(part.span.start + quote..part.span.end - 1), script, true);
            }
            WordPartKind::Command(list) | WordPartKind::Process(list) => list_tiles(list, part.span.clone(), script),
            WordPartKind::Backtick(inner) => tiles(inner),
            _ => {}
        }
    }
    if whole {
        assert_eq!(at, span.end, "{:?}", script.text);
    }
}

const TOKENS: &[&str] = &[
    "echo", "a", "rm", "x=1", "$x", "${x}", "${x:-y}", "$(", ")", "`", "'", "\"", "\\", "\n", " ", "  ", ";", "&",
    "&&", "|", "||", ">", ">>", "<", "2>&1", "<<EOF", "\nEOF\n", "<<<", "(", "{", "}", "if", "then", "fi", "else",
    "while", "do", "done", "for", "in", "case", "esac", ";;", "[[", "]]", "((", "))", "!", "#", "$((", "1", "+", "f()",
    "function", "<(", "é", "*", "~", "$'", "\\n", "$\"", "=", "[", "]", "-f", "==", "time", "{a,b}", ">&", "&>", "|&",
    "${", "@P}",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop_oneof![
            4 => prop::sample::select(TOKENS).prop_map(str::to_owned),
            2 => Just(" ".to_owned()),
            1 => prop::sample::select(READ).prop_map(str::to_owned),
            1 => "\\PC{0,3}",
        ],
        0..14,
    )
    .prop_map(|tokens| tokens.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in soup()) {
        if let Ok(script) = parse_script(&text) {
            tiles(&script);
        }
    }

    #[test]
    fn any_characters_are_read_or_refused(text in "(\\PC|[\n$`'\"\\\\(){}<>&|;#*=\\[\\]! ]){0,40}") {
        if let Ok(script) = parse_script(&text) {
            tiles(&script);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bash_accepts_what_is_read(text in soup()) {
        if parse_script(&text).is_ok() {
            prop_assert!(bash_accepts(&text).unwrap_or(true), "bash refuses {:?}", text);
        }
    }
}
