import { expect, test } from 'vitest';
import { callAddress, messengerAddress } from './contactLinks.ts';

test('a telephone number is dialled by its digits', () => {
  expect(callAddress('(02) 5550 0100')).toBe('tel:0255500100');
  expect(callAddress('+63 917 555 0100')).toBe('tel:+639175550100');
});

test('Messenger by the account name, else the page, else nothing', () => {
  const fbUrl = 'https://www.facebook.com/sandali.example';
  expect(messengerAddress({ fbAccount: 'sandali.example', fbUrl })).toBe('https://m.me/sandali.example');
  expect(messengerAddress({ fbAccount: 'Sandali Page!', fbUrl })).toBe(fbUrl);
  expect(messengerAddress({ fbAccount: '', fbUrl: '' })).toBeNull();
});
