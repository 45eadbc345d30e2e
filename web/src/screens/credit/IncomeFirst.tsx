import { incomeBands, paydays } from '@sandali/contract/credit.ts';
import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { useText } from '#/i18n/text.ts';
import { Stack } from '#/ui/Layout.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { BelowShare } from './BelowShare.tsx';
import { initialForm } from './drafts.ts';
import { answeredIncome, isTooLow, keepIncome } from './income.ts';
import { StepForm } from './StepForm.tsx';
import type { Credit } from './StepFrame.tsx';
import { ChoiceField } from './stepFields.tsx';
import { initialWork, type WorkField, type WorkValues } from './stepForms.ts';
import { useStepForm } from './useStepForm.ts';

const incomeForm = v.object({ incomeBand: v.picklist(incomeBands), payday: v.picklist(paydays) });

/** Before the first step: the income, so that nobody fills in the rest in vain. */
export function IncomeFirst({ credit, children }: { credit: Credit; children: ReactNode }) {
  const { income, work } = credit;
  const [answer, setAnswer] = useState(() => answeredIncome(credit));
  if (!answer) {
    const start = initialWork(work);
    const take = (given: Pick<WorkValues, 'incomeBand' | 'payday'>) => {
      const next = { ...initialForm('work', start).values, ...given, asksPerson: '' };
      keepIncome(work, next);
      setAnswer(next);
      scrollTo(0, 0);
    };
    return <IncomeForm start={start} onAnswer={take} />;
  }
  if (!isTooLow(income, answer)) return children;
  const askPerson = () => {
    const next = { ...answer, asksPerson: 'yes' };
    keepIncome(work, next);
    setAnswer(next);
    scrollTo(0, 0);
  };
  return <BelowShare income={income} isFirst onAskPerson={askPerson} onCorrect={() => setAnswer(null)} />;
}

type IncomeFormProps = { start: WorkValues; onAnswer(answer: Pick<WorkValues, 'incomeBand' | 'payday'>): void };

/** Income and payday. */
export function IncomeForm({ start, onAnswer }: IncomeFormProps) {
  const text = useText();
  const form = useStepForm<WorkField, v.InferOutput<typeof incomeForm>>({
    step: 'work',
    start,
    schema: incomeForm,
    say: (field) => text(field === 'payday' ? 'credit.say.work.payday' : 'credit.say.work.incomeBand'),
    refusal: null,
    onSave: onAnswer,
  });
  const intro = (
    <Stack gap={1}>
      <Heading level={2} size="xl">
        {text('credit.first.title')}
      </Heading>
      <Text size="s">{text('credit.first.why')}</Text>
    </Stack>
  );
  return (
    <StepForm step="work" form={form} refusal={null} isBusy={false} intro={intro} submitLabel={text('credit.first.next')}>
      <IncomeFields form={form} />
    </StepForm>
  );
}

type Fields = Parameters<typeof ChoiceField<WorkField, string>>[0]['of'];

/** The two fields, in the first question and in the work step. */
export function IncomeFields({ form, paydayHint }: { form: Fields; paydayHint?: ReactNode }) {
  const text = useText();
  // Another answer is told anew what it carries.
  const income: Fields = { ...form, change: (values) => form.change({ ...values, asksPerson: '' }) };
  return (
    <>
      <ChoiceField
        of={income}
        name="incomeBand"
        label={text('credit.income')}
        hint={text('credit.incomeHint')}
        values={incomeBands}
        labelOf={(value) => text(`credit.income.${value}`)}
      />
      <ChoiceField
        of={form}
        name="payday"
        label={text('credit.payday')}
        hint={paydayHint}
        values={paydays}
        labelOf={(value) => text(`credit.payday.${value}`)}
      />
    </>
  );
}
