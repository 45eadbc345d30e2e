import type { AccountStatementLine } from '@sandali/contract/accountStatement.ts';
import type { Day } from '@sandali/contract/day.ts';
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import {
  type AccountStatementData,
  AccountStatementLoading,
  AccountStatementView,
  type AccountStatementViewProps,
} from '#/screens/documents/AccountStatement.tsx';
import { recent } from '#/screens/documents/periods.ts';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { loaded, pending } from '#stories/queries.ts';
import { screensOf } from '#stories/ShellBar.tsx';

const pesos = (amount: number): Centavos => centavos(Math.round(amount * 100));
const day = (on: string) => on as Day;
const zero = pesos(0);
const line = (
  part: Partial<AccountStatementLine> &
    Pick<AccountStatementLine, 'kind' | 'on' | 'changeCentavos' | 'balanceCentavos'>,
): AccountStatementLine => ({
  countsOn: part.on,
  references: ['4012345678'],
  principalCentavos: zero,
  interestCentavos: zero,
  lateCentavos: zero,
  extensionFeeCentavos: zero,
  moneyCentavos: zero,
  feesCentavos: zero,
  keptCentavos: zero,
  ...part,
});

const lines: AccountStatementLine[] = [
  line({
    kind: 'paidOut',
    on: day('2026-11-20'),
    changeCentavos: pesos(60_000),
    balanceCentavos: pesos(60_000),
    principalCentavos: pesos(60_000),
    moneyCentavos: pesos(59_390),
    feesCentavos: pesos(610),
  }),
  line({
    kind: 'charges',
    on: day('2026-12-05'),
    countsOn: day('2026-12-03'),
    changeCentavos: pesos(1163.2),
    balanceCentavos: pesos(61_163.2),
    interestCentavos: pesos(960),
    lateCentavos: pesos(203.2),
  }),
  line({
    kind: 'repayment',
    on: day('2026-12-05'),
    countsOn: day('2026-12-03'),
    changeCentavos: pesos(-20_000),
    balanceCentavos: pesos(41_163.2),
    interestCentavos: pesos(-960),
    lateCentavos: pesos(-203.2),
    principalCentavos: pesos(-18_836.8),
    moneyCentavos: pesos(20_000),
  }),
  line({
    kind: 'chargesBack',
    on: day('2026-12-06'),
    changeCentavos: pesos(-12.4),
    balanceCentavos: pesos(41_150.8),
    lateCentavos: pesos(-12.4),
  }),
];

const full: AccountStatementData = {
  today: day('2026-12-08'),
  fromOn: day('2026-09-08'),
  toOn: day('2026-12-08'),
  firstOn: day('2026-11-20'),
  openingCentavos: zero,
  lines,
  closingCentavos: pesos(41_150.8),
  pending: { interestCentavos: zero, lateCentavos: pesos(205.82) },
  owedCentavos: pesos(41_356.62),
  writtenOffCentavos: zero,
  keptCentavos: pesos(77),
};
const over: AccountStatementData = {
  ...full,
  fromOn: day('2026-11-01'),
  toOn: day('2026-11-30'),
  lines: lines.slice(0, 1),
  closingCentavos: pesos(60_000),
  pending: null,
  owedCentavos: null,
  writtenOffCentavos: null,
  keptCentavos: zero,
};
const quiet: AccountStatementData = {
  ...over,
  fromOn: day('2026-10-01'),
  toOn: day('2026-10-31'),
  lines: [],
  closingCentavos: zero,
};

const lost: AccountStatementData = {
  ...quiet,
  lines: [
    line({
      kind: 'writtenOff',
      on: day('2026-12-08'),
      changeCentavos: pesos(-41_356.62),
      balanceCentavos: zero,
      principalCentavos: pesos(-40_560),
      lateCentavos: pesos(-796.62),
    }),
  ],
  pending: { interestCentavos: zero, lateCentavos: zero },
  owedCentavos: zero,
  writtenOffCentavos: pesos(41_356.62),
};

const view = (name: string, props: Partial<AccountStatementViewProps> = {}) =>
  screen(
    name,
    <AccountStatementView
      known={full}
      period={recent}
      onPeriod={nothing}
      statement={loaded(full)}
      isSaving={false}
      onSave={nothing}
      {...props}
    />,
  );

const screen = screensOf('Statement', 'title.statement');

export const entries: Entry[] = [
  view('open bill, late money, a charge not booked yet'),
  view('a month that is over', { period: '2026-11', statement: loaded(over) }),
  view('a month without entries', {
    known: { today: full.today, firstOn: day('2026-09-02') },
    period: '2026-10',
    statement: loaded(quiet),
  }),
  view('a loan that was written off and is still owed', { statement: loaded(lost) }),
  view('making the PDF', { isSaving: true }),
  view('another period is loading', { period: '2026-11', statement: pending }),
  view('never had a loan', { known: { today: full.today, firstOn: null } }),
  screen('loading', <AccountStatementLoading />),
];
