// The ways back into an account, which show photos before any login: the icons of the screens behind it come with them.
import '#/ui/moreIcons.ts';
import { useEffect } from 'react';
import { clearPictures } from '#/screens/credit/takenPictures.ts';
import { LostPhone } from './LostPhone.tsx';
import { StopRecovery } from './StopRecovery.tsx';

/** /forgetPassword for whoever has lost phone and number, and for whoever keeps an account that somebody else asks for. */
export function Recovery({ wished }: { wished: string }) {
  useEffect(() => clearPictures, []);
  return wished.startsWith('stop') ? <StopRecovery wished={wished} /> : <LostPhone wished={wished} />;
}
