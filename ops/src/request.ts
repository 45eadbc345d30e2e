// Requests over HTTP and HTTPS. Unlike `fetch`, node:https accepts a list of trusted certificates.
import * as http from 'node:http';
import * as https from 'node:https';
import { Readable } from 'node:stream';
import * as tls from 'node:tls';
import { plain } from './table.ts';

type Sent = {
  /** A request with a body is a POST. */
  body?: string;
  headers?: http.OutgoingHttpHeaders;
  /** The certificates to trust instead of the system's, in PEM format. */
  ca?: string | undefined;
  timeoutMs: number;
};

/** Sends a request and follows no redirect. @returns the response, or why there is none */
export async function request(
  url: string,
  { body, headers = {}, ca, timeoutMs }: Sent,
): Promise<Response | { wrong: string }> {
  const isTls = url.startsWith('https:');
  const options = {
    method: body === undefined ? 'GET' : 'POST',
    headers:
      body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
    signal: AbortSignal.timeout(timeoutMs),
    // Keep-alive would keep the program running after its last response.
    agent: false as const,
  };
  try {
    return await new Promise<Response>((resolve, reject) => {
      const onAnswer = (answer: http.IncomingMessage) => resolve(responseOf(answer));
      const sent = isTls
        ? https.request(url, { ...options, ca: ca ?? systemCertificates() }, onAnswer)
        : http.request(url, options, onAnswer);
      sent.on('error', reject).end(body);
    });
  } catch (error) {
    return { wrong: whyNoAnswer(url, error as NodeJS.ErrnoException) };
  }
}

/** Returns the certificates of Node and of the system. Node can read the system's from 22.15 on. */
function systemCertificates(): string[] | undefined {
  const read = tls.getCACertificates as typeof tls.getCACertificates | undefined;
  return read && [...read('default'), ...read('system')];
}

function responseOf(answer: http.IncomingMessage): Response {
  const { statusCode = 0, headers } = answer;
  const kept = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  const hasBody = ![204, 205, 304].includes(statusCode);
  const body = hasBody ? (Readable.toWeb(answer) as ReadableStream) : null;
  return new Response(body, { status: statusCode, headers: kept.map((pair) => [...pair]) });
}

function whyNoAnswer(url: string, { code = '', message, name }: NodeJS.ErrnoException): string {
  if (code === 'CERT_HAS_EXPIRED') return `The certificate of ${url} has expired.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of ${url} is for another name. Use the name in the certificate.`;
  if (/^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_)/.test(code))
    return `The certificate of ${url} is signed by an authority that this machine does not trust (${code}). If your lender has its own authority, name its file with connect --ca or in OPS_CA.`;
  if (name === 'AbortError' || name === 'TimeoutError') return `${url} did not answer in time.`;
  return `No server answers at ${url}. Is it running, and is the address right? (${plain(code || message)})`;
}
