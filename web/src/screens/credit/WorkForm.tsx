import { employmentTypes, fundSources, incomeBands, paydays, servicePeriods, type Work } from '@sandali/contract/credit.ts';
import type { ReactNode } from 'react';
import { useText } from '#/kit/text.ts';
import { TextField } from '#/ui/TextField.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { Group } from './Group.tsx';
import type { PlaceFieldsProps } from './PlaceFields.tsx';
import { StepForm } from './StepForm.tsx';
import { type Fields, type Refusal, useFields } from './useFields.ts';
import { readWork, type WorkField, type WorkValues } from './work.ts';

export type WorkFormProps = {
  start: WorkValues;
  places(props: PlaceFieldsProps): ReactNode;
  isBusy: boolean;
  refusal: Refusal<WorkField> | null;
  onSave(input: Work): void;
};

/** Step 3: what I live on. */
export function WorkForm({ start, places, isBusy, refusal, onSave }: WorkFormProps) {
  const text = useText();
  const fields = useFields<WorkField, Work>({
    step: 'work',
    start,
    check: readWork,
    say: (field) => text(`credit.say.work.${field}`),
    refusal,
  });
  return (
    <StepForm step="work" fields={fields} refusal={refusal} isBusy={isBusy} onSubmit={() => fields.input && onSave(fields.input)}>
      <Job fields={fields} />
      <Group title={text('credit.work.where')}>
        {places(fields)}
        <TextField
          {...fields.bind('address')}
          label={text('credit.address')}
          hint={text('credit.work.addressHint')}
          autoComplete="section-work address-line1"
          maxLength={160}
        />
      </Group>
      <Money fields={fields} />
    </StepForm>
  );
}

type WorkFields = Fields<WorkField, Work>;

function Job({ fields: { bind } }: { fields: WorkFields }) {
  const text = useText();
  return (
    <Group title={text('credit.work.job')}>
      <ChoiceField
        bound={bind('employmentType')}
        label={text('credit.employment')}
        values={employmentTypes}
        labelOf={(value) => text(`credit.employment.${value}`)}
      />
      <TextField
        {...bind('employer')}
        label={text('credit.employer')}
        hint={text('credit.employerHint')}
        autoComplete="organization"
        autoCapitalize="words"
        maxLength={80}
      />
      <TextField
        {...bind('position')}
        label={text('credit.position')}
        hint={text('credit.positionHint')}
        autoComplete="organization-title"
        autoCapitalize="sentences"
        maxLength={60}
      />
      <ChoiceField
        bound={bind('servicePeriod')}
        label={text('credit.service')}
        values={servicePeriods}
        labelOf={(value) => text(`credit.service.${value}`)}
      />
      <TextField
        {...bind('workPhone')}
        label={text('credit.workPhone')}
        hint={text('credit.workPhoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="work tel"
        maxLength={20}
      />
    </Group>
  );
}

function Money({ fields: { bind } }: { fields: WorkFields }) {
  const text = useText();
  return (
    <Group title={text('credit.work.money')}>
      <ChoiceField
        bound={bind('fundSource')}
        label={text('credit.fund')}
        values={fundSources}
        labelOf={(value) => text(`credit.fund.${value}`)}
      />
      <ChoiceField
        bound={bind('incomeBand')}
        label={text('credit.income')}
        values={incomeBands}
        labelOf={(value) => text(`credit.income.${value}`)}
      />
      <ChoiceField
        bound={bind('payday')}
        label={text('credit.payday')}
        values={paydays}
        labelOf={(value) => text(`credit.payday.${value}`)}
      />
    </Group>
  );
}
