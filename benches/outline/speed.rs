pub fn run(_: &[super::File], _: Option<&std::path::Path>) {}
