pub fn run(_: &[super::File]) {}
