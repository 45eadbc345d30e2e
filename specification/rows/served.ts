// The fields of the configuration that the server serves, and of the advice dialog (§3).
import { type Edit, edit } from '../breaks.ts';
import { type Row, row, test } from '../row.ts';

const file = 'server/src/http/spec-fields.test.ts';
const fieldsOf = (title: string) => (one: Edit) => test(file, title, one);
const feedback = 'server/src/cases/feedback/feedback.ts';

const ofConfig = fieldsOf('the configuration of the server holds what staff has set, under its own names');
export const configuration: readonly Row[] = [
  'telephone',
  'fbUrl',
  'fbAccount',
  'smsSwitch',
  'companyName',
  'companyRegNumber',
  'companyAuthNumber',
  'downloadUrl',
  'announcement',
  'loanApplyAnnouncement',
  'repaymentAnnouncement',
  'copyWritingMap',
].map((key) =>
  row(
    '§3',
    `config: ${key}`,
    ofConfig(
      edit(
        'server/src/context/settings.ts',
        'shown: async () => v.parse(zConfig, await all()),',
        `shown: async () => ({ ...v.parse(zConfig, await all()), ${key}: undefined }) as never,`,
      ),
    ),
  ),
);

const ofAdvice = fieldsOf('advice goes by type and describe, and returns the wanted amount, the wanted term and the comment');
export const advice: readonly Row[] = [
  row(
    '§3',
    'advice: type 1 quota too low, 2 term too short, 3 interest too high, 6 others',
    ofAdvice(edit('contract/src/home.ts', 'v.strictObject({ type: v.literal(3)', 'v.strictObject({ type: v.literal(5)')),
    test(
      'server/src/cases/feedback/feedback.test.ts',
      'each type carries what belongs to it, and a comment is stored sealed',
      edit('contract/src/home.ts', 'v.strictObject({ type: v.literal(6)', 'v.strictObject({ type: v.literal(4)'),
    ),
  ),
  row('§3', 'advice: userGid', ofAdvice(edit(feedback, 'if (userGid !== who.borrowerId)', "if (userGid === '' || !who.borrowerId)"))),
  row(
    '§3',
    'advice: describe',
    ofAdvice(edit(feedback, "app.sealer.seal('feedback', id, describe)", "app.sealer.seal('feedback', id, '-')")),
  ),
  row(
    '§3',
    'advice: wanted amount and wanted term',
    ofAdvice(edit(feedback, 'type === 1 ? Number(describe) * 100 : null', 'type === 1 ? Number(describe) * 200 : null')),
    ofAdvice(edit(feedback, 'type === 2 ? Number(describe) : null', 'type === 2 ? Number(describe) + 1 : null')),
  ),
];
