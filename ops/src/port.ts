type Env = Record<string, string | undefined>;

/** Where the ops API listens, as the server reads it: OPS_PORT, else two above PORT. Or what is wrong with them, in words. */
export function opsUrl(env: Env): { url: string } | { wrong: string } {
  for (const name of ['PORT', 'OPS_PORT']) {
    const text = env[name] || '1';
    if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > 65_535)
      return { wrong: `${name} must be a whole number from 1 to 65535, not "${text}".` };
  }
  return { url: `http://127.0.0.1:${Number(env.OPS_PORT) || Number(env.PORT || 8080) + 2}` };
}
