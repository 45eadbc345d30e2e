declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}

interface ImportMetaEnv {
  /** The root key's public part, SPKI DER in base64url, put in by the build. */
  readonly ROOT_PUBLIC_KEY: string;
}
