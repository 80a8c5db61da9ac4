// The uploads of a page: sends chosen files at once or with their form, shows the progress, and can be canceled.
const counterpointUploads = (() => {
  'use strict';

  // Returns a size for people, as in '5 MB'.
  const sizeText = (bytes) => {
    const units = ['bytes', 'KB', 'MB', 'GB'];
    let unit = 0;
    let size = bytes;
    for (; size >= 1024 && unit < units.length - 1; unit += 1) size /= 1024;
    return `${Number(size.toFixed(1))} ${units[unit]}`;
  };
  const accepts = (accept, { name, type }) => accept.some((rule) => {
    if (rule.startsWith('.')) return name.toLowerCase().endsWith(rule);
    return rule.endsWith('/*') ? type.startsWith(rule.slice(0, -1)) : type === rule;
  });
  // Returns the reason why a control does not accept files; an empty text if it does. The server checks the same again.
  const problemOf = (files, { accept = '', maxCount = '', maxSize = '' }) => {
    const rules = accept.split(',').filter((each) => each).map((each) => each.toLowerCase());
    if (maxCount && files.length > Number(maxCount)) return `Choose at most ${maxCount === '1' ? 'one file' : `${maxCount} files`}.`;
    const wrong = rules.length === 0 ? undefined : files.find((file) => !accepts(rules, file));
    if (wrong) return `“${wrong.name}” has a type that is not accepted here.`;
    const large = maxSize ? files.find(({ size }) => size > Number(maxSize)) : undefined;
    return large ? `“${large.name}” is too large: a file can have ${sizeText(Number(maxSize))}.` : '';
  };
  const names = (files) => files.length === 1 ? `“${files[0].name}”` : `${files.length} files`;
  // Returns the result of a request as a text for the user, and whether the files have arrived.
  const resultOf = ({ status, reason = '', files, isCanceled = false }) => {
    if (status >= 200 && status < 300) return { isSent: true, note: `Sent ${names(files)}.` };
    if (isCanceled) return { isSent: false, note: `Canceled ${names(files)}.` };
    if (status === 0) return { isSent: false, problem: 'The connection is lost. Choose the files again.' };
    return { isSent: false, problem: reason || `The server has refused ${names(files)} (${status}).` };
  };

  class Uploads {
    // Creates the uploads of a page. The address is that of a request with files.
    constructor(root, address) {
      // A page can replace a control while its files are sent, so uploads are found by the names of fields.
      Object.assign(this, { root, address, uploads: new Map(), sent: new WeakSet(), marked: new WeakSet() });
    }
    input(name) { return this.root.querySelector(`[data-upload][name="${CSS.escape(name)}"]`); }
    // Returns the elements that show an upload. Live regions have to be on the page before their texts.
    view(input) {
      const box = input.parentElement.querySelector('[data-upload-status]');
      if (!box.firstChild) {
        const id = `upload-${input.name}-problem`;
        box.innerHTML = '<progress hidden></progress><button type="button" hidden>Cancel</button><span role="status"></span><span role="alert"></span>';
        box.lastChild.id = id;
        box.children[1].addEventListener('click', () => this.uploads.get(input.name)?.cancel?.());
        input.setAttribute('aria-describedby', [input.getAttribute('aria-describedby'), id].filter((each) => each).join(' '));
      }
      const [progress, button, note, alert] = box.children;
      return { progress, button, note, alert };
    }
    show(name) {
      const input = this.input(name);
      if (!input) return;
      const { files = [], loaded = 0, total = 0, cancel, note = '', problem = '' } = this.uploads.get(name) ?? {};
      const view = this.view(input);
      const hadFocus = view.button === document.activeElement;
      view.progress.hidden = view.button.hidden = !cancel;
      if (hadFocus && !cancel) input.focus();
      if (cancel) {
        view.progress.setAttribute('aria-label', `Sending ${names(files)}`);
        view.button.setAttribute('aria-label', `Cancel ${names(files)}`);
        if (total > 0) Object.assign(view.progress, { max: total, value: loaded });
      }
      if (view.note.textContent !== note) view.note.textContent = note;
      if (view.alert.textContent !== problem) view.alert.textContent = problem;
      if (problem && !input.hasAttribute('aria-invalid')) {
        this.marked.add(input);
        input.setAttribute('aria-invalid', 'true');
      } else if (!problem && this.marked.delete(input)) input.removeAttribute('aria-invalid');
    }
    set(name, upload) {
      this.uploads.set(name, upload);
      this.show(name);
    }
    isUnsent(input) { return [...input.files].some((file) => !this.sent.has(file)); }
    // Sends the files of a control. Returns whether they have arrived.
    send(input) {
      const { name } = input;
      const [files, old] = [[...input.files], this.uploads.get(name)];
      // Not the upload of the control any more, whose end would empty the control.
      this.uploads.delete(name);
      old?.cancel?.();
      const problem = problemOf(files, { accept: input.accept, ...input.dataset });
      if (problem) {
        input.value = '';
        this.set(name, { problem });
        return Promise.resolve(false);
      }
      const body = new FormData();
      for (const file of files) body.append(name, file);
      const request = new XMLHttpRequest();
      const upload = { files, isCanceled: false };
      upload.cancel = () => {
        upload.isCanceled = true;
        request.abort();
      };
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        Object.assign(upload, { loaded, total });
        if (this.uploads.get(name) === upload) this.show(name);
      });
      upload.result = new Promise((resume) => {
        request.addEventListener('loadend', () => {
          const isText = request.getResponseHeader('content-type')?.startsWith('text/plain');
          const reason = isText ? request.responseText.trim() : '';
          const result = resultOf({ status: request.status, reason, files, isCanceled: upload.isCanceled });
          if (result.isSent) files.forEach((file) => this.sent.add(file));
          if (this.uploads.get(name) === upload) {
            const current = this.input(name);
            // A user can choose the same files again only if the control has none.
            if (!result.isSent && current) current.value = '';
            this.set(name, result);
          }
          resume(result.isSent);
        });
      });
      request.open('POST', this.address());
      request.send(body);
      this.set(name, upload);
      return upload.result;
    }
    // Sends a form after its files have arrived. Returns whether the form has to wait.
    delays(form, submitter) {
      const own = form.querySelector(':scope > [name="action"]')?.value;
      if (submitter?.name !== 'action' || submitter.value !== own) return false;
      const inputs = [...form.elements].filter((each) => each.dataset.upload !== undefined && !each.matches(':disabled'));
      const open = inputs
        .map((input) => this.uploads.get(input.name)?.cancel ? this.uploads.get(input.name).result
          : this.isUnsent(input) ? this.send(input) : undefined)
        .filter((each) => each);
      if (open.length === 0) return false;
      Promise.all(open).then((results) => {
        if (!results.every((each) => each) || !form.isConnected) return;
        // The page may have replaced the button meanwhile.
        form.requestSubmit(submitter.isConnected ? submitter : form.querySelector(':scope > [name="action"]'));
      });
      return true;
    }
  }

  // Starts the uploads of a page.
  const start = (root, address) => {
    const uploads = new Uploads(root, address);
    const isUpload = (target) => target.dataset?.upload !== undefined;
    for (const input of root.querySelectorAll('[data-upload]')) uploads.view(input);
    root.addEventListener('focusin', ({ target }) => { if (isUpload(target)) uploads.view(target); });
    // The same files can be chosen again.
    root.addEventListener('click', ({ target }) => {
      if (isUpload(target) && !uploads.uploads.get(target.name)?.cancel && !uploads.isUnsent(target)) target.value = '';
    });
    root.addEventListener('change', ({ target }) => {
      if (!isUpload(target) || target.files.length === 0) return;
      if (target.dataset.upload !== 'submit') uploads.send(target);
      else {
        const problem = problemOf([...target.files], { accept: target.accept, ...target.dataset });
        if (problem) target.value = '';
        uploads.set(target.name, { problem });
      }
    });
    // Before all other handlers of the event.
    document.addEventListener('submit', (event) => {
      if (event.target.hasAttribute('action') || !uploads.delays(event.target, event.submitter)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, true);
  };

  return { sizeText, problemOf, resultOf, start };
})();
