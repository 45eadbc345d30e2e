import type { DataOf } from '@sandali/contract/call.ts';
import { manilaDay } from '@sandali/contract/day.ts';
import { deviceList, logoutOthers } from '@sandali/contract/device.ts';
import { recoveryQuery, recoveryStop } from '@sandali/contract/recovery.ts';
import { type ReactNode, useState } from 'react';
import { type ServerQuery, useServerQuery } from '#/client/query.ts';
import { toast } from '#/client/toast.ts';
import { unbreakable } from '#/client/unbreakable.ts';
import { useWrite } from '#/client/write.ts';
import { formatMoment } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { Query } from '#/shell/Query.tsx';
import { Badge } from '#/ui/Badge.tsx';
import { Button } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';
import { useDeviceName } from './deviceName.ts';
import { LogoutOthersDialog } from './LogoutOthers.tsx';

/** The borrower's devices, with a button that logs out all other devices. */
export default function Devices() {
  const list = useServerQuery(deviceList, {});
  const recovery = useServerQuery(recoveryQuery, {});
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Query read={list} skeleton={<DevicesLoading />}>
        {({ devices }) => (
          <DevicesView
            devices={devices}
            isSecondary={Boolean(recovery.data?.pending)}
            onLogoutOthers={() => setAsking(true)}
          >
            <RecoveryNote recovery={recovery} />
          </DevicesView>
        )}
      </Query>
      {isAsking && <LogoutOthers onClose={() => setAsking(false)} />}
    </>
  );
}

/** Asks for confirmation, and for a password once the server requires it. */
function LogoutOthers({ onClose }: { onClose(): void }) {
  const text = useText();
  const [isPasswordNeeded, setPasswordNeeded] = useState(false);
  const write = useWrite(logoutOthers, {
    fields: { passwordWrong: 'password' },
    onDone: () => {
      toast(text('devices.out.done'));
      onClose();
    },
    onFailed: ({ name }) => {
      if (name !== 'passwordNeeded') return undefined;
      setPasswordNeeded(true);
      return true;
    },
  });
  return (
    <LogoutOthersDialog
      isPasswordNeeded={isPasswordNeeded}
      error={write.fieldError('password')}
      isBusy={write.isBusy}
      onEdit={write.clear}
      onClose={onClose}
      onOut={(password) => void write.send(password === null ? {} : { password })}
    />
  );
}

export type ListedDevice = DataOf<typeof deviceList>['devices'][number];

export type DevicesViewProps = {
  /** The devices, this device first. */
  devices: readonly ListedDevice[];
  onLogoutOthers(): void;
  /** Whether a more urgent part of the screen already has the filled button. */
  isSecondary?: boolean;
  children?: ReactNode;
};

/** Lists the devices. With a single device there is nothing to log out. */
export function DevicesView({ devices, onLogoutOthers, isSecondary, children }: DevicesViewProps) {
  const text = useText();
  const hasOthers = devices.some((device) => !device.isThis);
  return (
    <>
      <Page gap={3}>
        {children}
        <List>
          {devices.map((device) => (
            <DeviceRow
              key={`${device.openedAt} ${device.isThis}`}
              device={device}
              now={devices[0]?.lastSeenAt ?? device.lastSeenAt}
            />
          ))}
        </List>
        <Note icon="lock">{text(hasOthers ? 'devices.strange' : 'devices.only')}</Note>
      </Page>
      {hasOthers && (
        <Footer>
          <Dock consequence={text('devices.out.effect')}>
            <Button look={isSecondary ? 'soft' : 'primary'} onClick={onLogoutOthers}>
              {text('devices.out')}
            </Button>
          </Dock>
        </Footer>
      )}
    </>
  );
}

const mobile: readonly string[] = ['android', 'ios'];

/**
 * `now` is the server's time of this device's last request, since the phone's clock may be wrong.
 */
function DeviceRow({ device, now }: { device: ListedDevice; now: ListedDevice['lastSeenAt'] }) {
  const text = useText();
  const name = useDeviceName(device);
  const moment = (at: ListedDevice['openedAt']) =>
    formatMoment(at, manilaDay(now), currentLocale());
  const opened = text('devices.opened', { when: moment(device.openedAt) });
  const lastSeen = device.isThis ? null : text('devices.seen', { when: moment(device.lastSeenAt) });
  return (
    <Row
      icon={mobile.includes(device.system) ? 'phone' : 'globe'}
      title={name}
      detail={
        <>
          {opened}
          {lastSeen && <br />}
          {lastSeen}
        </>
      }
      end={device.isThis && <Badge tone="positive">{text('devices.this')}</Badge>}
    />
  );
}

export function DevicesLoading() {
  const text = useText();
  return (
    <Page gap={3}>
      <SkeletonRows label={text('devices.loading')} isApart={false} />
    </Page>
  );
}

/**
 * Warns if another person has requested a new number for the account, with a button that stops the
 * recovery.
 */
function RecoveryNote({ recovery }: { recovery: ServerQuery<typeof recoveryQuery> }) {
  const text = useText();
  const write = useWrite(recoveryStop, {
    onDone: () => {
      toast(text('recovery.stopped'));
      void recovery.refresh();
    },
  });
  const pending = recovery.data?.pending;
  return pending ? (
    <RecoveryNoteView
      pending={pending}
      isBusy={write.isBusy}
      onStop={() => void write.send({ by: 'session' })}
    />
  ) : null;
}

type ViewProps = {
  pending: NonNullable<DataOf<typeof recoveryQuery>['pending']>;
  isBusy: boolean;
  onStop(): void;
};

export function RecoveryNoteView({
  pending: { newPhoneMasked, askedAt, effectiveFrom },
  isBusy,
  onStop,
}: ViewProps) {
  const text = useText();
  const moment = (at: typeof askedAt) => formatMoment(at, null, currentLocale());
  return (
    <Note
      tone="bad"
      role="alert"
      title={`${text('recovery.asked', { phone: unbreakable(newPhoneMasked) })}.`}
      action={
        <Button isBusy={isBusy} onClick={onStop}>
          {text(isBusy ? 'recovery.stopBusy' : 'recovery.stopDo')}
        </Button>
      }
    >
      {effectiveFrom
        ? text('recovery.movesOn', { when: moment(effectiveFrom) })
        : text('recovery.askedWhen', { when: moment(askedAt) })}
    </Note>
  );
}
