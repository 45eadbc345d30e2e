import type { DataOf } from '@sandali/contract/call.ts';
import { reminderQuery, reminderSave } from '@sandali/contract/reminder.ts';
import { useState } from 'react';
import { type Subscribed, subscribeToPush, supportsPush } from '#/client/push.ts';
import { useServerQuery } from '#/client/query.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { Query } from '#/shell/Query.tsx';
import { type Chosen, RemindersLoading, RemindersView } from './RemindersView.tsx';
import { useCalendar } from './useCalendar.ts';

/** /reminders: in which way and at which hour I am reminded of a bill. */
export default function Reminders() {
  const reminder = useServerQuery(reminderQuery, {});
  return (
    <Query read={reminder} skeleton={<RemindersLoading />}>
      {(data) => <Loaded data={data} />}
    </Query>
  );
}

function Loaded({ data }: { data: DataOf<typeof reminderQuery> }) {
  const text = useText();
  const [changed, setChanged] = useState<Chosen | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [refused, setRefused] = useState<Exclude<Subscribed['kind'], 'done'> | null>(null);
  const calendar = useCalendar();
  const write = useWrite(reminderSave, { onDone: () => toast(text('reminder.saved')) });
  const chosen = changed ?? { channel: data.channel, hour: data.hour };

  /** The browser is asked within the press that wants notifications, and at no other time. */
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
    // Another phone of theirs is told: here only the hour is chosen.
    else if (data.channel === 'push') await write.send(chosen);
    else setRefused(subscribed.kind);
  };
  return (
    <RemindersView
      chosen={chosen}
      locale={data.locale}
      phoneMasked={data.phoneMasked}
      canPush={data.pushKey !== null && (data.isToldHere || data.channel === 'push' || supportsPush())}
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
