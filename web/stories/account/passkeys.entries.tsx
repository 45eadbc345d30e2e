// Passkeys in every state, with their dialogs, and the offer of a passkey on the home screen.
import type { Instant } from '@sandali/contract/day.ts';
import type { PasskeyId } from '@sandali/contract/id.ts';
import type { Passkey } from '@sandali/contract/passkey.ts';
import { PasswordPanel } from '#/screens/account/PasswordSheet.tsx';
import { PasskeyOfferPanel } from '#/screens/account/passkeys/PasskeyOffer.tsx';
import {
  PasskeysView,
  type PasskeysViewProps,
  RemovePanel,
} from '#/screens/account/passkeys/Passkeys.tsx';
import { Screen } from '#/ui/Layout.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { failed, loaded, pending } from '#stories/queries.ts';
import { ShellBar } from '#stories/ShellBar.tsx';

const passkey = (n: number, over: Partial<Passkey>): Passkey => ({
  passkeyId: `0198a000-0000-7000-8000-0000000002${String(n).padStart(2, '0')}` as PasskeyId,
  browser: 'chrome',
  system: 'android',
  isBackedUp: true,
  addedAt: '2026-11-02T02:00:00.000Z' as Instant,
  lastUsedAt: null,
  ...over,
});
const android = passkey(1, { lastUsedAt: '2026-11-20T02:00:00.000Z' as Instant });
const some = [
  android,
  passkey(2, { browser: 'safari', system: 'ios' }),
  passkey(3, { browser: 'other', system: 'other' }),
];

const screen = (name: string, over: Partial<PasskeysViewProps>): Entry => ({
  group: 'Passkeys',
  name,
  isScreen: true,
  draw: () => (
    <Screen>
      <ShellBar title="title.passkeys" />
      <PasskeysView
        list={loaded({ passkeys: some })}
        canUse
        isBusy={false}
        onAdd={nothing}
        onRemove={nothing}
        {...over}
      />
    </Screen>
  ),
});
const password = { isBusy: false, onEdit: nothing, onClose: nothing, onPassword: nothing };
const removing = { passkey: android, isBusy: false, onStay: nothing, onRemove: nothing };

export const entries: Entry[] = [
  screen('loading', { list: pending }),
  screen('failed', { list: failed('Network abnormal, please try again later.') }),
  screen('empty', { list: loaded({ passkeys: [] }) }),
  screen('some', {}),
  screen('adding', { isBusy: true }),
  screen('full', {
    list: loaded({ passkeys: Array.from({ length: 10 }, (_, n) => passkey(10 + n, {})) }),
  }),
  screen('browser without passkeys', { list: loaded({ passkeys: [] }), canUse: false }),
  { group: 'Passkeys', name: 'remove', draw: () => <RemovePanel {...removing} /> },
  { group: 'Passkeys', name: 'removing', draw: () => <RemovePanel {...removing} isBusy /> },
  {
    group: 'Passkeys',
    name: 'password',
    isScreen: true,
    draw: () => <PasswordPanel {...password} />,
  },
  {
    group: 'Passkeys',
    name: 'password wrong',
    isScreen: true,
    draw: () => <PasswordPanel {...password} refusal="The password is wrong. Please try again." />,
  },
  { group: 'Passkeys', name: 'offer at home', draw: () => <PasskeyOfferPanel onClose={nothing} /> },
];
