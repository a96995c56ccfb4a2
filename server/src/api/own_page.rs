//! `POST /own-page`: a page of the extension as text, which the extension shows to the user as an
//! example of an agent's view. The server stores nothing of it.

use axlens_protocol::wire::{ObserveResult, PageTextAnswer, page, page_pieces};
use axlens_snapshot::options::{Format, Options};
use axlens_snapshot::present::present;

/// The page in the default format of the command line.
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
