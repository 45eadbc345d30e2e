// The port to an SMS gateway. Call it outside any database transaction.

export type Sms = {
  /** The name in our tables and in SMS_GATEWAYS. */
  readonly name: string;
  /** Whether it deduplicates by messageId. If so, a notice may be resent after a timeout. */
  readonly deduplicates: boolean;
  /** Sends a message. Never throws. */
  send(message: SmsMessage): Promise<SmsAnswer>;
  /** Reads the delivery state of a sent message. Never throws. */
  delivery(gatewayId: string): Promise<Delivery>;
};

/** `unknown`: the gateway gave no clear response, so ask again later. */
export type Delivery = 'underway' | 'delivered' | 'notDelivered' | 'unknown';

export type SmsMessage = {
  /** A Philippine mobile number in E.164. */
  to: string;
  text: string;
  /** Identifies the message if it is sent again. */
  messageId: string;
  /**
   * Whole seconds until the message expires; null for never. Send expiring messages first, because
   * borrowers are waiting for them.
   */
  endsInSeconds: number | null;
};

/**
 * `refused`: the gateway refused or was never reached. `unknown`: it may have sent the message, for
 * instance after a timeout. `why` is for operators, without number, text or credentials.
 */
export type SmsAnswer =
  | { outcome: 'sent'; gatewayId: string }
  | { outcome: 'refused'; why: string }
  | { outcome: 'unknown'; why: string };
