// The native shell around the web view. One synchronous call returns its configuration (spec §1),
// which is validated here; docs/integrators/native-shell.md is the contract for shell developers.
import * as v from 'valibot';

declare global {
  interface Window {
    SandaliShell?: {
      getConfig(): string;
      /** Accepts one request as JSON text. Older shells have only `getConfig`. */
      postMessage?(request: string): void;
      /** The page sets this function; the shell calls it with the JSON text of each response. */
      onmessage?: ((event: { data: unknown }) => void) | null;
    };
  }
}

const mostBytes = 16 * 1024;
/** Printable ASCII only, because these values are sent in headers. */
const word = v.pipe(v.string(), v.regex(/^[\x20-\x7e]{0,120}$/));
const feature = v.optional(v.boolean());
const zShellConfig = v.object({
  appVersion: v.optional(word),
  platform: v.optional(word),
  subChannel: v.optional(word),
  /**
   * Whether the borrower consented to advertising in the shell. Without consent, both ids are
   * dropped.
   */
  advertisingConsent: v.optional(v.boolean()),
  advertisingId: v.optional(word),
  appsflyerId: v.optional(word),
  /** The features that this shell supports. A missing feature requires an update of the shell. */
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
 * Parses the configuration that the shell returned. Returns an empty configuration if it exceeds 16
 * KiB, is invalid JSON or has the wrong shape.
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

/** Returns the shell's configuration, which is read only once. It is empty outside a shell. */
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
