//! The extension's pages (popup, options, onboarding): sends them the state of the extension and
//! passes on their commands.

import { isUsed, visitsOf } from './activity.js';
import { allPins, onPinsChanged, unpin } from './pins.js';
import { agentTabs, closeAgentTabs } from './agent-tabs.js';
import { handBack, takenTabs, takeOver } from '../acting/held-tabs.js';
import { fieldsOf } from '../../shared/fields.js';
import * as browserApi from '../../shared/browser-api.js';
import * as identity from '../connection/identity.js';
import { readExtensionPage } from '../reading/extension-document.js';
import * as denials from '../policy/denials.js';
import * as grants from '../policy/grants.js';
import * as policy from '../policy/policy.js';
import { isUnattended } from '../policy/unattended.js';

/** @typedef {import('../connection/connection.js').Connection} Connection */
/** @typedef {import('../connection/connection.js').State} ConnectionState */
/** @typedef {import('../connection/connection.js').Settings} Settings */
/** @typedef {import('../policy/policy.js').Policy} Policy */
/** @typedef {import('../policy/policy.js').Level} Level */
/** @typedef {import('../policy/denials.js').Denial} Denial */
/** @typedef {import('../policy/grants.js').Grant} Grant */
/** @typedef {import('../policy/grants.js').ListedGrant} ListedGrant */
/**
 * The state of the site that a popup requested.
 * @typedef {{site: string, level: Level, own: Level, managed: Level, confirm: boolean,
 *   visits: import('./activity.js').Visit[]}} SiteState
 */
/**
 * What the user has switched on in the options.
 * @typedef {{headers: boolean, scripts: boolean, downloads: boolean, groups: boolean,
 *   notifications: boolean}} Switches
 */
/**
 * @typedef {{connection: ConnectionState, paused: boolean, version: string,
 *   settings: {url: string, key: string}, name: string, files: boolean, everywhere: boolean,
 *   switches: Switches, taken: number[], agentTabs: number[],
 *   pins: import('./pins.js').Pin[], unattended: boolean, policy: Policy,
 *   managed: Policy & {unattended: boolean}, grants: ListedGrant[], denials: Denial[],
 *   shortcut: string, used: boolean, site: SiteState | null}} ExtensionState
 */
/**
 * What everything-off changed, so that it can be undone.
 * @typedef {{paused: boolean, policy: Policy, grants: Grant[]}} StateBeforeOff
 */
/**
 * A command of an extension page. `answer`: the response of the recorder in the page.
 * @typedef {{do: 'retry' | 'try' | 'load' | 'loadGateway' | 'leaveGateway' | 'everythingOff'
 *   | 'closeAgentTabs'}
 *   | {do: 'takeOver' | 'handBack', tab: number} | {do: 'unpin', id: string}
 *   | {do: 'pause', paused: boolean} | {do: 'rename', name: string}
 *   | {do: 'use', settings: Settings} | {do: 'site', site: string}
 *   | {do: 'setSite', pattern: string, level: Level, confirm: boolean, console?: boolean}
 *   | {do: 'removeSite', pattern: string} | {do: 'setDefault', level: Level}
 *   | {do: 'revokeToken', name: string} | {do: 'revokeGrant', agent: string, site: string}
 *   | {do: 'liftDenial', agent: string, site: string}
 *   | {do: 'undoOff', before: StateBeforeOff}
 *   | {do: 'answer', requestId: string, answer: unknown}} Command
 */
/**
 * @typedef {{connection: Connection, paused: () => boolean,
 *   setPaused: (choose: () => boolean) => Promise<void>, setName: (name: string) => Promise<void>}}
 *   Hooks
 */

/** @returns {Promise<Switches>} */
async function switchedOn() {
  const [headers, scripts, downloads, groups, notifications] = await Promise.all([
    browserApi.headersPermission.has(),
    browserApi.scriptsPermission.has(),
    browserApi.downloadsPermission.has(),
    browserApi.groupsPermission.has(),
    browserApi.notificationsPermission.has(),
  ]);
  return { headers, scripts, downloads, groups, notifications };
}

/** The number of audit log entries on the options page. */
const AUDIT_ENTRIES = 100;

export class ExtensionPages {
  /** @type {Map<browserApi.Port, {site: string | null}>} the open pages */
  #open = new Map();
  #isSending = false;
  /** The state changed after the last message to the pages. */
  #isChanged = false;

  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    policy.onPolicyChanged(() => this.update());
    denials.onDenialsChanged(() => this.update());
    onPinsChanged(() => this.update());
  }

  /** @param {browserApi.Port} page that was opened */
  serve(page) {
    this.#open.set(page, { site: null });
    page.onDisconnect.addListener(() => this.#open.delete(page));
    page.onMessage.addListener((command) => void this.#execute(page, command));
    this.update();
  }

  /** Sends the state to all pages. Several changes during one transmission are sent together. */
  update() {
    this.#isChanged = true;
    if (!this.#isSending) void this.#sendChanges();
  }

  async #sendChanges() {
    this.#isSending = true;
    try {
      while (this.#isChanged && this.#open.size) {
        this.#isChanged = false;
        await this.#sendState();
      }
    } finally {
      this.#isSending = false;
    }
  }

  async #sendState() {
    // Requested from Chrome once for all pages.
    const state = await this.#state();
    for (const [page, { site }] of this.#open) {
      const siteState = site === null ? null : await this.#siteState(site);
      // The page may have been closed in the meantime.
      if (this.#open.has(page)) page.postMessage({ state: { ...state, site: siteState } });
    }
  }

  /** @returns {Promise<Omit<ExtensionState, 'site'>>} */
  async #state() {
    const { connection, paused } = this.hooks;
    const { url, key } = connection.settings;
    const [files, everywhere, switches, shortcut, used, taken, opened, pins] = await Promise.all([
      browserApi.canReadFiles(),
      browserApi.canRead(['<all_urls>']),
      switchedOn(),
      browserApi.getShortcut('pause'),
      isUsed(),
      takenTabs(),
      agentTabs(),
      allPins(),
      policy.loaded,
      denials.loaded,
      grants.loaded,
    ]);
    return {
      connection: connection.state(),
      paused: paused(),
      version: browserApi.extensionVersion(),
      settings: { url, key },
      name: identity.name(),
      files,
      everywhere,
      switches,
      taken,
      agentTabs: opened,
      pins,
      unattended: isUnattended(),
      policy: policy.userPolicy(),
      managed: policy.managedPolicy(),
      grants: grants.listedGrants(),
      denials: denials.denials(),
      shortcut,
      used,
    };
  }

  /** @param {string} site @returns {Promise<SiteState>} */
  async #siteState(site) {
    const { own, managed } = policy.levelsOfSite(site);
    return {
      site,
      own,
      managed,
      level: policy.levelOfSite(site),
      confirm: policy.confirms(site),
      // No visits are shown while reading is paused.
      visits: this.hooks.paused() ? [] : await visitsOf(site),
    };
  }

  /** @param {browserApi.Port} page @param {Command} command */
  async #execute(page, command) {
    const { connection, setPaused, setName } = this.hooks;
    switch (command.do) {
      case 'answer':
        // The request's own listener handles it.
        return;
      case 'pause':
        return await setPaused(() => command.paused === true);
      case 'rename':
        return await setName(String(command.name));
      case 'retry':
        return connection.retry();
      case 'use':
        return await connection.applySettings(command.settings);
      case 'try':
        return page.postMessage({ tried: await readExtensionPage(page, connection) });
      case 'load':
        return page.postMessage({ server: await this.#serverState() });
      case 'loadGateway':
        return page.postMessage({ gateway: (await this.#agents()).gateway });
      case 'leaveGateway':
        // If it fails, the page shows that the gateway is still joined.
        await connection.call('/gateway/leave', {}).catch(() => null);
        return page.postMessage({ server: await this.#serverState() });
      case 'revokeToken':
        await connection.call('/agents/revoke', { name: String(command.name) });
        return page.postMessage({ server: await this.#serverState() });
      case 'takeOver':
        await takeOver(Number(command.tab));
        break;
      case 'unpin':
        await unpin(String(command.id));
        break;
      case 'closeAgentTabs':
        await closeAgentTabs();
        break;
      case 'handBack':
        await handBack(Number(command.tab));
        break;
      case 'site':
        this.#open.set(page, { site: String(command.site) });
        break;
      default:
        await this.#changePolicy(page, command);
    }
    this.update();
  }

  /** @param {browserApi.Port} page @param {Command} command */
  async #changePolicy(page, command) {
    switch (command.do) {
      case 'setSite': {
        const pattern = String(command.pattern);
        const { level, confirm, console } = command;
        const isOn = console === undefined ? undefined : console === true;
        const isSet = await policy.setSite(pattern, level, {
          confirm: confirm === true,
          console: isOn,
        });
        return page.postMessage({ siteSet: { pattern, isSet } });
      }
      case 'removeSite':
        return await policy.removeSite(String(command.pattern));
      case 'setDefault':
        return await policy.setDefault(command.level);
      case 'revokeGrant':
        return await grants.revokeGrant(String(command.agent), String(command.site));
      case 'liftDenial':
        return await denials.liftDenial(String(command.agent), String(command.site));
      case 'everythingOff':
        return await this.#everythingOff(page);
      case 'undoOff':
        return await this.#undoOff(command.before);
    }
  }

  /**
   * Pauses reading, blocks every site and revokes all grants.
   * @param {browserApi.Port} page
   */
  async #everythingOff(page) {
    /** @type {StateBeforeOff} */
    const before = {
      paused: this.hooks.paused(),
      policy: policy.userPolicy(),
      grants: grants.grants(),
    };
    await this.hooks.setPaused(() => true);
    await policy.setPolicy({ default: 'block', sites: [] });
    await grants.revokeAll();
    page.postMessage({ off: before });
  }

  /** @param {StateBeforeOff} before */
  async #undoOff(before) {
    await policy.setPolicy(before.policy);
    await grants.saveGrants(before.grants);
    await this.hooks.setPaused(() => before.paused === true);
  }

  /** The server's agents and the end of its audit log; null if it is not connected. */
  async #serverState() {
    const { connection } = this.hooks;
    const [{ agents, gateway }, audit] = await Promise.all([
      this.#agents(),
      connection.call(`/audit?last=${AUDIT_ENTRIES}`).catch(() => null),
    ]);
    return { agents, gateway, entries: fieldsOf(audit).entries ?? null };
  }

  /** The server's agents and the gateway that it has joined; null if it is not connected. */
  async #agents() {
    const answer = fieldsOf(await this.hooks.connection.call('/agents').catch(() => null));
    return { agents: answer.agents ?? null, gateway: answer.gateway ?? null };
  }
}
