/** How long stops took, and how much of that the line to their machine was broken or somebody on the way was dead. */

export interface StopShare {
  readonly asked: number;
  readonly answered: number;
  /** Of the answered: milliseconds from the question, or from when the way to the machine was there again. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface StopFigures {
  /** Nothing was wrong from the question to the answer. */
  readonly whole: StopShare;
  /** The line to the machine was cut, held up or half open meanwhile. */
  readonly broken: StopShare;
  /** The machine's process or the server was killed meanwhile. */
  readonly killed: StopShare;
  /** The gateway was killed before there was an answer: its chat hands them over again. */
  readonly goneWithGateway: number;
}

type Kind = 'broken' | 'killed';
interface Trouble {
  readonly kind: Kind;
  readonly from: number;
  to: number;
}
interface Stop {
  readonly machine: string;
  readonly at: number;
}

export interface StopWatch {
  /** There is no way to these machines until what it returns is called. */
  begin(kind: Kind, machines: readonly string[]): () => void;
  ask(id: number, machine: string): void;
  /** After how long; `isAnswered`: false: it was given up then. */
  end(id: number, ms: number, isAnswered: boolean): void;
  loseGateway(): void;
  /** Of all, or of the stops to this machine. */
  figures(machine?: string): StopFigures;
}

export function createStopWatch(): StopWatch {
  const troubles = new Map<string, Trouble[]>();
  const open = new Map<number, Stop>();
  const ended: (Stop & { readonly ms: number; readonly isAnswered: boolean })[] = [];
  let goneWithGateway = 0;
  const share = (of: typeof ended): StopShare => {
    const ms = of
      .filter(({ isAnswered }) => isAnswered)
      .map(lateMs)
      .sort((one, other) => one - other);
    const at = (part: number): number => Math.round(ms[Math.min(ms.length - 1, Math.floor(ms.length * part))] ?? 0);
    return { asked: of.length, answered: ms.length, p50Ms: at(0.5), p99Ms: at(0.99) };
  };
  const during = ({ machine, at, ms }: (typeof ended)[number]): readonly Trouble[] =>
    (troubles.get(machine) ?? []).filter(({ from, to }) => from <= at + ms && to >= at);
  /** From when there was a way to the machine, for good, until the answer. */
  const lateMs = (stop: (typeof ended)[number]): number =>
    stop.at + stop.ms - Math.max(stop.at, ...during(stop).map(({ to }) => Math.min(to, stop.at + stop.ms)));
  return {
    begin(kind, machines) {
      const trouble: Trouble = { kind, from: performance.now(), to: Number.POSITIVE_INFINITY };
      for (const machine of machines) troubles.set(machine, [...(troubles.get(machine) ?? []), trouble]);
      return () => {
        trouble.to = Math.min(trouble.to, performance.now());
      };
    },
    ask: (id, machine) => void open.set(id, { machine, at: performance.now() }),
    end(id, ms, isAnswered) {
      const stop = open.get(id);
      if (stop !== undefined) ended.push({ ...stop, ms, isAnswered });
      open.delete(id);
    },
    loseGateway() {
      goneWithGateway += open.size;
      open.clear();
    },
    figures(machine) {
      const kindOf = (stop: (typeof ended)[number]): Kind | 'whole' => {
        const kinds = during(stop).map(({ kind }) => kind);
        return kinds.includes('killed') ? 'killed' : kinds.includes('broken') ? 'broken' : 'whole';
      };
      const of = (kind: Kind | 'whole'): StopShare =>
        share(ended.filter((stop) => kindOf(stop) === kind && (machine === undefined || stop.machine === machine)));
      return { whole: of('whole'), broken: of('broken'), killed: of('killed'), goneWithGateway };
    },
  };
}
