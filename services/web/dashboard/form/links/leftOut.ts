import type { LeftOut } from "../../../../../shared/api/shapes/linkMails.ts";
import * as words from "../../../strings/en/dashboard/linkMails.ts";

/** Why people get no invitation, each with its number. */
export const leftOutReasons = (leftOut: LeftOut): string[] =>
  (Object.entries(leftOut) as [keyof LeftOut, number][]).flatMap(([reason, count]) =>
    count > 0 ? [words.leftOut[reason](count)] : [],
  );
