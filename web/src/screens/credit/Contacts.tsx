import { contactSave } from '@sandali/contract/credit.ts';
import { useState } from 'react';
import { ContactsForm } from './ContactsForm.tsx';
import { contactPicker } from './contactPicker.ts';
import { type ContactField, initialContacts } from './contacts.ts';
import { type Credit, StepFrame } from './StepFrame.tsx';
import { useStepSave } from './useCredit.ts';

/** /creditContract: the three contacts (spec §3). */
export default function ContactsStep() {
  return <StepFrame step="contacts">{(credit) => <Loaded credit={credit} />}</StepFrame>;
}

const aboutAll = { contactsNotDistinct: null, contactIsOwnNumber: null, contactFamilyMissing: null, contactAskedOut: null };

function Loaded({ credit }: { credit: Credit }) {
  const [pick] = useState(contactPicker);
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
