//! `axlens secret`: manages the secrets that agents may use by name. It edits the file in the state
//! directory; a running server reads it at its next request.

use super::{OK, print};
use crate::secrets;
use anyhow::{Context, ensure};
use axlens_local::secrets::{NamedSecret, SecretFile};
use axlens_local::{StateDir, site_pattern};
use clap::{Args, Subcommand};
use serde::Serialize;

/// The subcommands of `axlens secret`.
#[derive(Debug, Subcommand)]
pub enum SecretCommand {
    /// Add a secret, with the command that prints its value: `axlens secret add github --site
    /// https://github.com -- pass show github`.
    Add(AddSecretArgs),
    /// List the secrets, without their values.
    List(super::JsonArgs),
    /// Run the command of a secret, and say whether it gives a value, which is not printed.
    Test(NamedSecretArgs),
    /// Remove a secret.
    Remove(NamedSecretArgs),
}

/// Arguments of `axlens secret add`.
#[derive(Debug, Args)]
pub struct AddSecretArgs {
    /// Its name, which agents use: 1 to 40 of a–z, 0–9, `.`, `_`, `-`.
    name: String,
    /// A site whose fields may take it, `[scheme://]host[:port]`, `*.example.org` for all
    /// subdomains; can be repeated.
    #[arg(long = "site", value_name = "PATTERN", required = true, value_parser = site_pattern::normalize)]
    sites: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// The program that prints the value on its first line, and its arguments. The server runs it
    /// without a shell, each time that an agent uses the secret.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// Arguments of the commands for one secret.
#[derive(Debug, Args)]
pub struct NamedSecretArgs {
    /// Its name.
    name: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What a command has done, as JSON.
#[derive(Serialize)]
struct SecretEnd<'a> {
    name: &'a str,
}

/// `axlens secret`
///
/// # Errors
/// If the file of secrets can't be trusted or written, or there is no secret with the name; with
/// `test`: if its command gives no value.
pub fn secret(dir: &StateDir, command: SecretCommand) -> anyhow::Result<u8> {
    let file = SecretFile::of(dir);
    match command {
        SecretCommand::Add(args) => add(&file, args)?,
        SecretCommand::List(args) => list(&file, args.json)?,
        SecretCommand::Test(args) => test(&file, &args)?,
        SecretCommand::Remove(args) => remove(&file, &args)?,
    }
    Ok(OK)
}

fn add(file: &SecretFile, args: AddSecretArgs) -> anyhow::Result<()> {
    let secret = NamedSecret {
        name: args.name,
        sites: args.sites,
        command: args.command,
    };
    let name = secret.name.clone();
    file.add(secret)?;
    end(
        &name,
        args.json,
        &format!("added: {name}. `axlens secret test {name}` tries it."),
    )
}

fn remove(
    file: &SecretFile,
    NamedSecretArgs { name, json }: &NamedSecretArgs,
) -> anyhow::Result<()> {
    ensure!(file.remove(name)?, none_with(name));
    end(name, *json, &format!("removed: {name}"))
}

fn test(file: &SecretFile, NamedSecretArgs { name, json }: &NamedSecretArgs) -> anyhow::Result<()> {
    let secrets = file.read()?;
    let secret = secrets.iter().find(|secret| secret.name == *name);
    let secret = secret.with_context(|| none_with(name))?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let printed = runtime.block_on(secrets::printed(&secret.command));
    drop(printed.context("the command of the secret gave no value")?);
    end(name, *json, &format!("{name} has a value"))
}

fn none_with(name: &str) -> String {
    format!("there is no secret with the name {name}: `axlens secret list` shows all")
}

fn end(name: &str, as_json: bool, text: &str) -> anyhow::Result<()> {
    match as_json {
        true => print::json(&SecretEnd { name })?,
        false => print::text(text),
    }
    Ok(())
}

fn list(file: &SecretFile, as_json: bool) -> anyhow::Result<()> {
    let secrets = file.read()?;
    match as_json {
        true => print::json(&secrets)?,
        false if secrets.is_empty() => print::text("no secrets"),
        false => print::text(&secrets.iter().map(line).collect::<Vec<_>>().join("\n")),
    }
    Ok(())
}

fn line(secret: &NamedSecret) -> String {
    let (sites, command) = (secret.sites.join(" "), secret.command.join(" "));
    format!("{}, on {sites}: {command}", secret.name)
}
