//! Another program that speaks the extension's exchange of proofs: without the key, or, for the
//! control, with it.

use crate::attack::raw::{Answer, send};
use crate::attack::refusal::refusal;
use crate::attack::report::Report;
use crate::attack::target::Target;
use anyhow::{Context, ensure};
use axlens_harness::LocalServer;
use axlens_local::proof::{Claim, ProofRole};
use serde_json::{Value, json};

const NONCE: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/// Runs them all.
pub async fn attacks(report: &mut Report, target: &Target<'_, LocalServer>) {
    for (name, role) in [
        ("proof_of_the_server", ProofRole::Server),
        ("proof_of_a_websocket", ProofRole::WebSocket),
        ("proof_of_the_socket", ProofRole::Socket),
    ] {
        let tried = "a proof for another role, made with the right key";
        let proof = |claim: Claim| Claim { role, ..claim }.prove(&target.key);
        report.attack(name, tried, with_proof(target, proof)).await;
    }
    let tried = "a proof for another port, as a relay would receive it";
    let proof = |claim: Claim| Claim { port: 1, ..claim }.prove(&target.key);
    report
        .attack("proof_of_another_port", tried, with_proof(target, proof))
        .await;
    let tried = "a proof for another exchange";
    let proof = |claim: Claim| {
        Claim {
            server: NONCE,
            ..claim
        }
        .prove(&target.key)
    };
    report
        .attack("proof_replayed", tried, with_proof(target, proof))
        .await;
    let tried = "a proof made with the agents' token";
    let proof = |claim: Claim| claim.prove(&target.token);
    report
        .attack("proof_by_the_token", tried, with_proof(target, proof))
        .await;
    let tried = "a nonce that is none, to have a text of one's choice signed";
    report
        .attack("chosen_nonce", tried, chosen_nonce(target))
        .await;
    let tried = "300 exchanges begun and left, then the right one";
    report.attack("exchange_flood", tried, flood(target)).await;
}

/// A token for polls, by the right proof.
pub async fn token<T: AsRef<LocalServer>>(target: &Target<'_, T>) -> anyhow::Result<String> {
    let exchange = begin(target).await?;
    let proof = claim(target, &exchange).prove(&target.key);
    let answer = finish(target, &exchange, &proof).await?;
    let granted: Value = serde_json::from_str(answer.body())?;
    granted["token"]
        .as_str()
        .map(str::to_owned)
        .context("a token")
}

async fn post<T: AsRef<LocalServer>>(
    target: &Target<'_, T>,
    path: &str,
    body: &Value,
) -> anyhow::Result<Answer> {
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\nhost: {{host}}\nconnection: close\n{{worker}}\ncontent-length: {}\n\n",
        body.len()
    );
    send(target.port, (target.fill(&head) + &body).as_bytes()).await
}

/// Begins an exchange: the server's nonce.
async fn begin<T: AsRef<LocalServer>>(target: &Target<'_, T>) -> anyhow::Result<String> {
    let answer = post(target, "/proof", &json!({"nonce": NONCE})).await?;
    ensure!(answer.statuses() == [200], "{}", answer.text());
    let begun: Value = serde_json::from_str(answer.body())?;
    Ok(begun["nonce"].as_str().context("a nonce")?.to_owned())
}

async fn finish<T: AsRef<LocalServer>>(
    target: &Target<'_, T>,
    exchange: &str,
    proof: &str,
) -> anyhow::Result<Answer> {
    post(
        target,
        "/token",
        &json!({"exchange": exchange, "proof": proof}),
    )
    .await
}

fn claim<'a, T>(target: &Target<'_, T>, server: &'a str) -> Claim<'a> {
    Claim {
        role: ProofRole::Worker,
        client: NONCE,
        server,
        port: target.port,
    }
}

/// A wrong proof, and then the right one, which comes too late.
async fn with_proof(
    target: &Target<'_, LocalServer>,
    wrong: impl Fn(Claim) -> String,
) -> anyhow::Result<String> {
    let exchange = begin(target).await?;
    let right = claim(target, &exchange);
    let refused = finish(target, &exchange, &wrong(right)).await?;
    let outcome = refusal(target, &refused, &[401])?;
    let late = finish(target, &exchange, &right.prove(&target.key)).await?;
    ensure!(late.statuses() == [401], "a second try: {}", late.text());
    Ok(outcome)
}

async fn chosen_nonce(target: &Target<'_, LocalServer>) -> anyhow::Result<String> {
    let nonce = format!("{NONCE}\n{NONCE}");
    let answer = post(target, "/proof", &json!({"nonce": nonce})).await?;
    refusal(target, &answer, &[400])
}

async fn flood(target: &Target<'_, LocalServer>) -> anyhow::Result<String> {
    for _ in 0..300 {
        begin(target).await?;
    }
    let exchange = begin(target).await?;
    let proof = claim(target, &exchange).prove(&target.key);
    let answer = finish(target, &exchange, &proof).await?;
    ensure!(answer.statuses() == [200], "{}", answer.text());
    Ok("who knows the key still comes in".into())
}
