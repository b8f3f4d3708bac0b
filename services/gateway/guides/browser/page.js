// Everything here is an addition: the guides work without it.

for (const block of document.querySelectorAll("pre")) addCopyButton(block);
showCurrent(document.querySelector(".pages"));
for (const form of document.querySelectorAll("form[role=search]")) suggestIn(form);

document.addEventListener("keydown", (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  document.querySelector("form[role=search] input").focus();
});

/** Scrolls the list of pages, where it has a scrollbar of its own, to the current one. */
function showCurrent(list) {
  const current = list.querySelector("[aria-current]");
  if (!current) return;
  const hidden = current.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
  if (hidden > 0) list.scrollTop += hidden + list.clientHeight / 2;
}

function addCopyButton(block) {
  const frame = document.createElement("div");
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Copy" });
  frame.className = "code";
  button.setAttribute("aria-live", "polite");
  block.replaceWith(frame);
  frame.append(block, button);
  button.addEventListener("click", async () => {
    const isCopied = await navigator.clipboard?.writeText(block.textContent.trimEnd()).then(
      () => true,
      () => false,
    );
    if (!isCopied) getSelection().selectAllChildren(block);
    button.textContent = isCopied ? "Copied" : "Selected";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2_000);
  });
}

let search;

/** Loads the index with the first key. Rejects without a network: the form still works. */
function loadSearch() {
  search ??= Promise.all([
    import("/docs/search.js"),
    fetch("/docs/sections").then((response) => (response.ok ? response.json() : Promise.reject(response.status))),
  ]).then(async ([{ find, indexOf, opened }, pages]) => {
    const index = await indexOf(opened(pages));
    return (query) => find(index, query);
  });
  search.catch(() => {
    search = undefined;
  });
  return search;
}

function suggestIn(form) {
  const input = form.querySelector("input");
  const list = Object.assign(document.createElement("ul"), { className: "suggestions", hidden: true });
  const status = Object.assign(document.createElement("p"), { className: "hidden", role: "status" });
  form.append(list, status);
  const show = async () => {
    const query = input.value.trim();
    const found =
      query === ""
        ? []
        : await loadSearch().then(
            (find) => find(query),
            () => [],
          );
    if (query !== input.value.trim()) return;
    list.replaceChildren(...found.slice(0, 8).map(suggestion));
    list.hidden = found.length === 0;
    status.textContent = query === "" ? "" : found.length === 1 ? "1 result" : `${found.length} results`;
  };
  input.addEventListener("input", show);
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      // the focus opens it
      input.focus();
      list.hidden = true;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || list.hidden) return;
    event.preventDefault();
    const stops = [input, ...list.querySelectorAll("a")];
    stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length]?.focus();
  });
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!form.contains(relatedTarget)) list.hidden = true;
  });
  input.addEventListener("focus", () => {
    list.hidden = list.childElementCount === 0;
  });
}

function suggestion({ address, title, heading, parts }) {
  const link = Object.assign(document.createElement("a"), { href: address });
  const name = Object.assign(document.createElement("b"), { textContent: heading });
  const sentence = document.createElement("span");
  const pieces = parts.map((part, at) =>
    at % 2 === 0 ? part : Object.assign(document.createElement("mark"), { textContent: part }),
  );
  sentence.append(...(heading === title ? [] : [`${title}: `]), ...pieces);
  link.append(name, sentence);
  const item = document.createElement("li");
  item.append(link);
  return item;
}
