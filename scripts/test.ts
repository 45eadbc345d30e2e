// `npm test`: every check there is. They run one after the other, all of them also when one fails.
import { battery, browserTests, build, type Count, finish, lint, types, unitTests } from './suites.ts';

const counts: Count[] = [];
for (const check of [lint, types, unitTests, build, browserTests]) counts.push(await check());
for (const name of [
  'accounts-replays',
  'accounts-mutations',
  'dblaws',
  'idem',
  'kill',
  'loans',
  'oddpay',
  'payouts',
  'uploads',
  'webhooks',
])
  counts.push(await battery(name));
finish(counts);
