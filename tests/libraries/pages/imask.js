// IMask: fields that put what is typed in their own form.

import IMask from 'imask';
import { root, show } from './show.js';

root().innerHTML = '<label>Phone <input id="phone"></label><label>Price <input id="price"></label>';
const phone = IMask(document.getElementById('phone'), { mask: '+{49}(000)000-000' });
const price = IMask(document.getElementById('price'), {
  mask: Number,
  thousandsSeparator: '.',
  radix: ',',
});
show(() => ({ phone: phone.unmaskedValue, price: price.typedValue }));
