// The list of commands that opens behind `/`. The focus stays in the text; arrows choose, Tab and Enter take, Escape closes.
import { make } from './dom.js';

export function createCommandList(list, text, onTake) {
  let commands = [];
  let options = [];
  let chosen = -1;
  let dismissed = '';

  function update() {
    const word = /^\/(\S*)$/.exec(text.value)?.[1]?.toLowerCase();
    const fitting =
      word === undefined || text.value === dismissed ? [] : commands.filter(({ name }) => name.startsWith(word));
    options = fitting.map(createOption);
    list.replaceChildren(...options.map((option) => option.element));
    list.hidden = options.length === 0;
    choose(-1);
  }

  function createOption(command, index) {
    const name = make('span', { className: 'name', textContent: `/${command.name} ` });
    const parameters = make('span', { className: 'parameters', textContent: command.parameters });
    const help = make('span', { className: 'help', textContent: command.help });
    const element = make(
      'div',
      { id: `command-${index}`, role: 'option', ariaSelected: 'false' },
      name,
      parameters,
      help,
    );
    // Before the text loses the focus.
    element.addEventListener('pointerdown', (event) => event.preventDefault());
    element.addEventListener('click', () => take(command));
    return { element, command };
  }

  function choose(index) {
    options[chosen]?.element.setAttribute('aria-selected', 'false');
    chosen = index;
    const option = options[chosen];
    if (option === undefined) {
      text.removeAttribute('aria-activedescendant');
      return;
    }
    option.element.setAttribute('aria-selected', 'true');
    option.element.scrollIntoView({ block: 'nearest' });
    text.setAttribute('aria-activedescendant', option.element.id);
  }

  function take({ name, parameters }) {
    text.value = parameters === '' ? `/${name}` : `/${name} `;
    dismissed = text.value;
    update();
    onTake();
  }

  text.addEventListener('input', update);
  text.addEventListener('blur', () => {
    list.hidden = true;
    choose(-1);
  });
  text.addEventListener('focus', update);
  text.addEventListener('keydown', (event) => {
    if (list.hidden || event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      choose(chosen === -1 && step === -1 ? options.length - 1 : (chosen + step + options.length) % options.length);
    } else if (event.key === 'Escape') {
      dismissed = text.value;
      update();
    } else if (event.key === 'Tab' && !event.shiftKey) {
      take(options[Math.max(chosen, 0)].command);
    } else if (event.key === 'Enter' && chosen !== -1) {
      take(options[chosen].command);
    } else {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  });

  return {
    setCommands(next) {
      commands = next;
    },
  };
}
