/** Personal links of a form. */
import { counted, numberText } from "./numbers.ts";

export const heading = (people: number): string =>
  people === 0 ? "Personal links" : `${counted(people, "person", "people")}, one link each`;
export const accessText = {
  anyone: "Anyone with the form’s link can respond, too.",
  link: "Only people with a link can respond.",
};
export const onlyByLink = "Only people with a link can respond";
export const accessSaved = {
  anyone: "Anyone with the link can respond now.",
  link: "Only people with a personal link can respond now.",
};
export const noMail = "This server can’t send email yet. Export the links, or copy them, and send them yourself.";
export const exportAll = "Export";
export const add = "Add people";
export const emptyTitle = "Give each person a link of their own";
export const emptyText =
  "You see who has answered, and each link takes one response. Paste a list or choose a CSV file.";
export const readOnlyEmpty = "No one has a personal link yet.";

export const status = "Status";
export const statuses = {
  unused: "Not opened",
  started: "Started",
  completed: "Completed",
  expired: "Expired",
  revoked: "Revoked",
};
export const undeliverable = "Undeliverable";
/** After a number, in the legend of the bar. People with an undeliverable address are in one of the states, too. */
export const legend = {
  completed: "completed",
  started: "started",
  unused: "not opened",
  expired: "expired",
  revoked: "revoked",
  undeliverable: "with an undeliverable address",
};
export const filterNames = { ...legend, undeliverable: "undeliverable" };
export const showOnly = (what: string): string => `Show only ${what}`;
export const filter = "Filter";
export const filters = {
  all: "All",
  unanswered: "Hasn’t answered",
  completed: "Completed",
  undeliverable: "Undeliverable",
};
export const search = "Search references";
export const table = "People";
export const columns = { reference: "Reference", hidden: "Hidden fields", status: "Status", invited: "Invited" };
export const deleted = "Deleted";
export const uses = (responses: number, max: number): string => `${numberText(responses)} of ${numberText(max)}`;
export const expires = (day: string): string => `Expires ${day}`;
export const invited = (day: string, reminders: number): string =>
  reminders <= 0 ? day : `${day}, reminded ${reminders === 1 ? "once" : `${reminders} times`}`;
export const invitedLabel = "Invited:";
export const notInvited = "Not yet";
export const queued = "Queued";
export const refused = "Refused";
export const unsubscribed = "Unsubscribed";
export const copy = (reference: string): string => `Copy the link of ${reference}`;
export const copied = (reference: string): string => `Link of ${reference} copied.`;
export const menuOf = (reference: string): string => `Actions for ${reference}`;
export const open = "Open the link";
export const responsesOf = "Show responses";
export const revoke = "Revoke";
export const revokeTitle = (reference: string): string => `Revoke the link of ${reference}?`;
export const revokeText = "The link stops working. A response that was started with it can still be finished.";
export const revoked = (reference: string): string => `Link of ${reference} revoked.`;
export const sendSelected = "Send invitations";
export const copySelected = "Copy links";
export const linksCopied = (count: number): string => `${counted(count, "link", "links")} copied.`;
export const revokeLinksTitle = (count: number): string => `Revoke ${counted(count, "link", "links")}?`;
export const revokeLinksText = "They stop working. Responses that were started with them can still be finished.";
export const linksRevoked = (count: number): string => `${counted(count, "link", "links")} revoked.`;
export const erase = "Revoke and delete data";
export const eraseTitle = (reference: string): string => `Delete the data of ${reference}?`;
export const eraseText =
  "The link stops working, and its reference, email address, hidden fields and prefilled answers are deleted. Responses stay, without the reference. You can’t undo this.";
export const erased = "Link revoked and its data deleted.";
export const nothingFound = "No one matches";
export const showAll = "Show all";
export const found = (count: number): string => counted(count, "person", "people");

export const addTitle = "Add people";
export const paste = "People";
export const pasteExample = "ada@example.com, Ada, pro";
export const pasteHint = "Addresses, names, or rows from a spreadsheet. Addresses get invitations later.";
export const chooseFile = "Choose a CSV file";
export const chooseOther = "Choose another file";
export const fileRows = (file: string, rows: number): string => `${file} · ${counted(rows, "row", "rows")}`;
export const notCsv = "This file isn’t a CSV file. Save it as CSV first.";
export const noRows = "This file is empty. Choose another one.";
export const unclosed = (row: number): string => `Row ${row} has a quote that isn’t closed. Close it, or remove it.`;
export const encoding = "Encoding";
export const encodingText = "This file isn’t UTF-8. Choose the line that reads correctly.";
export const encodings = {
  "utf-8": "UTF-8, with damaged letters",
  "windows-1252": "Western European (Windows-1252)",
  "windows-1250": "Central European (Windows-1250)",
  "windows-1251": "Cyrillic (Windows-1251)",
  "windows-1253": "Greek (Windows-1253)",
  "windows-1254": "Turkish (Windows-1254)",
  shift_jis: "Japanese (Shift_JIS)",
  gbk: "Simplified Chinese (GBK)",
};
export const columnsTitle = "Columns";
export const columnNumber = (number: number): string => `Column ${number}`;
export const columnUse = (name: string): string => `Use of ${name}`;
export const columnUses = {
  person: "Reference and email",
  reference: "Reference",
  email: "Email",
  language: "Language",
  leave: "Leave out",
};
export const hiddenUse = (key: string): string => `Hidden field “${key}”`;
export const answerUse = (question: string): string => `Answer to “${question}”`;
export const correctTitle = (count: number): string => `Correct ${counted(count, "row", "rows")}`;
export const allCorrected = "All rows are fine";
export const corrected = "Corrected.";
export const othersFine = (count: number): string =>
  count === 1 ? "The other one is fine." : `The other ${numberText(count)} are fine.`;
export const moreFaults = (count: number): string => `And ${numberText(count)} more.`;
export const rowNumber = (row: number): string => `Row ${row}`;
export const cellOf = (column: string, row: number): string => `${column} in row ${row}`;
export const faults = {
  blank: "Enter a reference.",
  long: "Enter up to 200 characters.",
  address: "Enter a full address.",
  addresses: "Enter full addresses.",
  oneAddress: "Enter one address.",
  answer: (choices: readonly string[]): string => `Unknown answer. Use ${choices.join(", ")}.`,
  taken: (row: number): string => `Row ${row} has this reference. Enter another one.`,
  double: (row: number): string => `Same as row ${row}. It’s left out.`,
  doubleOf: (address: string, row: number): string => `${address} is in row ${row}, too. It’s left out.`,
  language: (languages: readonly string[]): string => `Unknown language. Use ${languages.join(", ")}.`,
};
export const perLink = "Responses per link";
export const expiry = "Links expire";
export const expiryHint = "Leave empty for no expiry.";
export const leftOut = "Rows you don’t correct are left out. Nothing is sent yet.";
export const nothingSent = "Nothing is sent yet.";
export const create = (count: number): string =>
  count === 0 ? "Create links" : `Create ${counted(count, "link", "links")}`;
export const created = (count: number, others: number): string =>
  others === 0
    ? `${counted(count, "link", "links")} created.`
    : `${counted(count, "link", "links")} created. ${counted(others, "person", "people")} already had one.`;
export const creating = (done: number, all: number): string => `${numberText(done)} of ${numberText(all)} created`;
export const stopped = (done: number): string =>
  `${counted(done, "link was", "links were")} created before the error. Correct the rest and continue.`;
export const needsNumber = "Enter a number from 1 to 1,000,000.";
