//! Actions on fields and forms.

mod field_lists;
mod followed_selection;
mod forms;
mod kinds_of_fields;
mod suggestions;
