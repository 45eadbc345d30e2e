// What people on staff have seen of what they decide on. The trail keeps each look with the state of what was there, and the database compares it with the state
// at the decision (02-staff.sql, `parts_of`): a look at an earlier state is none.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { Declined, invariant } from '#/platform/refuse.ts';

/** What is decided on: an application, a request for a higher limit, a hold, a recovery, a payout, money in suspense, a break or the bill of a loan. */
export type Sight = {
  what: 'application' | 'request' | 'hold' | 'recovery' | 'payout' | 'money' | 'break' | 'bill';
  id: string;
};

/**
 * A look, as the trail is to keep it beside the other details. Take it before the part itself is read: a change in between makes it a look at an earlier state.
 * Empty if there is nothing of this id.
 */
export async function lookAt(read: Read, { what, id }: Sight, who: string, part = 'facts'): Promise<{ seen?: string }> {
  const { rows } = await sql<{ seen: string }>`
    select words_of_look(${what}, ${id}, part, state) as seen from parts_of(${what}, ${id}, ${who}) where part = ${part}`.execute(read);
  return rows[0] ?? {};
}

/** The parts that somebody has not seen as they are now. */
export async function unseenOf(read: Read, { what, id }: Sight, who: string): Promise<string[]> {
  const { rows } = await sql<{ parts: string[] }>`select unseen_of(${what}, ${id}, ${who}) as parts`.execute(read);
  invariant(rows[0], 'a function answers');
  return rows[0].parts;
}

/** Lets somebody decide on what they have seen. `command` is what shows a part. @throws Declined with the commands to run first. */
export async function mustHaveSeen(tx: Tx, sight: Sight, who: string, command: (part: string) => string): Promise<void> {
  const unseen = await unseenOf(tx, sight, who);
  if (unseen.length > 0) throw new Declined(`Look first at what is there now: ${unseen.map(command).join('; ')}`);
}
