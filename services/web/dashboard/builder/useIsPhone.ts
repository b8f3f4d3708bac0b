import { mediaQuery } from "../../ui/mediaQuery.ts";

/** The form's bar has no room for more buttons, as in formLayout.module.css. */
export const useIsPhone = mediaQuery("(width <= 45rem)");
