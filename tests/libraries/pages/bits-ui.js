// Bits UI, a kit for Svelte.

import { mount } from 'svelte';
import Page from './bits-ui.svelte';
import { root, show } from './show.js';

const held = {};
mount(Page, { target: root(), props: { held } });
show(() => held);
