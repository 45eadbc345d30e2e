import { expect, it } from 'vitest';
import { isMissed } from './command.ts';
import { goalsOf, measuredCalls, type Result, type Size, textOf } from './growth-report.ts';
import type { Window } from './windows.ts';

const window = (p95Ms: number): Window => ({
  callsPerSecond: 1,
  p50Ms: 1,
  p95Ms,
  p99Ms: p95Ms,
  serverMs: 1,
  databaseMs: 1,
  loadShare: 0.1,
});

function size(borrowers: number, p95Ms: number, openBills: number): Size {
  return {
    borrowers,
    openBills,
    made: { livesSeconds: 1, massSeconds: 1, historySeconds: 1, bytesEach: 20_000, largest: [] },
    startSeconds: 1,
    databaseBytes: 1,
    sharedBuffers: '128MB',
    windows: Object.fromEntries(
      measuredCalls.map((name) => [name, [window(p95Ms)]]),
    ) as Size['windows'],
    peakMegabytes: 300,
    closed: {
      entries: 1,
      closeSeconds: 60,
      sealSeconds: 20,
      verifySeconds: 10,
      statementSeconds: 1,
      longestWaitMs: 1000,
      bookingMs: { p50: 1, p95: p95Ms },
      work: { steps: 1 },
    },
    scans: { calls: {}, work: {} },
  };
}
const resultOf = (...sizes: Size[]): Result => ({
  at: '',
  machine: { processors: 2, memoryBytes: 1, loadAverage: [0] },
  rounds: 1,
  seconds: 1,
  sizes,
});
const lastLine = (result: Result) => textOf(result, goalsOf(result)).split('\n').at(-1);

it('a goal is met at its bound and missed just above it', () => {
  const [small, large] = [size(10_000, 10, 2000), size(1_000_000, 12, 200_000)];
  expect(goalsOf(resultOf(small, large)).filter(isMissed)).toEqual([]);
  expect(lastLine(resultOf(small, large))).toMatch(/Missed: none. Not measured: none.$/);
  const slow = {
    ...size(1_000_000, 12.1, 200_000),
    peakMegabytes: 301,
    made: { ...large.made, bytesEach: 20_001 },
    closed: {
      ...large.closed,
      verifySeconds: 10.1,
      longestWaitMs: 1001,
      bookingMs: { p50: 1, p95: 12.1 },
      work: { steps: 'canceled' },
    },
    scans: { calls: { loans: 1 }, work: { bills: 2 } },
  };
  const goals = goalsOf(resultOf(small, slow));
  expect(goals.filter(isMissed)).toEqual(goals);
});

it('the report’s last line names the goals that were not measured', () => {
  const last = lastLine(resultOf(size(10_000, 10, 2000), size(100_000, 30, 20_000)));
  expect(last).toMatch(
    /Missed: none. Not measured: p95 of home .*; a day of 200,000 open bills, s; longest wait of a booking meanwhile, ms.$/,
  );
});
