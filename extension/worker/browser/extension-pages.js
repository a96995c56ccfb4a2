//! The extension's own pages (popup, options, onboarding) and what they are told and may command.
//! It decides nothing: what a page wants, it hands to whoever does it.

import { visitsOf } from './activity.js';
import * as browserApi from '../../shared/browser-api.js';
import * as identity from '../connection/identity.js';
import { readOwnPage } from '../reading/extension-document.js';
import * as policy from '../policy/policy.js';
import { isUnattended } from '../policy/unattended.js';

/** @typedef {import('../connection/connection.js').Connection} Connection */
/** @typedef {import('../connection/connection.js').State} State */
/** @typedef {import('../policy/policy.js').Policy} Policy */
/** @typedef {import('../policy/policy.js').Level} Level */
/** `site`: what a popup has asked for.
 * @typedef {{site: string, level: Level, own: Level, managed: Level, confirm: boolean,
 *   visits: import('./activity.js').Visit[]}} SiteNews */
/**
 * @typedef {{state: State, paused: boolean, version: string, settings: {url: string, key: string},
 *   name: string, files: boolean, everywhere: boolean, headers: boolean, scripts: boolean,
 *   unattended: boolean,
 *   policy: Policy, managed: Policy & {unattended: boolean},
 *   grants: import('../policy/policy.js').Grant[], shortcut: string, site: SiteNews | null}} News
 */
/**
 * @typedef {{connection: Connection, paused: () => boolean,
 *   setPaused: (choose: () => boolean) => Promise<void>, setName: (name: string) => Promise<void>}}
 *   Hooks
 */

/** Entries of the audit log that the options page shows. */
const TAIL = 100;

export class OwnPages {
  /** @type {Map<browserApi.Port, {site: string | null}>} those that are open */
  #open = new Map();
  #isTelling = false;
  /** Something has changed that they have not been told. */
  #isNew = false;

  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    policy.onPolicyChanged(() => this.tell());
  }

  /** @param {browserApi.Port} page that has been opened */
  serve(page) {
    this.#open.set(page, { site: null });
    page.onDisconnect.addListener(() => this.#open.delete(page));
    page.onMessage.addListener((message) => void this.#obey(page, message));
    this.tell();
  }

  /** Tells all of them how things are; of what changes meanwhile, once more and not each time. */
  tell() {
    this.#isNew = true;
    if (!this.#isTelling) void this.#tellAll();
  }

  async #tellAll() {
    this.#isTelling = true;
    try {
      while (this.#isNew && this.#open.size) {
        this.#isNew = false;
        await this.#tellOnce();
      }
    } finally {
      this.#isTelling = false;
    }
  }

  async #tellOnce() {
    // The same for all of them: Chrome is asked once.
    const news = await this.#news();
    for (const [page, { site }] of this.#open) {
      const ofSite = site === null ? null : await this.#siteNews(site);
      // It may have been closed meanwhile.
      if (this.#open.has(page)) page.postMessage({ news: { ...news, site: ofSite } });
    }
  }

  /** @returns {Promise<Omit<News, 'site'>>} */
  async #news() {
    const { connection, paused } = this.hooks;
    const { url, key } = connection.settings;
    const [files, everywhere, headers, scripts, shortcut] = await Promise.all([
      browserApi.canReadFiles(),
      browserApi.canRead(['<all_urls>']),
      browserApi.hasHeadersPermission(),
      browserApi.hasScriptsPermission(),
      browserApi.getShortcut('pause'),
      policy.loaded,
    ]);
    return {
      state: connection.state(),
      paused: paused(),
      version: browserApi.extensionVersion(),
      settings: { url, key },
      name: identity.name(),
      files,
      everywhere,
      headers,
      scripts,
      unattended: isUnattended(),
      policy: policy.userPolicy(),
      managed: policy.managedPolicy(),
      grants: policy.grants(),
      shortcut,
    };
  }

  /** @param {string} site @returns {Promise<SiteNews>} */
  async #siteNews(site) {
    const { own, managed } = policy.levelsOfSite(site);
    return {
      site,
      own,
      managed,
      level: policy.levelOfSite(site),
      confirm: policy.confirms(site),
      // Nothing is told of what was read while reading is paused.
      visits: this.hooks.paused() ? [] : await visitsOf(site),
    };
  }

  /** @param {browserApi.Port} page @param {any} message */
  async #obey(page, message) {
    const { connection, setPaused, setName } = this.hooks;
    const command = String(message?.do);
    // Heard where it was asked for.
    if (command === 'answer') return;
    if (command === 'pause') return await setPaused(() => message.paused === true);
    if (command === 'rename') return await setName(String(message.name));
    if (command === 'retry') return connection.retry();
    if (command === 'use') return await connection.use(message.settings);
    if (command === 'try') return page.postMessage({ tried: await readOwnPage(page, connection) });
    if (command === 'load') return page.postMessage({ server: await this.#ofServer() });
    if (command === 'revokeToken') {
      await connection.call('/agents/revoke', { name: String(message.name) });
      return page.postMessage({ server: await this.#ofServer() });
    }
    if (command === 'site') this.#open.set(page, { site: String(message.site) });
    else await this.#changePolicy(page, command, message);
    this.tell();
  }

  /** @param {browserApi.Port} page @param {string} command @param {any} message */
  async #changePolicy(page, command, message) {
    if (command === 'setSite') {
      const { pattern, level, confirm } = message;
      const isSet = await policy.setSite(String(pattern), level, confirm === true);
      page.postMessage({ siteSet: { pattern: String(pattern), isSet } });
    }
    if (command === 'removeSite') await policy.removeSite(String(message.pattern));
    if (command === 'setDefault') await policy.setDefault(message.level);
    if (command === 'revokeGrant')
      await policy.revokeGrant(String(message.agent), String(message.site));
    if (command === 'everythingOff') await this.#everythingOff(page);
    if (command === 'undoOff') await this.#undoOff(message.before);
  }

  /**
   * Pauses, blocks every site and takes back all that was granted.
   * @param {browserApi.Port} page
   */
  async #everythingOff(page) {
    const before = {
      paused: this.hooks.paused(),
      policy: policy.userPolicy(),
      grants: policy.grants(),
    };
    await this.hooks.setPaused(() => true);
    await policy.setPolicy({ default: 'block', sites: [] });
    await policy.revokeAll();
    page.postMessage({ off: before });
  }

  /**
   * @param {{paused: boolean, policy: Policy,
   *   grants: import('../policy/policy.js').Grant[]}} before */
  async #undoOff(before) {
    await policy.setPolicy(before.policy);
    await policy.saveGrants(before.grants);
    await this.hooks.setPaused(() => before.paused === true);
  }

  /** The agents that the server knows, and the end of its audit log; null where there is none. */
  async #ofServer() {
    const { connection } = this.hooks;
    const [agents, audit] = await Promise.all([
      connection.call('/agents').catch(() => null),
      connection.call(`/audit?last=${TAIL}`).catch(() => null),
    ]);
    return { agents: agents?.agents ?? null, entries: audit?.entries ?? null };
  }
}
