import { beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '#/client/session.ts';
import { initialForm, saveDraft } from '#/screens/credit/drafts.ts';
import { initialIdentity } from '#/screens/credit/stepForms.ts';
import { keepIdNumber } from './keepIdNumber.ts';

// Stored drafts need a browser, so this stub only simulates the loading time.
const store = vi.hoisted(() => ({ draft: Promise.resolve() }));
vi.mock('#/screens/credit/drafts.ts', async (original) => ({
  ...(await original<typeof import('#/screens/credit/drafts.ts')>()),
  getDraftStore: () => ({ loadDraft: () => store.draft }),
}));

const none = { identity: null, drafts: [] };
const start = initialIdentity(null);
const typed = () => initialForm('identity', start).values;
const [first, second] = ['9999123456789012', '9999123456780000'];

function anotherSession(): void {
  endSession('loggedOut');
  beginSession({ token: 'token', userGid: 'gid' });
}
beforeEach(() => {
  beginSession({ token: 'token', userGid: 'gid' });
  anotherSession();
});

test('keepIdNumber replaces a scanned ID number with the next card’s number', async () => {
  expect(await keepIdNumber(none, first, '')).toBe(true);
  expect(typed()).toMatchObject({ idType: 'philsys', idNumber: first });
  expect(await keepIdNumber(none, first, first)).toBe(true);
  expect(await keepIdNumber(none, second, first)).toBe(true);
  expect(typed()).toMatchObject({ idType: 'philsys', idNumber: second });
  // A card without a number must not leave the previous person's number behind.
  expect(await keepIdNumber(none, '', second)).toBe(false);
  expect(typed()).toMatchObject({ idNumber: '' });
});

test.each([
  { idType: 'driversLicence', idNumber: 'N0112345678', idExpiresOn: '2030-05-17' },
  { idType: 'driversLicence' },
  { idType: 'philsys', idNumber: '1111222233334444' },
])('scanning a National ID keeps typed values of an ID: %o', async (answers) => {
  saveDraft('identity', start, { ...start, ...answers }, 'idNumber');
  expect(await keepIdNumber(none, first, '')).toBe(false);
  expect(typed()).toEqual({ ...start, ...answers });
});

test('a scanned ID number is not stored after another user has logged in', async () => {
  const loading = Promise.withResolvers<void>();
  store.draft = loading.promise;
  const keeping = keepIdNumber(none, first, '');
  anotherSession();
  loading.resolve();
  expect(await keeping).toBe(false);
  expect(typed()).toEqual(start);
});
