//! `chrome.runtime`, `chrome.alarms` and `chrome.system`: the extension itself, when its worker is
//! started, ports to the worker and to the native messaging host, and the load of the machine.

/** @typedef {chrome.runtime.Port} Port */

/** @returns {string} */
export const extensionVersion = () => chrome.runtime.getManifest().version;

/** @param {string} path @returns {string} the URL of one of the extension's files */
export const extensionUrl = (path) => chrome.runtime.getURL(path);

/** Resets Chrome's idle timer of the worker, as every call of an extension API does. */
export const keepWorkerAlive = () => chrome.runtime.getPlatformInfo();

/**
 * @param {() => void} listener called when Chrome starts, or the extension is installed or updated
 */
export function onStart(listener) {
  chrome.runtime.onStartup.addListener(listener);
  chrome.runtime.onInstalled.addListener(listener);
}

/** @param {() => void} listener called when the user has installed the extension */
export const onFirstInstall = (listener) =>
  chrome.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') listener();
  });

/** @param {() => void} listener */
export const onAlarm = (listener) => chrome.alarms.onAlarm.addListener(listener);

/**
 * Creates a repeating alarm, unless there is one with the same interval. Chrome allows one second
 * for an unpacked extension and rounds up to half a minute for others.
 * @param {string} name
 * @param {number} seconds
 */
export async function ensureAlarm(name, seconds) {
  const periodInMinutes = seconds / 60;
  const alarm = await chrome.alarms.get(name);
  if (alarm?.periodInMinutes !== periodInMinutes)
    await chrome.alarms.create(name, { periodInMinutes });
}

/** @param {string} name @returns {Port} */
export const connectNative = (name) => chrome.runtime.connectNative(name);

/** @param {string} name @returns {Port} a port from an extension page to the worker */
export const connectToWorker = (name) => chrome.runtime.connect(undefined, { name });

/**
 * @param {(port: Port) => void} listener called when an extension page opens a port to the worker
 */
export function onExtensionPageConnect(listener) {
  chrome.runtime.onConnect.addListener((port) => {
    // Content scripts run in the processes of pages, so that their ports are not trusted.
    if (
      port.sender?.id === chrome.runtime.id &&
      port.sender.url?.startsWith(chrome.runtime.getURL(''))
    )
      listener(port);
  });
}

/**
 * @returns {string} why the last call failed or the last port closed; only valid inside its
 *   callback
 */
export const lastError = () => chrome.runtime.lastError?.message ?? '';

/** @typedef {{idle: number, total: number, count: number}} ProcessorTimes */

/**
 * @returns {Promise<ProcessorTimes>} the time that all processors were idle, and the time that they
 *   were running, both since the machine started; and the number of processors
 */
export async function getProcessorTimes() {
  const { processors } = await chrome.system.cpu.getInfo();
  const sum = (/** @type {'idle' | 'total'} */ key) =>
    processors.reduce((total, each) => total + each.usage[key], 0);
  return { idle: sum('idle'), total: sum('total'), count: processors.length };
}
