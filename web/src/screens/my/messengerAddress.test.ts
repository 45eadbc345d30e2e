import { expect, test } from 'vitest';
import { messengerAddress } from './ServiceSheet.tsx';

test('the Messenger address uses the account name, otherwise the page, otherwise null', () => {
  const fbUrl = 'https://www.facebook.com/sandali.example';
  expect(messengerAddress({ fbAccount: 'sandali.example', fbUrl })).toBe(
    'https://m.me/sandali.example',
  );
  expect(messengerAddress({ fbAccount: 'Sandali Page!', fbUrl })).toBe(fbUrl);
  expect(messengerAddress({ fbAccount: '', fbUrl: '' })).toBeNull();
});
