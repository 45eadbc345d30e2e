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

/** Whether an open bill is to be returned: that was asked for, or as much is paid already. */
export function isReturning({ coolingOff, bill }: Bill): boolean {
  return (
    coolingOff !== null &&
    bill.state !== 'repaid' &&
    (coolingOff.isAsked || coolingOff.amountCentavos === 0)
  );
}

/**
 * The one action of a bill: to return it, to follow a payment that is on its way, to pay the next
 * part of its plan, or to pay all of it.
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
 * To its code or to where one is made; where as much is paid already, the sheet in which it is
 * returned. To pay all of it is the lesser way.
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
