import { formatPesos } from '@sandali/contract/money.ts';
import type { Scene } from '@sandali/contract/whatNow.ts';
import { type ReactNode, useEffect } from 'react';
import { useLazy } from '#/client/useLazy.ts';
import { useText } from '#/i18n/text.ts';
import type { ServiceFacts } from '#/screens/my/ServiceSheet.tsx';
import { openService } from '#/shell/customerService.ts';
import { Amount } from '#/ui/Amount.tsx';
import { Card } from '#/ui/Card.tsx';
import { CostTable } from '#/ui/CostTable.tsx';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { BillRows } from './BillRows.tsx';
import type { HomeFacts, NearestBill } from './facts.ts';
import { LoanInTransit } from './LoanInTransit.tsx';

type Props = {
  home: HomeFacts;
  scene: Scene;
  service: ServiceFacts | null;
  growth: ReactNode;
  again: ReactNode;
};

/** The content below the arc for the current state, and the line about the lender. */
export function HomeBody(props: Props) {
  return (
    <>
      <SceneBody {...props} />
      {props.growth}
      <LenderLine lender={props.home.lender} />
    </>
  );
}

function SceneBody({ home, scene, service, again }: Omit<Props, 'growth'>) {
  const text = useText();
  const { loan, nearestBill: bill } = home;
  switch (scene) {
    case 'review':
      return <Application home={home} telephone={service?.telephone} />;
    case 'onItsWay':
      return (
        <>
          {loan && <LoanInTransit loan={loan} today={home.today} />}
          <BillRows home={home} />
        </>
      );
    case 'overdue':
      return (
        <>
          {bill && <OverdueCard bill={bill} />}
          <BillRows home={home} isOfArc />
          <ServiceRow service={service} />
        </>
      );
    case 'failed':
      return (
        <>
          <Note tone="plain">{text('home.failedWhy')}</Note>
          <BillRows home={home} />
          <ServiceRow service={service} />
        </>
      );
    case 'rejected':
      return (
        <>
          <Application home={home} telephone={service?.telephone} />
          <ServiceRow service={service} />
        </>
      );
    case 'paused':
      return (
        <>
          {home.whyNotBorrow && <Note tone="plain">{home.whyNotBorrow.message}</Note>}
          <BillRows home={home} />
          {needsPerson(home) && <ServiceRow service={service} />}
        </>
      );
    case 'due':
    case 'billAhead':
    case 'paying':
      return <BillRows home={home} isOfArc />;
    default:
      return (
        <>
          <BillRows home={home} />
          {again}
          <OfferCard home={home} />
        </>
      );
  }
}

/** Whether the borrower must talk to staff before another loan. */
const needsPerson = ({ whyNotBorrow }: HomeFacts) =>
  ['lineHeld', 'lineClosed', 'claimOpen'].includes(whyNotBorrow?.name ?? '');

const loadApplication = () => import('./ApplicationCard.tsx');

/**
 * The application's section, loaded separately because most borrowers see it only during their one
 * application.
 */
function Application(props: { home: HomeFacts; telephone: string | undefined }) {
  const part = useLoaded(loadApplication);
  return part && <part.ApplicationCard {...props} />;
}

const loadLeastIncome = () => import('./LeastIncome.tsx');

/** The required income, loaded separately because only borrowers without a credit line need it. */
function NeededIncome(props: { income: NonNullable<HomeFacts['leastIncome']> }) {
  const part = useLoaded(loadLeastIncome);
  return part && <part.LeastIncome {...props} />;
}

/** Loads a module on the first render; returns null until it is loaded. */
function useLoaded<T>(loader: () => Promise<T>): T | null {
  const { part, load } = useLazy(loader);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => void load(), []);
  return part;
}

/** The lender's name and its registration numbers. */
function LenderLine({ lender }: { lender: HomeFacts['lender'] }) {
  const text = useText();
  if (!lender.name) return null;
  const numbers = [
    lender.registrationNumber &&
      text('home.trust.registration', { number: lender.registrationNumber }),
    lender.authorityNumber && text('home.trust.authority', { number: lender.authorityNumber }),
  ];
  return (
    <Text size="xs" align="center">
      {lender.name}
      <br />
      {numbers.filter(Boolean).join(' · ')}
    </Text>
  );
}

/** The row that links to customer service, shown in states in which a borrower may need help. */
function ServiceRow({ service }: { service: ServiceFacts | null }) {
  const text = useText();
  return (
    <List>
      <Row
        icon="chat"
        title={text('home.talk')}
        detail={service?.serviceHours}
        onClick={openService}
      />
    </List>
  );
}

/** The late charge so far, and what one more day adds. */
function OverdueCard({ bill }: { bill: NearestBill }) {
  const text = useText();
  // If the bill has a plan, the arc shows the next part, which does not include the late charge.
  const isPlanned = bill.promised !== null;
  const charge = text(isPlanned ? 'home.overdue.chargeSoFar' : 'home.overdue.charge');
  const rows = [{ label: charge, value: <Amount centavos={bill.lateChargeCentavos} isPlain /> }];
  const grows = bill.tomorrowCentavos > 0;
  return (
    <Card as="section">
      <Stack>
        <KeyValues groups={[rows]} />
        <Text size="s">
          {grows &&
            `${text('home.overdue.tomorrow', { sum: formatPesos(bill.tomorrowCentavos) })} `}
          {text(isPlanned ? 'home.overdue.againAfterPlan' : 'home.overdue.again')}
        </Text>
      </Stack>
    </Card>
  );
}

/**
 * The cost of the offered amount for each term (spec §9, short-term revenue). Without a credit
 * line, also the income that the smallest loan requires.
 */
function OfferCard({ home: { offer, leastIncome, counts } }: { home: HomeFacts }) {
  const text = useText();
  if (offer.terms.length === 0) return null;
  const amount = formatPesos(offer.amountCentavos, { drop00: true });
  // The title says "without a coupon", because the offer to repeat the last loan applies a coupon
  // automatically.
  const title = text(counts.unusedVouchers > 0 ? 'home.offer.plain' : 'home.offer.title', {
    amount,
  });
  const { terms } = offer;
  return (
    <Card as="section">
      <Stack>
        <Heading level={2}>{title}</Heading>
        <CostTable
          label={title}
          columns={terms.map((term) => text('home.offer.days', { count: term.termDays }))}
          rows={[
            {
              label: text('home.offer.receive'),
              values: terms.map((term) => formatPesos(term.receiveCentavos)),
            },
            {
              label: text('home.offer.repay'),
              values: terms.map((term) => formatPesos(term.repayCentavos)),
            },
            {
              label: text('home.offer.aDay'),
              values: terms.map((term) => formatPesos(term.costADayCentavos)),
            },
            {
              label: text('home.offer.cost'),
              values: terms.map((term) => (
                <Amount key={term.termDays} centavos={term.costCentavos} />
              )),
              isTotal: true,
            },
          ]}
        />
        {leastIncome && <NeededIncome income={leastIncome} />}
      </Stack>
    </Card>
  );
}
