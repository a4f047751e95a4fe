//! The build script: how the binary is linked.

// What a build script says to cargo, it says on standard output.
#![allow(clippy::print_stdout)]

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        // ctx starts thousands of times a day and holds large tables of grammars: at a fixed address, none of their
        // 36,000 pointers is relocated at each start: in a build without optimisation, whose 93,000 cost 1.5 ms of a start of
        // 7 ms. Libraries, heap and stack are placed at random as ever.
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
