import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "“{title}” 양식에 이 주소가 입력되어 Pathform에서 이 메일을 보냈습니다. 직접 입력하지 않으셨다면 이 메일을 무시하세요.",
  rest: "나머지는 표시되지 않습니다.",
  file: "파일 {number}",
  signed: "서명함",
  answer: "양식 작성하기",
  invitationReason: "{workspace}에서 “{title}” 양식 작성을 요청하여 이 메일을 보내 드립니다.",
  reminder: "알림: {subject}",
  reminderReason: "{workspace}에서 “{title}” 양식 작성을 요청하여 알려 드립니다. 아직 답변이 도착하지 않았습니다.",
  resume: "답변 계속하기",
  resumeSubject: "답변 계속하기: {title}",
  resumeText: "이 링크를 열면 중단한 곳부터 계속할 수 있습니다. 링크는 30일 동안 한 번만 사용할 수 있습니다.",
  resumeReason:
    "“{title}” 양식에서 이 링크를 요청하여 이 메일을 보냈습니다. 직접 요청하지 않으셨다면 이 메일을 무시하세요.",
  unsubscribe: "수신 거부",
  unsubscribeTitle: "수신을 거부할까요?",
  unsubscribeText: "{address} 주소로 {workspace}의 초대를 더 이상 보내지 않습니다.",
  unsubscribedTitle: "수신 거부됨",
  unsubscribedText: "이제 {address} 주소로 {workspace}의 초대를 보내지 않습니다.",
  expiredTitle: "만료된 링크",
  expiredText: "가장 최근 메일의 링크를 사용하세요.",
  busyTitle: "서비스가 혼잡합니다",
  busyText: "1분 후에 다시 시도하세요.",
};
