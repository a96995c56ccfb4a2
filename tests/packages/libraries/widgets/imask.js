// IMask: fields that format their value.

import IMask from 'imask';
import { expose, root } from '../expose.js';

root().innerHTML = '<label>Phone <input id="phone"></label><label>Price <input id="price"></label>';
const phone = IMask(document.getElementById('phone'), { mask: '+{49}(000)000-000' });
const price = IMask(document.getElementById('price'), {
  mask: Number,
  thousandsSeparator: '.',
  radix: ',',
});
expose(() => ({ phone: phone.unmaskedValue, price: price.typedValue }));
