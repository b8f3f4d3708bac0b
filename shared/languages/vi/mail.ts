import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "Pathform gửi email này vì địa chỉ này đã được nhập trong biểu mẫu “{title}”. Nếu không phải bạn, hãy bỏ qua email này.",
  rest: "Phần còn lại không được hiển thị.",
  file: "Tệp {number}",
  signed: "Đã ký",
  answer: "Trả lời biểu mẫu",
  invitationReason: "Bạn nhận được email này vì {workspace} mời bạn trả lời biểu mẫu “{title}”.",
  reminder: "Nhắc nhở: {subject}",
  reminderReason:
    "Bạn nhận được lời nhắc này vì {workspace} mời bạn trả lời biểu mẫu “{title}”. Chúng tôi chưa nhận được câu trả lời của bạn.",
  resume: "Tiếp tục trả lời",
  resumeSubject: "Tiếp tục trả lời: {title}",
  resumeText: "Mở liên kết này để tiếp tục từ chỗ bạn đã dừng. Liên kết dùng được một lần trong 30 ngày.",
  resumeReason:
    "Bạn nhận được email này vì liên kết này được yêu cầu trong biểu mẫu “{title}”. Nếu không phải bạn, hãy bỏ qua email này.",
  unsubscribe: "Hủy đăng ký",
  unsubscribeTitle: "Hủy đăng ký?",
  unsubscribeText: "{address} sẽ không nhận thêm lời mời từ {workspace}.",
  unsubscribedTitle: "Đã hủy đăng ký",
  unsubscribedText: "{address} không còn nhận lời mời từ {workspace}.",
  expiredTitle: "Liên kết đã hết hạn",
  expiredText: "Hãy dùng liên kết trong email mới nhất.",
  busyTitle: "Dịch vụ đang bận",
  busyText: "Hãy thử lại sau một phút.",
};
