// Form fields in every state. Each field stores what is typed, so that it works in the gallery.

import { CodeField } from '#/ui/CodeField.tsx';
import { DateField } from '#/ui/DateField.tsx';
import { PasswordField } from '#/ui/PasswordField.tsx';
import { PhoneField } from '#/ui/PhoneField.tsx';
import { SelectField } from '#/ui/SelectField.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextArea } from '#/ui/TextArea.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import { controlled } from '#stories/controlled.tsx';
import type { Entry } from '#stories/entries.ts';
import { monthNames, nothing } from '#stories/fixtures.ts';

const eye = {
  showLabel: 'Show password',
  hideLabel: 'Hide password',
  autoComplete: 'current-password',
} as const;
const relations = ['Mother', 'Father', 'Sister or brother', 'Friend'].map((label) => ({
  value: label,
  label,
}));
const dateWords = { partLabels: { day: 'Day', month: 'Month', year: 'Year' }, monthNames } as const;

export const entries: Entry[] = [
  {
    group: 'Field',
    name: 'idle',
    draw: () =>
      controlled('', (value, onChange) => (
        <TextField
          label="First name"
          placeholder="As printed on your ID"
          {...{ value, onChange }}
        />
      )),
  },
  {
    group: 'Field',
    name: 'filled, with a hint',
    draw: () =>
      controlled('Halimbawa', (value, onChange) => (
        <TextField label="Last name" hint="As printed on your ID" {...{ value, onChange }} />
      )),
  },
  {
    group: 'Field',
    name: 'error',
    draw: () =>
      controlled('1234', (value, onChange) => (
        <TextField
          label="ID number"
          error="16 digits are needed. 12 to go."
          {...{ value, onChange }}
        />
      )),
  },
  {
    group: 'Field',
    name: 'locked',
    draw: () => (
      <TextField label="Account owner" value="Ligaya Halimbawa" onChange={nothing} readOnly />
    ),
  },
  {
    group: 'Field',
    name: 'phone',
    draw: () =>
      controlled('9175550142', (value, onChange) => (
        <PhoneField label="Mobile number" {...{ value, onChange }} />
      )),
  },
  {
    group: 'Field',
    name: 'phone, error',
    draw: () =>
      controlled('91755', (value, onChange) => (
        <PhoneField
          label="Mobile number"
          error="Please enter a correct 10-digit number."
          isBig={false}
          {...{ value, onChange }}
        />
      )),
  },
  {
    group: 'Field',
    name: 'password',
    draw: () =>
      controlled('mangga24', (value, onChange) => (
        <PasswordField
          label="Password"
          aside={
            <TextLink href="#forgot" isAlone>
              Forgot password?
            </TextLink>
          }
          {...eye}
          {...{ value, onChange }}
        />
      )),
  },
  {
    group: 'Field',
    name: 'code',
    draw: () =>
      controlled('40', (value, onChange) => (
        <CodeField label="6-digit code" {...{ value, onChange }} />
      )),
  },
  {
    group: 'Field',
    name: 'code, wrong',
    draw: () =>
      controlled('407312', (value, onChange) => (
        <CodeField
          label="6-digit code"
          error="This code is not right. Look again."
          {...{ value, onChange }}
        />
      )),
  },
  {
    group: 'Field',
    name: 'lines',
    draw: () =>
      controlled('I am paid on the 30th.', (value, onChange) => (
        <TextArea
          label="Anything else?"
          aside={<Text size="s">Optional</Text>}
          maxLength={120}
          count={`${value.length} of 120`}
          {...{ value, onChange }}
        />
      )),
  },
  {
    group: 'Field',
    name: 'select',
    draw: () =>
      controlled('', (value, onChange) => (
        <SelectField
          label="Who is this person to you?"
          placeholder="Choose"
          options={relations}
          {...{ value, onChange }}
        />
      )),
  },
  {
    group: 'Field',
    name: 'select, filled',
    draw: () =>
      controlled('Mother', (value, onChange) => (
        <SelectField
          label="Who is this person to you?"
          placeholder="Choose"
          options={relations}
          {...{ value, onChange }}
        />
      )),
  },
  {
    group: 'Field',
    name: 'date',
    draw: () =>
      controlled('', (value, onChange) => (
        <DateField label="Date of birth" {...dateWords} {...{ value, onChange }} isBirthday />
      )),
  },
  {
    group: 'Field',
    name: 'date, error',
    draw: () =>
      controlled('1994-02-31', (value, onChange) => (
        <DateField
          label="Date of birth"
          error="February 1994 has only 28 days."
          {...dateWords}
          {...{ value, onChange }}
          isBirthday
        />
      )),
  },
];
