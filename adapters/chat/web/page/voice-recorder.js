// Speaking into the page: records, and makes of it what speech models hear (16 kHz, one channel) as a WAV file.
import { say } from './words.js';

const RATE = 16_000;
/** As long as a voice note may be. */
const MOST_S = 300;
const LEAST_S = 0.3;
const HEADER_BYTES = 44;

/** Whether this browser can record. */
export const canRecord = 'MediaRecorder' in window && navigator.mediaDevices?.getUserMedia !== undefined;

/** `onRecorded(file)` with what was spoken; `onProblem(sentence)`; `onChange(isRecording)`. */
export function createVoiceRecorder({ button, time, cancel, onRecorded, onProblem, onChange }) {
  let current = null;

  async function start() {
    button.disabled = true;
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const recorder = new MediaRecorder(stream);
      const chunks = [];
      recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
      recorder.start();
      const startedAt = performance.now();
      const timer = setInterval(() => tick(startedAt), 250);
      current = { recorder, stream, chunks, timer };
      tick(startedAt);
      onChange(true);
    } catch {
      onProblem(say`The microphone cannot be used: allow it for this page, or write.`);
    } finally {
      button.disabled = false;
    }
  }

  function tick(startedAt) {
    const seconds = Math.floor((performance.now() - startedAt) / 1000);
    time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    if (seconds >= MOST_S) finish();
  }

  /** Everything is let go of; resolves with the recording. */
  function stop() {
    const { recorder, stream, chunks, timer } = current;
    current = null;
    clearInterval(timer);
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
    recorder.stop();
    for (const track of stream.getTracks()) track.stop();
    onChange(false);
    return stopped.then(() => new Blob(chunks, { type: recorder.mimeType }));
  }

  async function finish() {
    if (current === null) return;
    try {
      const samples = await toSamples(await stop());
      if (samples.length < LEAST_S * RATE) onProblem(say`That was too short; press, speak, and press again.`);
      else onRecorded(toWavFile(samples));
    } catch {
      onProblem(say`What was recorded cannot be used; try again, or write.`);
    }
  }

  button.addEventListener('click', () => (current === null ? start() : finish()));
  cancel.addEventListener('click', () => {
    if (current !== null) stop();
    button.focus();
  });
}

async function toSamples(blob) {
  const context = new AudioContext();
  try {
    const sound = await context.decodeAudioData(await blob.arrayBuffer());
    const offline = new OfflineAudioContext(1, Math.max(1, Math.ceil(sound.duration * RATE)), RATE);
    const source = offline.createBufferSource();
    source.buffer = sound;
    source.connect(offline.destination);
    source.start();
    return (await offline.startRendering()).getChannelData(0);
  } finally {
    context.close();
  }
}

function toWavFile(samples) {
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + samples.length * 2));
  const write = (at, text) => {
    for (const [index, letter] of [...text].entries()) view.setUint8(at + index, letter.charCodeAt(0));
  };
  write(0, 'RIFF');
  view.setUint32(4, view.byteLength - 8, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  for (const [index, sample] of samples.entries())
    view.setInt16(HEADER_BYTES + index * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
  return new File([view], say`Voice note`, { type: 'audio/wav' });
}
