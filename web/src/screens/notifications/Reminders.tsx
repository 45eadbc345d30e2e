import type { DataOf } from '@sandali/contract/call.ts';
import { type Locale, localeNames } from '@sandali/contract/locale.ts';
import {
  firstReminderHour,
  lastReminderHour,
  type ReminderChannel,
  reminderChannels,
  reminderQuery,
  reminderSave,
} from '@sandali/contract/reminder.ts';
import { useState } from 'react';
import { type Subscribed, subscribeToPush, supportsPush } from '#/client/push.ts';
import { useServerQuery } from '#/client/query.ts';
import { toast } from '#/client/toast.ts';
import { unbreakable } from '#/client/unbreakable.ts';
import { useWrite } from '#/client/write.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { Query } from '#/shell/Query.tsx';
import { Button } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { RadioRows } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { SelectField } from '#/ui/SelectField.tsx';
import { SkeletonCard, SkeletonRows } from '#/ui/Skeleton.tsx';
import { CalendarRows, type CalendarRowsProps, useCalendar } from './CalendarRows.tsx';

/** /reminders: lets the borrower choose how and at what hour to be reminded of a bill. */
export default function Reminders() {
  const reminder = useServerQuery(reminderQuery, {});
  const calendar = useCalendar();
  return (
    <Query read={reminder} skeleton={<RemindersLoading />}>
      {(data) => <Loaded data={data} calendar={calendar} />}
    </Query>
  );
}

function Loaded({
  data,
  calendar,
}: {
  data: DataOf<typeof reminderQuery>;
  calendar: ReturnType<typeof useCalendar>;
}) {
  const text = useText();
  const [changed, setChanged] = useState<Chosen | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [refused, setRefused] = useState<Exclude<Subscribed['kind'], 'done'> | null>(null);
  const write = useWrite(reminderSave, { onDone: () => toast(text('reminder.saved')) });
  const chosen = changed ?? { channel: data.channel, hour: data.hour };

  /** Saves the choice. Asks for permission only if notifications are chosen. */
  const save = async () => {
    setRefused(null);
    if (chosen.channel !== 'push' || data.isToldHere || data.pushKey === null) {
      await write.send(chosen);
      return;
    }
    setAsking(true);
    const subscribed = await subscribeToPush(data.pushKey);
    setAsking(false);
    if (subscribed.kind === 'done') await write.send({ ...chosen, browser: subscribed.facts });
    // Another of the borrower's phones receives the notifications, so save only the hour here.
    else if (data.channel === 'push') await write.send(chosen);
    else setRefused(subscribed.kind);
  };
  return (
    <RemindersView
      chosen={chosen}
      locale={data.locale}
      phoneMasked={data.phoneMasked}
      canPush={
        data.pushKey !== null && (data.isToldHere || data.channel === 'push' || supportsPush())
      }
      refused={refused}
      calendar={{ entries: calendar.entries, busyWith: calendar.busyWith, onAdd: calendar.add }}
      onChange={(next) => {
        setRefused(null);
        setChanged(next);
      }}
      isBusy={write.isBusy || isAsking}
      onSave={() => void save()}
    />
  );
}

type Chosen = { channel: ReminderChannel; hour: number };

export type RemindersViewProps = {
  chosen: Chosen;
  /** The language in which reminders are sent now, shown until another language is saved. */
  locale: Locale;
  phoneMasked: string;
  /** Whether notifications are offered and this browser can show them. */
  canPush: boolean;
  /** Why this browser could not be subscribed to notifications. */
  refused: 'unsupported' | 'denied' | 'failed' | null;
  calendar: CalendarRowsProps;
  onChange(chosen: Chosen): void;
  isBusy: boolean;
  onSave(): void;
};

const hours = Array.from(
  { length: lastReminderHour - firstReminderHour + 1 },
  (_, n) => firstReminderHour + n,
);
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const icons = { sms: 'chat', push: 'phone', none: 'close' } as const;

/** The reminder settings: an explanation, the channel and the hour. */
export function RemindersView({
  chosen,
  locale,
  phoneMasked,
  canPush,
  refused,
  calendar,
  onChange,
  isBusy,
  onSave,
}: RemindersViewProps) {
  const text = useText();
  const details: Record<ReminderChannel, string> = {
    sms: text('reminder.sms.detail', { phone: unbreakable(phoneMasked) }),
    push: text('reminder.push.detail'),
    none: text('reminder.none.detail'),
  };
  const isOn = chosen.channel !== 'none';
  return (
    <>
      <Page gap={3}>
        <Note tone="plain" icon="calendar">
          {text('reminder.when')}
        </Note>
        <RadioRows
          label={text('reminder.channel')}
          value={chosen.channel}
          onChange={(channel) => onChange({ ...chosen, channel })}
          options={reminderChannels
            .filter((channel) => canPush || channel !== 'push')
            .map((channel) => ({
              value: channel,
              icon: icons[channel],
              title: text(`reminder.${channel}`),
              detail: details[channel],
              isLow: false,
            }))}
        />
        {refused && (
          <Note tone="bad" role="alert">
            {text(`reminder.push.${refused}`)}
          </Note>
        )}
        {isOn && (
          <SelectField
            label={text('reminder.hour')}
            name="hour"
            placeholder={text('reminder.hour')}
            hint={text('reminder.hour.hint')}
            value={String(chosen.hour)}
            onChange={(hour) => onChange({ ...chosen, hour: Number(hour) })}
            options={hours.map((hour) => ({ value: String(hour), label: clock(hour) }))}
          />
        )}
        {isOn && locale !== currentLocale() && (
          <Note icon="globe">
            {text('reminder.language', {
              now: localeNames[locale],
              next: localeNames[currentLocale()],
            })}
          </Note>
        )}
        <CalendarRows {...calendar} />
      </Page>
      <Footer>
        <Dock
          consequence={
            isOn
              ? text('reminder.effect', { time: clock(chosen.hour) })
              : text('reminder.effect.none')
          }
        >
          <Button isBusy={isBusy} onClick={onSave}>
            {text(isBusy ? 'reminder.saving' : 'reminder.save')}
          </Button>
        </Dock>
      </Footer>
    </>
  );
}

export function RemindersLoading() {
  const text = useText();
  return (
    <Page gap={3}>
      <SkeletonRows count={2} label={text('reminder.loading')} isApart={false} />
      <SkeletonCard lines={1} label={text('reminder.loading')} />
    </Page>
  );
}
