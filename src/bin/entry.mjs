// Entry of every command: plain JavaScript, so that a Node that cannot strip types still gets a sentence instead of a syntax error.
// Whole, since an older Node has no enableCompileCache, and one missing name would end it before its sentence.
import nodeModule from 'node:module';
import { join } from 'node:path';

const MAJOR_NEEDED = 24;
const major = Number(process.versions.node.split('.')[0]);
if (major < MAJOR_NEEDED) {
  process.stderr.write(
    `Deskhand needs Node ${MAJOR_NEEDED} or newer; this is ${process.version}. On Linux run it through npm (npm ci && npm start), which brings its own; on a Mac install Node from nodejs.org (Homebrew's node@${MAJOR_NEEDED} is not on the PATH)\n`,
  );
  process.exit(3);
}
const COMMANDS = ['start', 'demo', 'risk', 'pair', 'plugin', 'index', 'bench', 'test', 'slack-manifest', 'check-mac'];
const command = process.argv[2];
if (!COMMANDS.includes(command)) {
  process.stderr.write(`There is no command ${command}; there are ${COMMANDS.join(', ')}.\n`);
  process.exit(2);
}
process.argv.splice(2, 1);
// Read by the C library before this line, for a process that is idle most of the time; not meant for the applications it opens.
delete process.env.MALLOC_ARENA_MAX;
// Beside the packages, so that it goes when they go; compiling 200 files anew costs a quarter of a second.
nodeModule.enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
await import(`./${command}.ts`);
