import { formatPesos } from '@sandali/contract/money.ts';
import { useState } from 'react';
import { formatDay } from '#/kit/days.ts';
import { spokenLocale, useText } from '#/kit/text.ts';
import { Note } from '#/ui/Note.tsx';
import { TextButton } from '#/ui/TextLink.tsx';
import type { Bill } from './answers.ts';
import { ReturnSheet } from './ReturnSheet.tsx';

export type ReturnProps = { detail: Bill; isReturning: boolean; onReturn(): void };

/** In the days of cooling-off: that the loan may be returned, until when, and what that saves; more in a sheet. */
export function ReturnOffer(props: ReturnProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const { coolingOff } = props.detail;
  if (!coolingOff) return null;
  const amount = formatPesos(coolingOff.amountCentavos);
  const saved = formatPesos(coolingOff.savedCentavos);
  const day = formatDay(coolingOff.endsOn, spokenLocale(), { weekday: true });
  return (
    <>
      <Note
        icon="refresh"
        title={!coolingOff.isAsked && text('repayment.return.title')}
        action={<TextButton onClick={() => setOpen(true)}>{text('repayment.return.open')}</TextButton>}
      >
        {coolingOff.amountCentavos === 0
          ? text('repayment.return.enough', { saved })
          : coolingOff.isAsked
            ? text('repayment.return.asked', { amount, day })
            : text('repayment.return.offer', { amount, day, saved })}
      </Note>
      {isOpen && <ReturnSheet {...props} coolingOff={coolingOff} onClose={() => setOpen(false)} />}
    </>
  );
}
