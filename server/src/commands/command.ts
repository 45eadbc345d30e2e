// Staff commands. Each slice declares its own in `commands.ts`. The listener runs them, publishes
// their declarations and writes the trail.
import type { Cell, DeclaredCommand, Entity, MenuGroup } from '@sandali/contract/commands.ts';
import type { Fact } from '@sandali/contract/desk.ts';
import type * as v from 'valibot';
import type { AppContext } from '#/context/app-context.ts';
import type { AuditRow } from '#/context/audit.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { Act, Approvals } from './approvals.ts';
import { type Arguments, declaredArguments, type InputOf, requestOf } from './arguments.ts';
import { type Displays, displaysOf, type Shows } from './display.ts';
import type { Looks, SeenFirst } from './looks.ts';
import type { Mask } from './mask.ts';

/** The roles that can make changes; a person may have several. */
export const actingRoles = [
  'reviewer',
  'support',
  'collector',
  'finance',
  'compliance',
  'manager',
  'engineer',
] as const;
/** All roles of staff. An auditor reads all but pictures, and has no other role. */
export const staffRoles = [...actingRoles, 'auditor'] as const;
export type StaffRole = (typeof staffRoles)[number];

const usualTimeoutMs = 20_000;

export type StaffCtx = {
  app: AppContext;
  /** The acting person, as the trail names them. */
  who: string;
  /** The id of the person's key; null for the machine's own key. */
  keyId: string | null;
  /** The key itself, as proof for the database that its holder renews it; null for a passkey. */
  keyText: string | null;
  /** Proposes and confirms acts that need two people. */
  approvals: Approvals;
  /** Checks that the person has seen what they decide on. */
  looks: Pick<Looks, 'mustHaveSeen'>;
  reason: string | null;
  roles: readonly StaffRole[];
  mask: Mask;
  /** Finds a borrower's id by phone number, userGid or reference. @throws Declined if unknown */
  borrowerNamed(read: Read, named: string): Promise<string>;
  now: Temporal.Instant;
  wall: Temporal.Instant;
};

/**
 * A command's result and its details for the trail. `person` is the borrower concerned, who sees
 * the command and its reason in the app. `subject` is the id of whatever else the command concerns.
 */
export type StaffAnswer<D = unknown> = { data: D; detail?: AuditRow['detail'] } & (
  | { person?: string | null; subject?: never }
  | { subject?: string; person?: never }
);

/** An act that needs two people. */
export type TwoPeople = {
  act: Act;
  /**
   * The condition under which two people are needed, as the start of a sentence: 'Above the limit
   * of one person'. Absent if two people are always needed.
   */
  when?: string;
  /** The confirming command; the same command by default. */
  confirmedBy?: string;
  /** The command that declines a proposal; absent if none does. */
  declinedBy?: string;
  /** Returns the open proposals with the ids `at.ids`, at most a page of them. */
  waiting(read: Read, at: WaitingAt): Promise<Waiting[]>;
};

/**
 * What the facts of proposals need: the ids of their approvals, the business time, and the keys of
 * sealed values, which facts show masked.
 */
export type WaitingAt = { ids: readonly string[]; app: AppContext; now: Temporal.Instant };

/** An open proposal, as the second person sees it. */
export type Waiting = {
  /** The id of its approval. */
  id: string;
  /** The command that confirms it. */
  confirmedBy: string;
  /** Its subject, in a few words. */
  what: string;
  /**
   * What it changes, and on what it acts: such a fact has the same value before and after. Omits
   * values that the second person must type.
   */
  facts: readonly Fact[];
  /** The confirming command's input. Omits values that the second person must type. */
  input: Readonly<Record<string, unknown>>;
  /**
   * The confirming command's values that the second person must type. The server matches them, and
   * never sends them.
   */
  typed?: Readonly<Record<string, unknown>>;
  /** What it concerns, for a link; null if nothing has a page. */
  about: { as: Entity; id: string } | null;
};

/** Returns a fact that the act leaves as it is. */
export const unchanged = (name: string, value: Cell): Fact => ({
  name,
  before: value,
  after: value,
});

/** A change declares what staff must have seen first. */
type Kind =
  | {
      kind: 'look';
      seenFirst?: never;
      /** Set on a list that a standby may serve (db/standby.ts). */
      readsStandby?: true;
    }
  | { kind: 'change'; seenFirst: SeenFirst; readsStandby?: never };

type Declared = Kind & {
  /** The name as staff type it: 'config set'. */
  name: string;
  /** The desk's menu group. */
  menu: MenuGroup;
  /** What it does, in a few words: 'Show a person'. */
  label: string;
  /** One or two sentences on what it does. */
  about: string;
  /** Complete examples of its input. */
  examples: readonly string[];
  /** Who may run it. An auditor may run every look but pictures without being named here. */
  roles: readonly StaffRole[];
  /** Set on a change that affects only staff and therefore needs no reason. */
  needsNoReason?: true;
  /**
   * Marks a command that accesses personal data and therefore needs a reason. A 'reported' access
   * returns `person` and is shown to that person; a 'withheld' one is shown to nobody.
   */
  aboutPerson?: 'reported' | 'withheld';
  /** The roles that may use --reveal; absent if the command does not mask anything. */
  mayReveal?: readonly StaffRole[];
  /** The act that the command proposes or confirms; absent if one person is enough. */
  twoPeople?: TwoPeople;
  /**
   * Whether the machine's own key may run the command in production. The key may do so only while
   * fewer than two of the keys that it added are open.
   */
  isForFirstKey?: boolean;
  /** The maximum size of a body; 64 KiB by default. */
  bodyLimitBytes?: number;
  /** How long the caller waits; 20 s by default. */
  timeoutMs?: number;
};

/** A command whose types were checked when it was declared (`Definition`). */
export type StaffCommand = Declared & {
  arguments: Arguments;
  request: v.GenericSchema;
  shows: Shows<unknown>;
  run(ctx: StaffCtx, tx: Tx, input: unknown): Promise<StaffAnswer>;
  answer?(ctx: StaffCtx, data: unknown): Promise<unknown>;
  stream?(ctx: StaffCtx, data: unknown): AsyncIterable<string>;
  after?(ctx: StaffCtx): void;
};

type Definition<A extends Arguments, D, R> = Declared & {
  /** The arguments, in the order of the help text. */
  arguments?: A;
  /** Runs in the transaction that also writes the trail. */
  run(ctx: StaffCtx, tx: Tx, input: InputOf<A>): Promise<StaffAnswer<D>>;
  /** Converts the data from `run` into the response after the commit; for slow work. */
  answer?(ctx: StaffCtx, data: D): Promise<R>;
  /** Streams text as the response, after the commit. */
  stream?(ctx: StaffCtx, data: D): AsyncIterable<string>;
  after?(ctx: StaffCtx): void;
  /** Declares how the response is displayed. */
  shows(as: Displays<NoInfer<R>>): Shows<NoInfer<R>>;
};

export function command<A extends Arguments, D, R = D>({
  shows,
  arguments: declared,
  ...rest
}: Definition<A, D, R>): StaffCommand {
  const declaredArguments = declared ?? {};
  const shown = shows(displaysOf<R>());
  // The app promises borrowers that only reviewers see their pictures.
  const isForAuditors =
    rest.kind === 'look' && shown.declared.as !== 'picture' && !rest.roles.includes('auditor');
  return {
    ...rest,
    roles: isForAuditors ? [...rest.roles, 'auditor'] : rest.roles,
    arguments: declaredArguments,
    request: requestOf(declaredArguments),
    shows: shown,
  };
}

export function declarationOf(staffCommand: StaffCommand): DeclaredCommand {
  const { name, menu, label, about, examples, kind, roles, twoPeople } = staffCommand;
  return {
    name,
    menu,
    label,
    about,
    examples,
    kind,
    aboutPerson: staffCommand.aboutPerson ?? null,
    needsReason: needsReason(staffCommand),
    roles,
    mayReveal: staffCommand.mayReveal ?? [],
    twoPeople: twoPeople
      ? {
          when: twoPeople.when ?? null,
          confirmedBy: twoPeople.confirmedBy ?? name,
          declinedBy: twoPeople.declinedBy ?? null,
        }
      : null,
    arguments: declaredArguments(staffCommand.arguments),
    display: staffCommand.shows.declared,
    timeoutMs: staffCommand.timeoutMs ?? usualTimeoutMs,
  };
}

/** Whether the command needs a reason, because it changes something or accesses a person's data. */
export function needsReason({ kind, aboutPerson, needsNoReason }: StaffCommand): boolean {
  return (kind === 'change' && !needsNoReason) || aboutPerson !== undefined;
}
