import { formatPesos } from '@sandali/contract/money.ts';
import { memo } from 'react';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, type Text as Say, useText } from '#/i18n/text.ts';
import { DueAmount, dueParts } from '#/screens/DueAmount.tsx';
import { Amount } from '#/ui/Amount.tsx';
import { Badge } from '#/ui/Badge.tsx';
import { sameValues } from '#/ui/each.ts';
import { type RadioCard, RadioCards } from '#/ui/RadioCards.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextField } from '#/ui/TextField.tsx';
import type { RepaymentOptions } from './answers.ts';
import { canPayPart, type PartProblem } from './channelRules.ts';
import type { AmountKind } from './useAmount.ts';

type Props = {
  ways: RepaymentOptions;
  how: AmountKind;
  onHow(how: AmountKind): void;
  typed: string;
  onTyped(typed: string): void;
  onLeave(): void;
  problem: PartProblem | undefined;
  refusal: string | undefined;
};

/**
 * The amount picker, with the recommended option first: the return (during cooling-off), then the
 * promised part, the whole amount, or another part.
 */
export const AmountChoice = memo(function AmountChoice({
  ways,
  how,
  onHow,
  typed,
  onTyped,
  onLeave,
  problem,
  refusal,
}: Props) {
  const text = useText();
  const minimum = formatPesos(ways.minimumCentavos);
  const full = dueParts(ways.full).sum;
  const says: Record<PartProblem, string> = {
    empty: text('repayment.choose.partEmpty'),
    unreadable: text('repayment.choose.partUnreadable'),
    ambiguous: text('repayment.choose.partAmbiguous'),
    tooSmall: text('repayment.choose.partTooSmall', { amount: minimum }),
    tooLarge: text('repayment.choose.partTooLarge', { amount: full }),
  };
  const cards = cardsOf(text, ways);
  return (
    <>
      <RadioCards
        label={text('repayment.choose.amount')}
        value={how}
        onChange={onHow}
        options={cards}
        columns={1}
      />
      {how === 'part' && (
        <TextField
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          before="₱"
          label={text('repayment.choose.partLabel')}
          hint={text('repayment.choose.partHint', { minimum, full })}
          error={refusal ?? (problem && says[problem])}
          value={typed}
          onChange={onTyped}
          onBlur={onLeave}
        />
      )}
    </>
  );
}, sameValues);

/** Returns the payable amounts as cards, best first. */
function cardsOf(text: Say, ways: RepaymentOptions): RadioCard<AmountKind>[] {
  const {
    full,
    minimumCentavos,
    savedIfPaidTodayCentavos: saved,
    coolingOff,
    promisedCentavos,
  } = ways;
  const back = coolingOff &&
    coolingOff.amountCentavos > 0 && {
      value: 'return' as const,
      title: text('repayment.choose.return'),
      children: (
        <>
          <Amount centavos={coolingOff.amountCentavos} />
          <Text as="span" size="s">
            {text('repayment.choose.returnWhy', {
              day: formatDay(coolingOff.endsOn, currentLocale(), { weekday: true }),
              saved: formatPesos(coolingOff.savedCentavos),
            })}
          </Text>
          {coolingOff.nextLoanOn && (
            <Text as="span" size="s">
              {text('repayment.choose.returnNext', {
                day: formatDay(coolingOff.nextLoanOn, currentLocale(), { weekday: true }),
              })}
            </Text>
          )}
        </>
      ),
    };
  const recommended = (
    <span>
      <Badge tone="positive">{text('repayment.choose.recommended')}</Badge>
    </span>
  );
  const promised = promisedCentavos !== null && {
    value: 'promised' as const,
    title: text('repayment.choose.promised'),
    children: (
      <>
        <Amount centavos={promisedCentavos} />
        {recommended}
      </>
    ),
  };
  const whole = {
    value: 'full',
    title: text('repayment.choose.full'),
    children: (
      <>
        <DueAmount due={full} today={full.on} />
        {!back && promisedCentavos === null && recommended}
        <Text as="span" size="s">
          {saved > 0
            ? text('repayment.choose.fullSaves', { saved: formatPesos(saved) })
            : text(back ? 'repayment.choose.fullWhy' : 'repayment.choose.fullAdvice')}
        </Text>
      </>
    ),
  } as const;
  const some = {
    value: 'part',
    title: text('repayment.choose.part'),
    children: (
      <Text as="span" weight="medium">
        {text('repayment.choose.partFrom', { amount: formatPesos(minimumCentavos) })}
      </Text>
    ),
  } as const;
  return [
    ...(back ? [back] : []),
    ...(promised ? [promised] : []),
    whole,
    ...(canPayPart(ways) ? [some] : []),
  ];
}
