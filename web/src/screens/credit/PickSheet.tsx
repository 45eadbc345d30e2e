import { formatMobile } from '@sandali/contract/phone.ts';
import { useState } from 'react';
import { useText } from '#/kit/text.ts';
import { Button } from '#/ui/Button.tsx';
import { RadioRows } from '#/ui/List.tsx';
import { Sheet, SheetPanel, type SheetPanelProps } from '#/ui/Sheet.tsx';
import { Text } from '#/ui/Text.tsx';
import type { PickContact, Picked } from './contactPicker.ts';

type Props = { pick: PickContact; onPicked(picked: Picked): void; onClose(): void; isDrawnOnly?: boolean };

/** Said just before the phone book opens: what we get, what we do with it. A person with more than one number is asked about afterwards. */
export function PickSheet({ pick, onPicked, onClose, isDrawnOnly }: Props) {
  const text = useText();
  const [isBusy, setBusy] = useState(false);
  const [many, setMany] = useState<Extract<Picked, { kind: 'picked' }> | null>(null);
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
        <RadioRows
          label={text('credit.contact.phone')}
          value=""
          onChange={(phone) => onPicked({ ...many, phones: many.phones.filter((one) => one === phone) })}
          options={many.phones.map((phone) => ({ value: phone as string, title: formatMobile(phone) }))}
        />
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
