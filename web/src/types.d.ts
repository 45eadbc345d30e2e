declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}

interface ImportMetaEnv {
  /** The public root key as SPKI DER in base64url, which the build inserts. */
  readonly ROOT_PUBLIC_KEY: string;
}
