// The hooks of a page: small scripts of the site's own, which draw in an element or follow what the user does there.
const counterpointHooks = (() => {
  'use strict';

  class PageHooks {
    // The functions send an event of a hook, and report a failure.
    constructor(root, send, report = (...problem) => console.error(...problem)) {
      Object.assign(this, { root, send, report, definitions: new Map(), mounted: new Map() });
    }
    // Registers a hook, and attaches it to the elements that wait for it.
    define(name, hook) {
      if (typeof name !== 'string' || hook === null || typeof hook !== 'object') throw new TypeError('A hook has a name, and an object with functions.');
      if (this.definitions.has(name)) throw new Error(`There are two hooks with the name “${name}”.`);
      this.definitions.set(name, hook);
      this.update();
    }
    // Returns the node with the page's own children of a node: a fragment while a hook draws in the node.
    content(node) { return this.mounted.get(node)?.fragment ?? node; }
    // Whether a hook draws the element. What a hook draws has no hooks.
    isDrawn(element) { return element.parentElement?.closest('[data-hook-draws]') ? true : false; }
    get elements() { return [...this.root.querySelectorAll('[data-hook]')].filter((each) => !this.isDrawn(each)); }

    // Attaches, updates and removes hooks after a change of the page.
    update() {
      const elements = new Set(this.elements);
      for (const [element, mount] of [...this.mounted]) {
        if (!elements.has(element) || this.kind(element) !== mount.kind) this.remove(element, mount);
      }
      for (const element of elements) {
        const mount = this.mounted.get(element);
        if (!mount) this.mount(element);
        else if (mount.data !== element.dataset.hookData) this.refresh(element, mount);
      }
    }
    kind(element) { return `${element.dataset.hook} ${element.dataset.hookDraws !== undefined}`; }
    mount(element) {
      const { hook: name, hookData: data } = element.dataset;
      const definition = this.definitions.get(name);
      if (!definition) return;
      // 'this' in the functions of a hook is an object for each element.
      const mount = { name, kind: this.kind(element), data, hook: Object.create(definition), fragment: null };
      mount.send = (event, value) => this.sendEvent(element, mount, event, value);
      this.mounted.set(element, mount);
      if (element.dataset.hookDraws !== undefined) {
        mount.fragment = element.ownerDocument.createDocumentFragment();
        mount.fragment.append(...element.childNodes);
      }
      if (this.call('mounted', element, mount)) return;
      // The element is useful without its hook.
      mount.hook = null;
      if (mount.fragment) element.replaceChildren(mount.fragment);
      mount.fragment = null;
    }
    refresh(element, mount) {
      mount.data = element.dataset.hookData;
      this.call('updated', element, mount);
    }
    remove(element, mount) {
      this.mounted.delete(element);
      this.call('removed', element, mount);
      if (mount.fragment) element.replaceChildren(mount.fragment);
    }
    // Calls a function of a hook. Returns false if it fails. A failure does not stop the page.
    call(kind, element, mount) {
      if (typeof mount.hook?.[kind] !== 'function') return true;
      const report = (error) => this.report(`The hook “${mount.name}” has failed in “${kind}”.`, error);
      try {
        const data = mount.data === undefined ? undefined : JSON.parse(mount.data);
        const result = mount.hook[kind](element, data, mount.send);
        if (typeof result?.then === 'function') result.then(undefined, report);
        return true;
      } catch (error) {
        report(error);
        return false;
      }
    }
    sendEvent(element, mount, event, value) {
      if (this.mounted.get(element) !== mount) return;
      const offered = (element.dataset.hookSends ?? '').split(' ');
      if (!offered.includes(event)) throw new Error(`The element of the hook “${mount.name}” does not send “${event}”.`);
      const json = JSON.stringify(value ?? null);
      if (json === undefined) throw new TypeError('The value of an event has a form as JSON.');
      this.send(`${event} ${json}`, { element, mount });
    }
    // Shows the data of the page again, because the server has refused an event.
    refuse(owner) {
      const { element, mount } = owner ?? {};
      if (mount && this.mounted.get(element) === mount) this.refresh(element, mount);
    }

    // Runs a function that replaces the whole page. Elements whose hooks are on the new page, too, stay what they are.
    keepingElements(body) {
      const active = this.root.ownerDocument.activeElement;
      const old = [...this.mounted].filter(([element]) => this.root.contains(element));
      body();
      for (const next of this.elements) {
        const index = old.findIndex(([element, mount]) => mount.kind === this.kind(next) && element.id === next.id);
        if (index < 0) continue;
        const [[element, mount]] = old.splice(index, 1);
        this.adopt(element, mount, next);
      }
      for (const [element, mount] of this.mounted) if (element.isConnected && mount.isKept) this.refresh(element, mount);
      for (const mount of this.mounted.values()) mount.isKept = false;
      if (active?.isConnected && active !== this.root.ownerDocument.body) active.focus();
    }
    // Puts an element in the place of the new one, with its attributes and the page's own children.
    adopt(element, mount, next) {
      for (const { name } of [...element.attributes]) if (name !== 'style' && !next.hasAttribute(name)) element.removeAttribute(name);
      for (const { name, value } of next.attributes) element.setAttribute(name, value);
      this.content(element).replaceChildren(...next.childNodes);
      next.replaceWith(element);
      mount.isKept = true;
    }
  }

  return { PageHooks };
})();
