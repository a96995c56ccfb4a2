//! The library with a server of its own on the socket of a temporary state directory: faults,
//! retries, and which server is trusted.

mod fake_server;
mod operations;

use axlens_client::protocol::agent::find::ElementCriteria;
use axlens_client::protocol::agent::interact::Show;
use axlens_client::protocol::{Code, Fault};
use axlens_client::{ActOptions, Effect, Error, Options, connect_with};
use fake_server::{FakeServer, Identity};
use serde_json::{Value, json};

#[tokio::test]
async fn each_fault_is_an_error_with_its_code_hint_and_results() {
    for code in Code::ALL {
        let fault = Fault::new(*code, "It failed.").hint("Do this.");
        let mut body = serde_json::to_value(&fault).expect("JSON");
        body["done"] = json!({"results": [], "tab": 3, "waitedMs": 5});
        let server = FakeServer::start(Identity::Proven, vec![(fault.status(), body)]).await;
        let mut page = server.connect().await.expect("connected").page();
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
        "waitedMs": 30, "tree": "+ 8 button \"Undo\"", "url": "http://a.test/", "pageTitle": "A"});
    let found = json!({"count": 2, "matches": [], "pageTitle": "A", "snapshot": 2, "tab": 7,
        "tree": "5 button \"Save\"\n9 button \"Save\"", "url": "http://a.test/"});
    let appeared = json!({"for": "appears", "tab": 7, "waitedMs": 0});
    let replies = vec![
        (200, acted.clone()),
        (200, appeared),
        (200, found),
        (200, acted),
    ];
    let server = FakeServer::start(Identity::Proven, replies).await;
    let mut page = server.connect().await.expect("connected").page();
    page.click(5).await.expect("clicked");
    assert_eq!(page.tab(), Some(7));
    assert_eq!((page.url(), page.title()), ("http://a.test/", "A"));
    assert_eq!(page.changes(), "changed: click\n+ 8 button \"Undo\"");
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
    assert_eq!(bodies[2]["tab"], 7);
    assert_eq!(
        (&bodies[3]["key"], &bodies[3]["snapshot"]),
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
async fn a_token_is_sent_only_to_the_server_of_the_state_directory() {
    let server = FakeServer::start(Identity::Proven, Vec::new()).await;
    let options = Options {
        url: Some("http://127.0.0.1:1".to_owned()),
        token: Some("secret".to_owned()),
        ..server.options()
    };
    let error = connect_with(options).await.err().expect("another port");
    assert!(matches!(&error, Error::Untrusted(_)), "{error:?}");
    assert!(!format!("{error} {error:?}").contains("secret"));
}
