/*
 * Count and scan, the two first steps of a radix sort: prints how often each hexadecimal digit occurs at the ones and
 * at the 16s of 64 keys, and where the bucket of each digit begins.
 */
import sweepsort from 'sweepsort';

const keys = Uint32Array.from({ length: 64 }, (_, i) => Math.imul(i + 1, 2654435761) >>> 24);
const sweep = await sweepsort();

console.log('keys', keys.join(' '));
for (const place of [1, 16]) {
    const counts = sweep.histogram(keys, { radix: 16, place }),
        offsets = sweep.offsets(counts);
    console.log(`digit at place ${place}`);
    for (let digit = 0; digit < 16; digit++) {
        const [count, offset] = [counts[digit], offsets[digit]].map((x) => String(x).padStart(2));
        console.log(`  ${digit.toString(16)}  count ${count}  offset ${offset}`);
    }
}
