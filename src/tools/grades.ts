/** The person's grade of each tool: runs by itself, asks, or never. Valid only for the description at that time. */
import { z } from 'zod';
import type { StateStore } from '../ports/state-store.ts';
import { GRADES, type Grade, type Tool } from '../ports/tools.ts';

export interface ToolGrades {
  /** null: not graded, or the tool reads otherwise than when it was. */
  of(tool: Pick<Tool, 'server' | 'name' | 'hash'>): Grade | null;
  /** null removes the grade. Rejects when it cannot be stored. */
  set(tools: readonly Pick<Tool, 'server' | 'name' | 'hash'>[], grade: Grade | null): Promise<void>;
  isOff(server: string): boolean;
  turn(server: string, isOn: boolean): Promise<void>;
}

const KEY = 'tools';

const stored = z.object({
  grades: z.record(z.string(), z.object({ grade: z.enum(GRADES), hash: z.string() })).default({}),
  off: z.array(z.string()).default([]),
});

export function createToolGrades(state: StateStore): ToolGrades {
  const read = (): z.infer<typeof stored> => {
    const found = stored.safeParse(state.get(KEY) ?? {});
    return found.success ? found.data : { grades: {}, off: [] };
  };
  return {
    of(tool) {
      const known = read().grades[keyOf(tool)];
      return known?.hash === tool.hash ? known.grade : null;
    },
    async set(tools, grade) {
      const { grades, off } = read();
      const given = tools.map((tool) => [keyOf(tool), grade === null ? null : { grade, hash: tool.hash }] as const);
      const all = Object.entries({ ...grades, ...Object.fromEntries(given) });
      await state.set(KEY, { grades: Object.fromEntries(all.filter(([, value]) => value !== null)), off });
    },
    isOff: (server) => read().off.includes(server),
    async turn(server, isOn) {
      const { grades, off } = read();
      const others = off.filter((name) => name !== server);
      await state.set(KEY, { grades, off: isOn ? others : [...others, server] });
    },
  };
}

function keyOf({ server, name }: Pick<Tool, 'server' | 'name'>): string {
  return `${server}/${name}`;
}
