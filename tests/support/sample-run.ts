/** A run with a bit of everything, as a journal and as pictures, for reports. */
import sharp from 'sharp';
import { type RunEvent, runEventSchema } from '../../src/journal/events.ts';

const usage = { input: 1500, output: 80, cacheRead: 2400, cacheWrite: 0 };
const click = { action: 'click', target: { element: 7 }, button: 'left', count: 1 };
const shell = { action: 'shell', command: 'cat ~/Documents/permit.txt | grep -n "<b>" && echo "$HOME"', timeout_s: 30 };

const EVENTS: readonly object[] = [
  {
    type: 'run.created',
    run: '000012',
    goal: 'print <b>the permit</b> drawings & tell me "when" they are done</script>',
    thread: { platform: 'web', key: 'main', isGroup: false },
    sender: { id: 'web:owner', name: 'Owner', language: 'en' },
    command: 'web:1',
    skill: null,
    params: {},
    model: 'claude-sonnet-5-5',
  },
  { type: 'run.started', desktop: ':0' },
  {
    type: 'observation.taken',
    iteration: 1,
    frame: '0001.jpg',
    app: 'Preview',
    window: 'permit.pdf',
    width: 1280,
    height: 800,
    elements: 12,
    note: '',
  },
  {
    type: 'reply.received',
    iteration: 1,
    model: 'claude-sonnet-5-5',
    screen: 'The drawings are open in Preview.',
    intent: 'Open the print dialog',
    action: click,
    follow_ups: [],
    note: 'drawings are open',
    usage,
    cost_usd: 0.0061,
    ms: 1830,
  },
  {
    type: 'risk.judged',
    step: '1.0',
    action: click,
    element: { number: 7, role: 'button', name: 'Print' },
    risk: 'moderate',
    reason: 'a click that changes something',
    rule: 'click.named',
  },
  {
    type: 'action.intended',
    step: '1.0',
    action: click,
    element: { number: 7, role: 'button', name: 'Print' },
    by: 'model',
  },
  { type: 'action.performed', step: '1.0', ok: true, text: '', effect: 'changed', ms: 84 },
  {
    type: 'observation.taken',
    iteration: 2,
    frame: '0002.jpg',
    app: 'Terminal',
    window: 'ann — zsh — 80×24',
    width: 1280,
    height: 800,
    elements: 3,
    note: 'The screen never settled.',
  },
  { type: 'hint.received', by: 'web:owner', text: 'double-sided please' },
  {
    type: 'reply.received',
    iteration: 2,
    model: 'claude-sonnet-5-5',
    screen: 'A terminal.',
    intent: 'Look for the mark in the text',
    action: shell,
    follow_ups: [],
    note: null,
    usage,
    cost_usd: 0.0058,
    ms: 2210,
  },
  {
    type: 'risk.judged',
    step: '2.0',
    action: shell,
    risk: 'high',
    reason: 'the command has an expansion that cannot be told',
    rule: 'shell.expansion',
  },
  {
    type: 'confirmation.asked',
    step: '2.0',
    confirmation: 'c1',
    action: shell,
    risk: 'high',
    reason: 'x',
    rule: 'shell.expansion',
    bound_to: 'a'.repeat(64),
    expires_at: '2026-11-21T12:10:00.000Z',
  },
  { type: 'confirmation.answered', confirmation: 'c1', answer: 'approve', by: 'web:owner', text: '' },
  { type: 'action.intended', step: '2.0', action: shell, by: 'model' },
  {
    type: 'action.performed',
    step: '2.0',
    ok: false,
    text: 'grep: <b>: no such thing\nExit code 1.',
    effect: 'unknown',
    ms: 41,
  },
  {
    type: 'verification.done',
    score: 92,
    passed: true,
    text: 'The queue shows 14 pages',
    checks: [{ check: 'the file out.pdf exists', passed: true, text: '' }],
    frame: 'check-1.jpg',
    usage,
    cost_usd: 0.0004,
  },
  { type: 'run.ended', outcome: 'verified', reason: 'checked', message: 'The 14 drawings are printed.', score: 92 },
];

export const SAMPLE_EVENTS = EVENTS.map((event, index) => ({
  ...(runEventSchema.parse(event) satisfies RunEvent),
  seq: index + 1,
  at: new Date(Date.UTC(2026, 10, 21, 12, 0, index * 2)).toISOString(),
}));

export async function samplePictures(): Promise<ReadonlyMap<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>();
  for (const [index, name] of ['0001.jpg', '0002.jpg', 'check-1.jpg', 'end.jpg'].entries()) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800"><rect width="1280" height="800" fill="hsl(${200 + index * 30} 30% 70%)"/><rect x="200" y="140" width="${500 + index * 90}" height="460" rx="12" fill="#fff"/><text x="240" y="240" font-size="48">window ${index + 1}</text></svg>`;
    pictures.set(name, await sharp(Buffer.from(svg)).jpeg({ quality: 75 }).toBuffer());
  }
  return pictures;
}
