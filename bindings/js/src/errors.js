/*
 * The one error that this package throws by itself. Its `code` is the name that the C library gives the same trouble.
 */

const TEXTS = {
    SWEEP_ERR_ARGUMENT: 'invalid argument',
    SWEEP_ERR_MEMORY: 'out of memory',
    SWEEP_ERR_UNSUPPORTED: 'valid but unsupported',
    SWEEP_ERR_BUSY: 'in use',
    SWEEP_ERR_DEVICE: 'device failed',
};

/* The codes by sweep_status's numbers. */
export const CODES = [
    'SWEEP_OK',
    'SWEEP_ERR_ARGUMENT',
    'SWEEP_ERR_MEMORY',
    'SWEEP_ERR_UNSUPPORTED',
    'SWEEP_ERR_BUSY',
    'SWEEP_ERR_DEVICE',
];

export class SweepError extends Error {
    constructor(code, detail, options) {
        super(detail ? `${TEXTS[code]}: ${detail}` : TEXTS[code], options);
        this.name = 'SweepError';
        this.code = code;
    }
}

export function refuse(detail) {
    throw new SweepError('SWEEP_ERR_ARGUMENT', detail);
}
