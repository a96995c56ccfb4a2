//! Reading pages: elements, frames, shadow roots, changes. The tests share one chain; each has its
//! own tab and session.

mod changing;
mod components;
mod counts;
mod downloads;
mod edges;
mod elements;
mod errors;
mod frames;
mod markdown;
mod network;
mod opening;
mod pages;
mod pdf;
mod places;
mod recorded;
mod selectors;
mod shadow;
mod strange;
mod unchanged;
