/** Roles in memory: the shipped texts unless a test says otherwise. */
import type { Role } from '../../src/journal/plan-events.ts';
import type { Roles, RoleText } from '../../src/run/parts/role-text.ts';

export function createFakeRoles(texts: Partial<Readonly<Record<Role, RoleText>>> = {}): Roles {
  return { read: async (role) => texts[role] ?? { text: `Work as ${role}.`, steps: 20 } };
}
