/** The permissions of macOS, one after another: somebody at the Mac is asked to give what is missing, and it is looked at again. */
import type { Lack } from '../../../../src/ports/desktop.ts';
import { type Check, type CheckKit, NotGranted, PANES } from './check.ts';

type Permission = Lack['permission'];

const NAMES: Readonly<Record<Permission, string>> = {
  touch: 'permission to click and type',
  see: 'permission to see windows',
};

export const permissionChecks: readonly Check[] = [ask('touch'), ask('see')];

function ask(permission: Permission): Check {
  return {
    name: NAMES[permission],
    title: PANES[permission],
    run: async (kit) => {
      const before = await findLack(permission, kit);
      if (before === null) return { detail: 'granted' };
      const { program, isMoving } = before;
      const how = `Open ${PANES[permission]} and switch on ${program} (add it with + where it is not on the list).`;
      if (!kit.isUnattended) await kit.ask(how);
      const after = kit.isUnattended ? before : await findLack(permission, kit);
      if (after === null) return { detail: `granted to ${program}`, data: { program, isMoving } };
      const again = permission === 'see' ? ` Then quit ${program}, start it again,` : ' Then';
      throw new NotGranted(
        `${program} is not allowed to.`,
        `${how}${again} run this again: it goes on where it ended.`,
      );
    },
  };
}

async function findLack(permission: Permission, { desktop, signal }: CheckKit): Promise<Lack | null> {
  const { lacks = [] } = await desktop.describe(signal);
  return lacks.find((lack) => lack.permission === permission) ?? null;
}
