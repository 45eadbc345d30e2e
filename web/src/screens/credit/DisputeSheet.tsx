import { useText } from '#/kit/text.ts';
import { type WordsAsked, WordsSheet } from '#/screens/WordsSheet.tsx';

/** Why a refusal is wrong, in the person's own words. */
export function DisputeSheet(asked: WordsAsked) {
  const text = useText();
  const said = {
    title: text('credit.dispute.title'),
    detail: text('credit.dispute.why'),
    label: text('credit.dispute.words'),
    send: text(asked.isBusy ? 'credit.dispute.sending' : 'credit.dispute.send'),
    missing: text('credit.dispute.missing'),
    used: (count: { used: number; limit: number }) => text('credit.dispute.used', count),
  };
  return <WordsSheet said={said} {...asked} />;
}
