//! `chrome.declarativeNetRequest`: rules by which Chrome blocks requests, until the browser ends.

/** @typedef {chrome.declarativeNetRequest.Rule} RequestRule */

/**
 * Replaces rules by others at once.
 * @param {RequestRule[]} old
 * @param {RequestRule[]} rules
 * @returns {Promise<void>} resolves when Chrome applies them
 */
export const replaceRequestRules = (old, rules) =>
  chrome.declarativeNetRequest.updateSessionRules({
    removeRuleIds: old.map(({ id }) => id),
    addRules: rules,
  });

/** Removes the rules that the worker has added before it ended. */
export async function removeAllRequestRules() {
  const rules = await chrome.declarativeNetRequest.getSessionRules();
  if (rules.length) await replaceRequestRules(rules, []);
}
