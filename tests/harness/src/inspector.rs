//! Chromium's DevTools window of a tab, with the extension's pages in it.

use crate::browser::Browser;
use crate::devtools::DevTools;
use crate::shared;
use crate::tab::Tab;
use crate::wait::until;
use anyhow::Context;
use serde_json::{Value, json};

/// The DevTools window of a tab.
pub struct Inspector {
    devtools: DevTools,
    session: String,
}

/// One of the extension's pages in DevTools.
pub struct InspectorPage {
    devtools: DevTools,
    session: String,
}

impl Inspector {
    /// Opens DevTools and waits until it has the extension's panel.
    pub async fn open(browser: &Browser, tab: &Tab) -> anyhow::Result<Inspector> {
        let devtools = browser.devtools.clone();
        let params = json!({"targetId": tab.target(), "panelId": "elements"});
        let opened = devtools.command("", "Target.openDevTools", params).await?;
        let target = opened["targetId"].as_str().context("a target")?;
        let session = devtools.attach(target).await?;
        let size = json!({"width": 1200, "height": 640, "deviceScaleFactor": 1, "mobile": false});
        devtools
            .command(&session, "Emulation.setDeviceMetricsOverride", size)
            .await?;
        let inspector = Inspector { devtools, session };
        until("the panel's tab", async || {
            let has_panel =
                "import('./ui/legacy/legacy.js').then(({ DockController, ViewManager }) => {
                // In a window of its own.
                DockController.DockController.instance().setDockSide('undocked');
                globalThis.views = ViewManager.ViewManager.instance();
                return [...views.views.keys()].some((id) => id.includes('Axlens'));
            })";
            // It fails until the modules are loaded.
            let has_panel = inspector.evaluate(has_panel).await.unwrap_or_default();
            Ok((has_panel == true).then_some(()))
        })
        .await?;
        Ok(inspector)
    }

    /// Value of an expression in the page of DevTools.
    pub async fn evaluate(&self, expression: &str) -> anyhow::Result<Value> {
        self.devtools.evaluate(&self.session, expression).await
    }

    /// Sets the dark theme.
    pub async fn darken(&self) -> anyhow::Result<()> {
        self.evaluate(
            "import('./core/common/common.js').then(({ Settings }) => {
                Settings.Settings.instance().moduleSetting('ui-theme').set('dark');
            })",
        )
        .await?;
        let dark = json!({"features": [{"name": "prefers-color-scheme", "value": "dark"}]});
        let media = self
            .devtools
            .command(&self.session, "Emulation.setEmulatedMedia", dark);
        media.await.map(drop)
    }

    /// Renders it and takes a screenshot: a PNG in base64.
    pub async fn screenshot(&self) -> anyhow::Result<String> {
        let params = json!({"format": "png"});
        let shot = self
            .devtools
            .command(&self.session, "Page.captureScreenshot", params);
        let shot = shot.await?;
        Ok(shot["data"].as_str().context("a screenshot")?.to_owned())
    }

    /// Shows the extension's panel.
    pub async fn show_panel(&self) -> anyhow::Result<InspectorPage> {
        let id = shared::extension_id()?;
        let show = format!("views.showView('chrome-extension://{id}Axlens').then(() => 0)");
        self.evaluate(&show).await?;
        self.page("panel").await
    }

    /// Selects the first element that matches a selector in the Elements panel, and shows the side
    /// bar.
    pub async fn select(&self, selector: &str) -> anyhow::Result<InspectorPage> {
        let selector = json!(selector);
        let select = format!(
            "(async () => {{
                const sdk = await import('./core/sdk/sdk.js');
                const {{ Revealer }} = await import('./core/common/common.js');
                const target = sdk.TargetManager.TargetManager.instance().primaryPageTarget();
                const model = target.model(sdk.DOMModel.DOMModel);
                const page = await model.requestDocument();
                const id = await model.querySelector(page.id, {selector});
                await Revealer.reveal(model.nodeForId(id));
                const ids = [...views.views.keys()].filter((id) => id.includes('Axlens'));
                const own = ids.find((id) => !id.startsWith('chrome-extension:')) ??
                    ids.find((id) => id.endsWith('axlens')) ?? 'axlens';
                await views.showView(own);
            }})()"
        );
        self.evaluate(&select).await?;
        self.screenshot().await?;
        self.page("sidebar").await
    }

    /// The `id` attribute of the element that is selected in the Elements panel, or null.
    pub async fn selected(&self) -> anyhow::Result<Value> {
        self.evaluate(
            "(async () => {
                const { Context } = await import('./ui/legacy/legacy.js');
                const { DOMModel } = await import('./core/sdk/sdk.js');
                const node = Context.Context.instance().flavor(DOMModel.DOMNode);
                return node?.getAttribute('id') ?? null;
            })()",
        )
        .await
    }

    /// The extension's page of this name in it.
    pub async fn page(&self, name: &str) -> anyhow::Result<InspectorPage> {
        let id = shared::extension_id()?;
        let url = format!("chrome-extension://{id}/devtools/{name}.html");
        let target = until(&url, async || {
            let listed = self.devtools.command("", "Target.getTargets", json!({}));
            let listed = listed.await?;
            let mut targets = listed["targetInfos"].as_array().into_iter().flatten();
            let found = targets.find(|target| target["url"] == url.as_str());
            Ok(found.and_then(|target| target["targetId"].as_str().map(str::to_owned)))
        })
        .await?;
        Ok(InspectorPage {
            session: self.devtools.attach(&target).await?,
            devtools: self.devtools.clone(),
        })
    }
}

impl InspectorPage {
    /// Value of an expression in the page.
    pub async fn evaluate(&self, expression: &str) -> anyhow::Result<Value> {
        self.devtools.evaluate(&self.session, expression).await
    }

    /// Waits until an expression is true in the page.
    pub async fn wait_for(&self, expression: &str) -> anyhow::Result<()> {
        until(expression, async || {
            Ok((self.evaluate(expression).await? == true).then_some(()))
        })
        .await
    }
}
