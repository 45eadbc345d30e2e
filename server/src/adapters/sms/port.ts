// The port to an SMS gateway. Call it outside any database transaction.

export type Sms = {
  /** The name in our tables and in SMS_GATEWAYS. */
  readonly name: string;
  /**
   * Whether the gateway deduplicates messages with the same messageId. If so, a notice may be
   * resent after a timeout.
   */
  readonly deduplicates: boolean;
  /** Sends a message. Never throws. */
  send(message: SmsMessage): Promise<SmsAnswer>;
  /** Reads the delivery state of a sent message. Never throws. */
  delivery(gatewayId: string): Promise<Delivery>;
};

/**
 * The delivery state of a message. `unknown`: the gateway gave no clear response, so query the
 * state again.
 */
export type Delivery = 'underway' | 'delivered' | 'notDelivered' | 'unknown';

export type SmsMessage = {
  /** A Philippine mobile number in E.164. */
  to: string;
  text: string;
  /** Identifies the message, so that a resend can be recognised. */
  messageId: string;
  /**
   * Whole seconds until the message expires; null if it never does. Expiring messages are sent
   * first, because borrowers wait for them.
   */
  endsInSeconds: number | null;
};

/**
 * The result of a send attempt. `refused`: the gateway refused or was never reached. `unknown`: it
 * may have sent the message, for instance after a timeout. `reason` is for operators and omits
 * number, text and credentials.
 */
export type SmsAnswer =
  | { outcome: 'sent'; gatewayId: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; reason: string };
