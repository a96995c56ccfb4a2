//! The user's secrets that agents use by name: the value comes from a command that the user has
//! configured, and goes to the field. Nothing about it is in a fault.

use crate::agents::Agents;
use axlens_local::secrets::{NamedSecret, SecretFile};
use axlens_protocol::{Code, Fault};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::Command;

/// The time for a command, in which the user may have to unlock a password manager.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(60);

/// Maximum length of a value, in bytes.
const MAX_LEN: u64 = 4096;

/// Maximum number of names in a fault.
const MAX_NAMES: usize = 20;

const UNLOCK: &str = "Ask the user to unlock their password manager, or to try `axlens secret test`. Then repeat the action.";

/// The secrets of the server's state directory.
#[derive(Debug)]
pub struct SecretStore {
    file: Option<SecretFile>,
}

impl SecretStore {
    /// The secrets of the state directory of these agents; none without one.
    pub fn of(agents: &Agents) -> SecretStore {
        SecretStore {
            file: agents.dir().map(SecretFile::of),
        }
    }

    /// A secret, without its value.
    ///
    /// # Errors
    /// `bad_request` for an unknown name; `internal` if the file can't be read.
    pub fn named(&self, name: &str) -> Result<NamedSecret, Fault> {
        let file = self.file.as_ref();
        // The reason may quote the file.
        let all = file.map(SecretFile::read).transpose().map_err(|_| {
            let message = "The file of secrets can't be read, or is invalid.";
            Fault::new(Code::Internal, message)
                .hint("Ask the user to run `axlens secret list`, which prints the reason.")
        })?;
        let all = all.unwrap_or_default();
        match all.iter().find(|secret| secret.name == name) {
            Some(secret) => Ok(secret.clone()),
            None => Err(unknown(name, &all)),
        }
    }
}

/// The value of a secret.
///
/// # Errors
/// `permission_denied` if its command gives none. The fault does not say why.
pub async fn value(secret: &NamedSecret) -> Result<String, Fault> {
    printed(&secret.command).await.map_err(|_| {
        let message = format!("The command of the secret {:?} gave no value.", secret.name);
        Fault::new(Code::PermissionDenied, message).hint(UNLOCK)
    })
}

/// The first line that a command prints.
///
/// # Errors
/// If it can't be started, fails, takes too long, or prints no line or a long one. The error does
/// not contain what it prints.
pub async fn printed(command: &[String]) -> anyhow::Result<String> {
    let (program, arguments) = command
        .split_first()
        .ok_or_else(|| anyhow::anyhow!("there is no command"))?;
    let run = first_line(program, arguments);
    tokio::time::timeout(COMMAND_TIMEOUT, run)
        .await
        .map_err(|_| anyhow::anyhow!("it took longer than {} s", COMMAND_TIMEOUT.as_secs()))?
}

async fn first_line(program: &str, arguments: &[String]) -> anyhow::Result<String> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    let mut line = String::new();
    let status = match child.stdout.take() {
        Some(output) => {
            let mut output = BufReader::new(output);
            let mut first = (&mut output).take(MAX_LEN + 1);
            first.read_line(&mut line).await?;
            // The command may wait until all of its output is read, and a program that it has
            // started may keep its output open.
            let mut sink = tokio::io::sink();
            let rest = async {
                let _ = tokio::io::copy(&mut output, &mut sink).await;
                std::future::pending().await
            };
            tokio::select! {
                status = child.wait() => status?,
                () = rest => return Err(anyhow::anyhow!("its output has no end")),
            }
        }
        None => child.wait().await?,
    };
    let value = line.trim_end_matches(['\n', '\r']);
    anyhow::ensure!(status.success(), "it ended with {status}");
    anyhow::ensure!(!value.is_empty(), "it printed an empty line");
    anyhow::ensure!(
        value.len() as u64 <= MAX_LEN,
        "its line is longer than {MAX_LEN} bytes"
    );
    Ok(value.to_owned())
}

fn unknown(name: &str, all: &[NamedSecret]) -> Fault {
    let listed = all.iter().take(MAX_NAMES);
    let listed = listed.map(|secret| format!("{} ({})", secret.name, secret.sites.join(" ")));
    let names = match all.len() {
        0 => "The user has stored none.".to_owned(),
        count if count > MAX_NAMES => format!(
            "There are {count}, among them {}.",
            listed.collect::<Vec<_>>().join(", ")
        ),
        _ => format!("There are: {}.", listed.collect::<Vec<_>>().join(", ")),
    };
    Fault::bad_request(format!("There is no secret {name:?}. {names}"))
        .hint("The user adds one with `axlens secret add`.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_does_not_exist_is_refused_with_those_that_do() {
        let github = NamedSecret {
            name: "github".to_owned(),
            sites: vec!["github.com".to_owned()],
            command: vec!["true".to_owned()],
        };
        let fault = unknown("gitlab", &[github]);
        assert!(
            fault.message.contains("github (github.com)"),
            "{}",
            fault.message
        );
        assert!(SecretStore { file: None }.named("x").is_err());
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn the_first_line_of_a_command_is_the_value() {
        let shell = |script: &str| ["sh", "-c", script].map(str::to_owned).to_vec();
        let value = printed(&shell("printf 'hunter2 x\\r\\nuser: ada\\n'")).await;
        assert_eq!(value.expect("a value"), "hunter2 x");
        // A program that goes on with the same output does not delay it.
        let value = printed(&shell("echo hunter2; timeout 20 tail -f /dev/null &")).await;
        assert_eq!(value.expect("a value"), "hunter2");
        for (script, expected) in [
            ("echo hunter2; exit 3", "exit status: 3"),
            ("echo", "empty"),
            ("head -c 9000 /dev/zero | tr '\\0' x", "longer"),
        ] {
            let error = printed(&shell(script)).await.expect_err("an error");
            let text = format!("{error:#}");
            assert!(
                text.contains(expected) && !text.contains("hunter2"),
                "{text}"
            );
        }
        let missing = ["axlens-has-no-such-program".to_owned()];
        assert!(printed(&missing).await.is_err());
    }
}
