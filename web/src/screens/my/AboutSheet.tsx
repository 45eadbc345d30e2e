import type { Config } from '@sandali/contract/settings.ts';
import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { Text } from '#/ui/Text.tsx';
import { WordMark } from '#/ui/WordMark.tsx';

type LenderFacts = Pick<
  Config,
  'companyName' | 'companyRegNumber' | 'companyAuthNumber' | 'companyAddress' | 'telephone'
>;

type Props = { facts: LenderFacts | null; version: string; onClose(): void };

/** About us: the app, the lender with its registration, the version, and the agreements. */
export function AboutSheet(props: Props) {
  const text = useText();
  return (
    <Sheet title={text('my.about')} closeLabel={text('shell.close')} onClose={props.onClose}>
      <Words {...props} />
    </Sheet>
  );
}

/** The sheet without its dialog (for stories). */
export function AboutPanel(props: Props) {
  const text = useText();
  return (
    <SheetPanel title={text('my.about')} closeLabel={text('shell.close')} onClose={props.onClose}>
      <Words {...props} />
    </SheetPanel>
  );
}

function Words({ facts, version }: Props) {
  const text = useText();
  const lines = [
    { label: text('my.about.lender'), value: facts?.companyName },
    { label: text('my.about.registration'), value: facts?.companyRegNumber },
    { label: text('my.about.authority'), value: facts?.companyAuthNumber },
    { label: text('my.about.address'), value: facts?.companyAddress },
    { label: text('my.about.telephone'), value: facts?.telephone },
    { label: text('my.version'), value: version },
  ].filter((line) => line.value);
  return (
    <Stack gap={3}>
      <WordMark />
      <Text>{text('my.about.what')}</Text>
      <KeyValues groups={[lines]} />
      <List>
        <Row
          isLow
          icon="document"
          title={text('title.serviceAgreement')}
          href={paths.serviceAgreement}
        />
        <Row isLow icon="shield" title={text('title.privacyPolicy')} href={paths.privacyPolicy} />
      </List>
    </Stack>
  );
}
