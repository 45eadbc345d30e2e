// Functions that accounts need from slices above them; server/src/ports.ts connects them.
import type { AppContext } from '#/context/app-context.ts';
import type { Read } from '#/db/database.ts';

type AccountPorts = {
  /** The ID number that a borrower sent with their newest application, or null. */
  idNumberOf(app: AppContext, read: Read, borrowerId: string): Promise<string | null>;
  /** A picture from the borrower's newest submitted application, or null. */
  knownPicture(
    app: AppContext,
    read: Read,
    borrowerId: string,
    purpose: 'idFront' | 'selfie',
  ): Promise<Buffer | null>;
};

declare module '#/context/app-context.ts' {
  interface Ports {
    account: AccountPorts;
  }
}
