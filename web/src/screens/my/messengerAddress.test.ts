import { expect, test } from 'vitest';
import { messengerAddress } from './ServiceSheet.tsx';

test('the Messenger address uses the account name or else the page, and is null without either', () => {
  const fbUrl = 'https://www.facebook.com/sandali.example';
  expect(messengerAddress({ fbAccount: 'sandali.example', fbUrl })).toBe(
    'https://m.me/sandali.example',
  );
  expect(messengerAddress({ fbAccount: 'Sandali Page!', fbUrl })).toBe(fbUrl);
  expect(messengerAddress({ fbAccount: '', fbUrl: '' })).toBeNull();
});
