/** Trying a draft out, as respondents will see it. */

export const title = "Try it out";
export const frame = "The form as respondents see it";
export const about = "This is the form as it will be. Nothing that is answered here is kept.";
export const hasErrors = "It shows the last state without errors: mend them to see what you have changed since.";
export const again = "Start again";
export const close = "Close";
