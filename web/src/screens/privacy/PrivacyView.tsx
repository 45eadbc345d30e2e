import type { ConsentKind, ExportFormat } from '@sandali/contract/privacy.ts';
import type { ReactNode } from 'react';
import { currentLocale, useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { Button } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { SkeletonCard, SkeletonRows } from '#/ui/Skeleton.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { AccessLog } from './AccessLog.tsx';
import { Consents } from './Consents.tsx';
import { type Data, type Group, periodText } from './privacyTexts.ts';
import { type Open, Requests } from './Requests.tsx';

export type PrivacyViewProps = {
  data: Data;
  /** Contact details of the Data Protection Officer; '' if unknown. */
  dpoContact: string;
  /** The format of the export in progress. */
  taking: ExportFormat | null;
  isWithdrawing: boolean;
  onOpen(open: Open): void;
  onTake(format: ExportFormat): void;
  onWithdraw(kind: ConsentKind): void;
};

export function PrivacyView(props: PrivacyViewProps) {
  const text = useText();
  const { data, dpoContact, isWithdrawing, onOpen, onWithdraw } = props;
  const isRequested = data.requests.some(
    ({ kind, outcome }) => kind === 'withdrawal' && outcome === null,
  );
  return (
    <Page gap={5}>
      <Note>{text('data.intro')}</Note>
      <Section title={text('data.held.title')}>
        <List>
          {data.groups.map((group) => (
            <GroupRow
              key={group.name}
              group={group}
              onOpen={() => onOpen({ kind: 'group', group })}
            />
          ))}
        </List>
      </Section>
      <Section title={text('data.looks.title')}>
        <AccessLog looks={data.looks} />
      </Section>
      <Section title={text('data.consents.title')}>
        <Consents
          consents={data.consents}
          isBusy={isWithdrawing}
          onWithdraw={onWithdraw}
          onAsk={isRequested ? null : () => onOpen({ kind: 'request', of: 'withdrawal' })}
        />
      </Section>
      <ExportSection {...props} />
      <Section title={text('data.requests.title')}>
        <Requests data={data} onOpen={onOpen} />
      </Section>
      <Section title={text('data.credit.title')}>
        <Text size="s">{text('data.credit.notice')}</Text>
        <List>
          <Row
            isLow
            icon="call"
            title={text('data.credit.dispute')}
            href={`${paths.complaints}?kind=creditReport`}
          />
        </List>
      </Section>
      <Section title={text('data.dpo.title')}>
        <List>
          {dpoContact && (
            <Row icon="shield" title={text('data.dpo.contact', { contact: dpoContact })} />
          )}
          <Row
            isLow
            icon="document"
            title={text('title.privacyPolicy')}
            href={paths.privacyPolicy}
          />
        </List>
      </Section>
    </Page>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={2}>
      <Heading level={2}>{title}</Heading>
      {children}
    </Stack>
  );
}

const icons = {
  account: 'my',
  personal: 'id',
  contacts: 'contacts',
  work: 'wallet',
  identity: 'shield',
  drafts: 'edit',
  pictures: 'camera',
  payoutAccounts: 'bank',
  loans: 'orders',
  messages: 'chat',
  devices: 'lock',
  feedback: 'edit',
  complaints: 'call',
} as const;

function GroupRow({ group, onOpen }: { group: Group; onOpen(): void }) {
  const text = useText();
  const { name, count, shown } = group;
  const title = text(`data.group.${name}.title`);
  if (count === 0)
    return (
      <Row icon={icons[name]} title={title} detail={text('data.held.none')} onClick={onOpen} />
    );
  const detail =
    shown.length === 1
      ? shown[0]
      : `${text('data.held.count', { count })} · ${periodText(group, currentLocale(), text)}`;
  return <Row icon={icons[name]} title={title} detail={detail} onClick={onOpen} />;
}

function ExportSection({ taking, onTake }: PrivacyViewProps) {
  const text = useText();
  const button = (format: ExportFormat, words: string) => (
    <Button
      look="soft"
      icon="document"
      isBusy={taking === format}
      onClick={() => {
        if (taking === null) onTake(format);
      }}
    >
      {taking === format ? text('data.take.busy') : words}
    </Button>
  );
  return (
    <Section title={text('data.take.title')}>
      <Card>
        <Stack gap={3}>
          <Text size="s">{text('data.take.why')}</Text>
          {button('pdf', text('data.take.pdf'))}
          {button('json', text('data.take.json'))}
        </Stack>
      </Card>
    </Section>
  );
}

export function PrivacyLoading() {
  const text = useText();
  return (
    <Page gap={5}>
      <SkeletonCard lines={2} label={text('data.loading')} />
      <SkeletonRows count={6} label={text('data.loading')} isApart={false} />
    </Page>
  );
}
