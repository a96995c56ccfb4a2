//! The library with a server of its own on the socket of a temporary state directory: faults,
//! retries, and which server is trusted.

mod fake_server;
mod operations;
mod remote;

use axlens_client::protocol::agent::find::ElementCriteria;
use axlens_client::protocol::agent::interact::Show;
use axlens_client::protocol::{Code, Fault};
use axlens_client::{ActOptions, Effect, Error, Options, connect_with};
use fake_server::{CLOSES, FakeServer, HANGS, Identity};
use serde_json::{Value, json};

#[tokio::test]
async fn each_fault_is_an_error_with_its_code_hint_and_results() {
    for code in Code::ALL {
        let fault = Fault::new(*code, "It failed.").hint("Do this.");
        let mut body = serde_json::to_value(&fault).expect("JSON");
        body["done"] = json!({"results": [], "tab": 3, "waitedMs": 5});
        let server = FakeServer::start(Identity::Proven, vec![(fault.status(), body)]).await;
        let page = server.connect().await.expect("connected").page();
        let error = page.click(5).await.expect_err("a fault");
        assert_eq!(error.code(), Some(*code));
        assert_eq!(error.hint(), "Do this.");
        assert_eq!(error.retryable(), code.retryable());
        let Error::Fault(refused) = error else {
            panic!("{error:?}");
        };
        assert_eq!(
            refused.done.map(|done| done.tab),
            Some(3),
            "{}",
            code.as_str()
        );
    }
}

fn disconnected() -> (u16, Value) {
    let fault = Fault::new(Code::ExtensionDisconnected, "No browser is connected.");
    (fault.status(), serde_json::to_value(&fault).expect("JSON"))
}

#[tokio::test]
async fn a_read_is_repeated_once_after_a_restart_and_an_action_never() {
    let health = (200, json!({"ok": true, "version": "0.1.0"}));
    let server = FakeServer::start(Identity::Proven, vec![disconnected(), health.clone()]).await;
    let browser = server.connect().await.expect("connected");
    assert!(browser.health().await.is_ok());
    assert_eq!(server.paths(), ["/health", "/health"]);

    let server = FakeServer::start(Identity::Proven, vec![disconnected(), disconnected()]).await;
    let browser = server.connect().await.expect("connected");
    let error = browser.health().await.expect_err("twice");
    assert_eq!(error.code(), Some(Code::ExtensionDisconnected));
    assert_eq!(server.paths().len(), 2);

    let server = FakeServer::start(Identity::Proven, vec![disconnected(), health]).await;
    let browser = server.connect().await.expect("connected");
    let acted = browser
        .post::<Value>("/interact", &json!({}), Effect::Acts)
        .await;
    assert!(acted.is_err());
    assert_eq!(server.paths(), ["/interact"]);
}

#[tokio::test]
async fn a_page_remembers_its_tab_its_text_and_what_changed() {
    let acted = json!({"results": [{"action": "click", "outcome": "changed"}], "tab": 7,
        "waitedMs": 30, "tree": "+ 8 button \"Undo\"", "text": "changed: click\n",
        "url": "http://a.test/", "pageTitle": "A"});
    let found = json!({"count": 2, "matches": [], "pageTitle": "A", "snapshot": 2, "tab": 7,
        "tree": "5 button \"Save\"\n9 button \"Save\"", "url": "http://a.test/"});
    let replies = vec![(200, acted.clone()), (200, found), (200, acted)];
    let server = FakeServer::start(Identity::Proven, replies).await;
    let page = server.connect().await.expect("connected").page();
    page.click(5).await.expect("clicked");
    assert_eq!(page.tab(), Some(7));
    assert_eq!(
        (page.url().as_str(), page.title().as_str()),
        ("http://a.test/", "A")
    );
    assert_eq!(page.changes(), "changed: click\n");
    let criteria = ElementCriteria {
        name: Some("Save".to_owned()),
        ..ElementCriteria::default()
    };
    let error = page.find(criteria).await.err().expect("two match");
    assert!(error.to_string().contains("9 button"), "{error}");
    let options = ActOptions {
        show: Show::None,
        key: Some("once".to_owned()),
        ..ActOptions::default()
    };
    page.run(Vec::new(), options).await.expect("executed");
    let bodies = server.bodies();
    assert_eq!(bodies[0]["actions"][0]["uid"], "5");
    assert_eq!(bodies[1]["tab"], 7);
    assert_eq!(
        (&bodies[2]["key"], &bodies[2]["snapshot"]),
        (&json!("once"), &json!("none"))
    );
}

#[tokio::test]
async fn a_server_that_cannot_prove_its_identity_gets_nothing() {
    for identity in [Identity::WrongProof, Identity::NoProof] {
        let server = FakeServer::start(identity, Vec::new()).await;
        let error = server.connect().await.err().expect("not trusted");
        assert!(matches!(error, Error::Untrusted(_)), "{error:?}");
        assert!(!error.retryable());
        assert!(server.paths().is_empty());
    }
}

#[tokio::test]
async fn without_a_server_the_error_names_the_state_directory() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = Options {
        state_dir: Some(folder.path().join("state")),
        ..Options::default()
    };
    let error = connect_with(options).await.err().expect("no server");
    assert!(matches!(&error, Error::NotRunning(_)), "{error:?}");
    assert_eq!(error.code(), Some(Code::ExtensionDisconnected));
    assert!(error.to_string().contains("state"), "{error}");
}

#[tokio::test]
async fn a_closed_connection_repeats_a_read_and_never_an_action() {
    let health = (200, json!({"ok": true, "version": "0.1.0"}));
    let closes = (CLOSES, Value::Null);
    let server = FakeServer::start(Identity::Proven, vec![closes.clone(), health]).await;
    let browser = server.connect().await.expect("connected");
    assert!(browser.health().await.is_ok());
    assert_eq!(server.paths(), ["/health", "/health"]);

    let server = FakeServer::start(Identity::Proven, vec![closes]).await;
    let page = server.connect().await.expect("connected").page();
    let error = page.click(5).await.expect_err("no answer");
    assert!(matches!(error, Error::Closed(_)), "{error:?}");
    assert!(!error.retryable() && error.hint().contains("may have been executed"));
    assert_eq!(server.paths(), ["/interact"]);
}

#[tokio::test]
async fn what_is_no_answer_is_an_error_and_no_action_is_repeated() {
    for (status, body) in [
        (200, json!("<html>")),
        (200, json!([])),
        (200, Value::Null),
        (200, json!({"results": [], "tab": "first", "waitedMs": -1})),
        (204, json!({})),
        (302, json!({"location": "http://192.0.2.1/"})),
        (502, json!("Bad gateway")),
        (500, json!({"error": "no_such_code", "message": 5})),
    ] {
        let server = FakeServer::start(Identity::Proven, vec![(status, body.clone())]).await;
        let page = server.connect().await.expect("connected").page();
        let error = page.click(5).await.expect_err("no answer");
        assert!(!error.retryable(), "{status} {body}: {error:?}");
        assert_eq!(server.paths(), ["/interact"], "{status} {body}");
    }
}

#[tokio::test]
async fn a_request_without_an_answer_ends_after_the_timeout_and_is_not_repeated() {
    let server = FakeServer::start(Identity::Proven, vec![(HANGS, Value::Null)]).await;
    let options = Options {
        timeout: std::time::Duration::from_millis(200),
        ..server.options()
    };
    let browser = connect_with(options).await.expect("connected");
    let error = browser.health().await.expect_err("no answer");
    assert_eq!(error.code(), Some(Code::Timeout));
    assert!(!error.retryable());
    assert_eq!(server.paths().len(), 1);
}

#[tokio::test]
async fn a_new_tab_is_not_the_page_and_elements_share_its_answers() {
    let opened = json!({"results": [{"action": "new_tab", "outcome": "opened_tab"}], "tab": 9,
        "newTabs": [9], "waitedMs": 5, "tree": "", "url": "http://b.test/", "pageTitle": "B"});
    let found = json!({"count": 1, "matches": [{"uid": "5", "role": "button", "name": "Save"}],
        "pageTitle": "A", "snapshot": 2, "tab": 7, "tree": "5 button \"Save\"",
        "url": "http://a.test/"});
    let acted = json!({"results": [{"action": "click", "outcome": "changed"}], "tab": 7,
        "waitedMs": 30, "text": "changed: click\n"});
    let replies = [found, opened, acted].map(|reply| (200, reply));
    let server = FakeServer::start(Identity::Proven, replies.into()).await;
    let page = server.connect().await.expect("connected").page();
    let save = page.find(ElementCriteria::default()).await.expect("found");
    assert_eq!(page.text(), "5 button \"Save\"");
    page.new_tab(Some("http://b.test/")).await.expect("opened");
    assert_eq!(
        (page.tab(), page.url().as_str()),
        (Some(7), "http://a.test/")
    );
    save.click().await.expect("clicked");
    assert_eq!(page.changes(), "changed: click\n");
    assert_eq!(server.bodies()[2]["tab"], 7);
}
