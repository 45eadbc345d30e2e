// A minimal sample, never compiled here: the bridge of docs/integrators/native-shell.md for iOS. Swift 5.9, iOS 15 or later.
import WebKit

typealias Answer = (_ result: String, _ data: [String: Any]?) -> Void

/// What the host can do. Each calls `answer` exactly once, on the main thread.
protocol ShellWork: AnyObject {
    func pickContact(_ answer: @escaping Answer)
    func takePicture(_ purpose: String, _ answer: @escaping Answer)
    func addToCalendar(title: String, day: DateComponents, note: String, _ answer: @escaping Answer)
    func shareFile(name: String, bytes: Data, _ answer: @escaping Answer)
    func keepBright(_ isBright: Bool)
    var appVersion: String { get }
}

final class ShellBridge: NSObject, WKScriptMessageHandler {
    private let host: String
    private weak var work: ShellWork?

    /// `host` is the one host name of our origin; https and its usual port are taken for granted.
    init(host: String, work: ShellWork) {
        self.host = host
        self.work = work
    }

    /// `script` is docs/integrators/native-shell/shell.js from the bundle. A user script has no list of origins: the host page's delegate keeps every other
    /// origin out of the web view, and the line put before the script asks once more.
    func install(in content: WKUserContentController, script: String, config: [String: Any]) throws {
        let json = String(decoding: try JSONSerialization.data(withJSONObject: config), as: UTF8.self)
        let literal = String(decoding: try JSONEncoder().encode(json), as: UTF8.self)
        let ownOnly = "if (location.origin === 'https://\(host)') "
        let source = ownOnly + "{" + script.replacingOccurrences(of: "__CONFIG__", with: literal) + "}"
        content.addUserScript(WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: true))
        content.add(self, name: "SandaliPort")
    }

    func userContentController(_ content: WKUserContentController, didReceive message: WKScriptMessage) {
        let from = message.frameInfo.securityOrigin
        guard message.frameInfo.isMainFrame, from.protocol == "https", from.host == host, from.port == 0 || from.port == 443 else { return }
        guard let text = message.body as? String, text.utf8.count <= 12 * 1024 * 1024,
              let request = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
              request["v"] as? Int == 1, let id = request["id"] as? String, isId(id), let web = message.webView,
              text.utf8.count <= 4096 || request["call"] as? String == "shareFile" else { return }
        let answer: Answer = { [weak web] result, data in
            var said: [String: Any] = ["v": 1, "id": id, "result": result]
            if let data { said["data"] = data }
            guard let json = try? JSONSerialization.data(withJSONObject: said) else { return }
            // The answer travels as an argument, never as a piece of program, and only while our own page is still there.
            guard let web, web.url?.scheme == "https", web.url?.host == self.host else { return }
            web.callAsyncJavaScript(
                "window.SandaliShell?.onmessage?.({ data: text })",
                arguments: ["text": String(decoding: json, as: UTF8.self)],
                in: nil, in: .page, completionHandler: nil)
        }
        dispatch(request["call"] as? String ?? "", request["input"] as? [String: Any] ?? [:], answer)
    }

    private func dispatch(_ call: String, _ input: [String: Any], _ answer: @escaping Answer) {
        guard let work else { return answer("failed", nil) }
        switch call {
        case "pickContact": work.pickContact(answer)
        case "takePicture":
            guard let purpose = input["purpose"] as? String, ["idFront", "selfie"].contains(purpose) else { return answer("failed", nil) }
            work.takePicture(purpose, answer)
        case "addToCalendar":
            guard let title = input["title"] as? String, let note = input["note"] as? String,
                  let day = dayOf(input["day"] as? String ?? "") else { return answer("failed", nil) }
            work.addToCalendar(title: String(title.prefix(120)), day: day, note: String(note.prefix(500)), answer)
        case "shareFile":
            guard let name = input["name"] as? String, name.range(of: "^[A-Za-z0-9][A-Za-z0-9.-]{0,119}$", options: .regularExpression) != nil,
                  ["application/pdf", "application/json", "image/png"].contains(input["mediaType"] as? String ?? ""),
                  let bytes = Data(base64Encoded: input["bytes"] as? String ?? "") else { return answer("failed", nil) }
            work.shareFile(name: name, bytes: bytes, answer)
        case "keepBright":
            work.keepBright(input["display"] as? String == "bright")
            answer("done", nil)
        case "appVersion": answer("done", ["version": work.appVersion])
        default: answer("failed", nil)
        }
    }

    private func isId(_ text: String) -> Bool {
        text.range(of: "^[A-Za-z0-9_-]{22}$", options: .regularExpression) != nil
    }

    /// 'YYYY-MM-DD' as a day of the calendar, or nothing.
    private func dayOf(_ text: String) -> DateComponents? {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        let day = DateComponents(calendar: Calendar(identifier: .gregorian), year: parts[0], month: parts[1], day: parts[2])
        return day.isValidDate ? day : nil
    }
}
