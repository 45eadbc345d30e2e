import type { ReactNode } from 'react';
import { Barcode, QrCode } from './Barcode.tsx';
import { groupDigits } from './grouping.ts';
import { Paper } from './Paper.tsx';
import css from './PayCode.module.css';

export type PayCodeProps = {
  /** The code to scan or type; drawn in groups of four. */
  code: string;
  /** What the QR code says; usual: the code. */
  qrText?: string;
  /**
   * `both` for a kiosk; `qr` large and alone for a wallet; `digits` for a number that nobody scans.
   */
  show?: 'both' | 'qr' | 'digits';
  /** "Pay exactly". */
  amountLabel: ReactNode;
  /** The sum. */
  amount: ReactNode;
  /** What the two drawings are, and the code as it should be read out. */
  barcodeLabel: string;
  qrLabel: string;
  codeLabel: string;
  /** Until when it holds, what it will be afterwards. */
  children?: ReactNode;
};

/**
 * A payment code on white paper in both themes: sum, QR, barcode, digits large enough to read to a
 * cashier.
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
