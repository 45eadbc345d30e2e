import type { Scene } from '@sandali/contract/whatNow.ts';
import { type ReactNode, useEffect } from 'react';
import { useLazy } from '#/client/useLazy.ts';
import { useText } from '#/i18n/text.ts';
import type { ServiceFacts } from '#/screens/my/ServiceSheet.tsx';
import { Note } from '#/ui/Note.tsx';
import { BillRows } from './BillRows.tsx';
import type { HomeFacts } from './facts.ts';
import { LenderLine } from './LenderLine.tsx';
import { LoanInTransit } from './LoanInTransit.tsx';
import { OfferCard } from './OfferCard.tsx';
import { OverdueCard } from './OverdueCard.tsx';
import { ServiceRow } from './ServiceRow.tsx';

type Props = { home: HomeFacts; scene: Scene; service: ServiceFacts | null; growth: ReactNode };

/** What stands under the arc: what belongs to the state, and who lends. */
export function HomeBody(props: Props) {
  return (
    <>
      <OfScene {...props} />
      {props.growth}
      <LenderLine lender={props.home.lender} />
    </>
  );
}

function OfScene({ home, scene, service }: Omit<Props, 'growth'>) {
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
          {(home.whyNotBorrow?.name === 'lineHeld' || home.whyNotBorrow?.name === 'lineClosed') && <ServiceRow service={service} />}
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
          <OfferCard offer={home.offer} />
        </>
      );
  }
}

const loadApplication = () => import('./ApplicationCard.tsx');

/** An application is looked at once in most borrowers' lives, so what is said of it is loaded beside the rest. */
function Application(props: { home: HomeFacts; telephone: string | undefined }) {
  const { part, load } = useLazy(loadApplication);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => void load(), []);
  return part && <part.ApplicationCard {...props} />;
}
