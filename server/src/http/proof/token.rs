//! The endpoints for the mutual proof of an agent on another machine and this server, over a
//! forwarded port. `POST /agent/proof` begins an exchange. `GET /agent/connection` ends it and
//! switches the connection to HTTP as the agent: a proxy between the two can't mix it with the
//! requests of others, and no request on it has a token.

use super::parse;
use crate::agents::{Agent, ProvenAgent};
use crate::http::connections::HttpConnection;
use crate::http::credentials::authorization;
use crate::http::error::HandlerResult;
use crate::http::proofs::Proofs;
use crate::state::App;
use axlens_local::token_proof::{PROTOCOL, SCHEME, TokenProofAnswer, TokenProofRequest};
use axlens_protocol::{Code, Fault};
use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, UPGRADE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::{Extension, Json, Router};
use hyper_util::rt::TokioIo;
use std::sync::Arc;
use std::time::Instant;

/// The endpoints of a connection that has become an agent's.
#[derive(Clone)]
pub struct ProvenRouter(pub Router);

/// `POST /agent/proof`
pub async fn begin(
    State(app): State<Arc<App>>,
    Extension(proofs): Extension<Arc<Proofs>>,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<Json<TokenProofAnswer>> {
    let request: TokenProofRequest = parse(body)?;
    let begun = proofs
        .of_tokens
        .begin(&app.agents, &request, Instant::now())?;
    Ok(Json(begun))
}

/// `GET /agent/connection`
pub async fn open(
    State(app): State<Arc<App>>,
    Extension(proofs): Extension<Arc<Proofs>>,
    Extension(ProvenRouter(router)): Extension<ProvenRouter>,
    Extension(connection): Extension<HttpConnection>,
    mut request: Request,
) -> HandlerResult<Response> {
    let agent = proven_agent(&app, &proofs, request.headers())?;
    let upgrade = request.headers().get(UPGRADE);
    if upgrade.is_none_or(|upgrade| upgrade != PROTOCOL) {
        let message = format!("The header `Upgrade` must be `{PROTOCOL}`.");
        return Err(Fault::bad_request(message).into());
    }
    let connection = connection.upgraded()?;
    let router = router.layer(Extension(ProvenAgent(agent)));
    let upgrade = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        match upgrade.await {
            Ok(upgraded) => connection.serve(TokioIo::new(upgraded), router).await,
            Err(error) => tracing::debug!(%error, "the agent's connection could not be opened"),
        }
    });
    let switched = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(CONNECTION, "upgrade")
        .header(UPGRADE, PROTOCOL)
        .body(Body::empty());
    switched.map_err(|error| Fault::new(Code::Internal, error.to_string()).into())
}

/// The agent that proves its token in the header `Authorization`.
fn proven_agent(app: &App, proofs: &Proofs, headers: &HeaderMap) -> Result<Arc<Agent>, Fault> {
    let credentials = authorization(headers, SCHEME);
    let parts = credentials.and_then(|credentials| credentials.split_once('.'));
    let token = parts
        .and_then(|(exchange, proof)| proofs.of_tokens.finish(exchange, proof, Instant::now()));
    let Some(token) = token else {
        let message = "The request has no proof for an open exchange.";
        return Err(Fault::new(Code::Unauthorized, message)
            .hint("Begin a new exchange with `POST /agent/proof`."));
    };
    app.agents.with_token(&token)
}
