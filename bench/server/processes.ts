// Processes of the bench, and their messages.
import { type ChildProcess, fork } from 'node:child_process';
import * as path from 'node:path';

/** Starts a file of this folder, which ends with this process or when it is disconnected. */
export function forkFile(file: string): ChildProcess {
  const execArgv = ['--disable-warning=ExperimentalWarning'];
  return fork(path.join(import.meta.dirname, file), { serialization: 'advanced', execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

/** Sends a child something and waits for its answer. @throws where it ends instead */
export function ask<T extends object>(child: ChildProcess, message: object | string, isAnswer: (said: T) => boolean): Promise<T> {
  return new Promise((done, fail) => {
    const end = () => fail(new Error('a process of the bench ended'));
    const hear = (said: T) => {
      if (!isAnswer(said)) return;
      child.off('exit', end).off('message', hear);
      done(said);
    };
    child.once('exit', end).on('message', hear);
    child.send(message);
  });
}
