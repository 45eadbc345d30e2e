import { formatPesos, zeroCentavos } from '@sandali/contract/money.ts';
import { callAddress } from '#/kit/callAddress.ts';
import { formatDay } from '#/kit/days.ts';
import { onePiece } from '#/kit/onePiece.ts';
import { spokenLocale, useText } from '#/kit/text.ts';
import { addressOf } from '#/paths.ts';
import { Amount } from '#/ui/Amount.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Outcome } from '#/ui/Outcome.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import type { Renewal, Way } from './answers.ts';
import { WayCards } from './WayCards.tsx';
import { WayDetail } from './WayDetail.tsx';

export type WaysProps = { renewal: Renewal; way: Way; onWay(way: Way): void; telephone: string };

/** What is owed, the three ways side by side, what the chosen one means, and going it. */
export function WaysView({ renewal, way: wanted, onWay, telephone }: WaysProps) {
  const text = useText();
  const { extension, part, obstacle } = renewal;
  // A way may close while the screen is open.
  const way = (wanted === 'extend' && !extension) || (wanted === 'part' && !part) ? 'all' : wanted;
  const isOut = obstacle !== null && obstacle !== 'extensionTooEarly';
  return (
    <>
      <Page>
        <div>
          <Heading level={2}>{text('renew.head')}</Heading>
          <Text size="s">
            <Owed renewal={renewal} />
          </Text>
        </div>
        <WayCards renewal={renewal} way={way} onWay={onWay} />
        <WayDetail renewal={renewal} way={way} />
        {isOut && (
          <Note
            title={text('renew.cannot.title')}
            icon="call"
            action={telephone && <TextLink href={callAddress(telephone)}>{onePiece(telephone)}</TextLink>}
          >
            {text('renew.cannot.call')}
          </Note>
        )}
      </Page>
      <Foot>
        <Go renewal={renewal} way={way} />
      </Foot>
    </>
  );
}

function Owed({ renewal: { bill } }: { renewal: Renewal }) {
  const text = useText();
  const amount = formatPesos(bill.currentDueCentavos);
  const day = (of: typeof bill.dueOn) => formatDay(of, spokenLocale(), { weekday: true });
  if (bill.overdueDays > 0) return text('renew.owe.late', { amount, days: bill.overdueDays });
  if (bill.daysToDue < 0) return text('renew.owe.free', { amount, day: day(bill.lastFreeDay) });
  return bill.daysToDue === 0 ? text('renew.owe.today', { amount }) : text('renew.owe.due', { amount, day: day(bill.dueOn) });
}

/** What it takes today and what stays, and the one action. */
function Go({ renewal, way }: { renewal: Renewal; way: Way }) {
  const text = useText();
  const { bill, extension, part, feeCode } = renewal;
  const { loanId } = bill;
  const day = (of: typeof bill.dueOn, weekday = true) => formatDay(of, spokenLocale(), { weekday });
  if (way === 'extend' && extension) {
    return (
      <Dock
        consequence={
          <Outcome
            startLabel={text('renew.payToday')}
            start={<Amount centavos={extension.totalCentavos} />}
            endLabel={text('renew.thenOn', { day: day(extension.dueOn) })}
            end={<Amount centavos={extension.thenCentavos} />}
          />
        }
        below={feeCode && <TextLink href={addressOf('renew', { loanId, how: 'extend' })}>{text('renew.do.elsewhere')}</TextLink>}
      >
        {feeCode ? (
          <ButtonLink href={addressOf('repayment', { loanId, repaymentId: feeCode.repaymentId })}>{text('renew.do.code')}</ButtonLink>
        ) : (
          <ButtonLink href={addressOf('renew', { loanId, how: 'extend' })}>
            {text('renew.do.extend', { day: day(extension.dueOn, false) })}
          </ButtonLink>
        )}
      </Dock>
    );
  }
  if (way === 'part' && part) {
    const isLate = bill.overdueDays > 0;
    return (
      <Dock
        consequence={
          <Outcome
            startLabel={text('renew.payToday')}
            start={text('renew.from', { amount: formatPesos(part.leastCentavos) })}
            endLabel={isLate ? text('renew.then') : text('renew.thenOn', { day: day(bill.lastFreeDay) })}
            end={<Amount centavos={part.restCentavos} />}
          />
        }
      >
        <ButtonLink href={addressOf('repayment', { loanId, how: 'part' })}>{text('renew.do.part')}</ButtonLink>
      </Dock>
    );
  }
  return (
    <Dock
      consequence={
        <Outcome
          startLabel={text('renew.payToday')}
          start={<Amount centavos={bill.currentDueCentavos} />}
          endLabel={text('renew.then')}
          end={<Amount centavos={zeroCentavos} />}
        />
      }
    >
      <ButtonLink href={addressOf('repayment', { loanId })}>
        {text('renew.do.all', { amount: formatPesos(bill.currentDueCentavos) })}
      </ButtonLink>
    </Dock>
  );
}
