// The address of a page: links of the program, the location bar, the title, and the history of the browser.
const counterpointAddresses = (() => {
  'use strict';

  class PageAddress {
    // The view is the window of the browser. The page is the name of a page with a store of its own, empty for the browser's store, and
    // undefined if the program has no addresses. The address is the canonical one of the page: the location may have further queries.
    constructor(view, { base, page, address }) {
      Object.assign(this, { view, base, page, visit: null, moves: [] });
      this.shown = address ?? this.of(view.location) ?? '/';
      if (!this.exists) return;
      // The browser would scroll before the page of an earlier entry has arrived.
      view.history.scrollRestoration = 'manual';
      if (view.history.state?.scroll) view.scrollTo(0, view.history.state.scroll);
    }
    get exists() { return this.page !== undefined; }
    // Returns the address of a location below the path of the site, as the server names it; undefined if it is elsewhere.
    of({ origin, pathname, search }) {
      if (origin !== this.view.location.origin || !(pathname + '/').startsWith(this.base + '/')) return undefined;
      return (pathname.slice(this.base.length) || '/') + search;
    }
    // Returns the path that the browser opens for an address.
    path(address) { return this.base && address === '/' ? this.base : this.base + address; }
    // Returns the items of a query by which a request names the page that it comes from.
    source(at = this.shown) {
      return this.exists ? `&page=${this.page}&at=${encodeURIComponent(at)}` : '';
    }
    // Returns the address that a click visits in place; undefined if it is left to the browser, which opens new tabs, for example.
    target(event) {
      const link = event.target.closest('a[data-link]');
      if (!link || !this.exists || event.defaultPrevented || event.button !== 0) return undefined;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target || link.hasAttribute('download')) return undefined;
      return this.of(link);
    }
    // Returns the address that a step in the history leads to; undefined if it stays on the page, as a step to a fragment does.
    step(state) {
      const address = this.of(this.view.location);
      if (!this.exists || address === undefined) return undefined;
      if (address !== this.shown) return address;
      if (state) this.view.scrollTo(0, state.scroll);
      return undefined;
    }
    // Begins the visit of an address, which the browser shows at once. Returns the owner of the input that the server gets.
    begin(address, isStep, state) {
      if (!isStep) this.show(address, 'push');
      this.shown = address;
      this.visit = { scroll: isStep ? state?.scroll ?? 0 : 0, revision: null };
      return this.visit;
    }
    // Handles the confirmation of a visit: the page shows its result from a revision on.
    confirm(visit, revision) { visit.revision = BigInt(revision ?? 0); }
    // Receives the location of a page from the server.
    receive(mode, address, title, revision) {
      this.view.document.title = title;
      if (address !== null) this.moves.push({ mode, address, revision: BigInt(revision) });
    }
    // Shows the received locations, unless they are older than what the user visits. Returns whether the visited page has arrived.
    settle(revision) {
      const { visit } = this;
      if (visit) {
        const reached = /^\d+$/.test(revision) ? BigInt(revision) : 0n;
        if (visit.revision === null || visit.revision > reached) return false;
        this.moves = this.moves.filter((move) => move.revision >= visit.revision);
        this.visit = null;
      }
      const isNew = this.moves.splice(0).map(({ mode, address }) => this.show(address, mode)).includes('push');
      if (visit || isNew) this.view.scrollTo(0, isNew ? 0 : visit.scroll);
      return visit !== null;
    }
    // Shows an address in the location bar, as a new entry of the history or in place of the last one. Returns which it was, if any.
    show(address, mode) {
      if (address === this.shown) return undefined;
      if (mode === 'push') this.saveScroll();
      this.shown = address;
      this.enter(mode, mode === 'push' ? null : this.view.history.state, this.path(address));
      return mode;
    }
    // Changes the history. A browser refuses too many changes in a short time, and shows an old address then.
    enter(mode, state, path) {
      try { this.view.history[mode + 'State'](state, '', path); } catch (error) { if (error.name !== 'SecurityError') throw error; }
    }
    // Saves the position of the page in its entry of the history. Until a visited page arrives, the position is that of another page.
    saveScroll() {
      if (this.exists && !this.visit) this.enter('replace', { scroll: this.view.scrollY });
    }
  }

  return { PageAddress };
})();
