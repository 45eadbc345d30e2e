import { type Locale, localeNames } from '@sandali/contract/locale.ts';
import { firstReminderHour, lastReminderHour, type ReminderChannel, reminderChannels } from '@sandali/contract/reminder.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { RadioRows } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { SelectField } from '#/ui/SelectField.tsx';
import { SkeletonCard, SkeletonRows } from '#/ui/Skeleton.tsx';

import { CalendarRows, type CalendarRowsProps } from './CalendarRows.tsx';

export type Chosen = { channel: ReminderChannel; hour: number };

export type RemindersViewProps = {
  chosen: Chosen;
  /** In which language reminders come until this is saved. */
  locale: Locale;
  phoneMasked: string;
  /** Whether notifications are offered, and this browser could show them. */
  canPush: boolean;
  /** Why this browser could not be added. */
  refused: 'unsupported' | 'denied' | 'failed' | null;
  calendar: CalendarRowsProps;
  onChange(chosen: Chosen): void;
  isBusy: boolean;
  onSave(): void;
};

const hours = Array.from({ length: lastReminderHour - firstReminderHour + 1 }, (_, n) => firstReminderHour + n);
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const icons = { sms: 'chat', push: 'phone', none: 'close' } as const;

/** Reminders: what they are, the way, the hour. */
export function RemindersView({ chosen, locale, phoneMasked, canPush, refused, calendar, onChange, isBusy, onSave }: RemindersViewProps) {
  const text = useText();
  const details: Record<ReminderChannel, string> = {
    sms: text('reminder.sms.detail', { phone: phoneMasked }),
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
          <Note icon="globe">{text('reminder.language', { now: localeNames[locale], next: localeNames[currentLocale()] })}</Note>
        )}
        <CalendarRows {...calendar} />
      </Page>
      <Footer>
        <Dock consequence={isOn ? text('reminder.effect', { time: clock(chosen.hour) }) : text('reminder.effect.none')}>
          <Button isBusy={isBusy} onClick={onSave}>
            {text(isBusy ? 'reminder.saving' : 'reminder.save')}
          </Button>
        </Dock>
      </Footer>
    </>
  );
}

/** What was chosen is on its way. */
export function RemindersLoading() {
  const text = useText();
  return (
    <Page gap={3}>
      <SkeletonRows count={2} label={text('reminder.loading')} isApart={false} />
      <SkeletonCard lines={1} label={text('reminder.loading')} />
    </Page>
  );
}
