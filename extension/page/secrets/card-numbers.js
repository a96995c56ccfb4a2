//! Recognizes numbers of payment cards. It is independent of fields.

/**
 * First digits (from, to) of the cards of known issuers and how many digits those have (least,
 * most), after ISO/IEC 7812 as Wikipedia's "Payment card number" lists them:
 * https://en.wikipedia.org/wiki/Payment_card_number#Issuer_identification_number_(IIN)
 * @type {[string, string, number, number][]}
 */
const ISSUERS = [
  ['2200', '2204', 16, 19], // Mir
  ['2205', '2205', 16, 16], // Borica
  ['2221', '2720', 16, 16], // Mastercard
  ['300', '305', 14, 19], // Diners Club
  ['31', '31', 19, 19], // T-Union
  ['34', '34', 15, 15], // American Express
  ['3528', '3589', 16, 19], // JCB
  ['36', '36', 14, 19], // Diners Club
  ['37', '37', 15, 15], // American Express
  ['38', '39', 16, 19], // Diners Club
  ['4', '4', 13, 13], // Visa
  ['4', '4', 16, 19], // Visa, Dankort, Elo
  ['5018', '5020', 13, 19], // Maestro, Dankort
  ['5038', '5038', 13, 19], // Maestro
  ['506099', '506198', 16, 19], // Verve
  ['5067', '5067', 16, 16], // Elo
  ['507865', '507964', 16, 19], // Verve
  ['508', '509', 16, 16], // RuPay, Elo
  ['51', '55', 16, 16], // Mastercard
  ['5893', '5893', 13, 19], // Maestro
  ['60', '60', 16, 19], // RuPay, Discover, Hipercard
  ['6304', '6304', 13, 19], // Maestro
  ['62', '62', 16, 19], // UnionPay, Elo
  ['636', '639', 16, 19], // InterPayment, InstaPayment, Elo
  ['644', '649', 16, 19], // Discover
  ['65', '65', 16, 19], // Discover, RuPay, Troy, Verve, Elo
  ['6759', '6763', 13, 19], // Maestro
  ['8600', '8600', 16, 16], // Uzcard
  ['81', '82', 16, 19], // RuPay, UnionPay
  ['9704', '9704', 16, 19], // Napas
  ['9792', '9792', 16, 16], // Troy
  ['9860', '9860', 16, 16], // Humo
];

/**
 * Digits, with spaces, dashes or dots between them; after them possibly the date until which the
 * card is valid, and its code.
 */
const GROUPS =
  /^\s*(\d(?:[\s\p{Pd}.]?\d){12,18})(?:[\s,;|]+(?:0[1-9]|1[0-2])\s?[/-]\s?\d{2,4}(?:[\s,;|]+\d{3,4})?)?\s*$/u;
/** 19 digits, a separator after each, date, code, and surrounding white space. */
const MAX_LEN = 80;

/**
 * Returns whether a text is the number of a payment card: an issuer's first digits, the issuer's
 * length, and the right check digit. The length alone is not enough. Only the card's date and code
 * may follow it.
 * @param {string} text
 */
export function isCardNumber(text) {
  if (text.length < 13 || text.length > MAX_LEN) return false;
  // Full-width digits count as digits.
  const plain = text.normalize('NFKC');
  const number = GROUPS.exec(plain)?.[1];
  if (number === undefined) return false;
  const digits = number.replace(/\D/g, '');
  return hasIssuer(digits) && hasCheckDigit(digits);
}

/** @param {string} digits */
const hasIssuer = (digits) =>
  ISSUERS.some(([from, to, least, most]) => {
    const first = digits.slice(0, from.length);
    return from <= first && first <= to && least <= digits.length && digits.length <= most;
  });

/** Luhn's check: ISO/IEC 7812-1, annex B. @param {string} digits */
function hasCheckDigit(digits) {
  let sum = 0;
  for (let place = 1; place <= digits.length; place++) {
    const digit = Number(digits.at(-place));
    sum += place % 2 === 1 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit;
  }
  return sum % 10 === 0;
}
