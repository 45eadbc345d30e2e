// The privacy screen: empty, full, and with each sheet.
import type { Day, Instant } from '@sandali/contract/day.ts';
import type { DataRequestId } from '@sandali/contract/id.ts';
import { dataGroups } from '@sandali/contract/privacy.ts';
import { DeleteSheet, type DeleteSheetProps } from '#/screens/privacy/DeleteSheet.tsx';
import { GroupSheet, RequestSheet } from '#/screens/privacy/Privacy.tsx';
import {
  PrivacyLoading,
  PrivacyView,
  type PrivacyViewProps,
} from '#/screens/privacy/PrivacyView.tsx';
import { ProofSheet } from '#/screens/privacy/ProofSheet.tsx';
import type { Data, Group } from '#/screens/privacy/privacyTexts.ts';
import { Switch } from '#/ui/Switch.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { screensOf } from '#stories/ShellBar.tsx';

const at = (text: string) => `${text}Z` as Instant;
const registered = at('2026-11-03T02:00:00');
const late = at('2026-11-20T06:41:00');
const empty: Omit<Group, 'name'> = {
  count: 0,
  firstAt: null,
  lastAt: null,
  shown: [],
  basis: 'contract',
  keeping: 'account',
  keptUntil: null,
};
const storedGroups: Partial<Record<Group['name'], Partial<Group>>> = {
  account: { count: 1, shown: ['0917 ••• 0142'] },
  personal: { count: 1, shown: ['Ligaya Halimbawa'] },
  contacts: {
    count: 3,
    shown: [
      'Perla Halimbawa · 0917 ••• 5000',
      'Jun Halimbawa · 0917 ••• 5001',
      'Ligaya Kunwari · 0917 ••• 5002',
    ],
  },
  work: { count: 1, shown: ['Kunwari Trading'] },
  identity: { count: 1, shown: ['•••• 0042'], basis: 'law' },
  pictures: { count: 2, basis: 'law' },
  payoutAccounts: { count: 2, shown: ['BDO Unibank •••• 6789', 'GCash •••• 0142'] },
  loans: { count: 1, shown: ['4012345678'], keeping: 'law', keptUntil: '2031-11-20' as Day },
  messages: { count: 12 },
  devices: { count: 2, basis: 'interest' },
  feedback: { count: 1, basis: 'interest' },
};
const full: Data = {
  groups: dataGroups.map((name) => ({
    ...empty,
    firstAt: registered,
    lastAt: late,
    name,
    ...storedGroups[name],
  })),
  looks: [
    {
      at: late,
      role: 'support',
      act: 'person show',
      reason: 'Called in about a payment that did not show, case 812',
    },
    {
      at: late,
      role: 'reviewer',
      act: 'review photo',
      reason: 'Whether the name on the ID is the one that was typed',
    },
    { at: registered, role: null, act: 'something new', reason: null },
  ],
  consents: [
    {
      kind: 'agreements',
      version: '2026-11',
      givenAt: registered,
      withdrawnAt: null,
      isOptional: false,
    },
    { kind: 'identity', version: null, givenAt: registered, withdrawnAt: null, isOptional: false },
    {
      kind: 'facebookPage',
      version: null,
      givenAt: registered,
      withdrawnAt: null,
      isOptional: true,
    },
  ],
  requests: [
    {
      requestId: '018f3f6a-0000-7000-8000-000000000011' as DataRequestId,
      kind: 'correction',
      askedAt: late,
      dueOn: '2027-01-11' as Day,
      answeredAt: null,
      outcome: null,
      answer: null,
    },
    {
      requestId: '018f3f6a-0000-7000-8000-000000000012' as DataRequestId,
      kind: 'withdrawal',
      askedAt: registered,
      dueOn: '2026-12-16' as Day,
      answeredAt: late,
      outcome: 'refused',
      answer: 'Your loan is still open. Please ask again once it is repaid.',
    },
  ],
  deletion: { way: 'request', from: null, heldUntil: '2031-11-20' as Day, money: null },
  hasPassword: true,
  needsProof: false,
};
const newcomer: Data = {
  ...full,
  groups: dataGroups.map((name) => ({
    ...empty,
    name,
    ...(name === 'account' && { count: 1, firstAt: late, lastAt: late, shown: ['0917 ••• 0142'] }),
  })),
  looks: [],
  consents: full.consents.slice(0, 1),
  requests: [],
  deletion: { way: 'now', from: null, heldUntil: null, money: null },
};

const view: PrivacyViewProps = {
  data: full,
  dpoContact: 'dpo@sandali.example',
  taking: null,
  isWithdrawing: false,
  onOpen: nothing,
  onTake: nothing,
  onWithdraw: nothing,
};
const screen = screensOf('Privacy', 'title.privacy');
const sheet = (name: string, draw: Entry['draw']): Entry => ({
  group: 'Privacy sheets',
  name,
  draw,
});
const group = (name: Group['name']) =>
  full.groups.find((candidate) => candidate.name === name) as Group;
const deleting: DeleteSheetProps = {
  deletion: { way: 'now', from: null, heldUntil: null, money: null },
  hasPassword: true,
  needsProof: true,
  isBusy: false,
  onEdit: nothing,
  onDelete: nothing,
  onRequest: nothing,
  onLogInAgain: nothing,
  onClose: nothing,
  isDrawnOnly: true,
};
const proof = {
  hasPassword: true,
  isBusy: false,
  onEdit: nothing,
  onPassword: nothing,
  onLogInAgain: nothing,
  onClose: nothing,
  isDrawnOnly: true,
};
const asking = { isBusy: false, onSend: nothing, onClose: nothing, isDrawnOnly: true };

export const entries: Entry[] = [
  screen('full', <PrivacyView {...view} />),
  screen('newcomer', <PrivacyView {...view} data={newcomer} dpoContact="" />),
  screen('making a file', <PrivacyView {...view} taking="pdf" />),
  screen('loading', <PrivacyLoading />),
  sheet('a group', () => <GroupSheet isDrawnOnly group={group('contacts')} onClose={nothing} />),
  sheet('a group the law keeps', () => (
    <GroupSheet isDrawnOnly group={group('loans')} onClose={nothing} />
  )),
  sheet('an empty group', () => (
    <GroupSheet isDrawnOnly group={{ ...empty, name: 'feedback' }} onClose={nothing} />
  )),
  sheet('correction', () => <RequestSheet {...asking} kind="correction" />),
  sheet('correction without words', () => (
    <RequestSheet {...asking} kind="correction" startWrong />
  )),
  sheet('withdrawal', () => (
    <RequestSheet {...asking} kind="withdrawal" startWords="ID number and pictures" />
  )),
  sheet('deletion request', () => <RequestSheet {...asking} kind="deletion" isBusy />),
  sheet('password', () => <ProofSheet {...proof} />),
  sheet('password wrong', () => (
    <ProofSheet {...proof} refusal="The password is wrong. Please try again." />
  )),
  sheet('no password', () => <ProofSheet {...proof} hasPassword={false} />),
  sheet('delete', () => <DeleteSheet {...deleting} />),
  sheet('delete, no password', () => <DeleteSheet {...deleting} hasPassword={false} />),
  sheet('deleting', () => <DeleteSheet {...deleting} needsProof={false} isBusy />),
  sheet('delete, open loan', () => (
    <DeleteSheet
      {...deleting}
      deletion={{ way: 'openLoan', from: null, heldUntil: null, money: null }}
    />
  )),
  sheet('delete, under review', () => (
    <DeleteSheet
      {...deleting}
      deletion={{ way: 'underReview', from: null, heldUntil: null, money: null }}
    />
  )),
  sheet('delete, later', () => (
    <DeleteSheet
      {...deleting}
      deletion={{ way: 'later', from: '2026-11-27' as Day, heldUntil: null, money: null }}
    />
  )),
  sheet('delete, kept by law', () => (
    <DeleteSheet
      {...deleting}
      deletion={{ way: 'request', from: null, heldUntil: '2031-11-20' as Day, money: null }}
    />
  )),
  sheet('delete, money kept here', () => (
    <DeleteSheet
      {...deleting}
      deletion={{ way: 'request', from: null, heldUntil: null, money: 'kept' }}
    />
  )),
  sheet('delete, refund on its way', () => (
    <DeleteSheet
      {...deleting}
      deletion={{ way: 'request', from: null, heldUntil: null, money: 'onItsWay' }}
    />
  )),
  {
    group: 'Switch',
    name: 'on',
    draw: () => <Switch isOn label="Address of your Facebook page" onChange={nothing} />,
  },
  {
    group: 'Switch',
    name: 'off',
    draw: () => <Switch isOn={false} label="Address of your Facebook page" onChange={nothing} />,
  },
];
