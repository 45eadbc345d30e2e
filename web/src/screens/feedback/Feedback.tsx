import { feedbackClose, feedbackSubmit, tradePopCheck } from '@sandali/contract/home.ts';
import type { UserGid } from '@sandali/contract/id.ts';
import { useEffect, useState } from 'react';
import { speakAreas } from '#/kit/areas.ts';
import { ask } from '#/kit/ask.ts';
import { userGid } from '#/kit/session.ts';
import { textNow } from '#/kit/text.ts';
import { toast } from '#/kit/toast.ts';
import { focusField, useWrite } from '#/kit/write.ts';
import { type AdviceForm, emptyAdvice, type Missing, readAdvice } from './advice.ts';
import { FeedbackView } from './FeedbackView.tsx';

/** Asks whether the feedback dialog is to open (spec §4), and shows it then. Mounted anew each time somebody comes from /loan back to /home. */
export function Feedback() {
  const [who, setWho] = useState<UserGid | null>(null);
  useEffect(() => {
    const own = userGid() as UserGid | null;
    if (!own) return;
    const leaving = new AbortController();
    const look = async () => {
      const asked = await ask(tradePopCheck, { userGid: own }, { signal: leaving.signal });
      if (!asked.ok || asked.data.isPop !== 1) return;
      await speakAreas(['complaint']);
      if (!leaving.signal.aborted) setWho(own);
    };
    // Without its words it does not open; it is asked for again the next time.
    void look().catch(() => {});
    return () => leaving.abort();
  }, []);
  return who && <Dialog userGid={who} onDone={() => setWho(null)} />;
}

/** The open dialog. Its answers live as long as it does, so that closing resets them. */
function Dialog({ userGid, onDone }: { userGid: UserGid; onDone(): void }) {
  const [form, setForm] = useState(emptyAdvice);
  const [missing, setMissing] = useState<Missing | null>(null);
  const submit = useWrite(feedbackSubmit, {
    onDone: () => {
      toast(textNow('home.advice.thanks'));
      onDone();
    },
    // A toast would lie under the dialog.
    onFailed: () => true,
  });
  const send = () => {
    const read = readAdvice(form, userGid);
    if ('advice' in read) return void submit.send(read.advice);
    setMissing(read.missing);
    focusField(read.missing);
  };
  const change = (part: Partial<AdviceForm>) => {
    setForm((before) => ({ ...before, ...part }));
    setMissing(null);
    submit.clear();
  };
  const close = () => {
    // Nobody waits for this answer: when it is lost, the dialog opens once more another day.
    void ask(feedbackClose, { userGid });
    onDone();
  };
  return (
    <FeedbackView
      form={form}
      onChange={change}
      missing={missing}
      failure={submit.failure?.message || null}
      isBusy={submit.isBusy}
      onSend={send}
      onClose={close}
    />
  );
}
