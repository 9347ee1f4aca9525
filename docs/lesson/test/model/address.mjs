/*
 * The state in the page's address.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { fromAddress, toAddress } from '../../page/address.js';

test('an address holds a state, and nothing else', () => {
    const states = [
        { n: 16, bits: 2, type: 'u8', order: 'ascending', source: 'ties', seed: 9, broken: 'unstable', step: 44 },
        { n: 4, bits: 8, type: 'f16', order: 'descending', source: 'typed', seed: 0, step: 0, keys: '-0,NaN,1.5,∞' },
    ];
    for (const state of states) {
        const { broken, keys, ...rest } = state;
        const wanted = { ...rest, ...(broken && { broken }), ...(keys && { keys }) };
        assert.deepEqual(fromAddress(toAddress(state)), wanted);
    }
    assert.equal(fromAddress('#tiles'), undefined);
    assert.equal(fromAddress(''), undefined);
    for (const bad of [
        'n=65',
        'n=1',
        'n=1e1',
        'bits=3',
        'type=toString',
        'broken=constructor',
        'step=-1',
        'seed=x',
        'code=alert(1)',
        '__proto__=1',
        'keys=' + '1,'.repeat(2000),
    ])
        assert.deepEqual(fromAddress(`#${bad}`), {}, bad);
    assert.deepEqual(fromAddress('#source=typed&keys=<b>'), { keys: '<b>' }, 'keys that are none are not shown');
});
