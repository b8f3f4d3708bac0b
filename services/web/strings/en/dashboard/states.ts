/** States in the same words on every page. */
export const enabled = "Enabled";
export const disabled = "Disabled";
