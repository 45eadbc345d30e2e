// The tables of the trial: what holds by which SQL, what a life costs, what reads over all borrowers cost; and its last line, whether anything was not as expected.
import { digits, median } from '../server/report.ts';
import type { Found, Writers } from './citus.ts';
import { changesOf } from './expected.ts';
import type { Outcome } from './guarantees/guarantee.ts';
import { type Mode, modes } from './trial.ts';

/** Everything that is not as expected, in words. */
export const wrongsOf = (found: Found): string[] => [...changesOf(found.guarantees), ...found.differ];

const said = ({ verdict, sql }: Outcome) =>
  verdict === 'other SQL' ? `by other SQL: ${sql}` : verdict === 'as written' ? 'as written' : 'does not hold';

function guaranteeLines({ guarantees }: Found): string[] {
  return guarantees.flatMap(({ name, outcomes }) => {
    const { borrower_id: byBorrower, bucket } = outcomes;
    const isSame = said(byBorrower) === said(bucket);
    const lines = isSame ? [`both: ${said(bucket)}`] : [`borrower_id: ${said(byBorrower)}`, `bucket: ${said(bucket)}`];
    if (outcomes.plain.verdict !== 'as written') lines.unshift(`plain: ${said(outcomes.plain)}`);
    return [name, ...lines.map((line) => `    ${line}`)];
  });
}

const rate = (found: Found, mode: Mode, count: Writers) =>
  median(found.lives[mode].windows[count].map(({ livesPerSecond }) => livesPerSecond));
const ms = (found: Found, mode: Mode, count: Writers) => median(found.lives[mode].windows[count].map(({ msALife }) => msALife));

function lifeRows(found: Found): string[][] {
  return modes.map((mode) => {
    const { statements, roundTrips } = found.lives[mode].sent;
    const of = (count: Writers) => [
      digits(ms(found, mode, count), 1),
      digits(rate(found, mode, count), 1),
      digits(rate(found, mode, count) / rate(found, 'plain', count), 2),
    ];
    return [mode, String(statements), String(roundTrips), ...of(1), ...of(8)];
  });
}

function readRows(found: Found): string[][] {
  return modes.flatMap((mode) =>
    (found.lives[mode].reads[0] ?? []).map(({ name, shards, rows }, at) => {
      const took = median(found.lives[mode].reads.map((round) => round[at]?.ms ?? Number.NaN));
      return [mode, name, shards === null ? 'one machine' : shards === 1 ? 'router' : `${shards} shards`, String(rows), digits(took, 1)];
    }),
  );
}

function spreadLines({ lives }: Found): string[] {
  return modes.flatMap((mode) => {
    const { spread } = lives[mode];
    return spread
      ? [`${mode}: the fullest shard has ${digits(spread.fullest, 1)} times the mean; borrowers a machine ${spread.machines.join(', ')}`]
      : [];
  });
}

function drawn(head: string[], rows: string[][], named: number): string[] {
  const table = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  return table.map((row) => row.map((cell, at) => (at < named ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '));
}

/** The whole report. */
export function textOf(found: Found): string {
  const { version, workers, processors, loadAverage, fsync } = found.machine;
  const counted = (mode: Mode) => {
    const of = (verdict: Outcome['verdict']) => found.guarantees.filter(({ outcomes }) => outcomes[mode].verdict === verdict).length;
    return `${mode}: ${of('as written')} as written, ${of('other SQL')} by other SQL, ${of('does not hold')} not`;
  };
  const wrongs = wrongsOf(found);
  const one = ['ms a life', 'lives/s', 'of plain'];
  return [
    ...guaranteeLines(found),
    '',
    ...modes.map(counted),
    '',
    ...drawn(
      ['a life', 'statements', 'round trips', ...one.map((name) => `1: ${name}`), ...one.map((name) => `8: ${name}`)],
      lifeRows(found),
      1,
    ),
    '',
    ...drawn(['read', '', 'plan', 'rows', 'ms'], readRows(found), 3),
    '',
    ...spreadLines(found),
    '',
    `${version}, ${workers} machines for rows, fsync ${fsync}; ${processors} processors, load average at the start ${digits(loadAverage[0] ?? null, 1)}; medians of ${found.rounds} rounds of ${found.seconds} s`,
    wrongs.length === 0 ? 'Everything is as expected.' : `Not as expected: ${wrongs.join('; ')}`,
  ].join('\n');
}
