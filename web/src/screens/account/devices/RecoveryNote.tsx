import type { DataOf } from '@sandali/contract/call.ts';
import { manilaDay } from '@sandali/contract/day.ts';
import { recoveryQuery, recoveryStop } from '@sandali/contract/recovery.ts';
import { useServerQuery } from '#/client/query.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { formatDay, formatTime } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Note } from '#/ui/Note.tsx';

/** Where somebody asks for another number for my account: since when, what comes of it, and the way to stop it. Nothing where nobody does. */
export function RecoveryNote() {
  const text = useText();
  const asked = useServerQuery(recoveryQuery, {});
  const write = useWrite(recoveryStop, {
    onDone: () => {
      toast(text('recovery.stopped'));
      void asked.refresh();
    },
  });
  const pending = asked.data?.pending;
  return pending ? <RecoveryNoteView pending={pending} isBusy={write.isBusy} onStop={() => void write.send({ by: 'session' })} /> : null;
}

type ViewProps = { pending: NonNullable<DataOf<typeof recoveryQuery>['pending']>; isBusy: boolean; onStop(): void };

export function RecoveryNoteView({ pending: { newPhoneMasked, askedAt, effectiveFrom }, isBusy, onStop }: ViewProps) {
  const text = useText();
  const moment = (at: typeof askedAt) => `${formatDay(manilaDay(at), currentLocale(), { weekday: true })}, ${formatTime(at)}`;
  return (
    <Note
      tone="bad"
      role="alert"
      title={`${text('recovery.asked', { phone: newPhoneMasked })}.`}
      action={
        <Button isBusy={isBusy} onClick={onStop}>
          {text(isBusy ? 'recovery.stopBusy' : 'recovery.stopDo')}
        </Button>
      }
    >
      {effectiveFrom ? text('recovery.movesOn', { when: moment(effectiveFrom) }) : text('recovery.askedWhen', { when: moment(askedAt) })}
    </Note>
  );
}
