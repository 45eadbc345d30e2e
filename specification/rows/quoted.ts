// Messages that the specification quotes among its validation rules (§5).
import { breakWebText, edit } from '../breaks.ts';
import { type Row, row, test } from '../row.ts';

export const quoted: readonly Row[] = [
  row(
    '§5',
    '"Please check the user Privacy Protection Agreement"',
    test('web/src/gallery/contents.test.tsx', '%s', breakWebText('account.agree.missing')),
    test(
      'web/src/screens/account/registerForm.test.ts',
      'the first step asks for a mobile number and the agreements',
      edit('web/src/screens/account/registerForm.ts', "  if (!form.has('agree')) errors.agree = 'account.agree.missing';\n", ''),
    ),
  ),
  row(
    '§5',
    '"Password doesnt match please try again"',
    test('web/src/gallery/contents.test.tsx', '%s', breakWebText('account.newPassword.differs')),
    test(
      'web/src/screens/account/registerForm.test.ts',
      'a new password has 8 to 128 characters of any kind, twice the same',
      edit('web/src/screens/account/registerForm.ts', "if (typed('confirm') !== password)", "if (typed('confirm') === '')"),
    ),
  ),
  row(
    '§5',
    '"Please agree the Loan Agreement"',
    test(
      'e2e/tests/documents.spec.ts',
      'read, refused without the box, signed, and downloaded with the very words that were read',
      breakWebText('loan.confirm.why.agree'),
    ),
  ),
  row(
    '§5',
    '"Please fill your comments"',
    test(
      'e2e/tests/feedback.spec.ts',
      'from loan back to home: what was wrong with the offer, each answer by its rule, sent once',
      breakWebText('cases.feedback.commentMissing'),
    ),
  ),
];
