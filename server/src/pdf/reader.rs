//! Starts the process that reads a file, and collects what it has read until the deadline.

use super::pages::{Message, Missing, PageRange, PdfPage};
use crate::queue::fair_queue::{FairQueue, FairQueueLimits};
use anyhow::Context;
use axlens_protocol::{Code, Fault};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, OnceLock};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::{Instant, timeout_at};

/// The name of the command that reads a file.
pub const COMMAND: &str = "pdf-text";

/// Files that are read at once: each takes a processor and memory.
const AT_ONCE: usize = 2;

/// Files that wait to be read.
const MAX_WAITING: usize = 32;

/// Bytes of output for each byte of text. JSON writes a control character as six.
const OUTPUT_PER_BYTE: usize = 6;

/// Bytes of the output besides the text: a message for each page.
const MAX_OUTPUT_OVERHEAD: usize = 16 * 1024 * 1024;

/// Reads files, a few at a time.
#[derive(Debug)]
pub struct PdfReader {
    turns: Arc<FairQueue>,
    program: OnceLock<PathBuf>,
}

impl Default for PdfReader {
    fn default() -> PdfReader {
        PdfReader {
            turns: FairQueue::new(FairQueueLimits {
                at_once: AT_ONCE,
                each: 1,
                waiting: MAX_WAITING,
                waiting_each: MAX_WAITING / 4,
            }),
            program: OnceLock::new(),
        }
    }
}

/// What was read of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PdfContent {
    /// The number of pages of the file.
    pub count: u32,
    /// The pages of the range that were read, in order.
    pub pages: Vec<PdfPage>,
    /// Why the pages after these were not read, if the process ended before them.
    pub end: Option<EarlyEnd>,
}

/// Why the process did not read all pages of the range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EarlyEnd {
    /// The deadline passed.
    Deadline,
    /// It failed, or used too much memory.
    Failed,
}

impl PdfReader {
    /// Uses another program than that of this process, for tests.
    pub fn set_program(&self, program: PathBuf) {
        let _ = self.program.set(program);
    }

    /// Reads pages of a file. `max_len`: the length of all text, in bytes.
    ///
    /// # Errors
    /// `queue_full`; `not_applicable` if the file is invalid, encrypted or can't be read;
    /// `bad_request` if it has none of the pages.
    pub async fn read(
        &self,
        agent: &str,
        file: Vec<u8>,
        range: PageRange,
        max_len: usize,
        deadline: Instant,
    ) -> Result<PdfContent, Fault> {
        let turn = timeout_at(deadline, self.turns.next(agent)).await;
        let _turn = turn
            .map_err(|_| Fault::new(Code::Timeout, "Other PDF files are being read."))?
            .map_err(|_| Fault::new(Code::QueueFull, "Too many PDF files wait to be read."))?;
        let mut child = self.start(range, max_len).map_err(|error| {
            let message = format!("The process that reads PDF files did not start: {error:#}.");
            Fault::new(Code::Internal, message)
        })?;
        let mut content = PdfContent::default();
        let collecting = collect(&mut child, file, max_len, &mut content);
        let end = match timeout_at(deadline, collecting).await {
            Ok(Ok(Some(refusal))) => return Err(refusal),
            Ok(Ok(None) | Err(_)) => EarlyEnd::Failed,
            Err(_) => EarlyEnd::Deadline,
        };
        content.finish(range, end)
    }

    fn start(&self, range: PageRange, max_len: usize) -> anyhow::Result<Child> {
        let program = match self.program.get() {
            Some(program) => program.clone(),
            None => own_program()?,
        };
        Command::new(program)
            .args([COMMAND, &range.to_string(), &max_len.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .context("starting it")
    }
}

/// The program of this process.
fn own_program() -> anyhow::Result<PathBuf> {
    // An upgrade replaces the file, while this link is to the program that runs.
    let link = PathBuf::from("/proc/self/exe");
    match link.exists() {
        true => Ok(link),
        false => std::env::current_exe().context("the path of this program"),
    }
}

/// Collects the messages of the process until it ends. Returns the fault of a file that has no
/// text.
async fn collect(
    child: &mut Child,
    file: Vec<u8>,
    max_len: usize,
    content: &mut PdfContent,
) -> anyhow::Result<Option<Fault>> {
    let mut input = child.stdin.take().context("its input")?;
    let output = child.stdout.take().context("its output")?;
    let limit = max_len * OUTPUT_PER_BYTE + MAX_OUTPUT_OVERHEAD;
    let mut lines = BufReader::new(output.take(limit as u64)).lines();
    // It reads all of its input before it writes.
    input.write_all(&file).await?;
    drop((input, file));
    while let Some(line) = lines.next_line().await? {
        match serde_json::from_str(&line)? {
            Message::Pages(count) => content.count = count,
            Message::Page(page) => content.pages.push(page),
            Message::Encrypted => return Ok(Some(encrypted())),
            Message::Invalid => return Ok(Some(invalid())),
        }
    }
    Ok(None)
}

impl PdfContent {
    /// The content when the process has ended, for this reason if it was too early.
    fn finish(mut self, range: PageRange, end: EarlyEnd) -> Result<PdfContent, Fault> {
        if self.count == 0 {
            return Err(match end {
                EarlyEnd::Failed => invalid(),
                EarlyEnd::Deadline => too_slow(),
            });
        }
        let last = range.last_of(self.count);
        if last == 0 {
            return Err(no_such_pages(self.count));
        }
        let read = self.pages.last();
        let is_whole =
            read.is_some_and(|page| page.number >= last || page.missing == Some(Missing::TooLong));
        self.end = (!is_whole).then_some(end);
        Ok(self)
    }
}

fn encrypted() -> Fault {
    Fault::new(Code::NotApplicable, "The PDF file needs a password.")
        .hint("Ask the user for what you need from it. Axlens opens no file with a password.")
}

fn invalid() -> Fault {
    let message = "The PDF file is damaged, or the parser of Axlens can't read it.";
    Fault::new(Code::NotApplicable, message).hint(
        "Look at it in a screenshot of the tab, one page at a time, or ask the user for what you need.",
    )
}

fn too_slow() -> Fault {
    let message = "The PDF file takes longer to read than this request may take.";
    Fault::new(Code::Timeout, message)
}

fn no_such_pages(count: u32) -> Fault {
    let message = format!("The PDF file has only {count} pages.");
    Fault::bad_request(message).hint("Name pages that it has with `pages`.")
}
