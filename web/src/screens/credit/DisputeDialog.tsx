import { refuseDispute } from '@sandali/contract/rejection.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { MessageSheet, type MessageSheetProps } from '#/screens/cases/MessageSheet.tsx';

/** Lets the borrower dispute the rejection of an application. */
export function DisputeDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const write = useWrite(refuseDispute, {
    onDone: ({ dueOn }) => {
      toast(
        text('credit.dispute.sent', { due: formatDay(dueOn, currentLocale(), { weekday: true }) }),
      );
      onClose();
    },
  });
  return (
    <DisputeSheet
      isBusy={write.isBusy}
      refusal={write.fieldError('words')}
      onEdit={write.clear}
      onSend={(words) => void write.send({ words })}
      onClose={onClose}
    />
  );
}

/** The form in which the borrower explains why the rejection is wrong. */
export function DisputeSheet(props: MessageSheetProps) {
  const text = useText();
  const texts = {
    title: text('credit.dispute.title'),
    detail: text('credit.dispute.why'),
    label: text('credit.dispute.words'),
    send: text(props.isBusy ? 'credit.dispute.sending' : 'credit.dispute.send'),
    missing: text('credit.dispute.missing'),
    long: text('credit.say.long'),
    letters: (names: { letters: string }) => text('credit.say.letters', names),
    used: (count: { used: number; limit: number }) => text('credit.dispute.used', count),
  };
  return <MessageSheet texts={texts} {...props} />;
}
