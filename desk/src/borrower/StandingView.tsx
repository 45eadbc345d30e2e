// How a person stands: may they borrow, where is their money, what do they owe, what did they pay
// beyond it, who has access, and which cases are open.
import { CellView } from '#/command/CellView.tsx';
import { wordsOf } from '#/review/words.ts';
import { pesos, timeOf } from '#/ui/words.ts';
import type { Standing } from './answers.ts';
import { BillCard } from './BillCard.tsx';
import { Card, Line } from './Card.tsx';
import { channelWords } from './words.ts';

export function StandingView({ standing }: { standing: Standing }) {
  const { borrowing, bills, payout, payments, access, cases } = standing;
  return (
    <div className="bo-standing">
      <Borrowing borrowing={borrowing} />
      {payout && <Payout payout={payout} />}
      {bills.map((bill) => (
        <BillCard key={bill.referenceNo} bill={bill} />
      ))}
      {bills.length === 0 && (
        <Card title="Owes today">
          <p className="bo-none">No open bill.</p>
        </Card>
      )}
      <Payments payments={payments} />
      <Access access={access} />
      <Cases cases={cases} />
    </div>
  );
}

function Borrowing({ borrowing }: Pick<Standing, 'borrowing'>) {
  const { canBorrow, whyNot, line, credit } = borrowing;
  return (
    <Card
      title="Can borrow"
      aside={
        <span className="badge" data-tone={canBorrow ? 'positive' : 'danger'}>
          {canBorrow ? 'Yes' : 'No'}
        </span>
      }
    >
      {!canBorrow && whyNot && (
        <p className="bo-say">
          {whyNot.message} <small>The borrower reads these words.</small>
        </p>
      )}
      {line ? (
        <>
          <LineBar line={line} />
          <dl>
            <Line name="Limit">{pesos(line.limitCentavos)}</Line>
            <Line name="Used">{pesos(line.usedCentavos)}</Line>
            <Line name="Held">{pesos(line.heldCentavos)}</Line>
            <Line name="Free" isSum>
              {pesos(line.availableCentavos)}
            </Line>
            <Line name="Can be borrowed now">{pesos(line.borrowableCentavos)}</Line>
          </dl>
        </>
      ) : (
        <p className="bo-none">
          No credit line. Application: {wordsOf(credit.state).toLowerCase()}
          {credit.reasonGroup && `, ${wordsOf(credit.reasonGroup).toLowerCase()}`}
          {credit.resubmitOn && `, again from ${credit.resubmitOn}`}.
        </p>
      )}
    </Card>
  );
}

/** How much of the line is used and held. */
function LineBar({ line }: { line: NonNullable<Standing['borrowing']['line']> }) {
  const { limitCentavos: limit, usedCentavos: used, heldCentavos: held } = line;
  const width = 200;
  const part = (centavos: number) => (limit > 0 ? Math.min(1, centavos / limit) * width : 0);
  return (
    <svg
      className="bo-bar"
      viewBox={`0 0 ${width} 6`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className="bo-bar-used" width={part(used)} height="6" />
      <rect className="bo-bar-held" x={part(used)} width={part(held)} height="6" />
    </svg>
  );
}

function Payout({ payout }: { payout: NonNullable<Standing['payout']> }) {
  const { id, kind, amountCentavos, channel, where, referenceNo } = payout;
  return (
    <Card title="Where the money is" aside={id && <CellView cell={{ as: 'payout', id }} />}>
      <p className="bo-say">{where}</p>
      <dl>
        <Line name={`${wordsOf(kind)}, by ${channelWords(channel).toLowerCase()}`}>
          {pesos(amountCentavos)}
        </Line>
        {referenceNo && <Line name="Reference">{referenceNo}</Line>}
      </dl>
    </Card>
  );
}

function Payments({ payments }: Pick<Standing, 'payments'>) {
  const { beyond, refundableCentavos, claimCentavos, waitingTransfers, suspense } = payments;
  return (
    <Card title="Paid beyond what was owed">
      <dl>
        {beyond.map((row) => (
          <Line
            key={row.receipt}
            name={
              <>
                {timeOf(row.paidAt)}, of {pesos(row.amountCentavos)} paid{' '}
                <CellView cell={{ as: 'receipt', id: row.receipt }} />
              </>
            }
          >
            {pesos(row.beyondCentavos)}
          </Line>
        ))}
        {suspense?.map((row) => (
          <Line
            key={row.receipt}
            name={
              <>
                In suspense, the same {wordsOf(row.fitsBy).toLowerCase()}, {timeOf(row.paidAt)}{' '}
                <CellView cell={{ as: 'receipt', id: row.receipt }} />
              </>
            }
          >
            {pesos(row.amountCentavos)}
          </Line>
        ))}
        {waitingTransfers.map((row) => (
          <Line
            key={`${row.paidOn} ${row.amountCentavos}`}
            name={`Transfer of ${row.paidOn} waits for a second person`}
          >
            {pesos(row.amountCentavos)}
          </Line>
        ))}
        <Line name="To be refunded" isSum>
          {pesos(refundableCentavos)}
        </Line>
        {claimCentavos > 0 && <Line name="Owes beside bills">{pesos(claimCentavos)}</Line>}
      </dl>
    </Card>
  );
}

function Access({ access }: Pick<Standing, 'access'>) {
  const locked = access.attempts.filter(({ isLocked }) => isLocked);
  return (
    <Card
      title="Access"
      aside={
        locked.length > 0 && (
          <span className="badge" data-tone="danger">
            Locked
          </span>
        )
      }
    >
      <dl>
        {access.attempts.map((row) => (
          <Line key={row.kind} name={`Wrong ${wordsOf(row.kind).toLowerCase()}`}>
            {row.used} of {row.limit}, until {timeOf(row.until)}
          </Line>
        ))}
        <Line name="Open sessions">{access.openSessions}</Line>
        <Line name="Known devices">{access.knownDevices}</Line>
        <Line name="Passkeys">{access.passkeys}</Line>
        <Line name="Password">{access.hasPassword ? 'Set' : 'None'}</Line>
        <Line name="Last login">{access.lastLoginAt ? timeOf(access.lastLoginAt) : '–'}</Line>
        <Line name="Last seen">{access.lastSeenAt ? timeOf(access.lastSeenAt) : '–'}</Line>
        {access.newAccountsHeldHours > 0 && (
          <Line name="New payout accounts">held for {access.newAccountsHeldHours} hours</Line>
        )}
      </dl>
    </Card>
  );
}

function Cases({ cases }: Pick<Standing, 'cases'>) {
  return (
    <Card title="Open cases">
      {cases.length === 0 && <p className="bo-none">None that your roles may see.</p>}
      <dl>
        {cases.map((row) => (
          <Line
            key={`${row.kind} ${row.subject}`}
            name={
              <>
                {wordsOf(row.kind)} {row.of ? <CellView cell={row.of} /> : row.subject}
              </>
            }
          >
            {wordsOf(row.state)}
            {row.dueOn && `, due ${row.dueOn}`}
          </Line>
        ))}
      </dl>
    </Card>
  );
}
