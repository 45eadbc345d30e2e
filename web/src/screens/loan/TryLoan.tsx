import type { DataOf } from '@sandali/contract/call.ts';
import { productExample } from '@sandali/contract/example.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { callServer } from '#/client/callServer.ts';
import { readTriedLoan, storeTriedLoan, type TriedLoan } from '#/client/triedLoan.ts';
import { formatDay } from '#/i18n/days.ts';
import { loadCatalogs } from '#/i18n/loadCatalogs.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { leastIncomeText } from '#/screens/leastIncome.ts';
import { Amount } from '#/ui/Amount.tsx';
import { AmountStepper } from '#/ui/AmountStepper.tsx';
import { Card } from '#/ui/Card.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Outcome } from '#/ui/Outcome.tsx';
import { RadioCards } from '#/ui/RadioCards.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { percent } from './changes.ts';

export type Examples = DataOf<typeof productExample>;

/**
 * Loads the current examples and the texts for them. Returns null if loading failed or there are no
 * examples.
 */
export async function loadExamples(): Promise<Examples | null> {
  const [answer] = await Promise.all([callServer(productExample, {}), loadCatalogs(['loan'])]);
  return answer.ok && answer.data.examples.length > 0 ? answer.data : null;
}

/**
 * A cost calculator for visitors: an amount, a term, the arrival amount and the repayment. The
 * visitor's choice stays on this phone.
 */
export function TryLoan({
  examples: { examples, stepCentavos, income, ...beside },
}: {
  examples: Examples;
}) {
  const text = useText();
  const titleId = useId();
  const [choice, choose] = useChoice(examples);
  const amounts = examples.map((example) => example.amountCentavos);
  const step = formatPesos(stepCentavos, { drop00: true });
  const day = (example: Examples['examples'][number]) =>
    formatDay(example.dueOn, currentLocale(), { weekday: true });
  return (
    <Card as="section" aria-labelledby={titleId} onKeyDown={keepFromForm}>
      <Stack gap={3}>
        <Stack gap={1}>
          <Heading level={2} id={titleId}>
            {text('loan.try.title')}
          </Heading>
          <Text size="s">{text('loan.try.lead')}</Text>
        </Stack>
        <AmountStepper
          label={text('loan.amount')}
          valueCentavos={choice.amountCentavos}
          minCentavos={Math.min(...amounts)}
          maxCentavos={Math.max(...amounts)}
          stepCentavos={stepCentavos}
          lessLabel={text('loan.less', { step })}
          moreLabel={text('loan.more', { step })}
          stepText={text('loan.steps', { step })}
          onChange={(amountCentavos) => choose({ amountCentavos: amountCentavos as Centavos })}
        />
        <RadioCards
          label={text('loan.term')}
          value={String(choice.termDays)}
          onChange={(days) => choose({ termDays: Number(days) })}
          options={examples
            .filter((example) => example.amountCentavos === choice.amountCentavos)
            .map((example) => ({
              value: String(example.termDays),
              title: text('loan.days', { days: example.termDays }),
              children: (
                <>
                  <Text as="span" size="s">
                    {text('loan.until', { day: day(example) })}
                  </Text>
                  <Text as="span" size="s" tone="ink" weight="medium">
                    {text('loan.costs', { cost: formatPesos(example.costCentavos) })}
                  </Text>
                </>
              ),
            }))}
        />
        <div aria-live="polite">
          <Outcome
            startLabel={text('loan.receive')}
            start={<Amount centavos={choice.receiveCentavos} />}
            endLabel={text('loan.repayOn', { day: day(choice) })}
            end={<Amount centavos={choice.repayCentavos} />}
          />
        </div>
        <Text size="s">
          <b>{leastIncomeText(text, 'loan.try.income', income)}</b>{' '}
          {text('loan.try.income.why', { percent: income.sharePercent })}
        </Text>
        <Text size="s">{text('loan.try.note')}</Text>
        <Advertised {...beside} example={choice} />
      </Stack>
    </Card>
  );
}

type AdvertisedProps = Pick<Examples, 'interestPerDayBps' | 'lender'> & {
  example: Examples['examples'][number];
};

/**
 * The rates, the lender and the advice that must accompany an advertised price (SEC MC 19 s.2019).
 */
function Advertised({ interestPerDayBps, lender, example }: AdvertisedProps) {
  const text = useText();
  const rates = {
    interest: percent(interestPerDayBps),
    annual: percent(example.simpleAnnualRateHundredths),
    monthly: percent(example.effectiveMonthlyRateHundredths),
  };
  return (
    <>
      <Text size="s">{text('loan.try.rates', rates)}</Text>
      <Text size="s">
        <b>{lender.name}</b>
        <br />
        {text('loan.try.registration', { number: lender.registrationNumber })}
        <br />
        {text('loan.try.authority', { number: lender.authorityNumber })}
      </Text>
      <Text size="s">
        <b>{text('loan.try.study')}</b>
      </Text>
    </>
  );
}

/**
 * The visitor's choice, stored across visits. Controls that were rendered for an earlier choice
 * read the current one from a ref.
 */
function useChoice(examples: Examples['examples']) {
  const [choice, setChoice] = useState(() => nearestExample(readTriedLoan(), examples));
  const latest = useRef(choice);
  latest.current = choice;
  const choose = (part: Partial<TriedLoan>) => {
    const { amountCentavos, termDays } = latest.current;
    const next = { amountCentavos, termDays, ...part };
    storeTriedLoan(next);
    setChoice(nearestExample(next, examples));
  };
  return [choice, choose] as const;
}

/**
 * Returns the example for a choice: of its term, the largest amount up to the chosen one, or else
 * the smallest. If no example has this term, returns the first example.
 */
function nearestExample(choice: TriedLoan | null, examples: Examples['examples']) {
  const atTerm = examples.filter((example) => example.termDays === choice?.termDays);
  const affordable = atTerm.findLast(
    (example) => example.amountCentavos <= (choice?.amountCentavos ?? 0),
  );
  return affordable ?? atTerm[0] ?? (examples[0] as Examples['examples'][number]);
}

/** Stops Enter on the slider or a term from submitting the enclosing login form. */
function keepFromForm(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}
