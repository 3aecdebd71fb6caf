//! Requests as bytes, read within limits, and answers as bytes.
//!
//! Each connection carries one request: on the machine itself a new one costs nothing, and none is
//! left to wait on.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The most that the head of a request may take.
const MAX_HEAD: usize = 8 << 10;
/// The most that its body may take.
const MAX_BODY: usize = 4 << 10;
/// So many fields at most.
const MAX_FIELDS: usize = 64;
/// How long a request may take to come in, however slowly, and an answer to be taken.
const PATIENCE: Duration = Duration::from_secs(10);

/// What an answer begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Ok,
    BadRequest,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    Timeout,
    Conflict,
    TooLarge,
    UnsupportedType,
    HeadTooLarge,
    Internal,
    Busy,
}

impl Status {
    const fn line(self) -> &'static str {
        match self {
            Self::Ok => "200 OK",
            Self::BadRequest => "400 Bad Request",
            Self::Forbidden => "403 Forbidden",
            Self::NotFound => "404 Not Found",
            Self::MethodNotAllowed => "405 Method Not Allowed",
            Self::Timeout => "408 Request Timeout",
            Self::Conflict => "409 Conflict",
            Self::TooLarge => "413 Content Too Large",
            Self::UnsupportedType => "415 Unsupported Media Type",
            Self::HeadTooLarge => "431 Request Header Fields Too Large",
            Self::Internal => "500 Internal Server Error",
            Self::Busy => "503 Service Unavailable",
        }
    }
}

/// A request.
#[derive(Debug, Default)]
pub(super) struct Request {
    pub(super) method: String,
    /// Before the `?`.
    pub(super) path: String,
    /// After it.
    query: String,
    fields: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// A field of the head; none where it is there twice, for two readers would choose differently.
    pub(super) fn field(&self, name: &str) -> Option<&str> {
        let mut all = self.fields.iter().filter(|(n, _)| n.eq_ignore_ascii_case(name));
        let (_, value) = all.next()?;
        all.next().is_none().then_some(value)
    }

    /// A value of the query.
    pub(super) fn asked(&self, name: &str) -> Option<&str> {
        let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.into_iter().find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    /// A value that the page keeps for us.
    pub(super) fn cookie(&self, name: &str) -> Option<&str> {
        let pairs = self.field("cookie")?.split(';').filter_map(|pair| pair.trim().split_once('='));
        pairs.into_iter().find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(n, _)| n.eq_ignore_ascii_case(name))
    }

    /// How long its body is.
    fn length(&self) -> Result<usize, Status> {
        if self.has("transfer-encoding") {
            return Err(Status::BadRequest);
        }
        if !self.has("content-length") {
            return Ok(0);
        }
        let length = self.field("content-length").ok_or(Status::BadRequest)?;
        let is_number = !length.is_empty() && length.bytes().all(|b| b.is_ascii_digit());
        if !is_number {
            return Err(Status::BadRequest);
        }
        length.parse().ok().filter(|length| *length <= MAX_BODY).ok_or(Status::TooLarge)
    }
}

/// Reads a request; nothing where the other side says nothing at all.
pub(super) fn read(stream: &mut TcpStream) -> Result<Option<Request>, Status> {
    let until = Instant::now() + PATIENCE;
    let _ = stream.set_write_timeout(Some(PATIENCE));
    let mut bytes = Vec::new();
    let (mut request, head) = loop {
        if let Some(parsed) = head(&bytes)? {
            break parsed;
        }
        if bytes.len() >= MAX_HEAD {
            return Err(Status::HeadTooLarge);
        }
        if take(stream, &mut bytes, until)? == 0 {
            return if bytes.is_empty() { Ok(None) } else { Err(Status::BadRequest) };
        }
    };
    let length = request.length()?;
    while bytes.len() < head + length {
        if take(stream, &mut bytes, until)? == 0 {
            return Err(Status::BadRequest);
        }
    }
    request.body = bytes.get(head..head + length).unwrap_or_default().to_vec();
    Ok(Some(request))
}

/// Takes some bytes, as long as there is time.
fn take(stream: &mut TcpStream, bytes: &mut Vec<u8>, until: Instant) -> Result<usize, Status> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
        return Err(Status::Timeout);
    }
    let mut piece = [0; 1024];
    loop {
        return match stream.read(&mut piece) {
            Ok(read) => {
                bytes.extend(piece.iter().take(read));
                Ok(read)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                Err(Status::Timeout)
            }
            Err(_) => Ok(0),
        };
    }
}

/// The head of a request and how long it is, once it is all there.
fn head(bytes: &[u8]) -> Result<Option<(Request, usize)>, Status> {
    let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
    let mut parsed = httparse::Request::new(&mut fields);
    let length = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(length)) if length <= MAX_HEAD => length,
        Ok(httparse::Status::Complete(_)) | Err(httparse::Error::TooManyHeaders) => {
            return Err(Status::HeadTooLarge);
        }
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(_) => return Err(Status::BadRequest),
    };
    let target = parsed.path.unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let field = |field: &httparse::Header<'_>| {
        let value = std::str::from_utf8(field.value).ok()?;
        Some((field.name.to_owned(), value.trim().to_owned()))
    };
    let fields: Option<Vec<_>> = parsed.headers.iter().map(field).collect();
    let request = Request {
        method: parsed.method.unwrap_or_default().to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        fields: fields.ok_or(Status::BadRequest)?,
        body: Vec::new(),
    };
    Ok(Some((request, length)))
}

/// What the page may do: nothing but load what we serve.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// An answer.
#[derive(Clone, Debug)]
pub(super) struct Answer<'a> {
    pub(super) status: Status,
    pub(super) content: &'a str,
    pub(super) body: &'a [u8],
    /// Whether it never changes.
    pub(super) is_final: bool,
    /// A value for the page to keep.
    pub(super) cookie: Option<String>,
}

impl<'a> Answer<'a> {
    pub(super) const fn new(content: &'a str, body: &'a [u8]) -> Self {
        Self { status: Status::Ok, content, body, is_final: false, cookie: None }
    }

    /// One that says no more than its status.
    pub(super) fn refusal(status: Status) -> Self {
        Self { status, ..Self::new("text/plain; charset=utf-8", status.line().as_bytes()) }
    }

    /// Sends it, without its body where only the head was asked for.
    pub(super) fn send(&self, stream: &mut TcpStream, only_head: bool) -> io::Result<()> {
        let mut head = head_of(self.status, self.content);
        head.push_str(if self.is_final {
            "Cache-Control: private, max-age=31536000, immutable\r\n"
        } else {
            "Cache-Control: no-store\r\n"
        });
        if let Some(cookie) = &self.cookie {
            head.push_str(&format!("Set-Cookie: {cookie}\r\n"));
        }
        head.push_str(&format!("Content-Length: {}\r\n\r\n", self.body.len()));
        stream.write_all(head.as_bytes())?;
        if !only_head {
            stream.write_all(self.body)?;
        }
        stream.flush()
    }
}

/// The head of an answer that goes on for as long as somebody listens.
pub(super) fn begin_events(stream: &mut TcpStream) -> io::Result<()> {
    let head = head_of(Status::Ok, "text/event-stream") + "Cache-Control: no-store\r\n\r\n";
    stream.write_all(head.as_bytes())?;
    stream.flush()
}

fn head_of(status: Status, content: &str) -> String {
    format!(
        "HTTP/1.1 {}\r\nContent-Type: {content}\r\nContent-Security-Policy: {POLICY}\r\n\
         X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\nReferrer-Policy: no-referrer\r\n\
         Connection: close\r\n",
        status.line()
    )
}

/// A request with these fields.
#[cfg(test)]
pub(super) fn request_for_tests(fields: &[(&str, &str)]) -> Request {
    let field = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    Request { fields: fields.iter().map(field).collect(), ..Request::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_once_it_is_all_there() {
        let whole = "GET /face/1.png?dpi=75 HTTP/1.1\r\nHost: a\r\nCookie: b=1; pnp=2\r\n\r\n";
        for end in 0..whole.len() {
            assert!(head(&whole.as_bytes()[..end]).unwrap().is_none(), "{end}");
        }
        let (request, length) = head(whole.as_bytes()).unwrap().unwrap();
        assert_eq!((request.path.as_str(), length), ("/face/1.png", whole.len()));
        assert_eq!((request.asked("dpi"), request.asked("x")), (Some("75"), None));
        assert_eq!((request.field("HOST"), request.cookie("pnp")), (Some("a"), Some("2")));
    }

    #[test]
    fn what_could_be_read_in_two_ways_is_refused() {
        let of = |fields: &str| {
            let head = head(format!("POST / HTTP/1.1\r\n{fields}\r\n").as_bytes());
            head.map(|head| head.map(|(request, _)| request.length()))
        };
        assert_eq!(of("Content-Length: 12\r\n"), Ok(Some(Ok(12))));
        assert_eq!(of(""), Ok(Some(Ok(0))));
        for fields in [
            "Content-Length: 1\r\nContent-Length: 2\r\n",
            "Content-Length: +1\r\n",
            "Content-Length: -1\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n",
        ] {
            assert_eq!(of(fields), Ok(Some(Err(Status::BadRequest))), "{fields}");
        }
        assert_eq!(of("Content-Length: 4097\r\n"), Ok(Some(Err(Status::TooLarge))));
        assert_eq!(of("Content-Length: 99999999999999999999\r\n"), Ok(Some(Err(Status::TooLarge))));
        let many = "A: b\r\n".repeat(MAX_FIELDS + 1);
        assert!(matches!(of(&many), Err(Status::HeadTooLarge)));
    }
}
