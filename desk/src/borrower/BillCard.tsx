import { CellView } from '#/command/CellView.tsx';
import { pesos, timeOf } from '#/ui/words.ts';
import type { Bill } from './answers.ts';
import { Card, Line } from './Card.tsx';
import { channelWords } from './words.ts';

/** What a bill's loan owes today, with its arithmetic, and how it can be paid. */
export function BillCard({ bill }: { bill: Bill }) {
  const { referenceNo, dueOn, overdueDays, owed, lentCentavos, paid, pay } = bill;
  const late = `${overdueDays} ${overdueDays === 1 ? 'day' : 'days'} overdue`;
  return (
    <Card
      title={`Owes ${pesos(owed.totalCentavos)}`}
      aside={
        <>
          <span className="badge" data-tone={overdueDays > 0 ? 'danger' : 'positive'}>
            {overdueDays > 0 ? late : `due ${dueOn}`}
          </span>
          <CellView cell={{ as: 'loan', id: referenceNo }} />
        </>
      }
    >
      <dl>
        <Line name="Principal">{pesos(owed.principalCentavos)}</Line>
        <Line name="Interest">{pesos(owed.interestCentavos)}</Line>
        <Line name="Late charge">{pesos(owed.lateCentavos)}</Line>
        <Line name={`Owed on ${owed.on}`} isSum>
          {pesos(owed.totalCentavos)}
        </Line>
        <Line name="Was due">{dueOn}</Line>
        <Line name={`Paid so far, of ${pesos(lentCentavos)} lent`}>
          {pesos(paid.totalCentavos)}
        </Line>
        <Line name="Pays at least">{pesos(pay.minimumCentavos)}</Line>
        {pay.codes.map((code) => (
          <Line key={code.code} name={`Code for ${channelWords(code.channel)}`}>
            <b className="bo-number">{code.code}</b>
            {code.amountCentavos !== null && `, ${pesos(code.amountCentavos)}`}
            {code.endsAt && `, until ${timeOf(code.endsAt)}`}
            {code.isBeingPaid && ', being paid'}
          </Line>
        ))}
      </dl>
      <p className="bo-none">By {pay.channels.map(channelWords).join(', ')}.</p>
    </Card>
  );
}
