//! Prompt injection at the level of the tool: pages that imitate Axlens' own words, hide text from
//! the user, or change between look and act. Each attack is a row of docs/injection.md, which
//! `AXLENS_UPDATE=1` writes.

mod changing;
mod channels;
mod forged;
mod hidden;
mod table;

use crate::attack::report::Report;
use anyhow::Context;
use axlens_harness::Chain;
use table::Row;

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let mut rows: Vec<Row> = forged::rows(chain).await.context("forged")?;
    rows.extend(hidden::rows(chain).await.context("hidden")?);
    rows.extend(changing::rows(chain).await.context("changing")?);
    for channel in table::CHANNELS {
        report.heading(channel.heading());
        for row in rows.iter().filter(|row| row.channel == *channel) {
            table::print(report, row).await;
        }
    }
    let current = table::check(&rows);
    let tried = "docs/injection.md has the results of this run";
    report
        .attack("injection_table", tried, async { current })
        .await;
    Ok(())
}
