/** Responses on paper. */

import { counted } from "./numbers.ts";

export const print = "Print";
export const preparing = "Preparing the responses to print…";
export const failed = "Couldn’t load all responses. Try again.";
export const fileName = (form: string, count: number): string =>
  count === 1 ? `${form}, response` : `${form}, ${counted(count, "response", "responses")}`;
export const response = (id: string): string => `Response ${id}`;
export const printed = (time: string): string => `Printed ${time}`;
export const submitted = "Submitted";
export const edited = "Edited";
