/** Combines several transports: each machine is reached by its own. */
import type { MachineSeen, Work } from '../../ports/work.ts';

export function joinWorks(works: readonly Work[]): Work {
  const of = (machine: string): Work | undefined =>
    works.find((work) => work.machines().some(({ name }) => name === machine));
  return {
    async start(taken) {
      for (const work of works) await work.start(taken);
    },
    machines: () => works.flatMap((work): readonly MachineSeen[] => work.machines()),
    async hand(errand, again) {
      const work = of(errand.machine);
      if (work === undefined) throw new Error(`There is no machine ${errand.machine}.`);
      await work.hand(errand, again);
    },
    takeBack: async (machine, update) => await of(machine)?.takeBack(machine, update),
    ask: async (errand, ms) => (await of(errand.machine)?.ask(errand, ms)) ?? { kind: 'away' },
    listening: async (machine, ...rest) => (await of(machine)?.listening(machine, ...rest)) ?? null,
    onChange(listener) {
      for (const work of works) work.onChange(listener);
    },
    async stop() {
      for (const work of works) await work.stop();
    },
  };
}
