import type { ImportSource } from "../../../../shared/api/shapes/responseImports.ts";
import type { Json } from "../../../../shared/domain/json.ts";
import type { OwnColumn } from "../table.ts";

/** A member of a response in JSON, which becomes a cell. */
export interface Member {
  /** tells columns with the same header apart */
  key: string;
  header: string;
  own: OwnColumn | null;
  value: Json;
}

/** A form that a response in JSON has. */
export interface ObjectFormat {
  source: ImportSource;
  zone: "UTC" | null;
  isOf(response: Readonly<Record<string, Json>>): boolean;
  members(response: Readonly<Record<string, Json>>): Member[];
  isUnfinished?(response: Readonly<Record<string, Json>>): boolean;
}

export const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the members of the response itself that are there, by their names. */
export const ownMembers = (
  response: Readonly<Record<string, Json>>,
  own: Readonly<Record<string, OwnColumn>>,
): Member[] =>
  Object.entries(own)
    .filter(([name]) => Object.hasOwn(response, name))
    .map(([name, kind]) => ({ key: `own:${name}`, header: name, own: kind, value: response[name] ?? null }));

/** Returns the members of an object of hidden fields. */
export const hiddenMembers = (hidden: Json | undefined, prefix = ""): Member[] =>
  isObject(hidden)
    ? Object.entries(hidden).map(([name, value]) => ({
        ...{ key: `hidden:${name}`, header: `${prefix}${name}` },
        ...{ own: null, value },
      }))
    : [];
