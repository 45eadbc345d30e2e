// What the product asks of an SMS gateway. Call it outside every database transaction.

export type Sms = {
  /** Names the gateway in our tables and in SMS_GATEWAYS. */
  readonly name: string;
  /**
   * True if the gateway deduplicates by messageId. Only then may
   * a notice be sent again after no answer came.
   */
  readonly deduplicates: boolean;
  /** Hands in a message. Never throws. */
  send(message: SmsMessage): Promise<SmsAnswer>;
  /** Asks what became of a message that it took. Never throws. */
  delivery(gatewayId: string): Promise<Delivery>;
};

/** `unknown`: the gateway did not say it in a way that is certain; ask again later. */
export type Delivery = 'underway' | 'delivered' | 'notDelivered' | 'unknown';

export type SmsMessage = {
  /** A Philippine mobile number in E.164. */
  to: string;
  text: string;
  /** The same messageId is the same message. */
  messageId: string;
  /**
   * Whole seconds for which it is worth sending, or null if it stays true. A message that ends
   * is one somebody waits for.
   */
  endsInSeconds: number | null;
};

/**
 * `refused`: the gateway said no or was never reached, so nothing was sent. `unknown`: it may or
 * may not send it (a time-out, a cut connection, a 5xx, an answer that does not fit its document).
 * `why` is for operators and carries neither number nor text nor credentials.
 */
export type SmsAnswer =
  | { outcome: 'sent'; gatewayId: string }
  | { outcome: 'refused'; why: string }
  | { outcome: 'unknown'; why: string };
