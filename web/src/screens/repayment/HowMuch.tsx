import { formatPesos } from '@sandali/contract/money.ts';
import { useText } from '#/kit/text.ts';
import { Amount } from '#/ui/Amount.tsx';
import { Badge } from '#/ui/Badge.tsx';
import { PickCards } from '#/ui/PickCards.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextField } from '#/ui/TextField.tsx';
import type { Ways } from './answers.ts';
import { canPayPart, type PartProblem } from './wayRules.ts';

type Props = {
  ways: Ways;
  isPart: boolean;
  onPart(isPart: boolean): void;
  /** The partial amount as text. */
  typed: string;
  onTyped(typed: string): void;
  onLeave(): void;
  problem: PartProblem | undefined;
  refusal: string | undefined;
};

/** All of it, which is recommended, or a part of one's own choice. */
export function HowMuch({ ways, isPart, onPart, typed, onTyped, onLeave, problem, refusal }: Props) {
  const text = useText();
  const { fullCentavos, minimumCentavos } = ways;
  const minimum = formatPesos(minimumCentavos);
  const full = formatPesos(fullCentavos);
  const says: Record<PartProblem, string> = {
    empty: text('repayment.choose.partEmpty'),
    unreadable: text('repayment.choose.partUnreadable'),
    tooSmall: text('repayment.choose.partTooSmall', { amount: minimum }),
    tooLarge: text('repayment.choose.partTooLarge', { amount: full }),
  };
  const whole = {
    value: 'full',
    title: text('repayment.choose.full'),
    children: (
      <>
        <Amount centavos={fullCentavos} />
        <span>
          <Badge tone="positive">{text('repayment.choose.recommended')}</Badge>
        </span>
        <Text as="span" size="s">
          {text('repayment.choose.fullWhy')}
        </Text>
      </>
    ),
  } as const;
  const some = {
    value: 'part',
    title: text('repayment.choose.part'),
    children: (
      <Text as="span" weight="medium">
        {text('repayment.choose.partFrom', { amount: minimum })}
      </Text>
    ),
  } as const;
  return (
    <>
      <PickCards
        label={text('repayment.choose.amount')}
        value={isPart ? 'part' : 'full'}
        onChange={(next) => onPart(next === 'part')}
        options={canPayPart(ways) ? [whole, some] : [whole]}
      />
      {isPart && (
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
}
