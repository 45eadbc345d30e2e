// What people on staff have seen of what they decide on. The trail keeps each look with the state
// of what was there, and the database compares it with the state at the decision (02-staff.sql,
// `parts_of`): a look at an earlier state is none.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { Declined, invariant } from '#/platform/refuse.ts';

/** What a command may decide on, and how the handbook names it. */
export const sights = {
  application: 'the application and its pictures',
  request: 'the request for a higher limit',
  hold: 'the hold',
  recovery: 'the recovery and all four pictures',
  payout: 'the payout',
  money: 'the money in suspense',
  claim: 'the claim',
  break: 'the break',
  bill: 'the bill',
  suspicion: 'the report',
  dispute: 'the dispute',
  dataRequest: 'the request',
  files: 'the files that a sweep kept',
  setting: 'the old and the new value',
} as const;

export type Sight = { what: keyof typeof sights; id: string };

/**
 * What must be seen before a change is decided, or why nothing must be. Every change declares one.
 */
export type SeenFirst = Sight['what'] | { notNeeded: string };

/**
 * A look, as the trail is to keep it beside the other details. Take it before the part itself is
 * read: a change in between makes it a look at an earlier state. Empty if there is nothing of this
 * id.
 */
export async function lookAt(
  read: Read,
  { what, id }: Sight,
  who: string,
  part = 'facts',
): Promise<{ seen?: string }> {
  const { rows } = await sql<{ seen: string }>`
    select words_of_look(${what}, ${id}, part, state) as seen from parts_of(${what}, ${id}, ${who}) where part = ${part}`.execute(
    read,
  );
  return rows[0] ?? {};
}

/** The parts that somebody has not seen as they are now. */
export async function unseenOf(read: Read, { what, id }: Sight, who: string): Promise<string[]> {
  const { rows } = await sql<{
    parts: string[];
  }>`select unseen_of(${what}, ${id}, ${who}) as parts`.execute(read);
  invariant(rows[0], 'a function answers');
  return rows[0].parts;
}

/** Holds the person who runs a command to the looks that it declares. */
export type Looks = {
  /**
   * @throws Declined, naming the commands to run first, if they have not seen it as it is now.
   * `command` shows a part.
   */
  mustHaveSeen(tx: Tx, sight: Sight, command: (part: string) => string): Promise<void>;
  /** Whether the command asked for the look that it declares, if any. */
  areChecked(): boolean;
};

/** The looks of somebody who runs a command that declares `seenFirst`. */
export function looksOf(who: string, seenFirst: SeenFirst | undefined): Looks {
  const declared = typeof seenFirst === 'string' ? seenFirst : null;
  let isChecked = false;
  return {
    async mustHaveSeen(tx, sight, command) {
      invariant(sight.what === declared, 'a command declares what must be seen first');
      isChecked = true;
      const unseen = await unseenOf(tx, sight, who);
      if (unseen.length > 0)
        throw new Declined(`Look first at what is there now: ${unseen.map(command).join('; ')}`);
    },
    areChecked: () => declared === null || isChecked,
  };
}
