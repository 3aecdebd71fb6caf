//! Who may ask for what.
//!
//! Any page in the same browser can send requests here. It cannot read the answers, unless it makes
//! the browser believe that its own name is ours; so the name is looked at first of all. What
//! changes something needs a secret besides, which only our page is told.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::net::IpAddr;

use super::http::Request;

/// Decides about requests.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    pub(super) port: u16,
    /// What our page knows and no other.
    pub(super) token: String,
    /// Whether other machines may ask, if they know the token.
    pub(super) is_open: bool,
}

/// The name under which the page keeps the token for us.
pub(super) const COOKIE: &str = "pnp";

impl Guard {
    pub(super) fn new(port: u16, is_open: bool) -> Self {
        Self { port, token: secret(), is_open }
    }

    /// Whether the request is meant for us: the browser was told to go to this machine by its
    /// number or as `localhost`, and not by a name that somebody else may point at it.
    fn is_for_us(&self, request: &Request) -> bool {
        let Some(host) = request.field("host") else { return false };
        let Some((name, port)) = host.rsplit_once(':') else { return false };
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        let is_number = bare.unwrap_or(name).parse::<IpAddr>().is_ok();
        port == self.port.to_string()
            && (matches!(name, "127.0.0.1" | "localhost" | "[::1]") || self.is_open && is_number)
    }

    /// Whether the request may be answered at all.
    pub(super) fn lets_in(&self, request: &Request) -> bool {
        self.is_for_us(request)
            && !is_from_elsewhere(request)
            && (!self.is_open || self.is_invited(request))
    }

    /// Whether whoever asks was given the address with the token in it.
    fn is_invited(&self, request: &Request) -> bool {
        let given = request.asked("token").or_else(|| request.cookie(COOKIE));
        given.or_else(|| request.field("x-pnp-token")).is_some_and(|given| self.is_token(given))
    }

    /// Whether the request, which changes something, comes from our own page.
    pub(super) fn is_from_our_page(&self, request: &Request) -> bool {
        let host = request.field("host").unwrap_or_default();
        let origin = format!("http://{host}");
        let is_ours = request.field("origin") == Some(origin.as_str());
        // Old browsers do not say it.
        let site = request.field("sec-fetch-site").is_none_or(|site| site == "same-origin");
        is_ours && site && request.field("x-pnp-token").is_some_and(|token| self.is_token(token))
    }

    /// Compares to the end, so that the time it takes tells nothing.
    fn is_token(&self, given: &str) -> bool {
        let bytes = given.bytes().zip(self.token.bytes());
        let differences = bytes.fold(0, |all, (one, other)| all | (one ^ other));
        given.len() == self.token.len() && differences == 0
    }
}

/// Whether another page asks, which could not read the answer but could keep us busy. A link to the
/// page itself may stand anywhere.
fn is_from_elsewhere(request: &Request) -> bool {
    let is_link = request.path == "/" && request.field("sec-fetch-mode") == Some("navigate");
    let site = request.field("sec-fetch-site");
    !is_link && site.is_some_and(|site| !matches!(site, "same-origin" | "none"))
}

/// 128 bits that nobody can guess: the keys of a `RandomState` come from the system, and what it
/// makes of nothing does not give them away.
fn secret() -> String {
    let half = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", half(), half())
}

#[cfg(test)]
mod tests {
    use super::super::http::request_for_tests as request;
    use super::*;

    fn guard(is_open: bool) -> Guard {
        Guard { port: 7410, token: "t".repeat(32), is_open }
    }

    #[test]
    fn only_names_that_nobody_else_can_point_here_are_ours() {
        for (host, lets_in, invites) in [
            ("127.0.0.1:7410", true, true),
            ("localhost:7410", true, true),
            ("[::1]:7410", true, true),
            ("192.168.0.7:7410", false, true),
            ("[fe80::1]:7410", false, true),
            ("127.0.0.1", false, false),
            ("127.0.0.1:7411", false, false),
            ("evil.example:7410", false, false),
            ("evil.example", false, false),
            ("localhost.evil.example:7410", false, false),
            ("127.0.0.1.evil.example:7410", false, false),
            ("", false, false),
        ] {
            let token = "t".repeat(32);
            let asked = request(&[("Host", host), ("X-Pnp-Token", &token)]);
            assert_eq!(guard(false).lets_in(&asked), lets_in, "{host}");
            assert_eq!(guard(true).lets_in(&asked), invites, "{host}, open");
            assert!(!guard(true).lets_in(&request(&[("Host", host)])), "{host}, no token");
        }
        let twice = request(&[("Host", "127.0.0.1:7410"), ("Host", "evil.example:7410")]);
        assert!(!guard(false).lets_in(&twice));
    }

    #[test]
    fn what_changes_something_comes_from_our_page() {
        let ours = ("Origin", "http://127.0.0.1:7410");
        let token = "t".repeat(32);
        let known = ("X-Pnp-Token", token.as_str());
        let host = ("Host", "127.0.0.1:7410");
        let same = ("Sec-Fetch-Site", "same-origin");
        let fine = |fields: &[(&str, &str)]| guard(false).is_from_our_page(&request(fields));
        assert!(fine(&[host, ours, known, same]));
        assert!(fine(&[host, ours, known]));
        assert!(!fine(&[host, known, same]));
        assert!(!fine(&[host, ours, same]));
        assert!(!fine(&[host, ours, ("X-Pnp-Token", "t"), same]));
        assert!(!fine(&[host, ("Origin", "null"), known, same]));
        assert!(!fine(&[host, ("Origin", "http://127.0.0.1:7411"), known, same]));
        assert!(!fine(&[host, ours, known, ("Sec-Fetch-Site", "cross-site")]));
        assert!(!fine(&[host, ours, known, ("Sec-Fetch-Site", "same-site")]));
    }

    #[test]
    fn other_pages_may_lead_here_and_no_more() {
        let asks = |path: &str, site: &str, mode: &str| {
            let host = ("Host", "127.0.0.1:7410");
            let mut request = request(&[host, ("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode)]);
            path.clone_into(&mut request.path);
            guard(false).lets_in(&request)
        };
        assert!(asks("/", "none", "navigate"));
        assert!(asks("/", "cross-site", "navigate"));
        assert!(asks("/events", "same-origin", "cors"));
        assert!(!asks("/", "cross-site", "no-cors"));
        assert!(!asks("/events", "cross-site", "no-cors"));
        assert!(!asks("/state", "same-site", "cors"));
        assert!(!asks("/face/1.png", "cross-site", "navigate"));
    }

    #[test]
    fn no_two_secrets_are_alike() {
        let one = secret();
        assert_eq!(one.len(), 32);
        assert_ne!(one, secret());
    }
}
