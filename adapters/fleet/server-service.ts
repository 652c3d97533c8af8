/** Files that start the fleet's server by itself: a systemd user unit, a LaunchAgent. Pure. */
import { FLEET_FILES } from './fleet-folder.ts';

/** Go's garbage collector, run more often than by default: a third less memory with 500 machines (`npm run test:fleet`). */
export const SERVER_ENV: Readonly<Record<string, string>> = { GOGC: '40' };

/** The service files by name, below the fleet's folder. `program`: absolute. */
export function renderServerService(program: string, configFile: string): Readonly<Record<string, string>> {
  return { [FLEET_FILES.unit]: renderUnit(program, configFile), [FLEET_FILES.agent]: renderAgent(program, configFile) };
}

/** systemd.service(5). */
function renderUnit(program: string, configFile: string): string {
  const word = (text: string): string =>
    `"${text.replaceAll('%', '%%').replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '$$$$')}"`;
  return `[Unit]
Description=The server that Deskhand's machines meet at

[Service]
${Object.entries(SERVER_ENV)
  .map(([name, value]) => `Environment=${name}=${value}\n`)
  .join('')}ExecStart=${word(program)} -c ${word(configFile)}
Restart=always
RestartSec=2
LimitNOFILE=65536

[Install]
WantedBy=default.target
`;
}

/** launchd.plist(5). */
function renderAgent(program: string, configFile: string): string {
  const text = (value: string): string =>
    `<string>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</string>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>${text('app.deskhand.nats')}
  <key>ProgramArguments</key>
  <array>
    ${text(program)}
    ${text('-c')}
    ${text(configFile)}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
${Object.entries(SERVER_ENV)
  .map(([name, value]) => `    <key>${name}</key>${text(value)}\n`)
  .join('')}  </dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><true/>
</dict>
</plist>
`;
}
