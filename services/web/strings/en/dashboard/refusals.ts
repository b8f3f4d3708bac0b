/** Why a question doesn’t accept an answer that the owner enters, and what it accepts. */
import { counted, exactText } from "./numbers.ts";

export const required = "Enter an answer.";
export const unfit = "The question doesn’t accept this.";
export const tooShort = (least: number): string => `Enter at least ${counted(least, "character", "characters")}.`;
export const tooLong = (most: number): string => `Enter up to ${counted(most, "character", "characters")}.`;
export const pattern = "Use the format that the question asks for.";
export const email = "Enter an email address, such as name@example.com.";
export const domain = "The question doesn’t accept addresses from this provider.";
export const phone = "Enter a full phone number, such as +44 20 7946 0958.";
export const country = "The question doesn’t accept numbers from this country.";
export const number = "Enter a number, such as 7 or 7.5.";
export const digits = "Enter fewer digits. For numbers such as card or customer numbers, use short text.";
export const tooLow = (least: number): string => `Enter ${exactText(least)} or more.`;
export const tooHigh = (most: number): string => `Enter ${exactText(most)} or less.`;
export const step = (size: number): string => `Enter a number in steps of ${exactText(size)}.`;
export const decimals = (most: number): string =>
  most === 0 ? "Enter a whole number." : `Enter up to ${counted(most, "decimal place", "decimal places")}.`;
export const date = "Enter a date, such as 2026-01-31.";
export const tooEarly = (day: string): string => `Enter ${day} or a later date.`;
export const tooLate = (day: string): string => `Enter ${day} or an earlier date.`;
export const minute = "Enter a date with a time, such as 2026-01-31T14:30.";
export const time = "Enter a time, such as 14:30.";
export const tooEarlyTime = (time: string): string => `Enter ${time} or later.`;
export const tooLateTime = (time: string): string => `Enter ${time} or earlier.`;
export const exclusive = "One of these can’t be combined with the others.";
export const tooFew = (least: number): string => `Choose at least ${least}.`;
export const tooMany = (most: number): string => `Choose up to ${most}.`;
export const rows = "Choose an answer in every row.";
