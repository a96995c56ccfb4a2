// Bits UI, components for Svelte.

import { mount } from 'svelte';
import Page from './bits-ui.svelte';
import { expose, root } from '../expose.js';

const values = {};
mount(Page, { target: root(), props: { values } });
expose(() => values);
