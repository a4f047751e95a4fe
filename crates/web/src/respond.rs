//! The only place that writes to a connection: data masked by `Ui`, and the page's own files.

use std::io::Write;

use serde_json::{Value, json};

use ctx_capture::ui::Ui;
use ctx_model::error::{Error, code};

/// Nothing is loaded from elsewhere, nothing stands inline, and no other page shows this one in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
    frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

pub struct Response {
    status: u16,
    kind: &'static str,
    /// Where to go instead.
    location: Option<String>,
    body: ResponseBody,
}

enum ResponseBody {
    Text(String),
    File(&'static [u8]),
}

impl Response {
    /// Data, masked like all output.
    pub fn json_response(ui: &Ui, value: &Value) -> Response {
        Response {
            status: 200,
            kind: "application/json",
            location: None,
            body: ResponseBody::Text(ui.masked_json_line(value)),
        }
    }

    /// Nothing has changed since the last time.
    pub fn not_modified_response() -> Response {
        Response { status: 204, kind: "application/json", location: None, body: ResponseBody::File(b"") }
    }

    /// A file of the page itself.
    pub fn file_response(kind: &'static str, bytes: &'static [u8]) -> Response {
        Response { status: 200, kind, location: None, body: ResponseBody::File(bytes) }
    }

    pub fn refusal_response(status: u16, why: &str) -> Response {
        Response { status, kind: "text/plain", location: None, body: ResponseBody::Text(format!("ctx: {why}\n")) }
    }

    pub fn redirect_response(location: String) -> Response {
        Response { location: Some(location), ..Response::refusal_response(303, "see the page") }
    }

    /// An error, in the same words as on a terminal.
    pub fn error_response(ui: &Ui, error: &Error) -> Response {
        let status = match error.exit_code() {
            code::ABSENT => 404,
            code::USAGE => 400,
            _ => 500,
        };
        let told = json!({ "error": error.to_string(), "hint": error.hint() });
        Response { status, ..Response::json_response(ui, &told) }
    }

    /// Writes it; false when the connection is of no more use.
    pub fn send(&self, stream: &mut impl Write, with_body: bool, close: bool) -> bool {
        let bytes = match &self.body {
            ResponseBody::Text(text) => text.as_bytes(),
            ResponseBody::File(bytes) => bytes,
        };
        let location = self.location.as_ref().map(|place| format!("Location: {place}\r\n")).unwrap_or_default();
        let head = format!(
            "HTTP/1.1 {} {}\r\nContent-Type: {}; charset=utf-8\r\nContent-Length: {}\r\n{location}\
             Content-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n\
             Referrer-Policy: no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\nCache-Control: no-store\r\nConnection: {}\r\n\r\n",
            self.status,
            reason_phrase(self.status),
            self.kind,
            bytes.len(),
            if close { "close" } else { "keep-alive" },
        );
        let mut message = head.into_bytes();
        if with_body {
            message.extend_from_slice(bytes);
        }
        stream.write_all(&message).and_then(|()| stream.flush()).is_ok()
    }
}

fn reason_phrase(status: u16) -> &'static str {
    match status {
        200 => "OK",
        204 => "No Content",
        303 => "See Other",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        413 => "Content Too Large",
        421 => "Misdirected Request",
        431 => "Request Header Fields Too Large",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}
