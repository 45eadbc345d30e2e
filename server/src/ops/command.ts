// What an operator may do. A slice brings its own commands in `staff.ts`; the listener mounts them and writes the trail.
import type * as v from 'valibot';
import type { Tx } from '#/db/database.ts';
import type { AuditRow } from '#/kit/audit.ts';
import type { House } from '#/kit/house.ts';

/** Who acts: the key's name and the person at the machine, as the trail keeps them. */
export type StaffCtx = { house: House; who: string; reason: string | null; now: Temporal.Instant; wall: Temporal.Instant };

/** What a command answers, and what the trail keeps of it besides who, when and why. */
export type StaffAnswer = { data: unknown; subject?: string; detail?: AuditRow['detail'] };

export type StaffCommand = {
  /** As it is typed: 'config set'. */
  name: string;
  /** A change needs a reason. */
  kind: 'look' | 'change';
  request: v.GenericSchema;
  /** Runs in the transaction that also writes the trail. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is checked where the command is made
  run(ctx: StaffCtx, tx: Tx, input: any): Promise<StaffAnswer>;
  /** What follows once it is committed. */
  after?(ctx: StaffCtx): void;
};

/** A command, with its input typed by its schema. */
export function staffCommand<S extends v.GenericSchema>(
  command: Omit<StaffCommand, 'request' | 'run'> & {
    request: S;
    run: (ctx: StaffCtx, tx: Tx, input: v.InferOutput<S>) => Promise<StaffAnswer>;
  },
): StaffCommand {
  return command;
}

/** A no in one sentence. Nothing of the command stays. */
export class Declined extends Error {
  override name = 'Declined';
}
