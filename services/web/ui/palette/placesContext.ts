import { type ComponentType, createContext, type ReactNode } from "react";
import type { IconName } from "../iconPaths.ts";
import type { Group, Item } from "./items.ts";

/** A form, a page or an action of the workspace. */
export interface Place extends Item {
  icon: IconName;
  open(): void;
}

interface PlacesProps {
  text: string;
  /** renders the places that the text finds */
  children(groups: Group<Place>[]): ReactNode;
}

export type PlacesFinder = (props: PlacesProps) => ReactNode;

/** Finds places for the palettes of single pages. Null without a workspace. */
export const PlacesContext = createContext<ComponentType<PlacesProps> | null>(null);
