import type { Scene } from '@sandali/contract/whatNow.ts';
import { type ReactNode, useEffect } from 'react';
import { useLater } from '#/client/useLater.ts';
import { useText } from '#/i18n/text.ts';
import type { ServiceFacts } from '#/screens/my/ServiceSheet.tsx';
import { Note } from '#/ui/Note.tsx';
import { BillRows } from './BillRows.tsx';
import type { HomeFacts } from './facts.ts';
import { LoanOnTheWay } from './LoanOnTheWay.tsx';
import { OfferCard } from './OfferCard.tsx';
import { OverdueCard } from './OverdueCard.tsx';
import { TalkRow } from './TalkRow.tsx';
import { TrustLine } from './TrustLine.tsx';

type Props = { home: HomeFacts; scene: Scene; service: ServiceFacts | null; growth: ReactNode };

/** What stands under the arc: what belongs to the state, and who lends. */
export function HomeBody(props: Props) {
  return (
    <>
      <OfScene {...props} />
      {props.growth}
      <TrustLine lender={props.home.lender} />
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
          {loan && <LoanOnTheWay loan={loan} today={home.today} />}
          <BillRows home={home} />
        </>
      );
    case 'overdue':
      return (
        <>
          {bill && <OverdueCard bill={bill} />}
          <BillRows home={home} isOfArc />
          <TalkRow service={service} />
        </>
      );
    case 'failed':
      return (
        <>
          <Note tone="plain">{text('home.failedWhy')}</Note>
          <BillRows home={home} />
          <TalkRow service={service} />
        </>
      );
    case 'rejected':
      return (
        <>
          <Application home={home} telephone={service?.telephone} />
          <TalkRow service={service} />
        </>
      );
    case 'paused':
      return (
        <>
          {home.whyNotBorrow && <Note tone="plain">{home.whyNotBorrow.message}</Note>}
          <BillRows home={home} />
          {(home.whyNotBorrow?.name === 'lineHeld' || home.whyNotBorrow?.name === 'lineClosed') && <TalkRow service={service} />}
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

const loadApplication = () => import('./Application.tsx');

/** An application is looked at once in most borrowers' lives, so what is said of it is loaded beside the rest. */
function Application(props: { home: HomeFacts; telephone: string | undefined }) {
  const { part, bring } = useLater(loadApplication);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => void bring(), []);
  return part && <part.Application {...props} />;
}
