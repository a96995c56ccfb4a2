//! `axlens` in the DevTools console, in the extension's context: what agents see of this document.
//! It sends requests to the extension's DevTools page, which forwards them to the worker; nothing
//! about other documents reaches this one.

import { fieldsOf } from '../../shared/fields.js';

/** @typedef {import('../recorder/same-origin-frames.js').Recorder} Recorder */

/**
 * @param {() => Recorder | undefined} recorderHere
 * @param {(message: object) => Promise<unknown>} send to the extension pages
 */
export function consoleHelpers(recorderHere, send) {
  const recorder = () => {
    const recorder = recorderHere();
    if (!recorder) throw new Error('Axlens is not in this document. Reload it.');
    return recorder;
  };
  /** @param {object} request @returns {Promise<unknown>} rejects with the reason */
  const ask = async (request) => {
    const { world } = fieldsOf(recorder().answer({ axlens: 'ping' }));
    const response = await send({ axlensConsole: { ...request, world } }).catch(() => undefined);
    if (!response) throw new Error('Axlens does not answer. Close DevTools and open it again.');
    const { answer, fault } = fieldsOf(response);
    if (fault) throw new Error(String(fault));
    return answer;
  };
  /** @param {number} node */
  const elementOf = (node) => {
    const element = recorder().element(node);
    if (!element) throw new Error('The element is not in the document any more.');
    return element;
  };
  return Object.freeze({
    /** @param {object} [options] as the body of `POST /observe`: `{format: 'outline'}` */
    observe: (options = {}) => ask({ do: 'observe', options }),

    /** @param {unknown} element of this document */
    explain: async (element) => {
      if (!(element instanceof Element) || element.ownerDocument !== document)
        throw new TypeError(
          "Give an element of this document: axlens.explain($0). One in a frame is explained in that frame's context.",
        );
      return await ask({ do: 'explain', node: recorder().nodeId(element) });
    },

    /** @param {number | string} uid of an element of this document */
    find: async (uid) => elementOf(Number(await ask({ do: 'find', uid: String(uid) }))),
  });
}
