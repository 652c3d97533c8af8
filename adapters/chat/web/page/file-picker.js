// Files that go along with the next message: chosen, dropped or pasted; each shown with a way to leave it out.
import { make } from './dom.js';
import { formatBytes, say } from './words.js';

const FILES_MAX = 10;
const FILE_MAX_BYTES = 20 * 1024 * 1024;

/** `onChange` after every change; `onProblem(sentence)` for what cannot go along. */
export function createFilePicker({ button, input, list, target, onChange, onProblem }) {
  let files = [];

  function add(chosen) {
    for (const file of chosen) {
      if (file.size > FILE_MAX_BYTES) onProblem(say`${file.name} is larger than 20 MB.`);
      else if (files.length >= FILES_MAX) onProblem(say`${file.name} was left out: ten files can go with one message.`);
      else files.push(file);
    }
    render();
  }

  function remove(file) {
    const index = files.indexOf(file);
    files = files.filter((other) => other !== file);
    render();
    const next = list.querySelectorAll('button')[Math.min(index, files.length - 1)];
    (next ?? button).focus();
  }

  function render() {
    list.replaceChildren(...files.map(renderFile));
    list.hidden = files.length === 0;
    onChange();
  }

  function renderFile(file) {
    const away = make('button', { type: 'button', textContent: '×' });
    away.ariaLabel = say`Leave out ${file.name}`;
    away.addEventListener('click', () => remove(file));
    const size = make('span', { className: 'quiet', textContent: formatBytes(file.size) });
    return make('li', {}, make('span', { className: 'name', textContent: file.name }), size, away);
  }

  button.addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    add([...input.files]);
    // The same file can be chosen again after it was left out.
    input.value = '';
  });
  target.addEventListener('paste', (event) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    add([...event.clipboardData.files]);
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    if (!button.disabled) add([...event.dataTransfer.files]);
  });
  render();

  return {
    count: () => files.length,
    /** What goes along; nothing is left here. */
    take() {
      const taken = files;
      files = [];
      render();
      return taken;
    },
  };
}
