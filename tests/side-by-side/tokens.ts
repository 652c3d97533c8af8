/** Input tokens of the same goal in 10 and in 30 steps: the real bot on its wire, and a conversation with the peer's tools and their real results. */
import { CACHE_READ, countOurs } from '../../bench/tokens.ts';
import { textTokens } from '../servers/anthropic/usage.ts';
import { startPhone } from '../support/phone.ts';
import { startTestDisplay } from '../support/x11.ts';
import { startPeerServer, type ToolReply } from './peer-server.ts';
import type { Row } from './row.ts';

const SIZE = { width: 1440, height: 900 };
const LENGTHS = [10, 30] as const;
const LEAST_FEWER = 3;
/** The naive loop's picture of this screen, and what it tells of its tool and of a result. */
const NAIVE = { picture: Math.ceil(1260 / 28) * Math.ceil(784 / 28), tool: 735, result: 20 };
/** Pictures that a thrifty loop keeps. */
const KEPT = 3;

export async function compareTokens(peerFolder: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const length of LENGTHS) {
    const ours = await measureOurs(length);
    const peer = await playPeer(peerFolder, length);
    const naive = Array.from({ length }, () => ({ reply: REPLY, result: NAIVE.result, picture: NAIVE.picture }));
    const [theirs, thrifty, cached] = [
      count(peer.turns, peer.tools),
      count(peer.turns, peer.tools, { kept: KEPT }),
      count(peer.turns, peer.tools, { isCached: true }),
    ];
    const bare = count(naive, NAIVE.tool);
    const say = (tokens: number): string => Math.round(tokens).toLocaleString('en');
    const against = (tokens: number): string => `${say(tokens)} (${(tokens / ours.tokens).toFixed(1)}×)`;
    rows.push({
      what: `input tokens of ${length} steps`,
      ours: say(ours.tokens),
      naive: against(bare),
      peer: `${against(theirs)}; with its last ${KEPT} pictures alone ${against(thrifty)}; all before cached ${against(cached)}`,
      goal: `≥ ${LEAST_FEWER}× fewer`,
      ok: Math.min(bare, theirs) / ours.tokens >= LEAST_FEWER && ours.correct && peer.isWhole,
      correct: `${ours.correct ? 'ours ended as done and checked' : 'ours did NOT end as done'}; ${peer.isWhole ? "each of the peer's calls worked" : "not all of the peer's calls worked"}`,
    });
  }
  return rows;
}

async function measureOurs(length: number): Promise<{ readonly tokens: number; readonly correct: boolean }> {
  const afters: (() => void)[] = [];
  const phone = await startPhone(
    { after: (end) => afters.push(end) },
    { ...SIZE, settings: { MAX_ITERATIONS: '110' } },
  );
  try {
    phone.display.open('/usr/bin/xterm', ['-geometry', '100x30+40+60']);
    const counted = await countOurs(length, phone);
    await phone.close();
    return counted;
  } finally {
    for (const end of afters) end();
  }
}

interface Turn {
  /** Tokens of what the model answered, of the results in words, and of the picture. */
  readonly reply: number;
  readonly result: number;
  readonly picture: number;
}

const REPLY = textTokens(
  JSON.stringify({ type: 'tool_use', name: 'computer', input: { action: 'type', text: 'word10 ' } }),
);
const LOOK = textTokens(JSON.stringify({ type: 'tool_use', name: 'computer', input: { action: 'get_screenshot' } }));

/** Each step does its act and looks in one turn: a model that waits for the first result pays twice. */
async function playPeer(
  folder: string,
  length: number,
): Promise<{ readonly turns: readonly Turn[]; readonly tools: number; readonly isWhole: boolean }> {
  const display = await startTestDisplay(SIZE);
  const peer = await startPeerServer(folder, display.env, SIZE);
  try {
    display.open('/usr/bin/xterm', ['-geometry', '100x30+40+60']);
    const turns: Turn[] = [];
    let isWhole = true;
    const look = (): Promise<ToolReply> => peer.call('get_screenshot');
    const note = (replies: readonly ToolReply[], reply: number): void => {
      isWhole &&= replies.every(({ isError }) => !isError);
      const picture = replies.reduce(
        (sum, { picture: one }) => sum + (one === null ? 0 : Math.ceil(one.width / 28) * Math.ceil(one.height / 28)),
        0,
      );
      turns.push({ reply, picture, result: replies.reduce((sum, { text }) => sum + textTokens(text), 0) });
    };
    // The first call sees the screen as it is; the last one, after the last act, says that it is done.
    note([await look()], LOOK);
    for (let step = 0; step < length - 1; step += 1) {
      const acted =
        step % 5 === 4
          ? await peer.call('left_click', { coordinate: [216 + step, 225] })
          : await peer.call('type', { text: `word${step} ` });
      note([acted, await look()], REPLY + LOOK);
    }
    return { turns, tools: textTokens(peer.tools), isWhole };
  } finally {
    await peer.close();
    await display.stop();
  }
}

/** Every call sends all turns before it; tools are cached as our system part is, and with `isCached` all that was sent before. */
function count(
  turns: readonly Turn[],
  tools: number,
  { kept = Number.POSITIVE_INFINITY, isCached = false }: { readonly kept?: number; readonly isCached?: boolean } = {},
): number {
  let sum = 0;
  let before = 0;
  for (const index of turns.keys()) {
    const sent = turns.slice(0, index + 1).reduce((total, turn, at) => {
      const isKept = index - at < kept;
      return total + turn.reply + turn.result + (isKept ? turn.picture : 0);
    }, 0);
    sum += tools * (index === 0 ? 1 : CACHE_READ) + (isCached ? before * CACHE_READ + (sent - before) : sent);
    before = sent;
  }
  return sum;
}
