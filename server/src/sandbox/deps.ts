// What the sandbox works with: the server, the clock it may move, and the bank simulator's own
// doors.

import type { AppContext } from '#/context/app-context.ts';
import type { MovableClocks } from '#/platform/clock.ts';

/** `fetch` makes the requests; the platform's own by default. */
export type BankSimulator = {
  url: string;
  token: string;
  fetch?: typeof fetch;
  setOffset(offsetMs: number): Promise<void>;
};

export type SandboxDeps = { context: AppContext; clocks: MovableClocks; bank: BankSimulator };
