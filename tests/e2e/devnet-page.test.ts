// The status page of a devnet in Chromium: it shows new blocks, transactions, events and accounts, runs code, interprets
// nothing from the network as markup, and works by keyboard and on a phone. Skipped if Chromium is not installed.
import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDevnet, sender00, type DevnetProcess } from '../support/devnet-process.ts';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = process.env['PACT_CHROMIUM'] ?? places.find(existsSync);
const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

describe.skipIf(executablePath === undefined)('the status page (needs Chromium)', () => {
  let net: DevnetProcess;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  const control = (action: string, body: object): Promise<Response> =>
    fetch(`${net.control}/devnet/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  const send = (code: string): Promise<Response> => {
    const meta = { chainId: '0', sender: 'sender00', gasLimit: 50_000, gasPrice: 1e-8, ttl: 600 };
    const creationTime = Math.floor(Date.now() / 1000);
    const cmd = JSON.stringify({
      networkId: 'development',
      payload: { exec: { code, data: {} } },
      signers: [{ pubKey: sender00.publicKey }],
      meta: { ...meta, creationTime },
      nonce: code,
    });
    return control('impersonate', { cmd });
  };

  beforeAll(async () => {
    net = await startDevnet('--chains', '3');
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox'],
    });
    page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(`${net.address}/`);
    await page.waitForSelector('#live.on');
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    await net.end();
  });

  test('it shows the network and its accounts', async () => {
    await page.waitForSelector('#accounts tr');
    expect(await page.textContent('#network')).toBe('development');
    expect(await page.textContent('#count')).toBe('3');
    expect(await page.textContent('#accounts tr')).toBe('sender00100000000.0');
  });

  test('new blocks appear', async () => {
    await control('mine', { blocks: 3 });
    // More come by themselves while the page is open.
    await page.locator('#height', { hasText: /^([3-9]|\d\d+)$/ }).waitFor();
    await page.locator('.block').nth(11).waitFor();
  });

  test('contents of the network are shown as text', async () => {
    const text = JSON.stringify(hostile);
    await send(
      `(namespace "free") (module evil G (defcap G () true) (defcap E (s:string) @event true) (defun e (s:string) (emit-event (E s)) s)) (e ${text})`,
    );
    await page.locator('#events', { hasText: '<img' }).waitFor();
    expect(await page.textContent('#transactions')).toContain('<script>window.hacked=1</script>');
    expect(await page.evaluate('[window.hacked, document.images.length]')).toEqual([undefined, 0]);
  });

  test('code runs on the chosen chain, and errors are shown', async () => {
    await page.selectOption('#chain', '2');
    await page.fill('#code', "(at 'chain-id (chain-data))");
    await page.click('button');
    await page.locator('#answer', { hasText: '"2"' }).waitFor();
    await page.fill('#code', `(enforce false ${JSON.stringify(hostile)})`);
    await page.press('#code', 'Control+Enter');
    await page.locator('#answer.bad').waitFor();
    expect(await page.textContent('#answer')).toBe(hostile);
  });

  test('blocks can be selected by keyboard', async () => {
    await page.locator('.block[tabindex="0"]').first().focus();
    await page.keyboard.press('Enter');
    const height = await heightOf(page);
    expect(height).toBeGreaterThan(3);
    await page.keyboard.press('ArrowLeft');
    expect(await heightOf(page)).toBe(height - 1);
  });

  test('it fits a phone, and loads nothing that its policy forbids', async () => {
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(faults).toEqual([]);
  });
});

/** Returns the height of the block of chain 0 that is shown. */
async function heightOf(page: Page): Promise<number> {
  const text = (await page.textContent('#block')) ?? '';
  expect(text).toMatch(/^Chain 0, height \d+: /);
  return Number(/height (\d+)/.exec(text)?.[1]);
}
