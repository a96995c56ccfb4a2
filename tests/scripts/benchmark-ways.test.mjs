//! The ways in which the benchmark acts with other tools: each has an implementation, and an answer
//! that only repeats what was looked for does not count as the new state of the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ActingTools } from '../bench/scripts/act-and-see.mjs';
import { agentBrowser, playwrightCliFind, playwrightMcpFind } from '../bench/scripts/ways.mjs';

const click = {
  role: 'button',
  click: 'Idle',
  finds: 'Idle',
  sees: 'Shipped 31',
  unchanged: false,
};
const idle = { ...click, sees: 'Orders of today', unchanged: true };
const fill = {
  role: 'textbox',
  fill: [
    { name: 'Gate', value: 'Gate of 31', ref: '' },
    { name: 'Dock', value: 'Dock of 31', ref: '' },
  ],
  finds: 'textbox',
  sees: 'Noted Dock',
  unchanged: false,
};

test('each way of ways.json has an implementation', () => {
  assert.doesNotThrow(() => new ActingTools({ debug: '', modules: '' }));
});

test('a search that found nothing does not show the new state', () => {
  for (const way of [playwrightMcpFind({}), playwrightCliFind({})]) {
    assert.ok(!way.shows('### Result\nNo matches found for "Shipped 31".', click));
    assert.ok(way.shows('Found 1 match for "Shipped 31":\n\n- cell "Shipped 31"', click));
  }
});

test('a difference shows the new state, or says that the page is as it was', () => {
  const whole = agentBrowser({}, []);
  const delta = agentBrowser({}, ['--delta']);
  assert.ok(delta.shows('✓ Done\n\nunchanged (revision 4)', idle));
  assert.ok(!delta.shows('✓ Done\n\nunchanged (revision 4)', click));
  assert.ok(!whole.shows('✓ Done\n\nunchanged (revision 4)', idle));
});

test('only a list of controls shows an input by the last value', () => {
  const typed = '- textbox "Dock" [ref=e13]: Dock of 31';
  assert.ok(agentBrowser({}, ['-i']).shows(typed, fill));
  assert.ok(!agentBrowser({}, ['-i']).shows('- textbox "Gate" [ref=e12]: Gate of 31', fill));
  assert.ok(!agentBrowser({}, []).shows(typed, fill));
});
