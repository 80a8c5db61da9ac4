// The hooks of the planner: a chart, a list whose rows are dragged, a gauge, and two that fail.
(() => {
  'use strict';

  const shape = (name, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };

  counterpoint.hook('chart', {
    mounted(element, bars, send) {
      this.picture = shape('svg', { width: 300, height: 100 });
      this.note = document.createElement('input');
      this.note.setAttribute('aria-label', 'Note');
      this.note.id = 'chart-note';
      element.append(this.picture, this.note);
      this.updated(element, bars, send);
    },
    updated(element, bars, send) {
      this.picture.replaceChildren(...bars.map(({ id, title, points }, index) => {
        const bar = shape('rect', { x: 30 * index, y: 100 - points, width: 20, height: points });
        bar.dataset.id = id;
        const name = shape('title', {});
        name.textContent = title;
        bar.append(name);
        bar.addEventListener('click', () => send('picked', id));
        return bar;
      }));
    },
  });

  counterpoint.hook('sortable', {
    mounted(element, ids, send) {
      this.ids = ids;
      // A selected text would be dragged in place of its row.
      element.style.userSelect = 'none';
      let row, start;
      element.addEventListener('pointerdown', (event) => {
        if (event.target.closest('button')) return;
        row = event.target.closest('li');
        start = event.clientY;
        if (row) element.setPointerCapture(event.pointerId);
      });
      element.addEventListener('pointermove', (event) => {
        if (row) row.style.transform = `translateY(${event.clientY - start}px)`;
      });
      element.addEventListener('pointerup', (event) => {
        if (!row) return;
        const { id } = row.dataset;
        row.style.transform = '';
        const others = [...element.children].filter((each) => each !== row);
        const index = others.filter((each) => each.getBoundingClientRect().top + each.offsetHeight / 2 < event.clientY).length;
        row = undefined;
        if (this.ids.indexOf(id) !== index) send('moved', { id, index });
      });
    },
    updated(element, ids) { this.ids = ids; },
  });

  window.gauges = { mounted: 0, updated: 0, removed: 0 };
  counterpoint.hook('gauge', {
    mounted(element, value, send) {
      window.gauges.mounted += 1;
      Object.assign(window, { sendFromGauge: send });
      element.textContent = `gauge ${value}`;
    },
    updated(element, value) {
      window.gauges.updated += 1;
      element.textContent = `gauge ${value}`;
    },
    removed() { window.gauges.removed += 1; },
  });

  counterpoint.hook('broken', {
    mounted(element) {
      element.textContent = 'half of it';
      throw new Error('The hook is broken.');
    },
  });
})();
