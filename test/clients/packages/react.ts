/** Types of @pathform/react, and what a server renders, with React 18 and 19. */
import assert from "node:assert/strict";
import { Pathform } from "@pathform/react";
import { createElement } from "react";
import { renderToString } from "react-dom/server";

const html = renderToString(
  createElement(Pathform, {
    server: "https://forms.example.com",
    slug: "lunch",
    hidden: { plan: "pro" },
    answers: { hungry: "yes" },
    onCompleted: () => undefined,
  }),
);
assert.equal(
  html,
  '<div data-pathform="lunch" data-src="https://forms.example.com" data-mode="inline" data-hidden-plan="pro" data-answer-hungry="yes"></div>',
);
// @ts-expect-error: no such mode
void (() => createElement(Pathform, { server: "https://forms.example.com", slug: "lunch", mode: "sidebar" }));
// @ts-expect-error: the server is missing
void (() => createElement(Pathform, { slug: "lunch" }));
