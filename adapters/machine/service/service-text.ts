/** What the system is told so that it starts Deskhand by itself: a LaunchAgent on a Mac, a systemd user unit on Linux. Pure. */

export interface ServiceWish {
  /** Absolute path of Node, then its words. */
  readonly command: readonly [string, ...string[]];
  /** Beside what the system gives; no secrets: everybody on this computer may read it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The person's home folder: where it works. */
  readonly home: string;
}

export const LABEL = 'app.deskhand';
export const UNIT = 'deskhand.service';
/** The pause before a failed start is tried again. */
export const PAUSE_S = 10;
/** systemd restarts Deskhand when its event loop gives no sign within this time. */
const WATCHDOG_S = 120;

/** launchd.plist(5): in the person's graphical session alone, and started again only when it ended with a failure. */
export function renderLaunchAgent({ command, environment, home }: ServiceWish, logFile: string): string {
  const text = (value: string): string => `<string>${escapeXml(value)}</string>`;
  const variables = Object.entries(environment).map(
    ([name, value]) => `    <key>${escapeXml(name)}</key>${text(value)}\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>${text(LABEL)}
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    ${text(word)}\n`).join('')}  </array>
  <key>EnvironmentVariables</key>
  <dict>
${variables.join('')}  </dict>
  <key>WorkingDirectory</key>${text(home)}
  <key>LimitLoadToSessionType</key>${text('Aqua')}
  <key>ProcessType</key>${text('Interactive')}
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key><false/>
  </dict>
  <key>ThrottleInterval</key><integer>${PAUSE_S}</integer>
  <key>StandardOutPath</key>${text(logFile)}
  <key>StandardErrorPath</key>${text(logFile)}
</dict>
</plist>
`;
}

/** systemd.service(5): with the graphical session, for there is nothing to work before it. */
export function renderUnit({ command, environment, home }: ServiceWish): string {
  return `[Unit]
Description=Deskhand lets you work this computer from your phone
PartOf=graphical-session.target
After=graphical-session.target

[Service]
Type=notify
NotifyAccess=all
ExecStart=${command.map(quoteWord).join(' ')}
WorkingDirectory=${escapePercent(home)}
${Object.entries(environment)
  .map(([name, value]) => `Environment=${quoteSetting(`${name}=${value}`)}\n`)
  .join('')}Restart=on-failure
RestartSec=${PAUSE_S}
WatchdogSec=${WATCHDOG_S}
TimeoutStartSec=300
TimeoutStopSec=30
KillMode=mixed

[Install]
WantedBy=graphical-session.target
`;
}

function escapeXml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapePercent(value: string): string {
  return value.replaceAll('%', '%%');
}

function quoteSetting(value: string): string {
  return `"${escapePercent(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** In ExecStart a dollar begins a variable. */
function quoteWord(value: string): string {
  return quoteSetting(value).replaceAll('$', '$$$$');
}
