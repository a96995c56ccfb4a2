//! The popup of the toolbar icon: pauses first, then says how the connection stands, what agents
//! may do on the site in front, and which were there. It decides nothing.

import { localize, text } from '../common/i18n.js';
import { siteOf } from '../../shared/sites.js';
import {
  ago,
  agentName,
  byId,
  connectPage,
  lookOf,
  showUnattended,
  siteName,
  wordsFor,
} from '../common/parts.js';
import * as browserApi from '../../shared/browser-api.js';
import { LEVELS } from '../../shared/levels.js';

/** @typedef {import('../../worker/browser/extension-pages.js').News} News */
/** @typedef {import('../../worker/browser/extension-pages.js').SiteNews} SiteNews */
/** @typedef {import('../../worker/browser/activity.js').Visit} Visit */

/** Times such as “two minutes ago” are made anew so often. */
const FRESH_MS = 15_000;

/** @type {News | null} */
let shown = null;
/** @type {string | null} */
let site = null;

localize();
const say = connectPage('popup', (message) => message.news && show(message.news));
byId('pause').addEventListener('click', () => say({ do: 'pause', paused: !shown?.paused }));
byId('policy').addEventListener('change', save);
setInterval(() => shown && showVisits(shown), FRESH_MS);
void askForSite();

/** The popup opens at once; which site is in front comes after. */
async function askForSite() {
  const tab = await browserApi.getActiveTab();
  site = siteOf(tab?.url ?? '');
  byId('no-site').hidden = site !== null;
  if (site !== null) say({ do: 'site', site });
}

/** @param {News} news */
function show(news) {
  shown = news;
  byId('pause').textContent = text(news.paused ? 'resume' : 'pause');
  byId('shortcut').textContent = news.shortcut
    ? text('pause_key', news.shortcut)
    : text('no_pause_key');
  byId('state').dataset.look = lookOf(news);
  byId('headline').textContent = wordsFor(news).headline;
  showUnattended(news.unattended);
  // A worker that has started anew does not know which site is shown.
  if (news.site) showSite(news.site);
  else if (site !== null) say({ do: 'site', site });
  showVisits(news);
  document.body.dataset.ready = '';
}

/** @param {SiteNews} news */
function showSite(news) {
  byId('this-site').hidden = false;
  byId('site').textContent = siteName(news.site);
  if (!byId('levels').childElementCount) byId('levels').append(...LEVELS.map(choice));
  const most = LEVELS.indexOf(news.managed);
  LEVELS.forEach((level, index) => {
    const input = byId(`level-${level}`);
    input.checked = level === news.own;
    input.disabled = index > most;
  });
  byId('managed').textContent =
    news.managed === 'act' ? '' : text('managed_note', text(`level_${news.managed}`));
  byId('confirm').checked = news.confirm;
}

/** @param {string} level @returns {HTMLLabelElement} */
function choice(level) {
  const label = document.createElement('label');
  label.className = 'choice';
  const input = document.createElement('input');
  Object.assign(input, { type: 'radio', name: 'level', value: level, id: `level-${level}` });
  const why = document.createElement('small');
  why.textContent = text(`level_${level}_why`);
  const words = document.createElement('span');
  words.append(text(`level_${level}`), why);
  label.append(input, words);
  return label;
}

function save() {
  const level = LEVELS.find((each) => byId(`level-${each}`).checked);
  say({ do: 'setSite', pattern: site, level, confirm: byId('confirm').checked });
}

/** @param {News} news */
function showVisits({ paused, site: about }) {
  const visits = paused ? [] : (about?.visits ?? []);
  byId('visits').replaceChildren(...visits.map(visitLine));
  const none = paused ? 'visits_paused' : 'visits_none';
  byId('no-visits').textContent = visits.length ? '' : text(none);
}

/** @param {Visit} visit @returns {HTMLLIElement} */
function visitLine({ name, read, acted }) {
  const line = document.createElement('li');
  const parts = [
    acted === undefined ? '' : text('visit_acted', ago(acted)),
    read === undefined ? '' : text('visit_read', ago(read)),
  ];
  line.textContent = `${agentName(name)}: ${parts.filter(Boolean).join(', ')}`;
  return line;
}
