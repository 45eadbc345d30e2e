import { refuseDispute } from '@sandali/contract/rejection.ts';
import { formatDay } from '#/kit/days.ts';
import { spokenLocale, useText } from '#/kit/text.ts';
import { toast } from '#/kit/toast.ts';
import { useWrite } from '#/kit/write.ts';
import { DisputeSheet } from './DisputeSheet.tsx';

/** Disputes the refusal. */
export function Disputing({ onClose }: { onClose(): void }) {
  const text = useText();
  const write = useWrite(refuseDispute, {
    onDone: ({ dueOn }) => {
      toast(text('credit.dispute.sent', { due: formatDay(dueOn, spokenLocale(), { weekday: true }) }));
      onClose();
    },
  });
  return <DisputeSheet isBusy={write.isBusy} onSend={(words) => void write.send({ words })} onClose={onClose} />;
}
