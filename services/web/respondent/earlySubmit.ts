/**
 * A module of its own, which is there as soon as the first question is seen: somebody quick presses Enter or "Continue"
 * before the page listens. The browser's own sending is stopped, and noted until something is changed. earlyInput.ts reads
 * that once.
 */
const { dataset } = document.documentElement;

window.onsubmit = (event) => {
  event.preventDefault();
  dataset.submitted = "";
};
window.oninput = () => delete dataset.submitted;
