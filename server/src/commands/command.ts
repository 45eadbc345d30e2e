// What an operator may do. A slice brings its own commands in `staff.ts`; the listener mounts them and writes the trail.
import * as v from 'valibot';
import type { Read, Tx } from '#/db/database.ts';
import type { AuditRow } from '#/kit/audit.ts';
import type { House } from '#/kit/house.ts';
import type { Approvals } from './approvals.ts';
import type { Veil } from './mask.ts';

/** What people on staff are there for. One person may have several. */
export const staffRoles = ['reviewer', 'finance', 'support', 'engineer'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** A person as an operator names them: see ops/person-named.ts. */
export const zPerson = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60));

export type StaffCtx = {
  house: House;
  /** Who acts, as the trail keeps them. */
  who: string;
  /** The key that they act with; null is the machine's own. */
  keyId: string | null;
  /** What they propose and confirm. */
  approvals: Approvals;
  reason: string | null;
  /** Lies over what identifies a person. */
  veil: Veil;
  /** The id of the borrower whom an operator names. @throws Declined where nobody is meant. */
  borrowerNamed(read: Read, named: string): Promise<string>;
  now: Temporal.Instant;
  wall: Temporal.Instant;
};

/** What a command answers, and what the trail keeps of it besides who, when and why. `subject` of an act on a person is the borrower's id. */
export type StaffAnswer = { data: unknown; subject?: string; detail?: AuditRow['detail'] };

export type StaffCommand = {
  /** As it is typed: 'config set'. */
  name: string;
  /** A change needs a reason. */
  kind: 'look' | 'change';
  /** Who may. */
  roles: readonly StaffRole[];
  /** A look at a person needs a reason too, which that person may read. */
  isAboutPerson?: boolean;
  /** Who may see with --reveal what is masked otherwise; left out where nothing is masked. */
  mayReveal?: readonly StaffRole[];
  /** Whether the machine's own key may do it in production, for as long as fewer than two keys that it made are open. */
  isForFirstKey?: boolean;
  /** What a body may have at most; 64 KiB unless told. */
  bodyLimitBytes?: number;
  request: v.GenericSchema;
  /** Runs in the transaction that also writes the trail. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is checked where the command is made
  run(ctx: StaffCtx, tx: Tx, input: any): Promise<StaffAnswer>;
  /** Makes the answer of what `run` gave, once the trail is committed and outside any transaction: for what is slow, and shown only when it is kept. */
  answer?(ctx: StaffCtx, data: unknown): Promise<unknown>;
  /** In the place of an answer: text that is sent as it is made, a piece at a time, once the trail is committed. */
  stream?(ctx: StaffCtx, data: unknown): AsyncIterable<string>;
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

/** A no in one sentence. Nothing of the command stays but its row in the trail. */
export class Declined extends Error {
  override name = 'Declined';
}
