//! Opens a line to a gateway: TCP, TLS, and a WebSocket with the server's token. The token is sent
//! only after the gateway's certificate was verified, and no redirect is followed.

use super::settings::{GatewayAddress, JoinSettings};
use anyhow::{Context, bail, ensure};
use axlens_client::tls::client_config;
use axlens_protocol::gateway::{EDGE_PATH, LINE_PROTOCOL, MAX_FRAME};
use axum::http::header::{AUTHORIZATION, SEC_WEBSOCKET_PROTOCOL};
use axum::http::{HeaderValue, StatusCode};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// The timeout of all steps together.
const TIMEOUT: Duration = Duration::from_secs(15);

/// A connection to a gateway, with or without TLS.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// An open line.
pub type Line = WebSocketStream<Box<dyn Stream>>;

/// The gateway does not accept the server: another attempt will hardly help.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refused(String);

/// Opens a line.
///
/// # Errors
/// If the gateway can't be reached or verified; [`Refused`] if it rejects the server.
pub async fn dial(settings: &JoinSettings) -> anyhow::Result<Line> {
    let opened = tokio::time::timeout(TIMEOUT, open(settings)).await;
    opened.unwrap_or_else(|_| bail!("it did not answer within {} s", TIMEOUT.as_secs()))
}

async fn open(settings: &JoinSettings) -> anyhow::Result<Line> {
    let address = &settings.address;
    let request = request(address, &settings.token()?)?;
    let stream = connect(address, settings.ca_file.as_deref()).await?;
    let opened = client_async_with_config(request, stream, Some(config())).await;
    let (line, response) = opened.map_err(refusal)?;
    let protocol = response.headers().get(SEC_WEBSOCKET_PROTOCOL);
    ensure!(
        protocol.is_some_and(|protocol| protocol == LINE_PROTOCOL),
        "it is no gateway of Axlens, or one of another version"
    );
    Ok(line)
}

/// The limits of messages.
fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(MAX_FRAME))
        .max_frame_size(Some(MAX_FRAME))
}

fn request(address: &GatewayAddress, token: &str) -> anyhow::Result<Request> {
    let mut request = format!("{address}{EDGE_PATH}").into_client_request()?;
    let mut authorization = HeaderValue::try_from(format!("Bearer {token}"))?;
    authorization.set_sensitive(true);
    let headers = request.headers_mut();
    headers.insert(AUTHORIZATION, authorization);
    let protocol = HeaderValue::from_static(LINE_PROTOCOL);
    headers.insert(SEC_WEBSOCKET_PROTOCOL, protocol);
    Ok(request)
}

async fn connect(address: &GatewayAddress, ca: Option<&Path>) -> anyhow::Result<Box<dyn Stream>> {
    let stream = TcpStream::connect((address.bare_host(), address.port))
        .await
        .context("it can't be reached")?;
    // Without it, small answers wait for more data.
    stream.set_nodelay(true)?;
    if !address.is_tls {
        return Ok(Box::new(stream));
    }
    let name = ServerName::try_from(address.bare_host().to_owned())?;
    let connector = TlsConnector::from(Arc::new(client_config(ca)?));
    let secured = connector.connect(name, stream).await;
    Ok(Box::new(secured.context("its TLS connection failed")?))
}

/// The error of a handshake. It has nothing of the gateway's answer but the status.
fn refusal(error: tungstenite::Error) -> anyhow::Error {
    let tungstenite::Error::Http(response) = error else {
        return anyhow::Error::new(error).context("it opens no WebSocket");
    };
    let status = response.status();
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            let message = "it rejects the token: ask its administrator for a new one, then run `axlens join` again";
            Refused(message.to_owned()).into()
        }
        StatusCode::UPGRADE_REQUIRED => {
            Refused("it has another version: update the older side".to_owned()).into()
        }
        _ => anyhow::anyhow!("it answered with the HTTP status {}", status.as_u16()),
    }
}
