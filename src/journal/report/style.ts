/** Style of a report: readable on a phone, in light and dark. No font, script or picture from elsewhere. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1c1e21; --quiet: #5c6470; --paper: #fff; --ground: #f1f3f5; --line: #d9dde2; --safe: #2b7a3d; --moderate: #8a6100; --high: #b04300; --critical: #b3001b; --good: #2b7a3d; --bad: #b3001b; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e8eb; --quiet: #a0a8b3; --paper: #1b1e23; --ground: #121417; --line: #343a42; --safe: #6cc780; --moderate: #e0b44c; --high: #ff9a5c; --critical: #ff7a85; --good: #6cc780; --bad: #ff7a85; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
main { max-width: 760px; margin: 0 auto; }
h1 { font-size: 1.35rem; line-height: 1.3; margin: 0 0 4px; }
h2 { font-size: 1rem; margin: 0 0 6px; }
p { margin: 0 0 6px; }
header, section { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 14px 16px; margin: 0 0 12px; }
.quiet { color: var(--quiet); font-size: .875rem; }
.outcome { font-weight: 600; }
.message { white-space: pre-wrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 14px; margin: 8px 0 0; font-size: .9rem; }
dt { color: var(--quiet); } dd { margin: 0; }
section > h2 { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 12px; }
section > h2 span { font-weight: 400; }
figure { margin: 8px 0; } img { display: block; max-width: 100%; max-height: 420px; width: auto; height: auto; margin: 0 auto; border: 1px solid var(--line); border-radius: 8px; }
figcaption { color: var(--quiet); font-size: .8rem; margin-top: 4px; text-align: center; }
ol, ul { list-style: none; margin: 8px 0 0; padding: 0; } li { border-top: 1px solid var(--line); padding: 8px 0; } li:first-child { border-top: 0; padding-top: 0; } li:last-child { padding-bottom: 0; }
.risk { display: inline-block; border: 1px solid currentColor; border-radius: 999px; padding: 0 8px; font-size: .75rem; font-weight: 600; line-height: 1.5; }
.safe { color: var(--safe); } .moderate { color: var(--moderate); } .high { color: var(--high); } .critical { color: var(--critical); }
.good { color: var(--good); } .bad { color: var(--bad); }
pre { margin: 6px 0; padding: 8px 10px; background: var(--ground); border: 1px solid var(--line); border-radius: 8px; font: .8rem/1.45 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; max-height: 260px; overflow: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; } th, td { text-align: right; padding: 3px 0 3px 10px; border-top: 1px solid var(--line); } th:first-child, td:first-child { text-align: left; padding-left: 0; } thead th { border-top: 0; color: var(--quiet); font-weight: 400; }
@media (max-width: 480px) { body { padding: 8px; } header, section { padding: 12px; border-radius: 10px; } }
@media print { body { background: #fff; } header, section { break-inside: avoid; } }
`.trim();
