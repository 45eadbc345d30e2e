import { type AccountStatementLine, partsOfLine } from '@sandali/contract/accountStatement.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { formatDay, listed } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { each } from '#/ui/each.ts';
import { List, Row } from '#/ui/List.tsx';
import { Text } from '#/ui/Text.tsx';

/** The entries in the statement: day, loans, parts, and the balance after each entry. */
export function AccountStatementLines({ lines }: { lines: readonly AccountStatementLine[] }) {
  return (
    <List as="ol">
      {each(lines, (line) => (
        <LineRow line={line} />
      ))}
    </List>
  );
}

function LineRow({ line }: { line: AccountStatementLine }) {
  const text = useText();
  const locale = currentLocale();
  const { kind, on, countsOn, references, changeCentavos, balanceCentavos } = line;
  const sign = changeCentavos > 0 ? '+' : '';
  const when = [
    formatDay(on, locale),
    ...(countsOn === on
      ? []
      : [text('statement.countsFrom', { day: formatDay(countsOn, locale) })]),
    ...references,
  ];
  const parts = partsOfLine(line).map(({ part, amountCentavos }) =>
    text(`statement.part.${part}`, { amount: formatPesos(amountCentavos) }),
  );
  return (
    <Row
      title={text(`statement.kind.${kind}`)}
      detail={
        <>
          {when.join(' · ')}
          <br />
          {listed(parts, locale)}
        </>
      }
      end={
        <>
          <Text as="span" tone="ink">
            {`${sign}${formatPesos(changeCentavos)}`}
          </Text>
          <Text as="span" size="xs">
            {text('statement.after', { amount: formatPesos(balanceCentavos) })}
          </Text>
        </>
      }
    />
  );
}
