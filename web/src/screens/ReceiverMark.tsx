import { Mark } from '#/ui/Mark.tsx';

/**
 * Colours of banks and wallets, by mark. Each is close to the brand's own colour and dark enough
 * for white letters (contrast 4.5 to 1).
 */
export const receiverColours: Readonly<Record<string, string>> = {
  GC: '#0b57b7',
  MY: '#1d6b35',
  GP: '#00693b',
  SP: '#b0371a',
  CO: '#1d4ed8',
  BDO: '#0a3d91',
  BPI: '#8f1d2c',
  MB: '#16498f',
  LBP: '#1f6b2e',
  PNB: '#123a7d',
  UBP: '#9c4300',
  CBC: '#a11d21',
  SBC: '#0f5c8c',
  RCBC: '#1b4f9c',
  EW: '#5b2a86',
  AUB: '#7a1f3d',
  BOC: '#a3271f',
  CIMB: '#8c0f14',
  DBP: '#14407a',
  GT: '#086b70',
  MYB: '#14522a',
  MAY: '#7a5200',
  PBC: '#003f87',
  PSB: '#1d5a8c',
  RSB: '#2c5e1a',
  SEA: '#b3400e',
  SBA: '#5a3a14',
  TNK: '#4a1d8f',
  UNO: '#3a3a3a',
  PVB: '#6b1f1f',
};

/**
 * The tile of a bank or wallet: its letters on its colour, or on the sky colour if its own is
 * unknown. A tile never shows a logo.
 */
export function ReceiverMark({ mark }: { mark: string }) {
  return <Mark letters={mark} colour={receiverColours[mark]} />;
}
