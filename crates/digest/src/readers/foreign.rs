//! Whose code a stack frame or a path shows: the project's own, or a library's.

/// Parts of paths below which nobody edits: toolchains, installed packages, system headers.
#[rustfmt::skip]
const PLACES: &[&str] = &[
    "/usr/", "/opt/", "/nix/store/", "/sysdeps/", "/csu/", "/libsanitizer/", "/go/pkg/mod/", "/go/src/", "/gems/",
    "/rubies/", "/vendor/", "/site-packages/", "/node_modules/", "/.cargo/registry/", "/.rustup/", "/toolchains/",
    "_testmain.go", "<internal:", "eunit_",
];

/// True when the line points into a library or a toolchain.
pub fn is_library_line(line: &str) -> bool {
    PLACES.iter().any(|place| line.contains(place))
}
