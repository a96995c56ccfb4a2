//! What a request turned out to be about: its browser, site and element, noted where they become
//! known and read when the request has been answered. Follows the request by its task.

use crate::queue::browsers::BrowserKey;
use axlens_protocol::agent::audit::AuditedElement;
use axlens_protocol::model::Consent;
use axlens_protocol::wire::{AuditNote, ChromeTab};
use axlens_snapshot::quote::one_line;
use std::sync::{Arc, Mutex, PoisonError};

/// Longest name of an element that is kept, in characters.
const NAME: usize = 80;

tokio::task_local! {
    static SUBJECT: Arc<Mutex<Subject>>;
}

/// What a request is about, as far as it is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subject {
    /// The browser that was asked.
    pub browser: Option<BrowserKey>,
    /// The site.
    pub origin: Option<String>,
    /// What was done, where the endpoint's name does not say it.
    pub kind: Option<&'static str>,
    /// Who allowed an act, or did not.
    pub consent: Option<Consent>,
    /// The element.
    pub element: Option<AuditedElement>,
    /// Its actions, each of which is a line of its own.
    pub actions: Vec<&'static str>,
    /// Chrome's id of the tab that was read or acted on.
    pub tab: Option<i64>,
    /// Tokens of the page's text in the answer.
    pub tokens: Option<usize>,
}

/// Runs a request; what is noted meanwhile is found in `subject`.
pub async fn follow<T>(subject: Arc<Mutex<Subject>>, request: impl Future<Output = T>) -> T {
    SUBJECT.scope(subject, request).await
}

/// An action begins, which is a line of its own.
pub fn note_action(kind: &'static str) {
    note(|subject| subject.actions.push(kind));
}

/// An action has ended: the request is about the same.
pub fn note_same(action: &Mutex<Subject>) {
    let action = action.lock().unwrap_or_else(PoisonError::into_inner);
    let (browser, origin, tab) = (action.browser, action.origin.clone(), action.tab);
    drop(action);
    note(|subject| {
        subject.browser = browser.or(subject.browser);
        subject.origin = origin;
        subject.tab = tab.or(subject.tab);
    });
}

/// The answer has so many tokens of a page's text.
pub fn note_tokens(tokens: usize) {
    note(|subject| subject.tokens = Some(tokens));
}

/// The browser that is asked.
pub fn note_browser(browser: BrowserKey) {
    note(|subject| subject.browser = Some(browser));
}

/// What is done, where the endpoint's name does not say it.
pub fn note_kind(kind: &'static str) {
    note(|subject| subject.kind = Some(kind));
}

/// The tab that was read or acted on. Of an incognito one, the site is not kept.
pub fn note_tab(tab: &ChromeTab) {
    let site = match tab.incognito {
        true => None,
        false => origin(&tab.url),
    };
    note(|subject| {
        subject.tab = Some(tab.id);
        // What was acted on, and what a person was asked about, may be a frame's site.
        if subject.consent.is_none() {
            subject.origin = site;
        }
    });
}

/// What the extension says for the log, whether it did what was asked or not.
pub fn note_answer(said: AuditNote) {
    let site = said.site.as_deref().and_then(origin);
    note(|subject| {
        if said.consent.is_some() || subject.consent.is_none() {
            subject.origin = site.or(subject.origin.take());
        }
        subject.consent = said.consent.or(subject.consent);
    });
}

/// The one element that was asked about.
pub fn note_element(uid: Option<String>, role: &str, name: &str) {
    let element = AuditedElement {
        uid: uid.map(|uid| one_line(&uid, NAME)),
        role: role.to_owned(),
        name: one_line(name, NAME),
    };
    note(|subject| subject.element = Some(element));
}

fn note(change: impl FnOnce(&mut Subject)) {
    // Without a request to follow there is nobody to tell.
    let _ = SUBJECT.try_with(|subject| {
        change(&mut subject.lock().unwrap_or_else(PoisonError::into_inner));
    });
}

/// The site of an address as a browser writes it; none for one that belongs to no site.
fn origin(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let is_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    if scheme.is_empty() || !scheme.bytes().all(is_scheme) {
        return None;
    }
    if scheme == "file" {
        return Some("file://".to_owned());
    }
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    let host = authority
        .rsplit('@')
        .next()
        .filter(|host| !host.is_empty())?;
    Some(one_line(&format!("{scheme}://{host}"), 300))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_scheme_host_and_port_and_nothing_else() {
        for (url, site) in [
            ("https://example.org/a/b?q=1#f", Some("https://example.org")),
            ("http://127.0.0.1:8080", Some("http://127.0.0.1:8080")),
            (
                "https://user:word@example.org:1/",
                Some("https://example.org:1"),
            ),
            ("https://example.org?q=a@b", Some("https://example.org")),
            ("file:///home/me/letter.html", Some("file://")),
            ("chrome://settings/x", Some("chrome://settings")),
            ("about:blank", None),
            ("data:text/html,https://x/", None),
            ("blob:https://example.org/1", None),
            ("", None),
        ] {
            assert_eq!(origin(url).as_deref(), site, "{url}");
        }
    }

    #[tokio::test]
    async fn what_is_noted_is_found_and_no_line_is_forged() {
        let subject = Arc::new(Mutex::new(Subject::default()));
        let request = async {
            note_tab(&ChromeTab {
                url: "https://example.org/secret".to_owned(),
                ..ChromeTab::default()
            });
            let name = format!("Save\n{{\"agent\":1}}\u{202e}{}", "x".repeat(200));
            note_element(Some("42".to_owned()), "button", &name);
        };
        follow(Arc::clone(&subject), request).await;
        let found = subject.lock().expect("nobody panicked").clone();
        assert_eq!(found.origin.as_deref(), Some("https://example.org"));
        let element = found.element.expect("noted");
        assert!(element.name.starts_with("Save\\n{"), "{}", element.name);
        assert!(!element.name.contains(['\n', '\u{202e}']));
        assert!(element.name.chars().count() < 2 * NAME);
    }

    #[tokio::test]
    async fn the_site_of_an_incognito_tab_is_not_kept() {
        let subject = Arc::new(Mutex::new(Subject::default()));
        let request = async {
            note_tab(&ChromeTab {
                url: "https://example.org/".to_owned(),
                incognito: true,
                ..ChromeTab::default()
            });
        };
        follow(Arc::clone(&subject), request).await;
        assert_eq!(subject.lock().expect("nobody panicked").origin, None);
    }
}
