import { formatMobile } from '@sandali/contract/phone.ts';
import { useState } from 'react';
import { unbreakable } from '#/client/unbreakable.ts';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Sheet, SheetPanel, type SheetPanelProps } from '#/ui/Sheet.tsx';
import { Text } from '#/ui/Text.tsx';
import type { PickContact, Picked } from './contactPicker.ts';

type Many = Extract<Picked, { kind: 'picked' }>;
type Props = { pick: PickContact; onPicked(picked: Picked): void; onClose(): void; isDrawnOnly?: boolean; startMany?: Many };

/** Said just before the phone book opens: what we get, what we do with it. A person with more than one number is asked about afterwards. */
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
  const shared: Pick<SheetPanelProps, 'closeLabel' | 'onClose'> = { closeLabel: text('shell.close'), onClose };
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  if (many) {
    return (
      <Frame {...shared} title={text('credit.pick.which', { name: many.name })}>
        <List aria-label={text('credit.contact.phone')}>
          {many.phones.map((phone) => (
            <Row key={phone} isLow title={unbreakable(formatMobile(phone))} onClick={() => onPicked({ ...many, phones: [phone] })} />
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
