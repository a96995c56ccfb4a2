//! The log of requests.

use crate::world::World;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::{Arc, Mutex};

/// What has been logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("not poisoned").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// The fields of the lines with a message, without the time of the request.
    fn lines(&self, message: &str) -> Vec<Value> {
        let bytes = self.0.lock().expect("not poisoned");
        let lines = serde_json::Deserializer::from_slice(&bytes).into_iter::<Value>();
        let fields = lines.map(|line| line.expect("JSON")["fields"].take());
        let mut fields: Vec<Value> = fields.filter(|it| it["message"] == message).collect();
        for fields in &mut fields {
            let fields = fields.as_object_mut().expect("an object");
            fields.remove("message");
            fields.remove("ms");
        }
        fields
    }
}

#[tokio::test]
async fn a_request_is_logged_with_its_edge_and_the_gateways_fault() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().json();
    let subscriber = subscriber.with_writer(move || writer.clone()).finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let edge = world.edge("acme", "laptop").await;
    tokio::spawn(async move { edge.echo("laptop").await });
    let body = r#"{"browser":"laptop","session":"secret"}"#;
    world.send(&token, ("POST", "/observe"), body).await;
    let body = r#"{"browser":"office/Chrome"}"#;
    world.send(&token, ("POST", "/observe"), body).await;
    world.send(&token, ("GET", "/browsers"), "").await;
    world.send("axl_wrong", ("GET", "/browsers"), "").await;
    let request = |method: &str, endpoint: &str, status: u16| {
        json!({"tenant": "acme", "agent": "ci", "method": method, "endpoint": endpoint,
            "status": status})
    };
    let mut sent = request("POST", "/observe", 200);
    sent["edge"] = json!("laptop");
    let mut unknown = request("POST", "/observe", 404);
    unknown["fault"] = json!("browser_not_found");
    let expected = [sent, unknown, request("GET", "/browsers", 200)];
    assert_eq!(log.lines("request"), expected);
    let refused = json!({"address": "127.0.0.1", "fault": "unauthorized"});
    assert_eq!(log.lines("refused"), [refused]);
    let all = log.0.lock().expect("not poisoned");
    let all = String::from_utf8_lossy(&all);
    assert!(!all.contains("secret") && !all.contains("axl_"), "{all}");
}
