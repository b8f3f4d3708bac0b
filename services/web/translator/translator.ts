/**
 * Lets React and Preact work on a page that a browser translates. Translators put `<font>` elements in the place of each text node.
 * The frameworks keep the text node: an update of it shows nothing, and its removal fails (React issue 11538). So each text node
 * returns to its place right before a framework changes it, and no old text stays. The translator then translates the new text.
 */
const standIns = new WeakMap<Node, Element>();
/** so that the wrapper of a text beside it isn't taken for its own */
const taken = new WeakSet<Element>();

const isWrapper = (node: Node | null): node is Element => node?.nodeName === "FONT";

/** Remembers which wrapper stands where each text node was. */
export function note(records: readonly MutationRecord[]): void {
  for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    if (isWrapper(target)) continue;
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE || text.parentNode === target) continue;
      const wrapper = [...addedNodes, previousSibling, nextSibling].find((node) => isWrapper(node) && !taken.has(node));
      if (!wrapper) continue;
      taken.add(wrapper as Element);
      standIns.set(text, wrapper as Element);
    }
  }
}

let observer: MutationObserver | undefined;

/** Puts a text node back in the place of its wrapper, if it has one. */
export function putBack(node: Node | null): void {
  if (node?.nodeType !== Node.TEXT_NODE) return;
  note(observer?.takeRecords() ?? []);
  const wrapper = standIns.get(node);
  standIns.delete(node);
  if (wrapper?.parentNode) wrapper.replaceWith(node);
}

/** Follows the translator of this page from now on. */
export function followTranslator(page: Node): void {
  observer = new MutationObserver(note);
  observer.observe(page, { childList: true, subtree: true });
  guard();
}

/** Puts text nodes back before the frameworks change them. */
function guard(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    putBack(child);
    return removeChild.call(this, child) as T;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, child: T, before: Node | null): T {
    putBack(before);
    return insertBefore.call(this, child, before) as T;
  };
  for (const [owner, name] of [
    [Node.prototype, "nodeValue"],
    [CharacterData.prototype, "data"],
  ] as const) {
    const own = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, {
      ...own,
      set(this: Node, text: string) {
        putBack(this);
        own?.set?.call(this, text);
      },
    });
  }
}
