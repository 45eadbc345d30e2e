// Business numbers by day. Triggers read the same rows, so a number and its date are stored only in
// the table `rules` (01-rules.sql).
import type { Day } from '@sandali/contract/day.ts';
import type { Read } from '#/db/database.ts';

/** The names of all rules. */
const ruleNames = [
  'callFirstHour',
  'callLastHour',
  'callsADay',
  'callsAWeek',
  'caseReopenDays',
  'limitStepDays',
  'phoneChangeDays',
  'pictureRequestDays',
  'planDays',
  'planPauseDays',
  'recordsKeptYears',
  'recoveryHoldHours',
  'returnsWaitDays',
  'returnsWithinDays',
] as const;

/** The value of each rule on one Manila day. */
export type Rules = Readonly<Record<(typeof ruleNames)[number], number>>;

/**
 * Returns the rules that apply on a Manila day. @throws RangeError if one has no row for that day.
 */
export type RulesOn = (day: Day | Temporal.PlainDate) => Rules;

/**
 * Reads the rules once. A new row comes with the migration of a new build, so the server restarts
 * anyway.
 */
export async function openRules(db: Read): Promise<RulesOn> {
  const rows = await db
    .selectFrom('rules')
    .select(['name', 'starts_on', 'value'])
    .orderBy('starts_on')
    .execute();
  const rulesFrom = (day: string): Rules => {
    const started = rows.filter((row) => Temporal.PlainDate.compare(row.starts_on, day) <= 0);
    const values = new Map(started.map((row) => [row.name, row.value]));
    const namedValue = (name: string) => {
      const value = values.get(name);
      if (value === undefined) throw new RangeError(`no rule ${name} applies on ${day}`);
      return [name, value];
    };
    return Object.fromEntries(ruleNames.map(namedValue));
  };
  const byDay = new Map<string, Rules>();
  return (day) => {
    const text = day.toString();
    const rules = byDay.get(text) ?? rulesFrom(text);
    byDay.set(text, rules);
    return rules;
  };
}
