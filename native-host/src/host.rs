//! The main loop: receives messages of the extension and changes of the server, in order, and sends
//! the answers.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::frames::{FrameError, read_frame, write_frame};
use crate::messages::{FromExtension, ToExtension, code, parse};
use crate::settings::Settings;
use crate::watch::{Address, Change, Watch};
use axlens_local::{AssignedBrowser, StateDir};

/// Interval of reading the settings again, because `axlens install` can change them while the
/// browser runs.
const READ_INTERVAL: Duration = Duration::from_secs(1);

/// The message of a host whose installation was removed while the browser runs.
const UNINSTALLED: &str = "The native messaging host was uninstalled with `axlens uninstall`. `axlens install` installs it again.";

/// An event that the host handles.
enum HostEvent {
    Frame(Vec<u8>),
    /// The extension has closed the pipe, or a frame is invalid.
    Closed(Option<FrameError>),
    Server(Change),
    /// The new value of `unattended` in the settings.
    Unattended(bool),
}

/// Runs until the extension closes the pipe. `watch` is an error if the installation's settings
/// can't be read.
pub fn run(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    watch: Result<Watch, String>,
) -> Result<(), FrameError> {
    let (sender, events) = channel();
    read_frames(input, sender.clone());
    let (_until_dropped, ends) = channel();
    let mut conversation = match watch {
        Ok(watch) => {
            let (dir, unattended) = (watch.settings.dir(), watch.settings.unattended);
            let browser = watch.settings.browser.clone();
            watch_settings(
                watch.settings_file.clone(),
                unattended,
                sender.clone(),
                ends,
            );
            let retry_sender = watch_server(watch, sender);
            let conversation = Conversation::new(Some(retry_sender), Some(dir), State::Unknown);
            Conversation {
                unattended,
                browser,
                ..conversation
            }
        }
        Err(reason) => Conversation::new(None, None, State::NotInstalled(reason)),
    };
    converse(&events, &mut conversation, output)
}

fn converse(
    events: &Receiver<HostEvent>,
    conversation: &mut Conversation,
    output: &mut impl Write,
) -> Result<(), FrameError> {
    for event in events {
        let answer = match event {
            HostEvent::Frame(content) => conversation.receive(&content),
            HostEvent::Server(change) => conversation.server_changed(change),
            HostEvent::Unattended(unattended) => conversation.attendance_changed(unattended),
            HostEvent::Closed(None) => break,
            HostEvent::Closed(Some(error)) => return Err(error),
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

/// The last known state of the server.
enum State {
    Unknown,
    Up(Address),
    Ended,
    Stopped,
    Failed,
    NotInstalled(String),
}

struct Conversation {
    /// Whether the extension has sent a hello. Before that, nothing is sent.
    greeted: bool,
    /// Whether a hello has not been answered yet.
    hello_pending: bool,
    state: State,
    retry_sender: Option<Sender<()>>,
    /// The state directory, in which the host removes the mark of a server that the user stopped.
    dir: Option<StateDir>,
    /// Whether this is an unattended installation.
    unattended: bool,
    /// The identity of a browser of a pool.
    browser: Option<AssignedBrowser>,
}

impl Conversation {
    fn new(retry_sender: Option<Sender<()>>, dir: Option<StateDir>, state: State) -> Conversation {
        Conversation {
            greeted: false,
            hello_pending: false,
            state,
            retry_sender,
            dir,
            unattended: false,
            browser: None,
        }
    }

    fn receive(&mut self, content: &[u8]) -> Option<ToExtension> {
        match parse(content) {
            Ok(FromExtension::Hello { start }) => self.answer_hello(start),
            Err(answer) => Some(answer),
        }
    }

    /// Answers a hello: immediately if the state is known, otherwise as soon as it is.
    fn answer_hello(&mut self, start: bool) -> Option<ToExtension> {
        self.greeted = true;
        let is_installed = !matches!(self.state, State::NotInstalled(_));
        if start
            && is_installed
            && let Some(dir) = &self.dir
        {
            dir.clear_stopped();
        }
        match &self.state {
            State::Up(at) => Some(self.address(at)),
            State::Stopped if !start => Some(stopped()),
            State::NotInstalled(reason) => Some(error(code::NOT_INSTALLED, reason.clone())),
            State::Unknown | State::Ended | State::Stopped | State::Failed => {
                self.hello_pending = true;
                if let Some(retry_sender) = &self.retry_sender {
                    let _ = retry_sender.send(());
                }
                None
            }
        }
    }

    fn server_changed(&mut self, change: Change) -> Option<ToExtension> {
        // Reasons are sent once, and after that one for each hello that waits for an answer.
        let is_known = match change {
            Change::Stopped => matches!(self.state, State::Stopped),
            Change::Uninstalled => matches!(self.state, State::NotInstalled(_)),
            Change::Failed(_) => matches!(self.state, State::Failed),
            Change::Up(_) | Change::Ended => false,
        };
        if is_known && !self.hello_pending {
            return None;
        }
        let answer = match change {
            Change::Up(at) => {
                self.hello_pending = false;
                let answer = self.address(&at);
                self.state = State::Up(at);
                answer
            }
            Change::Stopped => {
                self.hello_pending = false;
                self.state = State::Stopped;
                stopped()
            }
            Change::Uninstalled => {
                self.hello_pending = false;
                self.state = State::NotInstalled(UNINSTALLED.to_owned());
                error(code::NOT_INSTALLED, UNINSTALLED.to_owned())
            }
            Change::Ended => {
                self.state = State::Ended;
                ToExtension::Ended
            }
            Change::Failed(reason) => {
                self.state = State::Failed;
                self.hello_pending = false;
                error(code::SERVER_NOT_STARTED, reason)
            }
        };
        self.greeted.then_some(answer)
    }

    fn attendance_changed(&mut self, unattended: bool) -> Option<ToExtension> {
        self.unattended = unattended;
        match &self.state {
            State::Up(at) if self.greeted => Some(self.address(at)),
            _ => None,
        }
    }

    fn address(&self, at: &Address) -> ToExtension {
        ToExtension::Endpoint {
            url: at.url.clone(),
            key: at.key.clone(),
            unattended: self.unattended,
            browser: self.browser.clone(),
        }
    }
}

fn stopped() -> ToExtension {
    let message = "The server was stopped with `axlens stop`. `axlens serve` starts it again, and so does \"Try again now\" here.";
    error(code::SERVER_STOPPED, message.to_owned())
}

fn error(code: &'static str, message: String) -> ToExtension {
    ToExtension::Error { code, message }
}

fn read_frames(mut input: impl Read + Send + 'static, events: Sender<HostEvent>) {
    thread::spawn(move || {
        loop {
            let event = match read_frame(&mut input) {
                Ok(Some(content)) => HostEvent::Frame(content),
                Ok(None) => HostEvent::Closed(None),
                Err(error) => HostEvent::Closed(Some(error)),
            };
            let last = matches!(event, HostEvent::Closed(_));
            if events.send(event).is_err() || last {
                return;
            }
        }
    });
}

fn watch_server(watch: Watch, events: Sender<HostEvent>) -> Sender<()> {
    let (retry_sender, retry_receiver) = channel();
    thread::spawn(move || {
        watch.run(&retry_receiver, &mut |change| {
            events.send(HostEvent::Server(change)).is_ok()
        })
    });
    retry_sender
}

/// Reports each change of `unattended` until the main loop ends. If the settings can't be read any
/// more, `unattended` is false.
fn watch_settings(
    file: PathBuf,
    mut unattended: bool,
    events: Sender<HostEvent>,
    ends: Receiver<()>,
) {
    thread::spawn(move || {
        while ends.recv_timeout(READ_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            let now = Settings::read(&file).is_ok_and(|settings| settings.unattended);
            if now != unattended && events.send(HostEvent::Unattended(now)).is_err() {
                return;
            }
            unattended = now;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_local::StopCause;

    const HELLO: &[u8] = br#"{"type":"hello","wire":1,"version":"0.1.0"}"#;

    fn at(port: u16) -> Address {
        Address {
            url: format!("http://127.0.0.1:{port}"),
            key: "key".into(),
        }
    }

    fn conversation() -> Conversation {
        Conversation::new(None, None, State::Unknown)
    }

    fn json_of(answer: Option<ToExtension>) -> String {
        answer
            .map(|answer| serde_json::to_string(&answer).expect("plain strings"))
            .unwrap_or_default()
    }

    #[test]
    fn nothing_is_sent_before_the_first_hello() {
        let mut conversation = conversation();
        assert_eq!(json_of(conversation.server_changed(Change::Up(at(1)))), "");
        assert_eq!(json_of(conversation.server_changed(Change::Ended)), "");
        assert_eq!(json_of(conversation.server_changed(Change::Up(at(2)))), "");
        assert!(json_of(conversation.receive(HELLO)).contains("127.0.0.1:2"));
    }

    #[test]
    fn the_extension_gets_address_and_key() {
        let mut conversation = conversation();
        assert_eq!(json_of(conversation.receive(HELLO)), "");
        let answer = json_of(conversation.server_changed(Change::Up(at(1))));
        assert_eq!(
            answer,
            r#"{"type":"endpoint","url":"http://127.0.0.1:1","key":"key","unattended":false}"#
        );
    }

    #[test]
    fn a_change_of_attendance_is_sent_with_the_address_and_never_before_the_first_hello() {
        let mut conversation = conversation();
        conversation.server_changed(Change::Up(at(1)));
        assert_eq!(json_of(conversation.attendance_changed(true)), "");
        assert!(json_of(conversation.receive(HELLO)).contains(r#""unattended":true"#));
        let back = json_of(conversation.attendance_changed(false));
        assert!(back.contains(r#""unattended":false"#), "{back}");
        conversation.server_changed(Change::Ended);
        assert_eq!(json_of(conversation.attendance_changed(true)), "");
        let again = json_of(conversation.server_changed(Change::Up(at(2))));
        assert!(again.contains(r#""unattended":true"#), "{again}");
    }

    #[test]
    fn a_browser_of_a_pool_gets_its_identity_with_the_address() {
        let browser = AssignedBrowser {
            id: "pool-1a".into(),
            name: "pool-1".into(),
        };
        let mut conversation = Conversation {
            browser: Some(browser),
            ..conversation()
        };
        conversation.server_changed(Change::Up(at(1)));
        let address = json_of(conversation.receive(HELLO));
        let identity = r#""browser":{"id":"pool-1a","name":"pool-1"}"#;
        assert!(address.contains(identity), "{address}");
    }

    #[test]
    fn going_and_coming_back_are_sent_in_order() {
        let mut conversation = conversation();
        conversation.receive(HELLO);
        conversation.server_changed(Change::Up(at(1)));
        assert_eq!(
            json_of(conversation.server_changed(Change::Ended)),
            r#"{"type":"gone"}"#
        );
        assert!(json_of(conversation.server_changed(Change::Up(at(2)))).contains("127.0.0.1:2"));
    }

    #[test]
    fn a_server_that_the_user_stopped_is_started_only_when_the_user_says_so() {
        let (retry_sender, retry_receiver) = channel();
        let folder = tempfile::tempdir().expect("a temporary folder");
        let dir = StateDir::at(folder.path().to_owned());
        dir.set_stopped(StopCause::Stopped).expect("writable");
        let mut conversation =
            Conversation::new(Some(retry_sender), Some(dir.clone()), State::Unknown);
        conversation.receive(HELLO);
        assert!(retry_receiver.try_recv().is_ok());
        assert!(json_of(conversation.server_changed(Change::Stopped)).contains("server_stopped"));
        assert!(json_of(conversation.receive(HELLO)).contains("axlens serve"));
        assert!(dir.is_stopped() && retry_receiver.try_recv().is_err());
        let start = br#"{"type":"hello","wire":1,"version":"0.1.0","start":true}"#;
        assert_eq!(json_of(conversation.receive(start)), "");
        assert!(!dir.is_stopped() && retry_receiver.try_recv().is_ok());
    }

    #[test]
    fn a_stopped_server_is_reported_once_and_again_when_asked() {
        let (retry_sender, _retry_receiver) = channel();
        let mut conversation = Conversation::new(Some(retry_sender), None, State::Unknown);
        conversation.receive(HELLO);
        assert!(json_of(conversation.server_changed(Change::Stopped)).contains("server_stopped"));
        assert!(conversation.server_changed(Change::Stopped).is_none());
        // Nobody could start it.
        conversation.receive(br#"{"type":"hello","wire":1,"version":"0.1.0","start":true}"#);
        assert!(json_of(conversation.server_changed(Change::Stopped)).contains("server_stopped"));
    }

    #[test]
    fn a_removed_installation_is_the_answer_to_every_hello_and_stays_stopped() {
        let (retry_sender, _retry_receiver) = channel();
        let folder = tempfile::tempdir().expect("a temporary folder");
        let dir = StateDir::at(folder.path().to_owned());
        dir.set_stopped(StopCause::Uninstalled).expect("writable");
        let mut conversation =
            Conversation::new(Some(retry_sender), Some(dir.clone()), State::Unknown);
        conversation.receive(HELLO);
        let removed = json_of(conversation.server_changed(Change::Uninstalled));
        assert!(removed.contains("not_installed"), "{removed}");
        let start = br#"{"type":"hello","wire":1,"version":"0.1.0","start":true}"#;
        for hello in [HELLO, &start[..]] {
            let answer = json_of(conversation.receive(hello));
            assert!(answer.contains("`axlens install`"), "{answer}");
        }
        assert!(dir.is_stopped());
        // `axlens install`
        let back = json_of(conversation.server_changed(Change::Up(at(1))));
        assert!(back.contains("127.0.0.1:1"), "{back}");
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
            None,
            State::NotInstalled("run `axlens install` again".into()),
        );
        assert!(json_of(conversation.receive(HELLO)).contains("not_installed"));
    }
}
