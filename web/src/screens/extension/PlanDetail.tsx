import type { LoanId } from '@sandali/contract/id.ts';
import { formatPesos, zeroCentavos } from '@sandali/contract/money.ts';
import type { Plans } from '@sandali/contract/plan.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { addressOf } from '#/routes/paths.ts';
import { Amount } from '#/ui/Amount.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { Dock } from '#/ui/Dock.tsx';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Outcome } from '#/ui/Outcome.tsx';
import { SegmentedControl } from '#/ui/SegmentedControl.tsx';
import { Heading, Text } from '#/ui/Text.tsx';

type Props = {
  plans: Plans;
  /** Whether the charges equal the principal. If they do, a missed part adds no late charge. */
  isAtCap: boolean;
  count: number;
  onCount(count: number): void;
};

/** Lets the borrower choose the number of parts, and shows the date and amount of each part. */
export function PlanDetail({ plans, isAtCap, count, onCount }: Props) {
  const text = useText();
  const parts = plans.choices.find((choice) => choice.length === count) ?? [];
  const day = (on: (typeof parts)[number]['on']) =>
    formatDay(on, currentLocale(), { weekday: true });
  return (
    <Card as="section">
      <Stack gap={3}>
        <Heading level={2} size="m">
          {text('extension.ifPlan')}
        </Heading>
        <SegmentedControl
          label={text('extension.plan.count')}
          value={String(count)}
          onChange={(value) => onCount(Number(value))}
          options={plans.choices.map(({ length }) => ({
            value: String(length),
            label: text('extension.plan.parts', { count: length }),
          }))}
        />
        <KeyValues
          groups={[
            parts.map((part, nth) => ({
              label: text('extension.plan.part', { number: nth + 1, day: day(part.on) }),
              value: formatPesos(part.amountCentavos),
            })),
            [
              {
                label: text('extension.plan.total'),
                value: formatPesos(plans.totalCentavos),
                isStrong: true,
              },
            ],
          ]}
        />
        <Text size="s" tone="ink">
          {text('extension.plan.kept')}
        </Text>
        <Text size="s">
          {!isAtCap && `${text('extension.plan.broken')} `}
          {text('extension.plan.once')}
        </Text>
        <Text size="s">{text('extension.plan.due')}</Text>
      </Stack>
    </Card>
  );
}

/** States that nothing is to be paid today, and what is due first. */
export function PlanDock({
  loanId,
  plans,
  count,
}: {
  loanId: LoanId;
  plans: Plans;
  count: number;
}) {
  const text = useText();
  const [first] = plans.choices.find((parts) => parts.length === count) ?? [];
  return (
    <Dock
      consequence={
        <Outcome
          startLabel={text('extension.payToday')}
          start={<Amount centavos={zeroCentavos} />}
          endLabel={
            first
              ? text('extension.plan.first', {
                  day: formatDay(first.on, currentLocale(), { weekday: true }),
                })
              : ''
          }
          end={first && <Amount centavos={first.amountCentavos} />}
        />
      }
    >
      <ButtonLink href={addressOf('extension', { loanId, how: 'plan', count })}>
        {text('extension.do.plan')}
      </ButtonLink>
    </Dock>
  );
}
