//! The conversation with the extension: its messages and the server's changes come in, in order,
//! and answers go out.

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use axlens_protocol::Endpoint;

use crate::frames::{FrameError, read_frame, write_frame};
use crate::messages::{FromExtension, ToExtension, code, parse};
use crate::watch::{Change, Watch};

/// Something that the host must react to.
enum Event {
    Frame(Vec<u8>),
    /// No further frame will come.
    Closed(Option<FrameError>),
    Server(Change),
}

/// Talks until the extension closes the pipe. `watch` is an error where the installation's settings
/// can't be read.
pub fn run(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    watch: Result<Watch, String>,
) -> Result<(), FrameError> {
    let (sender, events) = channel();
    read_frames(input, sender.clone());
    let mut conversation = match watch {
        Ok(watch) => Conversation::new(Some(watch_server(watch, sender)), State::Unknown),
        Err(reason) => Conversation::new(None, State::NotInstalled(reason)),
    };
    converse(&events, &mut conversation, output)
}

fn converse(
    events: &Receiver<Event>,
    conversation: &mut Conversation,
    output: &mut impl Write,
) -> Result<(), FrameError> {
    for event in events {
        let answer = match event {
            Event::Frame(content) => conversation.receive(&content),
            Event::Server(change) => conversation.server_changed(change),
            Event::Closed(None) => break,
            Event::Closed(Some(error)) => return Err(error),
        };
        if let Some(answer) = answer {
            write_frame(
                output,
                &serde_json::to_vec(&answer).map_err(std::io::Error::from)?,
            )?;
        }
    }
    Ok(())
}

/// What is known of the server.
enum State {
    Unknown,
    Up(Endpoint),
    Gone,
    Failed,
    NotInstalled(String),
}

struct Conversation {
    /// Nothing is sent before the first hello.
    greeted: bool,
    /// The extension waits for an answer to its hello.
    asked: bool,
    state: State,
    hurry: Option<Sender<()>>,
}

impl Conversation {
    fn new(hurry: Option<Sender<()>>, state: State) -> Conversation {
        Conversation {
            greeted: false,
            asked: false,
            state,
            hurry,
        }
    }

    fn receive(&mut self, content: &[u8]) -> Option<ToExtension> {
        match parse(content) {
            Ok(FromExtension::Hello { .. }) => self.answer_hello(),
            Err(answer) => Some(answer),
        }
    }

    /// Every hello is answered: now where the state is known, else when it is.
    fn answer_hello(&mut self) -> Option<ToExtension> {
        self.greeted = true;
        match &self.state {
            State::Up(endpoint) => Some(address(endpoint)),
            State::NotInstalled(reason) => Some(error(code::NOT_INSTALLED, reason.clone())),
            State::Unknown | State::Gone | State::Failed => {
                self.asked = true;
                if let Some(hurry) = &self.hurry {
                    let _ = hurry.send(());
                }
                None
            }
        }
    }

    fn server_changed(&mut self, change: Change) -> Option<ToExtension> {
        let answer = match change {
            Change::Up(endpoint) => {
                self.asked = false;
                let answer = address(&endpoint);
                self.state = State::Up(endpoint);
                answer
            }
            Change::Gone => {
                self.state = State::Gone;
                ToExtension::Gone
            }
            Change::Failed(reason) => {
                // The first failure is sent, and then one for each time the extension asks.
                let news = self.asked || !matches!(self.state, State::Failed);
                self.state = State::Failed;
                self.asked = false;
                if !news {
                    return None;
                }
                error(code::SERVER_NOT_STARTED, reason)
            }
        };
        self.greeted.then_some(answer)
    }
}

fn address(endpoint: &Endpoint) -> ToExtension {
    ToExtension::Endpoint {
        url: endpoint.url.clone(),
        token: endpoint.extension_token.clone(),
    }
}

fn error(code: &'static str, message: String) -> ToExtension {
    ToExtension::Error { code, message }
}

fn read_frames(mut input: impl Read + Send + 'static, events: Sender<Event>) {
    thread::spawn(move || {
        loop {
            let event = match read_frame(&mut input) {
                Ok(Some(content)) => Event::Frame(content),
                Ok(None) => Event::Closed(None),
                Err(error) => Event::Closed(Some(error)),
            };
            let last = matches!(event, Event::Closed(_));
            if events.send(event).is_err() || last {
                return;
            }
        }
    });
}

fn watch_server(watch: Watch, events: Sender<Event>) -> Sender<()> {
    let (hurry, hurried) = channel();
    thread::spawn(move || {
        watch.run(&hurried, &mut |change| {
            events.send(Event::Server(change)).is_ok()
        })
    });
    hurry
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELLO: &[u8] = br#"{"type":"hello","wire":1,"version":"0.1.0"}"#;

    fn endpoint(port: u16) -> Endpoint {
        Endpoint {
            url: format!("http://127.0.0.1:{port}"),
            agent_token: "agent".into(),
            extension_token: "extension".into(),
            pid: 1,
            version: "0.1.0".into(),
        }
    }

    fn conversation() -> Conversation {
        Conversation::new(None, State::Unknown)
    }

    fn json_of(answer: Option<ToExtension>) -> String {
        answer
            .map(|answer| serde_json::to_string(&answer).expect("plain strings"))
            .unwrap_or_default()
    }

    #[test]
    fn nothing_is_sent_before_the_first_hello() {
        let mut conversation = conversation();
        assert_eq!(
            json_of(conversation.server_changed(Change::Up(endpoint(1)))),
            ""
        );
        assert_eq!(json_of(conversation.server_changed(Change::Gone)), "");
        assert_eq!(
            json_of(conversation.server_changed(Change::Up(endpoint(2)))),
            ""
        );
        assert!(json_of(conversation.receive(HELLO)).contains("127.0.0.1:2"));
    }

    #[test]
    fn the_extension_gets_its_own_token_and_never_the_agents() {
        let mut conversation = conversation();
        assert_eq!(json_of(conversation.receive(HELLO)), "");
        let answer = json_of(conversation.server_changed(Change::Up(endpoint(1))));
        assert_eq!(
            answer,
            r#"{"type":"endpoint","url":"http://127.0.0.1:1","token":"extension"}"#
        );
    }

    #[test]
    fn going_and_coming_back_are_sent_in_order() {
        let mut conversation = conversation();
        conversation.receive(HELLO);
        conversation.server_changed(Change::Up(endpoint(1)));
        assert_eq!(
            json_of(conversation.server_changed(Change::Gone)),
            r#"{"type":"gone"}"#
        );
        assert!(
            json_of(conversation.server_changed(Change::Up(endpoint(2)))).contains("127.0.0.1:2")
        );
    }

    #[test]
    fn a_failure_is_sent_once_and_again_when_asked() {
        let mut conversation = conversation();
        conversation.receive(HELLO);
        let failed = || Change::Failed("no such program".into());
        assert!(json_of(conversation.server_changed(failed())).contains("server_not_started"));
        assert_eq!(json_of(conversation.server_changed(failed())), "");
        conversation.receive(HELLO);
        assert!(json_of(conversation.server_changed(failed())).contains("no such program"));
    }

    #[test]
    fn an_installation_that_cannot_be_read_says_so() {
        let mut conversation = Conversation::new(
            None,
            State::NotInstalled("run `axlens install` again".into()),
        );
        assert!(json_of(conversation.receive(HELLO)).contains("not_installed"));
    }
}
