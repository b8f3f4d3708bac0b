/** What stands around the pages of the dashboard. */

export const productName = "Pathform";
export const mainNavigation = "Main";
export const skipToContent = "Skip to the content";
export const forms = "Forms";

export const missingTitle = "There is no such page";
export const missingText = "Please check the address.";
export const toForms = "To your forms";
