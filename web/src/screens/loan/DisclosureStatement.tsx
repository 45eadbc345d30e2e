import type { LoanText } from '@sandali/contract/loanText.ts';
import { memo } from 'react';
import { withoutBreaks } from '#/client/unbreakable.ts';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Paper } from '#/ui/Paper.tsx';
import { Text } from '#/ui/Text.tsx';

type Props = { papers: Pick<LoanText, 'locale' | 'statement'> };

/**
 * The disclosure statement required by RA 3765, verbatim from the server, so that borrowers see
 * exactly what they sign. Memoised to avoid another rendering when a checkbox below is ticked.
 */
export const DisclosureStatement = memo(function DisclosureStatement({
  papers: { locale, statement },
}: Props) {
  const groups = statement.groups.map((group) =>
    group.map((line) => ({
      ...line,
      label: withoutBreaks(line.label),
      value: withoutBreaks(line.value),
    })),
  );
  const smallPrint = (
    <Stack>
      {statement.notes.map((words) => (
        <p key={words}>{withoutBreaks(words)}</p>
      ))}
    </Stack>
  );
  return (
    <div lang={locale}>
      <Paper title={statement.title} aside="RA 3765" smallPrint={smallPrint}>
        <Stack gap={2}>
          <Text size="s">{statement.advice}</Text>
          <KeyValues look="paper" groups={groups} />
        </Stack>
      </Paper>
    </div>
  );
});
