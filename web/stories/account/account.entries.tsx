// The steps of a sign-up, and a phone number that already has an account.
import { asDay } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import type { ReactNode } from 'react';
import { getText } from '#/i18n/text.ts';
import { CodeStep } from '#/screens/account/CodeStep.tsx';
import Login from '#/screens/account/Login.tsx';
import { PasswordStep } from '#/screens/account/PasswordStep.tsx';
import { AlreadyRegistered, PhoneStep, ResumedSignUp } from '#/screens/account/SignUp.tsx';
import { TryLoan } from '#/screens/loan/TryLoan.tsx';
import { Screen } from '#/ui/Layout.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { screensOf } from '#stories/ShellBar.tsx';
import { pictureCode as picture } from './pictureCode.fixtures.ts';

const inScreen = (drawn: ReactNode) => <Screen>{drawn}</Screen>;

const example = (
  amount: number,
  termDays: number,
  [receive, repay, cost]: readonly [number, number, number],
  dueOn: string,
) => ({
  ...{
    amountCentavos: centavos(amount),
    termDays,
    receiveCentavos: centavos(receive),
    repayCentavos: centavos(repay),
  },
  ...{ costCentavos: centavos(cost), dueOn: asDay(dueOn) },
  simpleAnnualRateHundredths: termDays === 8 ? 11_939 : 11_964,
  effectiveMonthlyRateHundredths: 1_028,
});
const examples = {
  income: {
    loanCentavos: centavos(6_000_000),
    incomeCentavos: centavos(25_000_000),
    sharePercent: 50,
  },
  today: asDay('2026-11-20'),
  stepCentavos: centavos(1_000_000),
  interestPerDayBps: 20,
  lender: {
    name: 'Sandali Lending Corp.',
    registrationNumber: 'CS000000000',
    authorityNumber: '0000',
  },
  examples: [
    example(6_000_000, 8, [5_939_000, 6_096_000, 157_000], '2026-11-28'),
    example(6_000_000, 15, [5_885_000, 6_180_000, 295_000], '2026-12-05'),
    example(7_000_000, 8, [6_929_000, 7_112_000, 183_000], '2026-11-28'),
    example(7_000_000, 15, [6_866_000, 7_210_000, 344_000], '2026-12-05'),
  ],
};

const phone = '+639175550142' as MobileNumber;
const start = {
  phone: '9175550142',
  onPhone: nothing,
  isAgreed: true,
  onAgreed: nothing,
  isBusy: false,
  onSubmit: nothing,
};
const code = {
  phone,
  code: '',
  onCode: nothing,
  secondsLeft: 0,
  isSending: false,
  onSend: nothing,
  onChangeNumber: nothing,
  onDone: nothing,
};
const sum = (key: string | null) => ({ ...picture, shown: { id: picture.shown.id, key } });
const password = {
  purpose: 'open',
  phone: '9175550142',
  isBusy: false,
  onEdit: nothing,
  onPassword: nothing,
} as const;

const screen = screensOf('Sign-up', 'title.register');

export const entries: Entry[] = [
  { group: 'Login', name: 'empty', isScreen: true, draw: () => inScreen(<Login />) },
  { group: 'Login', name: 'the cost of a loan', draw: () => <TryLoan examples={examples} /> },
  screen('number', () => <PhoneStep {...start} phone="" isAgreed={false} />),
  screen('number wrong', () => (
    <PhoneStep
      {...start}
      phone="917555"
      isAgreed={false}
      phoneError={getText('account.phoneWrong')}
      agreeError={getText('account.agree.missing')}
    />
  )),
  screen('sending', () => <PhoneStep {...start} isBusy />),
  screen('number kept', () => (
    <PhoneStep {...start} isAgreed={false} note={<ResumedSignUp onClear={nothing} />} />
  )),
  screen('code, number kept', () => (
    <CodeStep {...code} note={<ResumedSignUp onClear={nothing} />} />
  )),
  screen('picture first', () => <PhoneStep {...start} picture={picture} />),
  screen('picture wrong', () => (
    <PhoneStep
      {...start}
      picture={{
        ...picture,
        error: 'Those digits do not match the picture. Here is a new one.',
      }}
    />
  )),
  screen('another picture on its way', () => (
    <PhoneStep {...start} picture={{ ...picture, digits: '3809', isBusy: true }} />
  )),
  screen('a sum instead of the picture', () => <PhoneStep {...start} picture={sum(null)} />),
  screen('the sum is done', () => <CodeStep {...code} picture={sum('00')} />),
  screen('code again with a picture', () => <CodeStep {...code} picture={picture} />),
  screen('code half typed', () => <CodeStep {...code} code="407" secondsLeft={42} />),
  screen('code with too many digits', () => <CodeStep {...code} code="12345678" />),
  screen('code wrong', () => (
    <CodeStep {...code} error="This code is wrong or too old. Ask for a new one." />
  )),
  screen('password', () => <PasswordStep {...password} />),
  screen('passwords differ', () => (
    <PasswordStep {...password} startErrors={{ confirm: 'account.newPassword.differs' }} />
  )),
  screen('password too easy', () => (
    <PasswordStep {...password} refusal="Many people use this password. Choose another one." />
  )),
  screen('opening', () => <PasswordStep {...password} isBusy />),
  screen('first password', () => <PasswordStep {...password} purpose="set" />),
  screen('number known', () => (
    <AlreadyRegistered message="Account already registered, go back to log in." />
  )),
];
