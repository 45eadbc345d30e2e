// What the product asks of an SMS gateway. Call it outside every database transaction.

export type Sms = {
  readonly name: string;
  /** Sends a text to a number in E.164. The same messageId is the same message, which a gateway that can tell sends once. Never throws. */
  send(message: { to: string; text: string; messageId: string }): Promise<SmsAnswer>;
};

/** `why` is for operators and carries neither number nor text. */
export type SmsAnswer = { outcome: 'sent'; gatewayId: string } | { outcome: 'failed'; why: string };
