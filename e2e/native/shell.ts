// Simulates the native shell: the script that real hosts inject, and a host whose responses are set
// by the test.
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Page } from '@playwright/test';

const script = fs.readFileSync(
  path.join(import.meta.dirname, '../../docs/integrators/native-shell/shell.js'),
  'utf8',
);

type CallName =
  | 'pickContact'
  | 'takePicture'
  | 'addToCalendar'
  | 'shareFile'
  | 'keepBright'
  | 'appVersion';
export type Answer = { result: string; data?: unknown };
type HostCall = { v: number; id: string; call: CallName; input: Record<string, string> };
type Host = { answers: Partial<Record<CallName, Answer>>; calls: HostCall[] };
declare global {
  interface Window {
    imitation: Host;
    SandaliPort?: {
      onmessage: ((event: { data: string }) => void) | null;
      postMessage(text: string): void;
    };
    webkit?: { messageHandlers: { SandaliPort: { postMessage(text: string): void } } };
  }
}

/** The configuration of a shell that has all features. */
export const wholeConfig = JSON.stringify({
  appVersion: '1.4.2',
  platform: 'android',
  subChannel: 'shop-7',
  features: {
    pickContact: true,
    takePicture: true,
    addToCalendar: true,
    shareFile: true,
    keepBright: true,
    appVersion: true,
  },
});

/** Adds the shell to every document that the page loads. `config` may be malformed. */
export async function installShell(
  page: Page,
  config: string = wholeConfig,
  host: 'android' | 'ios' = 'android',
): Promise<void> {
  await page.addInitScript({ content: script.replace('__CONFIG__', () => JSON.stringify(config)) });
  await page.addInitScript((kind) => {
    const imitation: Host = { answers: {}, calls: [] };
    const postMessage = (text: string) => {
      const request = JSON.parse(text) as HostCall;
      imitation.calls.push(request);
      const answer = imitation.answers[request.call];
      if (!answer) return; // simulates a host that never responds
      const event = { data: JSON.stringify({ v: 1, id: request.id, ...answer }) };
      setTimeout(
        () =>
          kind === 'ios'
            ? window.SandaliShell?.onmessage?.(event)
            : window.SandaliPort?.onmessage?.(event),
        20,
      );
    };
    Object.assign(window, { imitation });
    if (kind === 'ios') window.webkit = { messageHandlers: { SandaliPort: { postMessage } } };
    else window.SandaliPort = { onmessage: null, postMessage };
  }, host);
}

/** Sets how the host responds to a call, until the page is reloaded. */
export async function hostAnswers(page: Page, call: CallName, answer: Answer): Promise<void> {
  await page.evaluate(
    ([name, reply]) => Object.assign(window.imitation.answers, { [name]: reply }),
    [call, answer] as const,
  );
}

/** Returns the calls that the page has made to the host, in order. */
export function hostCalls(page: Page): Promise<HostCall[]> {
  return page.evaluate(() => window.imitation.calls);
}
