// The native shell around the web view. Its configuration comes from one synchronous call (spec §1)
// and is validated here. docs/integrators/native-shell.md is the contract for its developers.
import * as v from 'valibot';

declare global {
  interface Window {
    SandaliShell?: {
      getConfig(): string;
      /** Accepts the JSON text of one request. Older shells have only `getConfig`. */
      postMessage?(request: string): void;
      /** The page sets this; the shell calls it with the JSON text of each response. */
      onmessage?: ((event: { data: unknown }) => void) | null;
    };
  }
}

const mostBytes = 16 * 1024;
/** Values of this type go into headers, so they are printable ASCII. */
const word = v.pipe(v.string(), v.regex(/^[\x20-\x7e]{0,120}$/));
const feature = v.optional(v.boolean());
const zShellConfig = v.object({
  appVersion: v.optional(word),
  platform: v.optional(word),
  subChannel: v.optional(word),
  /** Whether the borrower consented in the shell. Without consent, both ids below are dropped. */
  advertisingConsent: v.optional(v.boolean()),
  advertisingId: v.optional(word),
  appsflyerId: v.optional(word),
  /** The features of this version of the shell. A missing feature requires an update. */
  features: v.optional(
    v.object({
      pickContact: feature,
      takePicture: feature,
      addToCalendar: feature,
      shareFile: feature,
      keepBright: feature,
      appVersion: feature,
    }),
  ),
});
type ShellConfig = v.InferOutput<typeof zShellConfig>;
export type ShellFeature = keyof NonNullable<ShellConfig['features']>;

/**
 * Reads a shell's response. A response over 16 KiB, invalid JSON or a wrong shape yields an empty
 * configuration.
 */
export function readShellConfig(answer: unknown): ShellConfig {
  if (
    typeof answer !== 'string' ||
    answer.length > mostBytes ||
    new TextEncoder().encode(answer).length > mostBytes
  )
    return {};
  try {
    const parsed = v.safeParse(zShellConfig, JSON.parse(answer));
    return parsed.success ? withoutIds(parsed.output) : {};
  } catch {
    return {};
  }
}

function withoutIds(config: ShellConfig): ShellConfig {
  if (config.advertisingConsent === true) return config;
  const { advertisingId: _, appsflyerId: __, ...rest } = config;
  return rest;
}

let config: ShellConfig | undefined;

/** Returns the shell's configuration, read once; empty outside a shell. */
export function shellConfig(): ShellConfig {
  if (config) return config;
  try {
    config = isInShell() ? readShellConfig(window.SandaliShell?.getConfig()) : {};
  } catch {
    config = {};
  }
  return config;
}

/** Whether the shell has this feature and accepts requests. */
export function shellSupports(feature: ShellFeature): boolean {
  return (
    shellConfig().features?.[feature] === true &&
    typeof window.SandaliShell?.postMessage === 'function'
  );
}

export function isInShell(): boolean {
  return typeof window !== 'undefined' && typeof window.SandaliShell?.getConfig === 'function';
}

export function terminalType(): 'web' | 'native' {
  return isInShell() ? 'native' : 'web';
}
