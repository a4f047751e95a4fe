//! The page's own files, compiled in.

pub struct WebPageAsset {
    pub name: &'static str,
    pub kind: &'static str,
    pub bytes: &'static [u8],
}

macro_rules! assets {
    ($($name:literal $kind:literal $file:literal,)*) => {
        &[$(WebPageAsset { name: $name, kind: $kind, bytes: include_bytes!(concat!("page/", $file)) },)*]
    };
}

/// Scripts stand in the order in which they need each other: an exported page holds them as one.
pub const ASSETS: &[WebPageAsset] = assets! {
    "" "text/html" "index.html",
    "style.css" "text/css" "style.css",
    "icon.svg" "image/svg+xml" "icon.svg",
    "dom.js" "text/javascript" "dom.js",
    "format.js" "text/javascript" "format.js",
    "data.js" "text/javascript" "data.js",
    "plot.js" "text/javascript" "plot.js",
    "list.js" "text/javascript" "list.js",
    "now.js" "text/javascript" "now.js",
    "raw.js" "text/javascript" "raw.js",
    "entry.js" "text/javascript" "entry.js",
    "command.js" "text/javascript" "command.js",
    "search.js" "text/javascript" "search.js",
    "session.js" "text/javascript" "session.js",
    "context.js" "text/javascript" "context.js",
    "savings.js" "text/javascript" "savings.js",
    "board.js" "text/javascript" "board.js",
    "work.js" "text/javascript" "work.js",
    "brief.js" "text/javascript" "brief.js",
    "diff.js" "text/javascript" "diff.js",
    "app.js" "text/javascript" "app.js",
};

/// The file of exactly this name.
pub fn find_asset(name: &str) -> Option<&'static WebPageAsset> {
    ASSETS.iter().find(|asset| asset.name == name)
}
