//! Pixels of the screenshots that an agent gets.

use crate::{Chain, Reply, Tab};
use anyhow::Context;
use serde_json::{Value, json};

/// The colours that are in a screenshot of the tab.
pub async fn seen(chain: &Chain, tab: &Tab, colours: &[u32]) -> anyhow::Result<Vec<u32>> {
    let endpoint = format!(
        "/tabs/{}/snapshot?userId={}&includeScreenshot=true",
        tab.handle().await?,
        tab.name
    );
    let answer = chain.agent.get(&endpoint).await?.ok()?;
    let data = answer["screenshot"]["data"]
        .as_str()
        .context("a screenshot")?;
    let found = tab
        .evaluate(&format!(
            "(async () => {{
                // A content security policy does not prevent this.
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

/// `POST /screenshot` of this tab, in its session.
pub async fn screenshot(tab: &Tab, mut params: Value) -> anyhow::Result<Reply> {
    params["tab"] = json!(tab.handle().await?);
    if params.get("session").is_none() {
        params["session"] = json!(tab.name);
    }
    if params.get("timeoutMs").is_none() {
        // A crowded machine is no fault of the page's.
        params["timeoutMs"] = json!(60_000);
    }
    tab.agent().post("/screenshot", params).await
}

/// Left, top, right, bottom, in pixels.
pub type Edges = [i64; 4];

/// The position of a colour in a screenshot, and the surrounding colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patch {
    /// The bounding box of its pixels. `None`: it has no pixels.
    pub around: Option<Edges>,
    /// The number of its pixels.
    pub pixels: u64,
    /// The colours of the pixels next to the box, and one pixel further out.
    pub rings: [Vec<u32>; 2],
}

/// Finds each of the colours in a response's screenshot. The script runs in the tab's page.
pub async fn patches(tab: &Tab, answer: &Value, colours: &[u32]) -> anyhow::Result<Vec<Patch>> {
    let data = answer["data"].as_str().context("a screenshot")?;
    let kind = answer["mimeType"].as_str().context("its type")?;
    let script = PATCHES
        .replace("$DATA", data)
        .replace("$KIND", kind)
        .replace("$COLOURS", &json!(colours).to_string());
    let found = serde_json::from_value::<Vec<PatchParts>>(tab.evaluate(&script).await?)?;
    let patch = |(around, pixels, rings)| Patch {
        around,
        pixels,
        rings,
    };
    Ok(found.into_iter().map(patch).collect())
}

type PatchParts = (Option<Edges>, u64, [Vec<u32>; 2]);

const PATCHES: &str = "(async () => {
    const bytes = Uint8Array.from(atob('$DATA'), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: '$KIND' }));
    const { width, height } = image;
    const canvas = new OffscreenCanvas(width, height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, width, height);
    const colours = new Uint32Array(width * height);
    for (let at = 0; at < colours.length; at++)
        colours[at] = data[4 * at] * 65536 + data[4 * at + 1] * 256 + data[4 * at + 2];
    const found = new Map($COLOURS.map((colour) => [colour, { box: null, pixels: 0 }]));
    for (let at = 0; at < colours.length; at++) {
        const patch = found.get(colours[at]);
        if (!patch) continue;
        const [x, y] = [at % width, Math.floor(at / width)];
        patch.pixels++;
        patch.box ??= [x, y, x + 1, y + 1];
        const [left, top, right, bottom] = patch.box;
        patch.box = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
    const ring = ([left, top, right, bottom], by) => {
        const seen = new Set();
        const add = (x, y) => {
            if (x >= 0 && y >= 0 && x < width && y < height) seen.add(colours[y * width + x]);
        };
        for (let x = left; x < right; x++) { add(x, top - by); add(x, bottom - 1 + by); }
        for (let y = top; y < bottom; y++) { add(left - by, y); add(right - 1 + by, y); }
        return [...seen];
    };
    return $COLOURS.map((colour) => {
        const { box, pixels } = found.get(colour);
        return [box, pixels, box ? [ring(box, 1), ring(box, 2)] : [[], []]];
    });
})()";
