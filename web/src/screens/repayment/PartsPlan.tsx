import { type Centavos, formatPesos, sumCentavos } from '@sandali/contract/money.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, type Text, useText } from '#/i18n/text.ts';
import { Amount } from '#/ui/Amount.tsx';
import { Note } from '#/ui/Note.tsx';
import { Outcome } from '#/ui/Outcome.tsx';
import type { RepaymentOptions } from './answers.ts';
import { type ChannelOffer, isReusable, partsText } from './channelRules.ts';
import type { AmountKind } from './useAmount.ts';

export type PlanProps = { ways: RepaymentOptions; how: AmountKind; way: ChannelOffer; parts: readonly Centavos[] };

/** Before the first is paid: in which parts a channel takes the sum, how the next one comes, and what the days between them do. */
export function PartsPlan({ ways, how, way, parts }: PlanProps) {
  const text = useText();
  const sums = partsText(parts, (amount) => formatPesos(amount, { drop00: true }));
  const channel = text(`repayment.channel.${way.channel}`);
  const maximum = formatPesos(way.maximumCentavos, { drop00: true });
  const later = laterWords(text, ways, how);
  return (
    <Note role="status" title={text('repayment.parts.title', { count: parts.length, sums })}>
      {text(isReusable(way.channel) ? 'repayment.parts.again' : 'repayment.parts.next', { channel, maximum })}
      {later && (
        <>
          <br />
          {later}
        </>
      )}
    </Note>
  );
}

/** What becomes of the amounts on another day: what is owed grows on what is left, what is to be returned has a last day, and a sum of one's own choice stays. */
function laterWords(text: Text, ways: RepaymentOptions, how: AmountKind): string | null {
  const day = (on: RepaymentOptions['full']['on']) => formatDay(on, currentLocale(), { weekday: true });
  if (how === 'return') return ways.coolingOff && text('repayment.parts.return', { day: day(ways.coolingOff.endsOn) });
  if (how !== 'full') return null;
  const isEarly = ways.savedIfPaidTodayCentavos > 0;
  return text(isEarly ? 'repayment.parts.early' : 'repayment.parts.late', { day: day(ways.full.on) });
}

/** Over the button: what is paid now, and what is left then, with its day. */
export function FirstPart({ ways, how, parts }: Omit<PlanProps, 'way'>) {
  const text = useText();
  const [first, ...more] = parts;
  const leftOn = how === 'return' ? (ways.coolingOff?.endsOn ?? ways.full.on) : ways.full.on;
  if (first === undefined) return null;
  return (
    <Outcome
      startLabel={text('repayment.parts.first', { count: parts.length })}
      start={<Amount centavos={first} />}
      endLabel={text(how === 'return' ? 'repayment.parts.leftBy' : 'repayment.parts.left', {
        day: formatDay(leftOn, currentLocale()),
      })}
      end={formatPesos(sumCentavos(more))}
    />
  );
}
