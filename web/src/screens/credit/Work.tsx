import {
  employmentTypes,
  fundSources,
  servicePeriods,
  type Work,
  workSave,
} from '@sandali/contract/credit.ts';
import { useState } from 'react';
import { FormField } from '#/client/useForm.tsx';
import { useText } from '#/i18n/text.ts';
import { Checkbox } from '#/ui/Checkbox.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { IncomeFields } from './IncomeFields.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import type { Place } from './PlaceSheet.tsx';
import { StepForm } from './StepForm.tsx';
import { type Credit, Lazily, StepFrame } from './StepFrame.tsx';
import { ChoiceField, Group } from './stepFields.tsx';
import {
  askingField,
  changedByWork,
  type Home,
  hasNoJob,
  initialWork,
  isAtHome,
  usualFor,
  type WorkField,
  type WorkValues,
  workAt,
  workForm,
} from './stepForms.ts';
import { isTooLow } from './steps.ts';
import { useStepSave } from './useCredit.tsx';

const loadBelowShare = () => import('./BelowShare.tsx');

import { type Refusal, type StepFields, useStepForm } from './useStepForm.ts';

/** /creditWork: work information. */
export default function WorkStep() {
  return <StepFrame step="work">{(credit) => <Loaded credit={credit} />}</StepFrame>;
}

function Loaded({ credit }: { credit: Credit }) {
  const saving = useStepSave<typeof workSave, WorkField>(workSave, 'work', {
    placeUnknown: 'barangayCode',
    incomeTooLow: 'incomeBand',
  });
  const [below, setBelow] = useState<Work | null>(null);
  const save = (input: Work) => {
    if (isTooLow(credit.income, input)) setBelow(input);
    else void saving.send(input);
  };
  if (below)
    return (
      <Lazily
        load={loadBelowShare}
        income={credit.income}
        isBusy={saving.isBusy}
        onAskPerson={() => void saving.send({ ...below, asksPerson: true })}
        onCorrect={() => setBelow(null)}
      />
    );
  return (
    <WorkForm
      start={initialWork(credit.work)}
      home={credit.personal}
      places={credit.places}
      isBusy={saving.isBusy}
      refusal={saving.refusal}
      onSave={save}
    />
  );
}

type WorkFormProps = {
  start: WorkValues;
  home: Home | null;
  places: readonly Place[];
  isBusy: boolean;
  refusal: Refusal<WorkField> | null;
  onSave(input: Work): void;
};

/** Step 3: work and income. */
export function WorkForm({ start, home, places, isBusy, refusal, onSave }: WorkFormProps) {
  const text = useText();
  const form = useStepForm<WorkField, Work>({
    step: 'work',
    start,
    schema: workForm,
    say: (field) =>
      text(`credit.say.work.${field === 'asksPerson' ? 'incomeBand' : askingField(field)}`),
    refusal,
    onSave,
  });
  return (
    <StepForm step="work" form={form} refusal={refusal} isBusy={isBusy}>
      <Job form={form} />
      {!hasNoJob(form.now.employmentType) && <Workplace form={form} home={home} places={places} />}
      <Money form={form} />
    </StepForm>
  );
}

type PartProps = { form: StepFields<WorkField> };

/** The kind of work and the job. A borrower without a job is not asked about one. */
function Job({ form }: PartProps) {
  const text = useText();
  // Choosing a kind of work fills in its usual answers.
  const kind: PartProps['form'] = {
    ...form,
    change: ({ employmentType = '' }) => form.change(changedByWork(form.now, employmentType)),
  };
  return (
    <Group title={text('credit.work.job')}>
      <ChoiceField
        of={kind}
        name="employmentType"
        label={text('credit.employment')}
        values={employmentTypes}
        labelOf={(value) => text(`credit.employment.${value}`)}
      />
      {!hasNoJob(form.now.employmentType) && <JobFields form={form} />}
    </Group>
  );
}

function JobFields({ form }: PartProps) {
  const text = useText();
  return (
    <>
      <FormField
        of={form}
        name="employer"
        as={TextField}
        label={text('credit.employer')}
        hint={text('credit.employerHint')}
        autoComplete="organization"
        autoCapitalize="words"
      />
      <FormField
        of={form}
        name="position"
        as={TextField}
        label={text('credit.position')}
        hint={text('credit.positionHint')}
        autoComplete="organization-title"
        autoCapitalize="sentences"
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
      />
    </>
  );
}

/**
 * The place of work: a single tap chooses the borrower's home; otherwise another place is entered.
 */
function Workplace({ form, home, places }: PartProps & Pick<WorkFormProps, 'home' | 'places'>) {
  const text = useText();
  const isHome = home !== null && isAtHome(form.now, home);
  const barangay = places.find(({ code }) => code === home?.barangayCode)?.name;
  return (
    <Group title={text('credit.work.where')}>
      {home && (
        <Checkbox isChecked={isHome} onChange={(isNow) => form.change(workAt(isNow ? home : null))}>
          {text('credit.work.atHome', {
            address: [home.address, barangay].filter(Boolean).join(', '),
          })}
        </Checkbox>
      )}
      {!isHome && (
        <>
          <PlaceFields form={form} known={places} />
          <FormField
            of={form}
            name="address"
            as={TextField}
            label={text('credit.address')}
            hint={text('credit.addressHint')}
            autoComplete="section-work address-line1"
          />
        </>
      )}
    </Group>
  );
}

function Money({ form }: PartProps) {
  const text = useText();
  const usual = usualFor(form.now.employmentType);
  const hint = (field: 'fundSource' | 'payday') =>
    usual[field] !== undefined && usual[field] === form.now[field]
      ? text('credit.work.usual')
      : undefined;
  return (
    <Group title={text('credit.work.money')}>
      <ChoiceField
        of={form}
        name="fundSource"
        label={text('credit.fund')}
        hint={hint('fundSource')}
        values={fundSources}
        labelOf={(value) => text(`credit.fund.${value}`)}
      />
      <IncomeFields form={form} paydayHint={hint('payday')} />
    </Group>
  );
}
