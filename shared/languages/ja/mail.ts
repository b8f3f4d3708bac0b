import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "フォーム「{title}」でこのアドレスが入力されたため、Pathform からこのメールをお送りしています。お心当たりがない場合は、このメールを無視してください。",
  rest: "以降は表示されていません。",
  file: "ファイル {number}",
  signed: "署名済み",
  answer: "フォームに回答する",
  invitationReason: "{workspace} からフォーム「{title}」への回答を依頼されたため、このメールをお送りしています。",
  reminder: "リマインダー：{subject}",
  reminderReason:
    "{workspace} からフォーム「{title}」への回答を依頼されたため、このお知らせをお送りしています。回答はまだ届いていません。",
  resume: "回答を続ける",
  resumeSubject: "回答を続ける：{title}",
  resumeText: "このリンクを開くと、前回の続きから回答できます。リンクは 30 日間有効で、1 回だけ使用できます。",
  resumeReason:
    "フォーム「{title}」でこのリンクの送信が依頼されたため、このメールをお送りしています。お心当たりがない場合は、このメールを無視してください。",
  unsubscribe: "配信を停止",
  unsubscribeTitle: "配信を停止しますか？",
  unsubscribeText: "{address} には、{workspace} からの招待が届かなくなります。",
  unsubscribedTitle: "配信を停止しました",
  unsubscribedText: "{address} には、{workspace} からの招待は届きません。",
  expiredTitle: "リンクの有効期限が切れています",
  expiredText: "最新のメールにあるリンクをご利用ください。",
  busyTitle: "サービスが混み合っています",
  busyText: "1 分後にもう一度お試しください。",
};
