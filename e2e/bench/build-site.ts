import { spawnSync } from 'node:child_process';

/** The benchmark measures the built site, and builds it if it is not there yet. */
export function buildSite(root: string): void {
  const vite = `${root}node_modules/vite/bin/vite.js`;
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (built.status !== 0) throw new Error('The build failed; the reason stands above.');
}
