import { asDay, type Instant } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { useEffect, useState } from 'react';
import { getText, type PlainTextId } from '#/i18n/text.ts';
import { BelowShare, type BelowShareProps } from '#/screens/credit/BelowShare.tsx';
import { ContactPickSheet } from '#/screens/credit/ContactCard.tsx';
import { ContactsForm, type ContactsFormProps } from '#/screens/credit/Contacts.tsx';
import { initialContacts } from '#/screens/credit/contacts.ts';
import { getDraftStore, loadDraftStore } from '#/screens/credit/drafts.ts';
import { IdentityForm, type IdentityFormProps } from '#/screens/credit/Identity.tsx';
import { IncomeForm } from '#/screens/credit/IncomeForm.tsx';
import { PersonalForm, type PersonalFormProps } from '#/screens/credit/Personal.tsx';
import { PictureAgainView } from '#/screens/credit/PictureAgain.tsx';
import { WantedLoan } from '#/screens/credit/StepForm.tsx';
import { StepLoading } from '#/screens/credit/StepFrame.tsx';
import {
  initialIdentity,
  initialPersonal,
  initialWork,
  type WorkValues,
} from '#/screens/credit/stepForms.ts';
import { noPicture } from '#/screens/credit/takenPictures.ts';
import { QueryFailed } from '#/screens/credit/useCredit.tsx';
import type { PictureWork } from '#/screens/credit/usePicture.ts';
import { WorkForm } from '#/screens/credit/Work.tsx';
import type { Entry } from '#stories/entries.ts';
import { idPicture, nothing } from '#stories/fixtures.ts';
import { failed } from '#stories/queries.ts';
import { ShellBar } from '#stories/ShellBar.tsx';

const place = (code: string, name: string) => ({ code, name });
const places = [
  place('1300000000', 'Metro Manila'),
  place('1381300000', 'Quezon City'),
  place('1381300013', 'Bagumbayan'),
];

const person = {
  ...initialPersonal(null),
  firstName: 'Ligaya',
  lastName: 'Halimbawa',
  gender: 'female',
};
const living = { provinceCode: '1300000000', cityCode: '1381300000', barangayCode: '1381300013' };
const onIdNumber = async () => false;
const personal = (props: Partial<PersonalFormProps>) => (
  <PersonalForm
    start={initialPersonal(null)}
    places={places}
    youngest={{ age: 18, bornBy: asDay('2008-11-20') }}
    id={{ src: null, mayRead: false, mayComeFirst: false, onIdNumber }}
    isBusy={false}
    refusal={null}
    onSave={nothing}
    {...props}
  />
);

const least = {
  loanCentavos: centavos(6_000_000),
  incomeCentavos: centavos(25_000_000),
  sharePercent: 50,
};
const belowShare = (income: Partial<BelowShareProps['income']>) => (
  <BelowShare
    income={{ least, below: [], mayAskPerson: true, ...income }}
    isFirst
    onAskPerson={nothing}
    onCorrect={nothing}
  />
);

const home = { ...living, address: '12 Mabini St.' };
const work = (values: Partial<WorkValues>) => (
  <WorkForm
    start={{ ...initialWork(null), ...values }}
    home={home}
    places={places}
    isBusy={false}
    refusal={null}
    onSave={nothing}
  />
);

// Load the draft store, which exists only in a browser, before an entry needs it.
void loadDraftStore();

/**
 * The form after the browser was closed and reopened. It is the last entry of its step, because it
 * removes the restored draft on unmount.
 */
function PersonalKept() {
  useState(() => getDraftStore()?.offerRestored('personal', { values: person, leftAt: null }));
  useEffect(() => () => getDraftStore()?.offerRestored('personal', null), []);
  return personal({});
}

const phone = (digits: string) => parsePhilippineMobile(digits) ?? ('' as never);
const amihan = {
  name: 'Amihan Halimbawa',
  phone: phone('09185550177'),
  relationship: 'parent',
} as const;
const bayani = {
  name: 'Bayani Kunwari',
  phone: phone('09195550163'),
  relationship: 'friend',
} as const;
const tala = { name: 'Tala Marahil', phone: phone('09205550111'), relationship: 'sister' } as const;
const pick = async () => ({ kind: 'failed' }) as const;
const contacts = (props: Partial<ContactsFormProps>) => (
  <ContactsForm
    start={initialContacts(null)}
    ownPhone="+639175550142"
    pick={pick}
    isBusy={false}
    refusal={null}
    onSave={nothing}
    {...props}
  />
);

const picking = { pick, onPicked: nothing, onClose: nothing };
const tita = {
  kind: 'picked' as const,
  name: 'Tita Baby',
  phones: [phone('09175559012'), phone('09185559013'), phone('09195559014')],
};
const troubles = ['denied', 'none', 'failed', 'noMobile', 'tooOld'] as const;
/**
 * Messages for a camera that is denied, fails or delivers no picture, and for an interrupted
 * upload.
 */
const cameraTroubles = {
  'denied or not there': 'credit.camera.asleepInShell',
  'shooting failed': 'credit.camera.shootFailed',
  'no picture': 'credit.camera.unreadable',
  'not arrived': 'credit.id.notSent',
} as const;

const photo = (fields: Partial<PictureWork>): PictureWork => ({
  ...noPicture,
  sentAt: null,
  take: nothing,
  retry: nothing,
  cancel: nothing,
  over: null,
  ...fields,
});
const sent = photo({
  state: 'done',
  src: idPicture,
  pictureId: '00000000-0000-4000-8000-000000000001' as never,
});
const card = { ...initialIdentity(null), idType: 'philsys', idNumber: '1234567890123456' };
const identity = (props: Partial<IdentityFormProps>) => (
  <IdentityForm
    start={card}
    numberStart={null}
    pictures={{ idFront: sent, selfie: photo({}) }}
    isBusy={false}
    refusal={null}
    onSave={nothing}
    {...props}
  />
);

const before = photo({
  state: 'done',
  sentAt: '2026-11-19T13:40:00Z' as Instant,
  pictureId: sent.pictureId,
});
const again = (fields: Partial<Parameters<typeof PictureAgainView>[0]>) => (
  <PictureAgainView
    requested={{ purpose: 'idFront', fault: 'blurred', until: asDay('2026-11-27') }}
    picture={photo({})}
    isBusy={false}
    onSend={nothing}
    {...fields}
  />
);
const shot = photo({ ...sent, isByCamera: true });
/** The title in the shell's bar for each step. Sheets cover the bar, so they have none. */
const heads: Record<string, PlainTextId> = {
  loading: 'title.creditPersonal',
  not: 'title.creditPersonal',
  income: 'title.creditPersonal',
  personal: 'title.creditPersonal',
  contacts: 'title.creditContact',
  work: 'title.creditWork',
  ID: 'title.creditFile',
  again: 'title.creditStatus',
};
const screen = (name: string, draw: Entry['draw']): Entry => {
  const title = heads[name.split(/[ ,]/)[0] ?? ''];
  const headed = () => (
    <>
      {title && <ShellBar title={title} />}
      {draw()}
    </>
  );
  return { group: 'Credit', name, isScreen: true, draw: headed };
};

export const entries: Entry[] = [
  screen('loading', () => <StepLoading />),
  screen('not loaded', () => <QueryFailed read={failed()} />),
  screen('income, asked first', () => <IncomeForm start={initialWork(null)} onAnswer={nothing} />),
  screen('income too low, a person may decide', () => belowShare({ mayAskPerson: true })),
  screen('income too low, nobody decides', () => belowShare({ mayAskPerson: false })),
  screen('income too low, no income is enough', () =>
    belowShare({ least: { ...least, incomeCentavos: null } }),
  ),
  screen('personal, empty', () =>
    personal({ id: { src: null, mayRead: true, mayComeFirst: true, onIdNumber } }),
  ),
  screen('personal, the ID came first', () =>
    personal({ id: { src: idPicture, mayRead: true, mayComeFirst: false, onIdNumber } }),
  ),
  {
    group: 'Credit',
    name: 'the loan that was tried',
    draw: () => <WantedLoan amountCentavos={centavos(7_000_000)} termDays={15} />,
  },
  screen('personal, wrong birthday', () =>
    personal({ start: { ...person, ...living, bornOn: '1994-02-31' } }),
  ),
  screen('personal, too young', () =>
    personal({
      start: { ...person, bornOn: '2015-02-05' },
      refusal: {
        field: 'bornOn',
        message: 'You must be at least 18 years old to borrow. Please check your date of birth.',
      },
    }),
  ),
  screen('personal, too long, and letters of no paper', () =>
    personal({
      start: {
        ...person,
        ...living,
        lastName: '김 Dimaculangan',
        birthPlace: 'Lungsod ng Batangas '.repeat(5),
      },
    }),
  ),
  screen('personal, answers kept', () => <PersonalKept />),
  screen('contacts, empty, typed only', () => contacts({ pick: null })),
  screen('contacts, two of three', () => contacts({ start: initialContacts([amihan, bayani]) })),
  screen('contacts, one number twice', () =>
    contacts({ start: initialContacts([amihan, { ...bayani, phone: amihan.phone }, tala]) }),
  ),
  screen('contacts, my own number', () =>
    contacts({
      start: initialContacts([{ ...amihan, phone: phone('09175550142') }, bayani, tala]),
    }),
  ),
  screen('contacts, all', () => contacts({ start: initialContacts([amihan, bayani, tala]) })),
  screen('contacts, refused', () =>
    contacts({
      start: initialContacts([amihan, bayani, tala]),
      refusal: {
        field: null,
        message: 'You cannot be your own contact. Please enter another person’s number.',
      },
    }),
  ),
  screen('contacts, before the phone book', () => <ContactPickSheet isDrawnOnly {...picking} />),
  screen('contacts, which of her numbers', () => (
    <ContactPickSheet isDrawnOnly {...picking} startMany={tita} />
  )),
  ...troubles.map((startTrouble) =>
    screen(`contacts, phone book: ${startTrouble}`, () => contacts({ startTrouble })),
  ),
  screen('work, empty', () => work({})),
  screen('work, an employee', () =>
    work({ employmentType: 'private', fundSource: 'salary', payday: 'day15and30' }),
  ),
  screen('work, at home', () =>
    work({ employmentType: 'selfEmployed', fundSource: 'business', ...home }),
  ),
  screen('work, none now', () => work({ employmentType: 'none', payday: 'irregular' })),
  screen('ID, empty', () =>
    identity({ start: initialIdentity(null), pictures: { idFront: photo({}), selfie: photo({}) } }),
  ),
  screen('ID, first of all', () =>
    identity({
      start: initialIdentity(null),
      pictures: { idFront: sent, selfie: photo({ state: 'sending', percent: 40 }) },
      onLater: nothing,
    }),
  ),
  screen('ID, sending', () =>
    identity({
      pictures: { idFront: sent, selfie: photo({ state: 'sending', src: idPicture, percent: 40 }) },
    }),
  ),
  screen('ID, unusual number, lost network', () =>
    identity({
      start: { ...card, idNumber: '123412341234' },
      pictures: {
        idFront: sent,
        selfie: photo({
          state: 'failed',
          src: idPicture,
          bytes: new Uint8Array(3),
          message: getText('net.abnormal'),
        }),
      },
    }),
  ),
  screen('ID, a sign in the number', () =>
    identity({
      start: { ...card, idNumber: '12/34567' },
      pictures: { idFront: sent, selfie: sent },
    }),
  ),
  ...Object.entries(cameraTroubles).map(([name, id]) =>
    screen(`ID, camera: ${name}`, () =>
      identity({
        pictures: { idFront: photo({ state: 'failed', message: getText(id) }), selfie: photo({}) },
      }),
    ),
  ),
  screen('ID, stopped', () =>
    identity({
      pictures: {
        idFront: sent,
        selfie: photo({
          state: 'failed',
          src: idPicture,
          bytes: new Uint8Array(3),
          message: getText('credit.photo.stopped'),
        }),
      },
    }),
  ),
  screen('ID, photos sent before', () =>
    identity({ numberStart: '12', pictures: { idFront: before, selfie: before } }),
  ),
  screen('ID, both photos by the camera', () =>
    identity({ pictures: { idFront: shot, selfie: shot } }),
  ),
  screen('again, the ID is blurred', () => again({})),
  screen('again, the ID has expired, sending', () =>
    again({
      requested: { purpose: 'idFront', fault: 'expired', until: asDay('2026-11-27') },
      picture: photo({ state: 'sending', src: idPicture, percent: 64 }),
    }),
  ),
  screen('again, the ID is cut, ready', () =>
    again({
      requested: { purpose: 'idFront', fault: 'cut', until: asDay('2026-11-27') },
      picture: sent,
    }),
  ),
  screen('again, the selfie shows another person, not arrived', () =>
    again({
      requested: { purpose: 'selfie', fault: 'otherPerson', until: asDay('2026-11-27') },
      picture: photo({ state: 'failed', message: getText('credit.id.notSent') }),
    }),
  ),
  screen('ID, ready', () =>
    identity({ numberStart: '12', pictures: { idFront: sent, selfie: sent } }),
  ),
];
