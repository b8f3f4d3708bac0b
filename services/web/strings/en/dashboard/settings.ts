/** The signed-in user’s account page. */

export const accountTitle = "Account";
export const profile = "Profile";
export const name = "Name";
export const verified = "Verified";
export const needsMail = "This server can’t send email, so you can’t change your address yet.";
export const verifyAddress = "Verify address";
export const verificationSent = (email: string) => `We’ve sent a link to ${email}. It expires in 24 hours.`;
export const email = "Email";
export const saveName = "Save";
export const nameSaved = "Name saved.";
export const password = "Password";
export const currentPassword = "Current password";
export const newPassword = "New password";
export const passwordHint = "At least 10 characters. You’ll be signed out everywhere else.";
export const savePassword = "Change password";
export const passwordSaved = "Password changed. You’re signed out everywhere else.";
export const emails = "Emails";
export const mailsFailures = (workspace: string): string => `Email me when deliveries of ${workspace} fail`;
