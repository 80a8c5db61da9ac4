// The nodes of a page as the server knows them, and the changes that the server sends.
const counterpointPage = (() => {
  'use strict';

  const isText = (node) => node.nodeType === 3;
  const isElement = (node) => node.nodeType === 1;
  // Returns the element in which a parser creates a child of a parent as SVG or MathML; undefined for HTML.
  const foreignElement = (parent) => {
    if (['foreignObject', 'desc', 'title'].includes(parent?.localName)) return undefined;
    return { 'http://www.w3.org/2000/svg': 'svg', 'http://www.w3.org/1998/Math/MathML': 'math' }[parent?.namespaceURI];
  };

  // The nodes that the library has rendered, by their parents. A browser's extension can insert nodes between them, wrap them, or replace
  // texts, so a change finds its node here, and not by counting the children of its parent.
  class PageNodes {
    // The functions parse markup of a child of a parent, return the node with a node's own children, and note that a change may have changed a field.
    constructor(root, { parse, content = (node) => node, touch = (node) => node }) {
      Object.assign(this, { root, parse, content, touch, children: new WeakMap() });
      // The number of nodes that the page began with.
      this.count = this.adopt(root);
    }
    // Takes all nodes below a node for rendered ones. Returns their number. Browsers divide a long text into several nodes.
    adopt(node) {
      const own = [];
      let count = 0;
      for (const each of [...this.content(node).childNodes]) {
        const last = own.at(-1);
        if (isText(each) && last && isText(last)) {
          last.data += each.data;
          each.remove();
        } else if (isText(each) || isElement(each)) {
          own.push(each);
          count += 1 + (isElement(each) ? this.adopt(each) : 0);
        }
      }
      this.children.set(node, own);
      return count;
    }
    own(node) { return this.children.get(node) ?? []; }
    // Returns the rendered children that are elements.
    elements(node) { return this.own(node).filter(isElement); }
    // Returns the rendered node at a path, which is a list of positions among the rendered nodes.
    at(path) {
      return path.reduce((node, index) => {
        const found = this.own(node)[index];
        if (!found) throw new Error('The page differs from the page of the server.');
        return found;
      }, this.root);
    }
    elementAt(path) {
      const found = this.at(path);
      if (!isElement(found)) throw new Error('There is no element where the server has one.');
      return found;
    }
    // Returns the child of a parent that has a node in it; null if the node was removed from the parent.
    holder(parent, node) {
      const content = this.content(parent);
      let holder = node;
      while (holder && holder.parentNode !== content) holder = holder.parentNode;
      return holder;
    }
    // Returns the nearest children of a parent before and after a position that have rendered nodes in them.
    neighbors(parent, index) {
      const own = this.own(parent);
      const nearest = (position, step) => {
        for (; position >= 0 && position < own.length; position += step) {
          const holder = this.holder(parent, own[position]);
          if (holder) return holder;
        }
        return null;
      };
      return { before: nearest(index - 1, -1), after: nearest(index + 1, 1) };
    }
    // Returns the node before which a rendered node at a position stands; null for the end.
    next(parent, index) {
      const { before, after } = this.neighbors(parent, index);
      if (after) return after;
      let next = before ? before.nextSibling : this.content(parent).firstChild;
      if (index === 0) return next;
      // A translation that stands for the text before the position stays before it.
      const isTranslated = !this.holder(parent, this.own(parent)[index - 1]);
      while (next && (!before || isTranslated && next.nodeName === 'FONT')) next = next.nextSibling;
      return next;
    }
    put(parent, node, index) { this.content(parent).insertBefore(node, this.next(parent, index)); }
    // Removes the elements by which a browser's translation has replaced the text at a position.
    removeTranslation(parent, index) {
      const { before, after } = this.neighbors(parent, index);
      let next = before ? before.nextSibling : this.content(parent).firstChild;
      while (next && next !== after) {
        const node = next;
        next = node.nextSibling;
        if (node.nodeName === 'FONT') node.remove();
      }
    }
    // Takes a node off the page, with the translation that shows it.
    take(parent, index) {
      const node = this.own(parent)[index];
      const holder = this.holder(parent, node);
      if (!holder && isText(node)) this.removeTranslation(parent, index);
      else if (holder?.nodeName === 'FONT' && holder !== node && isText(node)) holder.remove();
      else node.remove();
    }
    // Creates the node of a markup.
    create(markup, parent) {
      const node = this.parse(markup, parent);
      if (isElement(node)) this.adopt(node);
      return node;
    }
    owner(path) {
      const parent = this.touch(this.at(path.slice(0, -1)));
      if (path.at(-1) > this.own(parent).length) throw new Error('The position of a node is not on the page.');
      return parent;
    }

    // Applies a change [kind, path, …], see HTMLChange in Swift. A change that does not fit the page throws.
    apply([kind, path, ...rest]) { this[{ t: 'setText', a: 'setAttribute', d: 'removeAttribute', r: 'replace', i: 'insert', x: 'remove', m: 'move' }[kind]](path, ...rest); }
    setText(path, text) {
      const node = this.at(path);
      if (!isText(node)) throw new Error('There is no text where the server has one.');
      const parent = this.owner(path);
      node.data = text;
      if (this.holder(parent, node)) return;
      this.removeTranslation(parent, path.at(-1));
      this.put(parent, node, path.at(-1));
    }
    setAttribute(path, name, value) {
      const element = this.touch(this.elementAt(path));
      element.setAttribute(this.attribute(element, name), value);
    }
    removeAttribute(path, name) {
      const element = this.touch(this.elementAt(path));
      element.removeAttribute(this.attribute(element, name));
    }
    // Returns the name of an attribute as a parser has it: names of SVG such as 'viewBox' have capital letters.
    attribute({ namespaceURI }, name) {
      if (!foreignElement({ namespaceURI })) return name;
      return this.parse(`<g ${name}=""></g>`, { namespaceURI }).attributes[0].name;
    }
    replace(path, markup) {
      const [parent, index] = [this.owner(path), path.at(-1)];
      const [old, node] = [this.at(path), this.create(markup, parent)];
      if (this.holder(parent, old)) old.replaceWith(node);
      else {
        this.removeTranslation(parent, index);
        this.put(parent, node, index);
      }
      this.own(parent)[index] = node;
    }
    insert(path, markup) {
      const [parent, index] = [this.owner(path), path.at(-1)];
      const node = this.create(markup, parent);
      this.own(parent).splice(index, 0, node);
      this.put(parent, node, index);
    }
    remove(path) {
      this.at(path);
      const [parent, index] = [this.owner(path), path.at(-1)];
      this.take(parent, index);
      this.own(parent).splice(index, 1);
    }
    move(path) {
      const [parent, [from, to]] = [this.touch(this.at(path.slice(0, -2))), path.slice(-2)];
      const own = this.own(parent);
      if (from >= own.length || to >= own.length) throw new Error('The position of a node is not on the page.');
      const [node] = own.splice(from, 1);
      own.splice(to, 0, node);
      // What an extension has put around the node moves along. A node that was removed stays away.
      const holder = this.holder(parent, node);
      if (!holder) return;
      const content = this.content(parent);
      const next = this.next(parent, to);
      // In browsers without 'moveBefore', a node that is inserted again loses the focus.
      if (next !== holder) (content.moveBefore ?? content.insertBefore).call(content, holder, next);
    }
  }

  return { PageNodes, foreignElement };
})();
