// The inline styles of the sandbox pages, based on web/src/ui/tokens.css. The content security
// policy allows only their hash.
import { createHash } from 'node:crypto';

const light = `color-scheme:light;--ground:#f3f7f6;--surface:#fff;--sunken:#e6efed;--line:#d2dfdc;
--edge:#687f7b;--ink:#0a2322;--ink-2:#445c59;
--action:#0a5f5b;--on-action:#fff;--soft:#d7ece9;--on-soft:#064b47;--sky:#053f3d;--sea:#04312f;
--sky-line:#2a6d69;--on-sky:#fff;--on-sky-2:#b9dad6;
--lit:#7fdccf;--sun:#ffb020;--sun-soft:#fff0d1;--positive:#0f6d38;--positive-soft:#dcf1e3;
--warning:#7d4a00;--danger:#ad2118;--danger-soft:#fde8e5;
--shadow:0 1px 2px rgba(5,63,61,.07),0 10px 24px -14px rgba(5,63,61,.22)`;
const dark = `color-scheme:dark;--ground:#081413;--surface:#11211f;--sunken:#1c302e;
--line:#29423f;--edge:#7b9893;--ink:#ebf5f3;--ink-2:#a6bdb9;
--action:#6ed6ca;--on-action:#03302d;--soft:#173f3c;--on-soft:#aeeae2;--sky:#0a2c2a;--sea:#061f1e;
--sky-line:#275753;--lit:#6ed6ca;--sun:#ffbc45;
--sun-soft:#3a2b0e;--positive:#7fdba0;--positive-soft:#12351f;--warning:#ffcb70;--danger:#ffa79e;
--danger-soft:#431916;--shadow:none`;

export const style = `:root{${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
*{box-sizing:border-box;margin:0;padding:0}
html{font:400 100%/1.5 Roboto,system-ui,-apple-system,"Segoe UI",sans-serif;color:var(--ink);
background:var(--ground);font-variant-numeric:tabular-nums;scroll-padding-top:4.5rem}
header{background:var(--sky);color:var(--on-sky);overflow:hidden}
header>div,nav>div,main{max-width:68rem;margin:0 auto;padding:0 16px}
header>div{padding-top:20px;padding-bottom:24px}
.name{display:flex;align-items:center;gap:12px;font-weight:700;font-size:1.125rem}
.name svg{width:40px;height:40px;flex:none}
.name span{padding:2px 8px;border-radius:8px;background:var(--sun);color:#352100;font-size:.75rem}
.now{margin-top:20px;font-size:.875rem;color:var(--on-sky-2)}
.now b{display:block;font-size:min(2.75rem,12.4vw);line-height:1.1;letter-spacing:-.03em;color:var(--on-sky)}
.now time{display:block;font-size:1.125rem;font-weight:500;color:var(--on-sky)}
header form{display:flex;flex-wrap:wrap;gap:8px;margin-top:16px}
header button{background:var(--sea);color:var(--on-sky);border:1.5px solid var(--sky-line)}
nav{position:sticky;top:0;z-index:1;background:var(--surface);box-shadow:0 1px var(--line)}
nav>div{display:flex;gap:4px;overflow-x:auto;padding:0 8px}
nav a{flex:none;display:grid;place-items:center;min-height:48px;padding:0 10px;font-size:.875rem;
font-weight:500;text-decoration:none}
a{color:var(--action)}
main{padding-top:16px;padding-bottom:16px;columns:2 24rem;column-gap:16px}
section{background:var(--surface);border-radius:20px;box-shadow:var(--shadow);padding:16px;
margin-bottom:16px;break-inside:avoid}
h2{font-size:1.125rem;line-height:1.35}
section>p{font-size:.875rem;line-height:1.43;color:var(--ink-2);margin-top:4px}
ul{list-style:none;margin-top:8px}
li{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:center;padding:12px 0;border-top:1px solid var(--line)}
li:first-child{border-top:0}
li>div{flex:1 1 12rem;min-width:0;overflow-wrap:anywhere}
li>form{display:flex;gap:8px;flex-wrap:wrap}
small,.quiet{font-size:.875rem;line-height:1.43;color:var(--ink-2)}
small{display:block}
.code{font-size:1.75rem;line-height:1.2;font-weight:700;letter-spacing:.08em}
.long{font-size:1.125rem;font-weight:700;letter-spacing:.04em}
.amount{font-weight:700;white-space:nowrap}
code{font:inherit;font-weight:500}
.badge{display:inline-block;padding:2px 8px;border-radius:8px;background:var(--sunken);
font-size:.75rem;font-weight:700;line-height:20px}
.good{background:var(--positive-soft);color:var(--positive)}
.bad{background:var(--danger-soft);color:var(--danger)}
.note{margin:16px auto 0;max-width:66rem;width:calc(100% - 32px);padding:12px 16px;
border-radius:16px;font-size:.875rem;font-weight:500}
button{min-height:48px;padding:0 16px;border:0;border-radius:16px;background:var(--soft);
color:var(--on-soft);font:inherit;font-size:.875rem;font-weight:700}
button.main{background:var(--action);color:var(--on-action)}
.ask{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:12px;align-items:end;margin-top:12px}
label{display:grid;gap:6px;font-size:.875rem;font-weight:500;min-width:0}
input,select{width:100%;min-height:48px;padding:0 12px;border:1.5px solid var(--edge);
border-radius:12px;background:var(--surface);color:var(--ink);font:inherit}
:focus-visible{outline:3px solid var(--action);outline-offset:2px}
header :focus-visible{outline-color:var(--sun)}
table{width:100%;border-collapse:collapse;margin-top:8px;font-size:.875rem}
th,td{text-align:left;vertical-align:top;padding:8px 8px 8px 0;border-top:1px solid var(--line);
overflow-wrap:anywhere}
th{font-weight:500;color:var(--ink-2)}
td.right,th.right{text-align:right;padding-right:0;white-space:nowrap}
details{margin-top:12px}
summary{min-height:48px;display:flex;align-items:center;font-size:.875rem;font-weight:500;color:var(--action)}
.empty{padding:12px 0}
.checkout{columns:auto;max-width:26rem}
.checkout section{margin-top:24px;text-align:center}
.checkout .code{margin:8px 0 16px;letter-spacing:0}
.checkout form{display:grid;gap:12px;margin-top:16px}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Forbids all scripts, all resources from other sites, and forms that submit to other sites. */
export const pagePolicy = `default-src 'none'; img-src 'self'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
