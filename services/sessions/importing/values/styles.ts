import { OrderFinder } from "../dates.ts";
import { type NumberStyle, newNumberStyle } from "./numbers.ts";

/** How the cells of a column are written, as far as all of them together say. */
export interface ColumnStyle {
  numbers: NumberStyle;
  /** of dates in figures */
  orders: OrderFinder;
  /** a cell says that an option is chosen by a sign, such as 1 */
  hasSigns: boolean;
  /** each cell is a sign of whether something is chosen */
  isSigns: boolean;
  /** each cell is an option; null before the first one */
  fits: boolean | null;
}

export const newColumnStyle = (): ColumnStyle => ({
  numbers: newNumberStyle(),
  orders: new OrderFinder(),
  hasSigns: false,
  isSigns: true,
  fits: null,
});
