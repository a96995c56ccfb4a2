//! `chrome.tabGroups`, and the groups of `chrome.tabs`.

/**
 * Adds a tab to a group. Neither takes the focus.
 * @param {number} tab
 * @param {number | undefined} group undefined, or one that the user has removed: a new one
 * @param {string} title of a new group
 * @returns {Promise<number>} the group
 */
export async function groupTab(tab, group, title) {
  if (group !== undefined) {
    const isAdded = await chrome.tabs.group({ tabIds: tab, groupId: group }).catch(() => null);
    if (isAdded !== null) return group;
  }
  const added = await chrome.tabs.group({ tabIds: tab });
  await chrome.tabGroups?.update(added, { title, collapsed: false });
  return added;
}
