import { billStatement, billStatementFile } from '@sandali/contract/accountStatement.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { Fragment, useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { saveFile } from '#/client/saveFile.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { Query, type QueryState } from '#/shell/Query.tsx';
import { Button } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { type KeyValue, KeyValues } from '#/ui/KeyValues.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { SelectField } from '#/ui/SelectField.tsx';
import { SkeletonCard, SkeletonRows } from '#/ui/Skeleton.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { AccountStatementLines } from './AccountStatementLines.tsx';
import { daysOf, monthName, monthsBack, recent } from './periods.ts';

/** /statement: the borrower's statement of account for a period, on the screen and as a PDF. */
export default function AccountStatement() {
  const text = useText();
  const [chosen, setChosen] = useState({ period: recent, days: {} as ReturnType<typeof daysOf> });
  // The response for the default period contains the first selectable day. The screen also needs
  // that day while other periods load.
  const usual = useServerQuery(billStatement, {});
  const read = useServerQuery(billStatement, chosen.days);
  const file = useWrite(billStatementFile, {
    key: chosen.period,
    isSentOnce: true,
    onDone: async (statementFile) => {
      const isTaken = await saveFile(statementFile);
      toast(text(isTaken ? 'statement.saved' : 'statement.notTaken'), {
        tone: isTaken ? 'plain' : 'bad',
      });
    },
  });
  return (
    <Query read={usual} skeleton={<AccountStatementLoading />}>
      {(known) => (
        <AccountStatementView
          known={known}
          period={chosen.period}
          onPeriod={(period) => setChosen({ period, days: daysOf(period, known.today) })}
          statement={read}
          isSaving={file.isBusy}
          onSave={() => void file.send(chosen.days)}
        />
      )}
    </Query>
  );
}

export type AccountStatementData = DataOf<typeof billStatement>;

export type AccountStatementViewProps = {
  /** The response for the default period, which provides today and the day of the first entry. */
  known: Pick<AccountStatementData, 'today' | 'firstOn'>;
  period: string;
  onPeriod(period: string): void;
  statement: QueryState<AccountStatementData>;
  isSaving: boolean;
  onSave(): void;
};

/** The statement of account: a period, the balance before and after it, and each entry in it. */
export function AccountStatementView({
  known,
  period,
  onPeriod,
  statement,
  isSaving,
  onSave,
}: AccountStatementViewProps) {
  const text = useText();
  if (known.firstOn === null) {
    return (
      <Page>
        <Empty picture="nothing" title={text('statement.emptyTitle')}>
          {text('statement.emptyWords')}
        </Empty>
      </Page>
    );
  }
  const months = monthsBack(known.firstOn, known.today).map((month) => ({
    value: month,
    label: monthName(month, currentLocale()),
  }));
  return (
    <>
      <Page>
        <SelectField
          label={text('statement.period')}
          name="period"
          placeholder={text('statement.choose')}
          value={period}
          onChange={onPeriod}
          options={[{ value: recent, label: text('statement.recent') }, ...months]}
        />
        <Query read={statement} skeleton={<Bones />} frame={Fragment}>
          {(shown) => <Account statement={shown} />}
        </Query>
      </Page>
      {statement.data && (
        <Footer>
          <Dock>
            <Button look="soft" icon="document" isBusy={isSaving} onClick={onSave}>
              {text(isSaving ? 'statement.saving' : 'statement.save')}
            </Button>
          </Dock>
        </Footer>
      )}
    </>
  );
}

function Account({ statement }: { statement: AccountStatementData }) {
  const text = useText();
  return (
    <>
      <Card as="section">
        <Stack gap={3}>
          <Heading level={2} size="m">
            {text('statement.sum')}
          </Heading>
          <Sums statement={statement} />
        </Stack>
      </Card>
      <Stack>
        <Heading level={2} size="s">
          {text('statement.entries')}
        </Heading>
        {statement.lines.length === 0 ? (
          <Text size="s">{text('statement.none')}</Text>
        ) : (
          <AccountStatementLines lines={statement.lines} />
        )}
      </Stack>
    </>
  );
}

function Sums({
  statement: {
    fromOn,
    toOn,
    openingCentavos,
    closingCentavos,
    pending,
    owedCentavos,
    writtenOffCentavos,
    keptCentavos,
  },
}: {
  statement: AccountStatementData;
}) {
  const text = useText();
  const day = (on: AccountStatementData['today']) => formatDay(on, currentLocale(), { year: true });
  const books: KeyValue[] = [
    { label: text('statement.opening', { day: day(fromOn) }), value: formatPesos(openingCentavos) },
    {
      label: text('statement.closing', { day: day(toOn) }),
      value: formatPesos(closingCentavos),
      isStrong: owedCentavos === null,
    },
  ];
  const open: KeyValue[] = [
    ...(pending && pending.interestCentavos > 0
      ? [{ label: text('statement.pendingInterest'), value: formatPesos(pending.interestCentavos) }]
      : []),
    ...(pending && pending.lateCentavos > 0
      ? [{ label: text('statement.pendingLate'), value: formatPesos(pending.lateCentavos) }]
      : []),
    ...(owedCentavos === null
      ? []
      : [{ label: text('statement.owed'), value: formatPesos(owedCentavos), isStrong: true }]),
    ...(writtenOffCentavos
      ? [
          {
            label: text('statement.writtenOff'),
            value: formatPesos(writtenOffCentavos),
            isStrong: true,
          },
        ]
      : []),
    ...(keptCentavos > 0
      ? [{ label: text('statement.kept'), value: formatPesos(keptCentavos) }]
      : []),
  ];
  return <KeyValues groups={open.length > 0 ? [books, open] : [books]} />;
}

function Bones() {
  const text = useText();
  return (
    <>
      <SkeletonCard lines={3} label={text('statement.loading')} />
      <SkeletonRows isApart={false} label={text('statement.loading')} />
    </>
  );
}

export function AccountStatementLoading() {
  return (
    <Page>
      <Bones />
    </Page>
  );
}
