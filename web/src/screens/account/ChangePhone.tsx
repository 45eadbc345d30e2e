import type { DataOf } from '@sandali/contract/call.ts';
import { type changePhone, changePhoneQuery } from '@sandali/contract/phoneChange.ts';
import { useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { useText } from '#/i18n/text.ts';
import { Query } from '#/shell/Query.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';
import { ChangedPhone, ChangePhoneLater } from './ChangedPhone.tsx';
import { ChangePhoneSteps } from './ChangePhoneSteps.tsx';

/**
 * Changes the phone number (spec §2), with codes sent to both numbers, or with the ID number if the
 * old phone is lost. Possible once every 14 days.
 */
export default function ChangePhone() {
  const text = useText();
  const begin = useServerQuery(changePhoneQuery, {});
  const [done, setDone] = useState<DataOf<typeof changePhone> | null>(null);
  if (done) return <ChangedPhone done={done} />;
  return (
    <Query
      read={begin}
      skeleton={<ChangePhoneLoading />}
      safe={text('account.newPhone.failedSafe')}
    >
      {(data) =>
        data.possibleOn ? (
          <ChangePhoneLater possibleOn={data.possibleOn} phoneMasked={data.phoneMasked} />
        ) : (
          <ChangePhoneSteps begin={data} onDone={setDone} onLater={() => void begin.refresh()} />
        )
      }
    </Query>
  );
}

/** Shown while the app checks whether the number can be changed now. */
export function ChangePhoneLoading() {
  const text = useText();
  return (
    <Page>
      <SkeletonRows count={2} label={text('account.newPhone.loading')} />
    </Page>
  );
}
