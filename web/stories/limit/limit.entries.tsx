// The limit in each state, and the section about a higher limit on the home screen.
import { asDay } from '@sandali/contract/day.ts';
import type { LimitGrowth } from '@sandali/contract/limitFacts.ts';
import { centavos } from '@sandali/contract/money.ts';
import { HomeView } from '#/screens/home/Home.tsx';
import { GrowthOffer, GrowthRow } from '#/screens/limit/Growth.tsx';
import { LimitLoading, LimitView, NoLine } from '#/screens/limit/Limit.tsx';
import { RepaidStepView } from '#/screens/limit/RepaidStep.tsx';
import { Page, Screen } from '#/ui/Layout.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { lineHome, plainGrowth } from '#stories/home/home.fixtures.ts';
import { screensOf } from '#stories/ShellBar.tsx';

const entry = screensOf('Limit', 'title.limit');
const limit = (
  name: string,
  quota: Partial<LimitGrowth>,
  limitCentavos = centavos(8_000_000),
  isBusy = false,
) =>
  entry(name, () => (
    <LimitView
      limitCentavos={limitCentavos}
      quota={{ ...plainGrowth, ...quota }}
      today={asDay('2026-11-20')}
      isBusy={isBusy}
      onAsk={nothing}
    />
  ));
const atHome = (name: string, growth: Entry['draw']): Entry => ({
  group: 'Limit',
  name,
  isScreen: true,
  at: '/home',
  draw: () => (
    <Screen>
      <HomeView
        home={lineHome}
        service={null}
        announcement={{ shown: null, close: nothing }}
        growth={growth()}
        isRefreshing={false}
        onRefresh={nothing}
      />
    </Screen>
  ),
});

const earned = { offerCentavos: centavos(9_000_000), loansToGo: 1 };
const climbed = (['taken', 'late', 'taken', 'tooShort', 'earned'] as const).map((counts, nth) => ({
  settledOn: asDay(`2026-0${nth + 5}-12`),
  counts,
}));
const mayAsk = { obstacle: null, loansToGo: 0 };
const declined = {
  state: 'declined',
  askAgainOn: asDay('2026-12-20'),
  obstacle: 'quotaTooSoon',
} as const;

export const entries: Entry[] = [
  entry('loading', () => <LimitLoading />),
  entry('no line yet', () => <NoLine />),
  limit('nothing repaid yet', {}),
  limit('a climb, and what did not count', { ...earned, loans: climbed }),
  entry('a loan repaid earned a step', () => (
    <Page>
      <RepaidStepView quota={{ ...plainGrowth, ...earned, loans: climbed }} />
    </Page>
  )),
  limit('earned', earned),
  limit('earned, and waits for its day', {
    nextStep: { toCentavos: centavos(9_000_000), on: asDay('2026-12-20') },
  }),
  limit('may ask', mayAsk),
  limit('may ask, while a step waits', {
    ...mayAsk,
    nextStep: { toCentavos: centavos(9_000_000), on: asDay('2026-12-20') },
  }),
  limit('sending', mayAsk, centavos(8_000_000), true),
  limit('overdue', { obstacle: 'quotaOverdue' }),
  limit('a person looks', {
    state: 'requested',
    obstacle: 'quotaRequestOpen',
    wantedCentavos: centavos(13_000_000),
    answerOn: asDay('2026-11-25'),
  }),
  limit(
    'granted',
    { state: 'granted', wantedCentavos: centavos(13_000_000) },
    centavos(13_000_000),
  ),
  limit('declined, income', { ...declined, reasonGroup: 'income' }),
  limit('declined, history', { ...declined, reasonGroup: 'history' }),
  limit('declined, information', { ...declined, reasonGroup: 'information' }),
  limit('declined, and may ask again', { ...declined, ...mayAsk, reasonGroup: 'other' }),
  limit('the highest', { obstacle: 'quotaAtMaximum' }, centavos(30_000_000)),
  limit(
    'the highest of the income',
    { obstacle: 'quotaUnaffordable', maximumCentavos: centavos(9_000_000) },
    centavos(9_000_000),
  ),
  limit(
    'the highest of the income, overdue',
    { obstacle: 'quotaOverdue', maximumCentavos: centavos(9_000_000) },
    centavos(9_000_000),
  ),
  atHome('at home: earned', () => (
    <GrowthOffer toCentavos={centavos(21_000_000)} isBusy={false} onTake={nothing} />
  )),
  atHome('at home: may ask', () => <GrowthRow isByIncome={false} />),
  atHome('at home: the income is not enough', () => <GrowthRow isByIncome />),
];
