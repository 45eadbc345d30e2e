import type { AppContext } from '#/context/app-context.ts';
import type { MovableClocks } from '#/platform/clock.ts';

/** How to reach the bank simulator. `fetch` defaults to the global one. */
export type BankSimulator = {
  url: string;
  token: string;
  fetch?: typeof fetch;
  setOffset(offsetMs: number): Promise<void>;
};

export type SandboxDeps = { context: AppContext; clocks: MovableClocks; bank: BankSimulator };
