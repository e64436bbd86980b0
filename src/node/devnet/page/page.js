// The status page of a devnet. Data from the network is inserted as text, never as markup.

const get = (id) => document.getElementById(id);
const svgName = 'http://www.w3.org/2000/svg';
const geometry = { left: 64, top: 24, column: 56, row: 22, radius: 8 };

let chosen;
let seen = new Set();
let known;
let isAsking = false;
let isDirty = false;

/** Fetches the state; only one request runs at a time. */
async function refresh() {
  if (isAsking) {
    isDirty = true;
    return;
  }
  isAsking = true;
  try {
    const answer = await fetch('/devnet-page/state');
    if (!answer.ok) throw new Error(String(answer.status));
    show(await answer.json());
    await showAccounts();
  } catch {
    showLive(false);
  } finally {
    isAsking = false;
    if (isDirty) {
      isDirty = false;
      setTimeout(refresh, 150);
    }
  }
}

function show(state) {
  const isFirst = known === undefined;
  known = state;
  get('network').textContent = state.network;
  get('count').textContent = String(state.chains.length);
  get('height').textContent = String(state.highest);
  get('time').textContent = state.time.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  if (isFirst) fillChains(state.chains);
  drawBraid(state, isFirst);
  fill('transactions', state.transactions, transactionItem, 'No transactions in these blocks yet.');
  fill('events', state.events, eventItem, 'No events in these blocks yet.');
  if (isFirst) listen(state.network);
}

function fillChains(chains) {
  get('chain').replaceChildren(
    ...chains.map(({ id }) => {
      const option = document.createElement('option');
      option.value = String(id);
      option.textContent = String(id);
      return option;
    }),
  );
}

/** Rows are chains, columns heights; the newest height is on the right. */
function drawBraid({ chains, blocks, highest }, isFirst) {
  const lowest = Math.min(highest, ...blocks.map(({ height }) => height));
  const rows = new Map(chains.map(({ id }, row) => [id, row]));
  const placeOf = (chain, height) => ({
    x: geometry.left + (height - lowest) * geometry.column,
    y: geometry.top + rows.get(chain) * geometry.row,
  });
  const width = geometry.left + (highest - lowest) * geometry.column + 24;
  const svg = svgOf('svg', { width, height: geometry.top + chains.length * geometry.row });
  for (let height = lowest; height <= highest; height++) {
    const { x } = placeOf(chains[0].id, height);
    svg.append(svgText(height, { x, y: 10, 'text-anchor': 'middle' }));
  }
  const present = new Set(blocks.map(({ chain, height }) => `${chain} ${height}`));
  const neighbours = new Map(chains.map((chain) => [chain.id, chain.neighbours]));
  for (const { chain, height } of blocks) {
    const to = placeOf(chain, height);
    for (const other of [chain, ...(neighbours.get(chain) ?? [])]) {
      if (!present.has(`${other} ${height - 1}`)) continue;
      const from = placeOf(other, height - 1);
      svg.append(svgOf('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
    }
  }
  for (const { id, pending } of chains) {
    const { y } = placeOf(id, lowest);
    const label = pending > 0 ? `chain ${id} +${pending}` : `chain ${id}`;
    svg.append(svgText(label, { x: 0, y: y + 4 }));
  }
  const now = new Set();
  const focused = document.activeElement?.getAttribute?.('data-hash');
  for (const block of blocks) {
    now.add(block.hash);
    const { x, y } = placeOf(block.chain, block.height);
    const classes = ['block'];
    if (block.count > 0) classes.push('full');
    if (!isFirst && !seen.has(block.hash)) classes.push('fresh');
    if (block.hash === chosen) classes.push('chosen');
    const circle = svgOf('circle', { cx: x, cy: y, r: geometry.radius, class: classes.join(' ') });
    const isHead = block.height === chains[rows.get(block.chain)].height;
    const words = `chain ${block.chain}, height ${block.height}, ${countText(block.count)}`;
    for (const [name, value] of [
      ['data-hash', block.hash],
      ['role', 'button'],
      ['tabindex', isHead ? '0' : '-1'],
      ['aria-label', words],
    ])
      circle.setAttribute(name, value);
    circle.addEventListener('click', () => choose(block));
    circle.addEventListener('keydown', (event) => moveFrom(event, block));
    svg.append(circle);
  }
  seen = now;
  const braid = get('braid');
  const isAtEnd = braid.scrollLeft + braid.clientWidth >= braid.scrollWidth - geometry.column * 2;
  braid.replaceChildren(svg);
  if (isFirst || isAtEnd) braid.scrollLeft = braid.scrollWidth;
  if (focused) braid.querySelector(`[data-hash="${CSS.escape(focused)}"]`)?.focus();
}

const countText = (count) => (count === 1 ? '1 transaction' : `${count} transactions`);

function choose(block) {
  chosen = block.hash;
  const { chain, height, hash, time, count } = block;
  get('block').textContent =
    `Chain ${chain}, height ${height}: ${hash}, ${time}, ${countText(count)}`;
  for (const circle of document.querySelectorAll('.block')) {
    circle.classList.toggle('chosen', circle.getAttribute('data-hash') === chosen);
  }
}

/** Arrow keys go from block to block. */
function moveFrom(event, block) {
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    choose(block);
    return;
  }
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const ids = known.chains.map(({ id }) => id);
  const chain = ids[ids.indexOf(block.chain) + step[0]];
  const to = known.blocks.find(
    (each) => each.chain === chain && each.height === block.height + step[1],
  );
  if (to === undefined) return;
  document.querySelector(`[data-hash="${CSS.escape(to.hash)}"]`)?.focus();
  choose(to);
}

function fill(id, items, itemOf, words) {
  const list = get(id);
  if (items.length > 0) return list.replaceChildren(...items.map(itemOf));
  const empty = element('li', words);
  empty.className = 'empty';
  list.replaceChildren(empty);
}

function transactionItem({ chain, height, requestKey, status, gas, text }) {
  const outcome = element('span', status);
  outcome.className = status === 'success' ? 'good' : 'bad';
  const place = element('span', `chain ${chain}, height ${height}`);
  return item([outcome, place, element('span', `gas ${gas}`)], `${text}\n${requestKey}`);
}

function eventItem({ chain, height, name, params }) {
  return item(
    [element('strong', name), element('span', `chain ${chain}, height ${height}`)],
    params,
  );
}

function item(head, code) {
  const line = document.createElement('div');
  line.className = 'head';
  line.append(...head);
  const li = document.createElement('li');
  li.append(line);
  for (const each of code.split('\n')) li.append(element('code', each));
  return li;
}

async function showAccounts() {
  const chain = Number(get('chain').value);
  const coins = await ask('/devnet-page/accounts', { chain });
  get('accounts-chain').textContent = `on chain ${chain}`;
  get('accounts').replaceChildren(
    ...Object.entries(coins).map(([account, amount]) => {
      const row = document.createElement('tr');
      const name = element('td', account);
      name.title = account;
      const figure = element('td', amount);
      figure.className = 'figure';
      row.append(name, figure);
      return row;
    }),
  );
}

async function ask(path, body) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function run() {
  const output = get('answer');
  output.className = '';
  output.textContent = 'running';
  try {
    const chain = Number(get('chain').value);
    const { isGood, text } = await ask('/devnet-page/run', { chain, code: get('code').value });
    output.className = isGood ? '' : 'bad';
    output.textContent = text;
  } catch (error) {
    output.className = 'bad';
    output.textContent =
      error instanceof TypeError ? 'the devnet is not responding' : error.message;
  }
}

function showLive(isLive) {
  const live = get('live');
  live.textContent = isLive ? 'live' : 'not connected';
  live.className = isLive ? 'on' : 'off';
}

/** Subscribes to the network's stream of new blocks. The browser reconnects automatically. */
function listen(network) {
  const events = new EventSource(`/multichain/0.0/${encodeURIComponent(network)}/header/updates`);
  events.addEventListener('open', () => {
    showLive(true);
    void refresh();
  });
  events.addEventListener('error', () => showLive(false));
  events.addEventListener('BlockHeader', () => void refresh());
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function svgOf(name, attributes) {
  const made = document.createElementNS(svgName, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

function svgText(text, attributes) {
  const made = svgOf('text', attributes);
  made.textContent = String(text);
  return made;
}

get('run').addEventListener('submit', (event) => {
  event.preventDefault();
  void run();
});
get('code').addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run();
});
get('chain').addEventListener('change', () => void showAccounts().catch(() => showLive(false)));
void refresh();
