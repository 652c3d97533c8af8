/** All checks, in the order in which they are done: what the later ones need is looked at first. */
import type { Check } from './check.ts';
import { handChecks } from './hand-checks.ts';
import { keyChecks } from './key-checks.ts';
import { permissionChecks } from './permission-checks.ts';
import { pointerChecks } from './pointer-checks.ts';
import { type Decode, screenChecks } from './screen-checks.ts';
import { secretChecks } from './secret-checks.ts';
import { factChecks, systemChecks } from './system-checks.ts';

/** `looks`: how many looks the check of time and memory makes. */
export function listChecks(decode: Decode, looks = 100): readonly Check[] {
  return [
    ...factChecks,
    ...permissionChecks,
    ...screenChecks(decode),
    ...pointerChecks,
    ...keyChecks,
    ...handChecks,
    ...secretChecks(decode),
    ...systemChecks(looks),
  ];
}
