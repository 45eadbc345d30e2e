// The browser tests' server keeps to ports of its own, so that it never meets a running `npm start`.
export const ports = { app: 8091, hook: 8092, ops: 8093, bank: 8094 };
export const origin = `http://localhost:${ports.app}`;
