import { JSDOM } from "jsdom";

/** The browser's globals in this process. Functions that need layout, which jsdom lacks, do nothing. */
const globals = globalThis as { jsdom?: JSDOM };
// one for all files of this process: React and user-event, which load once, know its objects
globals.jsdom ??= new JSDOM("<!doctype html><html lang=en data-cookie=present><body></body></html>", {
  url: "https://forms.example.com/",
  pretendToBeVisual: true,
});
const { window } = globals.jsdom;

const own = new Set(Object.getOwnPropertyNames(globalThis));
// Node.js has these too, but they must work with jsdom's objects
const replaced = ["Event", "EventTarget", "CustomEvent", "FormData", "navigator", "localStorage", "sessionStorage"];
for (const name of Object.getOwnPropertyNames(window)) {
  if (own.has(name) && !replaced.includes(name)) continue;
  Object.defineProperty(globalThis, name, { value: Reflect.get(window, name), configurable: true, writable: true });
}
Object.assign(globalThis, {
  window: globalThis,
  self: globalThis,
  addEventListener: window.addEventListener.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
  dispatchEvent: window.dispatchEvent.bind(window),
});

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
const nothing = () => undefined;
Object.assign(globalThis, {
  ResizeObserver: Observer,
  IntersectionObserver: Observer,
  CSS: { escape: (text: string) => text.replaceAll(/[^\w-]/g, String.raw`\$&`), supports: () => false },
  scrollTo: nothing,
  matchMedia: (media: string) => ({ media, matches: false, addEventListener: nothing, removeEventListener: nothing }),
});
Object.assign(window.Element.prototype, { scrollIntoView: nothing });
Object.assign(window.HTMLCanvasElement.prototype, { getContext: () => null });
// its frames have no style sheets that scripts make
window.document.addEventListener(
  "load",
  (event) => event.target instanceof window.HTMLIFrameElement && event.stopPropagation(),
  true,
);

/**
 * Styles of an element without style sheets, which these tests don't load. jsdom's own walk all rules of its default sheet for each call.
 */
const hiddenElements = "[hidden], head, script, style, template, title, meta, link, datalist, dialog:not([open])";

function styleOf(element: Element): CSSStyleDeclaration {
  const own = (element as HTMLElement).style;
  const computed: Readonly<Record<string, string>> = {
    display: own.display || (element.matches(hiddenElements) ? "none" : "block"),
    visibility: (element.closest('[style*="visibility"]') as HTMLElement | null)?.style.visibility || "visible",
  };
  return new Proxy(own, {
    get(target, name) {
      if (name === "getPropertyValue")
        return (property: string) => computed[property] ?? target.getPropertyValue(property);
      const value = computed[name as string] ?? Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
Object.assign(globalThis, { getComputedStyle: styleOf });
Object.assign(window, { getComputedStyle: styleOf });
