// Long lists, of which the page has only the rows that the user sees, and a margin.
const counterpointLists = (() => {
  'use strict';

  const maximumSize = 200;

  // Returns the rows to ask for, with a margin of a screen on both sides; undefined if the page has enough of them.
  const wantedRows = ({ first, size, count, rowHeight }, { scroll, height }) => {
    const top = Math.floor(scroll / rowHeight);
    const visible = Math.max(1, Math.ceil(height / rowHeight) + 1);
    const [end, last] = [Math.min(count, top + visible), Math.min(count, first + size)];
    const hasStart = first === 0 || top - first >= visible / 2;
    const hasEnd = last === count || last - end >= visible / 2;
    if (hasStart && hasEnd) return undefined;
    const wanted = Math.min(maximumSize, 3 * visible);
    return { first: Math.max(0, Math.min(top - visible, count - wanted)), size: wanted };
  };

  class PageLists {
    // The functions ask the server for rows, start a timer, and return the rendered children of an element.
    constructor(root, ask, later = (body) => setTimeout(body, 100), own = ({ children }) => [...children]) {
      Object.assign(this, { root, ask, later, own, lists: new Map() });
    }
    get elements() { return [...this.root.querySelectorAll('[data-window]')]; }
    read(element) {
      const { window: name, first, size, count, rowHeight } = element.dataset;
      const [box] = this.own(element);
      const [rows] = this.own(box);
      return { name, first: Number(first), size: Number(size), count: Number(count), rowHeight: Number(rowHeight), box, rows };
    }
    // Returns the query by which a request tells the windows of the page.
    source() {
      return this.elements.map((element) => {
        const { name, first, size } = this.read(element);
        return '&' + new URLSearchParams([['counterpoint-window', `${first} ${size} ${name}`]]);
      }).join('');
    }
    // Runs a function that changes the page. The row at the top of each list stays where it is, and the focus stays in its list.
    change(body) {
      const before = new Map();
      for (const [element, list] of this.lists) {
        const { name, first, rowHeight, box, rows } = this.read(element);
        const scroll = box.scrollTop;
        const top = Math.floor(scroll / rowHeight);
        // A list at its start shows what is inserted there.
        const row = scroll > 0 ? this.own(rows)[top - first] : undefined;
        before.set(name, { row, scroll, offset: scroll - top * rowHeight, hasFocus: box.contains(box.ownerDocument.activeElement) });
        list.asked = '';
      }
      body();
      for (const element of this.lists.keys()) if (!element.isConnected) this.lists.delete(element);
      for (const element of this.elements) this.layOut(element, before.get(element.dataset.window));
    }
    // Gives the rows their heights, and the box the height of all rows.
    layOut(element, before) {
      const { first, count, rowHeight, box, rows } = this.read(element);
      const isNew = !this.lists.has(element);
      if (isNew) this.add(element, box);
      const list = this.lists.get(element);
      const own = this.own(rows);
      own.forEach((row, index) => {
        Object.assign(row.style, { boxSizing: 'border-box', height: `${rowHeight}px`, margin: '0', overflow: 'hidden' });
        row.setAttribute('aria-posinset', first + index + 1);
        row.setAttribute('aria-setsize', count);
      });
      const after = Math.max(0, count - first - own.length);
      Object.assign(rows.style, { margin: '0', paddingTop: `${first * rowHeight}px`, paddingBottom: `${after * rowHeight}px` });
      const index = before?.row ? own.indexOf(before.row) : -1;
      const scroll = index >= 0 ? (first + index) * rowHeight + before.offset : isNew ? before?.scroll ?? first * rowHeight : undefined;
      if (scroll !== undefined && box.scrollTop !== scroll) box.scrollTop = scroll;
      if (before?.hasFocus && !box.contains(box.ownerDocument.activeElement)) box.focus({ preventScroll: true });
      if (isNew || list.count !== count) this.check(element);
      list.count = count;
    }
    add(element, box) {
      this.lists.set(element, { asked: '', isWaiting: false });
      // 'layOut' keeps the position, in browsers without scroll anchoring, too.
      box.style.overflowAnchor = 'none';
      if (getComputedStyle(box).overflowY === 'visible') Object.assign(box.style, { maxHeight: '70vh', overflowY: 'auto' });
      for (const nav of element.querySelectorAll(':scope > nav')) nav.hidden = true;
      box.addEventListener('scroll', () => this.check(element), { passive: true });
    }
    // Asks for rows soon, at most ten times a second.
    check(element) {
      const list = this.lists.get(element);
      if (!list || list.isWaiting) return;
      list.isWaiting = true;
      this.later(() => {
        list.isWaiting = false;
        if (this.lists.get(element) === list && element.isConnected) this.askIfNeeded(element, list);
      });
    }
    askIfNeeded(element, list) {
      const known = this.read(element);
      const wanted = wantedRows(known, { scroll: known.box.scrollTop, height: known.box.clientHeight });
      if (!wanted) return;
      const text = `${wanted.first} ${wanted.size} ${known.name}`;
      // The rows may be on their way.
      if (text === list.asked) return;
      list.asked = text;
      this.ask(text, list);
    }
    checkAll() { for (const element of this.lists.keys()) this.check(element); }
  }

  return { PageLists, wantedRows };
})();
