import { expect, test } from 'vitest';
import { crc16, luhn, mod11, qrPayload, repaymentCode, withdrawalCode } from './numbers.ts';

/** Returns a source of digits that draws 1, 2, 3 … in turn. */
function counting(): (count: number) => string {
  let last = 0;
  return (count) => Array.from({ length: count }, () => String(++last % 10)).join('');
}

test('check digits match published examples', () => {
  expect(luhn('7992739871')).toBe('3'); // Wikipedia, "Luhn algorithm"
  expect(mod11('030640615')).toBe('2'); // an ISBN-10, 0-306-40615-2
  expect(mod11('080442957')).toBeNull(); // an ISBN-10 whose check is X, 0-8044-2957-X
  expect(crc16('123456789')).toBe('29B1'); // the check value of CRC-16/CCITT-FALSE
});

test('every repayment code has a valid check digit', () => {
  const digits = counting();
  for (const channel of [
    'sevenEleven',
    'cliqqLifelong',
    'bankTransfer',
    'offlineTransfer',
  ] as const) {
    const code = repaymentCode(channel, digits);
    expect(code).toMatch(/^\d{12}$|^\d{16}$/);
    expect(luhn(code.slice(0, -1))).toBe(code.at(-1));
  }
  const pawnshop = repaymentCode('pawnshop', digits);
  expect(pawnshop).toMatch(/^PW\d{11}$/);
  expect(mod11(pawnshop.slice(2, -1))).toBe(pawnshop.at(-1));
  const remittance = repaymentCode('remittance', digits);
  expect(mod11(remittance.slice(0, -1))).toBe(remittance.at(-1));
  expect(repaymentCode('gcash', digits)).toMatch(/^GC\d{14}$/);
});

test('only pickups have a withdrawal code', () => {
  const digits = counting();
  expect(withdrawalCode('bankCard', digits)).toBeNull();
  expect(withdrawalCode('wallet', digits)).toBeNull();
  expect(withdrawalCode('cardless', digits)).toMatch(/^\d{12}$/);
  expect(withdrawalCode('pawnshop', digits)).toMatch(/^\d{18}$/);
  expect(withdrawalCode('cashPickup', digits)).toMatch(/^\d{13}$/);
});

test('a number that has no check digit is redrawn, at most 200 times', () => {
  const drawn = ['080442957', '030640615'];
  expect(withdrawalCode('remittance', () => drawn.shift() ?? '')).toBe('0306406152');
  expect(() => withdrawalCode('remittance', () => '080442957')).toThrow('200 draws');
});

test('a QR code’s text consists of tag-length-value fields with a valid checksum', () => {
  const payload = qrPayload('QR12345678901230', 6_096_005);
  const fields = new Map<string, string>();
  for (let at = 0; at < payload.length; ) {
    const length = Number(payload.slice(at + 2, at + 4));
    fields.set(payload.slice(at, at + 2), payload.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  expect(Object.fromEntries(fields)).toMatchObject({
    '00': '01',
    '01': '12',
    '53': '608',
    '54': '60960.05',
    '58': 'PH',
  });
  expect(fields.get('63')).toBe(crc16(payload.slice(0, -4)));
  expect(qrPayload('QR1', 5)).toContain('54040.05');
  expect(qrPayload('QR1', null)).toContain('010211');
});
