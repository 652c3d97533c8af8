/** Calls of the model, word for word except for secrets: logged at the finest level, and kept for a while for /why raw. */
import type { Clock } from '../ports/clock.ts';
import type { CutCall, Model, ModelRequest, Usage } from '../ports/model.ts';

/** One call of a model. */
export interface Exchange {
  readonly at: string;
  readonly purpose: ModelRequest['purpose'];
  /** Run of a step's call; null for other calls, which belong to the run under way. */
  readonly run: string | null;
  readonly iteration: number | null;
  readonly tier: string | null;
  readonly effort: string | null;
  readonly system: string;
  readonly text: string;
  /** Sizes in bytes; the pictures themselves stand in the run's folder. */
  readonly pictures: readonly number[];
  /** The reply's text, cut where the call was. */
  readonly reply: string;
  readonly stop: string;
  readonly detail: unknown;
  readonly model: string;
  /** null: not known. */
  readonly usage: Usage | null;
  readonly cost_usd: number | null;
  readonly ms: number;
}

export interface Traces {
  /** Returns the same model with its calls recorded. Its input must be masked already; its replies are masked here. */
  watch(model: Model): Model;
  /** Calls since the first one of this run, oldest first; only the newest ones are kept. */
  of(runId: string): readonly Exchange[];
}

export interface TracePorts {
  readonly clock: Clock;
  readonly mask: (text: string) => string;
  readonly log: (exchange: Exchange) => void;
}

/** Number of calls kept, about 10 KB each. */
const KEPT = 80;

export function createTraces({ clock, mask, log }: TracePorts): Traces {
  const kept: Exchange[] = [];

  const note = (
    request: ModelRequest,
    startedAt: number,
    answer: Pick<Exchange, 'reply' | 'stop' | 'detail' | 'model' | 'usage' | 'cost_usd'>,
  ): void => {
    const { purpose, step, tier, effort, system, text, pictures } = request;
    const exchange: Exchange = {
      at: new Date(clock.now()).toISOString(),
      purpose,
      run: step?.run ?? null,
      iteration: step?.iteration ?? null,
      tier: tier ?? null,
      effort: effort ?? null,
      system,
      text,
      pictures: pictures.map(({ byteLength }) => byteLength),
      ...answer,
      reply: mask(answer.reply),
      ms: Math.round(clock.elapsed() - startedAt),
    };
    kept.push(exchange);
    if (kept.length > KEPT) kept.shift();
    log(exchange);
  };

  return {
    watch: (model) => ({
      ...model,
      async ask(request, signal) {
        const startedAt = clock.elapsed();
        const { onText } = request;
        let soFar = '';
        const cuts: CutCall[] = [];
        const watched: ModelRequest = {
          ...request,
          // A model that is not to stream is not made to.
          ...(onText && {
            onText(text) {
              soFar = text;
              onText(text);
            },
          }),
          onCut(call) {
            cuts.push(call);
            request.onCut?.(call);
          },
        };
        try {
          const { text: reply, stop, detail, model: id, usage, costUsd } = await model.ask(watched, signal);
          note(request, startedAt, { reply, stop, detail, model: id, usage, cost_usd: costUsd });
          return { text: reply, stop, detail, model: id, usage, costUsd };
        } catch (error) {
          const cut = cuts.at(-1) ?? null;
          const why = mask(error instanceof Error ? error.message : String(error));
          note(request, startedAt, {
            // A secret cut in half is no longer recognised, so the last word of a cut reply is left out.
            reply: soFar.replace(/\S+$/, ''),
            ...describeCut(cut, why, signal.aborted),
            model: cut?.model ?? model.name,
          });
          throw error;
        }
      },
    }),
    of(runId) {
      const first = kept.findIndex(({ run }) => run === runId);
      if (first < 0) return [];
      const later = kept.slice(first).findIndex(({ run }) => run !== null && run !== runId);
      return kept.slice(first, later < 0 ? undefined : first + later);
    },
  };
}

/** Detail, usage and cost of a call that never ended. */
function describeCut(
  cut: CutCall | null,
  why: string,
  isAborted: boolean,
): Pick<Exchange, 'stop' | 'detail' | 'usage' | 'cost_usd'> {
  const stop = isAborted ? 'aborted' : 'failed';
  const begun = isAborted ? ': no answer had begun' : '';
  if (cut === null) return { stop, detail: `${why}. What it took is not known${begun}.`, usage: null, cost_usd: null };
  const detail = `${why}. The answer was cut off: the tokens are as the provider had told by then, by size where it had not; more may be charged.`;
  return { stop, detail, usage: cut.usage, cost_usd: cut.costUsd };
}
