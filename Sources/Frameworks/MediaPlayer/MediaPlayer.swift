// As Apple's module does: `import MediaPlayer` alone brings players, the audio session, NSNumber and Date.
@_exported import AVFoundation
import SordinoDevice
import SordinoPolicy
import SordinoSession
import Synchronization

/// The joint words of a program's command center and its information center, as the service hears them.
final class PlaybackDesk: Sendable {
    private struct State {
        var report = PlaybackReport()
        var isPublished = false
    }

    private let client: SessionClient
    private let state = Mutex(State())

    init(_ context: AppContext) { client = context.client }

    static var current: PlaybackDesk {
        AppContext.current.attachment(PlaybackDesk.self) { PlaybackDesk($0) }
    }

    /// Changes what is said, and says it if it is something new.
    func change(_ body: (inout PlaybackReport) -> Void) {
        let report = state.withLock { state -> PlaybackReport? in
            let before = state.report
            body(&state.report)
            // A place that is said again is news: time has passed.
            guard !state.isPublished || state.report != before || state.report.elapsed != nil else { return nil }
            state.isPublished = true
            return state.report
        }
        if let report { client.publish(report) }
    }
}
