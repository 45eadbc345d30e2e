import type { Contacts } from '@sandali/contract/credit.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useText } from '#/kit/text.ts';
import { Note } from '#/ui/Note.tsx';
import { ContactCard, ContactRow, type PickTrouble } from './ContactCard.tsx';
import type { PickContact } from './contactPicker.ts';
import { type ContactField, type ContactValues, fieldOf, isWhole, type Person, people, readContacts, splitField } from './contacts.ts';
import { StepForm } from './StepForm.tsx';
import { focusOn, type Refusal, useFields } from './useFields.ts';

export type ContactsFormProps = {
  start: ContactValues;
  /** The borrower's own number, '+639175550142'. */
  ownPhone: string;
  pick: PickContact | null;
  isBusy: boolean;
  refusal: Refusal<ContactField> | null;
  onSave(input: Contacts): void;
  /** As after a phone book that gave nothing. */
  startTrouble?: PickTrouble;
};

/** Step 2: three people who can vouch for me, one of them open at a time. */
export function ContactsForm({ start, ownPhone, pick, isBusy, refusal, onSave, startTrouble }: ContactsFormProps) {
  const text = useText();
  const fields = useFields<ContactField, Contacts>({
    step: 'contacts',
    start,
    check: (values) => readContacts(values, ownPhone),
    say: (field, problem) =>
      text(
        problem === 'missing' || problem === 'wrong' ? `credit.say.contact.${splitField(field).part}` : `credit.say.contacts.${problem}`,
      ),
    refusal,
  });
  const { problems } = fields;
  const firstOpen = people.find((person) => !isWhole(person, problems));
  const [opened, setOpened] = useState<Person | null>(personAt(fields.leftAt) ?? firstOpen ?? null);
  const toGo = people.filter((person) => !isWhole(person, problems)).length;
  const hasNext = opened !== null && isWhole(opened, problems) && firstOpen !== undefined;

  const open = (person: Person) => {
    // The card is drawn first, then its first open answer takes the focus: at once, before anybody can have touched another.
    flushSync(() => setOpened(person));
    const part = (['name', 'phone', 'relationship'] as const).find((one) => problems.has(fieldOf(one, person))) ?? 'name';
    focusOn(fieldOf(part, person));
  };
  const showAll = () => {
    if (firstOpen !== undefined && firstOpen !== opened) open(firstOpen);
    fields.showAll();
  };
  const submit = () => {
    if (fields.input) onSave(fields.input);
    else if (firstOpen !== undefined) open(firstOpen);
  };
  return (
    <StepForm
      step="contacts"
      fields={{ ...fields, problems: hasNext ? new Map() : problems, showAll }}
      refusal={refusal}
      isBusy={isBusy}
      onSubmit={submit}
      {...(toGo > 0 && !hasNext ? { reason: text('credit.contact.toGo', { people: toGo }) } : {})}
      {...(hasNext ? { submitLabel: text('credit.contact.next') } : {})}
    >
      <Note>{text('credit.contact.why')}</Note>
      {people.map((person) =>
        person === opened ? (
          <ContactCard key={person} person={person} fields={fields} pick={pick} startTrouble={startTrouble} />
        ) : (
          <ContactRow key={person} person={person} values={fields.values} isWhole={isWhole(person, problems)} onOpen={() => open(person)} />
        ),
      )}
    </StepForm>
  );
}

/** Whose field it is; null for none. */
function personAt(field: string | null): Person | null {
  return field === null ? null : splitField(field as ContactField).person;
}
