import { expect, test } from 'vitest';
import { inventedLender } from '#/platform/lender.ts';
import { checkSetting } from './setting-rules.ts';
import { defaultSettings, type SettingName } from './settings.ts';

const around = {
  origin: 'https://app.sandali.example',
  isSandbox: true,
  current: defaultSettings,
};
const map = (id: string, text: string, locale = 'en') => ({ [locale]: { [id]: text } });

test('every default setting is allowed', () => {
  for (const [name, value] of Object.entries(defaultSettings))
    expect(checkSetting(name, value, around)).toEqual({ value });
});

const { serviceHours: _, ...invented } = inventedLender;
test.each(Object.entries(invented))('production refuses the invented %s', (name, value) => {
  const result = checkSetting(name, value, { ...around, isSandbox: false });
  expect(result).toEqual({ wrong: `${name}: it is the sandbox’s invented value` });
});

test.each([
  ['fbUrl', 'https://m.me/sandali'],
  ['fbUrl', 'https://web.facebook.com/profile.php?id=1'],
  ['fbUrl', ''],
  ['downloadUrl', 'https://play.google.com/store/apps/details?id=ph.sandali'],
  ['downloadUrl', 'https://app.sandali.example/sandali.apk'],
  ['announcement', 'Bukas po tayo.\nSa Lunes din.'],
  ['companyName', 'Peñaflor Lending, Inc.'],
  ['telephone', '+63 2 5550 0100'],
  ['minVersion', { web: '1.10', native: '2.0.1' }],
  ['copyWritingMap', map('refusal.loginWrong', 'Mali po', 'fil')],
  ['copyWritingMap', map('refusal.deletionLater', 'Mula {from} po', 'fil')],
  ['copyWritingMap', map('refusal.deletionLater', 'Mamaya na po', 'fil')],
  ['copyWritingMap', map('account.login.submit', 'Tuloy po', 'fil')],
  ['copyWritingMap', map('data.held.period', 'Mula {first} hanggang {last}', 'fil')],
  ['reviewMinutesMin', 5],
])('the setting %s may be %j', (name, value) => {
  expect(checkSetting(name, value, around)).toEqual({ value });
});

test.each([
  ['fbUrl', 'https://www.facebook.com.evil.example/x', 'it must lead to facebook.com'],
  ['fbUrl', 'https://evil.example/https://facebook.com', 'it must lead to'],
  ['fbUrl', 'https://me@facebook.com/x', 'it must lead to'],
  ['fbUrl', 'https://facebook.com:8443/x', 'it must lead to'],
  ['fbUrl', 'http://facebook.com/x', 'fbUrl: '],
  ['fbUrl', 'javascript:alert(1)', 'fbUrl: '],
  ['fbUrl', 'https://facebook.com/a\u202eb', 'invisible'],
  ['downloadUrl', 'https://evil.example/app.apk', 'it must lead to play.google.com'],
  ['downloadUrl', 'https://sandali.example/app.apk', 'it must lead to'],
  ['downloadUrl', 'data:text/html,x', 'downloadUrl: '],
  ['downloadUrl', `https://play.google.com/${'x'.repeat(300)}`, 'downloadUrl: '],
  ['companyName', '', 'empty'],
  ['companyName', '\u2800.', 'letter'],
  ['serviceHours', '-', 'letter'],
  ['companyName', 'Sandali\u0007', 'control'],
  ['companyName', 'Sandali\nLending', 'one line'],
  ['companyName', ' Sandali', 'space'],
  ['companyName', 'x'.repeat(121), 'companyName: '],
  ['telephone', 'call us', 'telephone number'],
  ['telephone', '02-', 'telephone number'],
  ['dailyBudgetCentavos', 1e300, 'dailyBudgetCentavos: '],
  ['dailyBudgetCentavos', -1, 'dailyBudgetCentavos: '],
  ['announcement', 'a\u200bb', 'invisible'],
  ['announcement', 'x'.repeat(601), 'announcement: '],
  ['minVersion', { web: 'newest', native: '0' }, 'minVersion: '],
  ['minVersion', { web: '1' }, 'minVersion: '],
  ['reviewMinutesMin', 6, 'reviewMinutesMax'],
  ['reviewMinutesMax', 1, 'reviewMinutesMin'],
  ['copyWritingMap', map('account.login.submit', 'Ok', 'xx'), 'copyWritingMap: '],
  ['copyWritingMap', map('no id', 'Ok'), 'is not the id'],
  ['copyWritingMap', map('account.login.submitt', 'Ok'), 'there is no text account.login.submitt'],
  ['copyWritingMap', map('refusal.toString', 'Ok'), 'there is no text refusal.toString'],
  [
    'copyWritingMap',
    map('sms.passwordChanged', 'Ok {telephone}'),
    'there is no text sms.passwordChanged',
  ],
  ['copyWritingMap', map('data.held.period', 'Since {first}'), 'data.held.period must keep {last}'],
  ['copyWritingMap', map('data.held.period', '{first} {last} {day}'), 'has no value {day}'],
  ['copyWritingMap', map('refusal.loginWrong', 'Wrong, {name}'), 'has no value {name}'],
  [
    'copyWritingMap',
    map('data.held.period', '{first} {last} {first, plural, other {all of it}}'),
    'plain {names}',
  ],
  ['copyWritingMap', map('service.lending.words', 'We may do as we like.'), 'agree to'],
  ['copyWritingMap', map('privacy.summary', 'x'), 'agree to'],
  ['copyWritingMap', map('loan.agreement.cost', 'x'), 'agree to'],
  ['copyWritingMap', map('loan.statement.title', 'x'), 'agree to'],
  ['copyWritingMap', map('account.login.submit', ''), 'empty'],
  ['copyWritingMap', map('account.login.submit', 'x'.repeat(501)), 'copyWritingMap: '],
  ['copyWritingMap', map('account.login.submit', '\x1b[31mred'), 'control'],
])('the setting %s may not be %j', (name, value, wrong) => {
  const result = checkSetting(name as SettingName, value, around);
  expect('wrong' in result && result.wrong).toContain(wrong);
});
