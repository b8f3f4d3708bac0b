import type { Page } from "playwright-core";
import { unique } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { visit } from "../support/browser.ts";
import { type Keyboard, keyboardOf } from "../support/keyboard.ts";

/** The main tasks of an owner without a pointer. */
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver?.close();
});

const desk = { viewport: { width: 1280, height: 900 } };

test("creates, publishes and answers a form, reads its response and finds its webhook delivery by keyboard alone", async () => {
  const { page, context } = await visit("/register", desk);
  const keyboard = await keyboardOf(page);
  const { press, type, untilAt, goTo } = keyboard;
  await untilAt('textbox "Your name"');
  await type("Ada");
  await press("Tab");
  await type(`${unique()}@example.com`);
  await press("Tab");
  await type("correct horse battery");
  await press("Enter");

  await untilAt('heading "Forms"');
  await goTo('button "New form"');
  await press("Enter");
  // the dialog starts at the blank form, which opens in the builder with its title selected
  await untilAt(/^button "Start blank/);
  await press("Enter");
  await untilAt('textbox "Form title"');
  await type("Drinks");
  await press("Enter");
  await page.getByRole("application", { name: "Form graph" }).waitFor();
  await build(keyboard);
  await publish(page, keyboard);
  await connect(page, keyboard);

  const toTab = async (name: string) => {
    await goTo(`link "${name}"`, "Shift+Tab");
    await press("Enter");
    await untilAt(`heading "${name}"`);
  };
  await toTab("Responses");
  await goTo('link "Open form"');
  const opening = context.waitForEvent("page");
  await press("Enter");
  const opened = await opening;
  await page.bringToFront();
  // leaves the list before the first response, because the list reloads every ten seconds and changes its tab stops
  await toTab("Insights");
  await answer(opened);
  await page.bringToFront();
  await toTab("Responses");
  await read(page, keyboard);
  // about forty steps on ten pages, with five keys each
  expect(keyboard.presses()).toBeLessThanOrEqual(218);
}, 180_000);

/** Adds two choices with points, a question after only one of them, and the end. */
async function build({ press, type, untilAt, goTo }: Keyboard): Promise<void> {
  const add = async (name: string, title: string) => {
    await press("+");
    await untilAt('combobox "Add or find a question"');
    await type(name);
    await press("Enter");
    await untilAt('textbox "Title"');
    await type(title);
  };
  const toCanvas = async () => {
    await press("Shift+F6");
    await untilAt('application "Form graph"');
  };
  await goTo('button "Add a question or screen"');
  await add("Multiple choice", "What would you like?");
  await goTo('textbox "Option 1: label"');
  await type("Tea");
  await goTo('textbox "Option 2: label"');
  await type("Coffee");
  await goTo('tab "Question"', "Shift+Tab");
  await press("ArrowLeft");
  await goTo('combobox "Scoring mode"');
  await type("Points per option");
  await goTo('spinbutton "Points for Coffee"');
  await type("12");
  for (const [name, title] of [
    ["Short text", "How strong?"],
    ["End screen", "Thank you"],
  ] as const) {
    await toCanvas();
    await add(name, title);
  }
  await toCanvas();
  await press("Home", "Enter");
  await untilAt('textbox "Title"');
  await goTo('tab "Question"', "Shift+Tab");
  await press("ArrowRight");
  await goTo('button "Add rule"');
  await press("Enter");
  await untilAt('combobox "Field"');
  await goTo('combobox "Value"');
  await type("Tea");
  await goTo('combobox "Go to"');
  await type("3");
}

async function publish(page: Page, { press, goTo, untilAt }: Keyboard): Promise<void> {
  await press("Shift+F6", "Shift+F6");
  await untilAt(/^button/);
  await goTo('button "Publish"', "ArrowRight");
  await press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).waitFor();
  await goTo('button "Publish"');
  await press("Enter");
  await page.getByRole("status").filter({ hasText: "Version 1 is live" }).waitFor();
  await untilAt('link "Open form"');
  await press("Escape");
  await untilAt('button "Publish"');
}

/** Creates, tests and attaches a webhook. */
async function connect(page: Page, { press, type, untilAt, goTo }: Keyboard): Promise<void> {
  await press("Shift+F6");
  await goTo('link "Integrations"', "Shift+Tab");
  await press("Enter");
  await untilAt('heading "Integrations"');
  await goTo('button "Add integration"');
  await press("Enter");
  await goTo('button "New integration"');
  await press("Enter");
  await untilAt('textbox "Name"');
  await type("Our CRM");
  await press("Tab");
  await type(receiver.url);
  await press("Enter");
  // in place of the button of the empty list
  await untilAt('button "Our CRM"');
  await goTo('button "Actions for “Our CRM”"');
  await press("Enter");
  await untilAt('menuitem "Edit"');
  await press("ArrowDown");
  await press("Enter");
  await untilAt('heading "Our CRM"');
  await goTo('button "Send test"');
  await press("Enter");
  await page.getByText(/The receiver responded with 200 in/).waitFor();
  await press("Shift+F6");
  await goTo('link "Forms"');
  await press("Enter");
  await untilAt('heading "Forms"');
  await goTo('link "Drinks"');
  await press("Enter");
  await untilAt('heading "Drinks"');
}

async function answer(page: Page): Promise<void> {
  const { press, type, untilAt, goTo } = await keyboardOf(page);
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  await goTo('radio "Tea"');
  await press("b", "Enter");
  await untilAt('textbox "How strong?"');
  await type("Very");
  await press("Enter");
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
}

/** Opens the response with its score and its path, and its delivery. */
async function read(page: Page, { press, untilAt, goTo }: Keyboard): Promise<void> {
  const response = page.getByRole("table").getByRole("link");
  await goTo(`link ${JSON.stringify(await response.textContent())}`);
  await press("Enter");
  await untilAt(/^heading "Response/);
  const path = page.getByRole("list", { name: "Answers" }).getByRole("listitem");
  await path.filter({ hasText: "Coffee" }).getByText("12 points").waitFor();
  await path.filter({ hasText: "Very" }).waitFor();
  expect(await path.getByRole("heading").allTextContents()).toEqual(["What would you like?", "How strong?"]);
  await eventually(() => expect(receiver.received).toHaveLength(2));
  await goTo(/^tab "Answers/);
  await press("ArrowRight", "ArrowRight");
  await goTo('link "Completed"');
  await press("Enter");
  await untilAt(/^heading "Our CRM"/);
  await goTo('tab "Request"');
  await press("ArrowRight");
  await page.getByRole("region", { name: "Response: body" }).getByText("thanks").waitFor();
}
