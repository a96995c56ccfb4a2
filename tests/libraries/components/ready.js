// Says on the document element when every component of the page stands: defined, and drawn for the
// first time.

const components = () =>
  [...document.querySelectorAll('*')].filter((element) => element.localName.includes('-'));

/** @param {string[]} later selectors of what is opened once everything stands, in order */
export async function ready(...later) {
  const names = new Set(components().map((element) => element.localName));
  await Promise.all([...names].map((name) => customElements.whenDefined(name)));
  await Promise.all(components().map((element) => element.updateComplete));
  for (const selector of later) {
    const element = document.querySelector(selector);
    element.open = true;
    await element.updateComplete;
  }
  document.documentElement.dataset.ready = 'yes';
}
