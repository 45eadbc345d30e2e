import { userMulti } from '@sandali/contract/home.ts';
import { quotaAddApply } from '@sandali/contract/limit.ts';
import { useServerQuery } from '#/client/query.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { Query } from '#/shell/Query.tsx';
import { LimitLoading, NoLine } from './LimitStates.tsx';
import { LimitView } from './LimitView.tsx';
import { sumOf } from './sumOf.ts';

/** Your limit (spec §1, quota increase): what it is, what was earned, and what can be asked for. */
export default function Limit() {
  const text = useText();
  const home = useServerQuery(userMulti, {});
  const write = useWrite(quotaAddApply, {
    onDone: ({ state, limitCentavos }) =>
      toast(state === 'granted' ? text('limit.taken', { limit: sumOf(limitCentavos) }) : text('limit.asked')),
  });
  return (
    <Query read={home} skeleton={<LimitLoading />}>
      {({ line, quota, today }) =>
        line && quota ? (
          <LimitView
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
