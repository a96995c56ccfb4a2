//! `POST /own-page`: one of the extension's own pages as text, so that it can show the user what an
//! agent gets to see. Nothing of it is remembered.

use crate::api::page_pieces;
use axlens_protocol::wire::{FrameAnswer, ObserveAnswer, OwnPageAnswer};
use axlens_snapshot::options::{Format, Options};
use axlens_snapshot::render::render;
use axlens_snapshot::{FrameInput, shape, stitch};

/// The page as agents see pages by default of the command line.
pub fn own_page(mut read: ObserveAnswer) -> OwnPageAnswer {
    page_pieces::read(&mut read.frames);
    let frames = read.frames.into_iter();
    let frames = frames.map(|frame: FrameAnswer| FrameInput::from(frame));
    let mut tree = stitch(frames.collect());
    let options = Options {
        format: Format::Lean,
        ..Options::default()
    };
    let view = shape(&mut tree, &options);
    OwnPageAnswer {
        text: render(&view, &tree, &options).text,
    }
}
