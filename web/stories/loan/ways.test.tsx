// Tests the texts about a payout, by channel and state: on the loan's page, on home and on /status.
import { isPickup, type PayoutChannel, payoutChannels } from '@sandali/contract/channel.ts';
import { asDay } from '@sandali/contract/day.ts';
import type { ShowType } from '@sandali/contract/home.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configTexts } from '#/client/loadConfig.ts';
import { loadAllCatalogs, overrideTexts } from '#/i18n/loadCatalogs.ts';
import { LoanInTransit } from '#/screens/home/LoanInTransit.tsx';
import { StatusPageView } from '#/screens/home/StatusPage.tsx';
import type { LoanFacts } from '#/screens/loan/moments.ts';
import { PickupDetails } from '#/screens/loan/PickupDetails.tsx';
import { ResultView } from '#/screens/loan/ResultView.tsx';
import { chainFixtures, counterFixtures, nothing } from '#stories/fixtures.ts';
import { disbursingHome } from '#stories/home/home.fixtures.ts';
import { loanAt, readyFixture } from './loan.fixtures.ts';

beforeAll(async () => {
  await loadAllCatalogs('en');
  await overrideTexts(
    configTexts({ chains: chainFixtures, counters: counterFixtures, copyWritingMap: {} }),
  );
});

afterAll(() => overrideTexts({}));

const plain = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replace(/[\s\u00a0\u2060]+/g, ' ')
    .trim();
const textOf = (node: React.ReactNode) => plain(renderToStaticMarkup(node));

/** Returns the headline of a loan's page, and the title of its current or last step. */
function titlesOf(loan: LoanFacts): string[] {
  const markup = renderToStaticMarkup(
    <ResultView loan={loan} onHelp={nothing} staleMessage={null} />,
  );
  const headline = plain(/<h1[^>]*>(.*?)<\/h1>/.exec(markup)?.[1] ?? '');
  const moments = [...markup.matchAll(/<li[^>]*class="[^"]*moment[^"]*"[^>]*>.*?<\/li>/g)].map(
    ([moment]) => moment,
  );
  const present =
    moments.find((moment) => moment.includes('aria-current')) ??
    moments.findLast((moment) => !moment.includes(', upcoming')) ??
    '';
  const title = plain(
    /<span class="[^"]*title[^"]*">(.*?)<\/span>/.exec(present)?.[1] ?? '',
  ).replace(/ , \w+$/, '');
  return [headline, title];
}

function loanBy(
  channel: PayoutChannel,
  state: LoanFacts['state'] | 'ready',
  over: Partial<LoanFacts> = {},
): LoanFacts {
  if (!isPickup(channel)) return loanAt(state as LoanFacts['state'], { channel, ...over });
  const cash = { ...readyFixture, channel };
  if (state === 'ready') return loanAt('bankProcessing', cash);
  return loanAt(state, { ...cash, withdrawalCode: null, pickup: null, ...over });
}

const toAccount = ['bankCard', 'wallet'] as const;
const atCounter = ['cashPickup', 'pawnshop', 'remittance'] as const;

test.each<
  [string, readonly PayoutChannel[], LoanFacts['state'] | 'ready', string[], Partial<LoanFacts>?]
>([
  ['account', toAccount, 'submitting', ['We are checking your loan', 'We are approving it']],
  ['account', toAccount, 'approving', ['We are checking your loan', 'We are approving it']],
  ['account', toAccount, 'paying', ['₱59,390.00 is on its way', 'Sending it to the bank']],
  ['account', toAccount, 'bankProcessing', ['₱59,390.00 is on its way', 'The bank is sending it']],
  ['account', toAccount, 'success', ['₱59,390.00 has arrived', 'In your account']],
  [
    'account',
    toAccount,
    'failed',
    ['Loan failed due to a back-end problem', 'Loan failed'],
    { failure: 'bankTrouble' },
  ],
  ['account', toAccount, 'cancelled', ['This loan was cancelled', 'Cancelled']],
  ['account', toAccount, 'reversed', ['The bank sent the money back', 'Sent back by the bank']],
  ['counter', atCounter, 'submitting', ['We are checking your loan', 'We are approving it']],
  ['counter', atCounter, 'approving', ['We are checking your loan', 'We are approving it']],
  [
    'counter',
    atCounter,
    'paying',
    ['Getting ₱59,375.00 ready for you', 'We are ordering your cash'],
  ],
  [
    'counter',
    atCounter,
    'bankProcessing',
    ['Getting ₱59,375.00 ready for you', 'The counter is getting it ready'],
  ],
  ['counter', atCounter, 'ready', ['₱59,375.00 is ready to collect', 'You collect it']],
  ['counter', atCounter, 'success', ['You collected ₱59,375.00', 'You collected it']],
  [
    'counter',
    atCounter,
    'failed',
    ['Loan failed due to a back-end problem', 'Loan failed'],
    { failure: 'bankTrouble' },
  ],
  [
    'counter',
    atCounter,
    'failed',
    ['The money was not collected', 'The money was not collected'],
    { failure: 'notCollected' },
  ],
  [
    'counter',
    atCounter,
    'failed',
    ['This loan was cancelled', 'Cancelled'],
    { failure: 'cancelled' },
  ],
  ['counter', atCounter, 'cancelled', ['This loan was cancelled', 'Cancelled']],
  ['counter', atCounter, 'reversed', ['The money went back', 'The money went back']],
  [
    'machine',
    ['cardless'],
    'paying',
    ['Getting ₱59,375.00 ready for you', 'We are ordering your cash'],
  ],
  [
    'machine',
    ['cardless'],
    'bankProcessing',
    ['Getting ₱59,375.00 ready for you', 'The bank is creating your code'],
  ],
  ['machine', ['cardless'], 'ready', ['₱59,375.00 is ready to collect', 'You collect it']],
  ['machine', ['cardless'], 'success', ['You collected ₱59,375.00', 'You collected it']],
  [
    'machine',
    ['cardless'],
    'failed',
    ['The money was not collected', 'The money was not collected'],
    { failure: 'notCollected' },
  ],
  ['machine', ['cardless'], 'reversed', ['The money went back', 'The money went back']],
])('shows the state of a payout to a %s (%j): %s', (_, channels, state, titles, over) => {
  for (const channel of channels)
    expect([channel, ...titlesOf(loanBy(channel, state, over))]).toEqual([channel, ...titles]);
});

test('the page of a loan with a cash payout never mentions an account', () => {
  const states = [
    'submitting',
    'approving',
    'paying',
    'bankProcessing',
    'ready',
    'success',
    'cancelled',
    'reversed',
  ] as const;
  for (const channel of payoutChannels.filter(isPickup))
    for (const state of states) {
      const words = textOf(
        <ResultView loan={loanBy(channel, state)} onHelp={nothing} staleMessage={null} />,
      );
      expect([channel, state, words.match(/your account|on its way/i)]).toEqual([
        channel,
        state,
        null,
      ]);
      if (channel !== 'cardless')
        expect([channel, state, words.match(/\bbank\b/i)]).toEqual([channel, state, null]);
    }
  const failed = textOf(
    <ResultView
      loan={loanBy('pawnshop', 'failed', { failure: 'bankTrouble' })}
      onHelp={nothing}
      staleMessage={null}
    />,
  );
  expect(failed).toContain('We could not get the cash ready this time.');
});

test('a loan’s page says when the cash will be ready, not when it will be collected', () => {
  const loan = loanBy('pawnshop', 'paying', { expectedBy: loanAt('paying').expectedBy });
  const words = textOf(<ResultView loan={loan} onHelp={nothing} staleMessage={null} />);
  expect(words).toMatch(
    /The counter is getting it ready , upcoming by 10:36 You collect it , upcoming Repay/,
  );
});

test.each<[PayoutChannel, 'approving' | 'paying' | 'bankProcessing', string[], string[]]>([
  ['bankCard', 'paying', ['The bank is sending it', 'In your account'], ['Ready to collect']],
  ['wallet', 'bankProcessing', ['The bank is sending it', 'In your account'], ['Ready to collect']],
  [
    'cashPickup',
    'approving',
    ['Getting your cash ready', 'Ready to collect'],
    ['bank', 'In your account'],
  ],
  [
    'cashPickup',
    'paying',
    ['Getting your cash ready', 'Ready to collect'],
    ['bank', 'In your account'],
  ],
  [
    'pawnshop',
    'bankProcessing',
    ['Getting your cash ready', 'Ready to collect'],
    ['bank', 'In your account'],
  ],
  [
    'remittance',
    'paying',
    ['Getting your cash ready', 'Ready to collect'],
    ['bank', 'In your account'],
  ],
  [
    'cardless',
    'bankProcessing',
    ['Getting your cash ready', 'Ready to collect'],
    ['In your account'],
  ],
])('home shows a payout by %s in the state %s', (channel, state, shown, hidden) => {
  const { loan, today } = disbursingHome;
  if (!loan) throw new Error('the fixture has a loan on its way');
  const words = textOf(
    <LoanInTransit
      loan={{ ...loan, channel, state, arrival: isPickup(channel) ? null : loan.arrival }}
      today={today}
    />,
  );
  for (const text of shown) expect(words).toContain(text);
  for (const text of hidden) expect(words).not.toContain(text);
});

const status = {
  isQuick: true,
  loanId: undefined,
  downloadUrl: '',
  message: null,
  night: null,
  arrival: null,
  heldUntil: null,
};
test.each<[PayoutChannel, ShowType, string]>([
  ['bankCard', 'paying', 'Your money is on its way We will text you as soon as it is there.'],
  [
    'wallet',
    'bankProcessing',
    'The bank is processing it It is taking a little longer than usual. Your money is safe.',
  ],
  ...payoutChannels
    .filter(isPickup)
    .flatMap((channel) =>
      (['paying', 'bankProcessing'] as const).map((word): [PayoutChannel, ShowType, string] => [
        channel,
        word,
        'Getting your cash ready We will text you as soon as you can collect it.',
      ]),
    ),
])('/status shows a payout by %s in the state %s', (channel, word, words) => {
  expect(textOf(<StatusPageView {...status} word={word} channel={channel} />)).toContain(words);
});

test.each<[PayoutChannel, string[]]>([
  [
    'cashPickup',
    [
      'Go to any Cebuana Lhuillier / LBC branch',
      'Show one valid ID',
      'Show it only at the counter.',
    ],
  ],
  ['pawnshop', ['Show one valid ID', 'Show it only at the counter.']],
  ['remittance', ['Show one valid ID', 'Show it only at the counter.']],
  [
    'cardless',
    [
      'Go to any Security Bank ATM',
      'On the screen, choose cardless withdrawal',
      'Enter it only at the ATM.',
    ],
  ],
])('says where and how to collect a payout by %s', (channel, shown) => {
  const loan = {
    ...loanBy(channel, 'ready'),
    pickup: { ...readyFixture.pickup, lastOn: asDay('2026-11-27') },
  };
  const words = textOf(<PickupDetails loan={loan} />);
  for (const text of shown) expect(words).toContain(text);
  if (channel === 'cardless') expect(words).not.toMatch(/counter|valid ID|Give the code/);
});
