/*
 * A state of the page as the part of its address behind the #, and back: which keys, which digits, which rule is
 * broken, which step. Only known names with values that the fields could have are read; what is not is left out. An
 * address holds no code, and none is ever run from one. Pure.
 */
import { MOST_KEYS, parseKeys, TYPES } from './keys.js';
import { SWITCHES } from './switches.js';

const oneOf = (list) => (text) => (list.includes(text) ? text : undefined);
const whole = (least, most) => (text) =>
    /^\d{1,9}$/.test(text) && text >= least && text <= most ? Number(text) : undefined;
const LONGEST = 20 * MOST_KEYS; /* letters of keys that were typed */

const FIELDS = {
    n: whole(2, MOST_KEYS),
    bits: (text) => (['1', '2', '4', '8'].includes(text) ? Number(text) : undefined),
    type: oneOf(Object.keys(TYPES)),
    order: oneOf(['ascending', 'descending']),
    source: oneOf(['random', 'ties', 'typed']),
    seed: whole(0, 999999999),
    broken: oneOf(SWITCHES.map(({ fault }) => fault)),
    step: whole(0, 99999),
    keys: (text) => (text.length <= LONGEST ? text : undefined),
};

/* fields: those above, any of them undefined. Typed keys are separated by commas. */
export function toAddress(fields) {
    const known = Object.keys(FIELDS).filter((name) => fields[name] !== undefined);
    return `#${known.map((name) => `${name}=${encodeURIComponent(fields[name])}`).join('&')}`;
}

/* The fields in an address; undefined where it names a part of the page, or nothing. */
export function fromAddress(hash) {
    if (!hash.includes('=')) return undefined;
    const fields = {};
    for (const [name, text] of new URLSearchParams(hash.slice(1))) {
        const value = Object.hasOwn(FIELDS, name) ? FIELDS[name](text) : undefined;
        if (value !== undefined) fields[name] = value;
    }
    if (fields.source === 'typed' && parseKeys(fields.keys ?? '', fields.type ?? 'u8').error) delete fields.source;
    return fields;
}
