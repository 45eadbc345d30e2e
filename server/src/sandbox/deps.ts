import type { SeededStaff } from '@sandali/contract/desk.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { MovableClocks } from '#/platform/clock.ts';

/** How to reach the bank simulator. `fetch` defaults to the global one. */
export type BankSimulator = {
  url: string;
  token: string;
  /** Whether other servers use it too. Then business time does not move. */
  isShared: boolean;
  fetch?: typeof fetch;
  setOffset(offsetMs: number): Promise<void>;
};

/** The invented staff (staff/seeded.ts). */
type InventedStaff = {
  list(): Promise<SeededStaff[]>;
  /** Adds those who are missing. `passTo` moves business time. */
  seed(passTo: (at: Temporal.Instant) => Promise<void>): Promise<void>;
  /** Returns a function that runs commands as a member. It throws if a command is refused. */
  actAs(
    name: string,
  ): Promise<
    (command: string, request: { input?: object; reason?: string; reveal?: boolean }) => unknown
  >;
};

export type SandboxDeps = {
  context: AppContext;
  clocks: MovableClocks;
  bank: BankSimulator;
  staff: InventedStaff;
};
