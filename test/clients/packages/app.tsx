/** A site with two forms, one after the other. */
import { Pathform as Client } from "@pathform/client";
import { Pathform } from "@pathform/react";
import { createElement, StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

const { server = "", slug = "" } = Object.fromEntries(new URLSearchParams(location.search));

function app() {
  const [events, setEvents] = useState<string[]>([]);
  const [isShown, setShown] = useState(true);
  const tell = (event: string) => () => setEvents((before) => [...before, event]);
  return createElement(
    "main",
    null,
    createElement("button", { type: "button", onClick: () => setShown(!isShown) }, isShown ? "Hide" : "Show"),
    createElement("output", null, events.join(" ")),
    isShown && createElement(Pathform, { server, slug, onStarted: tell("started"), onCompleted: tell("completed") }),
  );
}

createRoot(document.body.appendChild(document.createElement("div"))).render(
  createElement(StrictMode, null, createElement(app)),
);

// the open API, from another origin
const read = new Client({ url: server }).get("/api/v2/r/{slug}/", { path: { slug } });
void read.then(({ form }) => document.body.append(`Read ${form.title}`));
