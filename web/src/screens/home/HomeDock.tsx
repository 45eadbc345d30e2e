import { type CreditStep, creditSteps } from '@sandali/contract/credit.ts';
import { formatPesos, zeroCentavos } from '@sandali/contract/money.ts';
import type { HomeAction } from '@sandali/contract/whatNow.ts';
import type { ReactNode } from 'react';
import { useConfig } from '#/client/config.ts';
import { type Text, useText } from '#/i18n/text.ts';
import { addressOf, type PathName, paths } from '#/routes/paths.ts';
import { payableNow, usePayText } from '#/screens/DueAmount.tsx';
import { TabFooter } from '#/shell/TabFooter.tsx';
import { Button, ButtonLink, type ButtonLook } from '#/ui/Button.tsx';
import { Dock } from '#/ui/Dock.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import type { HomeFacts } from './facts.ts';

const screenOfStep: Record<CreditStep, PathName> = {
  personal: 'creditPersonal',
  contacts: 'creditContact',
  work: 'creditWork',
  identity: 'creditFile',
};

type Offer = {
  href: string;
  label: string;
  consequence?: string;
  look?: ButtonLook;
  below?: ReactNode;
};

type Props = { home: HomeFacts; action: HomeAction; isRefreshing: boolean; onRefresh(): void };

/** The main action, above the tabs. */
export function HomeDock({ home, action, isRefreshing, onRefresh }: Props) {
  const text = useText();
  const pay = usePayText();
  // Promise minutes only if the configuration says that staff do not review every application.
  const isQuick = useConfig()?.firstLineNeedsPerson === false;
  if (action === 'lookAgain') {
    // The borrower must fix the cause before checking again.
    const isBankMissing = home.whyNotBorrow?.name === 'bankCardMissing';
    // A closed line or a claim does not resolve itself.
    const isPause = !['lineClosed', 'claimOpen'].includes(home.whyNotBorrow?.name ?? '');
    const reason = isPause && text('home.do.pausedWhy');
    return isBankMissing ? (
      <TabFooter>
        <Dock consequence={reason}>
          <ButtonLink href={addressOf('addBank', { for: 'loan' })}>
            {text('home.do.addBank')}
          </ButtonLink>
        </Dock>
      </TabFooter>
    ) : (
      <TabFooter>
        <Dock consequence={reason}>
          <Button look="soft" icon="refresh" isBusy={isRefreshing} onClick={onRefresh}>
            {text('home.do.lookAgain')}
          </Button>
        </Dock>
      </TabFooter>
    );
  }
  const {
    href,
    label,
    consequence,
    look = 'primary',
    below,
  } = offerOf(home, action, { text, pay, isQuick });
  return (
    <TabFooter>
      <Dock consequence={consequence} below={below}>
        <ButtonLink href={href} look={look}>
          {label}
        </ButtonLink>
      </Dock>
    </TabFooter>
  );
}

type Words = { text: Text; pay: ReturnType<typeof usePayText>; isQuick: boolean };

function offerOf(
  home: HomeFacts,
  action: Exclude<HomeAction, 'lookAgain'>,
  { text, pay, isQuick }: Words,
): Offer {
  const { credit, nearestBill: bill } = home;
  const step = credit.goOnAt ?? 'personal';
  const stepAddress = addressOf(screenOfStep[step]);
  const billQuery = { loanId: bill?.loanId };
  const loanAddress = addressOf('loanResult', { loanId: home.loan?.loanId });
  switch (action) {
    case 'pay': {
      const isEarly = bill?.state === 'upcoming';
      const saved = bill?.savedIfPaidTodayCentavos ?? zeroCentavos;
      const part = isEarly ? null : bill?.promised;
      return {
        href: addressOf('repayment', billQuery),
        label: bill
          ? part
            ? text('home.do.payPart', { sum: payableNow(part.amountCentavos, bill.currentDue) })
            : pay(bill.currentDue)
          : '',
        ...(saved > 0 &&
          !part && { consequence: text('home.do.payEarlyWhy', { saved: formatPesos(saved) }) }),
        ...(isEarly && { look: 'soft' }),
        ...(!isEarly &&
          !part && {
            below: (
              <TextLink href={addressOf('extension', billQuery)}>
                {text(bill && bill.overdueDays > 0 ? 'home.do.late' : 'home.do.short')}
              </TextLink>
            ),
          }),
      };
    }
    case 'seeBill':
      return { href: addressOf('bill', billQuery), label: text('home.do.seeBill'), look: 'soft' };
    case 'track':
      // If cash is ready for pickup, the action links to its code.
      return home.loan?.collectUntil
        ? { href: loanAddress, label: text('home.do.collect') }
        : { href: loanAddress, label: text('home.do.track'), look: 'soft' };
    case 'retry':
      return { href: loanAddress, label: text('home.do.retry') };
    case 'borrow':
      return {
        href: paths.loan,
        // If the limit equals the smallest loan, there is no amount to choose.
        label: text(
          home.line && home.line.limitCentavos <= home.offer.amountCentavos
            ? 'home.do.borrowOne'
            : 'home.do.borrow',
        ),
      };
    case 'seeApplication': {
      if (credit.requestedPictures.length > 0)
        return { href: paths.creditStatus, label: text('home.again.do') };
      const isRefused = credit.state === 'rejected';
      return {
        href: paths.creditStatus,
        label: text(isRefused ? 'home.do.seeWhy' : 'home.do.seeSent'),
        look: 'soft',
      };
    }
    case 'resubmit':
      return {
        href: stepAddress,
        label: text('home.do.resubmit'),
        consequence: text('home.do.resubmitWhy'),
      };
    case 'continue': {
      const stepsLeft = creditSteps.length - creditSteps.indexOf(step);
      return {
        href: stepAddress,
        label: text('home.do.continue'),
        consequence: text('home.do.continueWhy', { left: stepsLeft }),
      };
    }
    case 'apply':
      return {
        href: stepAddress,
        label: text(isQuick ? 'home.do.apply' : 'home.do.applyPlain'),
        consequence: text('home.do.applyWhy'),
      };
  }
}
