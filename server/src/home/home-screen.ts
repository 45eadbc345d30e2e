// A borrower's home screen in English, for staff who explain it on the telephone.
import type { DataOf } from '@sandali/contract/call.ts';
import type { RefusalName } from '@sandali/contract/codes.ts';
import type { userMulti } from '@sandali/contract/home.ts';
import type { AppContext } from '#/context/app-context.ts';
import { type BorrowerCtx, pinned } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { snapshotOf } from '#/db/snapshot.ts';
import type { Moment } from '#/platform/days.ts';
import { sayRefusal } from '#/texts/say.ts';
import { multiOf, multiParams, multiParts } from './multi.ts';

type HomeScreen = {
  home: DataOf<typeof userMulti>;
  /** Why the borrower cannot borrow now, in the app's words; null if they can. */
  whyNotBorrow: { name: RefusalName; message: string } | null;
  ctx: BorrowerCtx;
};

/**
 * Returns what the borrower's home screen shows now, and the context of an English reader for other
 * calls of the same borrower.
 */
export async function homeScreenOf(
  app: AppContext,
  read: Read,
  borrowerId: string,
  { now, wall }: Moment,
): Promise<HomeScreen> {
  const ctx: BorrowerCtx = {
    ...(await pinned(app)),
    who: { borrowerId, tokenHash: Buffer.alloc(0), provenAt: null },
    deviceId: '',
    locale: 'en',
    terminal: 'web',
    attribution: null,
    userAgent: '',
    requestId: '',
    address: null,
    now,
    wall,
  };
  const facts = await snapshotOf(multiParts).read(read, { ...multiParams(ctx), borrowerId });
  const home = await multiOf(ctx, facts);
  return { home, whyNotBorrow: home.whyNotBorrow ?? whyNoLine(ctx, home), ctx };
}

/** Without a line, the borrower's requests for a loan are refused with this text. */
function whyNoLine(
  { locale, settings }: BorrowerCtx,
  { line }: DataOf<typeof userMulti>,
): HomeScreen['whyNotBorrow'] {
  if (line) return null;
  const name = 'creditNotApproved';
  return { name, message: sayRefusal(locale, name, {}, settings.copyWritingMap[locale]) };
}
