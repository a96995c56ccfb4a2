//! The local server as an edge of a gateway, without a browser.

use crate::tls::secured;
use crate::world::{PATIENT, World};
use axlens_local::state_dir::{StateDir, replace};
use axlens_protocol::agent::status::GatewayStatus;
use axlens_protocol::model::TokenScope;
use axlens_server::agents::Agents;
use axlens_server::http::gate::Trust;
use axlens_server::http::page_keys::PageKeys;
use axlens_server::http::proofs::Proofs;
use axlens_server::http::router::{Secrets, router};
use axlens_server::join::{self, settings::JoinSettings};
use axlens_server::sessions::Sessions;
use axlens_server::state::App;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use tempfile::TempDir;

/// A local server with a state directory.
pub struct LocalServer {
    pub app: Arc<App>,
    pub dir: StateDir,
    _folder: TempDir,
}

impl LocalServer {
    /// A server that has joined no gateway.
    pub fn start() -> LocalServer {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().join("state"));
        dir.make().expect("a folder");
        let app = App::new(Sessions::default(), Agents::new("token", None));
        let proofs = Proofs::new("0".repeat(64), 1, "0.1.0", 1);
        let secrets = Secrets {
            proofs: Arc::new(proofs),
            pages: Arc::new(PageKeys::new(1)),
        };
        let router = router(Arc::clone(&app), secrets, Trust::Gateway);
        tokio::spawn(join::run(Arc::clone(&app), dir.clone(), router));
        LocalServer {
            app,
            dir,
            _folder: folder,
        }
    }

    async fn join(&self, world: &World, token: &str, ca: Option<PathBuf>) -> GatewayStatus {
        let scheme = if ca.is_some() { "wss" } else { "ws" };
        let token_file = self.dir.path().join("token");
        replace(&token_file, token).expect("written");
        let settings = JoinSettings {
            address: format!("{scheme}://{}", world.address())
                .parse()
                .expect("an address"),
            token_file,
            ca_file: ca,
            scope: TokenScope::Read,
            sites: Vec::new(),
        };
        settings.write(&self.dir).expect("written");
        self.app.join.reload().await.expect("it has joined")
    }
}

#[tokio::test]
async fn an_agent_reaches_a_server_that_has_joined_over_tls_until_it_leaves() {
    let (world, ca, _folder) = secured().await;
    let server = LocalServer::start();
    let status = server
        .join(&world, &world.edge_token("acme", "laptop"), Some(ca))
        .await;
    assert!(status.connected, "{status:?}");
    world.wait_for_lines(1).await;
    assert!(JoinSettings::remove(&server.dir).expect("removed"));
    assert_eq!(server.app.join.reload().await, None);
    world.wait_for(|lines| lines == 0).await;
}

#[tokio::test]
async fn the_owner_sees_the_agent_and_limits_it() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let server = LocalServer::start();
    let status = server
        .join(&world, &world.edge_token("acme", "laptop"), None)
        .await;
    assert!(status.connected, "{status:?}");
    world.wait_for_lines(1).await;
    let reply = world.send(&token, ("GET", "/status"), "").await;
    let agents = &reply.json()["agents"];
    let name = format!("ci via {}", world.address());
    assert_eq!(agents[0]["name"], json!(name), "{}", reply.text());
    assert_eq!(
        agents[0]["scope"], "read",
        "the token allows acting, the owner does not"
    );
    assert_eq!(agents.as_array().map(Vec::len), Some(1));
    assert!(reply.json()["gateway"].is_null() && reply.json()["audit"].is_null());
    let click = json!({"action": "click", "uid": 1}).to_string();
    let reply = world.send(&token, ("POST", "/interact"), click).await;
    assert_eq!(reply.fault(), "permission_denied");
    assert!(reply.text().contains(&name), "{}", reply.text());
    assert!(
        server
            .app
            .join
            .status()
            .is_some_and(|status| status.last_request_ms.is_some())
    );
}

#[tokio::test]
async fn tools_can_be_listed_and_called_without_a_session() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let server = LocalServer::start();
    server
        .join(&world, &world.edge_token("acme", "laptop"), None)
        .await;
    world.wait_for_lines(1).await;
    let authorization = format!("Bearer {token}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];
    let call = async |method: &str, params: serde_json::Value| {
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let target = ("POST", "/mcp");
        let sent =
            axlens_fleet::client::send(world.address(), target, &headers, message.to_string());
        sent.await
    };
    let client = json!({"protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"}});
    let reply = call("initialize", client).await;
    assert_eq!(
        reply.json()["result"]["serverInfo"]["name"],
        "axlens",
        "{}",
        reply.text()
    );
    let reply = call("tools/list", json!({})).await;
    let tools = reply.json()["result"]["tools"].as_array().map(Vec::len);
    assert!(tools.is_some_and(|count| count >= 8), "{}", reply.text());
    let arguments = json!({"actions": [{"action": "click", "uid": 1}], "browser": "laptop"});
    let reply = call(
        "tools/call",
        json!({"name": "interact", "arguments": arguments}),
    )
    .await;
    assert!(
        reply.text().contains("permission_denied"),
        "{}",
        reply.text()
    );
}

#[tokio::test]
async fn an_edge_that_is_not_admitted_reports_it_without_the_token() {
    let (world, ca, _folder) = secured().await;
    let server = LocalServer::start();
    let wrong = format!("axl_{}", "1".repeat(64));
    let status = server.join(&world, &wrong, Some(ca.clone())).await;
    let error = status.error.expect("it is rejected");
    assert!(
        error.contains("rejects the token") && !error.contains(&wrong),
        "{error}"
    );
    let other_ca = tempfile::tempdir().expect("a folder");
    let (other_ca_file, _) = axlens_fleet::tls::write_certificate(other_ca.path());
    let token = world.edge_token("acme", "laptop");
    let status = server.join(&world, &token, Some(other_ca_file)).await;
    let error = status.error.expect("the certificate is not trusted");
    assert!(error.contains("TLS"), "{error}");
    let status = server.join(&world, &token, Some(ca)).await;
    assert!(status.connected, "{status:?}");
}

#[tokio::test]
async fn a_server_reconnects_after_its_line_was_lost() {
    let world = World::start().await;
    let server = LocalServer::start();
    let edge_token = world.edge_token("acme", "laptop");
    server.join(&world, &edge_token, None).await;
    world.wait_for_lines(1).await;
    // A line with a newer epoch replaces the server's, and ends.
    let newer =
        axlens_fleet::edge::Edge::connect(world.address(), &edge_token, u64::MAX >> 1).await;
    world.wait_for_lines(1).await;
    drop(newer);
    let token = world.agent("acme", "ci");
    let reachable =
        async { while world.send(&token, ("GET", "/status"), "").await.status != 200 {} };
    tokio::time::timeout(PATIENT, reachable)
        .await
        .expect("it is reachable again");
}
