//! Random bytes of the system.

use std::io;

/// Fills a short buffer with bytes that nobody can guess.
///
/// Linux is asked by the number of its call, because glibc has a function for it only since 2.25; kernels before 3.17
/// have no such call but a device.
#[cfg(target_os = "linux")]
pub fn fill_with_random_bytes(bytes: &mut [u8]) -> io::Result<()> {
    // SAFETY: the pointer and length describe `bytes`. Up to 256 bytes come whole or not at all.
    let got = unsafe { libc::syscall(libc::SYS_getrandom, bytes.as_mut_ptr(), bytes.len(), 0) };
    match usize::try_from(got) {
        Ok(got) if got == bytes.len() => Ok(()),
        _ => io::Read::read_exact(&mut std::fs::File::open("/dev/urandom")?, bytes),
    }
}

#[cfg(not(target_os = "linux"))]
pub fn fill_with_random_bytes(bytes: &mut [u8]) -> io::Result<()> {
    // SAFETY: the pointer and length describe `bytes`.
    match unsafe { libc::getentropy(bytes.as_mut_ptr().cast(), bytes.len()) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn two_draws_differ() {
        let (mut one, mut other) = ([0u8; 32], [0u8; 32]);
        super::fill_with_random_bytes(&mut one).unwrap();
        super::fill_with_random_bytes(&mut other).unwrap();
        assert!(one != other && one != [0; 32]);
    }
}
