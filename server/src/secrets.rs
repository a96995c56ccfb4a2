//! The user's secrets that agents use by name: the value comes from a command that the user has
//! configured, goes to the field, and is removed from everything that pages show afterwards.

use crate::agents::Agents;
use axlens_local::secrets::{NamedSecret, SecretFile};
use axlens_protocol::wire::SecretValue;
use axlens_protocol::{Code, Fault};
use axum::body::Bytes;
use std::borrow::Cow;
use std::process::Stdio;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::Command;

/// The time for a command, in which the user may have to unlock a password manager.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(60);

/// Maximum length of a value, in bytes.
const MAX_LEN: u64 = 4096;

/// Shorter values are not removed from pages, where they occur by chance.
const MIN_MASKED_CHARS: usize = 6;

/// Maximum number of texts that are removed from pages: the last ones, some for each value.
const MAX_MASKED: usize = 400;

/// How many times a value may be escaped in an answer: quoted in a text, that in JSON, that in JSON
/// of MCP.
const MAX_ESCAPES: usize = 4;

/// What pages show instead of a value.
const MASK: &str = "[secret]";

/// Maximum number of names in a fault.
const MAX_NAMES: usize = 20;

const UNLOCK: &str = "Ask the user to unlock their password manager, or to try `axlens secret test`. Then repeat the action.";

/// The secrets of the server's state directory.
#[derive(Debug)]
pub struct SecretStore {
    file: Option<SecretFile>,
    /// The values that were entered, as answers may contain them.
    entered: Mutex<Entered>,
}

/// Values without a `Debug` that prints them.
#[derive(Default)]
struct Entered(Vec<String>);

impl std::fmt::Debug for Entered {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} values", self.0.len())
    }
}

impl SecretStore {
    /// The secrets of the state directory of these agents; none without one.
    pub fn of(agents: &Agents) -> SecretStore {
        SecretStore {
            file: agents.dir().map(SecretFile::of),
            entered: Mutex::default(),
        }
    }

    /// The value of a secret and its sites; the value is empty for a dry run.
    ///
    /// # Errors
    /// `bad_request` for an unknown name; `permission_denied` if its command fails; `internal` if
    /// the file can't be read.
    pub async fn value(&self, name: &str, dry_run: bool) -> Result<SecretValue, Fault> {
        let NamedSecret { sites, command, .. } = self.named(name)?;
        let value = match dry_run {
            true => String::new(),
            false => printed(&command)
                .await
                .map_err(|error| no_value(name, &error))?,
        };
        self.note(&value);
        Ok(SecretValue { value, sites })
    }

    fn named(&self, name: &str) -> Result<NamedSecret, Fault> {
        let file = self.file.as_ref();
        let all = file.map(SecretFile::read).transpose().map_err(|error| {
            Fault::new(
                Code::Internal,
                format!("The secrets can't be read: {error:#}."),
            )
        })?;
        let all = all.unwrap_or_default();
        match all.iter().find(|secret| secret.name == name) {
            Some(secret) => Ok(secret.clone()),
            None => Err(unknown(name, &all)),
        }
    }

    /// From now on, pages do not show this value.
    fn note(&self, value: &str) {
        if value.chars().count() < MIN_MASKED_CHARS {
            return;
        }
        let mut entered = self.entered();
        // A text of a page is in quotes in the text of an answer, which is a string in its JSON.
        let escapes = std::iter::successors(Some(value.to_owned()), |text| Some(escaped(text)));
        for text in escapes.take(MAX_ESCAPES) {
            entered.0.retain(|other| *other != text);
            entered.0.push(text);
        }
        let first = entered.0.len().saturating_sub(MAX_MASKED);
        entered.0.drain(..first);
    }

    /// Whether no value was entered.
    pub fn is_empty(&self) -> bool {
        self.entered().0.is_empty()
    }

    /// A part of an answer to an agent, without the values that were entered.
    pub fn masked(&self, answer: Bytes) -> Bytes {
        let Ok(text) = str::from_utf8(&answer) else {
            return answer;
        };
        match self.in_text(text) {
            Cow::Borrowed(_) => answer.clone(),
            Cow::Owned(text) => text.into(),
        }
    }

    /// A text of a page without these values.
    pub fn masked_text(&self, text: &str) -> String {
        self.in_text(text).into_owned()
    }

    fn in_text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let entered = self.entered();
        let mut masked = Cow::Borrowed(text);
        // Those with the most escapes contain the others.
        for value in entered.0.iter().rev() {
            if masked.contains(value.as_str()) {
                masked = Cow::Owned(masked.replace(value.as_str(), MASK));
            }
        }
        masked
    }

    fn entered(&self) -> MutexGuard<'_, Entered> {
        self.entered.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
    if let Some(output) = child.stdout.take() {
        let mut output = BufReader::new(output);
        let mut first = (&mut output).take(MAX_LEN + 1);
        first.read_line(&mut line).await?;
        // The command may wait until all of its output is read.
        tokio::io::copy(&mut output, &mut tokio::io::sink()).await?;
    }
    let status = child.wait().await?;
    let value = line.trim_end_matches(['\n', '\r']);
    anyhow::ensure!(status.success(), "it ended with {status}");
    anyhow::ensure!(!value.is_empty(), "it printed an empty line");
    anyhow::ensure!(
        value.len() as u64 <= MAX_LEN,
        "its line is longer than {MAX_LEN} bytes"
    );
    Ok(value.to_owned())
}

/// A text as it is in a string of JSON.
fn escaped(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    let inner = quoted
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or_default().to_owned()
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

fn no_value(name: &str, error: &anyhow::Error) -> Fault {
    let message = format!("The command of the secret {name:?} gave no value: {error:#}.");
    Fault::new(Code::PermissionDenied, message).hint(UNLOCK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn secrets() -> SecretStore {
        SecretStore {
            file: None,
            entered: Mutex::default(),
        }
    }

    #[test]
    fn values_are_removed_from_answers() {
        let secrets = secrets();
        let masked = |answer: &str| {
            let masked = secrets.masked(Bytes::from(answer.to_owned()));
            String::from_utf8(masked.to_vec()).expect("UTF-8")
        };
        assert!(secrets.is_empty());
        secrets.note("12345");
        assert!(secrets.is_empty());
        secrets.note("pa\"ss\\word");
        let mut text = "It is pa\"ss\\word, 12345".to_owned();
        for _ in 0..MAX_ESCAPES {
            assert_eq!(
                masked(&text).matches("[secret], 12345").count(),
                1,
                "{text}"
            );
            text = Value::from(text).to_string();
        }
        let image = Bytes::from_static(&[0xff, 0xd8]);
        assert_eq!(secrets.masked(image.clone()), image);
        assert_eq!(format!("{secrets:?}").matches("word").count(), 0);
    }

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
        assert!(secrets().named("x").is_err());
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn the_first_line_of_a_command_is_the_value() {
        let shell = |script: &str| ["sh", "-c", script].map(str::to_owned).to_vec();
        let value = printed(&shell("printf 'hunter2 x\\r\\nuser: ada\\n'")).await;
        assert_eq!(value.expect("a value"), "hunter2 x");
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
