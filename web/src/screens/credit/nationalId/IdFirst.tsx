import { useRef, useState } from 'react';
import { useLazy } from '#/client/useLazy.ts';
import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import type { PersonalField } from '#/screens/credit/stepForms.ts';
import type { StepFields } from '#/screens/credit/useStepForm.ts';
import { List, Row } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import css from './IdFirst.module.css';
import type { NationalId } from './readNationalId.ts';

const loadReader = () => import('./NationalIdReader.tsx');

export type IdFirstProps = {
  /** A photo of the ID that was taken on this phone, from which the borrower can copy data. */
  src: string | null;
  /** Whether a National ID's code may prefill the form, because nothing is saved yet. */
  mayRead: boolean;
  /** Whether the ID may be photographed before the other steps are filled in. */
  mayComeFirst: boolean;
  /**
   * Stores the ID number for the identity step; `before` is the number from the previous scan.
   * Resolves to true if the number was stored.
   */
  onIdNumber(idNumber: string, before: string): Promise<boolean>;
};

type Answer = Exclude<keyof NationalId, 'idNumber'>;

/** Fills in name and birthday from a National ID's code, and shows or offers the ID's photo. */
export function IdFirst({
  form,
  src,
  mayRead,
  mayComeFirst,
  onIdNumber,
}: IdFirstProps & { form: StepFields<PersonalField> }) {
  const text = useText();
  const reader = useLazy(loadReader);
  const [isOpen, setOpen] = useState(false);
  const [read, setRead] = useState<{ nth: number; hasNumber: boolean } | null>(null);
  const before = useRef<Partial<NationalId>>({});
  const fill = async ({ idNumber, ...answers }: NationalId) => {
    setOpen(false);
    const last = before.current;
    before.current = { ...answers, idNumber };
    // If the card lacks a field, keep a typed value, but not the value from an earlier card.
    const filled = Object.entries(answers).filter(
      ([field, answer]) => answer !== '' || form.now[field as Answer] === last[field as Answer],
    );
    form.change(Object.fromEntries(filled));
    const hasNumber = await onIdNumber(idNumber, last.idNumber ?? '');
    setRead((earlier) => ({ nth: (earlier?.nth ?? 0) + 1, hasNumber }));
  };
  const photo = src && <img className={css.id} src={src} alt={text('credit.id.idFrontAlt')} />;
  if (!mayRead) return photo;
  return (
    <>
      {photo}
      <List>
        <Row
          icon="id"
          title={text('credit.code.do')}
          onClick={() => void reader.load().then(setOpen)}
        />
        {mayComeFirst && (
          <Row icon="camera" title={text('credit.id.offerDo')} href={paths.creditFile} />
        )}
      </List>
      <div role="status">
        {read && (
          <Note key={read.nth} icon="id">
            <b>{text('credit.code.read')} </b>
            {text('credit.code.readWhy')} {read.hasNumber && text('credit.code.readNumber')}
          </Note>
        )}
      </div>
      {isOpen && reader.part && (
        <reader.part.default onRead={(card) => void fill(card)} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
