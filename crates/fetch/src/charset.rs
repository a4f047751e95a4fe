//! Bytes of a page as text: by its byte order mark, else by the server's header, else by the page's own declaration.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The text of a body, and a warning if parts of it cannot be read.
pub struct DecodedText {
    pub text: String,
    pub doubt: Option<String>,
}

/// Browsers look for the charset in this much of a page.
const HEAD: usize = 4096;

pub fn decode_page_bytes(bytes: &[u8], content_type: Option<&str>, html: bool) -> DecodedText {
    let declared = charset_from_mark_or_header(bytes, content_type)
        .or_else(|| html.then(|| charset_from_meta_tag(bytes)).flatten())
        .unwrap_or_else(|| "utf-8".to_owned());
    let unreadable = |what: String| Some(format!("{what}: � stands for what cannot be read"));
    let encoding = Encoding::for_label_no_replacement(declared.as_bytes());
    // Text that is valid UTF-8 was most likely meant so; only a declared Latin-1 is believed, as by browsers.
    let is_utf8 = !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok();
    let by_label = encoding.filter(|encoding| !is_utf8 || [WINDOWS_1252, UTF_16LE, UTF_16BE].contains(encoding));
    let (text, broken) = by_label.unwrap_or(UTF_8).decode_with_bom_removal(bytes);
    let doubt = match (encoding, broken) {
        (_, false) => None,
        (None, true) => unreadable(format!("the charset {declared} is not known")),
        (Some(encoding), true) => unreadable(format!("it is not valid {}, as declared", encoding.name())),
    };
    DecodedText { text: text.into_owned(), doubt }
}

/// By the byte order mark, else by the server's header.
fn charset_from_mark_or_header(bytes: &[u8], content_type: Option<&str>) -> Option<String> {
    let marked = Encoding::for_bom(bytes).map(|(encoding, _)| encoding.name().to_ascii_lowercase());
    marked.or_else(|| content_type.and_then(charset_parameter))
}

/// Text whose bytes look like anything but text.
pub fn is_declared_utf16(bytes: &[u8], content_type: Option<&str>) -> bool {
    charset_from_mark_or_header(bytes, content_type).is_some_and(|name| name.starts_with("utf-16"))
}

/// `charset` of `text/html; charset="UTF-8"`, in lower case.
fn charset_parameter(value: &str) -> Option<String> {
    value.split(';').skip(1).find_map(|part| {
        let (key, value) = part.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']).to_ascii_lowercase();
        (key.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then_some(value)
    })
}

/// `<meta charset=…>` or `<meta http-equiv … content="text/html; charset=…">` near the beginning.
fn charset_from_meta_tag(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]).to_ascii_lowercase();
    for tag in head.split("<meta").skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        if let Some((_, value)) = tag.split_once("charset") {
            let value =
                value.trim_start().strip_prefix('=').unwrap_or_default().trim_start().trim_start_matches(['"', '\'']);
            let name: String = value.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_.:".contains(*c)).collect();
            if !name.is_empty() {
                // A page that can be read so far is not in UTF-16, whatever it declares.
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
        let decoded = decode_page_bytes(bytes, Some(content_type), true);
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
        assert_eq!(read(b"\x93\xfa\x96{", "text/html; charset=Shift_JIS"), ok("日本"));
        assert_eq!(read(b"\x1b$BF|K\\\x1b(B", "text/html; charset=iso-2022-jp"), ok("日本"));
        assert_eq!(read(b"\xc4\xe3\xba\xc3", "text/html; charset=gb2312"), ok("你好"));
        assert_eq!(read("Привет".as_bytes(), "text/html; charset=windows-1251"), ok("Привет"));
        let page = b"<meta http-equiv=Content-Type content=\"text/html; charset=latin1\">\xe9";
        assert!(read(page, "text/html").0.ends_with('é'));
    }

    #[test]
    fn wrong_declarations_are_reported() {
        assert_eq!(read(b"gr\xfcn", "text/html; charset=utf-8"), ("gr\u{fffd}n".to_owned(), true));
        assert_eq!(read(b"gr\xfcn", "text/html; charset=klingon"), ("gr\u{fffd}n".to_owned(), true));
        assert!(read(b"g\0\x00\xd8", "text/html; charset=utf-16le").1);
        assert_eq!(read("grün".as_bytes(), "text/html; charset=klingon"), ("grün".to_owned(), false));
        assert_eq!(read(b"", "text/html; charset=").0, "");
    }
}
