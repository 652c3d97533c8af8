/** The command line of a Deskhand command: `npm run pair -- --list` in a checkout, `deskhand pair --list` when installed. */
import { IS_PUBLISHED } from './own-files.ts';

/** `rest`: the command's arguments, as they are typed. */
export function call(command: string, rest = ''): string {
  if (IS_PUBLISHED) return ['deskhand', command, rest].filter((word) => word !== '').join(' ');
  const script = command.replace(/^(slack|check)-/, '$1:');
  const base = script === 'start' ? 'npm start' : `npm run ${script}`;
  return rest === '' ? base : `${base} -- ${rest}`;
}
