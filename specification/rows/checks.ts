// What is checked (§5), from the login to the account that receives a loan.
import { breakWebText, edit } from '../breaks.ts';
import { differs, type Row, row, test } from '../row.ts';

const screens = 'web/src/screens';
const byServer = 'server/src/http/spec-rules.test.ts';
const loginNeeds = 'a login needs its phone, password or SMS code, and the agreement';
const account = 'contract/src/account.ts';

const loginForm = `${screens}/account/loginForm.ts`;
const login = (from: string, to: string) =>
  test(
    `${screens}/account/loginForm.test.ts`,
    'what is missing is named field by field, in the order of the page',
    edit(loginForm, from, to),
  );

const stepForms = `${screens}/credit/stepForms.ts`;
const stepTest = `${screens}/credit/stepForms.test.ts`;
/** The form fills a field in by itself. */
const personal = (key: string, value: string) =>
  test(
    stepTest,
    'an empty form misses everything but what is optional or usual',
    edit(stepForms, '  facebookLink: v.', `  ${key}: v.fallback(zPersonal.entries.${key}, '${value}' as never),\n  facebookLink: v.`),
  );

const idFields = '  ...zIdentity.entries,\n';
const id = (from: string, to: string, file = stepForms) => test(stepTest, 'what is open in the form of an ID', edit(file, from, to));
const idByServer = (name: string, key: string, purpose: string) =>
  test(
    'server/src/http/spec-fields.test.ts',
    'the ID goes by its type and number, with a photo of its front and one of the person who holds it',
    edit(
      'server/src/credit/application/submit.ts',
      `const ${name} = await isOwnPicture(tx, { pictureId: ${key}, borrowerId, purpose: '${purpose}' });`,
      `const ${name} = ${key} !== null;`,
    ),
  );

const contactForm = `${screens}/credit/contacts.ts`;
const contactTest = `${screens}/credit/contacts.test.ts`;

const accountForms = `${screens}/payout-accounts/accountForms.ts`;
const bank = (from: string, to: string) =>
  test(
    `${screens}/payout-accounts/accountForms.test.ts`,
    'what is missing in a bank form is said field by field',
    edit(accountForms, from, to),
  );
const wallet = (from: string, to: string) =>
  test(`${screens}/payout-accounts/accountForms.test.ts`, 'a wallet form, full and empty', edit(accountForms, from, to));
const addCard = 'server/src/payout-accounts/add-account.ts';
const card = (from: string, to: string) =>
  test('server/src/payout-accounts/payout-accounts.test.ts', 'each refusal of a bank account', edit(addCard, from, to));
const cardMissing = test(
  'server/src/loan/apply/may-borrow.test.ts',
  'a missing bank card, a spent budget, a pause and an overdue bill are said before anything is read or ticked',
  edit(
    'server/src/loan/rules/why-not-borrow.ts',
    "if (facts.isBankCardRequired && !facts.hasBankCard) return 'bankCardMissing';",
    "if (facts.isBankCardRequired && facts.hasBankCard) return 'bankCardMissing';",
  ),
);

const signingIn: readonly Row[] = [
  row(
    '§5',
    'login: phone, password and SMS code are required',
    login('if (!phone) errors.phone = phoneFault(typed);', ''),
    login("if (by === 'password' && !field('password'))", "if (by === 'password' && field('password') === 'x')"),
    login('!/^\\d{6}$/.test(', '!/^\\d+$/.test('),
    test(
      byServer,
      loginNeeds,
      edit(account, 'code: zSmsCode,\n      agreementVersion', "code: v.optional(zSmsCode, '000000'),\n      agreementVersion"),
    ),
  ),
  row(
    '§5',
    'login: the privacy agreement must be checked',
    login("if (!form.has('agree'))", "if (form.get('agree') === 'no')"),
    test(
      byServer,
      loginNeeds,
      edit(
        account,
        'password: zPassword,\n      agreementVersion: zAgreementVersion,',
        "password: zPassword,\n      agreementVersion: v.optional(zAgreementVersion, 'none'),",
      ),
    ),
  ),
  row(
    '§5',
    'register: password and confirm password must match',
    test(
      `${screens}/account/registerForm.test.ts`,
      'a new password has 8 to 128 characters of any kind, twice the same',
      edit(`${screens}/account/registerForm.ts`, "if (typed('confirm') !== password)", "if (typed('confirm') === '')"),
    ),
  ),
];

const applying: readonly Row[] = [
  row(
    '§5',
    'personal: names, birth date, address, province, city and district are required',
    personal('firstName', 'Ligaya'),
    personal('lastName', 'Dela Cruz'),
    personal('bornOn', '1990-01-01'),
    personal('address', '1 Rizal'),
    personal('provinceCode', '1400100000'),
    personal('cityCode', '1400101000'),
    personal('barangayCode', '1400101001'),
  ),
  row(
    '§5',
    'ID: type and number are required',
    id(idFields, `${idFields}idType: v.fallback(zIdentity.entries.idType, 'umid'), `),
    id('v.transform(normalizeIdNumber)', "v.transform((typed) => normalizeIdNumber(typed) || 'A1234567')"),
  ),
  row(
    '§5',
    'ID number: letters and digits only, no hyphens',
    differs(
      '0068-where-the-product-differs-from-the-specification.md',
      'hyphens and spaces are dropped, as people copy the number from the card',
    ),
    id('v.regex(/^[A-Z0-9]{5,25}$/)', 'v.regex(/^[A-Z0-9/]{5,25}$/)', 'contract/src/id.ts'),
  ),
  row(
    '§5',
    'ID: upload the front photo and the hand-held photo',
    id(idFields, `${idFields}frontPictureId: v.string(), `),
    id(idFields, `${idFields}selfiePictureId: v.string(), `),
    idByServer('hasFront', 'frontPictureId', 'idFront'),
    idByServer('hasSelfie', 'selfiePictureId', 'selfie'),
    test(
      'e2e/tests/camera.spec.ts',
      'refused, then by files; then by the camera: judged, sent over a broken and a slow line, stopped, and never asked for twice',
    ),
  ),
  row(
    '§5',
    'contact: select a relationship',
    test(
      contactTest,
      'nobody yet',
      edit(
        contactForm,
        '  ...typedContact.entries,',
        "  ...typedContact.entries,\n  relationship: v.fallback(typedContact.entries.relationship, 'friend'),",
      ),
    ),
  ),
  row(
    '§5',
    'contact: select a valid co-worker or emergency contact',
    test(
      contactTest,
      'a number that stands twice, one’s own, a broken one, and nobody of the family',
      edit(contactForm, "if (phones[person] === ownPhone) point(fieldOf('phone', person), 'own');\n        else if", 'if'),
    ),
    test(
      'server/src/credit/credit.test.ts',
      'contacts are three others, one of them family',
      edit('server/src/credit/rules.ts', "if (contacts.some((contact) => contact.phone === ownPhone)) return 'contactIsOwnNumber';", ''),
    ),
  ),
  row(
    '§5',
    'contact: enter the phone',
    test(contactTest, 'nobody yet', edit(contactForm, 'readMobile(dataset.value)', "readMobile(dataset.value || '09185550100')")),
  ),
  row(
    '§5',
    'contact: if picking fails, type the number in',
    test('web/src/gallery/contents.test.tsx', '%s', breakWebText('credit.pick.none')),
    test(
      'e2e/tests/native.spec.ts',
      'what the phone refuses is said, and the number can be typed',
      edit(
        'web/src/screens/credit/ContactCard.tsx',
        '<PersonFields person={person} form={form} />',
        '{!trouble && <PersonFields person={person} form={form} />}',
      ),
    ),
  ),
];

const receiving: readonly Row[] = [
  row(
    '§5',
    'bank: the name, the bank and the account number are required',
    bank('ownerName: zOwner', 'ownerName: v.string()'),
    bank("required('payoutAccounts.bankMissing')", 'v.string()'),
    bank('withMessage(zAccountNumber, numberFault)', 'v.string()'),
  ),
  row(
    '§5',
    'bank: the account owner name must match the borrower',
    card("if (!isSameName(input.ownerName, name)) refuse(bankcardAdd, 'ownerNameDiffers');", ''),
  ),
  row(
    '§5',
    'bank: an SMS code is required when adding',
    differs('0068-where-the-product-differs-from-the-specification.md', 'a passkey serves as well, and the password when smsSwitch is off'),
    bank("v.check(() => !isCode || challengeId !== null, messageId('account.codeFirst')),", ''),
    card("if (!(await checkCode(ctx, tx, 'bankAccount', proof)))", "if (!(await checkCode(ctx, tx, 'bankAccount', proof)) && !proof.code)"),
  ),
  row(
    '§5',
    'bank: a non-GoJek-type bank card must be bound to receive the loan',
    differs(
      '0063-what-the-operator-and-the-phone-decide.md',
      'where the setting requireBankCard is on; as delivered a wallet or a counter serves as well',
    ),
    cardMissing,
  ),
  row(
    '§5',
    'bank: only non-e-wallet bank cards are accepted for disbursal',
    test(
      'server/src/data/banks.test.ts',
      'no e-wallet stands among the banks',
      edit(
        'server/src/data/banks.ts',
        "  bank('rcbc', 'RCBC', 'RCBC'),",
        "  bank('rcbc', 'RCBC', 'RCBC'),\n  bank('gcash', 'GC', 'GCash'),",
      ),
    ),
  ),
  row(
    '§5',
    'bank: a bank card must be bound before borrowing',
    differs(
      '0063-what-the-operator-and-the-phone-decide.md',
      'where the setting requireBankCard is on; as delivered a wallet or a counter serves as well',
    ),
    cardMissing,
  ),
  row(
    '§5',
    'wallet: the wallet, account name and phone number are required',
    wallet("required('payoutAccounts.walletMissing')", 'v.string()'),
    wallet('accountName: zOwner', 'accountName: v.string()'),
    wallet('mobileField(phoneFault)', 'v.string()'),
  ),
];

export const checks: readonly Row[] = [...signingIn, ...applying, ...receiving];
