// The native shell around the web view. It gives its configuration by one synchronous call that answers JSON (spec §1).
import * as v from 'valibot';

declare global {
  interface Window {
    SandaliShell?: { getConfig(): string };
  }
}

const limitBytes = 16 * 1024;
const word = v.pipe(v.string(), v.maxLength(120));
const zShellConfig = v.object({
  appVersion: v.optional(word),
  subChannel: v.optional(word),
  advertisingId: v.optional(word),
  appsflyerId: v.optional(word),
});
export type ShellConfig = v.InferOutput<typeof zShellConfig>;

/** Reads what a shell answers; too long, no JSON or of the wrong shape counts as the empty configuration. */
export function readShellConfig(answer: unknown): ShellConfig {
  if (typeof answer !== 'string' || answer.length > limitBytes) return {};
  try {
    const parsed = v.safeParse(zShellConfig, JSON.parse(answer));
    return parsed.success ? parsed.output : {};
  } catch {
    return {};
  }
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

export function isInShell(): boolean {
  return typeof window !== 'undefined' && typeof window.SandaliShell?.getConfig === 'function';
}

export function terminalType(): 'web' | 'native' {
  return isInShell() ? 'native' : 'web';
}
