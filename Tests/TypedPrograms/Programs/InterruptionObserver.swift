// swift-format-ignore-file
import AVFoundation

enum InterruptionObserver {
    static func run() throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playback, mode: .spokenAudio, policy: .longFormAudio)
        let center = NotificationCenter.default
        nonisolated(unsafe) var events: [String] = []
        let tokens = [
            center.addObserver(forName: AVAudioSession.interruptionNotification, object: session, queue: .main) { note in
                guard let info = note.userInfo, let value = info[AVAudioSessionInterruptionTypeKey] as? UInt,
                    let type = AVAudioSession.InterruptionType(rawValue: value)
                else { return }
                switch type {
                case .began: events.append("began")
                case .ended:
                    let options = AVAudioSession.InterruptionOptions(
                        rawValue: info[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0)
                    events.append(options.contains(.shouldResume) ? "resume" : "ended")
                @unknown default: break
                }
            },
            center.addObserver(forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil) { note in
                guard let value = note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt,
                    let reason = AVAudioSession.RouteChangeReason(rawValue: value)
                else { return }
                switch reason {
                case .newDeviceAvailable, .oldDeviceUnavailable, .categoryChange, .override, .wakeFromSleep,
                    .noSuitableRouteForCategory, .routeConfigurationChange, .unknown: break
                @unknown default: break
                }
                _ = note.userInfo?[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
            },
            center.addObserver(forName: AVAudioSession.mediaServicesWereResetNotification, object: session, queue: .main) { _ in },
            center.addObserver(forName: AVAudioSession.silenceSecondaryAudioHintNotification, object: session, queue: .main) { _ in },
        ]
        try session.setActive(true)
        let player = try AVAudioPlayer(contentsOf: sine(seconds: 3))
        player.play()
        print("ready")
        wait { events.contains("resume") }
        check(events == ["began", "resume"], "\(events)")
        try session.setActive(true)
        check(player.play(), "plays again")
        tokens.forEach(center.removeObserver)
    }
}
