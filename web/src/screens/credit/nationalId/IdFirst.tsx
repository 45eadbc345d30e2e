import { useState } from 'react';
import { useLazy } from '#/client/useLazy.ts';
import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import type { PersonalField } from '#/screens/credit/stepForms.ts';
import type { StepFields } from '#/screens/credit/useStepForm.ts';
import { Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { TextButton, TextLink } from '#/ui/TextLink.tsx';
import css from './IdFirst.module.css';
import type { NationalId } from './readNationalId.ts';

const loadReader = () => import('./NationalIdReader.tsx');

export type IdFirstProps = {
  /** The photo of the ID, if it was taken here, to copy from. */
  src: string | null;
  /** Nothing was saved yet: the code of a National ID fills the form. */
  mayRead: boolean;
  /** Its photos may be taken first. */
  mayComeFirst: boolean;
  /** The number that was read, which belongs to another step. */
  onIdNumber(idNumber: string): void;
};

/** The ID, from which name and birthday are taken once: by the code of a National ID, from its photo, or the way to that. */
export function IdFirst({ form, src, mayRead, mayComeFirst, onIdNumber }: IdFirstProps & { form: StepFields<PersonalField> }) {
  const text = useText();
  const reader = useLazy(loadReader);
  const [isOpen, setOpen] = useState(false);
  const [wasRead, setRead] = useState(false);
  const fill = ({ idNumber, ...answers }: NationalId) => {
    setOpen(false);
    form.change(Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== '')));
    if (idNumber) onIdNumber(idNumber);
    setRead(true);
  };
  const photo = src && <img className={css.id} src={src} alt={text('credit.id.idFrontAlt')} />;
  if (!mayRead) return photo;
  const title = text(wasRead ? 'credit.code.read' : 'credit.id.offer');
  return (
    <>
      {photo}
      <Note
        icon="id"
        role="status"
        title={title}
        action={
          <Stack gap={3}>
            <TextButton onClick={() => void reader.load().then(setOpen)}>{text('credit.code.do')}</TextButton>
            {mayComeFirst && <TextLink href={paths.creditFile}>{text('credit.id.offerDo')}</TextLink>}
          </Stack>
        }
      >
        {text(wasRead ? 'credit.code.readWhy' : 'credit.id.offerWhy')}
      </Note>
      {isOpen && reader.part && <reader.part.default onRead={fill} onClose={() => setOpen(false)} />}
    </>
  );
}
