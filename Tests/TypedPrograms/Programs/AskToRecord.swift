// swift-format-ignore-file
import AVFoundation

enum AskToRecord {
    static func run() throws {
        nonisolated(unsafe) var answer: Bool?
        AVAudioSession.sharedInstance().requestRecordPermission { granted in DispatchQueue.main.async { answer = granted } }
        wait { answer != nil }
        check(answer == true, "granted")
        switch AVAudioSession.sharedInstance().recordPermission {
        case .granted: break
        case .denied, .undetermined: check(false, "permission")
        @unknown default: break
        }
        nonisolated(unsafe) var again: Bool?
        if #available(iOS 17.0, macOS 14.0, *) {
            AVAudioApplication.requestRecordPermission { granted in DispatchQueue.main.async { again = granted } }
        }
        wait { again != nil }
        check(AVAudioApplication.shared.recordPermission == .granted, "shared application")
        nonisolated(unsafe) var third: Bool?
        Task { @MainActor in third = await AVAudioApplication.requestRecordPermission() }
        wait { third != nil }
        check(AVCaptureDevice.authorizationStatus(for: .audio) == .authorized, "capture")
    }
}
