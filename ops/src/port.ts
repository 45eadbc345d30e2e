type Env = Record<string, string | undefined>;

/**
 * Where the ops API listens, as the server reads it: OPS_HOST, else this machine; OPS_PORT, else two above PORT. Or what is wrong with them, in
 * words.
 */
export function opsUrl(env: Env): { url: string } | { wrong: string } {
  for (const name of ['PORT', 'OPS_PORT']) {
    const text = env[name] || '1';
    if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > 65_535)
      return { wrong: `${name} must be a whole number from 1 to 65535, not "${text}".` };
  }
  // A server that listens at every address of its machine is asked at the nearest.
  const host = !env.OPS_HOST || env.OPS_HOST === '0.0.0.0' || env.OPS_HOST === '::' ? '127.0.0.1' : env.OPS_HOST;
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${Number(env.OPS_PORT) || Number(env.PORT || 8080) + 2}` };
}
