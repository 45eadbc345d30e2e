import { educationLevels, genders, housingTypes, maritalStatuses, type Personal, residenceYears } from '@sandali/contract/credit.ts';
import type { ReactNode } from 'react';
import { useText } from '#/kit/text.ts';
import { Field } from '#/ui/Field.tsx';
import { Segments } from '#/ui/Segments.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { DayField } from './DayField.tsx';
import { Group } from './Group.tsx';
import type { PlaceFieldsProps } from './PlaceFields.tsx';
import { type PersonalField, type PersonalValues, personalWords, readPersonal } from './personal.ts';
import { StepForm } from './StepForm.tsx';
import { type Bound, type Fields, type Refusal, useFields } from './useFields.ts';

export type PersonalFormProps = {
  start: PersonalValues;
  places(props: PlaceFieldsProps): ReactNode;
  isBusy: boolean;
  refusal: Refusal<PersonalField> | null;
  onSave(input: Personal): void;
};

type PersonalFields = Fields<PersonalField, Personal>;

/** Step 1: who I am and where I live. */
export function PersonalForm({ start, places, isBusy, refusal, onSave }: PersonalFormProps) {
  const text = useText();
  const say: Parameters<typeof useFields<PersonalField, Personal>>[0]['say'] = (field, problem) => text(personalWords(field, problem));
  const fields = useFields({ step: 'personal', start, check: readPersonal, say, refusal });
  return (
    <StepForm step="personal" fields={fields} refusal={refusal} isBusy={isBusy} onSubmit={() => fields.input && onSave(fields.input)}>
      <Who fields={fields} />
      <Group title={text('credit.personal.home')}>
        {places(fields)}
        <TextField
          {...fields.bind('address')}
          label={text('credit.address')}
          hint={text('credit.addressHint')}
          autoComplete="address-line1"
          maxLength={160}
        />
        <ChoiceField
          bound={fields.bind('residenceYears')}
          label={text('credit.residence')}
          values={residenceYears}
          labelOf={(value) => text(`credit.residence.${value}`)}
        />
        <ChoiceField
          bound={fields.bind('housingType')}
          label={text('credit.housing')}
          values={housingTypes}
          labelOf={(value) => text(`credit.housing.${value}`)}
        />
      </Group>
      <Life fields={fields} />
    </StepForm>
  );
}

function Who({ fields: { bind } }: { fields: PersonalFields }) {
  const text = useText();
  return (
    <Group title={text('credit.personal.who')}>
      <TextField
        {...bind('firstName')}
        {...names}
        label={text('credit.firstName')}
        hint={text('credit.asOnId')}
        autoComplete="given-name"
      />
      <TextField
        {...bind('middleName')}
        {...names}
        label={text('credit.middleName')}
        hint={text('credit.middleNameHint')}
        autoComplete="additional-name"
      />
      <TextField {...bind('lastName')} {...names} label={text('credit.lastName')} hint={text('credit.asOnId')} autoComplete="family-name" />
      <DayField bound={bind('bornOn')} label={text('credit.bornOn')} hint={text('credit.bornOnHint')} isBirthday />
      <TextField
        {...bind('birthPlace')}
        label={text('credit.birthPlace')}
        hint={text('credit.birthPlaceHint')}
        autoComplete="off"
        autoCapitalize="words"
        maxLength={80}
      />
      <TextField {...bind('nationality')} label={text('credit.nationality')} autoComplete="off" autoCapitalize="words" maxLength={40} />
      <Gender bound={bind('gender')} />
    </Group>
  );
}

const names = { autoCapitalize: 'words', spellCheck: false, maxLength: 60 } as const;

function Gender({ bound }: { bound: Bound }) {
  const text = useText();
  const options = genders.map((value) => ({ value, label: text(`credit.gender.${value}`) }));
  return (
    <Field label={text('credit.gender')} error={bound.error} isGroup>
      {() => (
        <div id={bound.id}>
          <Segments
            label={text('credit.gender')}
            value={genders.find((one) => one === bound.value) ?? ''}
            onChange={bound.onChange}
            options={options}
          />
        </div>
      )}
    </Field>
  );
}

function Life({ fields: { bind } }: { fields: PersonalFields }) {
  const text = useText();
  return (
    <Group title={text('credit.personal.life')}>
      <ChoiceField
        bound={bind('maritalStatus')}
        label={text('credit.marital')}
        values={maritalStatuses}
        labelOf={(value) => text(`credit.marital.${value}`)}
      />
      <ChoiceField
        bound={bind('education')}
        label={text('credit.education')}
        values={educationLevels}
        labelOf={(value) => text(`credit.education.${value}`)}
      />
      <TextField
        {...bind('facebookLink')}
        label={text('credit.facebook')}
        hint={text('credit.facebookHint')}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
      />
    </Group>
  );
}
