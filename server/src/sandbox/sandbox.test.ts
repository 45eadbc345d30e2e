import { expect, test } from 'vitest';
import { readConfig } from '#/platform/config.ts';
import { openSandbox } from './sandbox.ts';

test('the welcome text shows the business time and the seeded people', () => {
  const people = [{ name: 'Nena Bago', phone: '+639175554101', password: 'pw', story: 'is new' }];
  const words = openSandbox.welcome(
    readConfig({ PORT: '9000' }),
    people as never,
    Temporal.Instant.from('2026-11-20T02:00:00Z'),
  );
  expect(words).toMatch(/^Sandali is open: +http:\/\/localhost:9000$/m);
  expect(words).toMatch(/^Business time now: Friday,? 20 November 2026, 10:00 in Manila$/m);
  expect(words).toMatch(/^ +Nena Bago +0917 555 4101 +pw +is new$/m);
});
