import type { Json } from "../../../shared/graph/types.ts";
import { Type } from "../../../shared/schema.ts";
import { idPattern } from "../../../shared/shapes/graph.ts";
import type { ConfigField } from "./type.ts";

/** Which answer goes where: names at the provider → node ids of a form. */
export const nodeId = () =>
  Type.String({ pattern: idPattern, patternMessage: "must be a node id: 1–64 of A–Z, a–z, 0–9, _ and -" });

const memberLimit = 100;
/** Names of properties and fields go into addresses and queries at the provider. */
export const providerName = /^[A-Za-z][A-Za-z0-9_]{0,99}$/;

export const nodeMap: ConfigField = {
  shape: Type.Record(Type.String(), nodeId()),
  fallback: {},
  problems: mapProblems,
};

function mapProblems(value: Json): string[] {
  const names = Object.keys(value as object);
  return [
    ...(names.length > memberLimit ? [`: must have at most ${memberLimit} members`] : []),
    ...(names.every((name) => providerName.test(name)) ? [] : [": must have names of letters, digits and _"]),
  ];
}
