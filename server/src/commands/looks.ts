// Staff must have seen the current state of what they decide on. The trail records the state that
// they saw, and the database compares it when they decide (02-staff.sql, `parts_of`).
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { Declined, invariant } from '#/platform/refuse.ts';

/** The things that commands decide on, named as in the handbook. */
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

export type Sight = { kind: keyof typeof sights; id: string };

/** What staff must have seen before a change, or why they need not see anything. */
export type SeenFirst = Sight['kind'] | { notNeeded: string };

/**
 * Returns the viewed state for the trail's details; empty if the id is unknown. Call it before
 * reading the data, so that the recorded view is outdated if the data changes in between.
 */
export async function lookAt(
  read: Read,
  { kind, id }: Sight,
  who: string,
  part = 'facts',
): Promise<{ seen?: string }> {
  const { rows } = await sql<{ seen: string }>`
    select words_of_look(${kind}, ${id}, part, state) as seen
    from parts_of(${kind}, ${id}, ${who}) where part = ${part}`.execute(read);
  return rows[0] ?? {};
}

/** Returns the parts of a subject whose current state the person has not seen. */
async function unseenOf(read: Read, { kind, id }: Sight, who: string): Promise<string[]> {
  const { rows } = await sql<{
    parts: string[];
  }>`select unseen_of(${kind}, ${id}, ${who}) as parts`.execute(read);
  invariant(rows[0], 'a function answers');
  return rows[0].parts;
}

/** Checks what the person who runs a command has seen. */
export type Looks = {
  /**
   * Requires that the person has seen the current state. `command` returns the command that shows a
   * part of the subject.
   * @throws Declined with the commands to run first
   */
  mustHaveSeen(tx: Tx, sight: Sight, command: (part: string) => string): Promise<void>;
  /** Returns false if the command declares a check that it has not made. */
  areChecked(): boolean;
};

/** Returns the checks of what a staff member has seen, for a command that declares `seenFirst`. */
export function looksOf(who: string, seenFirst: SeenFirst | undefined): Looks {
  const declared = typeof seenFirst === 'string' ? seenFirst : null;
  let isChecked = false;
  return {
    async mustHaveSeen(tx, sight, command) {
      invariant(sight.kind === declared, 'a command declares what must be seen first');
      isChecked = true;
      const unseen = await unseenOf(tx, sight, who);
      if (unseen.length > 0)
        throw new Declined(`View the current state first: ${unseen.map(command).join('; ')}`);
    },
    areChecked: () => declared === null || isChecked,
  };
}
