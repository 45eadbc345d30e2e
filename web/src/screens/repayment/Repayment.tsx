import { useSearch } from '#/kit/location.ts';
import { useText } from '#/kit/text.ts';
import { GoneScreen } from './CannotShow.tsx';
import { Choose } from './Choose.tsx';
import { Code } from './Code.tsx';

/** /repayment?loanId=… chooses how to pay; with &repaymentId=… it shows the code and what becomes of it. */
export default function Repayment() {
  const text = useText();
  const search = useSearch();
  const loanId = search.get('loanId');
  const repaymentId = search.get('repaymentId');
  if (repaymentId) return <Code key={repaymentId} repaymentId={repaymentId} />;
  if (loanId) return <Choose key={loanId} loanId={loanId} />;
  return <GoneScreen title={text('repayment.missing.title')}>{text('repayment.missing.words')}</GoneScreen>;
}
