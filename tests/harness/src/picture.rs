//! Pictures of a tab, as an agent is given them, looked at pixel by pixel.

use crate::{Chain, Tab};
use anyhow::Context;
use serde_json::json;

/// Which of the colours are in a picture of the tab.
pub async fn seen(chain: &Chain, tab: &Tab, colours: &[u32]) -> anyhow::Result<Vec<u32>> {
    let endpoint = format!(
        "/tabs/{}/snapshot?userId={}&includeScreenshot=true",
        tab.handle().await?,
        tab.name
    );
    let answer = chain.agent.get(&endpoint).await?.ok()?;
    let data = answer["screenshot"]["data"].as_str().context("a picture")?;
    let found = tab
        .evaluate(&format!(
            "(async () => {{
                // No policy of the page forbids this.
                const bytes = Uint8Array.from(atob('{data}'), (letter) => letter.charCodeAt(0));
                const image = await createImageBitmap(new Blob([bytes], {{ type: 'image/png' }}));
                const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
                canvas.drawImage(image, 0, 0);
                const {{ data }} = canvas.getImageData(0, 0, image.width, image.height);
                const seen = new Set();
                for (let at = 0; at < data.length; at += 4)
                    seen.add(data[at] * 65536 + data[at + 1] * 256 + data[at + 2]);
                return {colours}.filter((colour) => seen.has(colour));
            }})()",
            colours = json!(colours)
        ))
        .await?;
    Ok(serde_json::from_value(found)?)
}
