// What an operator may do. Each slice declares its own commands in `commands.ts`: what is typed,
// who may, what is done, and how the answer is shown. The listener mounts them, serves their
// declarations and writes the trail.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import type * as v from 'valibot';
import type { AppContext } from '#/context/app-context.ts';
import type { AuditRow } from '#/context/audit.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { Act, Approvals } from './approvals.ts';
import { type Arguments, declaredArguments, type InputOf, requestOf } from './arguments.ts';
import { type Displays, displays, type Shows } from './display.ts';
import type { Looks, SeenFirst } from './looks.ts';
import type { Mask } from './mask.ts';

/** What people on staff are there for. One person may have several. */
export const staffRoles = ['reviewer', 'finance', 'support', 'engineer'] as const;
export type StaffRole = (typeof staffRoles)[number];

const usualTimeoutMs = 20_000;

export type StaffCtx = {
  app: AppContext;
  /** Who acts, as the trail keeps them. */
  who: string;
  /** The key that they act with; null is the machine's own. */
  keyId: string | null;
  /** What they propose and confirm. */
  approvals: Approvals;
  /** Checks what they must see before they decide. */
  looks: Pick<Looks, 'mustHaveSeen'>;
  reason: string | null;
  /** What they are there for. */
  roles: readonly StaffRole[];
  /** Masks what identifies a person. */
  mask: Mask;
  /** The id of the borrower that an operator names. @throws Declined if there is none. */
  borrowerNamed(read: Read, named: string): Promise<string>;
  now: Temporal.Instant;
  wall: Temporal.Instant;
};

/**
 * What a command answers, and what the trail keeps of it besides who, when and why. `person` is the
 * borrower concerned, who reads in the app that it was done, and why; `subject` is the id of
 * anything else.
 */
export type StaffAnswer<D = unknown> = { data: D; detail?: AuditRow['detail'] } & (
  | { person?: string | null; subject?: never }
  | { subject?: string; person?: never }
);

/** An act of two people. */
export type TwoPeople = {
  act: Act;
  /**
   * In which cases, as a sentence begins: 'Above the limit of one person'. Left out where it is
   * always.
   */
  when?: string;
  /** What the second person types; the same command by default. */
  confirmedBy?: string;
  /** What is proposed and waits. */
  waiting(read: Read): Promise<Waiting[]>;
};

/**
 * A proposal that waits: its approval's id, the command that confirms it, and what it is about in
 * words without personal data.
 */
export type Waiting = { id: string; confirmedBy: string; what: string };

/** A change needs a reason, and declares what must be seen first. */
type Kind = { kind: 'look'; seenFirst?: never } | { kind: 'change'; seenFirst: SeenFirst };

type Declared = Kind & {
  /** As it is typed: 'config set'. */
  name: string;
  /** What it does, in a sentence or two. */
  about: string;
  /** What may be typed, each with all that it needs. */
  examples: readonly string[];
  /** Who may. */
  roles: readonly StaffRole[];
  /**
   * An access to one person's data, which needs a reason: 'reported' is shown to that person in the
   * app, and answers with `person`; 'withheld' is not, as they must not learn of it.
   */
  aboutPerson?: 'reported' | 'withheld';
  /** Who may see with --reveal what is masked otherwise; left out where nothing is masked. */
  mayReveal?: readonly StaffRole[];
  /** Left out where one person is enough: nothing can be proposed or confirmed then. */
  twoPeople?: TwoPeople;
  /**
   * Whether the machine's own key may do it in production, for as long as fewer than two keys that
   * it made are open.
   */
  isForFirstKey?: boolean;
  /** The maximum size of a body; 64 KiB by default. */
  bodyLimitBytes?: number;
  /** How long its caller waits; 20 s by default. */
  timeoutMs?: number;
};

export type StaffCommand = Declared & {
  arguments: Arguments;
  request: v.GenericSchema;
  // biome-ignore lint/suspicious/noExplicitAny: the types are checked where the command is made
  shows: Shows<any>;
  /** Runs in the transaction that also writes the trail. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  run(ctx: StaffCtx, tx: Tx, input: any): Promise<StaffAnswer>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  answer?(ctx: StaffCtx, data: any): Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  stream?(ctx: StaffCtx, data: any): AsyncIterable<string>;
  after?(ctx: StaffCtx): void;
};

type Made<A extends Arguments, D, R> = Declared & {
  /** In the order of the help; none by default. */
  arguments?: A;
  /** Runs in the transaction that also writes the trail. */
  run(ctx: StaffCtx, tx: Tx, input: InputOf<A>): Promise<StaffAnswer<D>>;
  /**
   * Makes the answer of what `run` gave, once the trail is committed and outside any transaction:
   * for what is slow, and shown only when it is kept.
   */
  answer?(ctx: StaffCtx, data: D): Promise<R>;
  /**
   * In the place of an answer: text that is sent as it is made, a piece at a time, once the trail
   * is committed.
   */
  stream?(ctx: StaffCtx, data: D): AsyncIterable<string>;
  /** What follows once it is committed. */
  after?(ctx: StaffCtx): void;
  /** How the answer is shown. */
  shows(as: Displays<NoInfer<R>>): Shows<NoInfer<R>>;
};

/** A command of staff. */
export function command<A extends Arguments, D, R = D>({
  shows,
  arguments: given,
  ...rest
}: Made<A, D, R>): StaffCommand {
  const all = given ?? {};
  return { ...rest, arguments: all, request: requestOf(all), shows: shows(displays) };
}

/** What is served of a command. */
export function declarationOf(one: StaffCommand): DeclaredCommand {
  return {
    name: one.name,
    about: one.about,
    examples: one.examples,
    kind: one.kind,
    aboutPerson: one.aboutPerson ?? null,
    needsReason: needsReason(one),
    roles: one.roles,
    mayReveal: one.mayReveal ?? [],
    twoPeople: one.twoPeople
      ? { when: one.twoPeople.when ?? null, confirmedBy: one.twoPeople.confirmedBy ?? one.name }
      : null,
    arguments: declaredArguments(one.arguments),
    display: one.shows.declared,
    timeoutMs: one.timeoutMs ?? usualTimeoutMs,
  };
}

/** A change needs a reason, and so does a look at a person. */
export function needsReason({ kind, aboutPerson }: StaffCommand): boolean {
  return kind === 'change' || aboutPerson !== undefined;
}
