//! Connections that do nothing, or too slowly, or are too many. The clock moves where all wait.

use crate::http::rig::{AGENT, PORT, Rig, RunningServer};
use axlens_server::http::connections::LIMITS;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

async fn connect(server: &RunningServer) -> TcpStream {
    let connected = TcpStream::connect(server.address).await;
    connected.expect("a connection")
}

fn head(line: &str) -> String {
    format!("{line} HTTP/1.1\r\nhost: 127.0.0.1:{PORT}\r\nauthorization: Bearer {AGENT}\r\n")
}

async fn send(stream: &mut TcpStream, text: &str) {
    stream.write_all(text.as_bytes()).await.expect("it is open");
}

/// What comes at once.
async fn some(stream: &mut TcpStream) -> String {
    let mut bytes = vec![0; 64 * 1024];
    let length = stream.read(&mut bytes).await.unwrap_or(0);
    String::from_utf8_lossy(&bytes[..length]).into_owned()
}

/// What comes until the server ends the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // It may be ended roughly.
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn a_flood_of_idle_connections_keeps_nobody_out() {
    let server = Rig::new().listen().await;
    let mut agent = connect(&server).await;
    send(&mut agent, &(head("GET /status") + "\r\n")).await;
    assert!(some(&mut agent).await.starts_with("HTTP/1.1 200"));
    let mut flood = Vec::new();
    for _ in 0..3 * LIMITS.pending {
        flood.push(connect(&server).await);
    }
    // One that is new and says who it is.
    let mut late = connect(&server).await;
    send(&mut late, &(head("GET /status") + "\r\n")).await;
    assert!(some(&mut late).await.starts_with("HTTP/1.1 200"));
    // The oldest of the flood have made room; who was let in before stays.
    assert_eq!(rest(&mut flood[0]).await, "");
    send(&mut agent, &(head("GET /status") + "\r\n")).await;
    assert!(some(&mut agent).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn more_connections_of_agents_than_there_is_room_for_are_refused_in_words() {
    let server = Rig::new().listen().await;
    let mut agents = Vec::new();
    for number in 0..=LIMITS.admitted {
        let mut agent = connect(&server).await;
        send(&mut agent, &(head("GET /status") + "\r\n")).await;
        let reply = some(&mut agent).await;
        assert_eq!(reply.starts_with("HTTP/1.1 200"), number < LIMITS.admitted);
        if number == LIMITS.admitted {
            assert!(
                reply.starts_with("HTTP/1.1 429") && reply.contains("queue_full"),
                "{reply}"
            );
        }
        agents.push(agent);
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_head_ends_the_connection() {
    let server = Rig::new().listen().await;
    for part in ["", "GET /health HT", &head("GET /status")] {
        let mut slow = connect(&server).await;
        send(&mut slow, part).await;
        let reply = rest(&mut slow).await;
        assert!(!reply.contains("200 OK"), "{reply}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_body_is_a_fault() {
    let server = Rig::new().listen().await;
    let mut slow = connect(&server).await;
    let head = head("POST /observe") + "content-length: 100\r\n\r\n{";
    send(&mut slow, &head).await;
    let reply = rest(&mut slow).await;
    assert!(reply.starts_with("HTTP/1.1 400"), "{reply}");
    assert!(reply.contains("could not be read to its end"), "{reply}");
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_is_no_longer_used_is_ended() {
    let server = Rig::new().listen().await;
    let mut idle = connect(&server).await;
    send(&mut idle, &(head("GET /health") + "\r\n")).await;
    assert!(rest(&mut idle).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_head_that_is_too_long_is_refused() {
    let server = Rig::new().listen().await;
    for long in [
        head(&format!("GET /{}", "x".repeat(100_000))),
        head("GET /health") + &format!("x-long: {}\r\n", "x".repeat(100_000)),
        head("GET /health") + &"x-many: 1\r\n".repeat(200),
    ] {
        let mut stream = connect(&server).await;
        let _ = stream.write_all((long + "\r\n").as_bytes()).await;
        let reply = some(&mut stream).await;
        assert!(reply.starts_with("HTTP/1.1 4"), "{reply}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_stops_ends_idle_connections_and_itself() {
    let server = Rig::new().listen().await;
    let mut idle = connect(&server).await;
    send(&mut idle, &(head("GET /health") + "\r\n")).await;
    assert!(some(&mut idle).await.starts_with("HTTP/1.1 200"));
    server.stop.send(()).expect("it runs");
    assert_eq!(rest(&mut idle).await, "");
    server.ended.await.expect("it ends");
}
