/** `npm run slack:manifest`: the link that creates the Slack app with exactly what Deskhand uses, and what to do after it. */
import { MANIFEST, manifestLink } from '../../../adapters/chat/slack/manifest.ts';
import { runCommand } from '../exit.ts';

await runCommand(async () => {
  process.stdout.write(`${manifestLink()}

1. Open this link, choose your workspace, and press Next and Create.
2. "Install App", Install: the Bot User OAuth Token (xoxb-…) is SLACK_BOT_TOKEN.
3. "Basic Information", App-Level Tokens, Generate, with the scope connections:write: the token (xapp-…) is SLACK_APP_TOKEN.

For an app that is there already, page "App Manifest":
${JSON.stringify(MANIFEST, null, 2)}
`);
  return 0;
});
