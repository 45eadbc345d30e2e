// The steps for a forgotten password, with each refusal, and the change of a password.
import type { Day } from '@sandali/contract/day.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import type { Values } from '#/client/useForm.tsx';
import { getText } from '#/i18n/text.ts';
import { ChangePasswordView } from '#/screens/account/ChangePassword.tsx';
import { CodeStep } from '#/screens/account/CodeStep.tsx';
import { NotRegistered, ResetPhoneStep } from '#/screens/account/ForgotPassword.tsx';
import { IdStep } from '#/screens/account/IdStep.tsx';
import { PasswordStep } from '#/screens/account/PasswordStep.tsx';
import {
  type LostField,
  NumbersStep,
  PhotosStep,
  SentStep,
} from '#/screens/account/recovery/LostSteps.tsx';
import { noPicture } from '#/screens/credit/takenPictures.ts';
import type { PictureWork } from '#/screens/credit/usePicture.ts';
import { withForm } from '#stories/controlled.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing, refusedWith } from '#stories/fixtures.ts';
import { screensOf } from '#stories/ShellBar.tsx';

const start = { phone: '9175550142', onPhone: nothing, isBusy: false, onSubmit: nothing };
const code = {
  phone: '+639175550142' as MobileNumber,
  code: '',
  onCode: nothing,
  secondsLeft: 42,
  isSending: false,
  onSend: nothing,
  onChangeNumber: nothing,
  onDone: nothing,
};
const password = {
  purpose: 'reset',
  phone: '9175550142',
  isBusy: false,
  onEdit: nothing,
  onPassword: nothing,
} as const;
const id = {
  reason: 'This phone is new to us. Enter the last 4 characters of the ID number you sent us.',
  isBusy: false,
  onEdit: nothing,
  onId: nothing,
};
const change = { refused: refusedWith({}), isBusy: false, onChange: nothing };

const forgot = screensOf('Forgot password', 'title.forgotPassword');
const changing = screensOf('Change password', 'title.changePassword');

const lost = screensOf('Lost phone and number', 'title.forgotPassword');
const numbers = (start: Values<LostField>, errors: Partial<Values<LostField>>) =>
  withForm(start, errors, (form) => <NumbersStep form={form} isBusy={false} />);
const noNumbers = { phone: '', idNumber: '', newPhone: '' };
const photo: PictureWork = {
  ...noPicture,
  sentAt: null,
  take: nothing,
  retry: nothing,
  cancel: nothing,
  over: null,
};

export const entries: Entry[] = [
  forgot('number', () => <ResetPhoneStep {...start} phone="" />),
  forgot('number wrong', () => (
    <ResetPhoneStep {...start} phone="917555" phoneError={getText('account.phoneWrong')} />
  )),
  forgot('sending', () => <ResetPhoneStep {...start} isBusy />),
  forgot('code', () => <CodeStep {...code} />),
  forgot('code wrong', () => (
    <CodeStep {...code} error="The code is wrong or has expired. Check it, or ask for a new one." />
  )),
  forgot('password', () => <PasswordStep {...password} />),
  forgot('passwords differ', () => (
    <PasswordStep {...password} startErrors={{ confirm: 'account.newPassword.differs' }} />
  )),
  forgot('password too easy', () => (
    <PasswordStep
      {...password}
      refusal="This password is too easy to guess. Please choose another one."
    />
  )),
  forgot('present password', () => (
    <PasswordStep {...password} refusal="This is your current password. Choose another one." />
  )),
  forgot('saving', () => <PasswordStep {...password} isBusy />),
  forgot('ID number', () => <IdStep {...id} />),
  forgot('ID number missing', () => <IdStep {...id} startWrong />),
  forgot('ID number wrong', () => (
    <IdStep
      {...id}
      refusal="These are not the last 4 characters of the ID number you sent us. Check your ID and try again."
    />
  )),
  forgot('ID number tries spent', () => (
    <IdStep
      {...id}
      refusal="Too many wrong attempts today. Try again tomorrow, use a phone you have logged in with before, or call customer service."
    />
  )),
  forgot('number unknown', () => (
    <NotRegistered message="There is no account with this number yet. You can open one in a few minutes." />
  )),
  lost('numbers', () => numbers(noNumbers, {})),
  lost('numbers missing', () => {
    const phone = getText('account.phoneWrong');
    return numbers(noNumbers, {
      phone,
      idNumber: getText('account.newPhone.idMissing'),
      newPhone: phone,
    });
  }),
  lost('the same number', () =>
    numbers(
      { phone: '9175550142', idNumber: '9999 0001 2345', newPhone: '9175550142' },
      { newPhone: getText('recovery.same') },
    ),
  ),
  lost('photos', () => (
    <PhotosStep
      title={getText('recovery.photosTitle')}
      pictures={{ idFront: photo, selfie: photo }}
      onAgain={nothing}
    />
  )),
  lost('a photo not sent', () => (
    <PhotosStep
      title={getText('recovery.photosTitle')}
      pictures={{
        idFront: { ...photo, state: 'done' },
        selfie: { ...photo, state: 'failed', message: getText('credit.id.notSent') },
      }}
      onAgain={nothing}
    />
  )),
  lost('sent', () => (
    <SentStep answerBy={'2026-12-03' as Day} newPhone={'+639185550143' as MobileNumber} />
  )),
  changing('empty', () => <ChangePasswordView {...change} />),
  changing('nothing filled in', () => (
    <ChangePasswordView
      {...change}
      refused={refusedWith({
        oldPassword: getText('account.passwordMissing'),
        password: getText('account.newPassword.missing'),
      })}
    />
  )),
  changing('passwords differ', () => (
    <ChangePasswordView
      {...change}
      refused={refusedWith({ confirm: getText('account.newPassword.differs') })}
    />
  )),
  changing('present one wrong', () => (
    <ChangePasswordView
      {...change}
      refused={refusedWith({ oldPassword: 'The password is wrong. Please try again.' })}
    />
  )),
  changing('too easy', () => (
    <ChangePasswordView
      {...change}
      refused={refusedWith({
        password: 'This password is too easy to guess. Please choose another one.',
      })}
    />
  )),
  changing('present one again', () => (
    <ChangePasswordView
      {...change}
      refused={refusedWith({ password: 'This is your current password. Choose another one.' })}
    />
  )),
  changing('saving', () => <ChangePasswordView {...change} isBusy />),
];
