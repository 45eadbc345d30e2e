import { useState } from 'react';
import { useLazy } from '#/client/useLazy.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { payableNow, usePayText } from '#/screens/DueAmount.tsx';
import { Amount } from '#/ui/Amount.tsx';
import { Button, ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Outcome } from '#/ui/Outcome.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import type { Bill } from './answers.ts';

/**
 * Whether an open bill is being returned: the borrower has requested the return, or has already
 * paid enough for it.
 */
export function isReturning({ coolingOff, bill }: Bill): boolean {
  return (
    coolingOff !== null &&
    bill.state !== 'repaid' &&
    (coolingOff.isAsked || coolingOff.amountCentavos === 0)
  );
}

/**
 * The main action of a bill: return the loan, follow a payment in transit, pay a plan's next part,
 * or pay the whole amount.
 */
export function BillDock({ detail, isOpen }: { detail: Bill; isOpen: boolean }) {
  const text = useText();
  const pay = usePayText();
  const { loanId, promised, currentDue, state } = detail.bill;
  if (isReturning(detail)) return <ReturnDock detail={detail} />;
  if (state === 'repaymentInProgress') {
    return (
      <Footer>
        <Dock
          below={
            <TextLink href={addressOf('repayment', { loanId, how: 'full' })}>
              {text('repayment.code.otherChannel')}
            </TextLink>
          }
        >
          <ButtonLink
            look="soft"
            href={addressOf('status', { showType: 'repaymentInProgress', loanId })}
          >
            {text('repayment.link.follow')}
          </ButtonLink>
        </Dock>
      </Footer>
    );
  }
  return (
    <Footer>
      <Dock>
        {isOpen ? (
          <ButtonLink href={addressOf('repayment', { loanId })}>
            {promised
              ? text('repayment.bill.payPart', {
                  sum: payableNow(promised.amountCentavos, currentDue),
                })
              : pay(currentDue)}
          </ButtonLink>
        ) : (
          <ButtonLink look="soft" href={paths.orders}>
            {text('repayment.bill.allBills')}
          </ButtonLink>
        )}
      </Dock>
    </Footer>
  );
}

const loadSheet = () => import('./ReturnSheet.tsx');

/**
 * Links to the return's code, or to /repayment to request one. If enough is already paid, opens the
 * sheet that returns the loan. The secondary action pays the whole amount.
 */
function ReturnDock({ detail: { bill, coolingOff, openCode } }: { detail: Bill }) {
  const text = useText();
  const pay = usePayText();
  const { part, load } = useLazy(loadSheet);
  const [isOpen, setOpen] = useState(false);
  if (!coolingOff) return null;
  const { loanId, currentDue } = bill;
  const { amountCentavos, endsOn } = coolingOff;
  const code =
    openCode?.purpose === 'coolingOff' ? { repaymentId: openCode.repaymentId } : { how: 'return' };
  return (
    <>
      <Footer>
        <Dock
          consequence={
            <Outcome
              startLabel={text('repayment.return.amount')}
              start={<Amount centavos={amountCentavos} />}
              endLabel={text('repayment.return.until')}
              end={formatDay(endsOn, currentLocale(), { weekday: true })}
            />
          }
          below={
            <TextLink href={addressOf('repayment', { loanId, how: 'full' })}>
              {pay(currentDue)}
            </TextLink>
          }
        >
          {amountCentavos === 0 ? (
            <Button onClick={() => void load().then(setOpen)}>
              {text('repayment.return.open')}
            </Button>
          ) : (
            <ButtonLink href={addressOf('repayment', { loanId, ...code })}>
              {text('repayment.return.open')}
            </ButtonLink>
          )}
        </Dock>
      </Footer>
      {isOpen && part && (
        <part.Returning
          loanId={loanId}
          coolingOff={coolingOff}
          isRepaid={false}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
