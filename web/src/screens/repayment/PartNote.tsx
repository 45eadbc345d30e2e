import { formatPesos } from '@sandali/contract/money.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { useDueText } from '#/screens/DueAmount.tsx';
import { Note } from '#/ui/Note.tsx';
import type { Status } from './answers.ts';

/** Of a code that is one of several parts: which, what is in, what is left with its day, and how the next comes; of one for any amount, that it is paid again. */
export function PartNote({ status: { part, purpose, bill, takesAtOnceCentavos } }: { status: Status }) {
  const text = useText();
  const due = useDueText();
  if (takesAtOnceCentavos !== null) {
    return <Note>{text('repayment.part.atOnce', { maximum: formatPesos(takesAtOnceCentavos, { drop00: true }) })}</Note>;
  }
  if (!part) return null;
  const { number, count, paidBeforeCentavos, left } = part;
  return (
    <Note role="status" icon="check" title={text('repayment.part.title', { number, count })}>
      {paidBeforeCentavos > 0 && <>{text('repayment.part.paid', { paid: formatPesos(paidBeforeCentavos) })} </>}
      {number < count ? text('repayment.part.left', { due: due(left, bill.currentDue.on) }) : text('repayment.part.last')}
      {purpose === 'coolingOff' && (
        <>
          <br />
          {text('repayment.part.return', { day: formatDay(left.on, currentLocale(), { weekday: true }) })}
        </>
      )}
    </Note>
  );
}
