/** The list of forms. */

export const title = "Forms";
export const introduction = "Forms are made by the API:";
export const documentation = "its documentation";
