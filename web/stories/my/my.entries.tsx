import type { Instant } from '@sandali/contract/day.ts';
import type { UserGid } from '@sandali/contract/id.ts';
import type { Config } from '@sandali/contract/settings.ts';
import type { ReactNode } from 'react';
import { AboutPanel } from '#/screens/my/AboutSheet.tsx';
import { MyFailed, MyLoading, MyView, type MyViewProps } from '#/screens/my/My.tsx';
import { ServicePanel } from '#/screens/my/ServiceSheet.tsx';
import { SignOutPanel } from '#/screens/my/SignOut.tsx';
import { LoadError } from '#/shell/Query.tsx';
import { Screen } from '#/ui/Layout.tsx';
import type { Entry } from '#stories/entries.ts';
import { chainFixtures, counterFixtures, nothing } from '#stories/fixtures.ts';
import { lineHome } from '#stories/home/home.fixtures.ts';
import { failed } from '#stories/queries.ts';

const inScreen = (drawn: ReactNode) => <Screen>{drawn}</Screen>;

const config: Config = {
  telephone: '(02) 5550 0100',
  fbUrl: 'https://www.facebook.com/sandali.example',
  fbAccount: 'sandali.example',
  smsSwitch: true,
  companyName: 'Sandali Lending Corp.',
  companyRegNumber: 'CS000000000',
  companyAuthNumber: '0000',
  companyAddress: '1 Kalye Halimbawa, Makati City, Metro Manila',
  dpoContact: 'dpo@sandali.example',
  downloadUrl: '',
  announcement: '',
  loanApplyAnnouncement: '',
  repaymentAnnouncement: '',
  copyWritingMap: {},
  appDownload: false,
  serviceHours: '9:00–18:00',
  minVersion: { web: '1.0.0', native: '1.0.0' },
  requireBankCard: false,
  reviewMinutesMin: 2,
  reviewMinutesMax: 5,
  firstLineNeedsPerson: false,
  chains: chainFixtures,
  counters: counterFixtures,
} as Config;

const full: MyViewProps = {
  info: {
    userGid: '018f3f6a-0000-7000-8000-000000000002' as UserGid,
    phoneMasked: '0917 ••• 0142',
    name: 'Ligaya Halimbawa',
    firstName: 'Ligaya',
    hasPassword: true,
    hasPasskey: false,
    registeredAt: '2026-11-20T02:00:00Z' as Instant,
    payoutAccounts: ['BDO', 'GCash'],
  },
  line: lineHome.line,
  unusedVouchers: 3,
  config,
  version: '1.0.0',
};

const atMy = { group: 'My', isScreen: true, at: '/my' } as const;
const my = (name: string, props: MyViewProps): Entry => ({
  ...atMy,
  name,
  unused: props.unusedVouchers,
  draw: () => inScreen(<MyView {...props} />),
});

export const entries: Entry[] = [
  { ...atMy, name: 'loading', draw: () => inScreen(<MyLoading />) },
  {
    ...atMy,
    name: 'failed to load',
    draw: () =>
      inScreen(
        <MyFailed>
          <LoadError read={failed()} />
        </MyFailed>,
      ),
  },
  my('full', full),
  my('new, without a password', {
    ...full,
    info: { ...full.info, name: null, firstName: null, hasPassword: false, payoutAccounts: [] },
    line: null,
    unusedVouchers: 0,
    config: null,
  }),
  my('long name, many accounts', {
    ...full,
    info: {
      ...full.info,
      name: 'Maria Consolacion Evangelista-Buenaventura',
      payoutAccounts: ['UnionBank', 'BDO', 'GCash', 'Maya'],
    },
  }),
  {
    group: 'My',
    name: 'customer service',
    draw: () => <ServicePanel facts={config} onClose={nothing} />,
  },
  {
    group: 'My',
    name: 'customer service, not known yet',
    draw: () => <ServicePanel facts={null} onClose={nothing} />,
  },
  {
    group: 'My',
    name: 'about us',
    draw: () => <AboutPanel facts={config} version="1.0.0" onClose={nothing} />,
  },
  { group: 'My', name: 'log out', draw: () => <SignOutPanel /> },
  { group: 'My', name: 'logging out', draw: () => <SignOutPanel isBusy /> },
];
