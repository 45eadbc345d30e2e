import { isPickup } from '@sandali/contract/channel.ts';
import type { ShowType } from '@sandali/contract/home.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import type { Payout } from '@sandali/contract/payoutChoice.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { useLazy } from '#/client/useLazy.ts';
import { formatDay, formatMoment } from '#/i18n/days.ts';
import { loadCatalogs } from '#/i18n/loadCatalogs.ts';
import { currentLocale, type PlainTextId, type Text as TextOf, useText } from '#/i18n/text.ts';
import { navigate } from '#/routes/navigation.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { WithReceiver } from '#/screens/WithReceiver.tsx';
import { ServiceLink } from '#/shell/CustomerService.tsx';
import { BoatAtSea } from '#/ui/BoatAtSea.tsx';
import { Button, ButtonLink } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { each } from '#/ui/each.ts';
import { IconButton } from '#/ui/IconButton.tsx';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { Picture } from '#/ui/Picture.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import { WordMark } from '#/ui/WordMark.tsx';
import { CancelLoan } from './CancelLoan.tsx';
import { accountName, channelLabels } from './channelTexts.ts';
import { choiceQuery, clearDraft } from './draft.ts';
import { LoanTimeline } from './LoanTimeline.tsx';
import css from './loan.module.css';
import { isInTransit, type LoanFacts } from './moments.ts';
import { isFailedByAccount } from './otherWay.ts';

type ResultViewProps = {
  loan: LoanFacts;
  /**
   * Another payout to offer after a failure caused by the account; null if there is no other,
   * undefined if unknown.
   */
  other?: Payout | 'looking' | null | undefined;
  onHelp(): void;
  /** Why the last refetch failed while an earlier response is shown. */
  staleMessage: string | null;
};

/**
 * The loan's timeline, with a picture of a boat while the money is in transit and once it has
 * arrived. After a failure it shows what to do next.
 */
export function ResultView({ loan, other, onHelp, staleMessage }: ResultViewProps) {
  const text = useText();
  const hasLeft = isInTransit(loan.state) || loan.state === 'success';
  // For cash to collect, the instructions below replace the link to the status page.
  const word = loan.pickup ? undefined : statusOf[loan.state];
  return (
    <>
      <Sky>
        <TopBar
          start={<WordMark />}
          actions={<IconButton icon="chat" label={text('loan.result.help')} onClick={onHelp} />}
        />
        {hasLeft && <BoatAtSea />}
      </Sky>
      <Page isUnderSky>
        {!hasLeft && <Picture name="cloud" size="s" />}
        <div role="status">
          <Headline loan={loan} />
        </div>
        {staleMessage !== null && (
          <Note tone="plain" icon="offline" role="status">
            {staleMessage}
            <br />
            {text('loan.result.old')}
          </Note>
        )}
        {isPickup(loan.channel) && hasLeft && <Pickup loan={loan} />}
        <Card>
          <LoanTimeline loan={loan} />
        </Card>
        <Particulars loan={loan} />
        {loan.canCancel && <CancelLoan loanId={loan.loanId} isPickup={loan.pickup !== null} />}
        <List>
          {word && (
            <Row
              isLow
              icon="info"
              title={text('loan.result.now')}
              href={addressOf('status', { showType: word, loanId: loan.loanId })}
            />
          )}
          {loan.state === 'success' && (
            <Row
              isLow
              icon="orders"
              title={text('loan.result.bill')}
              href={addressOf('bill', { loanId: loan.loanId })}
            />
          )}
          {loan.state === 'success' && (
            <Row
              isLow
              icon="calendar"
              title={text('loan.result.calendar')}
              href={paths.reminders}
            />
          )}
          <Row
            isLow
            icon="document"
            title={text('title.documents')}
            href={addressOf('documents', { loanId: loan.loanId })}
          />
        </List>
      </Page>
      <ResultFoot loan={loan} other={other} />
    </>
  );
}

/** The status page's word for the current state. */
const statusOf: Partial<Record<LoanFacts['state'], ShowType>> = {
  submitting: 'loanSubmitting',
  approving: 'approving',
  paying: 'paying',
  bankProcessing: 'bankProcessing',
};

const loadPickup = async () =>
  (await Promise.all([import('./PickupDetails.tsx'), loadCatalogs(['repayment'])]))[0];

/**
 * The pickup instructions. They load as soon as the money is sent to a counter, so that they are
 * ready before the code arrives.
 */
function Pickup({ loan }: { loan: LoanFacts }) {
  const { part, load } = useLazy(loadPickup);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => void load(), []);
  return part && <part.PickupDetails loan={loan} />;
}

const refusedByBank: Record<string, PlainTextId> = {
  bankNotPaid: 'loan.result.bankNotPaid',
  bankTrouble: 'loan.result.bankTrouble',
  accountFull: 'loan.result.accountFull',
  accountMissing: 'loan.result.accountMissing',
  accountClosed: 'loan.result.accountClosed',
  accountNotFound: 'loan.result.accountNotFound',
};

function Headline({ loan }: { loan: LoanFacts }) {
  const text = useText();
  const [title, ...words] = pickupHeadline(text, loan) ?? headline(text, loan);
  return (
    <Stack gap={1}>
      <Heading level={1}>{title}</Heading>
      {each(words, (line) => (
        <Text tone="quiet">{line}</Text>
      ))}
      {loan.state === 'failed' && (
        <>
          <Text tone="quiet">{text('loan.result.nothingOwed')}</Text>
          <ServiceLink />
        </>
      )}
    </Stack>
  );
}

/** Returns the title above the timeline and the lines below that title. */
function headline(text: TextOf, loan: LoanFacts): readonly ReactNode[] {
  const amount = formatPesos(loan.arrivalCentavos);
  const words = loan.receiver
    ? text('loan.payout.to', { account: accountName(loan.receiver) })
    : text(channelLabels[loan.channel].name);
  const to = <WithReceiver receiver={loan.receiver}>{words}</WithReceiver>;
  const refusal = loan.failure === null ? undefined : refusedByBank[loan.failure];
  switch (loan.state) {
    case 'submitting':
    case 'approving': {
      const { heldUntil, loanOn } = loan;
      const title = heldUntil
        ? text('loan.result.held', { time: formatMoment(heldUntil, loanOn, currentLocale()) })
        : text('loan.result.checking');
      return [title, text('loan.result.willReceive', { amount }), to];
    }
    case 'paying':
    case 'bankProcessing':
      return [text('loan.result.onItsWay', { amount }), to];
    case 'success':
      return [text('loan.result.success', { amount }), to];
    case 'failed':
      return [
        text('loan.result.failed'),
        text(
          (isPickup(loan.channel) ? refusal && 'loan.pickup.failedWhy' : refusal) ??
            'loan.result.failedWhy',
        ),
      ];
    default:
      return [text(`loan.result.${loan.state}`), text('loan.result.nothingOwed')];
  }
}

/**
 * Returns the title and text above the timeline for cash to collect; null if they are the same as
 * for an account.
 */
function pickupHeadline(text: TextOf, loan: LoanFacts): [string, string] | null {
  const amount = formatPesos(loan.arrivalCentavos);
  const place = text(channelLabels[loan.channel].name);
  if (loan.pickup?.isAskedBack)
    return [text('loan.pickup.askedBack'), text('loan.pickup.askedBackWhy')];
  if (loan.pickup) return [text('loan.pickup.ready', { amount }), place];
  if (isPickup(loan.channel)) {
    if (loan.state === 'success') return [text('loan.pickup.collected', { amount }), place];
    if (loan.state === 'paying' || loan.state === 'bankProcessing')
      return [text('loan.pickup.preparing', { amount }), place];
    if (loan.state === 'reversed')
      return [text('loan.way.wentBack'), text('loan.result.nothingOwed')];
  }
  if (loan.failure === 'notCollected')
    return [text('loan.pickup.over'), text('loan.pickup.overWhy')];
  return loan.failure === 'cancelled'
    ? [text('loan.result.cancelled'), text('loan.pickup.cancelledWhy')]
    : null;
}

function Particulars({ loan }: { loan: LoanFacts }) {
  const text = useText();
  const isOver = !isInTransit(loan.state) && loan.state !== 'success';
  return (
    <Card>
      <KeyValues
        groups={[
          [
            { label: text('loan.result.reference'), value: loan.referenceNo },
            {
              label: text('loan.result.date'),
              value: formatDay(loan.loanOn, currentLocale(), { year: true }),
            },
            {
              label: text('loan.result.sender'),
              value: <span className={css.words}>{loan.sender}</span>,
            },
          ],
          [
            { label: text('loan.amountOf'), value: formatPesos(loan.principalCentavos) },
            { label: text('loan.serviceFee'), value: formatPesos(loan.serviceFeeCentavos) },
            { label: text('loan.payoutFee'), value: formatPesos(loan.channelFeeCentavos) },
            ...(isOver
              ? []
              : [{ label: text('loan.receive'), value: formatPesos(loan.arrivalCentavos) }]),
          ],
          [
            { label: text('loan.interest'), value: formatPesos(loan.interestCentavos) },
            ...(isOver
              ? []
              : [{ label: text('loan.repay'), value: formatPesos(loan.repayCentavos) }]),
          ],
        ]}
      />
    </Card>
  );
}

function ResultFoot({ loan, other }: Pick<ResultViewProps, 'loan' | 'other'>) {
  const text = useText();
  if (isInTransit(loan.state) || loan.state === 'success') {
    return (
      <Footer>
        <Dock>
          <ButtonLink look={loan.withdrawalCode !== null ? 'soft' : 'primary'} href={paths.home}>
            {text('loan.result.home')}
          </ButtonLink>
        </Dock>
      </Footer>
    );
  }
  const home = <TextLink href={paths.home}>{text('loan.result.home')}</TextLink>;
  if (loan.state === 'cancelled' || loan.failure === 'cancelled') {
    return (
      <Footer>
        <Dock below={home}>
          <ButtonLink look="soft" href={paths.loan} onClick={clearDraft}>
            {text('loan.result.reborrow')}
          </ButtonLink>
        </Dock>
      </Footer>
    );
  }
  // Both links start a new loan, with this loan's choice in the address or with an empty one.
  return (
    <Footer>
      <Dock hasTwo below={home}>
        <ButtonLink look="soft" href={paths.loan} onClick={clearDraft}>
          {text('loan.result.reborrow')}
        </ButtonLink>
        {other === null ? (
          <ButtonLink
            href={addressOf(loan.channel === 'wallet' ? 'addWallet' : 'addBank', { for: 'loan' })}
            onClick={clearDraft}
          >
            {text(loan.channel === 'wallet' ? 'loan.payout.addWallet' : 'loan.payout.addBank')}
          </ButtonLink>
        ) : (
          <TryAgain loan={loan} other={other} />
        )}
      </Dock>
    </Footer>
  );
}

/**
 * Goes back to choosing a loan. If pressed while the app looks for another account, first waits for
 * the result.
 */
function TryAgain({
  loan,
  other,
}: {
  loan: LoanFacts;
  other: Exclude<ResultViewProps['other'], null>;
}) {
  const text = useText();
  const [isPressed, setPressed] = useState(false);
  const payout = other === 'looking' ? undefined : other;
  const choice = isFailedByAccount(loan)
    ? payout?.account && { channel: payout.channel.channel, accountId: payout.account.accountId }
    : { channel: loan.channel, ...(loan.receiver && { accountId: loan.receiver.accountId }) };
  const address = addressOf(
    'loan',
    choiceQuery({ amountCentavos: loan.principalCentavos, termDays: loan.termDays, ...choice }),
  );
  const isDue = isPressed && other !== 'looking';
  useEffect(() => {
    if (!isDue) return;
    clearDraft();
    void navigate(address);
  }, [isDue, address]);
  if (other === 'looking' || isPressed) {
    return (
      <Button isBusy={isPressed} onClick={() => setPressed(true)}>
        {text(isPressed ? 'proof.busy' : 'loan.result.retry')}
      </Button>
    );
  }
  return (
    <ButtonLink href={address} onClick={clearDraft}>
      {text('loan.result.retry')}
    </ButtonLink>
  );
}
