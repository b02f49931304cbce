// As Apple's module does: `import MediaPlayer` alone brings players, the audio session, NSNumber and Date.
@_exported import AVFoundation
import SordinoDevice
import SordinoPolicy
import SordinoSession
import Synchronization

/// Joins the state of a program's command center and information center into one report for the service.
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

    /// Changes the report, and publishes it if it has changed or has an elapsed time.
    func change(_ body: (inout PlaybackReport) -> Void) {
        let report = state.withLock { state -> PlaybackReport? in
            let before = state.report
            body(&state.report)
            // An elapsed time is published even if it is the same, since time has passed.
            guard !state.isPublished || state.report != before || state.report.elapsed != nil else { return nil }
            state.isPublished = true
            return state.report
        }
        if let report { client.publish(report) }
    }
}
