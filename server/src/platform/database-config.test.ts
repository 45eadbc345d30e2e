import { expect, test } from 'vitest';
import { CannotStart } from './cannot-start.ts';
import { live, root } from './config.testing.ts';
import { readConfig } from './config.ts';
import { readMigration } from './database-config.ts';

test.each([
  [
    { DATABASE_URL: 'localhost', DATABASE_OWNER_URL: 'postgres://owner@h/d' },
    /^DATABASE_URL must be an address like postgres:.*, and it is not\.$/,
  ],
  [
    { DATABASE_URL: 'postgres://app@h/d', DATABASE_OWNER_URL: 'http://o@h/d' },
    /^DATABASE_OWNER_URL must be an address like postgres:/,
  ],
  [{ DATABASE_URL: 'postgres://app@h/d' }, /both DATABASE_URL .* and DATABASE_OWNER_URL/],
  [
    { DATABASE_URL: 'postgres://app@h/d', DATABASE_OWNER_URL: 'postgres://app@h/d' },
    /two different roles/,
  ],
  [{ ...live, ROLE: 'worker' }, /^ROLE=worker must not hold the owner’s credentials/],
  [{ DATABASE_POOLER: 'session' }, /^DATABASE_POOLER must be one of none, transaction/],
  [{ DATABASE_POOLER: 'transaction' }, /describe DATABASE_URL, which is not set/],
  [
    {
      ...live,
      ROLE: 'api',
      DATABASE_URL: '',
      DATABASE_OWNER_URL: '',
      DATABASE_DIRECT_URL: live.DATABASE_URL,
    },
    /describe DATABASE_URL, which is not set/,
  ],
  [
    { ...live, DATABASE_POOLER: 'transaction' },
    /^DATABASE_POOLER=transaction needs DATABASE_DIRECT_URL/,
  ],
  [
    { ...live, DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: live.DATABASE_URL },
    /^DATABASE_DIRECT_URL is the same address as DATABASE_URL, the address of a transaction pooler/,
  ],
  [
    { ...live, DATABASE_DIRECT_URL: 'postgres://other@h/d' },
    /^DATABASE_DIRECT_URL must name the same role/,
  ],
  [{ ...live, DATABASE_READ_URL: 'postgres://other@h/d' }, /^DATABASE_READ_URL must name the same/],
  [{ ...live, DATABASE_READ_URL: 'postgres://app@h/other' }, /role and database as DATABASE_URL/],
  [{ DATABASE_READ_URL: 'postgres://app@h/d' }, /describe DATABASE_URL, which is not set/],
  [{ DATABASE_CONNECTIONS: '1' }, /^DATABASE_CONNECTIONS must be a whole number from 2 to 500/],
])('the server does not start with %j and explains why in a sentence', (env, sentence) => {
  expect(() => readConfig(env, root)).toThrow(CannotStart);
  expect(() => readConfig(env, root)).toThrow(sentence);
});

test('npm run migrate needs both roles and reads no other variable', () => {
  expect(() => readMigration({ DATABASE_URL: live.DATABASE_URL })).toThrow(
    /^npm run migrate needs DATABASE_OWNER_URL/,
  );
  const { DATABASE_URL, DATABASE_OWNER_URL } = live;
  expect(() => readMigration({ DATABASE_URL, DATABASE_OWNER_URL: DATABASE_URL })).toThrow(
    /two different roles/,
  );
  expect(readMigration({ DATABASE_URL, DATABASE_OWNER_URL, SANDBOX: 'yes' })).toEqual({
    ownerUrl: DATABASE_OWNER_URL,
    servingUser: 'app',
  });
});
