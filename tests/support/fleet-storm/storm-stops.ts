/** How long stops took, and how much of that the line to their machine was broken or somebody on the way was dead. */

export interface StopShare {
  readonly asked: number;
  readonly answered: number;
  /** Of the answered stops: milliseconds from the question, or from when the machine could be reached again. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** The 50th and 99th percentile of its parts: until the gateway handled the stop, until the machine obeyed, until the gateway knew. */
  readonly heardMs: readonly [number, number];
  readonly obeyedMs: readonly [number, number];
  readonly knownMs: readonly [number, number];
}

export interface StopFigures {
  /** Stops during which nothing was wrong. */
  readonly whole: StopShare;
  /** Stops during which the machine's connection was cut, delayed or half open. */
  readonly broken: StopShare;
  /** Stops during which the machine's process or the server was killed. */
  readonly killed: StopShare;
  /** Stops whose gateway was killed before the answer: the chat hands them over again. */
  readonly goneWithGateway: number;
}

type Kind = 'broken' | 'killed';
interface Trouble {
  readonly kind: Kind;
  readonly from: number;
  to: number;
}
/** Until the gateway came to it, the machine obeyed, and the gateway knew. */
interface Legs {
  readonly heardMs: number;
  readonly obeyedMs: number;
  readonly ms: number;
}
interface Stop {
  readonly machine: string;
  readonly at: number;
}

export interface StopWatch {
  /** Notes that these machines cannot be reached, until the returned function is called. */
  begin(kind: Kind, machines: readonly string[]): () => void;
  ask(id: number, machine: string): void;
  /** Times are milliseconds from the question; `isAnswered` false: it was given up. */
  end(stop: Legs & { readonly id: number; readonly isAnswered: boolean }): void;
  loseGateway(): void;
  /** Of all, or of the stops to this machine. */
  figures(machine?: string): StopFigures;
}

export function createStopWatch(): StopWatch {
  const troubles = new Map<string, Trouble[]>();
  const open = new Map<number, Stop>();
  const ended: (Stop & { readonly isAnswered: boolean } & Legs)[] = [];
  let goneWithGateway = 0;
  const share = (of: typeof ended): StopShare => {
    const answered = of.filter(({ isAnswered }) => isAnswered);
    const part = (read: (stop: (typeof ended)[number]) => number, share: number): number => {
      const sorted = answered.map(read).sort((one, other) => one - other);
      return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
    };
    const both = (read: (stop: (typeof ended)[number]) => number) => [part(read, 0.5), part(read, 0.99)] as const;
    return {
      asked: of.length,
      answered: answered.length,
      p50Ms: part(lateMs, 0.5),
      p99Ms: part(lateMs, 0.99),
      maxMs: part(lateMs, 1),
      heardMs: both(({ heardMs }) => heardMs),
      obeyedMs: both(({ heardMs, obeyedMs }) => obeyedMs - heardMs),
      knownMs: both(({ obeyedMs, ms }) => ms - obeyedMs),
    };
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
    end({ id, ...how }) {
      const stop = open.get(id);
      if (stop !== undefined) ended.push({ ...stop, ...how });
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
