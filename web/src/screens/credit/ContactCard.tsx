import { type Relationship, relationships } from '@sandali/contract/credit.ts';
import { formatMobile, parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { useState } from 'react';
import { unbreakable } from '#/client/unbreakable.ts';
import { FormField } from '#/client/useForm.tsx';
import { useText } from '#/i18n/text.ts';
import { addressOf } from '#/routes/paths.ts';
import { Button } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { Icon } from '#/ui/Icon.tsx';
import { SpaceBetween, Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { PhoneField } from '#/ui/PhoneField.tsx';
import { Sheet, SheetPanel, type SheetPanelProps } from '#/ui/Sheet.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { TextButton, TextLink } from '#/ui/TextLink.tsx';
import type { PickContact, Picked } from './contactPicker.ts';
import { type ContactField, type ContactValues, fieldOf, type Person } from './contacts.ts';
import { ChoiceField } from './stepFields.tsx';
import type { StepFields } from './useStepForm.ts';

/** Why no contact was picked from the phone book. */
export type ContactPickFailure = Exclude<Picked['kind'], 'picked'>;
type CardProps = {
  person: Person;
  form: StepFields<ContactField>;
  pick: PickContact | null;
  startTrouble?: ContactPickFailure | undefined;
};

/** One contact that is being edited, either picked from the phone book or typed. */
export function ContactCard({ person, form, pick, startTrouble }: CardProps) {
  const text = useText();
  const [isPicking, setPicking] = useState(false);
  const [trouble, setTrouble] = useState<ContactPickFailure | null>(startTrouble ?? null);
  const ask = () => {
    // Clear the message first, so that screen readers announce the same message again.
    setTrouble(null);
    setPicking(true);
  };
  const applyPicked = (picked: Picked) => {
    setPicking(false);
    setTrouble(picked.kind === 'picked' ? null : picked.kind);
    const name = 'name' in picked && picked.name ? { [fieldOf('name', person)]: picked.name } : {};
    const [phone] = picked.kind === 'picked' ? picked.phones : [];
    form.change({
      ...name,
      ...(phone ? { [fieldOf('phone', person)]: phone.replace('+63', '') } : {}),
    });
  };
  return (
    <Card as="section" aria-label={text(`credit.contact.person${person}`)}>
      <Stack gap={3}>
        <SpaceBetween>
          <Heading level={2}>{text(`credit.contact.person${person}`)}</Heading>
          {pick && (
            <TextButton isAlone onClick={ask}>
              <Icon name="contacts" size="s" /> {text('credit.contact.pick')}
            </TextButton>
          )}
        </SpaceBetween>
        {trouble && (
          <Note tone="bad" role="alert">
            {text(`credit.pick.${trouble}`)}
          </Note>
        )}
        {trouble === 'tooOld' && (
          <TextLink isAlone href={addressOf('status', { showType: 'upgrade' })}>
            {text('credit.pick.update')}
          </TextLink>
        )}
        <PersonFields person={person} form={form} />
      </Stack>
      {pick && isPicking && (
        <ContactPickSheet pick={pick} onPicked={applyPicked} onClose={() => setPicking(false)} />
      )}
    </Card>
  );
}

function PersonFields({ person, form }: Pick<CardProps, 'person' | 'form'>) {
  const text = useText();
  return (
    <>
      <FormField
        of={form}
        name={fieldOf('name', person)}
        as={TextField}
        label={text('credit.contact.name')}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
      />
      <FormField
        of={form}
        name={fieldOf('phone', person)}
        as={PhoneField}
        label={text('credit.contact.phone')}
        autoComplete="off"
        isBig={false}
      />
      <ChoiceField
        of={form}
        name={fieldOf('relationship', person)}
        label={text('credit.contact.relationship')}
        values={relationships}
        labelOf={(value) => text(`credit.relationship.${value}`)}
      />
    </>
  );
}

type RowProps = { person: Person; values: ContactValues; isWhole: boolean; onOpen(): void };

/** A collapsed contact: the person, or a placeholder. */
export function ContactRow({ person, values, isWhole, onOpen }: RowProps) {
  const text = useText();
  const phone = parsePhilippineMobile(values[fieldOf('phone', person)]);
  const relationship = values[fieldOf('relationship', person)] as Relationship | '';
  if (!isWhole || !phone || !relationship) {
    const detail = person === 2 ? text('credit.contact.family') : undefined;
    return (
      <List>
        <Row
          title={values[fieldOf('name', person)] || text(`credit.contact.person${person}`)}
          detail={detail}
          onClick={onOpen}
        />
      </List>
    );
  }
  return (
    <List>
      <Row
        icon="check"
        title={values[fieldOf('name', person)]}
        detail={`${text(`credit.relationship.${relationship}`)} · ${unbreakable(formatMobile(phone))}`}
        onClick={onOpen}
        action={<Icon name="edit" size="s" />}
      />
    </List>
  );
}

type Many = Extract<Picked, { kind: 'picked' }>;
type Props = {
  pick: PickContact;
  onPicked(picked: Picked): void;
  onClose(): void;
  isDrawnOnly?: boolean;
  startMany?: Many;
};

/**
 * Shown before the phone book opens: what we receive and why. If the contact has several numbers,
 * the borrower then chooses one of them.
 */
export function ContactPickSheet({ pick, onPicked, onClose, isDrawnOnly, startMany }: Props) {
  const text = useText();
  const [isBusy, setBusy] = useState(false);
  const [many, setMany] = useState<Many | null>(startMany ?? null);
  const open = async () => {
    setBusy(true);
    const picked = await pick();
    setBusy(false);
    if (picked.kind === 'picked' && picked.phones.length > 1) setMany(picked);
    else onPicked(picked);
  };
  const shared: Pick<SheetPanelProps, 'closeLabel' | 'onClose'> = {
    closeLabel: text('shell.close'),
    onClose,
  };
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  if (many) {
    return (
      <Frame {...shared} title={text('credit.pick.which', { name: many.name })}>
        <List aria-label={text('credit.contact.phone')}>
          {many.phones.map((phone) => (
            <Row
              key={phone}
              isLow
              title={unbreakable(formatMobile(phone))}
              onClick={() => onPicked({ ...many, phones: [phone] })}
            />
          ))}
        </List>
      </Frame>
    );
  }
  const foot = (
    <Button isBusy={isBusy} icon="contacts" onClick={() => void open()}>
      {text('credit.pick.open')}
    </Button>
  );
  return (
    <Frame {...shared} title={text('credit.pick.title')} foot={foot}>
      <Text>{text('credit.pick.notice')}</Text>
    </Frame>
  );
}
