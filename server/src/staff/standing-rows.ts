// A person's standing as rows of a record.
import { entity, inManila, inPesos } from '#/commands/display.ts';
import type { Standing } from './standing-data.ts';

type Row = [name: string, value: unknown];

/** Returns the rows, in the order in which support needs them on the telephone. */
export function standingRows(standing: Standing): Row[] {
  const { who, payout, cases } = standing;
  return [
    ['person', entity('person', standing.userGid)],
    ['name', who.name],
    ['number', who.number],
    ['ID number', who.idNumber],
    ...who.openCorrections.map(
      (row): Row => ['correction', `${row.field}, case ${row.case}, waits for a second person`],
    ),
    ...borrowingRows(standing.borrowing),
    ...standing.bills.flatMap(billRows),
    ...(payout
      ? [
          ['newest payout', entity('payout', payout.id) ?? 'not ordered'] as Row,
          [
            'where the money is',
            `${inPesos(payout.amountCentavos)}, ${payout.channel}. ${payout.where}`,
          ] as Row,
        ]
      : []),
    ...paymentRows(standing.payments),
    ...accessRows(standing.access),
    ...cases.map(
      (row): Row => [
        `open ${row.kind}`,
        `${row.subject}, ${row.state}${row.dueOn ? `, due ${row.dueOn}` : ''}, last by ${row.lastBy}`,
      ],
    ),
  ];
}

function borrowingRows({ canBorrow, whyNot, credit, line }: Standing['borrowing']): Row[] {
  return [
    ['may borrow', canBorrow ? 'yes' : `no: ${whyNot?.message ?? ''}`],
    [
      'credit',
      [credit.state, credit.reasonGroup, credit.resubmitOn && `again from ${credit.resubmitOn}`]
        .filter(Boolean)
        .join(', '),
    ],
    [
      'line',
      line &&
        `${inPesos(line.availableCentavos)} of ${inPesos(line.limitCentavos)} available, ${inPesos(line.usedCentavos)} out, ${inPesos(line.heldCentavos)} held; ${inPesos(line.borrowableCentavos)} can be borrowed now`,
    ],
  ];
}

function billRows(bill: Standing['bills'][number]): Row[] {
  const { owed, paid, pay } = bill;
  const late = bill.overdueDays > 0 ? `, ${bill.overdueDays} days overdue` : '';
  return [
    ['loan', entity('loan', bill.referenceNo)],
    ['due', `${bill.dueOn}${late}, ${bill.state}`],
    [
      `owed on ${owed.on}`,
      `${inPesos(owed.totalCentavos)} = principal ${inPesos(owed.principalCentavos)} + interest ${inPesos(owed.interestCentavos)} + late charge ${inPesos(owed.lateCentavos)}`,
    ],
    ['paid', `${inPesos(paid.totalCentavos)} of ${inPesos(bill.lentCentavos)} lent`],
    ['pay by', `${pay.channels.join(', ')}; at least ${inPesos(pay.minimumCentavos)}`],
    ...pay.codes.map(
      (code): Row => [
        'payment code',
        `${code.channel} ${code.code}${code.amountCentavos === null ? '' : `, ${inPesos(code.amountCentavos)}`}${code.endsAt ? `, until ${inManila(code.endsAt)}` : ''}${code.isBeingPaid ? ', being paid' : ''}`,
      ],
    ),
  ];
}

function paymentRows(payments: Standing['payments']): Row[] {
  return [
    ...payments.beyond.map(
      (row): Row => [
        'paid too much',
        `${inPesos(row.beyondCentavos)} of ${inPesos(row.amountCentavos)}, paid ${inManila(row.paidAt)}, receipt ${row.receipt}`,
      ],
    ),
    ['refundable', inPesos(payments.refundableCentavos)],
    ...(payments.claimCentavos > 0
      ? [['owes beside bills', inPesos(payments.claimCentavos)] as Row]
      : []),
    ...payments.waitingTransfers.map(
      (row): Row => [
        'transfer',
        `${inPesos(row.amountCentavos)}, paid ${row.paidOn}, waits for a second person`,
      ],
    ),
    ...(payments.suspense ?? []).map(
      (row): Row => [
        `suspense, same ${row.fitsBy}`,
        `${inPesos(row.amountCentavos)}, ${row.channel}, paid ${inManila(row.paidAt)}, receipt ${row.receipt}`,
      ],
    ),
  ];
}

function accessRows(access: Standing['access']): Row[] {
  return [
    [
      'devices',
      `${access.knownDevices} known, ${access.openSessions} open sessions, ${access.passkeys} passkeys, password ${access.hasPassword ? 'set' : 'none'}`,
    ],
    ['last login', access.lastLoginAt],
    ['last seen', access.lastSeenAt],
    ...(access.newAccountsHeldHours > 0
      ? [['new accounts', `held for ${access.newAccountsHeldHours} hours`] as Row]
      : []),
    ...access.attempts.map(
      (row): Row => [
        row.isLocked ? `locked: ${row.kind}` : `wrong: ${row.kind}`,
        `${row.used} of ${row.limit}, until ${inManila(row.until)}`,
      ],
    ),
  ];
}
