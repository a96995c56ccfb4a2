//! The whole chain through the agent's endpoints, in one browser that all these tests share: each
//! has its own tab and its own session. What needs a life of its own (a killed server, a stopped
//! worker) stands in `life`.

mod changing;
mod command;
mod components;
mod contract;
mod counts;
mod edges;
mod elements;
mod examples;
mod explain;
mod faults;
mod formats;
mod frames;
mod highlight;
mod hostile;
mod opening;
mod pages;
mod picture;
mod places;
mod portions;
mod recorded;
mod same_element;
mod secrets;
mod selectors;
mod shadow;
mod strange;
mod traceless;
mod trust;
mod uids;
mod unchanged;
