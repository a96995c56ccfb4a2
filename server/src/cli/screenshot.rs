//! `axlens screenshot`: asks for a picture and writes it to a file. The picture never goes to a
//! terminal.

use super::request::{PageArgs, finish, send};
use super::{FAILED, OK, print};
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

/// Most pictures of a tab in one folder that are given a name.
const MAX_FILES: u32 = 9_999;

/// Arguments of `axlens screenshot`.
#[derive(Debug, Args)]
pub struct ScreenshotArgs {
    /// Which tab, by its number in `axlens tabs`; left out, the one in front of the user.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    /// Only the element with this uid or ref, as far as it is in view.
    #[arg(long, value_name = "UID")]
    uid: Option<String>,
    /// Which snapshot, for the ids of a numbered one.
    #[arg(long, value_name = "N", requires = "uid")]
    snapshot: Option<u64>,
    /// The `seen` of a `changed_uid`: the element is meant as that fault says it is.
    #[arg(long, value_name = "HASH", requires = "uid")]
    seen: Option<String>,
    /// All of the page, which is scrolled for it, as far as you may act there.
    #[arg(long, conflicts_with = "uid")]
    full: bool,
    /// Frame what can be acted on, with its uid, and list it.
    #[arg(long)]
    marks: bool,
    /// Write nothing where the picture is the last one of this tab.
    #[arg(long)]
    if_changed: bool,
    /// How it is encoded.
    #[arg(long, value_enum, default_value = "png")]
    format: FormatName,
    /// Of jpeg and webp, from 1 to 100.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
    quality: Option<u8>,
    /// Longest side in pixels, from 64 to 8192; left out, 1568.
    #[arg(long, value_name = "N")]
    max_side: Option<u32>,
    /// The file, which is replaced; - for standard output. Left out: axlens-TAB-N in this folder,
    /// and no file is replaced.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    page: PageArgs,
}

/// How a picture is encoded.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum FormatName {
    /// Without loss.
    Png,
    /// Small, for photographs.
    Jpeg,
    /// Smaller.
    Webp,
}

impl From<FormatName> for ImageFormat {
    fn from(name: FormatName) -> ImageFormat {
        match name {
            FormatName::Png => ImageFormat::Png,
            FormatName::Jpeg => ImageFormat::Jpeg,
            FormatName::Webp => ImageFormat::Webp,
        }
    }
}

/// `axlens screenshot`
///
/// # Errors
/// When what answers is no Axlens server, or the file can't be written.
pub fn screenshot(dir: &StateDir, args: ScreenshotArgs) -> anyhow::Result<u8> {
    let to_stdout = args.output.as_deref() == Some(Path::new("-"));
    if to_stdout && !args.page.json && std::io::stdout().is_terminal() {
        bail!("a picture is nothing for a terminal: name a file with -o, or send it on");
    }
    let (as_json, output) = (args.page.json, args.output.clone());
    let request = request(args);
    let answered = send(dir, |client| client.post("/screenshot", &request))?;
    let answer: ScreenshotAnswer = match &answered {
        // Its JSON has the picture, and no file is written.
        Ok(answer) if !as_json => answer.read()?,
        _ => return finish(answered, as_json, |_| Ok(String::new())),
    };
    let Some(data) = &answer.data else {
        print::text(&said(
            &answer,
            "unchanged since the last picture of this tab",
        ));
        return Ok(OK);
    };
    let picture = STANDARD.decode(data).context("the picture is no base64")?;
    if to_stdout {
        return Ok(if print::bytes(&picture) { OK } else { FAILED });
    }
    let file = written(output, &answer, &picture)?;
    print::text(&said(&answer, &file.display().to_string()));
    Ok(OK)
}

fn request(args: ScreenshotArgs) -> ScreenshotRequest {
    ScreenshotRequest {
        tab: args.tab,
        browser: args.page.browser,
        session: Some(args.page.session),
        uid: args.uid.map(ElementId),
        id: None,
        snapshot: args.snapshot,
        seen: args.seen,
        full: args.full,
        marks: args.marks,
        if_changed: args.if_changed,
        format: Some(args.format.into()),
        quality: args.quality,
        max_side: args.max_side,
        timeout_ms: args.page.timeout,
    }
}

/// Where it is and how large, then the legend, then what is missing.
fn said(answer: &ScreenshotAnswer, first: &str) -> String {
    let (width, height) = (answer.width, answer.height);
    let mut text = format!(
        "{first}\n...({width}×{height} pixels of tab {})\n",
        answer.tab
    );
    text += answer.legend.as_deref().unwrap_or_default();
    if let Some(hint) = &answer.hint {
        text += &format!("...({hint})\n");
    }
    text
}

/// Writes the picture; where no file is named, to one that is not there yet.
fn written(
    named: Option<PathBuf>,
    answer: &ScreenshotAnswer,
    picture: &[u8],
) -> anyhow::Result<PathBuf> {
    if let Some(file) = named {
        std::fs::write(&file, picture).with_context(|| format!("writing {}", file.display()))?;
        return Ok(file);
    }
    let kind = answer.mime_type.extension();
    for number in 1..=MAX_FILES {
        let file = PathBuf::from(format!("axlens-{}-{number}.{kind}", answer.tab));
        match File::create_new(&file) {
            Ok(mut new) => {
                let written = new.write_all(picture);
                written.with_context(|| format!("writing {}", file.display()))?;
                return Ok(file);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => {
                return Err(error).with_context(|| format!("writing {}", file.display()));
            }
        }
    }
    bail!("this folder has {MAX_FILES} pictures of the tab: name a file with -o")
}
