//! Bytes of a page as text: by its byte order mark, else by what the server says, else by what the page says.

/// The text of a body, and what is not certain about it.
pub struct Decoded {
    pub text: String,
    pub doubt: Option<String>,
}

/// As much of a page as browsers look for its charset in.
const HEAD: usize = 4096;

pub fn decode(bytes: &[u8], content_type: Option<&str>, html: bool) -> Decoded {
    let mark = byte_order_mark(bytes);
    let declared = mark
        .map(str::to_owned)
        .or_else(|| content_type.and_then(|value| parameter(value, "charset")))
        .or_else(|| html.then(|| from_meta(bytes)).flatten())
        .unwrap_or_else(|| "utf-8".to_owned());
    let (text, doubt) = match declared.as_str() {
        "utf-8" | "utf8" | "us-ascii" | "ascii" => utf8(bytes),
        "utf-16le" | "utf-16" => utf16(bytes, u16::from_le_bytes),
        "utf-16be" => utf16(bytes, u16::from_be_bytes),
        "iso-8859-1" | "latin1" | "latin-1" | "iso8859-1" | "l1" | "windows-1252" | "cp1252" => (western(bytes), None),
        other => match std::str::from_utf8(bytes) {
            Ok(text) => (text.to_owned(), None),
            Err(_) => foreign(bytes, other),
        },
    };
    Decoded { text: text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned), doubt }
}

pub fn byte_order_mark(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xef, 0xbb, 0xbf, ..] => Some("utf-8"),
        [0xff, 0xfe, ..] => Some("utf-16le"),
        [0xfe, 0xff, ..] => Some("utf-16be"),
        _ => None,
    }
}

/// Text whose bytes look like anything but text.
pub fn is_wide(bytes: &[u8], content_type: Option<&str>) -> bool {
    let marked = byte_order_mark(bytes).map(str::to_owned);
    let declared = marked.or_else(|| content_type.and_then(|value| parameter(value, "charset")));
    declared.is_some_and(|name| name.starts_with("utf-16"))
}

fn utf8(bytes: &[u8]) -> (String, Option<String>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), None),
        Err(_) => (
            String::from_utf8_lossy(bytes).into_owned(),
            Some("it is no UTF-8 as it should be: � stands for what cannot be read".to_owned()),
        ),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> (String, Option<String>) {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: String = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    let doubt = text
        .contains(char::REPLACEMENT_CHARACTER)
        .then(|| "it is no UTF-16 as it should be: � stands for what cannot be read".to_owned());
    (text, doubt)
}

/// Browsers read Latin-1 as windows-1252, and so it is meant.
fn western(bytes: &[u8]) -> String {
    const HIGH: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
    let high: Vec<char> = HIGH.chars().collect();
    bytes
        .iter()
        .map(|&byte| if (0x80..0xa0).contains(&byte) { high[usize::from(byte - 0x80)] } else { char::from(byte) })
        .collect()
}

/// A charset that the system's own tables know.
fn foreign(bytes: &[u8], name: &str) -> (String, Option<String>) {
    match iconv(bytes, name) {
        Some(text) => {
            let doubt = text
                .contains(char::REPLACEMENT_CHARACTER)
                .then(|| format!("it is no {name} as it should be: � stands for what cannot be read"));
            (text, doubt)
        }
        None => (
            String::from_utf8_lossy(bytes).into_owned(),
            Some(format!("its charset {name} is not known here: � stands for what cannot be read")),
        ),
    }
}

/// By the C library; none where that does not know the charset.
fn iconv(bytes: &[u8], name: &str) -> Option<String> {
    if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte)) {
        return None;
    }
    let from = std::ffi::CString::new(name).ok()?;
    let mut text = Vec::with_capacity(bytes.len() * 2);
    // SAFETY: both names are C strings; the pointers and lengths handed to iconv describe `rest` and `room`, and it
    // moves them within those bounds; the descriptor is closed once.
    unsafe {
        let tables = libc::iconv_open(c"UTF-8".as_ptr(), from.as_ptr());
        if tables as isize == -1 {
            return None;
        }
        let mut room = [0u8; 4096];
        let mut input: *mut libc::c_char = bytes.as_ptr().cast_mut().cast();
        let mut left = bytes.len();
        while left > 0 {
            let mut output: *mut libc::c_char = room.as_mut_ptr().cast();
            let mut free = room.len();
            let before = left;
            libc::iconv(tables, &mut input, &mut left, &mut output, &mut free);
            let wrote = room.len() - free;
            text.extend_from_slice(&room[..wrote]);
            if wrote == 0 && left == before {
                // What cannot be read is marked, one byte at a time.
                text.extend_from_slice("\u{fffd}".as_bytes());
                input = input.add(1);
                left -= 1;
            }
        }
        libc::iconv_close(tables);
    }
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// `charset` of `text/html; charset="UTF-8"`, in lower case.
fn parameter(value: &str, name: &str) -> Option<String> {
    value.split(';').skip(1).find_map(|part| {
        let (key, value) = part.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']).to_ascii_lowercase();
        (key.trim().eq_ignore_ascii_case(name) && !value.is_empty()).then_some(value)
    })
}

/// `<meta charset=…>` or `<meta http-equiv … content="text/html; charset=…">` near the beginning.
fn from_meta(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]).to_ascii_lowercase();
    for tag in head.split("<meta").skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        if let Some((_, value)) = tag.split_once("charset") {
            let value =
                value.trim_start().strip_prefix('=').unwrap_or_default().trim_start().trim_start_matches(['"', '\'']);
            let name: String = value.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_.:".contains(*c)).collect();
            if !name.is_empty() {
                // A page that can be read so far is not written in UTF-16, whatever it says.
                return Some(if name.starts_with("utf-16") { "utf-8".to_owned() } else { name });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], content_type: &str) -> (String, bool) {
        let decoded = decode(bytes, Some(content_type), true);
        (decoded.text, decoded.doubt.is_some())
    }

    #[test]
    fn charsets_by_mark_header_and_page() {
        let ok = |text: &str| (text.to_owned(), false);
        assert_eq!(read("grün".as_bytes(), "text/html"), ok("grün"));
        assert_eq!(read(b"gr\xfcn \x80", "text/html; charset=ISO-8859-1"), ok("grün €"));
        assert_eq!(read(b"<meta charset='windows-1252'>gr\xfcn", "text/html"), ok("<meta charset='windows-1252'>grün"));
        assert_eq!(read(b"\xef\xbb\xbfgr\xc3\xbcn", "text/html; charset=latin1"), ok("grün"));
        assert_eq!(read(b"\xff\xfeg\0r\0\xfc\0n\0", "text/html"), ok("grün"));
        assert_eq!(read(b"\xfe\xff\0g\0\xfc", "text/html; charset=utf-8"), ok("gü"));
        assert_eq!(read(b"\xcf\xf0\xe8\xe2\xe5\xf2", "text/html; charset=\"windows-1251\""), ok("Привет"));
        let page = b"<meta http-equiv=Content-Type content=\"text/html; charset=latin1\">\xe9";
        assert!(read(page, "text/html").0.ends_with('é'));
    }

    #[test]
    fn what_is_not_as_declared_is_said() {
        assert_eq!(read(b"gr\xfcn", "text/html; charset=utf-8"), ("gr\u{fffd}n".to_owned(), true));
        assert_eq!(read(b"gr\xfcn", "text/html; charset=klingon"), ("gr\u{fffd}n".to_owned(), true));
        assert!(read(b"g\0\x00\xd8", "text/html; charset=utf-16le").1);
        assert_eq!(read("grün".as_bytes(), "text/html; charset=klingon"), ("grün".to_owned(), false));
        assert_eq!(read(b"", "text/html; charset=").0, "");
    }
}
