// What the sandbox works with: the house, the clock it may move, and the bank simulator's own doors.

import type { House } from '#/context/app-context.ts';
import type { MovableClocks } from '#/platform/clock.ts';

/** `fetch` is by what it is asked: the platform's own unless told. */
export type BankSimulator = { url: string; token: string; fetch?: typeof fetch; setOffset(offsetMs: number): Promise<void> };

export type SandboxDeps = { house: House; clocks: MovableClocks; bank: BankSimulator };
