import { billStatement, billStatementFile } from '@sandali/contract/statement.ts';
import { useState } from 'react';
import { useAsk } from '#/kit/query.ts';
import { saveFile } from '#/kit/saveFile.ts';
import { useText } from '#/kit/text.ts';
import { toast } from '#/kit/toast.ts';
import { useWrite } from '#/kit/write.ts';
import { Query } from '#/shell/Query.tsx';
import { daysOf, recent } from './periods.ts';
import { StatementLoading, StatementView } from './StatementView.tsx';

/** /statement: what the books say between the borrower and us, for a period, on the screen and as PDF. */
export default function Statement() {
  const text = useText();
  const [chosen, setChosen] = useState({ period: recent, days: {} as ReturnType<typeof daysOf> });
  // The usual period tells how far back there is something to choose, also while another one loads.
  const usual = useAsk(billStatement, {});
  const read = useAsk(billStatement, chosen.days);
  const file = useWrite(billStatementFile, {
    key: chosen.period,
    onDone: async (made) => {
      const isTaken = await saveFile(made);
      toast(text(isTaken ? 'statement.saved' : 'statement.notTaken'), { tone: isTaken ? 'plain' : 'bad' });
    },
  });
  return (
    <Query read={usual} waiting={<StatementLoading />}>
      {(known) => (
        <StatementView
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
