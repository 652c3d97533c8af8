/** `/tools`: the tool servers, the grade of each tool, and buttons that change it. */
import type { Buttons, ToolsTap } from '../outbound/buttons.ts';
import type { Outbox, Posting } from '../outbound/outbox.ts';
import type { Outgoing } from '../outbound/outgoing.ts';
import { wordsAlone } from '../outbound/reply.ts';
import { inPairs, type SpokenSpan } from '../outbound/spoken.ts';
import type { InboundMessage } from '../ports/chat.ts';
import { GRADES, type Grade, type Tool, type ToolServer, type Tools } from '../ports/tools.ts';
import type { ToolGrades } from '../tools/grades.ts';
import { say, slash, type Text } from '../words/say.ts';
import type { ToolSignIn } from './tool-sign-in.ts';
import { findChosen, renderServer, renderServers, renderTool, SHORT_GRADES } from './tools-view.ts';

export interface ToolsDesk {
  /** `rest`: arguments of /tools; settles the message. Rejects with a sentence when a grade cannot be stored. */
  open(rest: string, asked: Asked): Promise<void>;
  turn(tap: ToolsTap, asked: Asked): Promise<void>;
}

type Asked = Pick<InboundMessage, 'thread' | 'updateId' | 'sender'>;

export interface ToolsDeskPorts {
  readonly tools: Pick<Tools, 'servers'>;
  readonly grades: ToolGrades;
  readonly outbox: Pick<Outbox, 'post' | 'close'>;
  readonly buttons: Pick<Buttons, 'register' | 'forget'>;
  readonly signIn: ToolSignIn;
}

interface Panel {
  readonly posting: Posting;
  ids: readonly string[];
}

/** Number of newest panels with working buttons. */
const PANELS_KEPT = 20;
const BUTTONS = 20;

export function createToolsDesk({ tools, grades, outbox, buttons, signIn }: ToolsDeskPorts): ToolsDesk {
  const panels = new Map<number, Panel>();
  let next = 0;
  const serverNamed = (name: string): ToolServer | undefined => tools.servers().find((server) => server.name === name);

  const render = (panel: number, turnTo: ToolsTap['turnTo'], lead: Text): Outgoing => {
    const button = (label: Text, to: ToolsTap['turnTo'], style: 'plain' | 'danger' | 'good' = 'plain') => ({
      label,
      style,
      data: buttons.register({ kind: 'tools', tap: { panel, turnTo: to } }),
    });
    const back = [button(say`Back`, { kind: 'list' })];
    const server = turnTo.kind === 'list' ? undefined : serverNamed(turnTo.server);
    if (turnTo.kind === 'list' || server === undefined) {
      const all = tools.servers();
      const rows = all.slice(0, BUTTONS).map(({ name }) => button(name, { kind: 'server', server: name }));
      return { ...wordsAlone(led(lead, renderServers(all, grades))), buttons: inPairs(rows) };
    }
    const tool = 'tool' in turnTo ? server.tools.find(({ name }) => name === turnTo.tool) : undefined;
    if (tool === undefined) {
      const rows = server.tools
        .slice(0, BUTTONS)
        .map((one) => button(shortName(one), { kind: 'tool', server: server.name, tool: one.name }));
      const isOff = grades.isOff(server.name);
      const turn = { kind: 'turn', server: server.name, isOn: isOff } as const;
      const isNeeded = server.signIn === 'needed';
      const enter =
        server.signIn === 'none'
          ? []
          : [
              button(
                isNeeded ? say`Sign in` : say`Sign in again`,
                { kind: 'sign in', server: server.name },
                isNeeded ? 'good' : 'plain',
              ),
            ];
      const last = [...enter, button(isOff ? say`Turn on` : say`Turn off`, turn, isOff ? 'good' : 'danger'), ...back];
      return { ...wordsAlone(led(lead, renderServer(server, grades))), buttons: [...inPairs(rows), last] };
    }
    const choices = GRADES.map((grade) =>
      button(
        SHORT_GRADES[grade],
        { kind: 'grade', server: server.name, tool: tool.name, hash: tool.hash, grade },
        grade === 'never' ? 'danger' : 'plain',
      ),
    );
    const up = [button(say`Back`, { kind: 'server', server: server.name })];
    return { ...wordsAlone(led(lead, renderTool(tool, grades.of(tool)))), buttons: [...inPairs(choices), up] };
  };

  const post = ({ thread, updateId }: Asked, turnTo: ToolsTap['turnTo'], lead: Text): void => {
    const number = next++;
    const message = render(number, turnTo, lead);
    panels.set(number, { posting: outbox.post(thread, message, updateId), ids: idsIn(message) });
    const old = panels.get(number - PANELS_KEPT);
    if (old === undefined) return;
    buttons.forget(old.ids);
    panels.delete(number - PANELS_KEPT);
  };

  /** Sets a grade and returns the reply. */
  const grade = async (tool: Tool, wanted: Grade): Promise<Text> => {
    await grades.set([tool], wanted);
    return sayGraded(tool, wanted);
  };

  return {
    async open(rest, asked) {
      if (rest === '') return post(asked, { kind: 'list' }, '');
      const chosen = findChosen(rest, tools.servers());
      switch (chosen.kind) {
        case 'server':
          return post(asked, { kind: 'server', server: chosen.server.name }, '');
        case 'tool':
          return post(asked, { kind: 'tool', server: chosen.tool.server, tool: chosen.tool.name }, '');
        case 'sign in':
          return await signIn.begin(chosen.server.name, asked);
        case 'turn':
          await grades.turn(chosen.server.name, chosen.isOn);
          return post(asked, { kind: 'server', server: chosen.server.name }, '');
        case 'grade':
          return post(asked, { kind: 'server', server: chosen.tool.server }, await grade(chosen.tool, chosen.grade));
        case 'unknown':
          return post(
            asked,
            { kind: 'list' },
            say`I don't know that tool. ${slash('tools files')} shows a server, ${slash('tools files/read_file safe')} says what a tool may do, ${slash('tools files off')} turns a server off.`,
          );
      }
    },
    async turn({ panel: number, turnTo }, asked) {
      // The panel stays unchanged meanwhile.
      if (turnTo.kind === 'sign in') return await signIn.begin(turnTo.server, asked);
      const panel = panels.get(number);
      if (panel === undefined) return;
      let [to, lead]: [ToolsTap['turnTo'], Text] = [turnTo, ''];
      if (turnTo.kind === 'turn') {
        await grades.turn(turnTo.server, turnTo.isOn);
        to = { kind: 'server', server: turnTo.server };
      }
      if (turnTo.kind === 'grade') {
        const tool = serverNamed(turnTo.server)?.tools.find(({ name }) => name === turnTo.tool);
        const isSame = tool?.hash === turnTo.hash;
        lead = tool === undefined || !isSame ? OTHERWISE : await grade(tool, turnTo.grade);
        to = { kind: isSame ? 'server' : 'tool', server: turnTo.server, tool: turnTo.tool };
      }
      buttons.forget(panel.ids);
      const shown = render(number, to, lead);
      panel.ids = idsIn(shown);
      outbox.close(panel.posting, shown);
    },
  };
}

const OTHERWISE = say`The description of this tool has changed. Look again before you decide.`;

function sayGraded({ server, name }: Tool, grade: Grade): Text {
  const tool = `${server}/${name}`;
  switch (grade) {
    case 'safe':
    case 'moderate':
      return say`${tool} runs by itself from now on. I still ask where its arguments name what you didn't.`;
    case 'asks':
      return say`I ask before ${tool} is used.`;
    case 'never':
      return say`${tool} is never used.`;
  }
}

function led(lead: Text, spans: readonly SpokenSpan[]): readonly SpokenSpan[] {
  return lead === '' ? spans : [lead, '\n\n', ...spans];
}

const LABEL = 24;

function shortName({ name }: Tool): string {
  return name.length > LABEL ? `${name.slice(0, LABEL - 1)}…` : name;
}

function idsIn({ buttons }: Outgoing): readonly string[] {
  return buttons.flat().flatMap(({ data }) => (data === null ? [] : [data]));
}
