// The home screen in each state, and the status screen with each message.
import type { Arrival } from '@sandali/contract/arrival.ts';
import { asDay, type Day, type Instant } from '@sandali/contract/day.ts';
import { showTypes } from '@sandali/contract/home.ts';
import type { ReactNode } from 'react';
import type { HomeFacts } from '#/screens/home/facts.ts';
import { HomeFailed, HomeLoading, HomeView } from '#/screens/home/Home.tsx';
import { InstallPanel } from '#/screens/home/InstallOffer.tsx';
import { StatusPageView } from '#/screens/home/StatusPage.tsx';
import { SameAgainRow } from '#/screens/loan/SameAgain.tsx';
import type { ServiceFacts } from '#/screens/my/ServiceSheet.tsx';
import { LoadError } from '#/shell/Query.tsx';
import { Screen } from '#/ui/Layout.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { againFixture } from '#stories/loan/loan.fixtures.ts';
import { failed } from '#stories/queries.ts';
import { ShellBar } from '#stories/ShellBar.tsx';
import {
  approvingHome,
  bankMissingHome,
  batchHome,
  claimHome,
  disbursingBesideBillHome,
  disbursingHome,
  dueHome,
  failedHome,
  fillingHome,
  freshHome,
  fullLineHome,
  heldHome,
  lineAndBillHome,
  lineHome,
  lowIncomeHome,
  nightReviewHome,
  openCodeFixture,
  overdueHome,
  pausedHome,
  payingHome,
  personReviewHome,
  promisedHome,
  readyHome,
  rejectedHome,
  returnedHome,
  reviewHome,
} from './home.fixtures.ts';

const inScreen = (drawn: ReactNode) => <Screen>{drawn}</Screen>;

const service: ServiceFacts = {
  telephone: '(02) 5550 0100',
  serviceHours: '9:00–18:00',
  fbUrl: 'https://www.facebook.com/sandali.example',
  fbAccount: 'sandali.example',
};

const atHome = { group: 'Home', isScreen: true, at: '/home' } as const;
const home = (name: string, facts: HomeFacts, announcement: string | null = null): Entry => ({
  ...atHome,
  name,
  unused: facts.line ? 3 : 0,
  due: facts.counts.dueSoon + facts.counts.overdue,
  draw: () => (
    <Screen>
      <HomeView
        home={facts}
        service={service}
        announcement={{ shown: announcement, close: nothing }}
        isRefreshing={false}
        onRefresh={nothing}
        again={facts.hasRepaid && <SameAgainRow again={againFixture} onSign={nothing} />}
      />
    </Screen>
  ),
});

const status = {
  isQuick: true,
  loanId: undefined,
  downloadUrl: '',
  message: null,
  night: null,
  arrival: {
    rail: 'instapay',
    how: 'minutes',
    minutes: 10,
    on: '2026-11-20' as Day,
  } as Arrival | null,
  heldUntil: null,
  channel: null,
};

export const entries: Entry[] = [
  {
    group: 'Home',
    name: 'install',
    isScreen: true,
    draw: () => <InstallPanel way="prompt" onClose={nothing} />,
  },
  {
    group: 'Home',
    name: 'install by Safari',
    isScreen: true,
    draw: () => <InstallPanel way="share" onClose={nothing} />,
  },
  { ...atHome, name: 'loading', draw: () => inScreen(<HomeLoading />) },
  {
    ...atHome,
    name: 'failed to load',
    draw: () => (
      <Screen>
        <HomeFailed>
          <LoadError read={failed()} />
        </HomeFailed>
      </Screen>
    ),
  },
  home('new', freshHome),
  home('application half filled', fillingHome),
  home('under review', reviewHome),
  home('under review overnight', nightReviewHome),
  home('under review overnight, by a person', {
    ...nightReviewHome,
    credit: { ...nightReviewHome.credit, answerBy: null },
  }),
  home('under review, longer than said', {
    ...reviewHome,
    credit: { ...reviewHome.credit, isLate: true },
  }),
  home('under review by a person', personReviewHome),
  home('a photo is requested again', {
    ...personReviewHome,
    credit: {
      ...personReviewHome.credit,
      requestedPictures: [{ purpose: 'selfie', fault: 'cut', until: asDay('2026-11-27') }],
    },
  }),
  home('rejected', rejectedHome),
  home('may apply again', {
    ...rejectedHome,
    credit: { ...rejectedHome.credit, nextStep: 'personal', goOnAt: 'personal' },
  }),
  home(
    'approved, with an announcement',
    lineHome,
    'On Sun, 22 Nov, 00:00–02:00, bank payouts pause.',
  ),
  home('approved, and a loan repaid before', { ...lineHome, hasRepaid: true }),
  home('approved, with a bill ahead', lineAndBillHome),
  home('line fully used', fullLineHome),
  home('borrowing paused', pausedHome),
  home('two loans returned', returnedHome),
  home('an income too low for any loan', lowIncomeHome),
  home('money taken back is owed', claimHome),
  home('a bank account is missing', bankMissingHome),
  home('approving', approvingHome),
  home('approving, held back', heldHome),
  home('ready to collect', readyHome),
  home('disbursing', disbursingHome),
  home('loan on its way beside a bill that is near', disbursingBesideBillHome),
  home('disbursing by PESONet', batchHome),
  home('loan failed', failedHome),
  home('due tomorrow', dueHome),
  home('due tomorrow, with a payment code', { ...dueHome, openCode: openCodeFixture }),
  home('due tomorrow, with a link', {
    ...dueHome,
    openCode: { ...openCodeFixture, channel: 'gcash' },
  }),
  home('due tomorrow, with a code to extend', {
    ...dueHome,
    openCode: { ...openCodeFixture, purpose: 'extension' },
  }),
  home('due tomorrow, with a code to return the loan', {
    ...dueHome,
    openCode: { ...openCodeFixture, purpose: 'coolingOff', channel: 'qrph' },
  }),
  home('due tomorrow, with a card for the fee', {
    ...dueHome,
    openCode: { ...openCodeFixture, purpose: 'extension', channel: 'bankCard' },
  }),
  home('payment on its way', payingHome),
  home('overdue', overdueHome),
  home('overdue, promised', promisedHome),
  ...showTypes.map((word) => ({
    group: 'Status',
    name: word,
    isScreen: true,
    draw: () => (
      <Screen>
        <ShellBar title="title.status" />
        <StatusPageView
          {...status}
          word={word}
          loanId="018f3f6a-0000-7000-8000-000000000001"
          downloadUrl="https://example.com/app"
        />
      </Screen>
    ),
  })),
  ...Object.entries({
    'autoReview, by a person': { word: 'autoReview', isQuick: false },
    'submitted, at night': {
      word: 'submitted',
      night: { answerBy: '2026-11-21T00:00:00Z' as Instant },
    },
    'submitted, at night, by a person': { word: 'submitted', night: { answerBy: null } },
    'paying, today': {
      word: 'paying',
      arrival: { rail: 'pesonet', how: 'today', minutes: 0, on: '2026-11-20' as Day },
    },
    'paying, on a day': {
      word: 'paying',
      arrival: { rail: 'pesonet', how: 'later', minutes: 0, on: '2026-11-23' as Day },
    },
    'approving, held back': {
      word: 'approving',
      heldUntil: '2026-11-21T10:05:00+08:00' as Instant,
    },
    'paying, at a counter': { word: 'paying', arrival: null },
    'busy, the gateway paused': {
      word: 'busy',
      message: 'The system is busy. Please try again later, or tomorrow.',
    },
  } as const).map(([name, more]) => ({
    group: 'Status',
    name,
    isScreen: true,
    draw: () => (
      <Screen>
        <ShellBar title="title.status" />
        <StatusPageView {...status} {...more} />
      </Screen>
    ),
  })),
];
