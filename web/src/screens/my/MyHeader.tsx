import type { userInfo } from '@sandali/contract/account.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import type { userMulti } from '@sandali/contract/home.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { useText } from '#/i18n/text.ts';
import { Meter } from '#/ui/Meter.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { SkyBar } from '#/ui/SkyBar.tsx';
import { Heading, Text } from '#/ui/Text.tsx';

export type MyLine = NonNullable<DataOf<typeof userMulti>['line']>;

/** The header of /my: the name, the masked number, and the credit line as a bar if there is one. */
export function MyHeader({ info, line }: { info: DataOf<typeof userInfo>; line: MyLine | null }) {
  const text = useText();
  const title = info.name ?? text('my.noName');
  return (
    <Sky isPadded>
      <Heading level={1} size="2xl">
        {title}
      </Heading>
      <Text size="s">{info.phoneMasked}</Text>
      {line && <LineBar line={line} />}
    </Sky>
  );
}

function LineBar({ line }: { line: MyLine }) {
  const text = useText();
  const available = formatPesos(line.borrowableCentavos, { drop00: true });
  const limit = formatPesos(line.limitCentavos, { drop00: true });
  const lineText = text('my.line.all', { available, limit });
  return (
    <SkyBar
      bar={
        <Meter
          tone="lit"
          value={line.borrowableCentavos}
          max={line.limitCentavos}
          label={text('my.line')}
          valueText={lineText}
        />
      }
      start={
        <>
          <b>{available}</b> {text('my.line.toBorrow')}
        </>
      }
      end={text('my.line.of', { limit })}
    />
  );
}
