/** `npm run slack:manifest`: the link that creates the Slack app with exactly what Deskhand uses, and what to do after it. */
import { MANIFEST, manifestLink } from '../../../adapters/chat/slack/manifest.ts';
import { say } from '../../words/say.ts';
import { runCommand } from '../exit.ts';
import { tell } from '../terminal/tell.ts';

await runCommand(async () => {
  tell(manifestLink());
  tell('');
  tell(say`1. Open this link, choose your workspace, and press Next and Create.`);
  tell(say`2. "Install App", Install: the Bot User OAuth Token (xoxb-…) is ${'SLACK_BOT_TOKEN'}.`);
  tell(
    say`3. "Basic Information", App-Level Tokens, Generate, with the scope ${'connections:write'}: the token (xapp-…) is ${'SLACK_APP_TOKEN'}.`,
  );
  tell('');
  tell(say`For an app that is there already, page "App Manifest":`);
  tell(JSON.stringify(MANIFEST, null, 2));
  return 0;
});
