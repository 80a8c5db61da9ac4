// Drags cards with the mouse. Keyboards and touch screens use the buttons of a card.
(() => {
  'use strict';

  counterpoint.hook('cards', {
    mounted(element, columns, send) {
      // A selected text or a link would be dragged in place of its card.
      element.style.userSelect = 'none';
      element.addEventListener('dragstart', (event) => event.preventDefault());
      let card, start, isDragged;

      const end = () => {
        Object.assign(card.style, { position: '', left: '', top: '', width: '', transform: '' });
        card.classList.remove('dragged');
        card = undefined;
      };
      element.addEventListener('pointerdown', (event) => {
        isDragged = false;
        if (event.pointerType !== 'mouse' || event.button !== 0 || event.target.closest('button')) return;
        card = event.target.closest('.card') ?? undefined;
        start = event;
      });
      element.addEventListener('pointermove', (event) => {
        if (!card) return;
        // The button was released elsewhere, before the drag began.
        if (!event.buttons) return end();
        const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
        // A click of an unsteady hand is no drag.
        if (!isDragged && Math.hypot(x, y) < 5) return;
        if (!isDragged) {
          element.setPointerCapture(event.pointerId);
          // Outside of the box of its column, which would hide it beyond its edge.
          const { left, top, width } = card.getBoundingClientRect();
          Object.assign(card.style, { position: 'fixed', left: `${left}px`, top: `${top}px`, width: `${width}px` });
          card.classList.add('dragged');
        }
        isDragged = true;
        card.style.transform = `translate(${x}px, ${y}px)`;
      });
      element.addEventListener('pointerup', (event) => {
        if (!card) return;
        const dropped = card;
        if (!isDragged) return end();
        const column = [...element.children].find((each) => {
          const { left, right } = each.getBoundingClientRect();
          return left <= event.clientX && event.clientX <= right;
        });
        const list = column?.querySelector('[data-window]');
        // Measured as the user sees them: the other cards of the column have closed the gap.
        const above = [...list?.querySelectorAll('.card') ?? []].filter((each) => {
          const { top, height } = each.getBoundingClientRect();
          return each !== dropped && top + height / 2 < event.clientY;
        });
        end();
        if (!list) return;
        // The page has a part of the rows: those before are counted by the list.
        send('dropped', { column: list.id, id: dropped.dataset.id, index: Number(list.dataset.first) + above.length });
      });
      element.addEventListener('pointercancel', () => { if (card) end(); });
      // The end of a drag on a link is no click on it. A key sends a click without a detail.
      element.addEventListener('click', (event) => {
        if (!isDragged || !event.detail) return;
        isDragged = false;
        event.preventDefault();
        event.stopPropagation();
      }, true);
    },
  });
})();
