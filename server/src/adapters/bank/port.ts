import type { PayoutChannel, PayoutRail, RepaymentChannel } from '@sandali/contract/channel.ts';
import type { Centavos } from '@sandali/contract/money.ts';

/**
 * The bank port is the interface to one payment gateway. docs/integrators/gateways.md lists what a
 * gateway must support. Methods do not throw for failed calls. Timeouts, cut connections, status
 * 5xx, refused credentials and malformed responses are `unknown`, because the gateway may have
 * acted.
 */
export interface Bank {
  /**
   * The name in tables, logs and settings. It permanently identifies one account at one gateway.
   */
  readonly name: string;
  /**
   * An id of the account, derived from its address and credentials without revealing them. If the
   * credentials change, the gateway no longer knows earlier orders.
   */
  readonly account: string;
  /**
   * How long the gateway promises to pay a repeated reference only once, in ms from the first
   * order; 0 if it does not promise this.
   */
  readonly deduplicatesForMs: number;
  /** The channels that the gateway serves, with their limits; null if it serves all channels. */
  readonly limits: BankLimits | null;
  /**
   * The terms of the gateway's rails; null if it has no rails and every payout arrives within
   * minutes.
   */
  readonly rails: RailTerms | null;
  /**
   * Whether the gateway can pay to the bank or wallet with this code, a value of
   * `PayoutOrder.bankCode`.
   */
  canPay(bankCode: string): boolean;
  /**
   * The `https` hosts of the gateway's payment links; subdomains are allowed too. Links to other
   * hosts are not shown.
   */
  readonly linkHosts: readonly string[];
  /**
   * Orders a payout. Call it outside any transaction, after the intent is committed, and always
   * with the same reference.
   */
  sendPayout(order: PayoutOrder): Promise<PayoutAnswer>;
  /** Reads a payout. Even after `found: false`, the payout may have been paid. */
  findPayout(reference: string): Promise<PayoutFinding>;
  /** Cancels a pickup that is ready. Only `findPayout` reports the result reliably. */
  cancelPayout(reference: string): Promise<CancelAnswer>;
  /** Requests a repayment code. The same reference and request return the same code again. */
  createCode(request: CodeRequest): Promise<CodeAnswer>;
  /** Reads the progress of the code with this gateway id. Only `findPayment` reports money. */
  findCode(gatewayId: string): Promise<CodeFinding>;
  /** Reads the payment with this gateway id. We book the returned amount. */
  findPayment(gatewayPaymentId: string): Promise<PaymentFinding>;
  /** Reads all reversals of the payment with this gateway id. We book the returned amounts. */
  findReversals(gatewayPaymentId: string): Promise<ReversalsFinding>;
  /**
   * Authenticates and reads a webhook. Returns null if it is too large, unknown or not authentic.
   */
  readWebhook(headers: Headers, rawBody: Uint8Array): WebhookHint | null;
  /** Reads the balance available for payouts. */
  balance(): Promise<BalanceAnswer>;
  /** Reads every movement of money on a Manila day, in the gateway's order. */
  settlementReport(day: Temporal.PlainDate): Promise<SettlementReportAnswer>;
}

/** The gateway may have acted. `reason` is for operators and contains no personal data. */
interface Unknown {
  outcome: 'unknown';
  reason: string;
}

/**
 * Failure reasons that borrowers can act on. Adapters map a gateway's reasons to them.
 * `accountFull`: the account does not accept this amount. `bankTrouble`: the receiving bank could
 * not receive the money.
 */
export type PlainReason =
  | 'accountNotFound'
  | 'accountClosed'
  | 'bankNotPaid'
  | 'accountFull'
  | 'bankTrouble';

/**
 * The gateway refused explicitly and did not act. `reason` is a `PlainReason` if one fits,
 * otherwise the gateway's own reason.
 */
interface RefusedByBank {
  outcome: 'refused';
  reason: string;
}

export interface PayoutOrder {
  /** Our payout id, which never changes: 1 to 64 letters, digits, `.`, `:`, `_` or `-`. */
  reference: string;
  amountCentavos: Centavos;
  channel: PayoutChannel;
  accountName: string;
  /** The number of the bank account or wallet; for a pickup, the phone number of the recipient. */
  accountNumber: string;
  /** The gateway's own code for the receiving bank or wallet; null for a pickup. */
  bankCode: string | null;
  /**
   * The rail stored when the order was committed; it never changes. Null for a pickup or if
   * `Bank.rails` is null.
   */
  rail: PayoutRail | null;
}

/**
 * The gateway did not act, because our balance there is too low. The same reference may be sent
 * again.
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

/**
 * The result of cancelling a pickup: `refused` if the pickup has been collected or cannot be
 * cancelled yet.
 */
export type CancelAnswer = { outcome: 'cancelled' } | RefusedByBank | Unknown;

export interface PayoutReport {
  reference: string;
  gatewayId: string;
  amountCentavos: Centavos;
  /**
   * `ready`: a pickup is waiting at the counter. A pickup is `paid` once collected, or already when
   * ready if the gateway does not report collections.
   */
  state: 'pending' | 'ready' | 'paid' | 'failed' | 'reversed';
  /** When a pickup became ready, if the gateway reports it. Remains set after the collection. */
  readyAt: Temporal.Instant | null;
  /** When the state became `paid`. Remains set after a reversal. */
  paidAt: Temporal.Instant | null;
  /**
   * Why the payout failed or was returned: a `PlainReason` if one fits, otherwise the gateway's own
   * reason.
   */
  failure: string | null;
  /** The code that the borrower shows to collect a pickup; null until it is ready. */
  withdrawalCode: string | null;
}

export type PayoutFinding =
  | { found: true; report: PayoutReport }
  | { found: false }
  | { found: 'unknown'; reason: string };

export interface CodeRequest {
  /** Our id for the code, which never changes. */
  reference: string;
  channel: RepaymentChannel;
  /** The fixed amount, or null for a permanent code, which accepts any amount. */
  amountCentavos: Centavos | null;
  /**
   * When the code expires, in business time; null for a permanent code. Some channels ignore this
   * time.
   */
  endsAt: Temporal.Instant | null;
  payerName: string;
  /** The address to which the gateway's page sends the payer back. */
  returnTo: string;
}

/**
 * An issued code. `payload` is the text of a QR code or, for a transfer, the name of the receiving
 * bank. `link` is the payment page. `endsAt` is when the code expires, if the gateway reports it.
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
 * `inProgress`: the payer has confirmed and the money is on its way. `declined`: the payer, wallet
 * or card declined, and no money moved.
 */
export type CodeProgress = 'open' | 'inProgress' | 'declined';

export type CodeFinding =
  | { found: true; progress: CodeProgress }
  | { found: false }
  | { found: 'unknown'; reason: string };

/** The amount limits of one transfer or payment. */
export interface ChannelLimits {
  minimumCentavos: Centavos;
  maximumCentavos: Centavos;
}

/** Like `ChannelLimits`, but `maximumCentavos` may be null for no maximum. */
export interface PayoutLimits {
  minimumCentavos: Centavos;
  maximumCentavos: Centavos | null;
}

/** A rail's limits per transfer, its channels and its time of arrival. */
export interface RailTerm extends PayoutLimits {
  channels: readonly PayoutChannel[];
  /**
   * `cutOff` is a time of day in Manila, such as 14:00. An order before it on a working day arrives
   * by that evening; any other order arrives by the evening of the next working day.
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
  /** Our reference for the paid code, or null if the gateway does not know it. */
  codeReference: string | null;
  /** The code as the payer typed it, or the code's id if the gateway reports that instead. */
  code: string;
  channel: RepaymentChannel;
  amountCentavos: Centavos;
  /** The currency as an ISO 4217 code. Money in any currency other than `PHP` goes to suspense. */
  currency: string;
  /** The value date is the Manila day of this instant, not the day of the webhook. */
  paidAt: Temporal.Instant;
  state: 'received';
}

/**
 * Who reversed the payment. `reversal`: the network or the gateway. `chargeback`: the payer's bank,
 * on the payer's behalf. `refund`: our account at the gateway.
 */
export const reversalCauses = ['reversal', 'chargeback', 'refund'] as const;
export type ReversalCause = (typeof reversalCauses)[number];

/** A reversal of all or part of a payment. */
export interface PaymentReversal {
  /** The gateway's unique id for the movement, as in its settlement report. */
  id: string;
  cause: ReversalCause;
  amountCentavos: Centavos;
  /** The currency as an ISO 4217 code, the same as the payment's. */
  currency: string;
  at: Temporal.Instant;
}

/** `found: true` with an empty list means that the payment has no reversals. */
export type ReversalsFinding =
  | { found: true; reversals: readonly PaymentReversal[] }
  | { found: false }
  | { found: 'unknown'; reason: string };

/** `notMoney`: the gateway reports a payment of zero or less. */
export type PaymentFinding =
  | { found: true; report: PaymentReport }
  | { found: false }
  | { found: 'notMoney'; amountCentavos: number }
  | { found: 'unknown'; reason: string };

export interface WebhookHint {
  /** The subject of the event; `reversal` means that a payment was reversed. */
  event: 'payout' | 'payment' | 'reversal' | 'code';
  /** The reference of the payout or code, or the gateway's payment id for a payment or reversal. */
  subject: string;
  /** The gateway's id for the event, which identifies repeated webhooks. */
  eventId: string;
}

export type BalanceAnswer = { outcome: 'known'; amountCentavos: Centavos } | Unknown;

export const settlementKinds = [
  'payoutPaid',
  'payoutReversed',
  'paymentReceived',
  'paymentReversed',
] as const;

export interface SettlementLine {
  /** The gateway's unique id for the movement. */
  id: string;
  kind: (typeof settlementKinds)[number];
  /** The reference of the payout or code; null for money paid to an unknown code. */
  reference: string | null;
  /**
   * The gateway's id for the payout or payment; for a reversal, its id for the reversed payout or
   * payment.
   */
  gatewayId: string;
  /** Always positive; `kind` determines the direction. */
  amountCentavos: Centavos;
  currency: string;
  at: Temporal.Instant;
}

export type SettlementReportAnswer = { outcome: 'known'; lines: SettlementLine[] } | Unknown;
