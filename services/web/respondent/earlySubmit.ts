/**
 * Catches Enter or “Continue” pressed before hydration. A module of its own, so that it loads first. It stops the browser's
 * submit and remembers it until the next key or pointer event. earlyInput.ts causes neither. sendEarly.ts repeats the
 * submit.
 */
const { dataset } = document.documentElement;

window.onsubmit = (event) => {
  // otherwise the page has handled it
  if (!event.defaultPrevented) dataset.sent = "";
  event.preventDefault();
};
window.onkeydown = window.onpointerdown = () => delete dataset.sent;
