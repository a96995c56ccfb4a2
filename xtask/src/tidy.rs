//! House rules and invariants that can be read off the source (ARCHITECTURE.md). Each rule is a
//! function from the tree's files to complaints. What a compiler, clippy or a linter can check has
//! no rule here.

mod cycles;
mod extension;
mod full_run;
mod layers;
mod links;
mod own_pages;
mod rust;
mod sizes;
mod store;
mod text;
mod types;
mod versions;
mod width;
mod words;
mod workflows;

use anyhow::{Result, bail};

use crate::diagram;
use crate::places::Places;
#[cfg(test)]
use crate::sources::source;
use crate::sources::{self, Source, code_lines, has_word, lines_with, without_tests};

type Rule = fn(&[Source]) -> Vec<String>;

/// The rules, each with its sentence.
const RULES: [(&str, Rule); 33] = [
    (
        "the top level is the one that ARCHITECTURE.md describes",
        layers::top_level,
    ),
    (
        "crates import each other in one direction",
        layers::directions,
    ),
    (
        "no import cycles except between a module and its own descendants",
        cycles::no_cycles,
    ),
    (
        "the diagrams in docs/modules.md are up to date",
        diagram::up_to_date,
    ),
    (
        "comments and prose wrap at 100 columns",
        width::comments_and_prose,
    ),
    (
        "code for one system is in `platform` modules",
        rust::systems_in_one_module,
    ),
    ("plain words", words::plain_words),
    (
        "no two types of the product have the same name",
        types::unique_names,
    ),
    ("a file has at most 500 lines", sizes::short_files),
    ("a folder has at most 25 files", sizes::small_folders),
    (
        "nothing names this machine or how the source was made",
        text::speaks_of_itself,
    ),
    (
        "text files end with a line break, and no line with a space",
        text::clean_lines,
    ),
    ("a file opens with what it is", text::opens_with_its_purpose),
    (
        "links of the documents lead somewhere",
        links::links_lead_somewhere,
    ),
    ("paths in the documents exist", links::paths_exist),
    (
        "what the tables of the documents name is where they say",
        links::rows_name_what_is_there,
    ),
    (
        "a function over 60 lines says why it is long",
        rust::long_functions,
    ),
    (
        "no module outside wasm-core/src/web knows that a browser exists (invariant 1)",
        rust::browser_wall,
    ),
    (
        "no clock, randomness or I/O after the record (invariant 3)",
        rust::functions_of_values,
    ),
    (
        "no await under a lock (invariant 7)",
        rust::no_await_under_a_lock,
    ),
    (
        "time is passed in to the queue (invariant 7)",
        rust::queue_has_no_clock,
    ),
    (
        "stdout of the native host is its frames' (invariant 8)",
        rust::frames_only,
    ),
    (
        "nothing waits for a time where it can wait for a condition",
        rust::no_fixed_sleeps,
    ),
    (
        "the extension reads no page content (invariant 5)",
        extension::reads_no_content,
    ),
    (
        "one wire version (invariant 10)",
        extension::one_wire_version,
    ),
    (
        "the manifest asks for what the README explains, and nothing is web-accessible",
        extension::manifest,
    ),
    (
        "the texts for the stores justify every permission",
        store::texts,
    ),
    (
        "every text of own pages is used, and is there in every language",
        own_pages::texts,
    ),
    (
        "own pages have no inline script, style or handler, and make no HTML of a text",
        own_pages::nothing_inline,
    ),
    (
        "the policy of own pages begins with nothing",
        own_pages::strict_policy,
    ),
    (
        "everything that is released has the workspace's version",
        versions::one_version,
    ),
    (
        "tests/README.md lists what only the full run has",
        full_run::table_of_ignored_tests,
    ),
    (
        "actions of workflows are pinned by commit",
        workflows::pinned_actions,
    ),
];

/// Checks every rule over every file that is, or would be, in the repository.
pub fn tidy(places: &Places) -> Result<()> {
    let sources = sources::read(&places.root)?;
    let mut count = 0;
    for (sentence, rule) in RULES {
        let complaints = rule(&sources);
        if !complaints.is_empty() {
            println!("✗ {sentence}");
        }
        for complaint in &complaints {
            println!("    {complaint}");
        }
        count += complaints.len();
    }
    if count > 0 {
        bail!("{count} complaints");
    }
    Ok(())
}
