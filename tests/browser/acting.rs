//! Actions in a real browser, through `POST /interact` and the command line: the effect on the
//! page, the outcome in the answer, and that nothing else is acted on.

mod busy;
mod dialogs;
mod drag_and_upload;
mod dry_run;
mod element_identity;
mod field_lists;
mod followed_selection;
mod forms;
mod kinds_of_fields;
mod leaving;
mod moving;
mod observed_page;
mod outcomes;
mod plain_controls;
mod points;
mod recycled_rows;
mod selectors;
mod silence;
mod small_tasks;
mod suggestions;
mod tab_endpoints;
mod tabs;
mod unlisted_elements;
mod worker_restarts;
