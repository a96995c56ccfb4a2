//! `cargo xtask attack`: attacks on the built product from outside, a line each. They are tests in
//! modules named `attack`.

use anyhow::{Result, ensure};
use clap::Args;

use crate::places::Places;

use super::selection::{Selection, Setting, Tests};
use super::{Record, Session};

/// Contains a part of the names of the attacks that run, for the tests.
const VARIABLE: &str = "AXLENS_ATTACK";

/// Which attacks run.
#[derive(Args)]
pub struct AttackArguments {
    /// Only this group, such as `injection`: a module next to the others [default: all]
    group: Option<String>,
    /// Only the attacks of the group whose names contain this
    #[arg(requires = "group")]
    name: Option<String>,
    /// Write the table of the group `injection` to docs/injection.md
    #[arg(long)]
    update: bool,
}

/// Builds the product and runs the attacks, those of the full run too. An error if one succeeds.
pub fn attack(places: &Places, arguments: &AttackArguments) -> Result<()> {
    let filterset = filterset(arguments.group.as_deref())?;
    let selection = Selection {
        tests: Tests::All(&filterset),
        setting: Setting::Browser,
        needs: &[],
    };
    let mut prepared = selection.prepare(&mut Session::new(places))?;
    // Otherwise the lines of attacks that fail to succeed would not be printed.
    prepared.command.arg("--no-capture");
    prepared
        .command
        .envs(arguments.name.as_ref().map(|name| (VARIABLE, name)));
    prepared
        .command
        .envs(arguments.update.then_some(("AXLENS_UPDATE", "1")));
    prepared.run(&mut Record::default())
}

fn filterset(group: Option<&str>) -> Result<String> {
    let group = group.unwrap_or_default();
    let is_part = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    ensure!(
        group.chars().all(is_part),
        "no group of attacks is named {group}"
    );
    Ok(match group {
        // The samples of the first run are parts of the groups.
        "" => "test(/^attack::/) - test(/^attack::some_/)".to_owned(),
        group => format!("test(/^attack::{group}(::|$)/)"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_a_module() -> Result<()> {
        assert_eq!(
            filterset(Some("page_text"))?,
            "test(/^attack::page_text(::|$)/)"
        );
        assert!(filterset(None)?.starts_with("test(/^attack::/)"));
        assert!(filterset(Some("a|b")).is_err());
        Ok(())
    }
}
