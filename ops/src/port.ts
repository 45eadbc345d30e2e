type Env = Record<string, string | undefined>;

/**
 * Where the ops API listens, as the server reads it: OPS_HOST, else this machine; OPS_PORT, else two above PORT. Or what is wrong with them, in
 * words.
 */
export function opsUrl(env: Env): { url: string } | { wrong: string } {
  const name = env.OPS_PORT ? 'OPS_PORT' : 'PORT';
  const port = env[name] || '8080';
  if (!/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535)
    return { wrong: `${name} must be a whole number from 1 to 65535, not "${port}".` };
  // A server that listens at every address of its machine is asked at the nearest.
  const host = !env.OPS_HOST || env.OPS_HOST === '0.0.0.0' || env.OPS_HOST === '::' ? '127.0.0.1' : env.OPS_HOST;
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${Number(port) + (name === 'PORT' ? 2 : 0)}` };
}
