/** Actions that do not use the screen: applications, pages, the shell, scripts, files. */
import { z } from 'zod';
import { shorten } from '../../words/amounts.ts';
import { say } from '../../words/say.ts';
import { problem } from '../../words/say-issue.ts';
import { define } from './define.ts';
import { fileText, isFilled, path, quote } from './params.ts';

const lineCount = z.number().int().min(1).max(2000);

export const MACHINE_ACTIONS = [
  define('open_app', {
    takes: { app: z.string().trim().refine(isFilled, problem(say`name an application`)).max(200) },
    wire: { app: 'text' },
    traits: { counted: 'apps', kind: 'act', opensWindow: true, whenIdle: 'left-out-before-same', permission: 'app' },
    prompt: 'open_app text=name',
    says: ({ app }) => say`opening ${app}`,
  }),
  define('open_url', {
    takes: { url: z.string().trim().refine(isFilled, problem(say`the address is empty`)).max(8192) },
    wire: { url: 'text' },
    traits: { counted: 'pages', kind: 'act', opensWindow: true, permission: 'url' },
    prompt: 'open_url text=address',
    says: ({ url }) => say`opening ${shorten(url, 80)}`,
    whole: ({ url }) => url,
  }),
  define('fetch', {
    takes: { url: z.string().trim().refine(isFilled, problem(say`the address is empty`)).max(8192) },
    wire: { url: 'text' },
    traits: { apart: 'reads', counted: 'pages', kind: 'look', answers: true, permission: 'url' },
    prompt: 'fetch text=address: the text of a public page, without the browser',
    says: ({ url }) => say`reading ${shorten(url, 80)}`,
    whole: ({ url }) => url,
  }),
  define('shell', {
    takes: {
      command: z.string().refine(isFilled, problem(say`the command is empty`)).max(65_536),
      timeout_s: z.number().min(1).max(600).default(30),
    },
    wire: { command: 'text', timeout_s: 'seconds' },
    traits: { apart: 'reads', counted: 'commands', kind: 'act', answers: true, grant: 'never', permission: 'shell' },
    prompt: 'shell text=command seconds=30 (time limit, up to 600): keeps its folder between turns',
    says: ({ command }) => say`running ${quote(command)}`,
    whole: ({ command }) => command,
  }),
  define('shell_restart', {
    takes: {},
    wire: {},
    traits: { apart: 'reads', counted: 'commands', kind: 'act', permission: null },
    prompt: 'shell_restart',
    says: () => say`restarting the shell`,
  }),
  define('applescript', {
    takes: { script: z.string().refine(isFilled, problem(say`the script is empty`)).max(65_536) },
    wire: { script: 'text' },
    traits: { counted: 'commands', kind: 'act', answers: true, pressesKeys: true, grant: 'never', permission: 'apps' },
    prompt: 'applescript text=script',
    says: () => say`running an AppleScript`,
    whole: ({ script }) => script,
  }),
  define('file_view', {
    takes: { path, line: z.number().int().min(1).default(1), amount: lineCount.default(200) },
    wire: { path: 'path', line: 'line', amount: 'count' },
    traits: { apart: 'reads', kind: 'look', answers: true, permission: 'files' },
    prompt: 'file_view path line=1 count=200',
    says: (file) => say`reading ${file.path}`,
  }),
  define('file_create', {
    takes: { path, text: fileText },
    wire: { path: 'path', text: 'text' },
    traits: { apart: 'changes', counted: 'files', kind: 'act', editsFile: true, permission: 'files' },
    prompt: 'file_create path text',
    says: (file) => say`creating ${file.path}`,
    whole: ({ text }) => text,
  }),
  define('file_replace', {
    takes: {
      path,
      old: z.string().refine(isFilled, problem(say`the text to replace is empty`)).max(100_000),
      text: fileText,
    },
    wire: { path: 'path', old: 'old', text: 'text' },
    traits: { apart: 'changes', counted: 'files', kind: 'act', editsFile: true, permission: 'files' },
    prompt: 'file_replace path old (occurs exactly once) text',
    says: (file) => say`editing ${file.path}`,
    whole: ({ old, text }) => `- ${old}\n+ ${text}`,
  }),
  define('file_insert', {
    takes: { path, line: z.number().int().min(0), text: fileText },
    wire: { path: 'path', line: 'line', text: 'text' },
    traits: { apart: 'changes', counted: 'files', kind: 'act', editsFile: true, permission: 'files' },
    prompt: 'file_insert path line (after it) text',
    says: (file) => say`editing ${file.path}`,
    whole: ({ text }) => text,
  }),
  define('file_undo', {
    takes: { path },
    wire: { path: 'path' },
    traits: { apart: 'changes', counted: 'files', kind: 'act', permission: 'files' },
    prompt: 'file_undo path',
    says: (file) => say`taking back the last edit of ${file.path}`,
  }),
] as const;
