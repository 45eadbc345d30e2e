// The native shell around the web view. It returns its configuration by one synchronous call that
// answers JSON (spec §1); what it does for a screen is in bridgeCalls.ts, the contract for its
// developers in docs/integrators/native-shell.md. Everything that it returns is validated.
import * as v from 'valibot';

declare global {
  interface Window {
    SandaliShell?: {
      getConfig(): string;
      /**
       * Takes the JSON text of one request. A shell that only has a configuration is without it.
       */
      postMessage?(request: string): void;
      /** Set by us: the shell gives it the JSON text of each answer. */
      onmessage?: ((event: { data: unknown }) => void) | null;
    };
  }
}

const mostBytes = 16 * 1024;
/** These go into headers, which take no other letters. */
const word = v.pipe(v.string(), v.regex(/^[\x20-\x7e]{0,120}$/));
const feature = v.optional(v.boolean());
const zShellConfig = v.object({
  appVersion: v.optional(word),
  platform: v.optional(word),
  subChannel: v.optional(word),
  /** The borrower has agreed in the shell; without it the two ids are dropped here. */
  advertisingConsent: v.optional(v.boolean()),
  advertisingId: v.optional(word),
  appsflyerId: v.optional(word),
  /** What this version of the shell can do. What is not named is a matter of an update. */
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
 * Reads what a shell answers; more than 16 KiB, no JSON or of the wrong shape counts as the empty
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

/** The shell's configuration; outside a shell it is empty. Asked once. */
export function shellConfig(): ShellConfig {
  if (config) return config;
  try {
    config = isInShell() ? readShellConfig(window.SandaliShell?.getConfig()) : {};
  } catch {
    config = {};
  }
  return config;
}

/** Whether the shell around us says that it can do this, and can be asked. */
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
