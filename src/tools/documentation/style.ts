// The style sheet of pages: one column beside the list of pages, light or dark to match the reader's system.

export const style = `:root {
  color-scheme: light dark;
  --text: #1c2128; --soft: #57606a; --ground: #ffffff; --panel: #f6f8fa; --line: #d0d7de; --link: #0550ae;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6edf3; --soft: #9da7b3; --ground: #0d1117; --panel: #161b22; --line: #30363d; --link: #79b8ff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; display: grid; grid-template-columns: minmax(12rem, 18rem) minmax(0, 1fr); min-height: 100vh;
  font: 1rem/1.6 system-ui, sans-serif; color: var(--text); background: var(--ground);
}
nav {
  grid-column: 1; grid-row: 1; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1.5rem 1rem;
  overflow-wrap: anywhere;
}
nav p { margin: 0 0 .5rem; font-weight: 600; }
nav ul { list-style: none; margin: 0 0 1.5rem; padding: 0; }
nav li { padding: .15rem 0; }
nav ul ul { margin: 0 0 .25rem; padding-left: .75rem; border-left: 1px solid var(--line); font-size: .9em; }
nav:focus { outline: none; }
nav [aria-current] { font-weight: 600; color: var(--text); }
main { grid-column: 2; grid-row: 1; padding: 1.5rem 2rem 4rem; max-width: 60rem; border-left: 1px solid var(--line); }
h1, h2, h3, h4 { line-height: 1.25; overflow-wrap: anywhere; scroll-margin-top: 1rem; }
h1 { margin-top: 0; }
h2 { margin-top: 2.5rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
h3 { margin-top: 2rem; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
main p a, main li a { text-decoration: underline; text-underline-offset: .15em; }
a:focus-visible, pre:focus-visible, .table:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.anchor { color: var(--soft); opacity: 0; font-weight: 400; }
h2:hover .anchor, h3:hover .anchor, h4:hover .anchor, .anchor:focus-visible { opacity: 1; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9em; }
code { overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem; overflow-x: auto; }
pre code { overflow-wrap: normal; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
td code { overflow-wrap: break-word; }
[type=search] { width: 100%; margin-bottom: 1rem; padding: .35rem .6rem; font: inherit; color: var(--text); background: var(--panel); border: 1px solid var(--line); border-radius: 6px; }
#found { grid-column: 2; grid-row: 1; z-index: 1; padding: 1.5rem 2rem; background: var(--ground); }
#found[hidden] { display: none; }
#found h2 { margin-top: 0; }
#found ul { list-style: none; padding: 0; }
#found p { margin: 0 0 .75rem; color: var(--soft); overflow-wrap: anywhere; }
#found span { color: var(--soft); }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: 1rem; background: var(--ground); padding: .5rem 1rem; z-index: 1; }
@media (max-width: 48rem) {
  body { display: block; }
  nav { position: static; max-height: none; border-top: 1px solid var(--line); }
  main { border-left: 0; padding: 1rem 1rem 3rem; }
  .skip { position: static; display: inline-block; padding: 1rem 1rem 0; }
}
@media print { nav, .skip, .anchor { display: none; } body { display: block; } }
`;
