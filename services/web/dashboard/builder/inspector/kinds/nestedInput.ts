import { type ComponentType, createContext, useContext } from "react";
import type { FieldProps } from "./props.ts";

/** What shows the fields within a field: given by the form around them, since kinds hold fields of every kind. */
export const NestedInputContext = createContext<ComponentType<FieldProps> | null>(null);

export function useNestedInput(): ComponentType<FieldProps> {
  const input = useContext(NestedInputContext);
  if (!input) throw new Error("There is no form around this field.");
  return input;
}
