import { describe, expect, it } from 'vitest';
import type { Found } from './citus.ts';
import { changesOf, expected, expectedOf } from './expected.ts';
import { guarantees } from './guarantees/all.ts';
import { brokenThrough, held, outcomeOf } from './guarantees/guarantee.ts';
import { textOf, wrongsOf } from './report.ts';
import { bucketOf, idBeside, type Mode, modes } from './trial.ts';

/** An outcome by which a guarantee holds, or does not. */
const outcome = (sql: string | null) =>
  outcomeOf(
    sql === 'as written'
      ? [{ sql, result: held }]
      : [{ sql: 'as written', result: brokenThrough }, ...(sql === null ? [] : [{ sql, result: held }])],
  );
const asExpected = () =>
  guarantees.map(({ name }) => ({
    name,
    outcomes: Object.fromEntries(modes.map((mode) => [mode, outcome(expectedOf(name, mode))])) as Found['guarantees'][number]['outcomes'],
  }));

function found(more: Partial<Found> = {}): Found {
  const window = (livesPerSecond: number) => ({ lives: 10, livesPerSecond, msALife: 1000 / livesPerSecond });
  const life = (rate: number, shards: number | null) => ({
    sent: { statements: 43, roundTrips: 11 },
    windows: { 1: [window(rate)], 8: [window(rate * 2), window(rate * 4)] },
    reads: [[{ name: 'bills due today', ms: 1, shards, rows: 2 }]],
    spread: shards ? { fullest: 2.5, machines: [40, 60] } : null,
  });
  return {
    at: '',
    machine: { processors: 2, loadAverage: [1], fsync: 'on', version: 'Citus 13.0.5', workers: 2 },
    rounds: 2,
    seconds: 1,
    guarantees: asExpected(),
    differ: [],
    lives: { plain: life(10, null), borrower_id: life(5, 32), bucket: life(4, 1) },
    ...more,
  };
}
const lastLine = (one: Found) => textOf(one).split('\n').at(-1);

describe('what is expected', () => {
  it('names guarantees that are tried, and ways that they have in that mode', () => {
    for (const [name, of] of Object.entries(expected))
      for (const [mode, sql] of Object.entries(of)) {
        const ways =
          guarantees.find((one) => one.name === name)?.ways.filter(({ modes: some }) => !some || some.includes(mode as Mode)) ?? [];
        expect([name, mode, sql === null || ways.some((way) => way.sql === sql)]).toEqual([name, mode, true]);
        expect([name, ways.length > 0]).toEqual([name, true]);
      }
    expect(new Set(guarantees.map(({ name }) => name)).size).toBe(guarantees.length);
  });

  it('is found, or the report shows the difference and what was expected', () => {
    expect(changesOf(asExpected())).toEqual([]);
    const name = 'a table is not emptied: trigger before truncate';
    const changed = asExpected().map((one) => (one.name === name ? { ...one, outcomes: { ...one.outcomes, bucket: outcome(null) } } : one));
    expect(changesOf(changed)).toEqual([`${name}, bucket: does not hold (expected: as written)`]);
    const better = 'reads of one moment agree, over all borrowers: repeatable read';
    const held = asExpected().map((one) =>
      one.name === better ? { ...one, outcomes: { ...one.outcomes, bucket: outcome('as written') } } : one,
    );
    expect(changesOf(held)).toEqual([`${better}, bucket: as written (expected: does not hold)`]);
    expect(changesOf(asExpected().filter((one) => one.name !== better))).toEqual([`${better}: not tried`]);
  });

  it('is that plain tables hold all as written', () => {
    const [first, ...others] = asExpected();
    if (!first) throw new Error('no guarantee');
    const broken = { ...first, outcomes: { ...first.outcomes, plain: outcome('other') } };
    expect(changesOf([broken, ...others])).toEqual([`${first.name}, plain: other (expected: as written)`]);
  });
});

it('decides by the first way that holds', () => {
  const [no, yes] = [
    { sql: 'as written', result: 'not taken: why' },
    { sql: 'a directory', result: held },
  ];
  expect(outcomeOf([no, yes])).toMatchObject({ verdict: 'other SQL', sql: 'a directory' });
  expect(outcomeOf([no])).toMatchObject({ verdict: 'does not hold', sql: null });
  expect(outcomeOf([{ ...no, result: held }])).toMatchObject({ verdict: 'as written', sql: 'as written' });
});

it('reports lives against plain tables, and plans by how many shards they ask', () => {
  const text = textOf(found());
  expect(text).toMatch(/^bucket +43 +11 +250\.0 +4\.0 +0\.40 +93\.8 +12\.0 +0\.40$/m);
  expect(text).toMatch(/^plain +bills due today +one machine +2 +1\.0$/m);
  expect(text).toMatch(/^borrower_id +bills due today +32 shards/m);
  expect(text).toMatch(/^bucket +bills due today +router/m);
  expect(text).toContain(`plain: ${guarantees.length} as written, 0 by other SQL, 0 not`);
  expect(lastLine(found())).toBe('Everything is as expected.');
});

it('says last what is not as expected, of guarantees and of what lives have left', () => {
  const wrong = found({ differ: ['bucket: a bill is open'] });
  expect(wrongsOf(wrong)).toEqual(['bucket: a bill is open']);
  expect(lastLine(wrong)).toBe('Not as expected: bucket: a bill is open');
});

it('makes ids in the bucket of another', () => {
  expect(bucketOf('00000000-0000-4000-8000-0000000000ff')).toBe(63);
  expect(bucketOf('00000000-0000-4000-8000-000000000040')).toBe(0);
  const borrower = crypto.randomUUID();
  const made = Array.from({ length: 200 }, () => idBeside(borrower));
  expect(new Set(made.map(bucketOf))).toEqual(new Set([bucketOf(borrower)]));
  expect(new Set(made).size).toBe(200);
  expect(made.every((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))).toBe(true);
});
