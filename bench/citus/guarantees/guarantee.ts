// A guarantee of the database, the ways to say it in SQL, and what attempts to break it came to.
import type { Mode, Trial } from '../trial.ts';

/** `holds` tries to break the guarantee: true where the database refused, false where it let that happen. It throws where this SQL is not taken at all. */
export type Way = { sql: string; modes?: readonly Mode[]; holds(trial: Trial): Promise<boolean> };
/** The first way is as the product has it today, or as near as ten tables come. */
export type Guarantee = { name: string; ways: readonly Way[] };

/** As the product says it today. */
export const asWritten = (holds: Way['holds']): Way => ({ sql: 'as written', holds });
/** The same with the distribution column in front of its keys and conditions. */
export const withColumn = (holds: Way['holds']): Way => ({ sql: 'with the distribution column', modes: ['borrower_id', 'bucket'], holds });

export const verdicts = ['as written', 'other SQL', 'does not hold'] as const;
export type Verdict = (typeof verdicts)[number];
/** `tried` says of each way what came of it. */
export type Outcome = { verdict: Verdict; sql: string | null; tried: { sql: string; result: string }[] };

/** The first way that holds decides. */
export function outcomeOf(tried: Outcome['tried']): Outcome {
  const at = tried.findIndex(({ result }) => result === held);
  const sql = tried[at]?.sql ?? null;
  return { verdict: at === 0 ? 'as written' : at > 0 ? 'other SQL' : 'does not hold', sql, tried };
}
export const held = 'holds';
export const brokenThrough = 'broken';
