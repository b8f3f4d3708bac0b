import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason: "有人在表单“{title}”中填写了此邮箱地址，因此 Pathform 发送了这封邮件。如果不是您本人填写，请忽略此邮件。",
  rest: "其余内容未显示。",
  file: "文件 {number}",
  answer: "填写表单",
  invitationReason: "您收到这封邮件，是因为 {workspace} 邀请您填写表单“{title}”。",
  reminder: "提醒：{subject}",
  reminderReason: "您收到此提醒，是因为 {workspace} 邀请您填写表单“{title}”。我们尚未收到您的答卷。",
  resume: "继续填写",
  resumeSubject: "继续填写：{title}",
  resumeText: "打开此链接，从上次停下的地方继续。链接 30 天内有效，仅可使用一次。",
  resumeReason: "您收到这封邮件，是因为有人在表单“{title}”中请求了此链接。如果不是您本人操作，请忽略此邮件。",
  unsubscribe: "退订",
  unsubscribeTitle: "要退订吗？",
  unsubscribeText: "{address} 将不再收到来自 {workspace} 的邀请。",
  unsubscribedTitle: "已退订",
  unsubscribedText: "{address} 不再收到来自 {workspace} 的邀请。",
  expiredTitle: "链接已过期",
  expiredText: "请向发件人索取新链接。",
  busyTitle: "服务繁忙",
  busyText: "请一分钟后再试。",
};
