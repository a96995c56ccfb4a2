//! `axlens screenshot`: takes a screenshot and writes it to a file or a pipe, never to a terminal.

use super::request::{PageArgs, finish, send};
use super::{FAILED, OK, print};
use crate::text::answer_text;
use crate::text::interface::Interface;
use anyhow::{Context, bail};
use axlens_local::StateDir;
use axlens_protocol::agent::screenshot::{ScreenshotAnswer, ScreenshotRequest};
use axlens_protocol::model::ElementId;
use axlens_protocol::model::ImageFormat;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clap::{Args, ValueEnum};
use std::fs::File;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The maximum number of generated file names for a tab in one folder.
const MAX_FILES: u32 = 9_999;

/// Arguments of `axlens screenshot`.
#[derive(Debug, Args)]
pub struct ScreenshotArgs {
    /// The tab, by its number in `axlens tabs`; default: the active tab.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    /// Only the visible part of the element with this uid or ref.
    #[arg(long, value_name = "UID")]
    uid: Option<String>,
    /// The snapshot, for ids of the format numbered.
    #[arg(long, value_name = "N", requires = "uid")]
    snapshot: Option<u64>,
    /// The `seen` of a `changed_uid` fault: confirms that the element is the intended one.
    #[arg(long, value_name = "HASH", requires = "uid")]
    seen: Option<String>,
    /// The whole page, which is scrolled for it if the policy allows actions there.
    #[arg(long, conflicts_with = "uid")]
    full: bool,
    /// Mark the interactive elements with their uids, and list them.
    #[arg(long)]
    marks: bool,
    /// Write no file if the screenshot equals the last one of this tab.
    #[arg(long)]
    if_changed: bool,
    /// Image format.
    #[arg(long, value_enum, default_value = "png")]
    format: ImageFormatName,
    /// Quality of jpeg and webp, from 1 to 100.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
    quality: Option<u8>,
    /// Longest side in pixels, from 64 to 8192; default: 1568.
    #[arg(long, value_name = "N")]
    max_side: Option<u32>,
    /// The file, which is overwritten; - for standard output. Default: a new file axlens-TAB-N in
    /// this folder.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    page: PageArgs,
}

/// An image format.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum ImageFormatName {
    /// Lossless.
    Png,
    /// Small, for photographs.
    Jpeg,
    /// Smaller.
    Webp,
}

impl From<ImageFormatName> for ImageFormat {
    fn from(name: ImageFormatName) -> ImageFormat {
        match name {
            ImageFormatName::Png => ImageFormat::Png,
            ImageFormatName::Jpeg => ImageFormat::Jpeg,
            ImageFormatName::Webp => ImageFormat::Webp,
        }
    }
}

/// `axlens screenshot`
///
/// # Errors
/// If the server that answers is not an Axlens server, or the file can't be written.
pub fn screenshot(dir: &StateDir, args: ScreenshotArgs) -> anyhow::Result<u8> {
    let to_stdout = args.output.as_deref() == Some(Path::new("-"));
    if to_stdout && !args.page.json && std::io::stdout().is_terminal() {
        bail!("a terminal can't show the image: name a file with -o, or use a pipe");
    }
    let (as_json, output) = (args.page.json, args.output.clone());
    let request = args.request();
    let response = send(dir, |client| client.post("/screenshot", &request))?;
    let answer: ScreenshotAnswer = match &response {
        // With --json, the image is in the JSON, and no file is written.
        Ok(answer) if !as_json => answer.read()?,
        _ => return finish(response, as_json, |_| Ok(String::new())),
    };
    match &answer.data {
        Some(data) if to_stdout => Ok(if print::bytes(&decoded(data)?) {
            OK
        } else {
            FAILED
        }),
        _ => {
            print::text(&saved(&answer, output)?);
            Ok(OK)
        }
    }
}

impl ScreenshotArgs {
    /// The request.
    pub fn request(self) -> ScreenshotRequest {
        ScreenshotRequest {
            tab: self.tab,
            browser: self.page.browser,
            session: Some(self.page.session),
            uid: self.uid.map(ElementId),
            id: None,
            snapshot: self.snapshot,
            seen: self.seen,
            full: self.full,
            marks: self.marks,
            if_changed: self.if_changed,
            format: Some(self.format.into()),
            quality: self.quality,
            max_side: self.max_side,
            timeout_ms: self.page.timeout,
        }
    }

    /// The file of a step of `axlens do`, whose standard output has the outcomes.
    ///
    /// # Errors
    /// If it is standard output.
    pub fn file(&self) -> anyhow::Result<Option<PathBuf>> {
        match &self.output {
            Some(output) if output == Path::new("-") => {
                bail!("standard output has the outcomes of all commands: name a file with -o")
            }
            output => Ok(output.clone()),
        }
    }
}

/// Writes the image, and returns the name of its file, its size, the legend and the hint.
///
/// # Errors
/// If the file can't be written.
pub fn saved(answer: &ScreenshotAnswer, named: Option<PathBuf>) -> anyhow::Result<String> {
    let file = match &answer.data {
        Some(data) => {
            let file = write_image(named, answer, &decoded(data)?)?;
            format!("{}\n", std::path::absolute(&file).unwrap_or(file).display())
        }
        None => String::new(),
    };
    Ok(file + &answer_text::captured(answer, Interface::Cli))
}

fn decoded(data: &str) -> anyhow::Result<Vec<u8>> {
    STANDARD.decode(data).context("the image is not base64")
}

/// Writes the image to the named file, or to a new one.
fn write_image(
    named: Option<PathBuf>,
    answer: &ScreenshotAnswer,
    image: &[u8],
) -> anyhow::Result<PathBuf> {
    if let Some(file) = named {
        std::fs::write(&file, image).with_context(|| format!("writing {}", file.display()))?;
        return Ok(file);
    }
    let kind = answer.mime_type.extension();
    for number in 1..=MAX_FILES {
        let file = PathBuf::from(format!("axlens-{}-{number}.{kind}", answer.tab));
        match File::create_new(&file) {
            Ok(mut new) => {
                let result = new.write_all(image);
                result.with_context(|| format!("writing {}", file.display()))?;
                return Ok(file);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => {
                return Err(error).with_context(|| format!("writing {}", file.display()));
            }
        }
    }
    bail!("this folder has {MAX_FILES} screenshots of the tab: name a file with -o")
}
