// The fields of a page: their values, and the edits of the user that the page does not show yet.
const counterpointFields = (() => {
  'use strict';

  // The edited fields and sent forms whose result the page does not show yet. Until then, a change of the page must not overwrite what the
  // user has entered: it may be older.
  class OpenEdits {
    constructor() { this.revisions = new Map(); }
    // The owner is a field's name or a form. An edit is open until the server has confirmed it.
    begin(owner) { this.revisions.set(owner, null); }
    // The page shows the result of an edit from this revision on; without a revision at once.
    confirm(owner, revision) {
      if (this.revisions.has(owner)) this.revisions.set(owner, BigInt(revision ?? 0));
    }
    drop(owner) { this.revisions.delete(owner); }
    isUnconfirmed(owner) { return this.revisions.get(owner) === null; }
    has(owner) { return this.revisions.has(owner); }
    get names() { return [...this.revisions.keys()].filter((owner) => typeof owner === 'string'); }
    // Removes and returns the owners whose results a revision of the page shows. A revision that is not a number shows none.
    settle(revision) {
      const shown = /^\d+$/.test(revision) ? BigInt(revision) : 0n;
      const settled = [...this.revisions].filter(([, first]) => first !== null && first <= shown).map(([owner]) => owner);
      for (const owner of settled) this.drop(owner);
      return settled;
    }
  }

  // Sends the newest text of each field when the user pauses, or earlier if an action follows.
  class DelayedTexts {
    constructor(send, start = (body, time) => setTimeout(body, time), cancel = (timer) => clearTimeout(timer)) {
      Object.assign(this, { send, start, cancel, timers: new Map() });
    }
    add(field, pause) {
      this.remove(field);
      this.timers.set(field, this.start(() => this.flush(field), pause));
    }
    remove(field) {
      this.cancel(this.timers.get(field));
      return this.timers.delete(field);
    }
    flush(field) {
      if (this.remove(field)) this.send(field);
    }
    flushAll() {
      for (const field of [...this.timers.keys()]) this.flush(field);
    }
  }

  // The controls of a page that are bound to fields. A checkbox has the value 'on' or 'off', and radio buttons with one name are one field.
  class PageFields {
    constructor(root) { Object.assign(this, { root, edits: new OpenEdits(), sent: new Map(), touched: new Set() }); }
    controls(name) { return [...this.root.querySelectorAll(`[data-bound][name="${CSS.escape(name)}"]`)]; }
    group(radio) { return this.controls(radio.name).filter((each) => each.type === 'radio'); }
    // Returns the value that the user sees.
    value(field) {
      if (field.type === 'checkbox') return field.checked ? 'on' : 'off';
      return (field.type === 'radio' ? this.group(field).find((each) => each.checked) : field)?.value ?? '';
    }
    // Returns the value that the page has, which the user may have changed.
    pageValue(field) {
      if (field.type === 'checkbox') return field.defaultChecked ? 'on' : 'off';
      if (field.type === 'radio') return this.group(field).find((each) => each.defaultChecked)?.value ?? '';
      if (!field.options) return this.shownText(field);
      const options = [...field.options];
      return (options.find((each) => each.defaultSelected) ?? options.find((each) => !each.disabled))?.value ?? '';
    }
    // Returns the page's text as the browser shows it: a line has no line breaks, for example, and those of a text area are LF.
    shownText(field) {
      const copy = field.cloneNode();
      copy.value = field.defaultValue;
      return copy.value;
    }
    set(field, value) {
      if (field.type === 'checkbox') field.checked = value === 'on';
      else if (field.type === 'radio') field.checked = field.value === value;
      // A number that the user writes in another way keeps it, because the user may go on: '1.0' becomes '1.05'.
      else if (field.type === 'number' && field.value && value && Number(field.value) === Number(value)) return;
      else if (field.value !== value) {
        const { selectionStart, selectionEnd, selectionDirection } = field;
        field.value = value;
        const isFocused = field === field.ownerDocument.activeElement;
        if (isFocused && typeof selectionStart === 'number') field.setSelectionRange(selectionStart, selectionEnd, selectionDirection);
      }
    }
    isBound(field) { return field.dataset?.bound !== undefined; }
    // Whether the control sends its value with the form, or when the user leaves it.
    waits(field) { return ['blur', 'submit'].includes(field.dataset.bound); }
    isText(field) { return !['checkbox', 'radio', 'date'].includes(field.type) && !field.options; }
    // Whether a field has a number or a date that the page does not allow. The user may still be typing it.
    isUnfinished(field) { return ['number', 'date'].includes(field.type) && !field.validity.valid; }
    // Whether the value that the user sees has not been sent, and is not that of the page.
    isUnsent(field) { return this.value(field) !== (this.sent.get(field.name) ?? this.pageValue(field)); }

    // Begins with a loaded page. A value that differs from the page's is newer, because the user has entered it before the script was
    // loaded. But a step in the history and a reload restore the controls as they were, which is no edit: only drafts stay, and the control
    // in which the user is.
    load(isRestored, drafts) {
      for (const field of this.root.querySelectorAll('[data-bound]')) {
        if (this.edits.has(field.name) || !this.isUnsent(field)) continue;
        if (!isRestored || drafts.has(field.name) || field === field.ownerDocument.activeElement) this.edits.begin(field.name);
        else this.controls(field.name).forEach((each) => this.set(each, this.pageValue(each)));
      }
    }
    // Returns the names of the fields with values that were not sent.
    get drafts() {
      const open = this.edits.names.filter((name) => this.edits.isUnconfirmed(name));
      return open.filter((name) => this.controls(name).some((field) => this.isUnsent(field)));
    }

    // Notes that a change of the page may have changed a field. Returns the node.
    touch(node) {
      const field = node.closest?.('[data-bound]');
      if (field) this.touched.add(field.name);
      return node;
    }
    // Handles the confirmation of an input. An edit stays open if the user has gone on since.
    confirm(owner, revision) {
      const [field] = typeof owner === 'string' ? this.controls(owner) : [];
      if (!field || this.value(field) === this.sent.get(owner)) this.edits.confirm(owner, revision);
    }
    // Handles the refusal of an input. A refused text stays, so that the user can correct it.
    refuse(owner) {
      this.edits.drop(owner);
      this.sent.delete(owner);
      for (const field of typeof owner === 'string' ? this.controls(owner) : []) if (!this.isText(field)) this.set(field, this.pageValue(field));
    }
    // Drops the values that wait for their form, because the user has left it: another page may have a field with the same name. The names
    // are those of the fields whose values the server gets.
    leave(names) {
      for (const name of this.edits.names.filter((each) => !names.has(each) && this.edits.isUnconfirmed(each))) {
        this.edits.drop(name);
        this.sent.delete(name);
        this.touched.add(name);
      }
    }
    // Shows the values of the page in the changed fields, except in those whose newest value the page does not know. Returns the forms
    // whose results the page shows now.
    update(revision) {
      const settled = this.edits.settle(revision);
      for (const name of settled.filter((owner) => typeof owner === 'string')) {
        this.touched.add(name);
        this.sent.delete(name);
      }
      for (const name of [...this.touched].filter((each) => !this.edits.has(each))) {
        this.touched.delete(name);
        for (const field of this.controls(name)) if (!field.validity.customError) this.set(field, this.pageValue(field));
      }
      return settled.filter((owner) => typeof owner !== 'string');
    }
    // Runs a function that replaces all controls, and keeps the values that the page does not know.
    keepingEdits(body) {
      const values = this.edits.names.map((name) => [name, this.controls(name)[0]])
        .filter(([, field]) => field).map(([name, field]) => [name, this.value(field)]);
      body();
      for (const [name, value] of values) for (const field of this.controls(name)) this.set(field, value);
    }
  }

  return { OpenEdits, DelayedTexts, PageFields };
})();
