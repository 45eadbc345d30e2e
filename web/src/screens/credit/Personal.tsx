import {
  basicSave,
  educationLevels,
  genders,
  housingTypes,
  maritalStatuses,
  type Personal,
  residenceYears,
} from '@sandali/contract/credit.ts';
import { useEffect, useState } from 'react';
import { FormField, useField } from '#/client/useForm.tsx';
import { useText } from '#/i18n/text.ts';
import { Field } from '#/ui/Field.tsx';
import { SegmentedControl } from '#/ui/SegmentedControl.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { IdFirst, type IdFirstProps } from './nationalId/IdFirst.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import type { Place } from './PlaceSheet.tsx';
import { StepForm } from './StepForm.tsx';
import { type Credit, Lazily, StepFrame } from './StepFrame.tsx';
import { ChoiceField, DayField, Group, wordsOfDay } from './stepFields.tsx';
import {
  askingField,
  initialPersonal,
  isTooLate,
  type PersonalField,
  type PersonalValues,
  personalFormBornBy,
} from './stepForms.ts';
import { useTakenPicture } from './takenPictures.ts';
import { useStepSave } from './useCredit.tsx';
import { type Refusal, type StepFields, useStepForm } from './useStepForm.ts';

const loadIncomeFirst = () => import('./IncomeFirst.tsx');

/** /credit: personal information (spec §3). */
export default function PersonalStep() {
  // The first question is preloaded while the saved answers load.
  useEffect(() => void loadIncomeFirst().catch(() => {}), []);
  return (
    <StepFrame step="personal">
      {(credit) =>
        credit.state === 'filling' ? (
          <Loaded credit={credit} />
        ) : (
          <Lazily load={loadIncomeFirst} credit={credit}>
            <Loaded credit={credit} />
          </Lazily>
        )
      }
    </StepFrame>
  );
}

function Loaded({ credit }: { credit: Credit }) {
  const idFront = useTakenPicture('idFront');
  const saving = useStepSave<typeof basicSave, PersonalField>(basicSave, 'personal', {
    tooYoung: 'bornOn',
    placeUnknown: 'barangayCode',
  });
  return (
    <PersonalForm
      start={initialPersonal(credit.personal)}
      places={credit.places}
      youngest={credit.youngest}
      id={{
        src: idFront.src,
        mayRead: credit.personal === null,
        mayComeFirst: credit.personal === null && !credit.frontPicture && idFront.state === 'empty',
        onIdNumber: async (idNumber, before) => {
          const part = await import('./nationalId/keepIdNumber.ts').catch(() => null);
          return part !== null && (await part.keepIdNumber(credit, idNumber, before));
        },
      }}
      isBusy={saving.isBusy}
      refusal={saving.refusal}
      onSave={(input) => void saving.send(input)}
    />
  );
}

export type PersonalFormProps = {
  start: PersonalValues;
  places: readonly Place[];
  youngest: Credit['youngest'];
  id: IdFirstProps;
  isBusy: boolean;
  refusal: Refusal<PersonalField> | null;
  onSave(input: Personal): void;
};

type PartProps = { form: StepFields<PersonalField> };

/** Step 1: personal data and home address. */
export function PersonalForm({
  start,
  places,
  youngest,
  id,
  isBusy,
  refusal,
  onSave,
}: PersonalFormProps) {
  const text = useText();
  const [schema] = useState(() => personalFormBornBy(youngest.bornBy));
  const form = useStepForm<PersonalField, Personal>({
    step: 'personal',
    start,
    schema,
    say: (field, problem, typed) => {
      if (field !== 'bornOn' || problem !== 'wrong')
        return text(`credit.say.person.${askingField(field)}`);
      return isTooLate(typed, youngest.bornBy)
        ? text('credit.say.tooYoung', youngest)
        : wordsOfDay(typed, text);
    },
    refusal,
    onSave,
  });
  return (
    <StepForm step="personal" form={form} refusal={refusal} isBusy={isBusy}>
      <IdFirst {...id} form={form} />
      <PersonFields form={form} />
      <Group title={text('credit.personal.home')}>
        <PlaceFields form={form} known={places} />
        <FormField
          of={form}
          name="address"
          as={TextField}
          label={text('credit.address')}
          hint={text('credit.addressHint')}
          autoComplete="address-line1"
        />
        <ChoiceField
          of={form}
          name="residenceYears"
          label={text('credit.residence')}
          values={residenceYears}
          labelOf={(value) => text(`credit.residence.${value}`)}
        />
        <ChoiceField
          of={form}
          name="housingType"
          label={text('credit.housing')}
          values={housingTypes}
          labelOf={(value) => text(`credit.housing.${value}`)}
        />
      </Group>
      <LifeFields form={form} />
    </StepForm>
  );
}

const names = { as: TextField, autoCapitalize: 'words', spellCheck: false } as const;

function PersonFields({ form }: PartProps) {
  const text = useText();
  return (
    <Group title={text('credit.personal.who')}>
      <FormField
        of={form}
        name="firstName"
        {...names}
        label={text('credit.firstName')}
        hint={text('credit.asOnId')}
        autoComplete="given-name"
      />
      <FormField
        of={form}
        name="middleName"
        {...names}
        label={text('credit.middleName')}
        hint={text('credit.middleNameHint')}
        autoComplete="additional-name"
      />
      <FormField
        of={form}
        name="lastName"
        {...names}
        label={text('credit.lastName')}
        hint={text('credit.lastNameHint')}
        autoComplete="family-name"
      />
      <DayField
        of={form}
        name="bornOn"
        label={text('credit.bornOn')}
        hint={text('credit.bornOnHint')}
        isBirthday
      />
      <FormField
        of={form}
        name="birthPlace"
        as={TextField}
        label={text('credit.birthPlace')}
        hint={text('credit.birthPlaceHint')}
        autoComplete="off"
        autoCapitalize="words"
      />
      <FormField
        of={form}
        name="nationality"
        as={TextField}
        label={text('credit.nationality')}
        autoComplete="off"
        autoCapitalize="words"
      />
      <Gender form={form} />
    </Group>
  );
}

function Gender({ form }: PartProps) {
  const text = useText();
  const { id, value, onChange, error } = useField(form, 'gender');
  const options = genders.map((gender) => ({
    value: gender,
    label: text(`credit.gender.${gender}`),
  }));
  return (
    <Field label={text('credit.gender')} error={error} isGroup>
      {() => (
        <div id={id}>
          <SegmentedControl
            label={text('credit.gender')}
            value={genders.find((gender) => gender === value) ?? ''}
            onChange={onChange}
            options={options}
          />
        </div>
      )}
    </Field>
  );
}

function LifeFields({ form }: PartProps) {
  const text = useText();
  return (
    <Group title={text('credit.personal.life')}>
      <ChoiceField
        of={form}
        name="maritalStatus"
        label={text('credit.marital')}
        values={maritalStatuses}
        labelOf={(value) => text(`credit.marital.${value}`)}
      />
      <ChoiceField
        of={form}
        name="education"
        label={text('credit.education')}
        values={educationLevels}
        labelOf={(value) => text(`credit.education.${value}`)}
      />
      <FormField
        of={form}
        name="facebookLink"
        as={TextField}
        label={text('credit.facebook')}
        hint={text('credit.facebookHint')}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Group>
  );
}
