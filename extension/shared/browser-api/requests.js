//! `chrome.declarativeNetRequest`: rules by which Chrome blocks requests, until the browser ends.

/** @typedef {chrome.declarativeNetRequest.Rule} RequestRule */

/** @param {RequestRule[]} rules @returns {Promise<void>} resolves when Chrome applies them */
export const addRequestRules = (rules) =>
  chrome.declarativeNetRequest.updateSessionRules({ addRules: rules });

/** @param {number[]} ids of rules */
export const removeRequestRules = (ids) =>
  chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: ids });

/** Removes the rules that the worker has added before it ended. */
export async function removeAllRequestRules() {
  const rules = await chrome.declarativeNetRequest.getSessionRules();
  if (rules.length) await removeRequestRules(rules.map((rule) => rule.id));
}
