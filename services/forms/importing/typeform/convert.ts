import { ImportedForm, placed } from "../importedForm.ts";
import { PageBuilder } from "../pageBuilder.ts";
import { list, type Raw, record, records, text } from "../values.ts";
import { worded } from "../wording.ts";
import { addMedia, addQuestion, shownText } from "./fields.ts";
import { addJumps, noteOrder } from "./jumps.ts";
import { insertRecalls } from "./recalls.ts";
import { openReferences, type References } from "./references.ts";
import { addVariables } from "./variables.ts";

/** Converts a form of Typeform's Create API (https://www.typeform.com/developers/create/). */
export function convertTypeform(document: unknown): ImportedForm {
  const source = record(document);
  const form = new ImportedForm();
  form.title = text(source.title);
  form.language = text(record(source.settings).language) || text(source.language) || "en";
  if (text(record(source.settings).redirect_after_submit_url) !== "")
    form.note(
      "lost",
      "redirect",
      "settings.redirect_after_submit_url",
      "The redirect after the form isn't imported. Add it to an end screen.",
    );
  const references = openReferences(form);
  addHiddenFields(form, source, references);
  records(source.welcome_screens).forEach((screen, at) => {
    addWelcome(form, screen, `welcome_screens[${at}]`);
  });
  addFields(references, list(source.fields), "fields", new PageBuilder(form));
  records(source.thankyou_screens).forEach((screen, at, screens) => {
    if (!isUnreachable(screen, screens, source)) addEnd(form, screen, `thankyou_screens[${at}]`, references);
  });
  addVariables(references, source);
  addJumps(references, records(source.logic));
  noteOrder(references);
  insertRecalls(references);
  return form;
}

function addHiddenFields(form: ImportedForm, { hidden }: Raw, { hiddenKeys }: References): void {
  for (const name of list(hidden).map(text).filter(Boolean)) {
    if (hiddenKeys.has(name)) continue;
    const key = form.freeId(name);
    form.hiddenFields.push(key);
    hiddenKeys.set(name, key);
    if (key !== name) form.note("changed", "hidden", `hidden ${name}`, `The hidden field “${name}” is named “${key}”.`);
  }
}

/** Adds fields. A group is a page, and a group in a group belongs to the outer one's page. */
function addFields(references: References, fields: readonly unknown[], path: string, pages: PageBuilder): void {
  for (const [at, value] of fields.entries()) {
    const field = record(value);
    const source = `${path}[${at}]`;
    const inner = list(record(field.properties).fields);
    const type = text(field.type);
    if (type !== "group" && type !== "inline_group") {
      addQuestion(references, field, source, pages);
      continue;
    }
    const isOuter = !pages.isOpen;
    const from = references.form.nodes.length;
    if (isOuter) pages.start(shownText(field.title), shownText(record(field.properties).description));
    addFields(references, inner, `${source}.properties.fields`, pages);
    if (isOuter) pages.end();
    references.addGroup(field, references.form.nodes.slice(from));
  }
}

function addWelcome(form: ImportedForm, screen: Raw, source: string): void {
  const item = form.item(placed(source, text(screen.title)));
  const { description, button_text: button } = record(screen.properties);
  const data = {
    ...worded(item, shownText(screen.title), shownText(description)),
    config: text(button) ? { button_text: text(button) } : {},
  };
  addMedia(screen, item, form.add(item, { id: text(screen.ref) || "welcome", question_type: "welcome_screen", data }));
}

/** Typeform adds its own end screen to each document. It is shown only where the form has no other one, or a jump leads to it. */
function isUnreachable(screen: Raw, screens: readonly Raw[], { logic }: Raw): boolean {
  const ref = text(screen.ref);
  return ref.startsWith("default_tys") && screens.length > 1 && !JSON.stringify(logic ?? []).includes(`"${ref}"`);
}

/** The first screen is the default one, unless Typeform's own is there too. */
function addEnd(form: ImportedForm, screen: Raw, source: string, references: References): void {
  const item = form.item(placed(source, text(screen.title)));
  const properties = record(screen.properties);
  const [url, button] = [text(properties.redirect_url), text(properties.button_text)];
  const redirects = url !== "" && (text(screen.type) === "url_redirect" || text(properties.button_mode) === "redirect");
  const isSecure = url.startsWith("https://") && URL.canParse(url);
  if (redirects && !isSecure)
    item.changed("redirect", `Redirects need https, so “${url.slice(0, 200)}” isn't imported.`);
  const data = {
    ...worded(item, shownText(screen.title), shownText(properties.description)),
    config: redirects && isSecure ? { redirect_url: url, ...(button && { button_text: button }) } : {},
  };
  const node = form.add(item, { id: text(screen.ref) || "end", question_type: "end_screen", data });
  references.addEnd(screen, node);
  addMedia(screen, item, node);
}
