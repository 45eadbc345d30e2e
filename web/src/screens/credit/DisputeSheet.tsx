import { useText } from '#/i18n/text.ts';
import { MessageSheet, type MessageSheetProps } from '#/screens/cases/MessageSheet.tsx';

/** Why a refusal is wrong, in the person's own words. */
export function DisputeSheet(asked: MessageSheetProps) {
  const text = useText();
  const said = {
    title: text('credit.dispute.title'),
    detail: text('credit.dispute.why'),
    label: text('credit.dispute.words'),
    send: text(asked.isBusy ? 'credit.dispute.sending' : 'credit.dispute.send'),
    missing: text('credit.dispute.missing'),
    used: (count: { used: number; limit: number }) => text('credit.dispute.used', count),
  };
  return <MessageSheet said={said} {...asked} />;
}
