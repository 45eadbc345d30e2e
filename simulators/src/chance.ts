import { randomInt, randomUUID } from 'node:crypto';
import type { Chance } from './payouts.ts';

/** The machine's own chance. */
export const trueChance: Chance = {
  id: (prefix) => `${prefix}_${randomUUID().replaceAll('-', '')}`,
  digits: (count) => Array.from({ length: count }, () => randomInt(10)).join(''),
};
