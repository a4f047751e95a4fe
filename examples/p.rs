use std::io::Write;
fn main() {
    for f in std::env::args().skip(1) {
        let b = std::fs::read(&f).unwrap();
        let o = ctx::outline::outline(std::path::Path::new(&f), &b, None);
        let t = ctx::outline::render::text(&f, &o, &Default::default());
        let _ = std::io::stdout().write_all(t.as_bytes());
        let _ = writeln!(
            std::io::stdout(),
            "== {} of {} = {:.1}%",
            t.len(),
            b.len(),
            100.0 * t.len() as f64 / b.len() as f64
        );
    }
}
