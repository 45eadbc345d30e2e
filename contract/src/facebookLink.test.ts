import * as v from 'valibot';
import { expect, test } from 'vitest';
import { zFacebookLink } from './facebookLink.ts';

test.each([
  ['facebook.com/ligaya', 'https://facebook.com/ligaya'],
  ['Facebook.com/ligaya', 'https://facebook.com/ligaya'],
  ['HTTPS://WWW.FACEBOOK.COM/Ligaya.Cruz', 'https://www.facebook.com/Ligaya.Cruz'],
  [' m.facebook.com/ligaya ', 'https://m.facebook.com/ligaya'],
  ['http://www.facebook.com/ligaya', 'https://www.facebook.com/ligaya'],
  ['fb.com/ligaya', 'https://facebook.com/ligaya'],
  ['www.fb.com/ligaya', 'https://www.facebook.com/ligaya'],
  ['\u202afacebook.com/\u200bligaya\u202c', 'https://facebook.com/ligaya'],
  ['facebook.com/liga\u0000ya', 'https://facebook.com/ligaya'],
  ['facebook.com/ligaya?__tn__=-UC*F#about', 'https://facebook.com/ligaya?__tn__=-UC*F#about'],
  ['facebook.com/profile.php?id=100', 'https://facebook.com/profile.php?id=100'],
])('normalises the Facebook link %j to %s', (typed, link) => {
  expect(v.parse(zFacebookLink, typed)).toBe(link);
});

test.each([
  'ligaya',
  'facebook.com',
  'facebook.com.evil.ph/x',
  'https://evil.ph/facebook.com',
  'javascript:facebook.com/x',
])('refuses the Facebook link %j', (typed) => {
  expect(v.safeParse(zFacebookLink, typed).success).toBe(false);
});
