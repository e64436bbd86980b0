// The style sheet of report pages, with a light and a dark scheme. Pages load nothing else.

export const style = `
:root {
  color-scheme: light dark;
  --paper: #fff; --ink: #1c1e21; --faint: #6b7280; --rule: #e3e5e8; --panel: #f6f7f8;
  --good: #1a7f4b; --middle: #a05a00; --bad: #c02b2b; --track: #e3e5e8;
  --hit: #e3f4e9; --miss: #fde4e4; --part: #f9c7c7; --partly: #fff3d6; --link: #1a5fb4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181c; --ink: #e4e6ea; --faint: #9097a3; --rule: #2d3138; --panel: #1e2126;
    --good: #57c78c; --middle: #e0a44a; --bad: #f17a7a; --track: #33383f;
    --hit: #17301f; --miss: #43191c; --part: #76272c; --partly: #3a2f12; --link: #86b8f5;
  }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem clamp(1rem, 4vw, 3rem); background: var(--paper);
  color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
h1 { font-size: 1.3rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
.totals { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; margin-bottom: 1.5rem; }
.totals div { min-width: 9rem; }
.totals b { font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.faint { color: var(--faint); }
table { border-collapse: collapse; }
.files { width: 100%; }
.files th { text-align: left; font-weight: 500; color: var(--faint); }
.files th, .files td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--rule); }
.files td:first-child { overflow-wrap: break-word; min-width: 7rem; }
.files td.number, .files th.number { text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
.bar { display: inline-block; width: 7rem; height: .55rem; border-radius: .3rem;
  background: var(--track); overflow: hidden; vertical-align: baseline; }
.bar i { display: block; height: 100%; background: currentColor; }
.good { color: var(--good); } .middle { color: var(--middle); } .bad { color: var(--bad); }
@media (max-width: 60rem) { .gauge { display: none; } }
@media (max-width: 34rem) {
  .files td.number .faint { display: block; }
  .files th, .files td { padding-right: .5rem; }
}
details { margin: 0 0 1.5rem; }
summary { cursor: pointer; color: var(--faint); }
.code { display: block; overflow-x: auto; border: 1px solid var(--rule); border-radius: .4rem; }
.code table { font: 13px/1.55 ui-monospace, monospace; min-width: 100%; }
.code td { padding: 0 .75rem; white-space: pre; vertical-align: top; tab-size: 4; }
.code td.line, .code td.count { text-align: right; user-select: none; color: var(--faint);
  background: var(--panel); }
.code td.count { border-right: 1px solid var(--rule); }
.code tr.hit td.count { background: var(--hit); color: var(--good); }
.code tr.miss td.count { background: var(--miss); color: var(--bad); font-weight: 600; }
.code tr.miss td.text { background: var(--miss); }
.code tr.partly td.count { background: var(--partly); }
.code tr:target td.line { outline: 2px solid var(--link); outline-offset: -2px; }
.code mark { background: var(--part); color: inherit; border-radius: .15rem; }
.code .arm { margin-left: 2ch; padding: 0 .5ch; border-radius: .3rem; font-size: .85em;
  background: var(--partly); color: var(--middle); white-space: nowrap; user-select: none; }
`;
