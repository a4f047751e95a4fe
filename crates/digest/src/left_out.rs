//! Readers that a test leaves out, to see what each of them brings; the program leaves out none.

#[cfg(test)]
thread_local! {
    pub static LEFT_OUT: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) };
}

#[cfg(test)]
pub fn is_reader_disabled_by_test(name: &str) -> bool {
    LEFT_OUT.with_borrow(|out| out == name)
}

#[cfg(not(test))]
pub fn is_reader_disabled_by_test(_: &str) -> bool {
    false
}
