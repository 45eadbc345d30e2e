// `deploy/sandali health`: checks that the server of this machine or container runs, for the
// image's health check. Proxies ask /readyz themselves.
import { opsUrl } from '../ops/src/address.ts';

const address = opsUrl(process.env);
const problem = 'wrong' in address ? address.wrong : await problemAt(`${address.url}/livez`);
if (problem) {
  console.error(problem);
  process.exitCode = 1;
}

async function problemAt(url: string): Promise<string | null> {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(5000) });
    return status === 200 ? null : `${url} answers ${status}.`;
  } catch (error) {
    return `${url} does not answer: ${(error as Error).message}`;
  }
}
