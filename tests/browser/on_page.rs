//! Pixels: screenshots of a page, and the highlight in it. The tests share one chain; each
//! has its own tab and session.

mod highlight;
mod redaction;
