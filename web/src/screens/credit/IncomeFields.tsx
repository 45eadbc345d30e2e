import { incomeBands, paydays } from '@sandali/contract/credit.ts';
import type { ReactNode } from 'react';
import { useText } from '#/i18n/text.ts';
import { ChoiceField } from './stepFields.tsx';
import type { WorkField } from './stepForms.ts';
import type { StepFields } from './useStepForm.ts';

type Props = { form: StepFields<WorkField>; paydayHint?: ReactNode };

/** The fields for income and payday, used by the first question and by the work step. */
export function IncomeFields({ form, paydayHint }: Props) {
  const text = useText();
  // Changing the income withdraws the request for a review by staff.
  const income: typeof form = {
    ...form,
    change: (values) => form.change({ ...values, asksPerson: '' }),
  };
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
