//! Prompt injection at the level of the tool: pages that imitate Axlens' own words, hide text from
//! the user, or change between look and act. Each attack is a row of docs/injection.md, which
//! `AXLENS_UPDATE=1` writes.

mod changing;
mod channels;
mod forged;
mod hidden;
mod table;

use crate::attack::report::{Report, Share};
use anyhow::Context;
use axlens_harness::Chain;
use table::Row;

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let step = report.share.step();
    let mut rows: Vec<Row> = forged::rows(chain, step).await.context("forged")?;
    rows.extend(hidden::rows(chain, step).await.context("hidden")?);
    rows.extend(changing::rows(chain, step).await.context("changing")?);
    for channel in table::CHANNELS {
        report.heading(channel.heading());
        for row in rows.iter().filter(|row| row.channel == *channel) {
            table::print(report, row).await;
        }
    }
    // The rows are the sample.
    report.share = Share::All;
    let current = table::check(&rows, step);
    let tried = "docs/injection.md has the results of this run";
    report
        .attack("injection_table", tried, async { current })
        .await;
    Ok(())
}
