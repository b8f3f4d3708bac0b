/**
 * A module of its own, which is there as soon as the first question is seen: somebody quick presses Enter or "Continue"
 * before the page listens. The browser's own sending is stopped, and noted until they do something else (what earlyInput.ts
 * does once more is no key and no pointer). sendEarly.ts does it once more.
 */
const { dataset } = document.documentElement;

window.onsubmit = (event) => {
  // else the page has taken it
  if (!event.defaultPrevented) dataset.sent = "";
  event.preventDefault();
};
window.onkeydown = window.onpointerdown = () => delete dataset.sent;
