import { reminderQuery, reminderSave } from '@sandali/contract/reminder.ts';
import { useState } from 'react';
import { useAsk } from '#/kit/query.ts';
import { useText } from '#/kit/text.ts';
import { toast } from '#/kit/toast.ts';
import { useWrite } from '#/kit/write.ts';
import { type Chosen, RemindersFailed, RemindersLoading, RemindersView } from './RemindersView.tsx';

/** /reminders: in which way and at which hour I am reminded of a bill. */
export default function Reminders() {
  const text = useText();
  const { data, failure, isRefreshing, refresh } = useAsk(reminderQuery, {});
  const [changed, setChanged] = useState<Chosen | null>(null);
  const write = useWrite(reminderSave, { onDone: () => toast(text('reminder.saved')) });
  if (!data && failure) return <RemindersFailed message={failure.message} isRetrying={isRefreshing} onRetry={() => void refresh()} />;
  if (!data) return <RemindersLoading />;
  const chosen = changed ?? { channel: data.channel, hour: data.hour };
  return (
    <RemindersView
      chosen={chosen}
      locale={data.locale}
      phoneMasked={data.phoneMasked}
      onChange={setChanged}
      isBusy={write.isBusy}
      onSave={() => void write.send(chosen)}
    />
  );
}
