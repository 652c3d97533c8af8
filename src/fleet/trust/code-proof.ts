/** Asks the person for six digits of their phone after a yes: the gateway, which forwards taps, cannot produce them. */
import { createHash } from 'node:crypto';
import type { SpokenSpan } from '../../outbound/spoken.ts';
import type { Proof, ProofRequest } from '../../run/proof.ts';
import { say, type Text } from '../../words/say.ts';
import type { CodeDesk, Tried } from './code-desk.ts';
import type { Policy } from './policy.ts';
import { POLICY_RULE } from './policy-gate.ts';
import { readDigits } from './totp.ts';

/** Long enough to find the phone's other application, short enough that a code is for what was just read. */
export const CODE_MS = 3 * 60_000;
const TRIES = 3;

export interface CodeProofNeeds {
  /** Name of this machine. */
  readonly machine: string;
  readonly policy: Policy;
  readonly desk: CodeDesk;
  /** Logs the question and the result on this machine, without digits. */
  readonly note: (what: {
    readonly runId: string;
    readonly check: string;
    readonly came: Tried | 'asked' | 'denied';
  }) => void;
}

export function createCodeProof({ machine, policy, desk, note }: CodeProofNeeds): Proof {
  return {
    refuses: ({ rule }) => rule === POLICY_RULE,
    needs(what) {
      if (policy.code === 'never') return false;
      return what === 'scope' || what.risk === 'critical' || policy.code === 'every yes';
    },
    async prove(request, run) {
      const state = await desk.state();
      const check = checkOf(machine, request);
      const log = (came: Tried | 'asked' | 'denied'): void => note({ runId: request.runId, check, came });
      if (state === 'none' || state.lockedUntil > 0) {
        log(state === 'none' ? 'none' : 'locked');
        run.tell(request.thread, [state === 'none' ? noneSetUp(machine) : sayLocked(machine, state.lockedUntil)]);
        return 'denied';
      }
      const purpose = { runId: request.runId, hash: request.hash };
      const ticket = desk.open(purpose, CODE_MS);
      const sayEnd = async (): Promise<Text> => {
        const now = await desk.state();
        if (now !== 'none' && now.lockedUntil > 0) return sayLocked(machine, now.lockedUntil);
        return say`No right code came, so I didn't do it.`;
      };
      log('asked');
      try {
        let again: Text = '';
        for (let left = TRIES; left > 0; left -= 1) {
          const answer = await run.ask(question(request, machine, check, again));
          if (answer.kind === 'expired') return 'expired';
          if (answer.kind === 'choice') {
            log('denied');
            return 'denied';
          }
          const came = await desk.try(ticket, purpose, answer.text);
          log(came);
          if (came === 'right') return 'proven';
          if (came === 'expired' || came === 'closed') return 'expired';
          again = AGAIN[came];
          if (came === 'locked' || came === 'none') break;
        }
        run.tell(request.thread, [await sayEnd()]);
        return 'denied';
      } finally {
        desk.close(ticket);
      }
    },
  };
}

const AGAIN: Readonly<Record<'wrong' | 'used' | 'locked' | 'none', Text>> = {
  wrong: say`That code isn't right.`,
  used: say`That code was used already. Wait for the next one.`,
  locked: '',
  none: '',
};

/** Four letters derived from what was approved, on the acting machine: its log has the same beside the action. */
function checkOf(machine: string, { runId, hash }: Pick<ProofRequest, 'runId' | 'hash'>): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify([machine, runId, hash]))
    .digest();
  const letters = 'CDFGHJKMNPQRTVWXY34679';
  return Array.from(bytes.subarray(0, 4), (byte) => letters.charAt(byte % letters.length)).join('');
}

function question(request: ProofRequest, machine: string, check: string, again: Text) {
  const text: readonly SpokenSpan[] = [
    ...(again === '' ? [] : [again, '\n']),
    { bold: say`Now the code of ${machine}.` },
    ' ',
    say`Write the six digits that your authenticator app shows for it. They count once, for exactly what you just approved.`,
    '\n',
    { quiet: say`Check ${check}` },
  ];
  return {
    thread: request.thread,
    text,
    choices: [[{ label: say`Deny`, value: 'deny', style: 'danger' as const }]],
    acceptsText: true,
    isSecret: true,
    expects: (words: string) => readDigits(words) !== null,
    timeoutMs: CODE_MS,
    mustArrive: true,
    closing: (end: { readonly kind: string }) => [
      ...text,
      '\n\n',
      end.kind === 'text' ? say`Answered.` : end.kind === 'choice' ? say`Denied.` : say`No code came in time.`,
    ],
  };
}

function noneSetUp(machine: string): Text {
  return say`On ${machine} this needs a code of your phone, and none is set up there, so I didn't do it. On that computer, run ${'deskhand fleet code'}.`;
}

function sayLocked(machine: string, until: number): Text {
  return say`Too many wrong codes were sent for ${machine}, so it takes none until ${{ moment: until }}. I didn't do it. If those were not yours, somebody else has your chat or your gateway.`;
}
