//! `POST /own-page`: one of the extension's own pages as text, so that it can show the user what an
//! agent gets to see. Nothing of it is remembered.

use axlens_protocol::wire::{ObserveResult, PageTextAnswer, page, page_pieces};
use axlens_snapshot::options::{Format, Options};
use axlens_snapshot::present::present;

/// The page as agents see pages by default of the command line.
pub fn own_page(mut read: ObserveResult) -> PageTextAnswer {
    page_pieces::parse(&mut read.frames);
    let mut tree = page::stitch_frames(read.frames);
    let options = Options {
        format: Format::Lean,
        ..Options::default()
    };
    let (_, rendered) = present(&mut tree, &options);
    PageTextAnswer {
        text: rendered.text,
    }
}
