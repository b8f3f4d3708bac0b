import { SaxesParser } from "saxes";
import { WorkbookFault } from "./fault.ts";

/** Returns a parser that refuses document types, because they can declare entities. */
export function xmlParser(): SaxesParser {
  const parser = new SaxesParser();
  parser.on("doctype", () => {
    throw new WorkbookFault("document type");
  });
  parser.on("error", (error) => {
    throw error;
  });
  return parser;
}

/** Returns a tag's name without its namespace prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(":") + 1);
