import { type Program, startProgram } from './program.ts';

/** A screen that is not there, for what does not run without one. */
export interface Screen {
  /** `:7` */
  readonly display: string;
  stop(): Promise<void>;
}

export async function startScreen(): Promise<Screen> {
  const parameters = ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const server: Program = startProgram('/usr/bin/Xvfb', parameters, {});
  const display = await server.said(/^(\d+)$/m);
  return { display: `:${display}`, stop: server.stop };
}
