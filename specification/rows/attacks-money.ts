// Attacks on loans, coupons, payouts and papers.
import { breakConstant, type Edit, edit } from '../breaks.ts';
import { type Row, row, test } from '../row.ts';

const http = (name: string, title: string, ...breaks: Edit[]) => test(`server/src/http/${name}.test.ts`, title, ...breaks);

export const attacksOnMoney: readonly Row[] = [
  row(
    'A',
    'A-15 forged hooks',
    http(
      'attacks',
      'a forged hook is turned away and kept nowhere',
      breakConstant('limitBytes', '640 * 1024', 'server/src/gateway/webhooks.ts'),
    ),
    test(
      'server/src/gateway/webhooks.test.ts',
      'a hook %s is turned away and kept nowhere',
      edit(
        'server/src/adapters/bank/ask.ts',
        "sameHash(sha256(headers.get('x-callback-token') ?? ''), sha256(token))",
        "(headers.get('x-callback-token') ?? '').startsWith(token)",
      ),
    ),
  ),
  row(
    'A',
    'A-16 borrowing past the line by many at once',
    test(
      'server/src/loan/loan.test.ts',
      'twelve different quotes at once never pass the line',
      edit(
        'server/src/loan/apply/apply.ts',
        '      holdCreditStatement(db, borrowerId, facts.principalCentavos),',
        '      ...(holdCreditStatement ? [] : []),',
      ),
    ),
  ),
  row(
    'A',
    'A-17 one coupon twice',
    test(
      'server/src/coupon/coupon.test.ts',
      'eight signatures at once on two loans’ worth of line take the coupon once',
      edit(
        'server/src/loan/apply/apply.ts',
        'voucherId === null ? [] : [reserveCouponStatement(',
        'voucherId !== null ? [] : [reserveCouponStatement(',
      ),
    ),
    test(
      'server/src/coupon/coupon.test.ts',
      'the database refuses what must never be',
      edit(
        'server/src/db/migrations/06-loan.sql',
        'if exists (select 1 from coupon_redemptions u where u.coupon_id = old.id and u.released_at is null) then',
        'if false then',
      ),
    ),
  ),
  row(
    'A',
    'A-18 amounts that are none',
    http(
      'amounts',
      'an amount or a term that is none is wrong input, wherever one is asked for',
      edit('contract/src/money.ts', 'v.pipe(v.number(), v.safeInteger(), v.minValue(1),', 'v.pipe(v.number(), v.finite(), v.minValue(1),'),
    ),
    http('attacks', 'a value of the wrong kind in any field is refused by a code, and never breaks a call'),
  ),
  row(
    'A',
    'A-19 another price than the quoted one',
    test(
      'server/src/loan/loan.test.ts',
      'a quote is its borrower’s own, is used once, and ends after ten minutes',
      breakConstant('quoteMinutes', '11', 'server/src/loan/rules/code-end.ts'),
    ),
  ),
  row(
    'A',
    'A-20 fields that nobody asked for',
    http(
      'attacks',
      'no call takes a field it does not know, at any depth',
      edit('contract/src/credit.ts', 'export const typedContact = v.strictObject(', 'export const typedContact = v.object('),
    ),
  ),
  row(
    'A',
    'A-43 steps in the wrong order',
    http(
      'order',
      'with nothing filled in: no later step is open, and nobody has a line, a loan or a bill',
      edit(
        'server/src/credit/application/save.ts',
        "if (!isStepOpen(completedSteps(row), 'work'))",
        "if (!isStepOpen(completedSteps(row), 'personal'))",
      ),
    ),
    http('order', 'once approved: what was sent is closed, and nothing is signed, repaid or extended that was not borrowed'),
    http(
      'order',
      'signed, and the money has not arrived: there is no bill to pay, to extend or to see',
      edit('server/src/loan/apply/apply.ts', 'isUsed: row.loan_id !== null,', 'isUsed: false,'),
    ),
    http(
      'order',
      'repaid: nothing of it is paid or extended once more, nor returned after its days; and somebody else’s loan is nobody’s',
      edit('server/src/repayment/extension/extension.ts', "if (row.settled_as) refuse(renewCal, 'repaymentClosed');", ''),
    ),
  ),
  row(
    'A',
    'A-44 another name on the account',
    test(
      'server/src/payout-accounts/rules.test.ts',
      '%s is somebody else',
      edit('server/src/payout-accounts/rules.ts', 'if (!takeOut(left, word)) return false;', 'takeOut(left, word);'),
    ),
    test(
      'server/src/payout-accounts/rules.test.ts',
      'order, case and accents never matter; a word too few or too many always does',
      edit(
        'server/src/payout-accounts/rules.ts',
        'return left.every((word) => takeOut(welcome, word) || takeOut(initials, word));',
        'return true;',
      ),
    ),
    test('server/src/payout-accounts/payout-accounts.test.ts', 'each refusal of a bank account'),
    test('server/src/payout-accounts/payout-accounts.test.ts', 'each refusal of a wallet'),
  ),
  row(
    'A',
    'A-47 a hostile gateway',
    test(
      'server/src/adapters/bank/sandbox.test.ts',
      'a report about something else is not believed',
      edit('server/src/adapters/bank/sandbox.ts', 'if (report && report.reference === reference)', 'if (report)'),
    ),
    test(
      'server/src/adapters/bank/sandbox.test.ts',
      'a gateway answering %s leaves it unknown',
      edit('server/src/adapters/bank/ask.ts', 'const text = await textWithin(response, maxBytes);', 'const text = await response.text();'),
    ),
    test('server/src/adapters/bank/contract.testing.ts', 'a gateway that %s leaves everything unknown'),
    test(
      'server/src/adapters/bank/xendit.test.ts',
      'two payouts under one reference, and one that is about something else, are for people',
      edit(
        'server/src/adapters/bank/xendit-payouts.ts',
        "if (payout.reference_id !== reference || payout.currency !== 'PHP')",
        'if (payout.reference_id !== reference)',
      ),
    ),
    test(
      'server/src/adapters/bank/xendit.test.ts',
      'money in another currency is reported as it came, and an odd amount of centavos is not believed',
      edit('server/src/adapters/bank/xendit-amounts.ts', "=== pesos, 'a part of a centavo'", "<= pesos + 1, 'a part of a centavo'"),
    ),
  ),
  row(
    'A',
    'A-51 an altered or forged paper',
    test(
      'server/src/documents/papers.test.ts',
      'a code that was altered is none of ours: by a digit, another kind, another day, another signature or another key',
      edit('contract/src/paperCode.ts', 'signedWords = ({ kind, on, hash }:', 'signedWords = ({ kind, on, kind: hash }:'),
    ),
    test(
      'server/src/documents/papers.test.ts',
      'what is no whole code is refused, and what is too long is wrong input',
      breakConstant('mostCodeCharacters', '2000', 'contract/src/paperCode.ts'),
    ),
    test(
      'server/src/platform/pdf/certified.test.ts',
      'nothing but one code fits where it stands, and the same code elsewhere is of another file',
      edit('contract/src/paperCode.ts', '.fill(0, start, end)', '.filter((_, at) => at < start || at >= end)'),
    ),
    test(
      'web/src/screens/documents/checkPaper.test.ts',
      'a file that was changed, has no code, two, or is too large gives none, so that nobody is asked',
      edit('web/src/screens/documents/checkPaper.ts', 'digits === found.code.hash', 'digits.length === found.code.hash.length'),
    ),
    test(
      'e2e/tests/verify.spec.ts',
      'a receipt is taken along, and a stranger sees that it is genuine, and what is not',
      edit(
        'server/src/context/paper-codes.ts',
        "app.sealer.isSigned(purpose, signedWords(code), Buffer.from(code.signature, 'hex'))",
        'code.signature.length > 0',
      ),
    ),
  ),
];
