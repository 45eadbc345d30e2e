// Every guarantee, and what became of the attempts to break it.
import { type Place, type Trial, withTrial } from '../trial.ts';
import { brokenThrough, type Guarantee, held, type Outcome, outcomeOf } from './guarantee.ts';
import { keyGuarantees } from './keys.ts';
import { lockGuarantees } from './locks.ts';
import { triggerGuarantees } from './triggers.ts';

export const guarantees: readonly Guarantee[] = [...keyGuarantees, ...triggerGuarantees, ...lockGuarantees];

/** Tries the ways of a guarantee in turn until one holds, each in an empty schema. */
export async function tryToBreak(place: Place, { ways }: Guarantee): Promise<Outcome> {
  const tried: Outcome['tried'] = [];
  for (const { sql, modes, holds } of ways) {
    if (modes && !modes.includes(place.mode)) continue;
    const attempt = async (trial: Trial) => ((await holds(trial)) ? held : brokenThrough);
    const result = await withTrial(place, attempt).catch((error: Error) => `not taken: ${error.message}`);
    tried.push({ sql, result });
    if (result === held) break;
  }
  return outcomeOf(tried);
}
