// `npm test`: every check there is. They run one after the other, the batteries two at a time, all of them also when one fails.
import { battery, browserTests, build, type Count, finish, lint, types, unitTests } from './suites.ts';

const counts: Count[] = [];
for (const check of [lint, types, unitTests, build, browserTests]) counts.push(await check());
// Batteries wait for silent banks and the dead more than they compute: two rows of them stand beside each other.
const rows = [
  ['accounts-replays', 'accounts-mutations', 'dblaws', 'idem', 'kill', 'oddpay'],
  ['loans', 'payouts', 'uploads', 'webhooks'],
];
await Promise.all(
  rows.map(async (row) => {
    for (const name of row) counts.push(await battery(name));
  }),
);
finish(counts);
