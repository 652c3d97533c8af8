/** Copies of home folders: of an old computer, on a backup drive, in a snapshot. Their secrets count as secrets. */
import { SECRETS_IN_HOME } from './secret-places.ts';
import { compileWildcards } from './wildcards.ts';

/** Projects have folders of these names too. */
const IN_PROJECTS = /^(?:\.(?:docker|cursor|gemini|continue|aider|bundle|history|claude|codex|dbt|age)\b|snap\/)/;

const secrets = compileWildcards(SECRETS_IN_HOME.filter((place) => !IN_PROJECTS.test(place)));

/** The system and its programs have libraries of their own. */
const SYSTEM = /^\/(?:system|library|usr|opt|applications|nix)(?=\/)/;
const MAX_DEPTH = 40;

/** Whether this path, as `foldPath` gives it, would be a secret if one of its folders were a home folder. */
export function isSecretOfOldHome(folded: string): boolean {
  const parts = folded.split('/').slice(0, MAX_DEPTH);
  return parts.some(
    (part, at) =>
      (part.startsWith('.') || part === 'appdata' || (part === 'library' && !SYSTEM.test(folded))) &&
      secrets.test(parts.slice(at).join('/')),
  );
}
