import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readShellConfig } from './bridge.ts';

const whole = {
  appVersion: '1.4.2',
  platform: 'android',
  subChannel: 'shop-7',
  advertisingConsent: true,
  advertisingId: 'a-1',
  appsflyerId: 'f-1',
  features: { pickContact: true, takePicture: false },
};

describe('shell configuration', () => {
  test('the shell’s configuration is parsed, and unknown fields are dropped', () => {
    expect(readShellConfig(JSON.stringify(whole))).toEqual(whole);
    const more = { ...whole, token: 'x', features: { ...whole.features, readAllContacts: true } };
    expect(readShellConfig(JSON.stringify(more))).toEqual(whole);
    expect(readShellConfig('{}')).toEqual({});
    expect(readShellConfig('{"__proto__":{"appVersion":"9"}}').appVersion).toBeUndefined();
  });

  test.each([
    ['no consent', { ...whole, advertisingConsent: false }],
    ['no answer', { ...whole, advertisingConsent: undefined }],
  ])('drops the advertising ids unless the borrower consented: %s', (_, config) => {
    const read = readShellConfig(JSON.stringify(config));
    expect(read.appVersion).toBe('1.4.2');
    expect(read).not.toHaveProperty('advertisingId');
    expect(read).not.toHaveProperty('appsflyerId');
  });

  test.each([
    ['no text', { appVersion: '1.0' }],
    ['nothing', undefined],
    ['no JSON', '{appVersion:1}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number for a version', '{"appVersion":1}'],
    ['a word for consent', '{"advertisingConsent":"yes"}'],
    ['a word for a feature', '{"features":{"pickContact":"yes"}}'],
    ['a line end', '{"subChannel":"a\\nX-Auth-Token: b"}'],
    ['characters outside ASCII', '{"subChannel":"₱"}'],
    ['a word of 121 letters', JSON.stringify({ platform: 'x'.repeat(121) })],
  ])('treats a malformed configuration from the shell as empty: %s', (_, answer) => {
    expect(readShellConfig(answer)).toEqual({});
  });

  test('the shell’s configuration may be at most 16 KiB, counted in bytes', () => {
    const padded = (sign: string, count: number) =>
      JSON.stringify({ appVersion: '1.0', more: sign.repeat(count) });
    const frame = padded('x', 0).length;
    expect(readShellConfig(padded('x', 16_384 - frame))).toEqual({ appVersion: '1.0' });
    expect(readShellConfig(padded('x', 16_385 - frame))).toEqual({});
    expect(readShellConfig(padded('₱', 6_000))).toEqual({});
  });
});

describe('shell configuration in the page', () => {
  const load = async (window: unknown) => {
    if (window) vi.stubGlobal('window', window);
    return await import('./bridge.ts');
  };
  beforeEach(() => vi.resetModules());
  afterEach(() => vi.unstubAllGlobals());

  test('outside the shell, the configuration is empty and the terminal is web', async () => {
    const { shellConfig, terminalType } = await load({});
    expect(shellConfig()).toEqual({});
    expect(terminalType()).toBe('web');
  });

  test('the shell’s configuration is read only once, and the terminal is native', async () => {
    const getConfig = vi.fn(() => '{"appVersion":"1.4.2"}');
    const { shellConfig, terminalType } = await load({ SandaliShell: { getConfig } });
    expect(shellConfig()).toEqual({ appVersion: '1.4.2' });
    expect(shellConfig()).toEqual({ appVersion: '1.4.2' });
    expect(getConfig).toHaveBeenCalledTimes(1);
    expect(terminalType()).toBe('native');
  });

  test('the shell’s configuration is empty if the shell throws', async () => {
    const getConfig = () => {
      throw new Error('the host is broken');
    };
    const { shellConfig } = await load({ SandaliShell: { getConfig } });
    expect(shellConfig()).toEqual({});
  });
});
