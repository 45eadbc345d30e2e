import { userMulti } from '@sandali/contract/home.ts';
import { quotaAddApply } from '@sandali/contract/limit.ts';
import { useAsk } from '#/kit/query.ts';
import { useText } from '#/kit/text.ts';
import { toast } from '#/kit/toast.ts';
import { useWrite } from '#/kit/write.ts';
import { Query } from '#/shell/Query.tsx';
import { NoLine, QuotaLoading } from './QuotaStates.tsx';
import { QuotaView } from './QuotaView.tsx';
import { sumOf } from './sumOf.ts';

/** Your limit (spec §1, quota increase): what it is, what was earned, and what can be asked for. */
export default function Quota() {
  const text = useText();
  const home = useAsk(userMulti, {});
  const write = useWrite(quotaAddApply, {
    onDone: ({ state, limitCentavos }) =>
      toast(state === 'granted' ? text('quota.taken', { limit: sumOf(limitCentavos) }) : text('quota.asked')),
  });
  return (
    <Query read={home} waiting={<QuotaLoading />}>
      {({ line, quota, today }) =>
        line && quota ? (
          <QuotaView
            key={`${line.limitCentavos} ${quota.state}`}
            limitCentavos={line.limitCentavos}
            quota={quota}
            today={today}
            isBusy={write.isBusy}
            onAsk={(wantedCentavos) => void write.send({ wantedCentavos })}
          />
        ) : (
          <NoLine />
        )
      }
    </Query>
  );
}
