// /renew in every state: with each option selected, with each obstacle to an extension, and while
// the borrower pays the fee.

import { currentLocale } from '#/i18n/text.ts';
import type { ExtensionOption, Renewal } from '#/screens/extension/answers.ts';
import { ExtensionSkeleton } from '#/screens/extension/Extension.tsx';
import { ExtensionView } from '#/screens/extension/ExtensionView.tsx';
import { PayFeeView } from '#/screens/extension/PayFee.tsx';
import { TakePlanView } from '#/screens/extension/TakePlan.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { ways } from '#stories/repayment/ways.fixtures.ts';
import { screensOf } from '#stories/ShellBar.tsx';
import {
  askedRenewal,
  cappedRenewal,
  closedRenewals,
  earlyRenewal,
  extensionTextIn,
  lateRenewal,
  plannedRenewal,
  planTextIn,
} from './extension.fixtures.ts';

const screen = screensOf('Extend', 'title.extension');

const chosen = (renewal: Renewal, way: ExtensionOption, telephone = '(02) 5550 0100') => (
  <ExtensionView
    renewal={renewal}
    way={way}
    onWay={nothing}
    count={3}
    onCount={nothing}
    telephone={telephone}
  />
);

const fee = (over: Partial<Parameters<typeof PayFeeView>[0]> = {}) => <Fee {...over} />;

function Fee(over: Partial<Parameters<typeof PayFeeView>[0]>) {
  const { extension } = lateRenewal;
  const offer = extension && { ...extension, text: extensionTextIn(currentLocale()) };
  return (
    offer && <PayFeeView ways={ways} offer={offer} isBusy={false} onSend={nothing} {...over} />
  );
}

function TakenPlan(over: Partial<Parameters<typeof TakePlanView>[0]>) {
  const { totalCentavos, choices } = lateRenewal.plans;
  const plan = {
    today: lateRenewal.today,
    totalCentavos,
    parts: choices[1] ?? [],
    text: planTextIn(currentLocale()),
    textHash: '0'.repeat(64),
  };
  return <TakePlanView plan={plan} isBusy={false} onSend={nothing} {...over} />;
}

export const entries: Entry[] = [
  screen('late, pay all', chosen(lateRenewal, 'all')),
  screen('late, a part', chosen(lateRenewal, 'part')),
  screen('late, extend', chosen(lateRenewal, 'extend')),
  screen('in time, pay all', chosen(earlyRenewal, 'all')),
  screen('in time, a part', chosen(earlyRenewal, 'part')),
  screen('in time, extend, may be returned', chosen(earlyRenewal, 'extend')),
  screen('late, a plan', chosen(lateRenewal, 'plan')),
  screen('all charges reached, a part', chosen(cappedRenewal, 'part')),
  screen('all charges reached, a plan', chosen(cappedRenewal, 'plan')),
  screen('in time, a plan', chosen(earlyRenewal, 'plan')),
  screen('in time, no telephone known', chosen(earlyRenewal, 'all', '')),
  screen('a plan is kept, a part', chosen(plannedRenewal, 'part')),
  screen('a plan is kept, extend', chosen(plannedRenewal, 'extend')),
  screen('the plan is read', <TakenPlan />),
  screen('the plan is taken', <TakenPlan isReady isBusy />),
  screen('the code is there', chosen(askedRenewal, 'extend')),
  ...Object.entries(closedRenewals).map(([name, renewal]) => screen(name, chosen(renewal, 'all'))),
  screen('where the fee is paid', fee()),
  screen(
    'where the fee is paid, a channel chosen',
    fee({ startChannel: 'pawnshop', isReady: true }),
  ),
  screen('getting the code', fee({ startChannel: 'pawnshop', isReady: true, isBusy: true })),
  screen('loading', <ExtensionSkeleton />),
];
