import { refuseDispute } from '@sandali/contract/rejection.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { DisputeSheet } from './DisputeSheet.tsx';

/** Disputes the refusal. */
export function DisputeDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const write = useWrite(refuseDispute, {
    onDone: ({ dueOn }) => {
      toast(text('credit.dispute.sent', { due: formatDay(dueOn, currentLocale(), { weekday: true }) }));
      onClose();
    },
  });
  return <DisputeSheet isBusy={write.isBusy} onSend={(words) => void write.send({ words })} onClose={onClose} />;
}
