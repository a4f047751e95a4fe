//! The rows. Words are few: every client puts all of them into its model's context before the first call.

use super::{Field, FieldKind, Place, Tool};

/// Languages of `run`, as `ctx run --lang` takes them.
const LANGUAGES: &[&str] = &["python", "node", "ts", "ruby", "go", "rust", "php", "perl", "r", "elixir", "bash"];

const fn field(name: &'static str, kind: FieldKind, place: Place, about: &'static str) -> Field {
    Field { name, about, kind, required: false, place }
}

const fn needed(name: &'static str, kind: FieldKind, place: Place, about: &'static str) -> Field {
    Field { required: true, ..field(name, kind, place, about) }
}

const BUDGET: Field = field("budget", FieldKind::Count, Place::Option("--budget"), "bytes to print at most");

pub const TOOLS: &[Tool] = &[
    Tool {
        name: "run",
        about: "Run a shell command, or code in a language; all output is stored, what matters is returned with a reference [ctx:id]",
        fields: &[
            field("command", FieldKind::Text, Place::Option("--shell"), "text for sh -c"),
            field("lang", FieldKind::OneOf(LANGUAGES), Place::Option("--lang"), "instead of command: run code"),
            field("code", FieldKind::Text, Place::Option("--code"), ""),
            field("with", FieldKind::Text, Place::Option("--with"), "file whose path the process gets as CTX_FILE"),
            field("intent", FieldKind::Text, Place::Option("--intent"), "what to look for in the output"),
            field("timeout", FieldKind::Text, Place::Option("--timeout"), "90s, 5m"),
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
                Place::Json("--steps"),
                "each 'run: CMD', 'search: QUERY', 'peek: PATH' or 'get: REF'",
            ),
            field("jobs", FieldKind::Count, Place::Option("--jobs"), "neighbouring runs at once"),
            BUDGET,
        ],
        read_only: false,
    },
    Tool {
        name: "get",
        about: "Stored output by reference",
        fields: &[
            needed("ref", FieldKind::Text, Place::Operand, "id, [ctx:id]:118-126, @ newest"),
            field("lines", FieldKind::Text, Place::Option("--lines"), "118:126"),
            field("grep", FieldKind::Text, Place::Option("--grep"), "regex"),
            field("tail", FieldKind::Count, Place::Option("--tail"), "last lines"),
            field("intent", FieldKind::Text, Place::Option("--intent"), "lines that answer this"),
            field("findings", FieldKind::Flag, Place::Option("--findings"), "errors and warnings"),
        ],
        read_only: true,
    },
    Tool {
        name: "search",
        about: "Search everything stored: outputs, notes, documents, pages",
        fields: &[
            needed("queries", FieldKind::Texts, Place::Operand, ""),
            field("in", FieldKind::Text, Place::Option("--in"), "reference or label"),
            field("kind", FieldKind::OneOf(&["run", "note", "doc", "file", "import"]), Place::Option("--kind"), ""),
            field("since", FieldKind::Text, Place::Option("--since"), "2h, 7d"),
            field("limit", FieldKind::Count, Place::Option("--limit"), ""),
            field("failed", FieldKind::Flag, Place::Option("--failed"), "failed commands only"),
            BUDGET,
        ],
        read_only: true,
    },
    Tool {
        name: "peek",
        about: "Public interface of source files, the map of a folder, or one symbol's source",
        fields: &[
            needed("paths", FieldKind::Texts, Place::Operand, ""),
            field("symbol", FieldKind::Text, Place::Option("--symbol"), "Store::open"),
            field("private", FieldKind::Flag, Place::Option("--private"), ""),
            BUDGET,
        ],
        read_only: true,
    },
    Tool {
        name: "read",
        about: "A file's text once; later what changed in it",
        fields: &[
            needed("file", FieldKind::Text, Place::Operand, ""),
            field("lines", FieldKind::Text, Place::Option("--lines"), "118:160"),
            field("full", FieldKind::Flag, Place::Option("--full"), "all again"),
        ],
        read_only: true,
    },
    Tool {
        name: "edit",
        about: "Replace an exact text in a file",
        fields: &[
            needed("file", FieldKind::Text, Place::Operand, ""),
            needed("old", FieldKind::Text, Place::Option("--old"), "stands there once"),
            needed("new", FieldKind::Text, Place::Option("--new"), ""),
            field("all", FieldKind::Flag, Place::Option("--all"), "every place"),
        ],
        read_only: false,
    },
    Tool {
        name: "write",
        about: "Write a whole file; an existing one must have been read",
        fields: &[
            needed("file", FieldKind::Text, Place::Operand, ""),
            needed("text", FieldKind::Text, Place::Option("--text"), ""),
            field("parents", FieldKind::Flag, Place::Option("--parents"), "make directories"),
        ],
        read_only: false,
    },
    Tool {
        name: "note",
        about: "Remember a decision, task or fact across conversations",
        fields: &[
            needed("text", FieldKind::Text, Place::Operand, ""),
            field("decision", FieldKind::Flag, Place::Option("--decision"), ""),
            field("todo", FieldKind::Flag, Place::Option("--todo"), ""),
            field("pin", FieldKind::Flag, Place::Option("--pin"), ""),
            field("supersedes", FieldKind::Text, Place::Option("--supersedes"), "reference it replaces"),
        ],
        read_only: false,
    },
    Tool {
        name: "context",
        about: "Brief of this project: last request, errors, tasks, decisions, files",
        fields: &[field("sections", FieldKind::Text, Place::Option("--sections"), "request,errors,files=20")],
        read_only: true,
    },
    Tool {
        name: "reflect",
        about: "What happened in the session",
        fields: &[
            field("since", FieldKind::Text, Place::Option("--since"), "2h, 1d"),
            field("session", FieldKind::Text, Place::Option("--session"), ""),
        ],
        read_only: true,
    },
    Tool {
        name: "index",
        about: "Make files and folders searchable",
        fields: &[
            needed("paths", FieldKind::Texts, Place::Operand, ""),
            field("label", FieldKind::Text, Place::Option("--label"), ""),
        ],
        read_only: false,
    },
    Tool {
        name: "fetch",
        about: "Fetch a web page as Markdown, stored and searchable",
        fields: &[
            needed("url", FieldKind::Text, Place::Operand, ""),
            field("intent", FieldKind::Text, Place::Option("--intent"), "what to look for"),
            field("again", FieldKind::Flag, Place::Option("--again"), "past the 24 h cache"),
            BUDGET,
        ],
        read_only: false,
    },
    Tool {
        name: "stats",
        about: "Bytes and tokens saved",
        fields: &[field("all", FieldKind::Flag, Place::Option("--all-projects"), "all projects")],
        read_only: true,
    },
    Tool { name: "doctor", about: "Check the store, hooks and settings", fields: &[], read_only: true },
];
