import type { Scene } from '@sandali/contract/whatNow.ts';
import type { ReactNode } from 'react';
import { useText } from '#/kit/text.ts';
import type { ServiceFacts } from '#/screens/my/ServiceSheet.tsx';
import { Note } from '#/ui/Note.tsx';
import { BillRows } from './BillRows.tsx';
import type { HomeFacts } from './facts.ts';
import { LoanOnTheWay } from './LoanOnTheWay.tsx';
import { OfferCard } from './OfferCard.tsx';
import { OverdueCard } from './OverdueCard.tsx';
import { Refused } from './Refused.tsx';
import { ReviewTimeline } from './ReviewTimeline.tsx';
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
      return <ReviewTimeline home={home} telephone={service?.telephone} />;
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
          <Refused reasonGroup={home.credit.reasonGroup} />
          <TalkRow service={service} />
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
