//! The rows. Words are few: every client puts all of them into its model's context before the first call.

use super::{Field, Kind, Place, Tool};

/// Languages of `run`, as `ctx run --lang` takes them.
const LANGUAGES: &[&str] = &["python", "node", "ts", "ruby", "go", "rust", "php", "perl", "r", "elixir", "bash"];

const fn field(name: &'static str, kind: Kind, place: Place, about: &'static str) -> Field {
    Field { name, about, kind, required: false, place }
}

const fn needed(name: &'static str, kind: Kind, place: Place, about: &'static str) -> Field {
    Field { required: true, ..field(name, kind, place, about) }
}

const BUDGET: Field = field("budget", Kind::Count, Place::Option("--budget"), "bytes to print at most");

pub const TOOLS: &[Tool] = &[
    Tool {
        name: "run",
        about: "Run a shell command, or code in a language; all output is stored, what matters is returned with a reference [ctx:id]",
        fields: &[
            field("command", Kind::Text, Place::Option("--shell"), "text for sh -c"),
            field("lang", Kind::OneOf(LANGUAGES), Place::Option("--lang"), "instead of command: run code"),
            field("code", Kind::Text, Place::Option("--code"), ""),
            field("with", Kind::Text, Place::Option("--with"), "file whose path the process gets as CTX_FILE"),
            field("intent", Kind::Text, Place::Option("--intent"), "what to look for in the output"),
            field("timeout", Kind::Text, Place::Option("--timeout"), "90s, 5m"),
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
                Kind::Texts,
                Place::Json("--steps"),
                "each 'run: CMD', 'search: QUERY', 'peek: PATH' or 'get: REF'",
            ),
            field("jobs", Kind::Count, Place::Option("--jobs"), "neighbouring runs at once"),
            BUDGET,
        ],
        read_only: false,
    },
    Tool {
        name: "get",
        about: "Stored output by reference",
        fields: &[
            needed("ref", Kind::Text, Place::Operand, "id, [ctx:id]:118-126, @ newest"),
            field("lines", Kind::Text, Place::Option("--lines"), "118:126"),
            field("grep", Kind::Text, Place::Option("--grep"), "regex"),
            field("tail", Kind::Count, Place::Option("--tail"), "last lines"),
            field("intent", Kind::Text, Place::Option("--intent"), "lines that answer this"),
            field("findings", Kind::Flag, Place::Option("--findings"), "errors and warnings"),
        ],
        read_only: true,
    },
    Tool {
        name: "search",
        about: "Search everything stored: outputs, notes, documents, pages",
        fields: &[
            needed("queries", Kind::Texts, Place::Operand, ""),
            field("in", Kind::Text, Place::Option("--in"), "reference or label"),
            field("kind", Kind::OneOf(&["run", "note", "doc", "file", "import"]), Place::Option("--kind"), ""),
            field("since", Kind::Text, Place::Option("--since"), "2h, 7d"),
            field("limit", Kind::Count, Place::Option("--limit"), ""),
            field("failed", Kind::Flag, Place::Option("--failed"), "failed commands only"),
            BUDGET,
        ],
        read_only: true,
    },
    Tool {
        name: "peek",
        about: "Public interface of source files, the map of a folder, or one symbol's source",
        fields: &[
            needed("paths", Kind::Texts, Place::Operand, ""),
            field("symbol", Kind::Text, Place::Option("--symbol"), "Store::open"),
            field("private", Kind::Flag, Place::Option("--private"), ""),
            BUDGET,
        ],
        read_only: true,
    },
    Tool {
        name: "read",
        about: "A file's text once; later what changed in it",
        fields: &[
            needed("file", Kind::Text, Place::Operand, ""),
            field("lines", Kind::Text, Place::Option("--lines"), "118:160"),
            field("full", Kind::Flag, Place::Option("--full"), "all again"),
        ],
        read_only: true,
    },
    Tool {
        name: "edit",
        about: "Replace an exact text in a file",
        fields: &[
            needed("file", Kind::Text, Place::Operand, ""),
            needed("old", Kind::Text, Place::Option("--old"), "stands there once"),
            needed("new", Kind::Text, Place::Option("--new"), ""),
            field("all", Kind::Flag, Place::Option("--all"), "every place"),
        ],
        read_only: false,
    },
    Tool {
        name: "write",
        about: "Write a whole file; an existing one must have been read",
        fields: &[
            needed("file", Kind::Text, Place::Operand, ""),
            needed("text", Kind::Text, Place::Option("--text"), ""),
            field("parents", Kind::Flag, Place::Option("--parents"), "make directories"),
        ],
        read_only: false,
    },
    Tool {
        name: "note",
        about: "Remember a decision, task or fact across conversations",
        fields: &[
            needed("text", Kind::Text, Place::Operand, ""),
            field("decision", Kind::Flag, Place::Option("--decision"), ""),
            field("todo", Kind::Flag, Place::Option("--todo"), ""),
            field("pin", Kind::Flag, Place::Option("--pin"), ""),
            field("supersedes", Kind::Text, Place::Option("--supersedes"), "reference it replaces"),
        ],
        read_only: false,
    },
    Tool {
        name: "context",
        about: "Brief of this project: last request, errors, tasks, decisions, files",
        fields: &[field("sections", Kind::Text, Place::Option("--sections"), "request,errors,files=20")],
        read_only: true,
    },
    Tool {
        name: "reflect",
        about: "What happened in the session",
        fields: &[
            field("since", Kind::Text, Place::Option("--since"), "2h, 1d"),
            field("session", Kind::Text, Place::Option("--session"), ""),
        ],
        read_only: true,
    },
    Tool {
        name: "index",
        about: "Make files and folders searchable",
        fields: &[
            needed("paths", Kind::Texts, Place::Operand, ""),
            field("label", Kind::Text, Place::Option("--label"), ""),
        ],
        read_only: false,
    },
    Tool {
        name: "fetch",
        about: "Fetch a web page as Markdown, stored and searchable",
        fields: &[
            needed("url", Kind::Text, Place::Operand, ""),
            field("intent", Kind::Text, Place::Option("--intent"), "what to look for"),
            field("again", Kind::Flag, Place::Option("--again"), "past the 24 h cache"),
            BUDGET,
        ],
        read_only: false,
    },
    Tool {
        name: "stats",
        about: "Bytes and tokens saved",
        fields: &[field("all", Kind::Flag, Place::Option("--all"), "all projects")],
        read_only: true,
    },
    Tool { name: "doctor", about: "Check the store, hooks and settings", fields: &[], read_only: true },
];
