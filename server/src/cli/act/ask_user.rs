//! `axlens ask-user`: arguments and request.

use crate::cli::find::WaitArgs;
use crate::cli::line::{self, LineError};
use crate::cli::request::{PageArgs, finish, send};
use crate::cli::{FAILED, USAGE, print};
use crate::text::answer_text;
use axlens_local::StateDir;
use axlens_protocol::agent::interact::ask_user::{AskUserAnswer, AskUserRequest};
use axlens_protocol::agent::wait::WaitRequest;
use clap::{Args, FromArgMatches, Parser};

/// Arguments of `axlens ask-user`.
#[derive(Debug, Args)]
pub(crate) struct AskUserArgs {
    /// The question; or, without --choice and --text, what the user should do on the page.
    #[arg(value_name = "QUESTION")]
    question: String,
    /// An answer to choose from; can be repeated.
    #[arg(long, value_name = "TEXT", conflicts_with = "text")]
    choice: Vec<String>,
    /// The user enters a text.
    #[arg(long)]
    text: bool,
    /// The question is over when this holds: the arguments of `axlens wait`, as in
    /// --until 'text Welcome'.
    #[arg(long, value_name = "CONDITION")]
    until: Option<String>,
    /// How long the user has, in seconds: 5 to 600; default: 300.
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// The tab, by its number in `axlens tabs`; default: the active tab.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    #[command(flatten)]
    page: PageArgs,
}

/// The condition of --until, as a command of its own.
#[derive(Debug, Parser)]
#[command(name = "--until", no_binary_name = true)]
struct UntilCondition {
    #[command(flatten)]
    wait: WaitArgs,
}

impl AskUserArgs {
    /// The body of `POST /ask-user`.
    ///
    /// # Errors
    /// If the condition can't be parsed.
    pub(super) fn request(self) -> anyhow::Result<AskUserRequest> {
        let until = self.until.as_deref().map(condition).transpose()?;
        Ok(AskUserRequest {
            question: self.question,
            choices: self.choice,
            text: self.text,
            until: until.map(Box::new),
            seconds: self.seconds,
            tab: self.tab,
            browser: self.page.browser,
            session: Some(self.page.session),
        })
    }
}

fn condition(text: &str) -> anyhow::Result<WaitRequest> {
    let parsed = line::words(text)
        .and_then(line::matches::<UntilCondition>)
        .and_then(|matches| UntilCondition::from_arg_matches(&matches).map_err(LineError::from));
    let parsed = parsed.map_err(|error| match error {
        LineError::Help(text) | LineError::Usage(text) => anyhow::anyhow!("--until: {text}"),
    })?;
    let mut request = parsed.wait.request();
    request.session = None;
    Ok(request)
}

/// `axlens ask-user`
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub(crate) fn ask_user(dir: &StateDir, args: AskUserArgs) -> anyhow::Result<u8> {
    let as_json = args.page.json;
    let request = match args.request() {
        Ok(request) => request,
        Err(error) => {
            print::remark(&format!("axlens: {error:#}"));
            return Ok(USAGE);
        }
    };
    let response = send(dir, |client| client.post("/ask-user", &request))?;
    let mut is_success = true;
    let code = finish(response, as_json, |answer| {
        let answer: AskUserAnswer = answer.read()?;
        is_success = answer.outcome.is_success();
        Ok(format!("{}\n", answer_text::question_end(&answer)))
    })?;
    Ok(if is_success { code } else { FAILED })
}
