import type { ReactNode } from 'react';
import { Barcode, QrCode } from './Barcode.tsx';
import { groupDigits } from './grouping.ts';
import { Paper } from './Paper.tsx';
import css from './PayCode.module.css';

export type PayCodeProps = {
  /** The code to scan or type, shown in groups of four. */
  code: string;
  /** The content of the QR code; `code` by default. */
  qrText?: string;
  /**
   * `both`: for a kiosk. `qr`: one large QR code, for a wallet. `digits`: for a code that is not
   * scanned.
   */
  show?: 'both' | 'qr' | 'digits';
  /** The amount's label ("Pay exactly"). */
  amountLabel: ReactNode;
  amount: ReactNode;
  /** Accessible names of the barcode and the QR code, and the code as screen readers read it. */
  barcodeLabel: string;
  qrLabel: string;
  codeLabel: string;
  /** How long the code is valid, and what happens after payment. */
  children?: ReactNode;
};

/**
 * A payment code, on white in both themes: amount, QR code, barcode, and digits large enough to
 * read out to a cashier.
 */
export function PayCode(props: PayCodeProps) {
  const {
    code,
    qrText = code,
    show = 'both',
    amountLabel,
    amount,
    barcodeLabel,
    qrLabel,
    codeLabel,
    children,
  } = props;
  const isDigits = /^\d+$/.test(code);
  return (
    <Paper isAlwaysWhite>
      <div className={css.top}>
        <div className={css.sum}>
          <p className={css.label}>{amountLabel}</p>
          {amount}
        </div>
        {show === 'both' && <QrCode text={qrText} label={qrLabel} />}
      </div>
      {show === 'both' && <Barcode text={code} label={barcodeLabel} />}
      {show === 'qr' && <QrCode text={qrText} label={qrLabel} size="l" />}
      <p className={css.code} role="img" aria-label={codeLabel}>
        {isDigits ? groupDigits(code, Array(Math.ceil(code.length / 4)).fill(4)) : code}
      </p>
      {children && <div className={css.words}>{children}</div>}
    </Paper>
  );
}
