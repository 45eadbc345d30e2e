import { employmentTypes, fundSources, incomeBands, paydays, servicePeriods, type Work, workSave } from '@sandali/contract/credit.ts';
import type { ReactNode } from 'react';
import { FormField } from '#/client/useForm.tsx';
import { useText } from '#/i18n/text.ts';
import { TextField } from '#/ui/TextField.tsx';
import { LoadedPlaceFields, type PlaceFieldsProps, useProvinces } from './PlaceFields.tsx';
import { StepForm } from './StepForm.tsx';
import { type Credit, StepFrame } from './StepFrame.tsx';
import { ChoiceField, Group } from './stepFields.tsx';
import { initialWork, type WorkField, type WorkValues, workForm } from './stepForms.ts';
import { useStepSave } from './useCredit.tsx';
import { type Refusal, type StepFields, useStepForm } from './useStepForm.ts';

/** /creditWork: work information. */
export default function WorkStep() {
  useProvinces();
  return <StepFrame step="work">{(credit) => <Loaded credit={credit} />}</StepFrame>;
}

function Loaded({ credit }: { credit: Credit }) {
  const saving = useStepSave<typeof workSave, WorkField>(workSave, 'work', { placeUnknown: 'barangayCode', incomeTooLow: 'incomeBand' });
  return (
    <WorkForm
      start={initialWork(credit.work)}
      places={(fields) => <LoadedPlaceFields {...fields} known={credit.places} />}
      isBusy={saving.isBusy}
      refusal={saving.refusal}
      onSave={(input) => void saving.send(input)}
    />
  );
}

type WorkFormProps = {
  start: WorkValues;
  places(props: PlaceFieldsProps): ReactNode;
  isBusy: boolean;
  refusal: Refusal<WorkField> | null;
  onSave(input: Work): void;
};

/** Step 3: what I live on. */
export function WorkForm({ start, places, isBusy, refusal, onSave }: WorkFormProps) {
  const text = useText();
  const form = useStepForm<WorkField, Work>({
    step: 'work',
    start,
    schema: workForm,
    say: (field) => text(`credit.say.work.${field}`),
    refusal,
    onSave,
  });
  return (
    <StepForm step="work" form={form} refusal={refusal} isBusy={isBusy}>
      <Job form={form} />
      <Group title={text('credit.work.where')}>
        {places({ form })}
        <FormField
          of={form}
          name="address"
          as={TextField}
          label={text('credit.address')}
          hint={text('credit.work.addressHint')}
          autoComplete="section-work address-line1"
          maxLength={160}
        />
      </Group>
      <Money form={form} />
    </StepForm>
  );
}

type PartProps = { form: StepFields<WorkField> };

function Job({ form }: PartProps) {
  const text = useText();
  return (
    <Group title={text('credit.work.job')}>
      <ChoiceField
        of={form}
        name="employmentType"
        label={text('credit.employment')}
        values={employmentTypes}
        labelOf={(value) => text(`credit.employment.${value}`)}
      />
      <FormField
        of={form}
        name="employer"
        as={TextField}
        label={text('credit.employer')}
        hint={text('credit.employerHint')}
        autoComplete="organization"
        autoCapitalize="words"
        maxLength={80}
      />
      <FormField
        of={form}
        name="position"
        as={TextField}
        label={text('credit.position')}
        hint={text('credit.positionHint')}
        autoComplete="organization-title"
        autoCapitalize="sentences"
        maxLength={60}
      />
      <ChoiceField
        of={form}
        name="servicePeriod"
        label={text('credit.service')}
        values={servicePeriods}
        labelOf={(value) => text(`credit.service.${value}`)}
      />
      <FormField
        of={form}
        name="workPhone"
        as={TextField}
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

function Money({ form }: PartProps) {
  const text = useText();
  return (
    <Group title={text('credit.work.money')}>
      <ChoiceField
        of={form}
        name="fundSource"
        label={text('credit.fund')}
        values={fundSources}
        labelOf={(value) => text(`credit.fund.${value}`)}
      />
      <ChoiceField
        of={form}
        name="incomeBand"
        label={text('credit.income')}
        values={incomeBands}
        labelOf={(value) => text(`credit.income.${value}`)}
      />
      <ChoiceField
        of={form}
        name="payday"
        label={text('credit.payday')}
        values={paydays}
        labelOf={(value) => text(`credit.payday.${value}`)}
      />
    </Group>
  );
}
