import sweepsort from 'sweepsort';
const sweep = await sweepsort();
const depth = new Float32Array([2.5, -1, 7, 0.25]);
const order = sweep.argsort(depth, { order: 'descending' });
console.log(`farthest first: ${order.join(' ')}`);
