//! Actions in a real browser, through `POST /interact` and the command line: the effect on the
//! page, the outcome in the answer, and that nothing else is acted on.

mod busy;
mod cases;
mod dialogs;
mod drag_and_upload;
mod dry_run;
mod element_identity;
mod events;
mod fields;
mod leaving;
mod moving;
mod observed_page;
mod outcomes;
mod plain_controls;
mod points;
mod recycled_rows;
mod requests;
mod selectors;
mod silence;
mod small_tasks;
mod tab_endpoints;
mod tab_through_frames;
mod tabs;
mod truth;
mod unlisted_elements;
mod worker_restarts;
