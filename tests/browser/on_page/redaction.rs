//! Screenshots of a tab: secret fields are painted over in every frame and shadow root.

use axlens_harness::pixels::seen;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Tab, on_chain};
use serde_json::json;

/// Whether the fields of a page have secrets. The screenshot must show the colours of fields
/// without secrets; otherwise a missing colour would prove nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fields {
    Secret,
    Plain,
}

/// The colours of the fields in one place of the page. Nothing else has these colours.
#[derive(Debug, Clone, Copy)]
struct Colours(u8);

impl Colours {
    /// The colour of the secret field with this number.
    fn of_secret(self, number: u8) -> u32 {
        0x00ff_00c8 | u32::from(self.0 * 3 + number) << 8
    }

    /// The colour of the field that is never secret.
    fn of_plain(self) -> u32 {
        0x0000_c800 | u32::from(self.0)
    }

    fn of_secrets(self) -> [u32; 3] {
        [0, 1, 2].map(|number| self.of_secret(number))
    }
}

/// Fields for a password, a card number and a one-time code, and one that is not secret.
fn form(place: Colours, fields: Fields) -> String {
    let all = match fields {
        Fields::Secret => [
            "type=password value=hunter22",
            "aria-label='Card number' value='4111 1111 1111 1111'",
            "name=otp value=314159",
        ],
        Fields::Plain => [
            "aria-label=Town value=Ulm",
            "aria-label=River value=Danube",
            "name=bridge value=314159",
        ],
    };
    let input = |attributes: &str, colour: u32| {
        format!(
            "<input {attributes} style='all:unset;display:inline-block;width:50px;height:16px;\
             background:#{colour:06x}'>"
        )
    };
    let mut html: String = [0, 1, 2]
        .into_iter()
        .zip(all)
        .map(|(number, attributes)| input(attributes, place.of_secret(number)))
        .collect();
    html += &input("aria-label=Country value=Peru", place.of_plain());
    format!("<div style='white-space:nowrap'>{html}</div>")
}

fn framed(place: Colours, fields: Fields) -> Page {
    Page::html(format!("<!doctype html>{}", form(place, fields)))
}

const MAIN: Colours = Colours(0);
const SHADOW: Colours = Colours(1);
const CLOSED: Colours = Colours(2);
const SAME: Colours = Colours(3);
const FOREIGN: Colours = Colours(4);
const NESTED: Colours = Colours(5);
const IN_ROOT: Colours = Colours(6);
const TURNED: Colours = Colours(7);
const HUNG: Colours = Colours(8);

/// Places in which only the secret fields are painted over.
const EXACT: [Colours; 6] = [MAIN, SHADOW, CLOSED, SAME, FOREIGN, NESTED];

/// A page with fields in every kind of place, `top` pixels below its top.
fn page(chain: &Chain, fields: Fields, top: u32) -> Page {
    let same = chain.site.page(framed(SAME, fields));
    let foreign = chain.site.foreign(framed(FOREIGN, fields));
    let nested = chain.site.foreign(framed(NESTED, fields));
    let outer = chain.site.page(Page::html(format!(
        "<!doctype html><p>Outer<iframe src='{nested}' style='width:260px;height:40px'></iframe>"
    )));
    let turned = chain.site.foreign(framed(TURNED, fields));
    let in_root = chain.site.foreign(framed(IN_ROOT, fields));
    Page::html(format!(
        "<!doctype html><title>Screenshot</title><style>iframe {{ width: 290px; height: 40px;
            border: 7px solid; padding: 5px }}</style>
        <div style='height:{top}px'></div>{main}
        <div><template shadowrootmode=open>{open}</template></div>
        <div><template shadowrootmode=closed>{closed}</template></div>
        <iframe src='{same}'></iframe><iframe src='{foreign}'></iframe>
        <iframe src='{outer}' style='height:110px'></iframe>
        <div><template shadowrootmode=open><iframe src='{in_root}'></iframe></template></div>
        <iframe src='{turned}' style='transform:rotate(180deg)'></iframe>
        <div style='height:3000px'></div>",
        main = form(MAIN, fields),
        open = form(SHADOW, fields),
        closed = form(CLOSED, fields),
    ))
}

/// Asserts that the screenshot has the colours of all fields without secrets, and none of the
/// secret fields. Checks also that it has all colours if the same fields have no secrets.
async fn assert_painted(
    chain: &Chain,
    change: impl AsyncFn(&Tab) -> anyhow::Result<()>,
    top: u32,
) -> anyhow::Result<()> {
    let tab = chain.tab().await?;
    let every = [EXACT.as_slice(), &[IN_ROOT, TURNED]].concat();
    let secrets: Vec<u32> = every.iter().flat_map(|place| place.of_secrets()).collect();
    let plain: Vec<u32> = EXACT.iter().map(|place| place.of_plain()).collect();
    let all = [secrets.clone(), plain.clone()].concat();
    for fields in [Fields::Plain, Fields::Secret] {
        tab.goto(&chain.site.page(page(chain, fields, top))).await?;
        change(&tab).await?;
        let expected = match fields {
            Fields::Plain => &all,
            Fields::Secret => &plain,
        };
        assert_eq!(&seen(chain, &tab, &all).await?, expected, "{fields:?}");
    }
    Ok(())
}

#[test]
fn a_screenshot_shows_no_secret_field() -> anyhow::Result<()> {
    on_chain(async |chain| assert_painted(chain, async |_| Ok(()), 0).await)
}

#[test]
fn a_screenshot_of_a_scrolled_page_shows_no_secret_field() -> anyhow::Result<()> {
    let scroll = async |tab: &Tab| {
        tab.evaluate("scrollTo(0, 1990); void 0").await?;
        Ok(())
    };
    on_chain(async |chain| assert_painted(chain, scroll, 2000).await)
}

#[test]
fn a_screenshot_of_a_dense_screen_shows_no_secret_field() -> anyhow::Result<()> {
    let dense = async |tab: &Tab| {
        let metrics =
            json!({"width": 900, "height": 700, "deviceScaleFactor": 1.5, "mobile": false});
        tab.command("Emulation.setDeviceMetricsOverride", metrics)
            .await?;
        Ok(())
    };
    on_chain(async |chain| assert_painted(chain, dense, 0).await)
}

#[test]
fn a_screenshot_of_a_zoomed_page_shows_no_secret_field() -> anyhow::Result<()> {
    let zoomed = async |tab: &Tab| {
        let metrics =
            json!({"width": 1200, "height": 1000, "deviceScaleFactor": 1, "mobile": false});
        tab.command("Emulation.setDeviceMetricsOverride", metrics)
            .await?;
        tab.command(
            "Emulation.setPageScaleFactor",
            json!({"pageScaleFactor": 1.3}),
        )
        .await?;
        Ok(())
    };
    on_chain(async |chain| assert_painted(chain, zoomed, 0).await)
}

/// Sends a request when the frame is painted, and then blocks its process.
const HANG: &str = "<script>
    requestAnimationFrame(() => requestAnimationFrame(async () => {
        await fetch('/painted', { method: 'POST', body: 'fields' });
        for (;;);
    }))
</script>";

/// A frame that could not be checked for secrets is painted over.
#[test]
fn a_hung_frame_is_not_in_the_screenshot() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let colours = [MAIN.of_plain(), HUNG.of_plain()];
        for (script, expected) in [("", &colours[..]), (HANG, &colours[..1])] {
            let tab = chain.tab().await?;
            let body = format!("<!doctype html>{}{script}", form(HUNG, Fields::Plain));
            let inner = chain.site.alone("painted", Page::html(body));
            let main = form(MAIN, Fields::Plain);
            let outer = format!("<!doctype html>{main}<iframe src='{inner}'></iframe>");
            tab.goto(&chain.site.page(Page::html(outer))).await?;
            if script == HANG {
                until("the frame hangs", async || {
                    Ok((!chain.site.posted("/painted").is_empty()).then_some(()))
                })
                .await?;
            }
            assert_eq!(seen(chain, &tab, &colours).await?, expected, "{script}");
        }
        Ok(())
    })
}
