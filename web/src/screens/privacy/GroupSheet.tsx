import { currentLocale, useText } from '#/i18n/text.ts';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { type Group, periodText, retentionText } from './privacyTexts.ts';

type Props = { group: Group; onClose(): void; isDrawnOnly?: boolean };

/** One group of data: what it is, since when, what for, on what ground, and how long it is kept. */
export function GroupSheet({ group, onClose, isDrawnOnly }: Props) {
  const text = useText();
  const locale = currentLocale();
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  const what =
    group.shown.length > 0 ? group.shown.map((line) => <div key={line}>{line}</div>) : text('data.held.count', { count: group.count });
  const held =
    group.count === 0
      ? [{ label: text('data.held.what'), value: text('data.held.none') }]
      : [
          { label: text('data.held.what'), value: what },
          { label: text('data.held.when'), value: periodText(group, locale, text) },
        ];
  const why = [
    { label: text('data.held.why'), value: text(`data.group.${group.name}.why`) },
    { label: text('data.held.basis'), value: text(`data.basis.${group.basis}`) },
    { label: text('data.held.keeping'), value: retentionText(group, locale, text) },
  ];
  return (
    <Frame title={text(`data.group.${group.name}.title`)} closeLabel={text('shell.close')} onClose={onClose}>
      <KeyValues look="below" groups={[held, why]} />
    </Frame>
  );
}
