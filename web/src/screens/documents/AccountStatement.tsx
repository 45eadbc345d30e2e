import { billStatement, billStatementFile } from '@sandali/contract/statement.ts';
import { useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { saveFile } from '#/client/saveFile.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { Query } from '#/shell/Query.tsx';
import { AccountStatementLoading, AccountStatementView } from './AccountStatementView.tsx';
import { daysOf, recent } from './periods.ts';

/** /statement: what the books say between the borrower and us, for a period, on the screen and as PDF. */
export default function AccountStatement() {
  const text = useText();
  const [chosen, setChosen] = useState({ period: recent, days: {} as ReturnType<typeof daysOf> });
  // The usual period tells how far back there is something to choose, also while another one loads.
  const usual = useServerQuery(billStatement, {});
  const read = useServerQuery(billStatement, chosen.days);
  const file = useWrite(billStatementFile, {
    key: chosen.period,
    onDone: async (made) => {
      const isTaken = await saveFile(made);
      toast(text(isTaken ? 'statement.saved' : 'statement.notTaken'), { tone: isTaken ? 'plain' : 'bad' });
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
