// An overdue bill as rows of a record.
import { entity, inManila, inPesos } from '#/commands/display.ts';
import { fullHour } from './rules.ts';
import type { BillShown } from './show.ts';

type Row = [name: string, value: unknown];

/** Returns the rows, in the order in which a call needs them. */
export function billRows(bill: BillShown): Row[] {
  const { owed, tomorrow, calling, promise, owner } = bill;
  const parts = ({ parts }: BillShown['promises'][number]) =>
    parts.map(
      ({ on, amountCentavos, paidCentavos }) =>
        `${on} ${inPesos(amountCentavos)}, paid ${inPesos(paidCentavos)}`,
    );
  return [
    ['loan', entity('loan', bill.reference)],
    ['person', entity('person', bill.person)],
    ['name', bill.name],
    ['number', bill.phone],
    ['held by', owner && `${owner.by}, until the end of ${owner.until}`],
    ['due', `${bill.dueOn}, last free day ${bill.lastFreeDay}, ${bill.days} days overdue`],
    [
      `owed on ${owed.on}`,
      `${inPesos(owed.totalCentavos)} = principal ${inPesos(owed.principalCentavos)} + interest ${inPesos(owed.interestCentavos)} + late charge ${inPesos(owed.lateCentavos)}`,
    ],
    [`owed on ${tomorrow.on}`, inPesos(tomorrow.totalCentavos)],
    ['paid', `${inPesos(bill.paidCentavos)} of ${inPesos(bill.lentCentavos)} lent`],
    [
      'call',
      calling.from
        ? `${calling.whyNot} From ${inManila(calling.from)}.`
        : `now, until ${fullHour(calling.hours.until)} in Manila`,
    ],
    ['calls left', `${calling.leftToday} today, ${calling.leftThisWeek} this week`],
    ...bill.calls.map(
      (call): Row => [`call ${inManila(call.at)}`, `${call.outcome}, by ${call.by}`],
    ),
    ...bill.promises.map(
      (made): Row => [
        `${made.isPlan ? 'plan' : 'promise'} of ${made.madeOn}`,
        [made.state, ...parts(made)].join('; '),
      ],
    ),
    [
      'new promise',
      promise.whyNot ??
        `${inPesos(promise.totalCentavos)} in up to ${promise.mostParts} parts, from ${promise.firstDay} to ${promise.lastDay}`,
    ],
  ];
}
