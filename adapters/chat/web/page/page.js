// Puts the page together: the link in the address, the conversation, the composer, and what is said when something is wrong.
import { keepAtBottom } from './bottom.js';
import { createCommandList } from './command-list.js';
import { createComposer } from './composer.js';
import { make } from './dom.js';
import { createFilePicker } from './file-picker.js';
import { createMessageLog } from './message-log.js';
import { createNotice } from './notice.js';
import { createPictureViewer } from './picture-viewer.js';
import { createRunsView } from './runs-view.js';
import { followEvents, hasToken, RefusedByServer, redeemSecret, sayTrouble, sendUpdate, uploadFile } from './server.js';
import { createSettingsView } from './settings-view.js';
import { createSpoken } from './spoken.js';
import { canRecord, createVoiceRecorder } from './voice-recorder.js';
import { say } from './words.js';

const TOAST_MS = 4_000;
/** A lost connection is said at once; after this long also what the person can do. */
const AWAY_MS = 15_000;
/** What somebody may send first, as it stands on its button. */
const STARTERS = [
  { words: say`Show my screen`, text: '/screenshot' },
  { words: say`What can you do?`, text: say`What can you do?` },
  { words: say`What are you doing?`, text: '/status' },
];

const STATES = {
  connecting: say`Connecting…`,
  connected: say`Connected`,
  lost: say`Connection lost`,
  ended: say`Not connected`,
  crowded: say`Paused in this tab`,
};
/** What `openLink` puts behind #. */
const SECRET = /^#([\w-]{32})$/;

const find = (id) => document.getElementById(id);
/** Files of messages that have not arrived yet, by the message's id. */
const unsent = new Map();
/** Over once a link that is being opened has let this browser in, or has not. */
let entering = Promise.resolve();
let composer;
let title = 'Deskhand';
/** The question that was read out last. */
let alerted = '';
let toastTimer;
let awayTimer;

const spoken = createSpoken(find);
const viewer = createPictureViewer(find, ({ messageId, point }, { x, y }) =>
  press(messageId, point, { x: x * 1000, y: y * 1000 }),
);
const runs = createRunsView({
  dialog: find('runs'),
  stage: find('runs-stage'),
  title: find('runs-title'),
  back: find('runs-back'),
  close: find('runs-close'),
  words: find('runs-words'),
  enlarge: viewer.open,
  ask: (goal) => sendText(`/run ${goal}`),
  tell: spoken.alert,
});
find('runs-open').addEventListener('click', runs.open);
const settings = createSettingsView({
  dialog: find('settings'),
  stage: find('settings-stage'),
  title: find('settings-title'),
  close: find('settings-close'),
  ask: sendText,
  tell: spoken.say,
  reload() {
    composer.keepDraft();
    location.reload();
  },
});
find('settings-open').addEventListener('click', settings.open);
const notice = createNotice(find, (heading) => {
  document.title = `${heading} · Deskhand`;
  spoken.alert(heading);
});
const bottom = keepAtBottom(find('scroller'), find('log'), find('newer'));
const log = createMessageLog(
  find('log'),
  { press, enlarge: viewer.open, resend: (id) => send(log.find(id)) },
  {
    onChange({ isNew, open, count }) {
      title = open.length === 0 ? 'Deskhand' : `(${open.length}) Deskhand`;
      document.title = title;
      find('welcome').hidden = count > 0;
      if (isNew) bottom.noteNew();
    },
    onQuestion(view) {
      spoken.alert(say`Deskhand asks: ${textOf(view)}`);
      alerted = view.id;
    },
    onAnswer(view) {
      if (view.id === alerted) spoken.calm();
      // What became of it stands in its last line.
      const last = textOf(view).trim().split('\n').at(-1);
      spoken.say(last);
    },
  },
);
// Before the composer: an Enter that takes a command must not send.
const commandList = createCommandList(find('commands'), find('text'), () => composer.update());
const picker = createFilePicker({
  button: find('attach'),
  input: find('file-input'),
  list: find('files'),
  target: find('text'),
  onChange: () => composer?.update(),
  onProblem: showToast,
});
composer = createComposer({
  form: find('composer'),
  text: find('text'),
  send: find('send'),
  attach: find('attach'),
  speak: find('speak'),
  canSpeak: canRecord,
  count: find('count'),
  hasMore: () => picker.count() > 0,
  onSend: (text) => sendText(text, picker.take()),
});
createVoiceRecorder({
  button: find('speak'),
  time: find('recording-time'),
  cancel: find('recording-cancel'),
  onRecorded: (file) => sendText('', [file]),
  onProblem: showToast,
  onChange(isRecording) {
    find('recording').hidden = !isRecording;
    find('text').hidden = isRecording;
    find('attach').hidden = isRecording;
    find('speak').ariaLabel = isRecording ? say`Send voice note` : say`Speak`;
    find('speak').classList.toggle('good', isRecording);
  },
});

function sendText(text, files = []) {
  const id = `p.${crypto.randomUUID()}`;
  const shown = files.map(({ name, size }) => ({ name, bytes: size }));
  if (files.length > 0) unsent.set(id, { files, uploaded: [] });
  send({ from: 'person', id, at: Date.now(), text: text.trim() === '' ? '' : text, files: shown, isAccepted: false });
  bottom.toBottom();
}

/** Ids of the files of a message; what was brought over before is not brought again. */
async function upload(id) {
  const { files, uploaded } = unsent.get(id) ?? { files: [], uploaded: [] };
  for (const file of files.slice(uploaded.length)) uploaded.push(await uploadFile(file));
  return uploaded;
}

/** One sound without words is a voice note, recorded here or elsewhere; with words below it, it is a file. */
function isSpoken({ id, text }) {
  const files = unsent.get(id)?.files ?? [];
  return text === '' && files.length === 1 && /^audio\/(ogg|opus|wav|x-wav|wave)/.test(files[0].type);
}

async function send(view) {
  log.show([{ ...view, failure: '' }]);
  await entering;
  try {
    const files = await upload(view.id);
    const voice = isSpoken(view);
    const { toast } = await sendUpdate('/messages', { id: view.id.slice('p.'.length), text: view.text, files, voice });
    unsent.delete(view.id);
    log.show([{ ...view, isAccepted: true, failure: '' }]);
    showToast(toast);
  } catch (error) {
    // It did arrive, only the answer got lost.
    if (log.find(view.id)?.isAccepted) return;
    const why = sayTrouble(error);
    log.show([{ ...view, failure: say`Not sent. ${why}` }]);
    spoken.alert(say`Not sent. ${why}`);
  }
}

async function press(messageId, data, at) {
  try {
    const { toast } = await sendUpdate('/taps', { id: crypto.randomUUID(), messageId, data, at });
    showToast(toast);
    return true;
  } catch (error) {
    showToast(error instanceof RefusedByServer ? error.message : say`Deskhand does not answer. Press again.`);
    return false;
  }
}

function showToast(words) {
  if (words === '') return;
  find('toast').textContent = words;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (find('toast').textContent = ''), TOAST_MS);
}

function textOf(view) {
  return view.spans.map((span) => span.text).join('');
}

function showState(state) {
  if (document.body.dataset.state === state) return;
  document.body.dataset.state = state;
  find('connection-text').textContent = STATES[state];
  clearTimeout(awayTimer);
  if (state === 'lost') awayTimer = setTimeout(() => notice.show('away'), AWAY_MS);
  if (state === 'connected') hideNotice();
}

function hideNotice() {
  notice.hide();
  document.title = title;
}

/** Nothing can be sent from here until somebody comes in again. */
function shut(why, onButton) {
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
  notice.show(why, onButton);
  log.freeze();
  composer.lock();
}

function showStarters() {
  const starters = STARTERS.map(({ words, text }) => {
    const starter = make('button', { type: 'button', textContent: words });
    starter.addEventListener('click', () => sendText(text));
    return starter;
  });
  find('starters').replaceChildren(...starters);
}

async function connect(isLinkWrong) {
  hideNotice();
  composer.unlock();
  showState('connecting');
  let end = 'ended';
  let wasIn = false;
  if (hasToken()) {
    await followEvents({
      whole({ messages, commands }) {
        wasIn = true;
        log.showWhole(messages);
        commandList.setCommands(commands);
        showStarters();
      },
      changes: ({ messages }) => log.show(messages),
      state(state) {
        showState(state);
        end = state;
      },
    });
  }
  showState(end);
  const outside = isLinkWrong ? 'wrong' : 'outside';
  shut(end === 'ended' && !wasIn ? outside : end, () => connect(false));
}

/** The link's secret is behind #. It leaves the address bar before anything else happens. */
async function enter() {
  const secret = SECRET.exec(location.hash)?.[1];
  history.replaceState(null, '', '/');
  await (secret === undefined ? connect(false) : letIn(secret));
}

async function letIn(secret) {
  hideNotice();
  showState('connecting');
  const letting = redeemSecret(secret).catch(() => 'silent');
  entering = letting;
  const result = await letting;
  // A used link is no harm when this browser is in already.
  if (result === 'opened' || result === 'wrong') return connect(result === 'wrong');
  showState('ended');
  shut(result, () => letIn(secret));
}

// What the browser kept of an earlier visit is not how things are.
addEventListener('pageshow', (event) => event.persisted && location.reload());
addEventListener('hashchange', () => SECRET.test(location.hash) && location.reload());
if (matchMedia('(hover: hover) and (pointer: fine)').matches) find('text').focus();
enter();
