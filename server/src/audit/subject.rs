//! Browser, site and element of a request for the audit log. They are noted when they become known,
//! and read when the request is answered. A task-local variable connects them to the request.

use crate::queue::browsers::BrowserKey;
use axlens_protocol::agent::audit::AuditedElement;
use axlens_protocol::model::Consent;
use axlens_protocol::wire::{AuditNote, ChromeTab};
use axlens_snapshot::quote::shortened_line;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum length of an element's name in the log, in characters.
const MAX_NAME: usize = 80;

tokio::task_local! {
    static SUBJECT: Arc<Mutex<AuditSubject>>;
}

/// The subject of a request, as far as it is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AuditSubject {
    /// Its browser.
    pub browser: Option<BrowserKey>,
    /// Its site.
    pub origin: Option<String>,
    /// The kind of request, if it differs from the endpoint's.
    pub kind: Option<&'static str>,
    /// Whether an action was allowed, and by whom.
    pub consent: Option<Consent>,
    /// Its element.
    pub element: Option<AuditedElement>,
    /// The kinds of its actions, each of which has its own entry.
    pub actions: Vec<&'static str>,
    /// Chrome's id of the tab that was read or acted on.
    pub tab: Option<i64>,
    /// The number of tokens of page text in the answer.
    pub tokens: Option<usize>,
}

/// Runs a request. `subject` gets everything that is noted during it.
pub async fn follow<T>(subject: Arc<Mutex<AuditSubject>>, request: impl Future<Output = T>) -> T {
    SUBJECT.scope(subject, request).await
}

/// Notes the start of an action, which has its own entry.
pub fn note_action(kind: &'static str) {
    note(|subject| subject.actions.push(kind));
}

/// Notes the end of an action, whose browser, site and tab are the request's too.
pub fn note_end_of_action(action: &Mutex<AuditSubject>) {
    let action = action.lock().unwrap_or_else(PoisonError::into_inner);
    let (browser, origin, tab) = (action.browser, action.origin.clone(), action.tab);
    drop(action);
    note(|subject| {
        subject.browser = browser.or(subject.browser);
        subject.origin = origin;
        subject.tab = tab.or(subject.tab);
    });
}

/// Notes the number of tokens of page text in the answer.
pub fn note_tokens(tokens: usize) {
    note(|subject| subject.tokens = Some(tokens));
}

/// Notes the browser.
pub fn note_browser(browser: BrowserKey) {
    note(|subject| subject.browser = Some(browser));
}

/// Notes the kind of request, if it differs from the endpoint's.
pub fn note_kind(kind: &'static str) {
    note(|subject| subject.kind = Some(kind));
}

/// Notes the tab that was read or acted on. The site of an incognito tab is not stored.
pub fn note_tab(tab: &ChromeTab) {
    let site = match tab.incognito {
        true => None,
        false => origin(&tab.url),
    };
    note(|subject| {
        subject.tab = Some(tab.id);
        // The site of an action, for which the user consented, may be a frame's.
        if subject.consent.is_none() {
            subject.origin = site;
        }
    });
}

/// Notes the extension's own note for the log.
pub fn note_answer(answer: AuditNote) {
    let site = answer.site.as_deref().and_then(origin);
    note(|subject| {
        if answer.consent.is_some() || subject.consent.is_none() {
            subject.origin = site.or(subject.origin.take());
        }
        subject.consent = answer.consent.or(subject.consent);
    });
}

/// Notes the element.
pub fn note_element(uid: Option<String>, role: &str, name: &str) {
    let element = AuditedElement {
        uid: uid.map(|uid| shortened_line(&uid, MAX_NAME)),
        role: role.to_owned(),
        name: shortened_line(name, MAX_NAME),
    };
    note(|subject| subject.element = Some(element));
}

fn note(change: impl FnOnce(&mut AuditSubject)) {
    // Outside of a request there is nothing to note.
    let _ = SUBJECT.try_with(|subject| {
        change(&mut subject.lock().unwrap_or_else(PoisonError::into_inner));
    });
}

/// The origin of a URL; `None` if it has no host.
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
    Some(shortened_line(&format!("{scheme}://{host}"), 300))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_only_scheme_host_and_port() {
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
    async fn a_noted_element_is_one_short_line() {
        let subject = Arc::new(Mutex::new(AuditSubject::default()));
        let request = async {
            note_tab(&ChromeTab {
                url: "https://example.org/secret".to_owned(),
                ..ChromeTab::default()
            });
            let name = format!("Save\n{{\"agent\":1}}\u{202e}{}", "x".repeat(200));
            note_element(Some("42".to_owned()), "button", &name);
        };
        follow(Arc::clone(&subject), request).await;
        let noted = subject.lock().expect("no panic").clone();
        assert_eq!(noted.origin.as_deref(), Some("https://example.org"));
        let element = noted.element.expect("noted");
        assert!(element.name.starts_with("Save\\n{"), "{}", element.name);
        assert!(!element.name.contains(['\n', '\u{202e}']));
        assert!(element.name.chars().count() < 2 * MAX_NAME);
    }

    #[tokio::test]
    async fn the_site_of_an_incognito_tab_is_not_stored() {
        let subject = Arc::new(Mutex::new(AuditSubject::default()));
        let request = async {
            note_tab(&ChromeTab {
                url: "https://example.org/".to_owned(),
                incognito: true,
                ..ChromeTab::default()
            });
        };
        follow(Arc::clone(&subject), request).await;
        assert_eq!(subject.lock().expect("no panic").origin, None);
    }
}
