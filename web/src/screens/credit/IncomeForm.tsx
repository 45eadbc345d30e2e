import { incomeBands, paydays } from '@sandali/contract/credit.ts';
import * as v from 'valibot';
import { useText } from '#/i18n/text.ts';
import { Stack } from '#/ui/Layout.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { IncomeFields } from './IncomeFields.tsx';
import { StepForm } from './StepForm.tsx';
import type { WorkField, WorkValues } from './stepForms.ts';
import { useStepForm } from './useStepForm.ts';

const incomeForm = v.object({ incomeBand: v.picklist(incomeBands), payday: v.picklist(paydays) });
export type IncomeAnswer = v.InferOutput<typeof incomeForm>;

/** The first question: income and payday. */
export function IncomeForm({
  start,
  onAnswer,
}: {
  start: WorkValues;
  onAnswer(answer: IncomeAnswer): void;
}) {
  const text = useText();
  const form = useStepForm<WorkField, IncomeAnswer>({
    step: 'work',
    start,
    schema: incomeForm,
    say: (field) =>
      text(field === 'payday' ? 'credit.say.work.payday' : 'credit.say.work.incomeBand'),
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
    <StepForm
      step="work"
      form={form}
      refusal={null}
      isBusy={false}
      intro={intro}
      submitLabel={text('credit.first.next')}
    >
      <IncomeFields form={form} />
    </StepForm>
  );
}
