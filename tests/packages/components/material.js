// The components of Material Web.

import '@material/web/all.js';
import { ready } from './ready.js';

await ready('#colours', '#menu');
