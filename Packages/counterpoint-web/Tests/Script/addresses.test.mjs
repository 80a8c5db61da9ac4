// Tests the addresses of pages in the web runtime's script, without a browser: node --test Tests/Script/
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import vm from 'node:vm';

const source = readFileSync(new URL('../../Sources/CounterpointSessions/Site/addresses.js', import.meta.url), 'utf8');
const { PageAddress } = vm.runInThisContext(`${source}; counterpointAddresses`);

// A window of a browser, with a log of what a page does to it.
const windowAt = (path, state = null) => {
  const log = [];
  const view = {
    log,
    location: new URL(`https://example.org${path}`),
    document: { title: '' },
    history: {
      state,
      pushState(next, title, to) { log.push(`push ${to}`); this.state = next; view.location = new URL(to, view.location); },
      replaceState(next, title, to) {
        if (to) log.push(`replace ${to}`);
        this.state = next;
        view.location = new URL(to ?? view.location, view.location);
      },
    },
    scrollY: 0,
    scrollTo: (x, y) => { log.push(`scroll ${y}`); view.scrollY = y; },
  };
  return view;
};
const pageAt = (path, options = {}, state = null) => {
  const view = windowAt(path, state);
  return { view, page: new PageAddress(view, { base: '', page: 'abc', ...options }) };
};
const click = (href, link = {}, event = {}) => ({
  button: 0,
  target: { closest: () => (href ? Object.assign(new URL(href), { hasAttribute: () => false, ...link }) : null) },
  ...event,
});

test('addresses are below the path of the site', () => {
  const { page } = pageAt('/board/cards/7', { base: '/board' });
  const of = (url) => page.of(new URL(url, 'https://example.org'));
  assert.deepEqual(['/board', '/board/', '/board/cards/7?q=1#x'].map(of), ['/', '/', '/cards/7?q=1']);
  assert.deepEqual(['/', '/boards', 'https://example.com/board'].map(of), [undefined, undefined, undefined]);
  assert.deepEqual(['/', '/cards/7'].map((address) => page.path(address)), ['/board', '/board/cards/7']);
  assert.equal(page.source(), '&page=abc&at=%2Fcards%2F7');
  assert.equal(page.source('/?q=a b'), '&page=abc&at=%2F%3Fq%3Da%20b');
});

test('a page without addresses leaves the browser alone', () => {
  const { view, page } = pageAt('/', { page: undefined }, { scroll: 9 });
  page.saveScroll();
  page.receive('push', null, 'Title', '1');
  assert.equal(page.settle('1'), false);
  assert.deepEqual([page.source(), page.target(click('https://example.org/x')), page.step(null)], ['', undefined, undefined]);
  assert.deepEqual([view.log, view.document.title, view.history.scrollRestoration], [[], 'Title', undefined]);
});

test('a plain click on a link of the program is a visit, any other click is the browser\'s', () => {
  const { page } = pageAt('/');
  const [link, other] = ['https://example.org/books/1', 'https://example.com/books/1'];
  assert.equal(page.target(click(link)), '/books/1');
  for (const key of ['metaKey', 'ctrlKey', 'shiftKey', 'altKey', 'defaultPrevented']) assert.equal(page.target(click(link, {}, { [key]: true })), undefined);
  assert.equal(page.target(click(link, {}, { button: 1 })), undefined);
  assert.equal(page.target(click(link, { target: '_blank' })), undefined);
  assert.equal(page.target(click(link, { hasAttribute: () => true })), undefined);
  assert.deepEqual([page.target(click(other)), page.target(click(null))], [undefined, undefined]);
});

test('a visited address is shown at once, and its page begins at its top', () => {
  const { view, page } = pageAt('/');
  view.scrollY = 300;
  const visit = page.begin('/books/1', false);
  assert.deepEqual(view.log, ['push /books/1']);
  page.confirm(visit, '7');
  assert.equal(page.settle('6'), false);
  page.receive('push', '/books/1', 'Book 1', '7');
  assert.equal(page.settle('7'), true);
  assert.deepEqual([view.log, view.document.title, page.visit], [['push /books/1', 'scroll 0'], 'Book 1', null]);
  assert.equal(page.settle('8'), false);
});

test('a page that leads elsewhere takes the place of the visited one', () => {
  const { view, page } = pageAt('/');
  page.confirm(page.begin('/account', false), '3');
  page.receive('replace', '/login', 'Log in', '3');
  page.settle('3');
  assert.deepEqual(view.log, ['push /account', 'replace /login', 'scroll 0']);
  assert.equal(page.shown, '/login');
});

test('a page that arrives before the confirmation is shown with it', () => {
  const { view, page } = pageAt('/');
  const visit = page.begin('/account', false);
  page.receive('replace', '/login', 'Log in', '3');
  assert.equal(page.settle('3'), false);
  assert.equal(page.shown, '/account');
  page.confirm(visit, '3');
  assert.equal(page.settle('3'), true);
  assert.deepEqual(view.log, ['push /account', 'replace /login', 'scroll 0']);
});

test('the location of an earlier visit is not shown after a later one', () => {
  const { view, page } = pageAt('/');
  const first = page.begin('/books/1', false);
  const second = page.begin('/books/2', false);
  page.receive('push', '/books/1', 'Book 1', '4');
  page.confirm(first, '4');
  assert.equal(page.settle('4'), false);
  page.receive('push', '/books/2', 'Book 2', '5');
  page.confirm(second, '5');
  assert.equal(page.settle('5'), true);
  assert.deepEqual(view.log, ['push /books/1', 'push /books/2', 'scroll 0']);
});

test('a visit without a known revision is shown with its confirmation', () => {
  const { view, page } = pageAt('/');
  page.confirm(page.begin('/books/1', false), 0);
  assert.equal(page.settle('0.3f'), true);
  assert.deepEqual(view.log, ['push /books/1', 'scroll 0']);
});

test('the program adds entries to the history, and replaces them', () => {
  const { view, page } = pageAt('/library/search?q=', { base: '/library' });
  page.receive('replace', '/search?q=a', 'Search', '1');
  page.settle('1');
  page.receive('push', '/books/1', 'Book 1', '2');
  page.receive('replace', '/books/1', 'Book 1', '3');
  page.settle('3');
  page.receive('push', '/', 'Library', '4');
  page.settle('4');
  assert.deepEqual(view.log, ['replace /library/search?q=a', 'push /library/books/1', 'scroll 0', 'push /library', 'scroll 0']);
});

test('the canonical address is no entry of its own', () => {
  const { view, page } = pageAt('/books/1/?utm=x', { address: '/books/1' });
  page.receive('push', '/books/1', 'Book 1!', '1');
  page.settle('1');
  assert.deepEqual([view.log, view.document.title], [[], 'Book 1!']);
});

test('a step in the history is a visit, and restores the position when its page arrives', () => {
  const { view, page } = pageAt('/');
  view.scrollY = 300;
  page.saveScroll();
  const earlier = view.history.state;
  page.confirm(page.begin('/books/1', false), '1');
  page.settle('1');
  // Back.
  Object.assign(view, { location: new URL('https://example.org/'), scrollY: 0 });
  view.history.state = earlier;
  assert.equal(page.step(earlier), '/');
  const visit = page.begin('/', true, earlier);
  // The position of a page that has not arrived is not known yet.
  page.saveScroll();
  assert.equal(view.history.state, earlier);
  page.confirm(visit, '2');
  page.settle('2');
  assert.deepEqual(view.log.slice(2), ['scroll 300']);
});

test('a step to a fragment stays on the page', () => {
  const { view, page } = pageAt('/books/1#notes');
  assert.equal(page.step(null), undefined);
  assert.equal(page.step({ scroll: 40 }), undefined);
  assert.deepEqual(view.log, ['scroll 40']);
});

test('a page that is loaded again has its old position', () => {
  const { view } = pageAt('/books/1', {}, { scroll: 120 });
  assert.deepEqual([view.log, view.history.scrollRestoration], [['scroll 120'], 'manual']);
});

test('a browser that refuses changes of its history stops nothing', () => {
  const { view, page } = pageAt('/a');
  const refuse = () => { throw Object.assign(new Error('too many calls'), { name: 'SecurityError' }); };
  Object.assign(view.history, { pushState: refuse, replaceState: refuse });
  page.saveScroll();
  page.begin('/b', false);
  page.confirm(page.visit, '3');
  page.receive('replace', '/c', 'C', '4');
  assert.ok(page.settle('4'));
  assert.equal(page.shown, '/c');
  view.history.replaceState = () => { throw new TypeError('a mistake'); };
  assert.throws(() => page.saveScroll(), /a mistake/);
});
