import type { AppContext } from '#/context/app-context.ts';
import { openRules, type Rules } from '#/context/rules.ts';
import type { Database } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';

/**
 * Inserts a value of a rule that applies from today, and rereads the rules as a starting server
 * does.
 */
export async function startRule(
  { owner, context }: { owner: Database; context: AppContext },
  name: keyof Rules,
  value: number,
): Promise<void> {
  const starts_on = manilaDayOf(context.clocks.now());
  await owner.db.insertInto('rules').values({ name, starts_on, value, law: 'a new law' }).execute();
  context.rulesOn = await openRules(context.db);
}
