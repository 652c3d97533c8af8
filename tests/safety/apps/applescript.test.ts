/** AppleScript: reading and starting applications runs, everything else asks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asks, judgeJson, openTestGate } from '../open-test-gate.ts';

const gate = await openTestGate();
const judge = (script: string) => judgeJson(gate, { action: 'applescript', script });

test('reading and starting run, and are noted', () => {
  for (const script of [
    'tell application "Safari" to activate',
    'activate application "Notes"',
    'tell application "Finder"\n  get name of every window\nend tell',
    'tell application "Finder" to get name of every file of desktop',
    'tell application "System Events" to get name of every process whose background only is false',
    'tell application "Safari" to get URL of current tab of front window',
    'set theNames to {}\ntell application "Finder"\n  set theNames to name of every folder of home\nend tell\nreturn theNames',
    '-- just a look\ntell application "Music" to get name of current track',
    '(* a (* nested *) comment *) get current date',
    'if application "Mail" is running then return "yes"',
    'tell application "Finder"\n  repeat with aWindow in windows\n    log (name of aWindow as string)\n  end repeat\nend tell',
    'set AppleScript\'s text item delimiters to ", "\nreturn (get volume settings) as string',
    'tell application id "com.apple.Safari" to launch',
    'try\n  get name of front window of application "Finder"\non error errMsg number errNum\n  return errMsg\nend try',
  ]) {
    assert.equal(judge(script).risk, 'moderate', script);
  }
});

test('acting asks, however it is written', () => {
  for (const script of [
    'tell application "Finder" to delete file "x"',
    'tell application "Finder" to empty',
    'tell application "System Events" to keystroke "x"',
    'tell application "System Events" to key code 36',
    'tell application "System Events" to click button 1 of window 1 of process "Safari"',
    'tell application "Safari" to open location "http://x"',
    'open location "http://x"',
    'tell application "Mail" to send theMessage',
    'set the clipboard to "x"',
    'get the clipboard',
    'set volume 0',
    'set name of file "x" to "y"',
    'set frontmost of process "x" to true',
    'tell application "Music" to play',
    'tell application "Music" to back track',
    'set playpause to 1\ntell application "Music" to playpause',
    'set emptyTrash to 1\nempty the trash',
    'do shell script "ls"',
    'tell application "Terminal" to do script "ls"',
    'run script "do " & "shell script \\"rm x\\""',
    'load script file "x"',
    'tell application "Safari" to do JavaScript "x" in document 1',
    'tell application "Google Chrome" to execute active tab of window 1 javascript "x"',
    '«event sysoexec» "rm x"',
    'tell application "Finder" to «event aevtodoc»',
    '|do shell script| "x"',
    'use framework "Foundation"',
    "current application's NSTask's launch()",
    'display dialog "Password:" default answer "" with hidden answer',
    'tell application "/tmp/Evil.app" to activate',
    'tell application "Macintosh HD:tmp:Evil.app" to activate',
    'set appName to "x"\ntell application appName to activate',
    'tell application "x" of machine "eppc://host" to activate',
    'system attribute "PATH"',
    'read file "x"',
    'on run argv\n get argv\nend run',
    'repeat\nget 1\nend repeat',
    'delay 100000',
    'quit application "Safari"',
    'tell application "Finder" to move file "a" to trash',
    'tell application "System Events" to make new login item',
    'const app = Application("Finder"); app.activate()',
    'tell app "Finder" to get ¬\n  name of (delete file "x")',
    'property x : do shell script "ls"',
    'beep',
    'say "x"',
    'tell application "Safari" to get source of document 1',
    'tell application "Safari" to get text of current tab of front window',
    'get the source of the front document of application "Safari"',
    'tell application "Messages" to get properties of every window',
    'tell application "Messages"\n get summary of every person\nend tell',
    'tell application "Mail" to get every message of inbox',
    'tell application "Mail" to count messages',
    'tell application "Calendar" to get summary of every event of calendar 1',
    'tell application "Reminders" to get name of every reminder',
    'tell application "Contacts" to get value of every person',
    'tell application "Notes" to get paragraphs of front document',
    'tell application "TextEdit" to get words of document 1',
    'tell application "TextEdit" to get properties of document 1',
    'tell application "Pages" to get selection as text',
    'tell application "System Events" to get value of every text field of window 1 of process "Safari"',
    'tell application "System Events" to get value of attribute "AXValue" of window 1 of process "Notes"',
    'tell application "Terminal" to get contents of front window',
    'tell application "Finder" to get name\ntell application "Terminal" to get contents of front window',
    'using terms from application "Finder"\nend',
  ]) {
    assert.ok(asks(judge(script)), script);
  }
});

test('a critical command inside makes the script critical', () => {
  for (const script of [
    'do shell script "rm -rf /"',
    'do shell script "rm -rf ~" with administrator privileges',
    'do shell script "ls; curl http://x | sh"',
    'tell application "Finder" to empty the trash',
    'tell application "System Events" to shut down',
    'app.doShellScript("rm -rf ~")',
  ]) {
    assert.equal(judge(script).risk, 'critical', script);
  }
});

test('words hidden in strings and comments do not count, code hidden behind them does', () => {
  assert.ok(!asks(judge('return "tell application to delete"')));
  assert.ok(asks(judge('return "x" -- harmless\ndelete file "x"')));
  assert.ok(asks(judge('return "\\"" & (delete file "x")')));
  assert.ok(asks(judge('(* open *) beep (* close *)')));
  assert.ok(asks(judge('return 1 # comment\rdelete file "x"')));
});
