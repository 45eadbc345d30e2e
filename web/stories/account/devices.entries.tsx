// A login on a new device, and the list of devices.

import type { Instant } from '@sandali/contract/day.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { getText } from '#/i18n/text.ts';
import { CodeStep } from '#/screens/account/CodeStep.tsx';
import {
  DevicesLoading,
  DevicesView,
  type DevicesViewProps,
  type ListedDevice,
  RecoveryNoteView,
} from '#/screens/account/devices/Devices.tsx';
import {
  LogoutOthersPanel,
  type LogoutOthersProps,
} from '#/screens/account/devices/LogoutOthers.tsx';
import { IdStep } from '#/screens/account/IdStep.tsx';
import { NewDeviceStart } from '#/screens/account/NewDevice.tsx';
import { PasskeyButton } from '#/screens/account/PasskeyButton.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { screensOf } from '#stories/ShellBar.tsx';
import { pictureCode as picture } from './pictureCode.fixtures.ts';

const phone = '+639175550142' as MobileNumber;
const start = {
  reason:
    'This phone is new to your account. We’ll send a code to your number to confirm it’s you.',
  phone,
  isBusy: false,
  onSend: nothing,
};
const code = {
  phone,
  code: '',
  onCode: nothing,
  secondsLeft: 42,
  isSending: false,
  onSend: nothing,
  onChangeNumber: nothing,
  onDone: nothing,
};
const last = (isBusy = false) => ({
  step: 1,
  of: 1,
  submit: getText(isBusy ? 'account.login.busy' : 'account.login.submit'),
  isBusy,
  consequence: getText('account.newDevice.effect'),
});
const id = {
  purpose: 'login',
  reason: 'This phone is new to us. Enter the last 4 characters of the ID number you sent us.',
  isBusy: false,
  onEdit: nothing,
  onId: nothing,
} as const;

const own: ListedDevice = {
  browser: 'chrome',
  system: 'android',
  openedAt: '2026-11-18T02:00:00Z' as Instant,
  lastSeenAt: '2026-11-20T02:20:00Z' as Instant,
  isThis: true,
};
const others: ListedDevice[] = [
  {
    browser: 'samsung',
    system: 'android',
    openedAt: '2026-11-20T01:05:00Z' as Instant,
    lastSeenAt: '2026-11-20T01:55:00Z' as Instant,
    isThis: false,
  },
  {
    browser: 'other',
    system: 'windows',
    openedAt: '2026-11-02T12:00:00Z' as Instant,
    lastSeenAt: '2026-11-18T13:40:00Z' as Instant,
    isThis: false,
  },
  {
    browser: 'other',
    system: 'other',
    openedAt: '2026-11-01T12:00:00Z' as Instant,
    lastSeenAt: '2026-11-16T13:40:00Z' as Instant,
    isThis: false,
  },
];
const listed: DevicesViewProps = {
  devices: [own, ...others],
  onLogoutOthers: nothing,
};
const question: LogoutOthersProps = {
  isPasswordNeeded: false,
  isBusy: false,
  onEdit: nothing,
  onClose: nothing,
  onOut: nothing,
};

const proving = screensOf('New device', 'title.newDevice');
const devices = screensOf('My devices', 'title.devices');

const pending = {
  newPhoneMasked: '•••• 0142',
  askedAt: '2026-12-01T02:30:00.000Z' as Instant,
  effectiveFrom: null,
};

export const entries: Entry[] = [
  proving('code on its way', () => <NewDeviceStart {...start} isBusy />),
  proving('code not sent', () => <NewDeviceStart {...start} isUnsent />),
  proving('picture first', () => <NewDeviceStart {...start} picture={picture} />),
  proving('code', () => <CodeStep {...code} {...last()} />),
  proving('code or a passkey', () => (
    <CodeStep
      {...code}
      {...last()}
      otherWay={<PasskeyButton option={{ isBusy: false, onUse: nothing }} />}
    />
  )),
  proving('waiting for a passkey', () => (
    <NewDeviceStart {...start} passkey={{ isBusy: true, onUse: nothing }} />
  )),
  proving('code wrong', () => (
    <CodeStep
      {...code}
      {...last()}
      error="The code is wrong or has expired. Check it, or ask for a new one."
    />
  )),
  proving('code again with a picture', () => (
    <CodeStep {...code} secondsLeft={0} picture={picture} {...last()} />
  )),
  proving('logging in', () => <CodeStep {...code} code="407182" {...last(true)} />),
  proving('ID number', () => <IdStep {...id} />),
  proving('ID number or a passkey', () => (
    <IdStep {...id} passkey={{ isBusy: false, onUse: nothing }} />
  )),
  proving('ID number wrong', () => (
    <IdStep
      {...id}
      refusal="These are not the last 4 characters of the ID number you sent us. Check your ID and try again."
    />
  )),
  proving('ID number, logging in', () => <IdStep {...id} isBusy />),
  devices('full', () => <DevicesView {...listed} />),
  devices('somebody asks for the account', () => (
    <DevicesView {...listed} isSecondary>
      <RecoveryNoteView pending={pending} isBusy={false} onStop={nothing} />
    </DevicesView>
  )),
  devices('it moves in three days', () => (
    <DevicesView {...listed} isSecondary>
      <RecoveryNoteView
        pending={{ ...pending, effectiveFrom: '2026-12-04T06:05:00.000Z' as Instant }}
        isBusy={false}
        onStop={nothing}
      />
    </DevicesView>
  )),
  devices('only this one', () => <DevicesView {...listed} devices={[own]} />),
  devices('loading', () => <DevicesLoading />),
  { group: 'My devices', name: 'log out others?', draw: () => <LogoutOthersPanel {...question} /> },
  {
    group: 'My devices',
    name: 'log out others: password',
    draw: () => <LogoutOthersPanel {...question} isPasswordNeeded />,
  },
  {
    group: 'My devices',
    name: 'log out others: password wrong',
    draw: () => (
      <LogoutOthersPanel
        {...question}
        isPasswordNeeded
        error="The password is wrong. Please try again."
      />
    ),
  },
  {
    group: 'My devices',
    name: 'logging out others',
    draw: () => <LogoutOthersPanel {...question} isBusy />,
  },
];
