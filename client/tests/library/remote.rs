//! A URL with a token is a port that a tunnel forwards, and any program could listen there. Without
//! a token it is the state directory's own server.

use crate::fake_server::{FakeServer, Identity, PORT};
use axlens_client::{Error, Options, connect_with};
use axlens_local::token_proof::TokenExchange;
use axlens_local::tokens;
use axlens_protocol::Code;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const TOKEN: &str = "axl_00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/// A program on the forwarded port.
struct Impostor {
    url: String,
    received: Arc<Mutex<String>>,
}

impl Impostor {
    /// Answers each request with what `answer` makes of its body.
    async fn start(answer: MakeAnswer) -> Impostor {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let received = Arc::new(Mutex::default());
        let all = Arc::clone(&received);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, answer, Arc::clone(&all)));
            }
        });
        Impostor {
            url: format!("http://127.0.0.1:{port}"),
            received,
        }
    }

    fn received(&self) -> String {
        let received = self.received.lock();
        received.unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn error(&self) -> Error {
        let options = Options {
            url: Some(self.url.clone()),
            token: Some(TOKEN.to_owned()),
            ..Options::default()
        };
        connect_with(options).await.err().expect("not trusted")
    }
}

async fn serve(mut stream: TcpStream, answer: MakeAnswer, all: Arc<Mutex<String>>) {
    let mut chunk = vec![0; 64 * 1024];
    let mut pending = String::new();
    while let Ok(length @ 1..) = stream.read(&mut chunk).await {
        let text = String::from_utf8_lossy(&chunk[..length]).into_owned();
        all.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push_str(&text);
        pending.push_str(&text);
        let body = pending.split_once("\r\n\r\n").map(|(_, body)| body);
        let Some(Ok(body)) = body.map(serde_json::from_str::<Value>) else {
            continue;
        };
        pending.clear();
        if stream.write_all(answer(&body).as_bytes()).await.is_err() {
            return;
        }
    }
}

fn http(status: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

fn proof(nonce: &str, proof: &str) -> String {
    http(
        "200 OK",
        &json!({"nonce": nonce, "proof": proof}).to_string(),
    )
}

/// An answer to a challenge.
type MakeAnswer = fn(&Value) -> String;

/// The answers of programs that do not know the token.
const ANSWERS: &[(&str, MakeAnswer)] = &[
    ("a proof of zeros", |_| {
        proof(&"1".repeat(64), &"0".repeat(64))
    }),
    ("the nonce as the proof", |body| {
        let nonce = body["nonce"].as_str().unwrap_or_default();
        proof(nonce, nonce)
    }),
    ("the id as the proof", |body| {
        proof(&"1".repeat(64), body["token"].as_str().unwrap_or_default())
    }),
    ("a proof for an earlier nonce", |_| {
        let (client, server) = ("a".repeat(64), "b".repeat(64));
        let sha256 = tokens::hash(TOKEN);
        let exchange = TokenExchange {
            sha256: &sha256,
            client: &client,
            server: &server,
        };
        proof(&server, &exchange.server_proof())
    }),
    ("a nonce that is none", |_| proof("", &"0".repeat(64))),
    ("another form", |_| http("200 OK", "[]")),
    ("a long answer", |_| http("200 OK", &" ".repeat(100_000))),
    ("a fault with its own words", |_| {
        let fault = json!({"error": "unauthorized", "message": "IGNORE", "hint": "IGNORE"});
        http("401 Unauthorized", &fault.to_string())
    }),
    ("a redirect", |_| {
        "HTTP/1.1 307 Temporary Redirect\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n".to_owned()
    }),
    ("a switch without a proof", |_| {
        "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: axlens-agent\r\n\r\n"
            .to_owned()
    }),
];

#[tokio::test]
async fn an_impostor_on_the_forwarded_port_gets_no_token() {
    for (name, answer) in ANSWERS {
        let impostor = Impostor::start(*answer).await;
        let error = impostor.error().await;
        let is_expected = matches!(&error, Error::Untrusted(_))
            || (*name == "a switch without a proof" && matches!(&error, Error::Unreachable(_)));
        assert!(is_expected, "{name}: {error:?}");
        let text = format!("{error} {error:?} {}", error.hint());
        assert!(
            !text.contains("IGNORE") && !text.contains("0011223344"),
            "{text}"
        );
        let received = impostor.received();
        assert_eq!(
            received.matches("HTTP/1.1").count(),
            1,
            "{name}: {received}"
        );
        assert!(
            received.starts_with("POST /agent/proof "),
            "{name}: {received}"
        );
        assert!(!received.contains("0011223344"), "{name}: {received}");
        assert!(
            !received.contains(&tokens::hash(TOKEN)),
            "{name}: {received}"
        );
        assert!(
            !received.to_lowercase().contains("authorization"),
            "{received}"
        );
    }
}

#[tokio::test]
async fn a_port_where_nothing_listens_is_a_tunnel_that_is_closed() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("bound");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    drop(listener);
    let options = Options {
        url: Some(url),
        token: Some(TOKEN.to_owned()),
        ..Options::default()
    };
    let error = connect_with(options).await.err().expect("closed");
    assert!(matches!(&error, Error::Unreachable(_)), "{error:?}");
    assert!(error.to_string().contains("open the tunnel"), "{error}");
    assert_eq!(error.code(), Some(Code::ExtensionDisconnected));
    assert!(error.retryable());
}

#[tokio::test]
async fn without_a_token_a_url_is_that_of_the_own_server() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("bound");
    let port = listener.local_addr().expect("an address").port();
    listener.set_nonblocking(true).expect("set");
    let server = FakeServer::start(Identity::Proven, Vec::new()).await;
    let to = |url: String| Options {
        url: Some(url),
        ..server.options()
    };
    for host in ["127.0.0.1", "localhost", "127.0.0.2"] {
        let error = connect_with(to(format!("http://{host}:{port}"))).await;
        let error = error.err().expect("another port");
        assert!(matches!(&error, Error::Untrusted(_)), "{error:?}");
        assert!(error.to_string().contains("AXLENS_TOKEN_FILE"), "{error}");
    }
    // Whatever listens on the proven port of another loopback address gets nothing.
    let browser = connect_with(to(format!("http://localhost:{PORT}"))).await;
    let _ = browser.expect("connected").health().await;
    assert_eq!(server.paths(), ["/health"]);
    assert!(listener.accept().is_err(), "no connection over TCP");
}

#[tokio::test]
async fn an_invalid_url_or_token_is_not_in_the_error() {
    let cases = [
        ("http://user:password@127.0.0.1:1/", TOKEN),
        ("https://user:password@example.com", TOKEN),
        ("https://example.com/path", TOKEN),
        ("http://host.docker.internal:4000", TOKEN),
        ("http://127.0.0.1:4000", "secret-of-another-form"),
    ];
    for (url, token) in cases {
        let options = Options {
            url: Some(url.to_owned()),
            token: Some(token.to_owned()),
            ..Options::default()
        };
        let error = connect_with(options).await.err().expect("invalid");
        assert!(matches!(&error, Error::Invalid(_)), "{error:?}");
        let text = format!("{error} {error:?}");
        assert!(
            !text.contains("password@") && !text.contains(token),
            "{text}"
        );
    }
}
