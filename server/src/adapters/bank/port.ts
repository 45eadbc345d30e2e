import type { PayoutChannel, PayoutRail, RepaymentChannel } from '@sandali/contract/channel.ts';
import type { Centavos } from '@sandali/contract/money.ts';

/**
 * The bank port: everything Sandali asks of one payment gateway.
 *
 * A gateway can be asked through it when it (1) takes a reference chosen by us and shows a payout
 * under that reference, (2) says for how long it pays a reference only once, (3) gives a repayment
 * code once per reference, (4) answers an authenticated question about a payment and its reversals,
 * (5) proves its webhooks, (6) has its balance and its settlement report of a day, (7) publishes
 * its limits, and the hosts that its payment links lead to, (8) takes back money that nobody has
 * collected, and never one of which it says afterwards that it was collected, (9) lists which banks
 * and wallets it pays, by what codes, and on which rails.
 *
 * No method throws for trouble on the way. Time-outs, cut connections, answers of the 5xx kind,
 * refused credentials and answers that do not fit their schema are all `unknown`: the gateway may
 * or may not have done it.
 */
export interface Bank {
  /**
   * Names the gateway in our tables, logs and switches: one name is one account at one gateway,
   * permanently.
   */
  readonly name: string;
  /**
   * Identifies the account: derived from the gateway's address and the credentials without
   * revealing them. The same gateway does not know with other credentials what was ordered before.
   */
  readonly account: string;
  /**
   * For how long after its first order the gateway promises to pay a reference once, however often
   * it is sent; 0 where it promises nothing. In ms.
   */
  readonly deduplicatesForMs: number;
  /**
   * The channels that it serves and their amounts; null if it accepts everything.
   * What it does not serve is not offered.
   */
  readonly limits: BankLimits | null;
  /**
   * The rails on which it pays to accounts, and what each takes; null if it reports none, and every
   * payout arrives within minutes.
   */
  readonly rails: RailTerms | null;
  /**
   * Whether it pays to a bank or wallet by this code, exactly as an order would carry it. Where it
   * does not, an account can be saved and not paid.
   */
  canPay(bankCode: string): boolean;
  /**
   * Where its payment links may lead: `https` hosts, each with all below it. A link to another
   * place is not shown to anybody.
   */
  readonly linkHosts: readonly string[];
  /**
   * Orders a payout. Call it outside every database transaction, after the intent is committed,
   * always with the same reference.
   */
  sendPayout(order: PayoutOrder): Promise<PayoutAnswer>;
  /**
   * Asks what became of a payout. `found: false` says only that the gateway shows none now; it may
   * have paid all the same.
   */
  findPayout(reference: string): Promise<PayoutFinding>;
  /**
   * Cancels a pickup that is ready. Whatever it answers, what `findPayout` finds afterwards counts.
   */
  cancelPayout(reference: string): Promise<CancelAnswer>;
  /**
   * Asks for a repayment code. The same reference with the same request gives the same code again.
   */
  createCode(request: CodeRequest): Promise<CodeAnswer>;
  /**
   * Asks how far a payment by a link has come, by the gateway's own id of the code. What was
   * received is known by `findPayment` alone.
   */
  findCode(gatewayId: string): Promise<CodeFinding>;
  /**
   * Asks for one payment by the gateway's own id, as named by a webhook. Its amount is the one to
   * book.
   */
  findPayment(gatewayPaymentId: string): Promise<PaymentFinding>;
  /** Asks for all reversals of a payment, by the gateway's payment id. We book these amounts. */
  findReversals(gatewayPaymentId: string): Promise<ReversalsFinding>;
  /**
   * Proves and reads a webhook; null when it is not authentic, too large or not understood. It is a
   * hint of where to look.
   */
  readWebhook(headers: Headers, rawBody: Uint8Array): WebhookHint | null;
  /** The money the gateway holds for us and would pay out from. */
  balance(): Promise<BalanceAnswer>;
  /** Every movement of money on a Manila day, in the gateway's order. */
  settlementReport(day: Temporal.PlainDate): Promise<SettlementReportAnswer>;
}

/** We do not know whether it happened. `why` is for operators, without personal data. */
interface Unknown {
  outcome: 'unknown';
  why: string;
}

/**
 * Words that every adapter uses where its gateway's own word says the same, so that a borrower
 * reads what to do. `accountNotFound`, `accountClosed`: the account; `bankNotPaid`: its bank or
 * wallet is not served; `accountFull`: it takes no such amount; `bankTrouble`: its bank could not
 * take the money this time.
 */
export type PlainReason =
  | 'accountNotFound'
  | 'accountClosed'
  | 'bankNotPaid'
  | 'accountFull'
  | 'bankTrouble';

/**
 * The gateway refused explicitly and did nothing. `reason` is a `PlainReason` where one fits, else
 * the gateway's own word.
 */
interface RefusedByBank {
  outcome: 'refused';
  reason: string;
}

export interface PayoutOrder {
  /**
   * Our payout id, the same for the payout's whole life; 1 to 64 of letters, digits, `.`, `:`, `_`,
   * `-`.
   */
  reference: string;
  amountCentavos: Centavos;
  channel: PayoutChannel;
  accountName: string;
  /**
   * Digits of the bank account or wallet; for a pickup, the phone number of the one who collects.
   */
  accountNumber: string;
  /**
   * The gateway's code of the receiving bank or wallet, exactly as it lists it; null for a pickup.
   */
  bankCode: string | null;
  /**
   * The rail that the intent names, the same however often it is sent; null for a pickup, and if
   * the gateway reports no rails.
   */
  rail: PayoutRail | null;
}

/**
 * The gateway said that it did nothing now, and takes the same reference later: it holds too little
 * of our money.
 */
interface NotTaken {
  outcome: 'notTaken';
  reason: 'insufficientBalance';
}

export type PayoutAnswer =
  | { outcome: 'accepted'; gatewayId: string }
  | RefusedByBank
  | NotTaken
  | Unknown;

/** `refused` where it was collected, or cannot be taken back (yet). */
export type CancelAnswer = { outcome: 'cancelled' } | RefusedByBank | Unknown;

export interface PayoutReport {
  reference: string;
  gatewayId: string;
  amountCentavos: Centavos;
  /**
   * `ready`: a pickup waits at the counter. `paid`: it was collected or, at a gateway that does not
   * report collections, it is ready.
   */
  state: 'pending' | 'ready' | 'paid' | 'failed' | 'reversed';
  /** Since when a pickup is ready, where the gateway reports it; kept when it is collected. */
  readyAt: Temporal.Instant | null;
  /**
   * When the gateway paid (a pickup: when it was collected, else when the money lay ready); kept
   * when the payout is reversed later.
   */
  paidAt: Temporal.Instant | null;
  /** Why it failed or came back: a `PlainReason` where one fits, else the gateway's own word. */
  failure: string | null;
  /** What the borrower shows to collect a pickup; null until it is ready. */
  withdrawalCode: string | null;
}

export type PayoutFinding =
  | { found: true; report: PayoutReport }
  | { found: false }
  | { found: 'unknown'; why: string };

export interface CodeRequest {
  /** Our id of the code, the same however often it is requested. */
  reference: string;
  channel: RepaymentChannel;
  /** The frozen amount, or null for a permanent code that takes any amount. */
  amountCentavos: Centavos | null;
  /**
   * The instant from which the code is to be refused, in business time; null for a permanent code.
   * Not every gateway takes one for every channel.
   */
  endsAt: Temporal.Instant | null;
  payerName: string;
  /** Where a page of the gateway's leads back to. */
  returnTo: string;
}

/**
 * `payload` is the text of the QR picture, where the channel has one; for a transfer, the name of
 * the bank that keeps the account. `link` is the page of the wallet or the card where it is paid.
 * `endsAt` is the instant from which the gateway itself refuses the code, where it gives one.
 */
export type CodeAnswer =
  | {
      outcome: 'given';
      code: string;
      gatewayId: string;
      payload?: string;
      link?: string;
      endsAt?: Temporal.Instant;
    }
  | RefusedByBank
  | Unknown;

/**
 * `inProgress`: the payer has said yes and the money is on its way. `declined`: payer, wallet or
 * card said no, and nothing was taken.
 */
export type CodeProgress = 'open' | 'inProgress' | 'declined';

export type CodeFinding =
  | { found: true; progress: CodeProgress }
  | { found: false }
  | { found: 'unknown'; why: string };

/** Amounts that a channel takes in one transfer or payment. */
export interface ChannelLimits {
  minimumCentavos: Centavos;
  maximumCentavos: Centavos;
}

/** As `ChannelLimits`; `maximumCentavos` is null if there is no maximum. */
export interface PayoutLimits {
  minimumCentavos: Centavos;
  maximumCentavos: Centavos | null;
}

/** What a rail takes in one transfer, to what, and when that is there. */
export interface RailTerm extends PayoutLimits {
  channels: readonly PayoutChannel[];
  /**
   * `withinMinutes`: at any hour. `cutOff`: an hour of Manila, as 14:00; what is ordered before it
   * on a working day is there by that day's evening, all else by that of the next working day.
   */
  arrives: { withinMinutes: number } | { cutOff: string };
}
export type RailTerms = Readonly<Record<PayoutRail, RailTerm>>;

export interface BankLimits {
  payouts: Partial<Record<PayoutChannel, PayoutLimits>>;
  repayments: Partial<Record<RepaymentChannel, ChannelLimits>>;
}

export interface PaymentReport {
  id: string;
  /** Our reference of the code that was paid, or null when the gateway does not know it. */
  codeReference: string | null;
  /**
   * The code as the payer typed it, or the gateway's id of it, where that is what the gateway
   * reports.
   */
  code: string;
  channel: RepaymentChannel;
  amountCentavos: Centavos;
  /** ISO 4217; anything but `PHP` is odd money. */
  currency: string;
  /** The value date is the Manila day of this instant, not of the webhook. */
  paidAt: Temporal.Instant;
  state: 'received';
}

/**
 * Why a payment was taken back. `reversal`: the network or the gateway undid it; `chargeback`: the
 * payer's bank took it back for the payer; `refund`: somebody sent it back from our account there.
 */
export const reversalCauses = ['reversal', 'chargeback', 'refund'] as const;
export type ReversalCause = (typeof reversalCauses)[number];

/** A reversal of a payment, whole or in part. */
export interface PaymentReversal {
  /** The gateway's unique id of the movement, the same on its settlement report. */
  id: string;
  cause: ReversalCause;
  amountCentavos: Centavos;
  /** ISO 4217, that of the payment. */
  currency: string;
  at: Temporal.Instant;
}

/** `found: true` with an empty list: nothing of the payment was taken back. */
export type ReversalsFinding =
  | { found: true; reversals: readonly PaymentReversal[] }
  | { found: false }
  | { found: 'unknown'; why: string };

/** `notMoney`: the gateway shows a payment of nothing or of less, which no payment is. */
export type PaymentFinding =
  | { found: true; report: PaymentReport }
  | { found: false }
  | { found: 'notMoney'; amountCentavos: number }
  | { found: 'unknown'; why: string };

export interface WebhookHint {
  /** `reversal`: a payment was taken back. */
  event: 'payout' | 'payment' | 'reversal' | 'code';
  /**
   * The payout's reference, the gateway's payment id (of a reversal too), or our reference of the
   * code.
   */
  subject: string;
  /** The gateway's id of the event, for deduplication. */
  eventId: string;
}

export type BalanceAnswer = { outcome: 'known'; amountCentavos: Centavos } | Unknown;

/** The kinds of settlement lines: money that left, and money that came. */
export const settlementKinds = [
  'payoutPaid',
  'payoutReversed',
  'paymentReceived',
  'paymentReversed',
] as const;

export interface SettlementLine {
  /** The gateway's id of the movement, never used twice. */
  id: string;
  kind: (typeof settlementKinds)[number];
  /** The payout's reference, or the code's; null for money to a code that is not ours. */
  reference: string | null;
  /** The gateway's id of the payout or payment; for a reversal, of the payment that it reverses. */
  gatewayId: string;
  /** Always positive; `kind` gives the direction. */
  amountCentavos: Centavos;
  currency: string;
  at: Temporal.Instant;
}

export type SettlementReportAnswer = { outcome: 'known'; lines: SettlementLine[] } | Unknown;
