// A minimal sample, never compiled here: an iOS host around the web program. The rules it follows stand in docs/integrators/native-shell.md.
//
// In Info.plist: NSCameraUsageDescription ("To photograph your ID and yourself holding it, for your application only.") and
// WKAppBoundDomains with our one domain. No NSContactsUsageDescription: the phone's picker needs none.
import AVFoundation
import ContactsUI
import EventKit
import EventKitUI
import UIKit
import WebKit

final class HostController: UIViewController {
    private let host = "app.example.com"
    private var web: WKWebView!
    private lazy var bridge = ShellBridge(host: host, work: self)
    private var contactAnswer: Answer?
    private var photoAnswer: Answer?
    private var calendarAnswer: Answer?
    private var usualBrightness: CGFloat?
    private let events = EKEventStore()

    override func viewDidLoad() {
        super.viewDidLoad()
        let settings = WKWebViewConfiguration()
        settings.limitsNavigationsToAppBoundDomains = true
        settings.preferences.javaScriptCanOpenWindowsAutomatically = false
        let file = Bundle.main.url(forResource: "shell", withExtension: "js")!
        // The two advertising ids would be added here, with advertisingConsent, only after the borrower has agreed in this app.
        let config: [String: Any] = [
            "appVersion": appVersion, "platform": "ios", "subChannel": "shop-2",
            "features": ["pickContact": true, "takePicture": true, "addToCalendar": true, "shareFile": true, "keepBright": true, "appVersion": true],
        ]
        try! bridge.install(in: settings.userContentController, script: String(contentsOf: file, encoding: .utf8), config: config)
        web = WKWebView(frame: view.bounds, configuration: settings)
        web.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        web.navigationDelegate = self
        web.uiDelegate = self
        view.addSubview(web)
        NotificationCenter.default.addObserver(forName: UIApplication.willResignActiveNotification, object: nil, queue: .main) { [weak self] _ in
            self?.keepBright(false)
        }
        web.load(URLRequest(url: URL(string: "https://\(host)/home")!))
    }
}

extension HostController: ShellWork {
    var appVersion: String { Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String ?? "0" }

    /// Put back as well when the app leaves the front and when a page begins.
    func keepBright(_ isBright: Bool) {
        if isBright { usualBrightness = usualBrightness ?? UIScreen.main.brightness; UIScreen.main.brightness = 1 }
        else if let usual = usualBrightness { UIScreen.main.brightness = usual; usualBrightness = nil }
    }

    /// The picker runs outside our program and hands over the one person chosen; the phone book itself stays closed to us.
    func pickContact(_ answer: @escaping Answer) {
        guard contactAnswer == nil else { return answer("failed", nil) }
        contactAnswer = answer
        let picker = CNContactPickerViewController()
        picker.delegate = self
        picker.displayedPropertyKeys = [CNContactPhoneNumbersKey]
        present(picker, animated: true)
    }

    func takePicture(_ purpose: String, _ answer: @escaping Answer) {
        guard photoAnswer == nil, UIImagePickerController.isSourceTypeAvailable(.camera) else { return answer("failed", nil) }
        photoAnswer = answer
        AVCaptureDevice.requestAccess(for: .video) { isAllowed in
            DispatchQueue.main.async {
                guard isAllowed else { return self.tellPhoto("denied", nil) }
                let camera = UIImagePickerController()
                camera.sourceType = .camera
                camera.cameraDevice = purpose == "selfie" && UIImagePickerController.isCameraDeviceAvailable(.front) ? .front : .rear
                camera.delegate = self
                self.present(camera, animated: true)
            }
        }
    }

    /// The calendar's own form, already filled in: the borrower saves it there.
    func addToCalendar(title: String, day: DateComponents, note: String, _ answer: @escaping Answer) {
        guard calendarAnswer == nil, let date = day.date else { return answer("failed", nil) }
        calendarAnswer = answer
        let event = EKEvent(eventStore: events)
        event.title = title
        event.notes = note
        event.isAllDay = true
        event.startDate = date
        event.endDate = date
        let form = EKEventEditViewController()
        form.eventStore = events
        form.event = event
        form.editViewDelegate = self
        present(form, animated: true)
    }

    /// The phone's sheet opens, keeps or sends it; the file is gone once the sheet is.
    func shareFile(name: String, bytes: Data, _ answer: @escaping Answer) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        do { try bytes.write(to: file, options: [.atomic, .completeFileProtection]) } catch { return answer("failed", nil) }
        let sheet = UIActivityViewController(activityItems: [file], applicationActivities: nil)
        sheet.popoverPresentationController?.sourceView = view
        sheet.completionWithItemsHandler = { _, isDone, _, _ in
            try? FileManager.default.removeItem(at: file)
            answer(isDone ? "done" : "cancelled", nil)
        }
        present(sheet, animated: true)
    }

    private func tellPhoto(_ result: String, _ data: [String: Any]?) {
        photoAnswer?(result, data)
        photoAnswer = nil
    }
}

extension HostController: CNContactPickerDelegate {
    func contactPicker(_ picker: CNContactPickerViewController, didSelect contact: CNContact) {
        let name = CNContactFormatter.string(from: contact, style: .fullName) ?? ""
        let numbers = contact.phoneNumbers.map { $0.value.stringValue }
        contactAnswer?("done", ["name": name, "numbers": numbers])
        contactAnswer = nil
    }

    func contactPickerDidCancel(_ picker: CNContactPickerViewController) {
        contactAnswer?("cancelled", nil)
        contactAnswer = nil
    }
}

extension HostController: UIImagePickerControllerDelegate, UINavigationControllerDelegate {
    /// Drawn anew at most 2000 px wide or high: what the camera wrote beside the picture stays behind, and nothing is saved on the phone.
    func imagePickerController(_ camera: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]) {
        camera.dismiss(animated: true)
        guard let image = info[.originalImage] as? UIImage else { return tellPhoto("failed", nil) }
        let scale = min(1, 2000 / max(image.size.width, image.size.height))
        let size = CGSize(width: image.size.width * scale, height: image.size.height * scale)
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let jpeg = UIGraphicsImageRenderer(size: size, format: format).jpegData(withCompressionQuality: 0.85) { _ in
            image.draw(in: CGRect(origin: .zero, size: size))
        }
        guard jpeg.count <= 5 * 1024 * 1024 else { return tellPhoto("failed", nil) }
        tellPhoto("done", ["jpeg": jpeg.base64EncodedString()])
    }

    func imagePickerControllerDidCancel(_ camera: UIImagePickerController) {
        camera.dismiss(animated: true)
        tellPhoto("cancelled", nil)
    }
}

extension HostController: EKEventEditViewDelegate {
    func eventEditViewController(_ form: EKEventEditViewController, didCompleteWith action: EKEventEditViewAction) {
        form.dismiss(animated: true)
        calendarAnswer?(action == .saved ? "done" : "cancelled", nil)
        calendarAnswer = nil
    }
}

extension HostController: WKNavigationDelegate, WKUIDelegate {
    /// Our origin stays in here, a web, telephone or mail address goes to the phone, and all else goes nowhere; no page is put into a frame.
    func webView(_ web: WKWebView, decidePolicyFor action: WKNavigationAction, decisionHandler: @escaping (WKNavigationActionPolicy) -> Void) {
        guard let url = action.request.url else { return decisionHandler(.cancel) }
        let isOurs = url.scheme == "https" && url.host == host && (url.port ?? 443) == 443
        if isOurs, action.targetFrame?.isMainFrame == true { return decisionHandler(.allow) }
        if ["https", "tel", "mailto"].contains(url.scheme ?? "") { UIApplication.shared.open(url) }
        decisionHandler(.cancel)
    }

    /// The page itself gets no camera and no microphone.
    func webView(
        _ web: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin, initiatedByFrame frame: WKFrameInfo,
        type: WKMediaCaptureType, decisionHandler: @escaping (WKPermissionDecision) -> Void
    ) {
        decisionHandler(.deny)
    }
}
