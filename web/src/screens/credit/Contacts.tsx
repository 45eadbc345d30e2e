import { type Contacts, contactSave } from '@sandali/contract/credit.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useProgram } from '#/client/program.ts';
import { focusField } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { Note } from '#/ui/Note.tsx';
import { ContactCard, type ContactPickFailure, ContactRow } from './ContactCard.tsx';
import { contactPicker, type PickContact } from './contactPicker.ts';
import {
  type ContactField,
  type ContactValues,
  contactsForm,
  fieldOf,
  initialContacts,
  isComplete,
  type Person,
  people,
  splitField,
} from './contacts.ts';
import { StepForm } from './StepForm.tsx';
import { type Credit, StepFrame } from './StepFrame.tsx';
import { useStepSave } from './useCredit.tsx';
import { type Refusal, useStepForm } from './useStepForm.ts';

/** /creditContract: the three contacts (spec §3). */
export default function ContactsStep() {
  return <StepFrame step="contacts">{(credit) => <Loaded credit={credit} />}</StepFrame>;
}

const aboutAll = {
  contactsNotDistinct: null,
  contactIsOwnNumber: null,
  contactFamilyMissing: null,
  contactAskedOut: null,
};

function Loaded({ credit }: { credit: Credit }) {
  const { offerReload } = useProgram();
  const [pick] = useState(() => contactPicker(offerReload));
  const saving = useStepSave<typeof contactSave, ContactField>(contactSave, 'contacts', aboutAll);
  return (
    <ContactsForm
      start={initialContacts(credit.contacts)}
      ownPhone={credit.ownPhone}
      pick={pick}
      isBusy={saving.isBusy}
      refusal={saving.refusal}
      onSave={(contacts) => void saving.send({ contacts })}
    />
  );
}

export type ContactsFormProps = {
  start: ContactValues;
  /** The borrower's own number, '+639175550142'. */
  ownPhone: string;
  pick: PickContact | null;
  isBusy: boolean;
  refusal: Refusal<ContactField> | null;
  onSave(input: Contacts): void;
  /** The failed contact pick to show first (for stories). */
  startTrouble?: ContactPickFailure;
};

/** Step 2: three contacts who can vouch for the borrower; one of them is open at a time. */
export function ContactsForm({
  start,
  ownPhone,
  pick,
  isBusy,
  refusal,
  onSave,
  startTrouble,
}: ContactsFormProps) {
  const text = useText();
  const form = useStepForm<ContactField, Contacts>({
    step: 'contacts',
    start,
    schema: contactsForm(ownPhone),
    say: (field, problem) => {
      const isOfPart = problem === 'missing' || problem === 'wrong';
      return text(
        isOfPart
          ? `credit.say.contact.${splitField(field).part}`
          : `credit.say.contacts.${problem}`,
      );
    },
    refusal,
    onSave,
    onOpen: () => firstOpen !== undefined && open(firstOpen),
  });
  const { problems } = form;
  const firstOpen = people.find((person) => !isComplete(person, problems));
  const [opened, setOpened] = useState<Person | null>(personAt(form.leftAt) ?? firstOpen ?? null);
  const toGo = people.filter((person) => !isComplete(person, problems)).length;
  const hasNext = opened !== null && isComplete(opened, problems) && firstOpen !== undefined;

  const open = (person: Person) => {
    // Render the card now, so that its first empty field gets the focus at once.
    flushSync(() => setOpened(person));
    const part =
      (['name', 'phone', 'relationship'] as const).find((part) =>
        problems.has(fieldOf(part, person)),
      ) ?? 'name';
    focusField(fieldOf(part, person));
  };
  // Opening the next contact neither submits the form nor reports missing fields.
  const next = () => (hasNext ? open(firstOpen) : form.submit());
  return (
    <StepForm
      step="contacts"
      form={{ ...form, problems: hasNext ? new Map() : problems, submit: next }}
      refusal={refusal}
      isBusy={isBusy}
      {...(toGo > 0 && !hasNext ? { reason: text('credit.contact.toGo', { people: toGo }) } : {})}
      {...(hasNext ? { submitLabel: text('credit.contact.next') } : {})}
    >
      <Note>{text('credit.contact.why')}</Note>
      {people.map((person) =>
        person === opened ? (
          <ContactCard
            key={person}
            person={person}
            form={form}
            pick={pick}
            startTrouble={startTrouble}
          />
        ) : (
          <ContactRow
            key={person}
            person={person}
            values={form.now}
            isWhole={isComplete(person, problems)}
            onOpen={() => open(person)}
          />
        ),
      )}
    </StepForm>
  );
}

/** Returns the contact that a field belongs to; null without a field. */
function personAt(field: string | null): Person | null {
  return field === null ? null : splitField(field as ContactField).person;
}
