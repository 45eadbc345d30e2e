// /complaint/list: my complaints with their states and answers.
import type { DataOf } from '@sandali/contract/call.ts';
import type { complaintList } from '@sandali/contract/cases.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { complaintsOf } from './store.ts';
import { complaintShown } from './view.ts';

const listLength = 50;

export async function listComplaints({ app, who }: BorrowerCtx, read: Read): Promise<DataOf<typeof complaintList>> {
  const rows = await complaintsOf(read, who.borrowerId, listLength);
  return { complaints: rows.map((row) => complaintShown(app.sealer, row)) };
}
