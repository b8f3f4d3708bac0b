import { type ComponentType, createContext, useContext } from "react";
import type { FieldProps } from "./props.ts";

/** Renders fields within a field. A context, since the kinds and the component that maps them need each other. */
export const NestedInputContext = createContext<ComponentType<FieldProps> | null>(null);

export function useNestedInput(): ComponentType<FieldProps> {
  const input = useContext(NestedInputContext);
  if (!input) throw new Error("There is no form around this field.");
  return input;
}
