//! What is drawn: screenshots of a page, and the highlight on it. The tests share one chain; each
//! has its own tab and session.

mod highlight;
mod picture;
