//! The PDF file that a tab shows: a script in the tab's document requests it again, since Chrome's
//! viewer can't be read. The document's process may be compromised, so that its answer is checked
//! here; the server reads the file.

import { within } from '../deadline.js';
import { allowedFrames } from '../browser/frames.js';
import { mayBeBlank, refusalFrom } from '../browser/tabs.js';
import { garbled, noPdf, pdfNotReadable, pdfTooLarge } from '../faults.js';
import { DocumentLost, PageDocument, ScriptRefused } from './documents.js';
import { takeTurn } from './read-document.js';
import { fieldsOf } from '../../shared/fields.js';
import { MAX_PDF_BYTES, PDF_PART } from '../../shared/pdf-limits.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */

const SCRIPT = ['page/pdf/pdf.js'];
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;

/**
 * @param {ChosenTab} chosen
 * @param {Deadline} deadline
 * @returns {Promise<string>} the file as base64; rejects with a fault
 */
export async function pdfOf(chosen, deadline) {
  const [main] = await allowedFrames(chosen);
  const page = new PageDocument(chosen.id, main.document);
  try {
    return await takeTurn(page, deadline, () => fileIn(page, deadline));
  } catch (error) {
    if (error instanceof ScriptRefused && mayBeBlank({ ...chosen.tab, url: main.url }))
      throw noPdf();
    throw await refusalFrom(chosen.id, main.url, error);
  }
}

/** @param {PageDocument} page @param {Deadline} deadline */
async function fileIn(page, deadline) {
  await page.inject(SCRIPT);
  const loaded = await send(page, { left: deadline.left() });
  if ('problem' in loaded) throw faultFor(loaded);
  const size = Number(loaded.size);
  if (!(size >= 0 && size <= MAX_PDF_BYTES)) throw garbled();
  let file = '';
  for (let from = 0; from < size; from += PDF_PART) {
    const { part } = await within(deadline, send(page, { from }));
    if (typeof part !== 'string' || part.length > PDF_PART * 2 || !BASE64.test(part))
      throw garbled();
    file += part;
  }
  return file;
}

/** @param {PageDocument} page @param {object} request */
async function send(page, request) {
  const answer = await page.sendIfInjected({ axlensPdf: request });
  if (answer === undefined) throw new DocumentLost('the script disappeared');
  return fieldsOf(answer);
}

/** @param {Record<string, unknown>} answer */
function faultFor({ problem, status, type }) {
  switch (problem) {
    case 'no_pdf':
      return noPdf();
    case 'too_large':
      return pdfTooLarge();
    case 'scheme':
      return pdfNotReadable('only files of http and https addresses can be requested again');
    case 'status':
      return pdfNotReadable(`its site answered with the status ${Math.trunc(Number(status))}`);
    case 'type':
      return pdfNotReadable(`its site answered with ${describedType(type)}`);
    default:
      return pdfNotReadable('the request failed, or it was redirected to another site');
  }
}

/** @param {unknown} type of the page's process */
const describedType = (type) =>
  typeof type === 'string' && MEDIA_TYPE.test(type) ? `a file of the type ${type}` : 'another file';
