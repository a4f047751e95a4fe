//! The rows. Words are few: every client puts all of them into its model's context before the first call.

use super::{ArgPlace, Field, FieldKind, Tool};

/// Languages of `run`, as `ctx run --lang` takes them.
const LANGUAGES: &[&str] = &["python", "node", "ts", "ruby", "go", "rust", "php", "perl", "r", "elixir", "bash"];

const fn field(name: &'static str, kind: FieldKind, place: ArgPlace, about: &'static str) -> Field {
    Field { name, about, kind, required: false, place }
}

const fn needed(name: &'static str, kind: FieldKind, place: ArgPlace, about: &'static str) -> Field {
    Field { required: true, ..field(name, kind, place, about) }
}

const BUDGET: Field = field("budget", FieldKind::Count, ArgPlace::Option("--budget"), "bytes to print at most");

pub const TOOLS: &[Tool] = &[
    Tool {
        name: "run",
        about: "Run a shell command, or code in a language; all output is stored, what matters is returned with a reference [ctx:id]",
        fields: &[
            field("command", FieldKind::Text, ArgPlace::Option("--shell"), "text for sh -c"),
            field("lang", FieldKind::OneOf(LANGUAGES), ArgPlace::Option("--lang"), "instead of command: run code"),
            field("code", FieldKind::Text, ArgPlace::Option("--code"), ""),
            field("with", FieldKind::Text, ArgPlace::Option("--with"), "file whose path the process gets as CTX_FILE"),
            field("intent", FieldKind::Text, ArgPlace::Option("--intent"), "what to look for in the output"),
            field("timeout", FieldKind::Text, ArgPlace::Option("--timeout"), "90s, 5m"),
            BUDGET,
        ],
        read_only: false,
    },
    Tool {
        name: "batch",
        about: "Several steps in one call, each with its own status",
        fields: &[
            needed(
                "steps",
                FieldKind::Texts,
                ArgPlace::Json("--steps"),
                "each 'run: CMD', 'search: QUERY', 'peek: PATH' or 'get: REF'",
            ),
            field("jobs", FieldKind::Count, ArgPlace::Option("--jobs"), "neighbouring runs at once"),
            BUDGET,
        ],
        read_only: false,
    },
    Tool {
        name: "get",
        about: "Stored output by reference",
        fields: &[
            needed("ref", FieldKind::Text, ArgPlace::Operand, "id, [ctx:id]:118-126, @ newest"),
            field("lines", FieldKind::Text, ArgPlace::Option("--lines"), "118:126"),
            field("grep", FieldKind::Text, ArgPlace::Option("--grep"), "regex"),
            field("tail", FieldKind::Count, ArgPlace::Option("--tail"), "last lines"),
            field("intent", FieldKind::Text, ArgPlace::Option("--intent"), "lines that answer this"),
            field("findings", FieldKind::Flag, ArgPlace::Option("--findings"), "errors and warnings"),
        ],
        read_only: true,
    },
    Tool {
        name: "search",
        about: "Search everything stored: outputs, notes, documents, pages",
        fields: &[
            needed("queries", FieldKind::Texts, ArgPlace::Operand, ""),
            field("in", FieldKind::Text, ArgPlace::Option("--in"), "reference or label"),
            field("kind", FieldKind::OneOf(&["run", "note", "doc", "file", "import"]), ArgPlace::Option("--kind"), ""),
            field("since", FieldKind::Text, ArgPlace::Option("--since"), "2h, 7d"),
            field("limit", FieldKind::Count, ArgPlace::Option("--limit"), ""),
            field("failed", FieldKind::Flag, ArgPlace::Option("--failed"), "failed commands only"),
            BUDGET,
        ],
        read_only: true,
    },
    Tool {
        name: "peek",
        about: "Public interface of source files, the map of a folder, or one symbol's source",
        fields: &[
            needed("paths", FieldKind::Texts, ArgPlace::Operand, ""),
            field("symbol", FieldKind::Text, ArgPlace::Option("--symbol"), "Store::open"),
            field("private", FieldKind::Flag, ArgPlace::Option("--private"), ""),
            BUDGET,
        ],
        read_only: true,
    },
    Tool {
        name: "read",
        about: "A file's text once; later what changed in it",
        fields: &[
            needed("file", FieldKind::Text, ArgPlace::Operand, ""),
            field("lines", FieldKind::Text, ArgPlace::Option("--lines"), "118:160"),
            field("full", FieldKind::Flag, ArgPlace::Option("--full"), "all again"),
        ],
        read_only: true,
    },
    Tool {
        name: "edit",
        about: "Replace an exact text in a file",
        fields: &[
            needed("file", FieldKind::Text, ArgPlace::Operand, ""),
            needed("old", FieldKind::Text, ArgPlace::Option("--old"), "stands there once"),
            needed("new", FieldKind::Text, ArgPlace::Option("--new"), ""),
            field("all", FieldKind::Flag, ArgPlace::Option("--all"), "every place"),
        ],
        read_only: false,
    },
    Tool {
        name: "write",
        about: "Write a whole file; an existing one must have been read",
        fields: &[
            needed("file", FieldKind::Text, ArgPlace::Operand, ""),
            needed("text", FieldKind::Text, ArgPlace::Option("--text"), ""),
            field("parents", FieldKind::Flag, ArgPlace::Option("--parents"), "make directories"),
        ],
        read_only: false,
    },
    Tool {
        name: "note",
        about: "Remember a decision, task or fact across conversations",
        fields: &[
            needed("text", FieldKind::Text, ArgPlace::Operand, ""),
            field("decision", FieldKind::Flag, ArgPlace::Option("--decision"), ""),
            field("todo", FieldKind::Flag, ArgPlace::Option("--todo"), ""),
            field("pin", FieldKind::Flag, ArgPlace::Option("--pin"), ""),
            field("supersedes", FieldKind::Text, ArgPlace::Option("--supersedes"), "reference it replaces"),
        ],
        read_only: false,
    },
    Tool {
        name: "context",
        about: "Brief of this project: last request, errors, tasks, decisions, files",
        fields: &[field("sections", FieldKind::Text, ArgPlace::Option("--sections"), "request,errors,files=20")],
        read_only: true,
    },
    Tool {
        name: "reflect",
        about: "What happened in the session",
        fields: &[
            field("since", FieldKind::Text, ArgPlace::Option("--since"), "2h, 1d"),
            field("session", FieldKind::Text, ArgPlace::Option("--session"), ""),
        ],
        read_only: true,
    },
    Tool {
        name: "index",
        about: "Make files and folders searchable",
        fields: &[
            needed("paths", FieldKind::Texts, ArgPlace::Operand, ""),
            field("label", FieldKind::Text, ArgPlace::Option("--label"), ""),
        ],
        read_only: false,
    },
    Tool {
        name: "fetch",
        about: "Fetch a web page as Markdown, stored and searchable",
        fields: &[
            needed("url", FieldKind::Text, ArgPlace::Operand, ""),
            field("intent", FieldKind::Text, ArgPlace::Option("--intent"), "what to look for"),
            field("again", FieldKind::Flag, ArgPlace::Option("--again"), "past the 24 h cache"),
            BUDGET,
        ],
        read_only: false,
    },
    Tool {
        name: "stats",
        about: "Bytes and tokens saved",
        fields: &[field("all", FieldKind::Flag, ArgPlace::Option("--all-projects"), "all projects")],
        read_only: true,
    },
    Tool { name: "doctor", about: "Check the store, hooks and settings", fields: &[], read_only: true },
];
