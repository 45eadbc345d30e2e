import { formatPesos } from '@sandali/contract/money.ts';
import { useState } from 'react';
import { useLazy } from '#/client/useLazy.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { Note } from '#/ui/Note.tsx';
import { TextButton } from '#/ui/TextLink.tsx';
import type { Bill } from './answers.ts';

const loadSheet = () => import('./ReturnSheet.tsx');

/** In the days of cooling-off: that the loan may be returned, until when, and what that saves; more in a sheet, which is loaded when it is wanted. */
export function ReturnOffer({ detail }: { detail: Bill }) {
  const text = useText();
  const { part, load } = useLazy(loadSheet);
  const [isOpen, setOpen] = useState(false);
  const { coolingOff } = detail;
  if (!coolingOff) return null;
  const isRepaid = detail.bill.state === 'repaid';
  const amount = formatPesos(coolingOff.amountCentavos);
  const saved = formatPesos(coolingOff.savedCentavos);
  const day = formatDay(coolingOff.endsOn, currentLocale(), { weekday: true });
  return (
    <>
      <Note
        icon="refresh"
        title={!coolingOff.isAsked && text('repayment.return.title')}
        action={<TextButton onClick={() => void load().then(setOpen)}>{text('repayment.return.open')}</TextButton>}
      >
        {isRepaid
          ? text('repayment.return.repaid', { day, saved })
          : coolingOff.amountCentavos === 0
            ? text('repayment.return.enough', { saved })
            : coolingOff.isAsked
              ? text('repayment.return.asked', { amount, day })
              : text('repayment.return.offer', { amount, day, saved })}
      </Note>
      {isOpen && part && (
        <part.Returning loanId={detail.bill.loanId} coolingOff={coolingOff} isRepaid={isRepaid} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
