// A real Prometheus that scrapes one server every five seconds with the rules of deploy/prometheus.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';

const rules = path.join(import.meta.dirname, '../../../../deploy/prometheus/alerts.yml');
const readyMs = 30_000;

export type Prometheus = {
  /** Scrapes the server at this address from now on, and no other. */
  scrape(address: string): void;
  /** Returns the names of the alerts that fire now. */
  firing(): Promise<string[]>;
  stop(): Promise<void>;
};

/** Whether Prometheus is installed. */
export function hasPrometheus(): boolean {
  return !spawnSync('prometheus', ['--version']).error;
}

/** Starts Prometheus with its data in `folder`. */
export async function startPrometheus(folder: string): Promise<Prometheus> {
  fs.mkdirSync(folder);
  const targets = path.join(folder, 'targets.json');
  const config = path.join(folder, 'prometheus.yml');
  fs.writeFileSync(targets, '[]');
  const settings = {
    global: { scrape_interval: '5s', scrape_timeout: '5s', evaluation_interval: '5s' },
    rule_files: [rules],
    scrape_configs: [
      { job_name: 'sandali', file_sd_configs: [{ files: [targets], refresh_interval: '2s' }] },
    ],
  };
  fs.writeFileSync(config, JSON.stringify(settings)); // JSON is YAML
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      '--web.listen-address=127.0.0.1:0',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const exited = once(child, 'exit');
  let output = '';
  const address = await new Promise<string>((done, fail) => {
    const fault = () => fail(new Error(`Prometheus did not start: ${output.slice(-500)}`));
    setTimeout(fault, readyMs).unref();
    exited.then(fault);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000);
      const [, port] = /msg="Listening on" address=127\.0\.0\.1:(\d+)/.exec(output) ?? [];
      if (port) done(`127.0.0.1:${port}`);
    });
  });
  return {
    scrape(server) {
      // Renamed into place, so that Prometheus never reads half a file.
      const labels = { instance: 'server' };
      fs.writeFileSync(`${targets}.new`, JSON.stringify([{ targets: [server], labels }]));
      fs.renameSync(`${targets}.new`, targets);
    },
    async firing() {
      const answer = await fetch(`http://${address}/api/v1/alerts`, {
        signal: AbortSignal.timeout(10_000),
      });
      const { data } = (await answer.json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] };
      };
      const names = data.alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => labels.alertname);
      return [...new Set(names)];
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
