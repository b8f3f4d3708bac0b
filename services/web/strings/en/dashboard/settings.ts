/** The account of the one who is signed in. */

export const accountTitle = "Account";
export const profile = "Profile";
export const name = "Name";
export const email = "E-mail";
export const saveName = "Save name";
export const nameSaved = "Your name is saved.";
export const password = "Password";
export const currentPassword = "Current password";
export const newPassword = "New password";
export const passwordHint = "At least 10 characters. All other sign-ins of yours end.";
export const savePassword = "Change password";
export const passwordSaved = "Your password is changed. Your other sign-ins have ended.";
export const notices = "Notices";
export const noNotices = "Nothing needs your attention.";
export const unread = "New";
export const markRead = "Mark as read";
export const markReadOf = (message: string): string => `Mark as read: ${message}`;
export const markAllRead = "Mark all as read";
