// The steps for changing the phone number, with each refusal, the result, and an attempt that is
// too early.

import type { Day, Instant } from '@sandali/contract/day.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import type { Values } from '#/client/useForm.tsx';
import { getText } from '#/i18n/text.ts';
import { ChangedPhone, ChangePhoneLater } from '#/screens/account/ChangedPhone.tsx';
import { ChangePhoneLoading } from '#/screens/account/ChangePhone.tsx';
import { CodeStep } from '#/screens/account/CodeStep.tsx';
import { IdProofStep } from '#/screens/account/IdProofStep.tsx';
import { MethodStep } from '#/screens/account/MethodStep.tsx';
import { NumberStep } from '#/screens/account/NumberStep.tsx';
import { LoadErrorPage } from '#/shell/Query.tsx';
import { withForm } from '#stories/controlled.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { failed } from '#stories/queries.ts';
import { screensOf } from '#stories/ShellBar.tsx';

type IdField = 'idNumber' | 'password';
const phoneMasked = '0917 ••• 0142';
const way = {
  way: '',
  onWay: nothing,
  phoneMasked,
  hasPassword: true,
  hasIdNumber: true,
  isBusy: false,
  onNext: nothing,
} as const;
const code = {
  code: '',
  onCode: nothing,
  secondsLeft: 42,
  isSending: false,
  onSend: nothing,
  onDone: nothing,
  of: 4,
};
const oldCode = () => ({
  ...code,
  step: 2,
  title: getText('account.newPhone.oldTitle'),
  phone: { masked: phoneMasked },
});
const newCode = () => ({
  ...code,
  step: 4,
  phone: '+639185550143' as MobileNumber,
  onChangeNumber: nothing,
  consequence: getText('account.newPhone.effect'),
  submit: getText('account.newPhone.submit'),
});
const id = (start: Values<IdField>, errors: Partial<Values<IdField>>, onOtherWay?: () => void) =>
  withForm(start, errors, (form) => (
    <IdProofStep form={form} isBusy={false} onOtherWay={onOtherWay} onNext={nothing} />
  ));
const empty = { idNumber: '', password: '' };
const filled = { idNumber: '0000-1234567-8', password: 'tagong-salita-7' };
const number = () => ({
  step: 3,
  of: 4,
  title: getText('account.newPhone.numberTitle'),
  reason: getText('account.register.phoneWhy'),
  phone: '',
  onPhone: nothing,
  isBusy: false,
  onSubmit: nothing,
});
const done = {
  phoneMasked: '0918 ••• 0143',
  possibleOn: '2026-12-04' as Day,
  accountsHeldUntil: '2026-11-21T02:26:00.000Z' as Instant,
};

const entry = screensOf('Change phone', 'title.changePhone');

export const entries: Entry[] = [
  entry('loading', () => <ChangePhoneLoading />),
  entry('not loaded', () => (
    <LoadErrorPage read={failed()} safe={getText('account.newPhone.failedSafe')} />
  )),
  entry('too early', () => (
    <ChangePhoneLater possibleOn={done.possibleOn} phoneMasked={done.phoneMasked} />
  )),
  entry('way', () => <MethodStep {...way} />),
  entry('way: old number', () => <MethodStep {...way} way="code" />),
  entry('way: sending', () => <MethodStep {...way} way="code" isBusy />),
  entry('way: lost', () => <MethodStep {...way} way="idNumber" />),
  entry('way: no ID sent', () => <MethodStep {...way} hasIdNumber={false} />),
  entry('way: no password', () => <MethodStep {...way} hasPassword={false} />),
  entry('old code', () => <CodeStep {...oldCode()} />),
  entry('old code wrong', () => (
    <CodeStep
      {...oldCode()}
      error="The code sent to your old number is wrong or has expired. Check it, or ask for a new one."
    />
  )),
  entry('ID number and password', () => id(empty, {})),
  entry('ID number and password missing', () =>
    id(empty, {
      idNumber: getText('account.newPhone.idMissing'),
      password: getText('account.passwordMissing'),
    }),
  ),
  entry('ID number wrong', () =>
    id(filled, {
      idNumber: 'This is not the ID number you sent us. Check your ID and enter the whole number.',
    }),
  ),
  entry('ID number tries spent', () =>
    id(
      filled,
      {
        idNumber:
          'Too many wrong ID numbers. Use a code sent to your old number, try again in two weeks, or call customer service.',
      },
      nothing,
    ),
  ),
  entry('password wrong', () =>
    id(filled, { password: 'The password is wrong. Please try again.' }),
  ),
  entry('new number', () => <NumberStep {...number()} />),
  entry('new number wrong', () => (
    <NumberStep {...number()} phone="917555" phoneError={getText('account.phoneWrong')} />
  )),
  entry('new number taken', () => (
    <NumberStep
      {...number()}
      phone="9175550199"
      phoneError="This number belongs to another account. Use another number, or call customer service."
    />
  )),
  entry('new number is the present one', () => (
    <NumberStep
      {...number()}
      phone="9175550142"
      phoneError="This is your current number. Enter the new one."
    />
  )),
  entry('new code', () => <CodeStep {...newCode()} />),
  entry('new code wrong', () => (
    <CodeStep
      {...newCode()}
      error="The code is wrong or has expired. Check it, or ask for a new one."
    />
  )),
  entry('changing', () => (
    <CodeStep {...newCode()} code="274816" submit={getText('account.newPhone.busy')} isBusy />
  )),
  entry('changed', () => <ChangedPhone done={done} />),
];
